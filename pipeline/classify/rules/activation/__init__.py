"""The bare activation of a Trap that stays on the field."""
