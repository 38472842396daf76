"""The map: hexes, boards, and searches over them."""
