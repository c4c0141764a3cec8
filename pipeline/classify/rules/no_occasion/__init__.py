"""The event cannot occur inside the Damage Step."""
