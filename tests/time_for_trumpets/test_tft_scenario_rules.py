"""House rules and victory rows of the scenarios of A Time for Trumpets (H-1 to H-9)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.questions import scoring
from hexledger.engine.games.time_for_trumpets.rules.combat import Combat
from hexledger.engine.games.time_for_trumpets.rules.end_of_turn import MutualEnd, withdraw_artillery
from hexledger.engine.games.time_for_trumpets.rules.movement import BeginMovement, Movement
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.events import model as ev
from tests.time_for_trumpets.about import SCENARIOS
from tests.time_for_trumpets.builder import Built, game, position

BASTOGNE = "5644"


def points(b: Built, key: str) -> tuple[int, int]:
    """How often a row of the scenario counts now, and its points."""
    found = next(row for row in scoring.scores(b.pos) if row.key == key)
    return found.number, found.points


# ---------------------------------------------------------------------- H-8
def before_bastogne(turn: str, **units: str) -> Built:
    """The 101st in Bastogne, German units beside it, in the combat segment of XLVII Corps."""
    b = position("bastogne", turn=turn).unit("us_101_502_i", BASTOGNE)
    for unit, place in units.items():
        b.unit(unit.removeprefix("x"), place)
    return b.corps("xlvii_hq", "combat").dice(3, 4, 3, 4).run(Combat(w.GERMAN))


def test_the_2nd_panzer_division_does_not_attack_bastogne_before_19pd() -> None:
    """H-8."""
    for turn, legal in (("18EV", False), ("19PD", True)):
        b = before_bastogne(turn, x2pz_304_i="5744", lehr_901_i="5643")
        if legal:
            b.play("attack 2pz_304_i 5644")
            continue
        assert b.refuses("attack 2pz_304_i 5644").rule == "TFT H-8"
        assert not any("2pz_304_i" in line for line in b.choices())
        b.play("attack lehr_901_i 5644")


def test_of_26vg_and_lehr_only_one_is_committed_to_bastogne_before_19pd() -> None:
    """H-8."""
    b = before_bastogne("18AF", x26_77_i="5745", lehr_902_i="5545", lehr_901_i="5643", xus_101_506_i="5645")
    assert b.refuses("attack 26_77_i,lehr_901_i 5644").rule == "TFT H-8", "not both at once"
    assert not any("26_77_i" in line and "lehr_901_i" in line for line in b.choices())
    b.play("attack lehr_901_i 5644").pass_until("attack")
    assert b.flagged("lehr_hq", "committed") == 1
    assert b.refuses("attack 26_77_i 5645").rule == "TFT H-8", "nor one after the other"
    late = before_bastogne("19MO", x26_77_i="5744", lehr_901_i="5643")
    late.play("attack 26_77_i,lehr_901_i 5644")


# ---------------------------------------------------------------------- H-7
def cut_off(turn: str, *, road: bool) -> Built:
    """VIII Corps HQ in Bastogne at the end of a turn; Germans stand in every source of the Allies, or in none."""
    b = position("bastogne", turn=turn).unit("us_viii_corps_hq", BASTOGNE).unit("us_101ab_hq", "5645")
    if not road:
        ring = sorted({there for place in (BASTOGNE, "5645") for there in b.game.ground.near[b.hex(place)]})
        germans = (c.id for c in b.game.counters if c.parent in ("26vg_hq", "lehr_hq") and c.type == "infantry")
        for place in ring:
            if b.pos.label(place) not in (BASTOGNE, "5645"):
                b.unit(next(germans), b.pos.label(place))
    return b.run(MutualEnd())


def test_viii_corps_hq_is_eliminated_for_good_in_a_bastogne_that_is_cut_off_from_19ev_on() -> None:
    """H-7."""
    assert cut_off("19AF", road=False).on("us_viii_corps_hq") == BASTOGNE, "not before the end of 19EV"
    assert cut_off("19EV", road=True).on("us_viii_corps_hq") == BASTOGNE, "a road is open"
    for turn in ("19EV", "20MO"):
        b = cut_off(turn, road=False)
        assert b.on("us_viii_corps_hq") == "-" and not b.pooled("returning", "us_viii_corps_hq")


# ---------------------------------------------------------------------- bastogne at the start
def test_bastogne_begins_with_headquarters_rested_and_two_divisions_fatigued() -> None:
    """4.1, 4.2."""
    b = position("bastogne", with_setup=True, seed="start")
    assert {b.flagged(hq, "rested") for hq in ("lehr_hq", "xlvii_hq", "us_viii_corps_hq")} == {1}
    for hq in ("us_28id_hq", "26vg_hq"):
        assert b.flagged(hq, "fatigued") == 1 and b.flagged(hq, "rested") == 0
    assert b.pos.marker("b_bridge", b.hex("7845"), b.hex("7946")) == 1, "the bridge of Gemuend spans the Our"


# ---------------------------------------------------------------------- losheim_gap
def test_the_ground_of_the_78th_division_is_left_empty() -> None:
    """H-4: no Allied unit enters it, German units along the road to Einruhr only."""
    b = position("losheim_gap", turn="17MO").unit("us_99_395_iii", "8607").corps("us_v_corps_hq")
    b.run(Movement(w.ALLIED))
    assert b.refuses("move us_99_395_iii 8606,8605").rule == "TFT H-4"
    g = position("losheim_gap", turn="17MO").unit("326_751_i", "8706").corps("lxvii_hq").run(Movement(w.GERMAN))
    g.play("move 326_751_i 8705")
    assert g.on("326_751_i") == "8705"
    for off in ("8605", "8804,8803"):
        assert g.refuses(f"move 326_751_i {off}").rule == "TFT H-4"


def test_the_526th_comes_in_by_the_west_edge_when_its_hex_is_german() -> None:
    """27.1."""
    for german in (False, True):
        b = position("losheim_gap", turn="17EV").unit("us_v_corps_hq", "7501").pool("waiting", "us_1a_526_aib")
        if german:
            b.unit("kgp_2_iii", "6919")
        b.corps("us_v_corps_hq").run(BeginMovement(w.ALLIED))
        if german:
            b.play("enter us_1a_526_aib 6812")
            assert b.on("us_1a_526_aib") == "6812"
        else:
            assert b.on("us_1a_526_aib") == "6919"


# ---------------------------------------------------------------------- H-6 victory rows
def test_bridges_of_the_meuse_count_ten_each_for_the_germans() -> None:
    """H-6."""
    b = position("campaign", turn="24MO").unit("2pz_304_i", "1625").unit("2pz_2_i", "1522")
    assert points(b, "meuse_bridges") == (2, 20)
    assert points(b.unit("us_2_41_i", "5050"), "meuse_bridges") == (2, 20)


def test_namur_entered_counts_as_liege_entered() -> None:
    """H-6."""
    b = position("campaign", turn="24MO")
    assert points(b, "depots") == (0, 0)
    assert points(b.control("german", "1510"), "depots") == (1, 50)


def test_battalions_of_all_kinds_and_afv_companies_are_german_losses() -> None:
    """H-6."""
    b = position("campaign", turn="24MO").pool("lost", "26vg_pzj", "26vg_at", "2pz_304_i", "26vg_fa_i")
    afv = next(c.id for c in b.game.counters if c.side == "german" and c.type == "panther")
    b.pool("lost", afv)
    assert points(b, "german_losses") == (3, 3), "anti-tank, infantry and artillery battalions"
    assert points(b, "german_afv") == (2, 2), "the Hetzers and the Panthers"


def test_artillery_that_is_withdrawn_is_not_lost() -> None:
    """60.5."""
    b = position("losheim_gap", turn="17EV").unit("us_99_370_fa", "8718", mode=1)
    withdraw_artillery(b.act())
    assert b.on("us_99_370_fa") == "-" and points(b, "us_battalions") == (0, 0)
    assert [event.reason for event in b.of(ev.Removed)] == [b.game.words["reason.withdrawn"]]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_hex_that_scores_lies_on_the_map_of_its_scenario(scenario: str) -> None:
    """H-6: Ortheuville lies west of the map of Bastogne, and nobody could take it."""
    rules = position(scenario).pos.scenario
    board = game().board
    wanted = {board.place(label) for row in rules.victory["points"] for label in row.get("hexes", ())}
    assert wanted and wanted <= rules.hexes
