"""A window of the Damage Step, or the step itself, is named as the moment of activation."""
