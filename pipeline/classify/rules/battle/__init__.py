"""Battles and damage, also those of other cards."""
