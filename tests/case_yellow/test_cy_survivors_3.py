"""Case Yellow: what a sample of mutations drawn by seed 5 showed that no other test saw."""

from __future__ import annotations

from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.rules.movement import Movement
from hexledger.engine.games.case_yellow.rules.terror import Refugees
from hexledger.engine.games.case_yellow.tables import words as w
from tests.case_yellow.builder import Built, position
from tests.case_yellow.fights import attack


def test_each_side_is_asked_for_its_own_air_support_the_attacker_first() -> None:
    """11.3c."""
    b = position().unit("ge_x", "2812").unit("fr_i", "2912").air("german", 2).air("allied", 1)
    attack(b, "german", "attack ge_x 2912")
    assert b.offer is not None and b.game.word_key(b.offer.word) == "prompt.air_attack"
    b.play("commit_air 2")
    assert b.offer is not None and b.game.word_key(b.offer.word) == "prompt.air_defence"
    assert b.offer.side == w.ALLIED and "commit_air 1" in b.choices() and "commit_air 2" not in b.choices()


def fight(b: Built, target: str, stukas: int) -> bt.Battle:
    place = b.hex(target)
    return bt.Battle((b.piece("ge_x"),), place, b.pos.fighters(place), attack_air=stukas)


def test_stukas_are_reckoned_by_11_3c_and_at_the_dynamo_port_by_13_6() -> None:
    """11.3c, 13.6."""
    b = position().dynamo("2912").unit("ge_x", "2812").unit("fr_i", "2912").unit("fr_iii", "2811")
    rules = {
        target: next(
            rule for label, _, rule in bt.odds(b.pos, fight(b, target, 2)).lines if label == "line.air_attacker"
        )
        for target in ("2912", "2811")
    }
    assert rules == {"2912": "13.6", "2811": "11.3c"}


def test_the_end_of_the_table_is_told_only_where_it_is_passed() -> None:
    """11.3a."""
    b = position().unit("ge_x", "2812").unit("fr_i", "2912")
    assert "line.table_end" not in [label for label, _, _ in bt.odds(b.pos, fight(b, "2912", 1)).lines]


def test_two_belgians_move_together_in_belgium_while_a_third_is_in_france() -> None:
    """10.10b: it is the border that counts."""
    b = position().units("3122", "be_1ch", "be_2ch").unit("be_i", "1305").round_of("allied", "move", turn=5)
    there = next(p for p in b.pos.game.ground.near[b.hex("3122")] if b.pos.board.country[p] == "Belgium")
    b.run(Movement(w.ALLIED)).play(f"move be_1ch,be_2ch {b.pos.label(there)}")
    assert b.on("be_1ch") == b.on("be_2ch") == b.pos.label(there)


def test_so_many_refugee_markers_are_placed_as_are_new_in_the_turn() -> None:
    """12.6d."""
    b = position().unit("ge_x", "2725").unit("ge_xi", "3125").track("refugees", 5, w.GERMAN).run(Refugees(2, 0))
    for left in (4, 3):
        b.play(next(line for line in b.choices() if line.startswith("place_refugees")))
        assert b.pos.track("refugees", w.GERMAN) == left
    assert b.quiet, "two were new, three are still off the map"
