"""Playing on the map: one log with its one writer, seats that look and decide, bots, dice and taking back."""
