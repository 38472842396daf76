"""What a typed line means, what can be completed, and how choices are listed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from hexledger.cli.hints import hints
from hexledger.cli.listing import PAGE, Listing, paged
from hexledger.cli.narrowing import Narrowing
from hexledger.engine.catalogue import open_game
from hexledger.engine.errors import BadDecision, UnknownName
from hexledger.engine.games.june_6.rules.movement import EndMovement, Move
from hexledger.engine.naming.typed import parse
from hexledger.replays.log.chronicle import Chronicle


@pytest.fixture(scope="module")
def game() -> Any:
    return open_game("june_6")


def test_a_printed_name_with_spaces_is_one_unit(game: Any) -> None:
    move = parse(game, "move Inns of Court/I C E2239", ("move",))
    assert game.codec.to_text(move) == "move i_br_inns E2239"


def test_decide_takes_names_with_spaces_as_a_sitting_does(run: Any, tmp_path: Path) -> None:
    """`decide g.hxl drop "22. Luftlande" 3930` was answered with "3 values for 2 fields"."""
    log = tmp_path / "g.hxl"
    assert run("new", "case_yellow/dutch_fortress", log, "--seed", "1").code == 0
    assert "paradrop, 22. Luftlande: d6" in run("decide", log, "drop", "22. Luftlande", "3930").out
    assert "paradrop, Fallschirmjaeger 1: d6" in run("decide", log, "drop", "Fallschirmjaeger", "1", "3930").out
    assert "values for 2 fields" in run("decide", log, "drop", "Fallschirmjaeger 2", "3930", "3930").err


def test_units_in_a_list_may_have_spaces_in_their_names(game: Any) -> None:
    attack = parse(game, "attack E2138 8/3, 27/3", ("attack",))
    assert game.codec.to_text(attack).startswith("attack E2138 3_br_8,3_br_27")


@pytest.mark.parametrize("path", ["E2237-E2137", "E2237,E2137", "E2237 E2137", "E2237 > E2137"])
def test_a_path_may_be_written_with_dashes_commas_spaces_or_arrows(game: Any, path: str) -> None:
    assert game.codec.to_text(parse(game, f"move 8/3 {path}", ("move",))) == "move 3_br_8 E2237,E2137"


@pytest.mark.parametrize("name", ["villers bocage", "Villers-Bocage", "VILLERSBOCAGE"])
def test_a_destination_may_be_named(game: Any, name: str) -> None:
    there = game.board.names.index("Villers-Bocage")
    assert parse(game, f"move 8/3 {name}", ("move",)) == Move(game.find_piece("8/3"), (there,))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("attack 8/3 E2138", "'8/3' is a unit, and stands where something else is wanted: `attack TARGET UNITS"),
        ("move E2138 8/3", "'E2138' is a hex, and stands where something else is wanted: `move UNIT PATH`"),
        ("move 8/3 Saint-Lo", "'Saint-Lo' may be the hex E1508 or E1608"),
        ("move 8/3 9/3", "'9/3' is a unit"),
    ],
)
def test_a_name_in_the_wrong_place_is_not_called_unknown(game: Any, line: str, said: str) -> None:
    """C4: `attack Bastogne 26VG` was answered with "no unit called 'Bastogne'"."""
    with pytest.raises(BadDecision) as refused:
        parse(game, line, ("move", "attack"))
    assert said in str(refused.value)


def test_a_destination_takes_the_listed_path_to_it_and_no_other_units(game: Any) -> None:
    unit, other = game.find_piece("8/3"), game.find_piece("9/3")
    a, b, c = (game.find_place(name) for name in ("E2236", "E2136", "E2036"))
    listed = [Move(other, (c,)), Move(unit, (a, b)), Move(unit, (a, b, c))]
    assert parse(game, "move 8/3 E2036", ("move",), lambda: listed) == Move(unit, (a, b, c))
    assert parse(game, "move 8/3 E2035", ("move",), lambda: listed) == Move(unit, (game.find_place("E2035"),))


@pytest.mark.parametrize("line", ["end_movement", "end movement", "END-MOVEMENT", "end"])
def test_a_kind_may_be_written_in_words_or_cut_short(game: Any, line: str) -> None:
    assert parse(game, line, ("move", "end_movement")) == EndMovement()


def test_a_short_kind_that_could_be_two_is_asked_about(game: Any) -> None:
    with pytest.raises(UnknownName, match="did you mean end_movement, end_attacks"):
        parse(game, "end", ("end_movement", "end_attacks"))
    with pytest.raises(BadDecision):
        parse(game, "", ("end_movement",))


def _movement(log: Path) -> tuple[Chronicle, list[Any]]:
    """The first moment with many moves to choose from."""
    chronicle = Chronicle.read(log)
    for seq in chronicle.timeline.path(chronicle.timeline.head):
        prompt = chronicle.offer(seq)
        choices = list(chronicle.choices(seq))
        if prompt is not None and "move" in prompt.kinds and len(choices) > 40:
            return chronicle, choices
    raise AssertionError("nobody moves in this game")


def test_every_choice_has_a_number_and_many_moves_of_a_unit_share_its_line(finished: Path) -> None:
    chronicle, choices = _movement(finished)
    with chronicle:
        listing = Listing(chronicle.game, choices)
        text = "\n".join(listing.lines(100))
        numbers = {int(word) for word in re.findall(r"\[(\d+)\]", text)}
    assert numbers >= set(range(1, len(choices) + 1))
    assert all(len(line) <= 100 for line in listing.lines(100))
    assert len(listing.lines(100)) < len(choices)
    assert listing.pick(1) == choices[0] and listing.pick(0) is None and listing.pick(len(choices) + 1) is None


def test_a_long_list_comes_in_pages_that_hold_it_all(finished: Path) -> None:
    chronicle, choices = _movement(finished)
    with chronicle:
        listing = Listing(chronicle.game, choices * 8)
        pages = paged(listing.lines(60))
    assert len(pages) > 1 and all(len(page) <= PAGE for page in pages)
    assert [line for page in pages for line in page] == listing.lines(60)
    assert listing.lines(60, Narrowing("end_movement")) != listing.lines(60)


def test_completion_offers_kinds_then_units_then_the_hexes_that_unit_can_reach(finished: Path) -> None:
    chronicle, choices = _movement(finished)
    with chronicle:
        game, state = chronicle.game, chronicle.state()
        first = [word for word, _ in hints(game, state, choices, ["map", "quit"], "m")]
        assert first == ["move", "map"]
        units = [word for word, _ in hints(game, state, choices, [], "move ")]
        moves = [choice for choice in choices if isinstance(choice, Move)]
        assert len(units) == len({move.unit for move in moves})
        unit = moves[0].unit
        given = f"move {game.piece(unit)} E"
        reach = {game.place(move.path[-1]) for move in moves if move.unit == unit}
        assert {word for word, _ in hints(game, state, choices, [], given)} == reach
        assert not list(hints(game, state, choices, [], "move nobody "))
        assert ("12ss_25", "25/12SS in E2136") in list(hints(game, state, choices, [], "unit 12ss_2"))


def test_whatever_completion_offers_can_be_typed(finished: Path) -> None:
    chronicle, choices = _movement(finished)
    with chronicle:
        game = chronicle.game
        for unit, _ in hints(game, chronicle.state(), choices, [], "move "):
            for place, _ in list(hints(game, chronicle.state(), choices, [], f"move {unit} "))[:3]:
                assert parse(game, f"move {unit} {place}", ("move",), lambda: choices) in choices


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("8/3", "; did you mean `move 3_br_8 E2237`, `move 3_br_8 E2237,E2137`?"),
        ("8/3 e2137", "; did you mean `move 3_br_8 E2237,E2137`?"),
        ("27/3 e2137", "; there is move"),
    ],
)
def test_a_line_without_a_kind_is_told_the_decisions_in_which_it_stands(game: Any, line: str, hint: str) -> None:
    listed = [parse(game, f"move 8/3 {way}", ("move",)) for way in ("E2237", "E2237,E2137")]
    with pytest.raises(UnknownName) as wrong:
        parse(game, line, ("move",), lambda: listed)
    assert str(wrong.value) == f"no decision or command called {line.split(maxsplit=1)[0]!r}{hint}"


def test_more_decisions_than_a_hint_lists_are_not_listed(game: Any) -> None:
    listed = [parse(game, f"move 8/3 {there}", ("move",)) for there in ("E2237", "E2137", "E2238", "E2337")]
    with pytest.raises(UnknownName, match=r"'8/3'; there is move$"):
        parse(game, "8/3", ("move",), lambda: listed)


def test_a_letter_typed_by_habit_decides_nothing(game: Any) -> None:
    """`n`, for the next decision, was taken for `no_counterattack`."""
    kinds = ("counterattack", "no_counterattack")
    for letters in ("n", "no", "y"):
        with pytest.raises(BadDecision):
            parse(game, letters, kinds)
    assert parse(game, "no_c", kinds).kind() == "no_counterattack"
