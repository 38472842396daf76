"""What units are called, and which unit a typed name means."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hexledger.engine.catalogue import GAMES, open_game
from hexledger.engine.errors import AmbiguousName, UnknownName
from hexledger.engine.naming.called import plain
from hexledger.engine.naming.meant import find_unit
from hexledger.projections.state import State


@pytest.fixture(params=list(GAMES))
def game(request: pytest.FixtureRequest) -> Any:
    return open_game(request.param)


@pytest.fixture(scope="module")
def fortress() -> Any:
    return open_game("fortress_europa")


@given(st.text(alphabet="aoueAE.-12 \t\u00a0()'\"\u2019\u201cxst", max_size=14))
@example("1 .5")
@example("aee oaee a e")
@example("1.-5 1-.5 .1 1. 1.5")
def test_a_name_is_compared_without_what_nobody_minds_and_with_joints_between_figures(name: str) -> None:
    bare = re.sub(r"[\s()'\"\u2019\u201c\u201d]|(?<!\d)[.-]|[.-](?!\d)", "", name.lower())
    assert plain(name) == re.sub(r"(?<=[aou])e", "", bare)


@pytest.mark.parametrize(
    ("typed", "printed"),
    [("Saint Lo", "St. L\u00f4"), ("Sainte-M\u00e8re", "Ste Mere"), ("Saarbruecken", "Saarbr\u00fccken")],
)
def test_what_is_typed_without_accents_is_what_maps_print(typed: str, printed: str) -> None:
    assert plain(typed) == plain(printed)


def _in(game: Any, **units: str) -> State:
    state = State()
    state.at = {game.piece_number(unit): game.find_place(at) for unit, at in units.items()}
    return state


def test_no_two_units_of_a_game_are_called_alike(game: Any) -> None:
    names = [plain(game.piece_name(number)) for number in range(len(game.counters))]
    assert len(names) == len(set(names))


def test_no_unit_is_called_by_a_bare_number(game: Any) -> None:
    assert [name for name in map(game.piece_name, range(len(game.counters))) if name.isdigit()] == []


def test_what_a_unit_is_called_can_be_typed_with_and_without_spaces(game: Any) -> None:
    for number in range(len(game.counters)):
        name = game.piece_name(number)
        assert game.find_piece(name) == game.find_piece(name.replace(" ", "")) == number


def test_a_shared_name_is_followed_by_what_parts_the_units(fortress: Any) -> None:
    called = {unit: fortress.piece_name(fortress.piece_number(unit)) for unit in ("us_3", "br_3", "ca_3", "pz_21")}
    assert called == {"us_3": "3rd (US)", "br_3": "3rd (British)", "ca_3": "3rd (Canadian)", "pz_21": "21 armor"}
    assert fortress.piece_name(fortress.piece_number("ag_244")) == "244 assault gun"
    assert fortress.piece_name(fortress.piece_number("decoy_4")) == "Decoy 4"
    june = open_game("june_6")
    assert june.piece_name(june.piece_number("viii_br_hq")) == "HQ/VIII (British)"
    assert june.piece_name(june.piece_number("det_2")) == "Det 2"


def test_a_shared_name_means_the_only_unit_of_it_on_the_board(fortress: Any) -> None:
    state = _in(fortress, br_3="M5", us_1="M6")
    assert fortress.piece(find_unit(fortress, "3rd", state)) == "br_3"


def test_a_shared_name_means_the_unit_that_may_be_decided_about(fortress: Any) -> None:
    state = _in(fortress, br_3="M5", us_3="M6")
    us = fortress.piece_number("us_3")
    assert find_unit(fortress, "3rd", state, [us]) == us


def test_a_name_that_stays_open_is_refused_with_every_candidate_and_its_hex(fortress: Any) -> None:
    state = _in(fortress, br_3="M5", us_3="M6")
    with pytest.raises(AmbiguousName, match=r"'3rd' may be the unit 3rd \(US\) in M6 or 3rd \(British\) in M5"):
        find_unit(fortress, "3rd", state)
    with pytest.raises(AmbiguousName, match=r"3rd \(US\) off the map, 3rd \(British\) off the map or 3rd \(Canadian\)"):
        find_unit(fortress, "3rd", State())


def test_a_name_without_its_brackets_means_the_unit_in_play(fortress: Any) -> None:
    state = _in(fortress, pz_lehr_new="M5")
    assert fortress.piece(find_unit(fortress, "Lehr", state)) == "pz_lehr_new"
    assert fortress.piece(find_unit(fortress, "lehr", State())) == "pz_lehr"


def test_the_beginning_of_a_name_finds_a_unit_that_is_looked_up_and_is_a_hint_in_a_decision() -> None:
    june = open_game("june_6")
    state = _in(june, i_br_inns="E2240")
    assert june.piece(find_unit(june, "Inns", state, loose=True)) == "i_br_inns"
    with pytest.raises(UnknownName, match="did you mean Inns of Court/I C in E2240"):
        find_unit(june, "Inns", state)


def test_a_later_word_of_a_name_finds_a_unit_and_is_a_hint_in_a_decision() -> None:
    """`unit Frundsberg` was answered with "no unit called 'Frundsberg'"."""
    france = open_game("france_1944")
    state = _in(france, ge_10sspz="1310")
    assert france.piece(find_unit(france, "frunds", state, loose=True)) == "ge_10sspz"
    with pytest.raises(UnknownName, match="did you mean 10 SS Panzer Division Frundsberg in 1310"):
        find_unit(france, "Frundsberg", state)
    trumpets = open_game("time_for_trumpets")
    state = _in(trumpets, **{"326_751_i": "8606"})
    assert trumpets.piece(find_unit(trumpets, "751", state, loose=True)) == "326_751_i"
