"""Positions put together by hand, for tests and studies: units and markers, scripted dice, decisions as text."""
