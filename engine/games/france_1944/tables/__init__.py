"""What is printed and never changes in a game: charts, ground, roster, scenarios, words, switches."""
