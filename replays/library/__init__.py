"""The library: a log as decisions, positions, units, tracks, combats and tables, for programs (docs/library.md)."""
