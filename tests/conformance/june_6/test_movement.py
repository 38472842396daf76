"""Conformance cases of movement, ZOC and engineers, each named by its id."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.engine.games.june_6.rules.strategic import Attrition
from hexledger.events import model as ev
from tests.june_6.builder import Built, position
from tests.june_6.in_turn import JULY, in_turn

TANKS = "3_br_27"
FOOT = "3_br_8"


def moving(b: Built, *units: str) -> Built:
    return b.active(*units).run(Movement(), Attrition())


def cost(b: Built, line: str) -> int:
    """Half points."""
    return b.play(line).of(ev.Moved)[0].cost


def test_J6_005_armour_may_not_take_the_road_into_a_marsh_hex_with_two_friends() -> None:
    b = position(open_area=True).unit(TANKS, "W2821").unit("3_br_9", "W2720")
    assert (b.pos.board.terrain[b.hex("W2720")], b.pos.road(b.hex("W2821"), b.hex("W2720"))) == ("marsh", "minor_road")
    two = position(open_area=True).unit(TANKS, "W2821").units("W2720", "3_br_9", "3_br_185")
    assert moving(two, TANKS).refuses(f"move {TANKS} W2720").rule == "J6 8.46b"
    assert cost(moving(b, TANKS), f"move {TANKS} W2720") == 4, "with one friend the road stays open for 1 + 1 MP"


def test_J6_006_strategic_movement_enters_no_hex_with_two_friends_even_within_the_stacking_limit() -> None:
    b = in_turn(JULY).unit("21pz_hq", "E1739").unit("21pz_125", "E1539").units("E1639", "21pz_200", "21pz_pzjg")
    assert b.pos.fits(b.hex("E1639"), (b.piece("21pz_125"),))
    assert moving(b, "21pz_125").refuses("strategic_move 21pz_125 E1639").rule == "J6 8.24d"


def test_J6_048_an_extra_flak_unit_fits_where_a_third_combat_unit_does_not() -> None:
    b = (
        position()
        .units("E1837", "12ss_25", "12ss_26", "12ss_pzjg")
        .unit("iii_flak_c", "E1836")
        .unit("21pz_125", "E1937")
    )
    moving(b, "iii_flak_c", "21pz_125")
    assert b.refuses("move 21pz_125 E1837").rule == "J6 9.11"
    assert b.play("move iii_flak_c E1837").at("iii_flak_c") == "E1837"


def test_J6_050_foot_goes_from_zoc_to_zoc_only_through_a_free_hex_and_pays_both_ways() -> None:
    b = moving(position().unit(FOOT, "E2136").unit("21pz_125", "E2036"), FOOT)
    assert b.refuses(f"move {FOOT} E2135").rule == "J6 11.13a"
    assert cost(b, f"move {FOOT} E2236,E2235,E2135") == (2 + 2) + 2 + (2 + 2)
    assert (b.lines("reckon.move")["cost.leave_ezoc"], b.lines("reckon.move")["cost.enter_ezoc"]) == (2, 2)


@pytest.mark.parametrize(("turn", "legal"), [(3, False), (4, True)])
def test_J6_062_the_allies_use_strategic_movement_from_11_12_june_on(turn: int, legal: bool) -> None:
    b = moving(in_turn(turn).unit("3_br_hq", "E2438").unit("3_br_9", "E2240"), "3_br_9")
    if legal:
        assert b.play("strategic_move 3_br_9 E2139").at("3_br_9") == "E2139"
    else:
        assert b.refuses("strategic_move 3_br_9 E2139").rule == "J6 8.24f"


def test_J6_120_leaving_the_road_into_a_clear_hex_with_a_friend_costs_two_points() -> None:
    b = moving(position().unit(FOOT, "E2336").unit("3_br_9", "E2236"), FOOT)
    assert cost(b, f"move {FOOT} E2237,E2236") == 2 + (2 + 2)
    cited = {b.game.words.key(label): b.game.rules.key(rule) for label, _, rule in b.of(ev.Reckoned)[0].lines}
    assert cited["cost.traffic"] == "QA-MOVE-1"
    jam = moving(position().unit(FOOT, "E2336").units("E2237", "3_br_9", "3_br_185"), FOOT)
    assert cost(jam, f"move {FOOT} E2237,E2238") == (2 + 2) + 2, "a clear road hex that holds two: clear 1 + 1 (R-19)"


def bridge(north: str, south: str, *more: tuple[str, str]) -> Built:
    """21 Panzer's HQ active at the bridge E1838-E1738, with units at its ends."""
    b = in_turn(JULY).unit("21pz_hq", "E1639")
    for unit, at in ((north, "E1838"), (south, "E1738"), *more):
        if unit:
            b.unit(unit, at)
    return moving(b, "21pz_hq")


DEMOLISH = "demolish 21pz_hq E1838 E1738"


@pytest.mark.parametrize(("die", "stands"), [(4, False), (5, True)])
def test_J6_044_a_bridge_with_a_friend_and_an_enemy_falls_on_a_four(die: int, stands: bool) -> None:
    b = bridge(FOOT, "21pz_125").dice(die).play(DEMOLISH)
    assert b.pos.bridge(b.hex("E1838"), b.hex("E1738")) == stands
    assert [rolled.value for rolled in b.of(ev.Rolled)] == [die]


def test_J6_045_a_bridge_with_a_friend_and_no_enemy_falls_at_once() -> None:
    b = bridge("", "21pz_125").play(DEMOLISH)
    assert not b.pos.bridge(b.hex("E1838"), b.hex("E1738")) and not b.of(ev.Rolled)


def test_J6_046_a_bridge_with_an_enemy_and_no_friend_cannot_be_blown() -> None:
    assert bridge(FOOT, "", ("21pz_125", "E1739")).refuses(DEMOLISH).rule == "J6 20.44"
    assert bridge(FOOT, "3_br_9", ("21pz_125", "E1739")).refuses(DEMOLISH).rule == "J6 20.44"


def test_J6_126_a_bridge_without_an_own_unit_beside_it_cannot_be_blown() -> None:
    assert bridge("", "", ("21pz_125", "E1540")).refuses("demolish 21pz_hq E1436 E1437").rule == "J6 QA-TERR-2"


def test_J6_127_a_zoc_reaches_over_every_river_and_cliff() -> None:
    b = position(open_area=True).unit("21pz_125", "E1839").unit("g716_736", "E2825")
    for unit, over, kind in (("21pz_125", "E1838", "great_river"), ("g716_736", "E2925", "cliff")):
        assert kind in b.pos.board.hexsides(b.pos.at(b.piece(unit)), b.hex(over))
        assert set(b.pos.zoc_of(b.piece(unit))) == set(b.pos.board.neighbours[b.pos.at(b.piece(unit))])
    moving(b.unit(FOOT, "E1937"), FOOT)
    assert cost(b, f"move {FOOT} E1838") == 2 + 2


def test_J6_128_a_motorized_unit_has_a_zoc_into_marsh_only_along_a_road() -> None:
    for unit, zoc_everywhere in (("21pz_125", False), ("g716_736", True)):
        b = position(open_area=True).unit(unit, "W2720")
        marsh = [p for p in b.pos.board.neighbours[b.hex("W2720")] if b.pos.board.terrain[p] == "marsh"]
        roadless = [p for p in marsh if b.pos.board.road(b.hex("W2720"), p) is None]
        assert roadless
        for place in roadless:
            assert b.pos.in_ezoc(place, 1) == zoc_everywhere
    b = position(open_area=True).unit("21pz_125", "W2821")
    assert b.pos.road(b.hex("W2821"), b.hex("W2720")) and b.pos.in_ezoc(b.hex("W2720"), 1)


@pytest.mark.parametrize(("at", "legal"), [("E1837", False), ("E1937", True)])
def test_J6_413_strategic_movement_begins_three_hexes_from_the_nearest_enemy(at: str, legal: bool) -> None:
    b = in_turn(JULY).unit("21pz_hq", "E1739").unit("21pz_125", "E1638").unit(FOOT, at)
    assert b.pos.board.distance(b.hex("E1638"), b.hex(at)) == (3 if legal else 2)
    moving(b, "21pz_125")
    if legal:
        assert b.play("strategic_move 21pz_125 E1537").at("21pz_125") == "E1537"
    else:
        assert b.refuses("strategic_move 21pz_125 E1537").rule == "J6 8.24b"


@pytest.mark.parametrize(
    ("weather", "dice", "lost"),
    [("clear", [6], True), ("clear", [5], False), ("heavy_overcast", [], False), ("storm", [], False)],
)
def test_J6_415_one_attrition_roll_for_a_formation_and_the_loss_falls_on_who_used_strategic_movement(
    weather: str, dice: list[int], lost: bool
) -> None:
    b = in_turn(JULY, weather=weather, dice=dice).unit("21pz_hq", "E1739").unit("21pz_125", "E1539")
    b.unit("21pz_200", "E1639").unit("21pz_22", "E1439")
    moving(b, "21pz_hq", "21pz_125", "21pz_200", "21pz_22")
    b.play("strategic_move 21pz_125 E1639", "move 21pz_200 E1638", "end_movement")
    assert len(b.of(ev.Rolled)) == len(dice)
    assert [b.is_reduced(unit) for unit in ("21pz_125", "21pz_200", "21pz_22")] == [lost, False, False]
    assert b.quiet


def test_J6_423_a_division_hq_carries_two_foot_units_and_a_third_needs_the_corps_hq_or_is_a_commando() -> None:
    def at_the_orne() -> Built:
        b = in_turn(JULY).unit("3_br_hq", "E1937").units("E1838", FOOT, "3_br_9").unit("3_br_185", "E1938")
        return b.unit("i_br_hq", "E1837")

    b = moving(at_the_orne().unit("i_br_1ss", "E1737"), "3_br_hq", FOOT, "3_br_9", "3_br_185", "i_br_1ss")
    assert b.refuses(f"assist 3_br_hq {FOOT},3_br_9,3_br_185").rule == "J6 20.21"
    b.play(f"assist 3_br_hq {FOOT},3_br_9")
    assert b.refuses("move 3_br_185 E1939").rule == "J6 20.21"
    assert cost(b, f"move {FOOT} E1839") == 2 + 4
    assert cost(b, "move 3_br_9 E1839") == 2 + 4, "across country: a friend there is no traffic"
    b.play("assist i_br_hq 3_br_185")
    assert cost(b, "move 3_br_185 E1939") == 2 + 4
    assert cost(b, "move i_br_1ss E1638") == 2 + 4, "the commando pays +2 MP as well, without engineers"
