"""Printed tables: odds, cells, and what a die could have brought."""
