"""Optional triggers on what other cards do or suffer are closed."""
