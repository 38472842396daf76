"""The worked example of an invasion at Anvers (12): both impulses, item by item.

Hexes of the figure: B BB4, C BB5, D CC6 (Anvers), E CC5, F CC4.
"""

from __future__ import annotations

from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.questions import contact, ground_support, landing, naval
from hexledger.engine.games.fortress_europa.rules import ground_support as ground_support_rules
from hexledger.engine.games.fortress_europa.rules import mulberries
from hexledger.engine.games.fortress_europa.rules import naval as naval_rules
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.rules.invasion import AfterReveal, PrimaryInvasion
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built
from tests.fortress_europa.fights import settle
from tests.fortress_europa.impulses import invading, june

SHIPS = ("naval_1", "naval_2", "naval_3", "naval_4")
SUPPORT = ("2_tac_1", "2_tac_2", "9_tac_1")
INVADERS = (("br_3", "BB5"), ("br_50", "BB5"), ("br_15", "CC6"), ("br_79_arm", "CC6"), ("br_43", "CC5"))


def landed() -> Built:
    """Items 1 to 4 of the first impulse, and 5: a German division in Anvers, the banks free, five units land."""
    b = june().unit("i_346", "CC6").units("england", "br_49", "br_1_cdo", "us_ranger", "hq_montgomery")
    for unit, _ in INVADERS:
        b.unit(unit, "england")
    b.aircraft("ground_support", *SUPPORT)
    b.run(PrimaryInvasion(), MoveImpulse(f.ALLIED, 1), ground_support_rules.Commit())
    b.play("declare_invasion BB5,CC6,CC5", *(f"invade {unit} {place}" for unit, place in INVADERS), "end_moves")
    return b.play("commit_support " + ",".join(SUPPORT) + " CC6")


def revealed() -> Built:
    """Items 6 and 7: a hidden division appears in CC4 and draws the two units from Anvers to itself."""
    b = landed().unit("i_711", "CC4")
    return b.run(AfterReveal())


def test_five_units_land_at_anvers_and_on_both_sides_of_it() -> None:
    """FE 12.7, 12.10, 12.13, third item: 79th stacks free and counts for the beaches, which it fills."""
    b = landed()
    assert {unit: b.at(unit) for unit, _ in INVADERS} == dict(INVADERS)
    assert landing.landed(b.pos) == 5
    assert ground_support.committed(b.pos, b.hex("CC6")) == 3


def test_ships_lie_in_bb3_and_support_the_battle_in_cc4() -> None:
    """FE 19.1, 19.6, fourth item: they are placed before the hidden units appear, and CC4 is next to BB3."""
    b = landed().run(naval_rules.PlaceNaval()).play(*(f"move_ship {ship} BB3" for ship in SHIPS))
    b.unit("i_711", "CC4").run(AfterReveal())
    assert set(naval.able(b.pos, b.path("CC4"))) == {b.piece(ship) for ship in SHIPS}


def test_the_hidden_division_draws_both_units_out_of_anvers_and_their_support_is_lost() -> None:
    """FE 12.17, 17.10.2, sixth and seventh item."""
    b = revealed()
    assert {unit: b.at(unit) for unit, _ in INVADERS} == dict(INVADERS) | {"br_15": "CC4", "br_79_arm": "CC4"}
    assert contact.obliged(b.pos, b.piece("br_15")) == (b.hex("CC4"),)
    assert contact.reach(b.pos, b.piece("br_3")) == (), "the others attack nobody in this impulse (12.8)"
    assert ground_support.committed(b.pos, b.hex("CC4")) == 0
    b.run(CombatImpulse(f.ALLIED, 1)).dice(4).play("attack br_15,br_79_arm CC4")
    assert "line.ground_support" not in b.lines("reckon.odds")
    assert b.lines("reckon.combat_die")["line.79th"] == 2


def test_the_second_impulse_of_the_example() -> None:
    """FE 12.8, 12.11, 12.12, 21, items 1 to 4: raiders in CC5, an infantry unit and Montgomery in BB5, where Anvers
    holds them, the Mulberry in BB5, and all of BB5 and CC5 attack Anvers."""
    b = revealed().run(CombatImpulse(f.ALLIED, 1)).dice(6).play("attack br_15,br_79_arm CC4")
    settle(b)
    assert b.gone("i_711"), "eighth item"
    b.state.agenda = b.state.agenda[:1]
    b.run(sequence.EndCombat(f.ALLIED, 1))
    assert set(b.choices()) == {"remove_excess br_15", "remove_excess br_79_arm"}, "one unit on flooded ground"
    b.play("remove_excess br_79_arm").turn_of("allied", 2).track("landings", 0, f.ALLIED)
    b.run(MoveImpulse(f.ALLIED, 2))
    b.play("raid br_1_cdo:CC5,us_ranger:CC5", "invade br_49 BB5", "invade hq_montgomery BB5")
    assert b.at("br_1_cdo") == b.at("us_ranger") == "CC5"
    for unit in ("br_49", "hq_montgomery", "br_3"):
        assert b.refuses(f"move {unit} BB6").rule in ("FE 7.2", "FE 8.10"), unit
    b.play("end_moves").run(mulberries.PlaceMulberry())
    assert any(one.startswith("set_mulberry") and one.endswith("BB5") for one in b.choices())
    b.run(CombatImpulse(f.ALLIED, 2)).dice(6)
    b.play("attack br_3,br_50,br_49,br_43,br_1_cdo,us_ranger,hq_montgomery CC6")
    settle(b)
    assert b.at("i_346") != "CC6"


def test_invaders_of_caen_who_come_upon_the_hidden_30th_fight_it_and_wake_nobody() -> None:
    """FE 9.6, 12.17: the article's defence of the 7th district: i_30 is frozen and hidden in N5, in the 15th district;
    the way there is forced, and so is the attack."""
    b = (
        june()
        .units("england", "us_1", "br_50")
        .unit("i_243", "K4", frozen=f.SEVENTH)
        .unit("i_47", "U6", frozen=f.FIFTEENTH)
    )
    invading(b, "M5", "M6").play("invade us_1 M6", "invade br_50 M5")
    assert (b.has("i_243", "frozen"), b.has("i_47", "frozen")) == (0, f.FIFTEENTH), "the 7th district is invaded"
    b.unit("i_30", "N5", frozen=f.FIFTEENTH).run(AfterReveal())
    assert b.at("us_1") == "N5" and b.has("i_47", "frozen") == f.FIFTEENTH
    b.run(CombatImpulse(f.ALLIED, 1)).dice(5).play("attack us_1 N5")
    settle(b)
    assert b.has("i_47", "frozen") == f.FIFTEENTH
