"""The chapters of A Time for Trumpets."""
