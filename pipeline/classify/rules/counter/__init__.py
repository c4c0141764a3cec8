"""Counter Traps, open whenever their own condition is met."""
