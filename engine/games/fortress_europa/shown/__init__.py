"""How a position and a decision are shown: on the board, in words, in the luck report."""
