"""What a position of A Time for Trumpets can be asked."""
