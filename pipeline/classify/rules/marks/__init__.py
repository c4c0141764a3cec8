"""The text itself opens or closes the Damage Step."""
