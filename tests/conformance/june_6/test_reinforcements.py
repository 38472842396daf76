"""Cases on reinforcements (10, 17.24, PB 2.7, QA-AM, QA-BEACH): one test a case, named by its id."""

from __future__ import annotations

import msgspec
import pytest

from hexledger.engine.games.june_6.rules.endphase import EndPhase
from hexledger.engine.games.june_6.rules.logistics import Logistics
from hexledger.engine.games.june_6.rules.me_phase import PlayAm
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.engine.games.june_6.rules.reduced_efficiency import BeginRe
from hexledger.engine.games.june_6.rules.release import Release
from hexledger.engine.games.june_6.sequence import BeginBombardment
from hexledger.engine.games.june_6.tables import flags as f
from tests.june_6.builder import Built, position
from tests.june_6.schedule import interdict, notes, pooled, put, waiting_leads, waits

JUNE_7, JUNE_9, JUNE_11 = 2, 3, 4
"""Turns of the campaign."""


def in_campaign(turn: int, *dice: int, weather: str = "clear") -> Built:
    return position("campaign", turn=turn, dice=dice, weather=weather)


def lehr_fails(monkeypatch: pytest.MonkeyPatch) -> Built:
    """The example of 10.34: release 4, one marker over its entry area, a 4 is rolled."""
    b = interdict(waits(in_campaign(JUNE_7, 4), "lehr_hq", area="D"), "interdiction_cde", air=1)
    lead = b.piece("lehr_hq")
    scenario = b.pos.scenario
    monkeypatch.setitem(scenario._by_lead, lead, msgspec.structs.replace(scenario.arrival(lead), release=4))
    return b.run(Release(lead))


def test_J6_009_an_interdiction_marker_makes_the_release_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    b = lehr_fails(monkeypatch)
    assert b.lines("reckon.release") == {"line.die": 4, "line.interdiction": 1, "line.release_number": 4}
    assert "note.not_released" in notes(b)
    assert b.gone("lehr_hq")


def test_J6_010_the_german_may_ignore_the_failure_at_the_price_of_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    b = lehr_fails(monkeypatch)
    assert b.offer is not None
    assert b.offer.side == f.GERMAN
    b.play("enter_anyway")
    assert b.offer.side == f.ALLIED
    assert b.refuses("choose_unit lehr_hq").rule == "J6 10.33"
    b.play("choose_unit lehr_130")
    assert b.is_reduced("lehr_130")
    assert not b.is_reduced("lehr_901")
    assert {b.at(unit) for unit in ("lehr_hq", "lehr_901", "lehr_130")} == {"turn_track"}


def test_J6_012_panzer_lehr_has_the_release_number_6() -> None:
    """10.31"""
    b = in_campaign(JUNE_7)
    assert b.pos.scenario.arrival(b.piece("lehr_hq")).release == 6


def test_J6_013_heavy_overcast_helps_the_release() -> None:
    b = waits(in_campaign(JUNE_7, 8, weather="heavy_overcast"), "lehr_hq", area="C")
    b.run(Release(b.piece("lehr_hq")))
    assert b.lines("reckon.release") == {"line.die": 8, "line.heavy_overcast": -2, "line.release_number": 6}
    assert "note.released" in notes(b)
    assert b.at("lehr_hq") == "turn_track"


def test_J6_070_naval_markers_count_for_area_a_only() -> None:
    b = interdict(waits(in_campaign(JUNE_7, 0), "lehr_hq", area="D"), "interdiction_cde", air=1)
    interdict(b, "interdiction_ab", naval=2)
    b.run(Release(b.piece("lehr_hq")))
    assert b.lines("reckon.release")["line.interdiction"] == 1
    b = interdict(waits(in_campaign(JUNE_7, 0), "g346_hq", area="A"), "interdiction_ab", air=1, naval=2)
    b.run(Release(b.piece("g346_hq")))
    assert b.lines("reckon.release")["line.interdiction"] == 3


# ---------------------------------------------------------------------- free AMs
def test_J6_102_what_was_not_released_on_6_june_has_free_ams_on_7_8_june() -> None:
    b = waits(in_campaign(JUNE_7, 5), "12ss_hq", "g711_hq")
    b.run(Logistics(f.GERMAN))
    assert pooled(b) == {"am.12ss": 2, "am.g711": 2}
    b.run(PlayAm(b.game.words["am.12ss"]))
    assert b.at("12ss_25") == "turn_track", "it enters without a roll (R-56)"


def test_J6_103_the_airborne_divisions_buy_their_ams_on_7_8_june() -> None:
    b = in_campaign(JUNE_7, 5).unit("82_us_hq", "utah_box").unit("82_us_505", "W3523", re=True)
    b.run(Logistics(f.ALLIED))
    assert pooled(b) == {"ops.allied": 1}
    b.play("buy_am am.82_us")
    assert pooled(b)["am.82_us"] == 1


def test_J6_104_divisions_that_arrived_in_re_buy_their_ams_later() -> None:
    b = in_campaign(JUNE_11, 5).unit("7_br_hq", "E2630").unit("7_br_22", "E2630").unit("51_br_hq", "E2734")
    b.run(Logistics(f.ALLIED))
    assert pooled(b) == {"ops.allied": 1}
    b.play("buy_am am.7_br", "buy_am am.51_br")
    assert pooled(b) == {"ops.allied": 1, "am.7_br": 1, "am.51_br": 1}


def test_J6_106_re_comes_off_when_the_hq_arrives_as_a_reinforcement() -> None:
    b = waits(in_campaign(JUNE_11, 0), "17ss_hq", area="E").unit("17ss_17", "E1309", re=True)
    b.run(PlayAm(b.game.words["am.17ss"]))
    assert b.has("17ss_17", "re") == 0
    b.pass_until("move")
    assert b.has("17ss_17", "active") == f.ME
    assert b.has("17ss_37", "active") == f.ME


# ---------------------------------------------------------------------- 10.36, 10.37 holding back and closed hexes
def test_J6_432_a_group_held_back_has_free_ams_next_turn_and_still_needs_its_release() -> None:
    b = waits(in_campaign(JUNE_7), "lehr_hq")
    b.run(BeginBombardment())
    b.play("hold_back lehr_hq")
    b.dice(5).run(Logistics(f.GERMAN))
    assert "am.lehr" not in pooled(b)
    b = put(waits(position("campaign", turn=JUNE_7, seed="hold"), "lehr_hq"), "held", "lehr_hq").run(EndPhase())
    assert "lehr_hq" in waiting_leads(b)
    assert b.pos.state.pooled(b.game.words["pool.any_entry"], b.piece("lehr_hq")) == 1
    b = put(waits(in_campaign(JUNE_9), "lehr_hq"), "any_entry", "lehr_hq")
    b.run(BeginBombardment())
    b.play(f"choose_entry lehr_hq {b.game.place(b.pos.board.areas['entry_f'][0])}")
    b.dice(5, 9).run(Logistics(f.GERMAN))
    assert pooled(b)["am.lehr"] == 2
    b.run(PlayAm(b.game.words["am.lehr"]))
    assert "note.not_released" in notes(b), "the 9 was rolled for its release"


def test_J6_433_an_entry_hex_is_closed_by_units_but_not_by_a_zoc() -> None:
    entry = "E1042"
    b = waits(position("campaign", turn=JUNE_7, seed="closed"), "lehr_hq", area="C").unit("3_br_8", entry)
    b.run(PlayAm(b.game.words["am.lehr"]))
    assert "note.entry_closed" in notes(b)
    assert b.gone("lehr_hq")
    b.run(EndPhase())
    assert b.pos.state.pooled(b.game.words["pool.any_entry"], b.piece("lehr_hq")) == 1
    neighbour = b.game.place(b.pos.board.neighbours[b.hex(entry)][0])
    b = waits(in_campaign(JUNE_7, 0), "lehr_hq", area="C").unit("3_br_8", neighbour)
    b.run(PlayAm(b.game.words["am.lehr"])).pass_until("move")
    assert b.at("lehr_901") == "turn_track"
    b.play(f"move lehr_901 {entry}")
    assert b.at("lehr_901") == entry


def test_J6_509_a_unit_that_comes_before_its_hq_rolls_in_the_re_phase() -> None:
    b = waits(position("campaign", turn=JUNE_9, dice=[8], seed="early"), "17ss_17", area="E")
    b.run(BeginRe())
    assert b.lines("reckon.release") == {"line.die": 8, "line.release_number": 7}
    assert b.choices() == ["enter_anyway", "await_release"], "the failure may be ignored (10.33)"
    b.play("enter_anyway")
    assert "note.lost_on_entry" in notes(b), "it has one step, and that is the one that is lost"
    b = waits(in_campaign(JUNE_9, 7), "17ss_17", area="E").run(BeginRe())
    assert b.has("17ss_17", "re") == 1
    b.play("activate_re 17ss_17")
    assert b.has("17ss_17", "active") == f.RE_MODE
    b.play("move 17ss_17 E1012")
    assert b.at("17ss_17") == "E1012"


def test_J6_310_275_division_is_put_on_the_map_when_both_releases_fail() -> None:
    b = waits(position("st_lo", turn=1, dice=[9, 9]), "g275_hq")
    am = b.game.words["am.g275"]
    b.run(PlayAm(am)).play("await_release").run(PlayAm(am)).play("await_release")
    assert b.gone("g275_hq")
    b.run(EndPhase())
    for unit, place in (("g275_hq", "E1011"), ("g275_fus", "E1012"), ("g275_kg", "E1011")):
        assert b.offer is not None
        assert b.offer.pieces == (b.piece(unit),)
        assert b.refuses(f"put_in {unit} E1009").rule == "J6 PB 5.3.3"
        b.play(f"put_in {unit} {place}")
        assert b.at(unit) == place
    assert "am.g275" not in pooled(b), "no free AMs in the turn that has begun"


# ---------------------------------------------------------------------- landing
def landing(*units: str) -> Built:
    b = position("campaign", turn=JUNE_9)
    for unit in units:
        b.unit(unit, "sword_box")
    return b.active(*units).run(Movement())


def test_J6_116_units_without_room_on_the_beach_stay_in_the_box() -> None:
    b = landing("3_br_8", "3_br_9", "3_br_185")
    full = position("campaign", turn=JUNE_9)
    for place in ("E2540", "E2640"):
        full.units(place, *(("50_br_69", "50_br_151") if place == "E2540" else ("50_br_231", "3_cdn_7")))
    for unit in ("3_br_8", "3_br_9"):
        full.unit(unit, "sword_box")
    full.active("3_br_8", "3_br_9").run(Movement())
    assert any(choice.startswith("move 3_br_8 E2540") for choice in b.choices())
    assert not any(choice.rpartition(" ")[2] in ("E2540", "E2640") for choice in full.choices())
    assert full.refuses("move 3_br_8 E2540").rule == "J6 9.11"
    full.play("end_movement")
    assert full.at("3_br_8") == "sword_box"


def test_J6_118_landing_in_an_enemy_zoc_costs_a_point_more() -> None:
    b = landing("3_br_8")
    b.play("move 3_br_8 E2540")
    free = b.lines("reckon.move")
    b = position("campaign", turn=JUNE_9).unit("3_br_8", "sword_box").unit("g716_736", "E2541").active("3_br_8")
    b.run(Movement()).play("move 3_br_8 E2540")
    assert b.lines("reckon.move") == free | {"cost.enter_ezoc": 2}
    assert free["cost.landing"] == 2 * 3, "half of MA 5, rounded up"


def test_J6_119_a_support_unit_lands_in_an_enemy_zoc_only_beside_a_combat_unit() -> None:
    b = position("campaign", turn=JUNE_9).unit("i_br_79", "sword_box").unit("3_br_8", "sword_box")
    b.unit("g716_736", "E2541").active("i_br_79", "3_br_8").run(Movement())
    assert b.refuses("move i_br_79 E2540").rule == "J6 11.14"
    b.play("move 3_br_8 E2540", "move i_br_79 E2540")
    assert b.at("i_br_79") == "E2540"
