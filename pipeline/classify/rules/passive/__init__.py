"""Effects that start no chain: they are applied, not activated."""
