"""Bots: players made of software. A bot sees what its side may see and picks one of the legal decisions."""
