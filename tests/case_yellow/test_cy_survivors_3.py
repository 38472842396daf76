"""Case Yellow: what a sample of mutations drawn by seed 5 showed that no other test saw."""

from __future__ import annotations

from hexledger.engine.games.case_yellow.tables import words as w
from tests.case_yellow.builder import position
from tests.case_yellow.fights import attack


def test_each_side_is_asked_for_its_own_air_support_the_attacker_first() -> None:
    """11.3c."""
    b = position().unit("ge_x", "2812").unit("fr_i", "2912").air("german", 2).air("allied", 1)
    attack(b, "german", "attack ge_x 2912")
    assert b.offer is not None and b.game.word_key(b.offer.word) == "prompt.air_attack"
    b.play("commit_air 2")
    assert b.offer is not None and b.game.word_key(b.offer.word) == "prompt.air_defence"
    assert b.offer.side == w.ALLIED and "commit_air 1" in b.choices() and "commit_air 2" not in b.choices()
