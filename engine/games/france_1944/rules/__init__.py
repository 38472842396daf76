"""One chapter of the rulebook a file: its decisions and steps."""
