"""Changes of ATK or DEF by fast effects of free timing."""
