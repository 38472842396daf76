"""The rules: kernel, maps, editions, dice, bots, and the games."""
