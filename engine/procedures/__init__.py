"""Procedures that several rulebooks share."""
