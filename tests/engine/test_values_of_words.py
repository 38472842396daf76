"""What a number says as the value of a word, as `words.txt` declares it."""

from __future__ import annotations

import pytest

from hexledger.engine.catalogue import open_game


@pytest.mark.parametrize(
    ("name", "flag", "held", "said"),
    [
        ("june_6", "disorder", 1, ""),
        ("june_6", "disorder", 2, "2"),
        ("june_6", "activations", 1, "1"),
        ("june_6", "active", 2, ""),
        ("fortress_europa", "frozen", 1, "Netherlands"),
        ("fortress_europa", "frozen", 3, "7th Army"),
        ("fortress_europa", "went", 257, ""),
        ("case_yellow", "moved", 6, "5"),
        ("france_1944", "spent", 1, "0"),
        ("time_for_trumpets", "moved", 18, "4¼"),
    ],
)
def test_what_a_flag_holds_is_told_as_a_player_counts_it(name: str, flag: str, held: int, said: str) -> None:
    game = open_game(name)
    assert game.value(game.words[f"flag.{flag}"], held) == said


def test_a_flag_that_holds_a_hex_a_unit_or_a_work_names_it() -> None:
    yellow, trumpets = open_game("case_yellow"), open_game("time_for_trumpets")
    began = yellow.words["flag.began_with"]
    assert yellow.value(began, yellow.board.place("2232") + 1) == "2232"
    hq = trumpets.find_piece("6PzA HQ")
    assert trumpets.value(trumpets.words["flag.acted"], hq + 1) == "6PzA HQ"
    assert trumpets.value(trumpets.words["flag.building"], trumpets.words["work.road_block"]) == "road block"
