"""Bombardment phase (17.2, 18.2) and bombardment in an activation (16.4)."""

from __future__ import annotations

import pytest

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.rules.bombardment import (
    BombardmentPhase,
    bombard_choices,
    check_bombard,
    take_bombard,
)
from hexledger.engine.games.june_6.tables.bombardment import BombardmentTable
from hexledger.engine.kernel import deciding as kernel
from hexledger.events import model as ev
from tests.june_6.builder import Built, position

TARGET = "E2135"


def phase(*dice: int, air: int = 4, naval: int = 2) -> Built:
    b = position(open_area=True, dice=dice).units(TARGET, "12ss_25", "21pz_125", "12ss_hq").unit("g709_919", "E1241")
    return b.track("air", air).track("naval", naval).run(BombardmentPhase())


def test_a_mission_takes_its_markers_and_is_rolled_on_the_table() -> None:
    """17.12, 18.12"""
    b = phase(8).play("bombard_hex E2135 track.air 1")
    assert b.pos.state.track(b.game.words["track.air"]) == 3
    (roll,) = b.of(ev.Rolled)
    assert (roll.value, roll.subject) == (8, b.hex(TARGET))
    assert [b.has(unit, "pinned") for unit in ("12ss_25", "21pz_125", "12ss_hq")] == [1, 1, 1]


def test_the_second_marker_adds_2_to_the_die() -> None:
    b = phase(6).play("bombard_hex E2135 track.air 2")
    assert b.lines("reckon.bombardment_drm", TARGET) == {"drm.second_marker": 2}
    (resolved,) = b.of(ev.Resolved)
    assert resolved.row == 8


def test_f_lets_the_owner_choose_but_the_hq_is_last() -> None:
    b = phase(5).play("bombard_hex E2135 track.naval 1")
    assert b.offer is not None and b.offer.side == 2
    assert set(b.choices()) == {"choose_unit 12ss_25", "choose_unit 21pz_125"}
    b.play("choose_unit 21pz_125")
    assert [b.has(unit, "pinned") for unit in ("12ss_25", "21pz_125")] == [0, 1]
    assert b.offer is not None and b.offer.side == 1, "the phase goes on"


def test_a_pinned_and_a_reduced_unit_may_be_two_different_ones() -> None:
    b = phase(9).play("bombard_hex E2135 track.air 2")
    assert b.has("12ss_hq", "pinned") == 1
    b = phase(9)
    b.unit("12ss_12recon", "E2036").play("bombard_hex E2036 track.air 2")
    assert b.has("12ss_12recon", "pinned") == 1


def test_row_12_reduces_one_unit_and_pins_the_stack() -> None:
    b = position(open_area=True, dice=[9]).units(TARGET, "12ss_25", "12ss_hq").track("air", 2)
    b.game.bombardment.drms["second_marker"] += 1
    try:
        b.run(BombardmentPhase()).play("bombard_hex E2135 track.air 2")
    finally:
        b.game.bombardment.drms["second_marker"] -= 1
    assert b.is_reduced("12ss_25") and not b.gone("12ss_hq")
    assert (b.has("12ss_25", "pinned"), b.has("12ss_hq", "pinned")) == (1, 1)


def test_air_and_naval_never_bombard_the_same_hex() -> None:
    b = phase(0, 0).play("bombard_hex E2135 track.air 1")
    assert b.refuses("bombard_hex E2135 track.naval 1").rule == "J6 18.22"
    b.play("bombard_hex E2135 track.air 1")
    assert b.pos.state.track(b.game.words["track.air"]) == 2, "a second air mission is allowed"


def test_naval_bombardment_has_its_range_and_air_has_none() -> None:
    b = phase()
    assert b.refuses("bombard_hex E1241 track.naval 1").rule == "J6 18.13"
    assert "bombard_hex E1241 track.air 1" in b.choices()


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("bombard_hex E2236 track.air 1", "17.22"),
        ("bombard_hex E2135 track.air 3", "17.22"),
        ("bombard_hex E2135 track.air 0", "17.22"),
        ("bombard_hex E2135 track.rp 1", "17.21"),
    ],
)
def test_a_mission_needs_germans_one_or_two_markers_and_aircraft_or_ships(line: str, rule: str) -> None:
    """17.2, 18.2"""
    assert phase().refuses(line).rule == f"J6 {rule}"


def test_a_mission_cannot_use_more_markers_than_there_are() -> None:
    assert phase(air=1).refuses("bombard_hex E2135 track.air 2").rule == "J6 17.22"


def test_without_markers_the_phase_passes() -> None:
    assert phase(air=0, naval=0).quiet


def test_the_phase_ends_when_the_allied_player_says_so() -> None:
    """3.32"""
    assert phase().play("end_bombardment").quiet


def test_a_strongpoint_and_woods_protect_against_bombardment() -> None:
    b = position(open_area=True)
    board = b.game.board
    strong = next(p for p in range(board.n_hexes) if "strongpoint" in board.features[p] and board.terrain[p] == "clear")
    woods = next(p for p in range(board.n_hexes) if board.terrain[p] == "woods")
    b = position(open_area=True, dice=[0, 0]).track("air", 4)
    b.unit("g352_915", board.labels[strong]).unit("g352_914", board.labels[woods])
    b.run(BombardmentPhase()).play(f"bombard_hex {board.labels[strong]} track.air 1")
    assert b.lines("reckon.bombardment_drm") == {"drm.strongpoint": -1}
    b.play(f"bombard_hex {board.labels[woods]} track.air 1")
    assert b.lines("reckon.bombardment_drm") == {"drm.terrain_hex": -1}


# ---------------------------------------------------------------------- 16.4
def bombards(b: Built, unit: str, at: str) -> Built:
    decision = b.decision(f"bombard {unit} {at}")
    check_bombard(b.pos, decision)
    act = b.act()
    take_bombard(act, decision)
    kernel.settle(act)
    return b


def refused(b: Built, unit: str, at: str) -> str:
    with pytest.raises(IllegalDecision) as refusal:
        check_bombard(b.pos, b.decision(f"bombard {unit} {at}"))
    return refusal.value.rule


def rockets(*dice: int, **marks: int) -> Built:
    b = position(open_area=True, dice=dice).unit("i_ss_nw", "E1835", **marks).unit("3_br_8", "E2136")  # type: ignore[arg-type]
    return b.active("i_ss_nw")


def test_rockets_bombard_once_a_turn_at_plus_1() -> None:
    b = bombards(rockets(7), "i_ss_nw", "E2136")
    assert b.lines("reckon.bombardment_drm") == {"drm.nebelwerfer": 1}
    assert (b.has("3_br_8", "pinned"), b.has("i_ss_nw", "fired")) == (1, 1)
    assert refused(b, "i_ss_nw", "E2136") == "J6 16.43"


def test_rockets_reach_4_hexes() -> None:
    b = rockets().unit("3_br_9", "E2337")
    assert b.game.board.distance(b.hex("E1835"), b.hex("E2337")) > 4
    assert refused(b, "i_ss_nw", "E2337") == "J6 16.12"
    assert [b.game.codec.to_text(one) for one in bombard_choices(b.pos)] == ["bombard i_ss_nw E2136"]


def test_a_bombardment_wants_an_enemy_in_the_hex_and_an_active_unit() -> None:
    b = rockets()
    assert refused(b, "i_ss_nw", "E2035") == "J6 16.41"
    assert refused(b.flag("i_ss_nw", "active", 0), "i_ss_nw", "E2136") == "J6 16.41"


@pytest.mark.parametrize(
    ("mark", "rule"), [("pinned", "QA-BOMB-3"), ("disorder", "16.13"), ("isolated", "16.13"), ("recovered", "7.3")]
)
def test_marked_rocket_units_do_not_bombard(mark: str, rule: str) -> None:
    b = rockets(**{mark: 1})
    assert refused(b, "i_ss_nw", "E2136") == f"J6 {rule}"
    assert list(bombard_choices(b.pos)) == []


def test_a_us_corps_hq_fires_tot_at_plus_2_over_8_hexes() -> None:
    """16.42"""
    b = position(open_area=True, dice=[6]).unit("v_us_hq", "E1241").unit("12ss_25", "E1833").active("v_us_hq")
    b.unit("12ss_26", "E1244")
    bombards(b, "v_us_hq", "E1244")
    assert b.lines("reckon.bombardment_drm") == {"drm.tot": 2}
    assert (b.has("12ss_26", "pinned"), b.has("v_us_hq", "fired")) == (1, 1)


def test_a_table_with_gaps_or_unknown_causes_is_refused() -> None:
    with pytest.raises(EditionError, match=r"bombardment\.rows\.1: the row is missing"):
        BombardmentTable({"rows": {"0": [], "2": []}, "drm": []})
    with pytest.raises(ValueError, match="not understood"):
        BombardmentTable({"rows": {"0": []}, "drm": [{"when": "full moon", "drm": 1}]})
