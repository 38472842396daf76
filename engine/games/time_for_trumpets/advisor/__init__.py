"""The greedy bot of A Time for Trumpets."""
