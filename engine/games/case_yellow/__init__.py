"""Case Yellow, 1940 (GMT, Ted Raicer)."""
