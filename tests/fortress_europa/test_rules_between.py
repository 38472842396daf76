"""Where two rules meet: a city left empty in an enemy ZOC and lines, trains (10.6, 18.3, 30.2); Mulberries and Jersey
(12.12, 31.5); fuel and the exit (31.14, 31.15); capacity and the secondary invasion (12.18, 18.7.4), by air too
(20.10); landings in the mountains (8.3, 11.3, 12.11); raids on inland ports (12.17, 21.11); strafing on the dyke (8.7,
17.10.1).
"""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import capacity, rail, supply, trains
from hexledger.engine.games.fortress_europa.rules.mulberries import PlaceMulberry
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.impulses import counted, moving
from tests.fortress_europa.test_june_landings import german_still, on, rolls


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


def test_nobody_is_flown_in_beyond_capacity_on_the_turn_of_a_secondary_invasion() -> None:
    """FE 18.7.4, 20.10: an airlift counts like a landing; on the primary one nothing is counted (18.7.1)."""
    for flown, rule in (("airlift us_82_ab R11", "FE 18.7.4"), ("airlift us_82_ab R11", "")):
        b = second("us_9", "us_3").unit("us_82_ab", "england").control("allied", "R11")
        b.play("declare_invasion BB4,CC4")
        if rule:
            b.play("invade us_1 BB4")
            assert capacity.reckon(b.pos) == 0
            assert b.refuses(flown).rule == rule
            assert flown not in b.choices()
        else:
            assert flown in b.choices()
            b.play(flown)
            assert capacity.reckon(b.pos) == 0
            assert b.refuses("invade us_1 BB4").rule == "FE 18.7.4"


# ------------------------------------------------------------------ 8.3, 11.3, 12.11
def test_who_lands_in_the_mountains_in_the_second_impulse_stays_there_but_for_mountain_units() -> None:
    """FE 8.3, 12.11: every unit stops as it enters mountains, an HQ as well."""
    b = position(turn="June I").assign("invasions", 1).assign("invasion_turn", 1)
    b.marker("invaded", "E4", count=1).marker("landed", "E4", count=1)
    b.units("england", "us_2", "hq_montgomery", "br_52")
    moving(b, impulse=2)
    for unit in ("hq_montgomery", "us_2"):
        b.play(f"invade {unit} E4")
        assert b.refuses(f"move {unit} F4").rule == "FE 8.3"
        assert not any(line.startswith(f"move {unit}") for line in b.choices())
    b = position(turn="June I").assign("invasions", 1).assign("invasion_turn", 1).unit("br_52", "england")
    b.marker("invaded", "E4", count=1).marker("landed", "E4", count=1)
    assert moving(b, impulse=2).play("invade br_52 E4", "move br_52 F4").at("br_52") == "F4"


def test_a_newcomer_who_stays_in_the_mountains_does_not_mend_an_overstack() -> None:
    """FE 8.3, 12.11"""
    b = position(turn="June I").assign("invasions", 1).assign("invasion_turn", 1)
    b.marker("invaded", "E4", count=1).marker("landed", "E4", count=1).unit("us_2", "england").unit(
        "us_5", "E4", moved=2
    )
    assert moving(b, impulse=2).refuses("invade us_2 E4").rule == "FE 12.11"


def test_a_unit_that_sails_to_a_mulberry_in_the_mountains_stops_there() -> None:
    """FE 8.3, 11.3"""
    b = position(turn="July I").unit("mulberry_12", "E4").unit("us_2", "england").control("allied", "E4", "F4")
    counted(b).play("sea_move us_2 E4")
    assert b.refuses("move us_2 F4").rule == "FE 8.3"


# ------------------------------------------------------------------ 12.17, 21.11
def test_raiders_in_an_inland_port_whose_passage_a_hidden_unit_closes_fall_on_that_unit() -> None:
    """FE 12.17, 21.2, 21.11, C-149: they get as far as the hidden unit, fight it and nobody else."""
    b = off_caen("N5")
    assert b.at("us_ranger") == b.at("i_30") == "N5"
    assert german_still(b, "M6") and not rolls(b, "roll.port")
    assert not b.pos.state.marker(b.hex("N5"), -1, f.INVADED), "a raid invades nothing"
    assert b.pos.frozen(b.piece("i_30")), "9.6: the 15th Army is not released"
    assert b.refuses("attack us_ranger M7").rule == "FE 20.8", "21.11: nobody else"
    assert off_caen("O6").at("us_ranger") == "M6"


def off_caen(hidden: str) -> Built:
    """Raiders have landed in Caen, whose banks look empty, and the hidden units have been revealed."""
    plan = f"pz_116:R7,i_275:D7,i_30:{hidden},ss_12:P9,ss_101:S9,pz_2:S7,pz_21:M7,i_352:L5,heydte:L7"
    b = position(with_setup=True, seed="june").play("end_set_up", f"hide_units {plan}")
    for label in ("M5", "N5"):
        for piece in b.pos.units_of(b.hex(label), f.GERMAN):
            b.act().remove(piece, "reason.eliminated")
    on(b, "declare_invasion").play("declare_invasion K4,L4", "invade us_1 L4", "raid us_ranger:M6")
    return on(b, "attack")


# ------------------------------------------------------------------ 8.7, 17.10.1
@pytest.mark.parametrize(("die", "end", "steps"), [(1, "JJ2", 1), (6, "HH1", 2)])
def test_strafing_stops_nobody_on_the_dyke(die: int, end: str, steps: int) -> None:
    """FE 8.7, 17.10.1, C-151: the third hex is the dyke: who is hit there stays before it."""
    b = position(dice=[die]).unit("pz_2", "LL2").aircraft("strafing", "2_tac_1", "2_tac_2")
    b.unit("hq_montgomery", "GG8")
    moving(b, "german").play("move pz_2 KK2,JJ2,II2,HH1")
    assert (b.at("pz_2"), b.pos.steps(b.piece("pz_2"))) == (end, steps)
