"""The story of a game in words: combats as one thing each, for the terminal, programs and pages."""
