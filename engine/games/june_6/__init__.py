"""June 6 (Berg): enforced rules. Start reading at `game.py`; the rules stand in `rules/` in rulebook order."""
