"""The players' table: what happens outside the rules, and a referee's corrections."""
