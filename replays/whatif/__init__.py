"""What might have been: every outcome of a roll, games played on from a moment, the chance of victory over a game."""
