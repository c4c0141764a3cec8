"""What must be activated is activated, whatever it does."""
