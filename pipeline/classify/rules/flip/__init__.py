"""Flips: their triggers wait until after damage calculation."""
