"""A log opened: its timeline, its positions, its writer, and what goes into it or comes out of it."""
