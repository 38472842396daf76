"""What a number says as the value of a word, as `words.txt` declares it."""

from __future__ import annotations

import pytest

from hexledger.engine.catalogue import GAMES, open_game


@pytest.mark.parametrize(
    ("name", "word", "held", "said"),
    [
        ("june_6", "flag.disorder", 1, ""),
        ("june_6", "flag.disorder", 2, "2"),
        ("june_6", "flag.activations", 1, "1"),
        ("june_6", "flag.active", 2, ""),
        ("fortress_europa", "flag.frozen", 1, "Netherlands"),
        ("fortress_europa", "flag.frozen", 3, "7th Army"),
        ("fortress_europa", "flag.went", 257, ""),
        ("case_yellow", "flag.moved", 6, "5"),
        ("france_1944", "flag.spent", 1, "0"),
        ("time_for_trumpets", "flag.moved", 18, "4¼"),
        ("fortress_europa", "marker.railhead", 2, "German"),
        ("fortress_europa", "marker.invaded", 2, ""),
        ("fortress_europa", "marker.port_damage", 1, "1"),
        ("fortress_europa", "marker.ground_support", 3, "3"),
        ("case_yellow", "marker.engaged_low", 1, "German"),
        ("case_yellow", "marker.attacked", 1, ""),
        ("time_for_trumpets", "marker.dump_taken", 13, "19MO"),
        ("time_for_trumpets", "marker.work_j", 300, ""),
        ("time_for_trumpets", "marker.rubble", 1, "1"),
        ("june_6", "marker.interdiction_air", 1, "1"),
        ("june_6", "marker.blown", 1, ""),
        ("france_1944", "marker.bridgehead", 1, ""),
    ],
)
def test_what_a_flag_or_marker_holds_is_told_as_a_player_counts_it(name: str, word: str, held: int, said: str) -> None:
    game = open_game(name)
    assert game.value(game.words[word], held) == said


def test_a_flag_that_holds_a_hex_a_unit_or_a_work_names_it() -> None:
    yellow, trumpets = open_game("case_yellow"), open_game("time_for_trumpets")
    began = yellow.words["flag.began_with"]
    assert yellow.value(began, yellow.board.place("2232") + 1) == "2232"
    hq = trumpets.find_piece("6PzA HQ")
    assert trumpets.value(trumpets.words["flag.acted"], hq + 1) == "6PzA HQ"
    assert trumpets.value(trumpets.words["flag.building"], trumpets.words["work.road_block"]) == "road block"


ALIVE = {
    "june_6": set(),
    "fortress_europa": {"withdrawn", "exchanged", "turn_end", "covered", "shown"},
    "case_yellow": {"evacuated", "refit"},
    "france_1944": {"green", "off_area", "bomber"},
    "time_for_trumpets": {"withdrawn", "stopped", "used", "flown", "returned", "card"},
}
"""Reasons of each game's own for which a piece leaves the map and is no loss: 13.4.5 of Case Yellow brings units home,
R-49 of France's edition counts no loss, Trumpets' 44.1 puts a substitute in a gun's place ..."""


@pytest.mark.parametrize("name", GAMES)
def test_a_piece_that_leaves_alive_is_no_loss_in_every_game(name: str) -> None:
    words = open_game(name).words
    reasons = {key.removeprefix("reason."): number for key, number in words.items() if key.startswith("reason.")}
    alive = {reason for reason, number in reasons.items() if open_game(name).alive(number)}
    assert alive == ALIVE[name] | {"left_map", "replaced"}
    assert len(reasons) > len(alive)


@pytest.mark.parametrize("name", GAMES)
def test_no_level_of_victory_names_a_side(name: str) -> None:
    """The side stands before it: `German marginal victory`."""
    game = open_game(name)
    levels = [number for key, number in game.words.items() if key.startswith("level.")]
    peoples = ("german", "allied", "allies", "american", "british", "french")
    assert len(levels) >= 2
    assert [game.word(level) for level in levels if any(one in game.word(level).lower() for one in peoples)] == []
    assert game.verdict(2, levels[-1]).startswith(f"{game.side(2).capitalize()} ")
    assert game.verdict(0, game.words["level.draw"]) == "Draw"
    assert game.verdict(1, 0) == f"{game.side(1).capitalize()} victory"
