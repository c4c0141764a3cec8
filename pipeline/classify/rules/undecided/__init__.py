"""Wordings that official statements decide both ways: the rules keep out of it."""
