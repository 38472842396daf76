"""What is shown of A Time for Trumpets."""
