"""Recorded games of Push to Caen that must stay as they are, byte for byte, while the rules version stays."""
