"""Summons by procedure, which nothing in the Damage Step may perform."""
