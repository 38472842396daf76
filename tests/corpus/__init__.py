"""Recorded games of every game that must stay as they are, byte for byte, while its rules version stays."""
