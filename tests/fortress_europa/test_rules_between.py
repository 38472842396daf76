"""Where two rules meet: a city left empty in an enemy ZOC and lines, trains (10.6, 18.3, 30.2); Mulberries and Jersey
(12.12, 31.5); fuel and the exit (31.14, 31.15); capacity and the secondary invasion (12.18, 18.7.4)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import capacity, rail, supply, trains
from hexledger.engine.games.fortress_europa.rules.mulberries import PlaceMulberry
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.impulses import counted, moving


# ------------------------------------------------------------------ 30.2, 10.6
def city_on_the_line() -> tuple[str, str, str, str]:
    """A city on a railway, the rail hexes on both sides of it, and a hex beside the city and beside neither."""
    ground, board = game().tables.ground, game().board
    for city in sorted(ground.cities):
        ends = [p for p in ground.rails[city] if p not in ground.cities and p < board.n_hexes]
        if len(ground.rails[city]) != 2 or len(ends) != 2 or board.distance(*ends) < 2:
            continue
        beside = [p for p in ground.links[city] if p not in ends and board.terrain[p] == "clear"]
        if beside and city in ground.land and not any(ground.key(a, city) in ground.rivers for a in (*ends, *beside)):
            return tuple(map(game().place, (city, *ends, beside[0])))  # type: ignore[return-value]
    raise AssertionError


def train(*, near: bool = False, within: bool = False, holder: str = "allied") -> tuple[Built, str, str]:
    """A German train before a city; a German beside the city, an Allied unit within."""
    city, start, end, beside = city_on_the_line()
    b = position().unit("i_243", start).control(holder, city)
    b = b.unit("i_352", beside) if near else b
    b = b.unit("us_1", city) if within else b
    return b, city, f"rail_move i_243 {city},{end}"


def test_a_german_train_runs_through_a_city_that_the_allies_have_left_empty_in_a_german_zone() -> None:
    """FE 10.6, 30.2, C-147: it is not theirs any more."""
    b, city, line = train(near=True)
    assert not b.pos.holds(f.ALLIED, b.hex(city))
    moving(b, "german").play(line)
    assert b.at("i_243") == line.split(",")[1]


def test_a_german_train_does_not_run_through_a_city_of_the_allies() -> None:
    """FE 10.6, 30.2: outside German zones, or with somebody in it."""
    b, city, line = train(near=True, within=True)
    assert moving(b, "german").refuses(line).rule in ("FE 10.4", "FE 10.6")
    city, start, *_ = city_on_the_line()
    b = position().control("allied", city)
    assert b.hex(city) not in trains.reach(b.pos, b.hex(start))
    assert b.hex(city) in trains.reach(position().pos, b.hex(start))


def test_german_supply_runs_through_a_city_that_the_allies_have_left_empty_in_a_german_zone() -> None:
    """FE 18.3, 30.2, C-147."""
    city, start, end, beside = city_on_the_line()
    for near in (True, False):
        b = position().control("allied", city)
        b = b.unit("i_352", beside) if near else b
        lines = supply.reach(b.pos, (b.hex(end),), f.GERMAN, limit=5)
        assert (b.hex(city) in lines and lines.to(b.hex(start)) == b.path(end, city, start)) is near


def test_an_allied_city_left_empty_in_a_german_zone_is_no_end_of_an_allied_railway() -> None:
    """FE 10.7, 30.2, C-147."""
    city, start, _, beside = city_on_the_line()
    for within, near, ends in ((False, False, True), (False, True, False), (True, True, True)):
        b = position().control("allied", city)
        b = b.unit("i_352", beside) if near else b
        b = b.unit("us_1", city) if within else b
        found = rail.trace(b.pos, f.ALLIED, b.hex(start), lambda _: True, edge=False)
        assert (found is not None and found[-1] == b.hex(city)) is ends, (within, near)


# ------------------------------------------------------------------ 12.12, 31.5
def test_a_mulberry_may_be_placed_on_jersey_when_it_was_invaded() -> None:
    """FE 12.12, 31.5: on any invaded hex free of enemies."""
    b = position(turn="August I", options=("31.5",)).assign("invasions", 1).assign("invasion_turn", 1)
    b.units("england", "br_3", "br_50")
    moving(b).play("declare_invasion I4,J3", "invade br_3 I4", "invade br_50 J3")
    assert b.pos.controller(b.hex("I4")) == f.ALLIED
    b.turn_of("allied", 2).run(PlaceMulberry())
    assert {line.split()[-1] for line in b.choices()} == {"I4", "J3"}
    b.play("set_mulberry mulberry_9 I4")
    assert b.at("mulberry_9") == "I4"


# ------------------------------------------------------------------ 31.14, 31.15
def at_the_edge(spare: int) -> Built:
    """Two supplied armoured units at the east edge in the second impulse, Anvers German, so much capacity to spare."""
    b = position(turn="December II", options=("31.14", "31.15")).units("RR14", "us_2_arm", "us_3_arm", invading=1)
    b.control("allied", "RR14", "RR15", "RR16").track("supply_capacity", spare, f.ALLIED)
    return moving(b, "allied", 2)


def test_armour_that_leaves_the_map_in_the_second_impulse_uses_its_fuel() -> None:
    """FE 31.14, 31.15: to leave by the edge is to move."""
    b = at_the_edge(1).play("exit_east us_2_arm").track("supply_capacity", 1, f.ALLIED)
    assert b.refuses("exit_east us_3_arm").rule == "FE 31.14"
    assert b.refuses("move us_3_arm RR15").rule == "FE 31.14"
    assert "exit_east us_3_arm" not in b.choices()
    b = at_the_edge(2).play("exit_east us_2_arm").track("supply_capacity", 2, f.ALLIED).play("exit_east us_3_arm")
    assert b.gone("us_2_arm") and b.gone("us_3_arm")
    assert at_the_edge(0).refuses("exit_east us_2_arm").rule == "FE 31.14"


# ------------------------------------------------------------------ 18.7.4, 12.18
def second(*ashore: str) -> Built:
    """August I: a secondary invasion, with these units ashore and one more point of a port than they need."""
    b = position(turn="August I").assign("invasions", 1).assign("invasion_turn", 1).control("allied", "K2")
    b.units("england", "us_1", "us_2", "us_4").units("L4", *ashore)
    full = b.pos.port_capacity(b.hex("K2"))
    b.marker("port_damage", "K2", count=full - len(ashore) - 1 if ashore else full)
    return counted(b)


def test_landings_of_a_secondary_invasion_do_not_bring_capacity_below_zero() -> None:
    """FE 18.7.2, 18.7.4, 18.7.12, C-148: each takes a point at once; the Mulberry comes only at the end."""
    b = second("us_9", "us_3")
    assert capacity.reckon(b.pos) == 1
    b.play("declare_invasion BB4,CC4", "invade us_1 BB4")
    assert capacity.reckon(b.pos) == 0
    assert b.refuses("invade us_2 CC4").rule == "FE 18.7.4"
    assert not any(line.startswith("invade") for line in b.choices())
    b.marker("port_damage", "K2", count=0)
    b.play("invade us_2 CC4")


def test_a_landing_that_would_leave_a_gap_which_capacity_could_not_close_is_refused() -> None:
    """FE 12.6, 18.7.4."""
    b = second("us_9", "us_3")
    b.play("declare_invasion BB4,CC4,DD3")
    b.marker("port_damage", "K2", count=b.pos.state.marker(b.hex("K2"), -1, f.PORT_DAMAGE) - 1)
    assert capacity.reckon(b.pos) == 2
    b.play("invade us_1 BB4")
    assert b.refuses("invade us_2 DD3").rule == "FE 12.6"
    b.play("invade us_2 CC4")


@pytest.mark.parametrize("primary", [True, False])
def test_an_invasion_with_nobody_ashore_asks_for_no_capacity(primary: bool) -> None:
    """FE 12.18, 18.7.1, C-3, C-148."""
    b = position(turn="June I") if primary else second()
    if primary:
        b.units("england", "us_1", "us_2").assign("invasions", 1).assign("invasion_turn", 1).turn_of("allied", 1)
        for label in ("BB4", "CC4"):
            b.marker("landed", label, count=1)
        moving(b)
    else:
        assert capacity.reckon(b.pos) == 0
        b.play("declare_invasion BB4,CC4")
    b.play("invade us_1 BB4", "invade us_2 CC4")
    assert b.at("us_2") == "CC4" and capacity.reckon(b.pos) == -2
