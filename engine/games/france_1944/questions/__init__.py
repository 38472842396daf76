"""What a position can be asked; reads and keeps, writes nothing."""
