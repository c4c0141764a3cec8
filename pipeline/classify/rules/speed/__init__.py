"""Spell Speed 1: what only its owner may start, in the open game state of the Main Phase."""
