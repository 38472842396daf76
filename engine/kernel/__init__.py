"""The kernel: games, positions, steps and decisions, and the one function that carries a decision out."""
