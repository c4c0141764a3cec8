"""Another phase or step is named as the moment of activation."""
