"""Names: words and rules by number, options, and decisions from and to a typed line."""
