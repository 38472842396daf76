"""Editions: the files of board, counters, charts and scenarios, checked and bound."""
