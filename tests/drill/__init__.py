"""Drill: the smallest complete game on the kernel. For tests, and the worked example of docs/adding-a-game.md."""
