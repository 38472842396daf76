"""Questions about a position: what is legal, what it costs, who is in supply; they read and change nothing."""
