"""What a sensible player would decide."""
