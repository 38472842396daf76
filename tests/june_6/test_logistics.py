"""Resource points, purchase, pre-set pools, free Ops markers, Corps Activations (4.23, 5.1, 7.2, 7.5)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.questions.artillery import attack_guns
from hexledger.engine.games.june_6.questions.fight import FIGHT_NORMAL, Fight
from hexledger.engine.games.june_6.rules import weather
from hexledger.engine.games.june_6.rules.bombardment import BombardmentPhase
from hexledger.engine.games.june_6.rules.corps_activation import BeginCorpsActivation
from hexledger.engine.games.june_6.rules.logistics import Logistics
from hexledger.engine.games.june_6.rules.me_phase import BeginMe, DrawAm
from hexledger.engine.games.june_6.tables import flags as f
from tests.june_6.builder import Built, position
from tests.june_6.schedule import notes, pooled, waits

JUNE_9, JUNE_11, JUNE_13 = 3, 4, 5
"""Turns of the campaign."""


# ---------------------------------------------------------------------- weather and initiative
@pytest.mark.parametrize(
    ("die", "name", "air", "naval"),
    [
        (0, "clear", 8, 6),
        (3, "clear", 8, 6),
        (4, "light_overcast", 4, 6),
        (8, "heavy_overcast", 0, 3),
        (9, "storm", 0, 0),
    ],
)
def test_the_german_die_is_the_weather_and_gives_the_markers(die: int, name: str, air: int, naval: int) -> None:
    """4.11, 4.12, 17.11, 18.11, 3.1"""
    b = position("campaign", turn=JUNE_11, dice=[die, 7 if die != 7 else 6])
    weather.determine(b.act(), JUNE_11)
    assert b.game.words.key(b.pos.weather) == f"weather.{name}"
    assert (b.state.track(f.AIR), b.state.track(f.NAVAL)) == (air, naval)


def test_the_german_die_loses_a_drm_on_9_10_june_for_the_initiative_only() -> None:
    """4.22"""
    b = position("campaign", turn=JUNE_9, dice=[6, 5, 6])
    weather.determine(b.act(), JUNE_9)
    assert b.lines("reckon.initiative_german") == {"line.die": 6, "line.initiative_drm": -1}
    assert b.pos.initiative == f.ALLIED, "6 - 1 ties the Allied 5; the second Allied die, 6, beats 5"
    assert b.game.words.key(b.pos.weather) == "weather.light_overcast"


# ---------------------------------------------------------------------- 5.12-5.17 points and purchase
def test_a_low_die_counts_three_and_the_account_is_written() -> None:
    """5.12, 3.21"""
    b = position("campaign", turn=JUNE_9, dice=[1]).unit("1_us_hq", "E2920").run(Logistics(f.ALLIED))
    b.play("buy_am am.1_us", "end_purchase")
    assert b.lines("reckon.rp") == {"line.rp_base": 6, "line.rp_die": 3, "line.rp_spent": -1}


def test_heavy_overcast_gives_the_german_two_points_and_two_ops_markers() -> None:
    """4.12c, 5.13, 7.22, 3.41"""
    b = position("campaign", turn=JUNE_9, dice=[5], weather="heavy_overcast").run(Logistics(f.GERMAN))
    assert b.lines("reckon.rp") == {"line.rp_base": 4, "line.rp_die": 5, "line.rp_weather": 2, "line.rp_spent": 0}
    assert pooled(b) == {"ops.german": 2}


def test_only_two_ams_of_a_division_exist_and_marked_hqs_buy_none() -> None:
    """5.14, 5.17, 3.22, 5.19"""
    b = position("st_lo", turn=2).unit("1_us_hq", "E2520").unit("2_us_hq", "E2516", re=True).unit("29_us_hq", "E2511")
    b.run(Logistics(f.ALLIED))
    b.play("buy_am am.1_us", "buy_am am.1_us")
    assert b.refuses("buy_am am.1_us").rule == "J6 5.14"
    assert b.refuses("buy_am am.2_us").rule == "J6 5.17"
    assert b.refuses("buy_am am.us_corps").rule == "J6 5.17"
    assert b.refuses("buy_am am.g352").rule == "J6 5.14"
    assert b.choices() == ["buy_am am.29_us", "end_purchase"]
    assert pooled(b) == {"am.1_us": 2, "ops.allied": 1}


def test_the_purchase_ends_with_the_last_point() -> None:
    """5.11"""
    b = position("epsom", turn=2).units("E1931", "15_br_hq").units("E2029", "49_br_hq").unit("viii_br_hq", "E2031")
    b.unit("43_br_hq", "E2030").run(Logistics(f.ALLIED))
    for am in ("am.15_br", "am.49_br", "am.cw_corps", "am.43_br"):
        b.play(f"buy_am {am}", f"buy_am {am}")
    assert b.lines("reckon.rp") == {"line.rp_fixed": 8, "line.rp_spent": -8}
    assert b.offer is not None
    assert b.offer.kinds == ("pick_am",), "the initiative player takes one out (7.21)"


def test_the_first_am_is_a_bought_one_and_never_an_ops_marker() -> None:
    """R-43, 3.61"""
    b = position("st_lo", turn=2).unit("1_us_hq", "E2520").unit("29_us_hq", "E2511").run(Logistics(f.ALLIED))
    b.play("buy_am am.29_us", "end_purchase")
    assert b.choices() == ["pick_am am.29_us"]
    assert b.refuses("pick_am ops.allied").rule == "J6 7.21"


def test_free_ams_of_arriving_formations_are_no_first_am() -> None:
    """7.23, R-43"""
    b = waits(position("campaign", turn=JUNE_11, dice=[5]), "9_us_hq", "2a_us_hq").unit("1_us_hq", "E2920")
    b.run(Logistics(f.ALLIED))
    assert pooled(b) == {"am.9_us": 1, "am.2a_us": 1, "ops.allied": 1}, "1 AM only, each"
    b.play("buy_am am.1_us", "end_purchase")
    assert b.choices() == ["pick_am am.1_us"]


def test_both_corps_ams_are_free_when_a_corps_unit_arrives_but_not_in_the_re_phase() -> None:
    """QA-AM-1, R-57, 5.16"""
    b = waits(position("campaign", turn=JUNE_11, dice=[5]), "viii_us_106", "v_us_749").run(Logistics(f.ALLIED))
    assert "am.us_corps" not in pooled(b)
    b = waits(position("campaign", turn=JUNE_9, dice=[5]), "xxx_br_11hus").run(Logistics(f.ALLIED))
    assert pooled(b)["am.cw_corps"] == 2


def test_supply_is_not_interdicted_where_the_german_buys_nothing() -> None:
    """R-63"""
    b = position("epsom", turn=1).unit("12ss_kg", "E1731").track("air", 2).run(BombardmentPhase())
    assert b.refuses("interdict supply_interdiction track.air 1").rule == "J6 R-63"
    b = position("epsom", turn=2).unit("12ss_kg", "E1731").track("air", 2).run(BombardmentPhase())
    b.play("interdict supply_interdiction track.air 1")
    assert b.state.track(f.AIR) == 1


def test_an_entry_area_is_interdicted_only_when_a_release_is_rolled_there() -> None:
    """17.24, 18.23"""
    b = waits(position("st_lo", turn=1), "g275_hq").unit("g352_914", "E2211").track("air", 3).run(BombardmentPhase())
    assert b.refuses("interdict interdiction_ab track.air 1").rule == "J6 17.24"
    assert b.refuses("interdict interdiction_cde track.naval 1").rule == "J6 18.23"
    b.play("interdict interdiction_cde track.air 2")
    assert b.refuses("interdict interdiction_cde track.air 1").rule == "J6 17.24"


# ---------------------------------------------------------------------- pre-set turns
def test_the_pool_of_the_first_epsom_turn_is_the_one_of_the_rulebook() -> None:
    """PB 6.51"""
    b = position("epsom", with_setup=True, seed="epsom").play("end_bombardment")
    first = {"am.cw_corps": 2, "am.15_br": 2, "am.11_br": 2, "am.49_br": 1, "am.german_corps": 2, "am.2ss": 2}
    assert pooled(b) == first | {"ops.german": 1}
    assert b.has("49_br_146", "active") == f.ME, "the other 49 Division AM acts first"


def test_the_drive_on_cherbourg_opens_with_the_corps_activation_of_vii_corps() -> None:
    """PB 4.1, 4.7.1, 7.53, PB 4.7.1"""
    b = position("drive_on_cherbourg", with_setup=True, seed="cherbourg")
    assert b.offer is not None
    assert set(b.offer.kinds) == {"bombard", "no_tot"}
    assert pooled(b) == {"am.4_us": 1, "am.9_us": 1, "am.79_us": 1}
    assert b.pos.formation(b.piece("vii_us_4cav")) == b.game.formation_number["9_us"]
    b.play("no_tot")
    assert set(b.choices()) == {"activate_division 4_us_hq", "activate_division 9_us_hq", "activate_division 79_us_hq"}


# ---------------------------------------------------------------------- 7.5 the Corps Activation
def corps(*far: str) -> Built:
    """US V Corps with an infantry and an armoured division; `far`: units out of its reach."""
    b = position("campaign", turn=JUNE_13).unit("v_us_hq", "E2420").unit("1_us_hq", "E2421").unit("1_us_16", "E2422")
    b.unit("2a_us_hq", "E2419").unit("2a_us_66", "E2419").unit("v_us_102", "E2418")
    for unit in far:
        b.unit(unit, "E2407")
    act = b.act()
    for division in ("1_us_hq", "2a_us_hq"):
        act.pool("pool.corps_division", b.piece(division), 1)
    return b.run(BeginCorpsActivation(b.piece("v_us_hq")))


def test_infantry_divisions_act_before_armoured_ones_and_corps_units_last() -> None:
    """7.56"""
    b = corps()
    order = []
    for _ in range(3):
        b.pass_until("move")
        order.append([b.game.piece(piece) for piece in b.pos.active_units()])
        b.play("end_movement")
    assert order == [["1_us_hq", "1_us_16"], ["2a_us_hq", "2a_us_66"], ["v_us_hq", "v_us_102"]]


def test_units_more_than_ten_hexes_from_the_corps_hq_take_no_part() -> None:
    """7.55"""
    b = corps("1_us_18").pass_until("move")
    assert b.has("1_us_16", "active") == f.ME
    assert b.has("1_us_18", "active") == 0


def test_the_corps_artillery_is_doubled_and_shared_by_all_divisions_of_the_activation() -> None:
    """16.26, 7.56a, R-51"""
    b = corps().pass_until("move")
    printed = b.pos.face(b.piece("v_us_hq")).artillery
    b.unit("g352_914", "E2322")
    fight = Fight(FIGHT_NORMAL, b.hex("E2322"), (b.piece("1_us_16"),), f.ALLIED, defenders=(b.piece("g352_914"),))
    assert dict(attack_guns(b.pos, fight))[b.piece("v_us_hq")] == 2 * printed
    act = b.act()
    act.flag(b.piece("v_us_hq"), f.ARTILLERY_USED, 3)
    act.flag(b.piece("v_us_hq"), f.FIRED, 1)
    b.play("end_movement").pass_until("move")
    assert [b.game.piece(piece) for piece in b.pos.active_units()] == ["2a_us_hq", "2a_us_66"]
    fight = fight._replace(attackers=(b.piece("2a_us_66"),))
    assert dict(attack_guns(b.pos, fight))[b.piece("v_us_hq")] == 2 * printed - 3


def test_the_tot_of_a_corps_activation_does_not_fire_the_hq() -> None:
    """7.56b, 16.26b"""
    b = position("campaign", turn=JUNE_13, dice=[0]).unit("v_us_hq", "E2420").unit("g352_914", "E2220")
    b.run(BeginCorpsActivation(b.piece("v_us_hq")))
    assert b.refuses("bombard v_us_hq E2420").rule == "J6 16.26b"
    b.play("bombard v_us_hq E2220")
    assert b.lines("reckon.bombardment_drm")["drm.tot"] == 2
    assert b.has("v_us_hq", "fired") == 0


def test_a_corps_activation_without_a_loc_is_lost() -> None:
    """5.33, 7.52, R-25"""
    b = position("campaign", turn=JUNE_13, seed="lost").unit("v_us_hq", "E1212")
    around = [b.game.place(place) for place in b.pos.board.neighbours[b.hex("E1212")]]
    ring = ("g352_914", "g352_915", "g352_916", "g353_941", "g353_942", "g353_943")
    for unit, place in zip(ring, around, strict=True):
        b.unit(unit, place)
    act = b.act()
    act.assign("var.corps_activation", b.piece("v_us_hq") + 1)
    act.pool("pool.am_aside", b.game.words["am.us_corps"], 1)
    b.pool("am.1_us").draws("am.1_us").run(BeginMe())
    assert b.has("v_us_hq", "re") == 1
    assert b.has("v_us_hq", "doubled") == 0


# ---------------------------------------------------------------------- free Ops markers
def test_an_ops_marker_without_an_hq_to_activate_is_spent() -> None:
    """7.12"""
    b = position("st_lo", seed="idle").unit("1_us_hq", "E2520", isolated=True).pool("ops.allied").draws("ops.allied")
    b.run(DrawAm())
    assert "note.ops_idle" in notes(b)


def test_of_the_corps_hqs_an_ops_marker_activates_only_the_one_that_is_named() -> None:
    """7.24e"""
    b = position("st_lo").unit("lxxxiv_hq", "E1608").unit("ii_fj_hq", "E1314").unit("ii_fj_12", "E1415")
    b.unit("2pz_38", "E1507").pool("ops.german").draws("ops.german").run(DrawAm())
    b.play("activate_by_ops ii_fj_hq")
    assert b.has("ii_fj_12", "active") == f.ME
    assert b.has("2pz_38", "active") == 0
