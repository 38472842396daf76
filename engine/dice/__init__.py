"""Dice that anybody can check again: one module a mode."""
