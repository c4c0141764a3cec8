"""Negating an activation is open everywhere; negating no more than an effect is closed."""
