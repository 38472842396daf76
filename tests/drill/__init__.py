"""Drill: the smallest complete game on the kernel. For tests, and the worked example of docs/adding-a-game.md.

Its rules and data may not change: tests/golden keeps a log of it for ever, and audits it.
"""
