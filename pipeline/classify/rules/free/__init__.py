"""Fast effects of free timing that change no ATK or DEF are closed."""
