"""Games in files: playing, undoing, auditing, refereeing, showing."""
