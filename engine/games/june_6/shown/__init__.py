"""How June 6 is shown: names of values, decisions in words, boards, luck."""
