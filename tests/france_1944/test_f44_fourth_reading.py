"""France 1944: exceptions of exceptions, and two rules that meet: what a fourth reading of the original asked for."""

from __future__ import annotations

import pytest

from hexledger.engine.games.france_1944.questions import banks, command, entry, retreats, supply, ways, zoc
from hexledger.engine.games.france_1944.rules import airborne, bridgeheads, losses, retreat
from hexledger.engine.games.france_1944.rules.advance import Advances
from hexledger.engine.games.france_1944.rules.reinforcements import Reinforcements
from hexledger.engine.games.france_1944.rules.southern import Southern
from hexledger.engine.games.france_1944.sequence import CycleEnds, InitiativePhase
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.map.paths import path_to
from tests.france_1944.builder import Built, position
from tests.france_1944.fights import field, settle


# ---------------------------------------------------------------------- 4.10 a headquarters alone in an enemy ZOC
def pursuit(steps: int, hq: str) -> Built:
    """An armoured division that may advance into 1120, and a German headquarters that stands alone beside that hex."""
    b = position(turn=4).unit("us_2ad", "1020", steps=steps).unit("hq_ge_7", hq)
    return b.run(Advances((b.piece("us_2ad"),), (b.hex("1120"),)))


@pytest.mark.parametrize(("steps", "gone"), [(3, True), (1, False)])
def test_an_advance_that_only_passes_a_lone_headquarters_disperses_it(steps: int, gone: bool) -> None:
    """4.10, 9.8, R-35: at once, from the vacated hex already; a cadre has no ZOC."""
    b = pursuit(steps, "1220").play("advance us_2ad 1120,1019")
    assert b.on("us_2ad") == "1019" and (b.on("hq_ge_7") == "turn_track") is gone


def test_the_second_hex_of_an_advance_is_that_of_a_headquarters_which_the_first_has_dispersed() -> None:
    """4.10, 7.1, 9.8, R-35: it stands there no more when the division goes on; beside a cadre it does."""
    assert pursuit(1, "1220").refuses("advance us_2ad 1120,1220").rule == "F44 7.1"
    b = pursuit(3, "1220").play("advance us_2ad 1120,1220")
    assert b.on("us_2ad") == "1220" and b.on("hq_ge_7") == "turn_track"


def test_a_headquarters_that_an_advance_leaves_alone_is_gone_before_its_unit_could_come_back() -> None:
    """4.10, 9.8, R-52: the second hex may be the one that the unit came from, and nobody stands in it any more."""
    b = position(turn=4).unit("us_2ad", "1020").unit("hq_us_1", "1020").unit("ge_2pz", "1021")
    b.run(Advances((b.piece("us_2ad"),), (b.hex("1120"),))).play("advance us_2ad 1120,1020")
    assert b.on("us_2ad") == "1020" and b.on("hq_us_1") == "turn_track"


@pytest.mark.parametrize(("steps", "gone"), [(3, True), (1, False)])
def test_a_stack_that_retreats_past_a_lone_enemy_headquarters_disperses_it(steps: int, gone: bool) -> None:
    """4.10, 9.7, R-35: beside the hex that it only passes."""
    b = position(turn=4).unit("ge_2pz", "1120", steps=steps).unit("hq_us_1", "1219")
    retreat.fall_back(b.act(), (b.piece("ge_2pz"),), b.path("1120", "1220", "1321"), "mode.retreat", "9.7")
    assert (b.on("hq_us_1") == "turn_track") is gone and b.on("ge_2pz") == "1321"


@pytest.mark.parametrize(("steps", "gone"), [(3, True), (1, False)])
def test_a_retreat_goes_on_through_the_hex_of_a_headquarters_that_it_disperses(steps: int, gone: bool) -> None:
    """4.10, 9.7, R-35: the hex is free when the stack comes to it, and not if the stack has no ZOC."""
    b = position(turn=4).unit("ge_2pz", "1120", steps=steps).unit("hq_us_1", "1321")
    way = b.path("1220", "1321")
    assert (way in retreats.ways(b.pos, (b.piece("ge_2pz"),), (b.hex("1019"),))) is gone
    if gone:
        retreat.fall_back(b.act(), (b.piece("ge_2pz"),), (b.hex("1120"), *way), "mode.retreat", "9.7")
        assert b.on("ge_2pz") == "1321" and b.on("hq_us_1") == "turn_track"


@pytest.mark.parametrize(("steps", "gone"), [(3, True), (1, False)])
def test_a_move_goes_on_through_the_hex_of_a_headquarters_that_it_disperses(steps: int, gone: bool) -> None:
    """4.10, 7.1, R-35: in one decision as in two."""
    b = field().unit("us_2ad", "1020", steps=steps).unit("hq_ge_7", "1220").army("hq_us_1", "us_2ad").box(1)
    if gone:
        b.play("move us_2ad 1120,1220,1320")
        assert b.on("us_2ad") == "1320" and b.on("hq_ge_7") == "turn_track"
    else:
        assert b.refuses("move us_2ad 1120,1220,1320").rule == "F44 7.1"


def test_a_reinforcement_marches_on_through_the_hex_of_a_headquarters_that_it_disperses() -> None:
    """4.10, 10.1.4, R-35: its march is one decision."""
    b = position(turn=9).supply("2907").unit("hq_us_9", "3209").unit("ge_2pz", "eliminated_german", steps=0)
    b.act().steps(b.piece("ge_2pz"), 3)
    b.flag("ge_2pz", "rebuilt").run(Reinforcements(w.GERMAN)).play("reinforce ge_2pz 3310 3209")
    assert b.on("hq_us_9") == "turn_track" and b.on("ge_2pz") == "3209"


def test_an_active_headquarters_does_not_move() -> None:
    """4.8: it moves while it is inactive, by a reaction of its own."""
    b = field().unit("us_v", "1019").army("hq_us_1", "us_v").box(1)
    assert b.refuses("move hq_us_1 1018").rule == "F44 4.8"
    assert b.play("end_increment").single("hq_us_1").box(1).play("move hq_us_1 1018").on("hq_us_1") == "1018"


def test_a_headquarters_is_no_attacker() -> None:
    """4.9: it adds to those who attack, and is refused as one of them by the rule that says so."""
    b = field().unit("us_v", "1019").unit("ge_lxxxiv", "1120").army("hq_us_1", "us_v").box(1, "a")
    assert b.refuses("attack us_v,hq_us_1 1120").rule == "F44 4.9"


# ---------------------------------------------------------------------- 10.1.1 surrounded
def test_a_source_in_an_enemy_zoc_ends_the_way_out_as_it_ends_a_line() -> None:
    """10.1.1, 3.3, R-10: over a friend to St. Nazaire, which the enemy stands beside and nobody in; with an enemy in it
    there is no way."""
    b = position(turn=2).unit("ge_2pz", "0815").unit("ge_lxxx", "0715").unit("us_v", "0613")
    ring = (place for place in b.game.ground.near[b.hex("0815")] if place != b.hex("0715"))
    for unit, place in zip(("us_vii", "us_xix", "us_xv", "us_xii", "us_vi"), ring, strict=True):
        b.unit(unit, b.pos.label(place))
    panzer = b.piece("ge_2pz")
    assert zoc.open_ezoc(b.pos, b.hex("0614"), w.GERMAN) and not supply.supplied(b.pos, panzer)
    assert [b.pos.label(place) for place in supply.way_out(b.pos, panzer)] == ["0815", "0715", "0614"]
    assert not supply.surrounded(b.pos, panzer)
    assert supply.surrounded(b.unit("us_xxii", "0614").pos, panzer)


# ---------------------------------------------------------------------- 10.1.3 southern hexes
def test_a_german_headquarters_on_row_28_commands_as_anywhere() -> None:
    """10.1.3, R-72: what the rule says of headquarters in southern hexes it says of Allied ones, by either reading."""
    for reading in ("boxes", "boxes_and_row28"):
        b = position(turn=4, options={"southern_hex": reading}).unit("hq_ge_19", "1828").unit("ge_11pz", "1826")
        assert command.in_range(b.pos, b.piece("hq_ge_19"), b.piece("ge_11pz"))
        far = b.unit("ge_lxxxv", "1128")
        assert not command.in_range(far.pos, b.piece("hq_ge_19"), b.piece("ge_lxxxv"))


def test_by_the_mutual_reading_southern_boxes_beside_each_other_are_adjacent() -> None:
    """8.0, 10.1.3, R-6: S15 and S16 may attack 1628 together, S15 and S17 may not."""
    b = position(turn=4, options={"attack_adjacency": "mutual"}).assign("south", 3).unit("hq_us_7", "S15")
    b.unit("us_vi", "S15").unit("us_v", "S16").unit("us_vii", "S17").unit("ge_lxxxv", "1628")
    b.army("hq_us_7", "us_vi", "us_v", "us_vii").box(1, "a")
    assert b.refuses("attack us_vi,us_vii 1628").rule == "F44 8.0"
    b.play("attack us_v,us_vi 1628")
    assert b.has("us_v", "attacked") and b.has("us_vi", "attacked") and not b.has("us_vii", "attacked")


@pytest.mark.parametrize(("there", "longest"), [("", 3), ("ge_2pz", 3), ("ge_lxiv", 2)])
def test_southern_armour_beside_infantry_goes_two_hexes_wherever_the_infantry_came_from(
    there: str, longest: int
) -> None:
    """10.1.3, 9.7: armour that is stacked with no infantry may go three; with a corps that stood there before it is."""
    b = position(turn=3)
    if there:
        b.unit(there, "1828")
    b.run(Southern()).play("place_south ge_11pz 1828", "place_south ge_lxxxv 2428", "place_south ge_ivlw 2428")
    settle(b, "south_retreat")
    found = [line.split()[2].split(",") for line in b.choices() if line.startswith("south_retreat 1828")]
    assert found and max(map(len, found)) == longest


# ---------------------------------------------------------------------- 10.1.6 what the entry hex costs
def test_an_entry_hex_in_an_enemy_zoc_costs_a_point_more() -> None:
    """10.1.6, 3.3, 5.3: who comes in beside a friend has spent what it costs to enter the hex, the ZOC included."""
    open_, held = position(turn=4).unit("us_v", "1409"), position(turn=4).unit("us_v", "1409").unit("ge_2pz", "1410")
    cadre = position(turn=4).unit("us_v", "1409").unit("ge_2pz", "1410", steps=1)
    points = [entry.points(b.pos, b.piece("us_iii"), b.hex("1409")) for b in (open_, cadre, held)]
    assert points == [7, 7, 6], "eight for an allowance of 4, one for open country, one for the ZOC"
    here, division = held.hex("1409"), held.piece("us_14ad")
    reached = ways.reach(held.pos, division, here, 11, admin=True)
    end = next(place for place, (cost, _) in reached.items() if cost == 11)
    path = ",".join(held.pos.label(place) for place in path_to(reached, end)[1:])
    held.run(Reinforcements(w.ALLIED))
    assert held.refuses(f"reinforce us_14ad 1409 {path}").rule == "F44 7.0"


# ---------------------------------------------------------------------- 12.4 who activates nobody
def waiting(month: int) -> Built:
    """The 18th in England, and an Allied headquarters at the Rhine that could be activated."""
    b = position(turn=month).supply("2907").unit("hq_us_9", "3307").unit("us_v", "3307")
    return b.unit("us_xviii_abn", "airborne_box").run(InitiativePhase(w.ALLIED))


def test_plunder_varsity_is_declared_after_a_pass_too() -> None:
    """12.4, R-63: an Allied chit and no increment declared is all that is wanted; nobody commands the 18th then, and it
    stays on the map."""
    b = waiting(10).dice(6, 6, 6).play("pass")
    assert b.offer is not None and "drop" in b.offer.kinds
    b.play("drop 3405")
    assert b.on("us_xviii_abn") == "3405" and not b.has("us_xviii_abn", "active") and b.quiet
    assert not b.has("us_xviii_abn", "dropped"), "ordinary infantry from the end of the cycle on"


def test_after_a_pass_in_winter_nobody_drops() -> None:
    """12.3: Market Garden comes before the headquarters is chosen, or not at all."""
    b = waiting(9).play("pass")
    assert b.offer is not None and "activate_hq" in b.offer.kinds
    assert b.play("pass").quiet


def test_a_german_pass_brings_no_drop() -> None:
    """12.4: on Allied chits alone."""
    b = position(turn=10).unit("hq_us_9", "3307").unit("us_v", "3307").unit("us_xviii_abn", "airborne_box")
    b.unit("hq_ge_7", "3512").unit("ge_2pz", "3512").run(InitiativePhase(w.GERMAN)).play("pass")
    assert b.quiet


# ---------------------------------------------------------------------- 12.6
@pytest.mark.parametrize(
    ("beside", "enemy", "there"), [("", "", False), ("us_vii", "", True), ("us_vii", "ge_lxxxvi", False)]
)
def test_a_hex_in_allied_zoc_only_is_a_bridgehead_though_a_unit_out_of_supply_stands_in_it(
    beside: str, enemy: str, there: bool
) -> None:
    """12.6: supply is asked of the unit that makes one by standing there, not of a ZOC; German ZOC bars it."""
    b = position(turn=9).unit("us_v", "3506")
    for unit, label in ((beside, "3606"), (enemy, "3505")):
        if unit:
            b.unit(unit, label)
    assert not supply.supplied(b.pos, b.piece("us_v"))
    bridgeheads.test(b.act())
    assert banks.bridgehead(b.pos, b.hex("3506")) is there


@pytest.mark.parametrize(("reading", "there"), [("temporary", False), ("stays", True)])
def test_a_bridgehead_of_market_garden_ends_with_the_cycle_also_if_the_18th_was_destroyed(
    reading: str, there: bool
) -> None:
    """12.3, 12.6, R-61: it does not outlive the unit that made it, where no German ZOC takes it away before."""
    b = position(turn=4, options={"market_garden_bridgehead": reading}).supply("2907").unit("hq_us_9", "3307")
    b.unit("us_xviii_abn", "airborne_box").dice(6, 6, 6)
    airborne.land(b.act(), w.MARKET_GARDEN, b.hex("3506"))
    assert banks.bridgehead(b.run().pos, b.hex("3506"))
    losses.eliminate(b.act(), b.piece("us_xviii_abn"), "9.6")
    assert banks.bridgehead(b.pos, b.hex("3506")), "to the end of the cycle"
    b.run(CycleEnds())
    assert banks.bridgehead(b.pos, b.hex("3506")) is there and b.on("us_xviii_abn") == "eliminated_allied"
    assert not any(b.state.marker(place, -1, w.BY_AIRBORNE) for place in b.game.ground.east_bank)
