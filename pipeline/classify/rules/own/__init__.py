"""What happens to this very card opens its optional triggers."""
