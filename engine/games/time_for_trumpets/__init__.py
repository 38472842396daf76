"""A Time for Trumpets: the Battle of the Bulge (GMT)."""
