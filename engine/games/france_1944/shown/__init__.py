"""What players are shown: names, phrases, boards, stakes."""
