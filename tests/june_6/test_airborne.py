"""Parachute drop and gliders of 6 June (PB 1.5, 1.105, J6 10.22, 10.23)."""

from __future__ import annotations

import pytest

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.games.june_6.rules.airborne import resolve
from hexledger.engine.games.june_6.rules.endphase import EndPhase
from hexledger.engine.games.june_6.rules.me_phase import PlayAm
from hexledger.engine.games.june_6.rules.reduced_efficiency import BeginRe
from hexledger.engine.games.june_6.tables.airborne import GLIDER, PARACHUTE, AirborneTable
from hexledger.events import model as ev
from tests.june_6.builder import Built
from tests.june_6.invasion import DROPS, on_6_june, to_the_drop
from tests.june_6.schedule import notes


def test_all_eight_parachute_units_drop_and_carry_re_and_are_rolled_for_when_all_are_down() -> None:
    """PB 1.5, PB 1.51, PB 1.52, J6 10.22."""
    b = to_the_drop(seed="drop")
    b.play("drop_unit 82_us_505 W3525")
    assert b.at("82_us_505") == "W3525" and b.has("82_us_505", "re")
    assert not b.of(ev.Rolled)
    b.play("drop_historical")
    assert {unit: b.at(unit) for unit in DROPS if unit != "82_us_505"} == {
        unit: place for unit, place in DROPS.items() if unit != "82_us_505"
    }
    assert all(b.has(unit, "re") for unit in DROPS)
    assert len(b.of(ev.Rolled)) == 8
    assert b.at("82_us_325") == "utah_box", "gliders come later"


def test_us_units_drop_within_eight_hexes_of_utah_and_british_ones_of_sword() -> None:
    b = to_the_drop()
    assert "more than 8 hexes" in b.refuses("drop_unit 101_us_501 E2243").reason
    assert "more than 8 hexes" in b.refuses("drop_unit 6_abn_3para W3026").reason
    assert b.refuses("drop_unit 82_us_325 W3423").rule == "J6 PB 1.51", "a glider does not jump"


def test_82_airborne_may_drop_ten_hexes_from_utah_north_of_the_douve() -> None:
    b = to_the_drop()
    board = b.game.board
    beaches = board.in_area("beach_utah")
    far = [
        place
        for place in sorted(board.in_area("drop_us_82"))
        if min(board.distance(place, beach) for beach in beaches) > 8 and not b.pos.units(place)
    ]
    assert far
    label = b.game.place(far[0])
    assert b.refuses(f"drop_unit 101_us_501 {label}").rule == "J6 PB 1.51"
    assert b.play(f"drop_unit 82_us_507 {label}").at("82_us_507") == label


def test_two_parachute_units_fit_a_hex_and_a_third_does_not() -> None:
    b = to_the_drop().play("drop_unit 82_us_505 W3525", "drop_unit 82_us_507 W3525")
    assert b.refuses("drop_unit 82_us_508 W3525").rule == "J6 9.1"


def down(unit: str, at: str, die: int, column: str = PARACHUTE) -> Built:
    b = on_6_june([die]).unit(unit, at)
    resolve(b.act(), b.piece(unit), column, "PB 1.53")
    return b


@pytest.mark.parametrize(
    ("die", "marks"), [(2, (0, 0, False)), (3, (1, 0, False)), (5, (0, 1, False)), (9, (1, 1, False))]
)
def test_a_parachute_unit_in_the_clear_takes_what_the_table_says(die: int, marks: tuple[int, int, bool]) -> None:
    """PB 1.53."""
    b = down("101_us_501", "E2435", die)
    assert b.lines("reckon.airborne_drm") == {}
    assert (b.has("101_us_501", "disorder"), b.has("101_us_501", "scattered"), b.is_reduced("101_us_501")) == marks


def test_the_drms_of_the_drop_are_told_one_by_one() -> None:
    b = down("6_abn_3para", "E2435", 6)
    assert b.lines("reckon.airborne_drm") == {"drm.commonwealth": -1}
    b = down("82_us_505", "E1912", 1)
    lines = b.lines("reckon.airborne_drm")
    assert lines["drm.best_drop"] == -1 and lines["drm.bocage"] == 1
    b = on_6_june([4]).unit("101_us_501", "E2435").unit("g716_736", "E2436")
    resolve(b.act(), b.piece("101_us_501"), PARACHUTE, "PB 1.53")
    assert b.lines("reckon.airborne_drm") == {"drm.enemy_zoc": 1}
    assert b.has("101_us_501", "scattered") == 1


def test_a_reduced_result_costs_a_step_and_leaves_disorder_alone() -> None:
    chart = {
        "rows": {"0": {"parachute": ["reduced", "disorder_1"], "glider": []}},
        "drm": [],
    }
    assert AirborneTable(chart).results(PARACHUTE, AirborneTable(chart).row(7)) == ("reduced", "disorder_1")
    b = down("101_us_327", "E2435", 9, GLIDER)
    assert b.is_reduced("101_us_327") and not b.has("101_us_327", "disorder")


def test_a_table_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(EditionError, match=r"airborne_landing\.rows\.0: cannot be read: 'lost' is no result"):
        AirborneTable({"rows": {"0": {"parachute": ["lost"]}}, "drm": []})
    with pytest.raises(ValueError, match="not understood"):
        AirborneTable({"rows": {"0": {"parachute": []}}, "drm": [{"when": "at night", "drm": 1}]})
    with pytest.raises(EditionError, match=r"airborne_landing\.rows\.1: the row is missing"):
        AirborneTable({"rows": {"0": {}, "2": {}}, "drm": []})


# ---------------------------------------------------------------------- scattered
def test_a_scattered_unit_acts_in_re_but_does_not_move_and_the_marker_comes_off_in_the_end_phase() -> None:
    b = on_6_june(seed="x").unit("82_us_505", "W3523", re=True, scattered=True).unit("82_us_hq", "utah_box")
    b.run(BeginRe()).play("activate_re 82_us_505")
    assert b.refuses("move 82_us_505 W3524").rule == "J6 8.22"
    b = on_6_june(seed="x").unit("82_us_505", "W3523", re=True, scattered=True).unit("82_us_hq", "utah_box")
    b.run(EndPhase())
    assert not b.has("82_us_505", "scattered")
    assert b.has("82_us_505", "re"), "its HQ is not on the map yet (3.86)"


# ---------------------------------------------------------------------- gliders
def with_gliders(*dice: int) -> Built:
    b = on_6_june(dice).units("utah_box", "82_us_hq", "82_us_325").unit("82_us_505", "W3523", re=True)
    return b.run(PlayAm(b.game.words["am.82_us"]))


def test_gliders_land_with_their_divisions_am_beside_a_parachute_unit_and_act_in_me() -> None:
    """PB 1.105, J6 10.23."""
    b = with_gliders(0)
    assert b.offer is not None and b.offer.kinds == ("land_glider",)
    b.check_choices()
    assert b.refuses("land_glider 82_us_325 W3321").rule == "J6 PB 1.105"
    b.play("land_glider 82_us_325 W3423")
    assert b.at("82_us_325") == "W3423"
    assert b.pos.is_active(b.piece("82_us_325")) and not b.has("82_us_325", "re")
    assert not b.pos.is_active(b.piece("82_us_505")), "parachute units are RE on 6 June"
    assert b.offer is not None and "move" in b.offer.kinds


def test_gliders_land_in_clear_or_bocage_only_and_never_on_the_enemy() -> None:
    b = with_gliders(0)
    board = b.game.board
    near = [place for place in board.within(b.hex("W3523"), 1) if board.terrain[place] not in ("clear", "bocage")]
    for place in near:
        assert b.refuses(f"land_glider 82_us_325 {b.game.place(place)}").rule == "J6 PB 1.51"
    b.unit("g709_919", "W3423")
    assert "enemy" in b.refuses("land_glider 82_us_325 W3423").reason


def test_a_glider_without_parachutists_near_stays_in_its_box_and_waits_for_its_hq() -> None:
    b = on_6_june().units("utah_box", "82_us_hq", "82_us_325")
    b.run(PlayAm(b.game.words["am.82_us"]))
    assert b.quiet and "note.no_landing_hex" in notes(b)
    assert b.at("82_us_325") == "utah_box"


def test_the_hqs_of_the_airborne_divisions_do_not_land_on_6_june() -> None:
    """PB 1.21, PB 1.25."""
    b = with_gliders(0).play("land_glider 82_us_325 W3423").pass_until("land")
    assert b.at("82_us_hq") == "utah_box" and b.pos.offshore(b.piece("82_us_hq"))
    assert b.pos.hq_here(b.game.formation_number["82_us"]) < 0
