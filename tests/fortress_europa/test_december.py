"""The scenarios of December: the Battle of the Bulge and On to Berlin (33.3, 33.4)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import (
    allowance,
    battle,
    bulge,
    capacity,
    contact,
    movement,
    points,
)
from hexledger.engine.games.fortress_europa.rules import air, airborne, raids, replacements, victory, weather
from hexledger.engine.games.fortress_europa.rules import movement as movement_rules
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.events import model as ev
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.test_scenarios import BERLIN, BULGE, judged


# ---------------------------------------------------------------------- the Bulge
def test_no_replacements_no_allied_drops_or_raids_and_one_drop_of_heydte() -> None:
    """33.3.3."""
    pos = position(BULGE, turn="December IV").pos
    assert (airborne.drops_left(pos, f.ALLIED), raids.raids_left(pos), airborne.drops_left(pos, f.GERMAN)) == (0, 0, 1)
    assert pos.scenario.pools[f.GERMAN]["drop_unit"] == "heydte"
    b = position(BULGE, turn="January I").turn_of("allied").run(replacements.ReplacementPhase(f.ALLIED))
    assert b.quiet and points.stock(b.pos, "us") == (0, 0)


def test_in_berlin_the_allies_drop_twice_and_do_not_raid() -> None:
    """33.4.4."""
    pos = position(BERLIN, turn="December IV").pos
    assert (airborne.drops_left(pos, f.ALLIED), raids.raids_left(pos), airborne.drops_left(pos, f.GERMAN)) == (2, 0, 1)


def test_in_berlin_replacements_begin_in_january_three_with_nothing_kept_and_no_german_armour() -> None:
    """33.4.3: option A of the reserve has been chosen."""

    def held(turn: str, side: str, nation: str) -> tuple[int, int]:
        b = position(BERLIN, turn=turn).assign("panzer_option", 1).turn_of(side)
        return points.stock(b.run(replacements.ReplacementPhase(f.SIDES[side])).pos, nation)

    assert held("January II", "german", "german") == (0, 0) == held("January II", "allied", "us")
    assert held("January III", "german", "german") == (4, 0)
    assert held("January III", "allied", "us") == (6, 2), "33.4.6: no aircraft against submarines are needed"
    setup = position(BERLIN, with_setup=True)
    assert setup.state.variable(f.VAR_PANZER_OPTION) == 1
    assert points.stock(setup.pos, "german") == (0, 0)


@pytest.mark.parametrize(("turn", "tac"), [
    ("December IV", 6), ("January I", 7), ("January IV", 7), ("February I", 2), ("March I", 2),
])  # fmt: skip
def test_german_aircraft_at_berlin(turn: str, tac: int) -> None:
    """33.3.5, 33.4.5: 6(6) and 7(7), then the chart (4, at most 2 a turn)."""
    assert air.flies(position(BERLIN, turn=turn).pos, f.GERMAN)["TAC"] == tac


def test_the_carpet_of_december_is_used_up() -> None:
    """33.3.5."""
    b = position(BULGE, with_setup=True)
    assert b.state.variable(game().words["var.carpet_month"]) == 12
    later = position(BULGE, turn="December IV").assign("carpet_month", 12).run(air.AirPhase())
    assert later.refuses("send_aircraft us_8_af_1 pool.carpet_bombing").rule == "FE 17.10.9"
    january = position(BULGE, turn="January I").assign("carpet_month", 12).run(air.AirPhase())
    january.play("send_aircraft us_8_af_1 pool.carpet_bombing")


@pytest.mark.parametrize(("turn", "sky", "planes"), [
    ("January II", "overcast", 0), ("January III", "overcast", 1), ("January III", "overcast*", 1),
    ("January III", "storm", 0), ("January III", "clear", 4),
])  # fmt: skip
def test_from_january_three_a_carpet_flies_under_clouds_at_berlin(turn: str, sky: str, planes: int) -> None:
    """33.4.5: in clear weather, overcast and overcast*; once a month; nothing else flies."""
    assert air.flies(position(BERLIN, turn=turn, weather=sky).pos, f.ALLIED)["SAC"] == planes


@pytest.mark.parametrize(
    ("turn", "word"), [("December IV", "clear"), ("January I", "storm"), ("January II", "overcast")]
)
def test_the_weather_of_history_is_an_option(turn: str, word: str) -> None:
    """33.3.4: by agreement; else it is rolled for."""
    assert weather.fixed(position(BULGE, turn=turn, options=("historical_weather",)).pos) == (word, "33.3.4")
    assert weather.fixed(position(BULGE, turn=turn).pos) == ("", "")


def test_in_december_three_no_german_must_attack_and_no_zone_binds_his_choice() -> None:
    """33.3.9.1: in both combat impulses; from December IV on as usual."""
    b = position(BULGE, with_setup=True)
    assert all(not contact.obliged(b.pos, unit) for unit in b.pos.ashore(f.GERMAN))
    assert "end_attacks" in b.choices()
    later = position(BULGE, turn="December IV").unit("i_352", "EE12").unit("us_1", "EE11").turn_of("german", 1)
    assert contact.obliged(later.pos, later.piece("i_352"))


def test_every_unit_in_a_hex_that_is_attacked_defends() -> None:
    """33.3.9.1, 14.7."""
    b = position(BULGE, turn="December III").units("GG11", "us_1", "us_4").unit("i_18vg", "HH11").turn_of("german", 1)
    assert set(contact.defenders(b.pos, b.hex("GG11"), f.ALLIED)) == {b.piece("us_1"), b.piece("us_4")}


def test_armour_of_the_first_surprise_attacks_at_its_printed_strength_and_not_later() -> None:
    """33.3.9.3: whatever the ground, in the first combat impulse against GG11, GG12, FF12 and FF13 only."""
    assert {game().place(p) for p in position(BULGE, turn="December III").pos.scenario.us_line} == {
        "GG11", "GG12", "FF12", "FF13",
    }  # fmt: skip

    def value(impulse: int, target: str, turn: str = "December III") -> int:
        b = position(BULGE, turn=turn).unit("pz_2", "GG13").unit("us_1", target).turn_of("german", impulse)
        return battle.attack_value(b.pos, b.piece("pz_2"), b.path(target))[0]

    full = game().counters[game().find_piece("pz_2")].front.values["cf"]
    rough = [
        p
        for p in ("GG11", "GG12", "FF12", "FF13")
        if battle.broken_ground(position(BULGE, turn="December III").pos, game().find_place(p))
    ]
    for target in rough:
        assert value(1, target) == full
        assert value(2, target) == (full + 1) // 2 == value(1, target, "December IV")
    modified = position(BULGE, turn="December III").unit("pz_2", "GG13").unit("us_1", "FF12").turn_of("german", 2)
    assert not bulge.surprise(modified.pos, modified.path("FF12"))


def test_1ss_and_150ss_walk_through_zones_in_the_second_impulse_of_december_three_only() -> None:
    """33.3.9.4."""

    def walked(unit: str, turn: str) -> str:
        b = position(BULGE, turn=turn).unit(unit, "GG12").unit("us_1", "FF13").unit("us_4", "EE12").turn_of("german", 2)
        b.run(MoveImpulse(f.GERMAN, 2))
        way = next(
            (game().place(a), game().place(c))
            for a in game().tables.ground.links[b.hex("GG12")]
            if b.pos.in_ezoc(a, f.GERMAN) and not b.pos.enemies_in(a, f.GERMAN)
            for c in game().tables.ground.links[a]
            if b.pos.in_ezoc(c, f.GERMAN) and not b.pos.enemies_in(c, f.GERMAN) and c != b.hex("GG12")
        )
        why = movement.refusal(b.pos, b.piece(unit), b.path(*way))
        return why[0] if why else ""

    assert walked("ss_1_new", "December III") == "" == walked("ss_150", "December III")
    assert walked("pz_2", "December III") in ("7.2", "8.10")
    assert walked("ss_1_new", "December IV") in ("7.2", "8.10")


def test_attacks_on_1ss_lose_one_from_the_die_west_of_the_start_line_only() -> None:
    """33.3.9.4: for the rest of the scenario; not for others; not at home."""

    def lines(unit: str, place: str) -> list[str]:
        b = position(BULGE, turn="January II").unit(unit, place).turn_of("allied", 1)
        b.unit("us_1", game().place(next(p for p in game().tables.ground.links[b.hex(place)])))
        return [str(line[0]) for line in battle.modifiers(b.pos, [b.piece("us_1")], b.path(place), carpet=False)]

    assert lines("ss_1_new", "EE12") == ["line.1ss"]
    assert lines("pz_2", "EE12") == [] == lines("ss_1_new", "HH11")


def test_in_december_four_americans_of_the_line_and_of_patton_move_in_full_and_others_one_hex() -> None:
    """33.3.9.5: also the two airborne divisions; HQs in the second impulse only; the British move as ever."""
    b = (
        position(BULGE, turn="December IV", weather="clear")
        .unit("us_1", "FF12")
        .unit("i_18vg", "GG12")
        .unit("us_28", "P11")
    )
    for unit in ("us_82_ab", "us_101_ab", "us_4_arm", "us_6_cav", "us_5", "us_26", "us_75", "us_80", "hq_patton"):
        b.unit(unit, "O12")
    b.unit("us_9", "DD16").unit("br_3", "S9").turn_of("allied", 1)
    movement_rules.impulse_began(b.act(), f.ALLIED, 1)

    def left(unit: str) -> int:
        return allowance.allowance(b.pos, b.piece(unit))

    for unit in ("us_1", "us_82_ab", "us_101_ab", "us_4_arm", "us_6_cav", "us_5", "us_26", "us_75", "us_80"):
        assert left(unit) == b.pos.mf(b.piece(unit)), unit
    assert (left("us_28"), left("us_9"), left("hq_patton")) == (1, 1, 0)
    assert left("br_3") == b.pos.mf(b.piece("br_3"))
    b.turn_of("allied", 2)
    assert left("hq_patton") == b.pos.mf(b.piece("hq_patton")) and left("us_28") == 1
    later = position(BULGE, turn="January I", weather="clear").unit("us_28", "P11").turn_of("allied", 1)
    assert allowance.allowance(later.pos, later.piece("us_28")) == later.pos.mf(later.piece("us_28"))


@pytest.mark.parametrize(
    ("german", "result"),
    [
        (("EE12", "EE10"), (f.GERMAN, "level.strategic")),
        (("EE12", "CC10"), (f.GERMAN, "level.strategic")),
        (("EE12", "GG10"), (f.GERMAN, "level.tactical")),
        (("EE12", "GG10", "CC10"), (f.GERMAN, "level.strategic")),
        (("EE12",), (f.ALLIED, "level.held")),
        (("GG10", "EE10", "CC10"), (f.ALLIED, "level.held")),
    ],
)
def test_the_two_levels_of_the_bulge(german: tuple[str, ...], result: tuple[int, str]) -> None:
    """33.3.10: Bastogne (EE12) with Liege (EE10) or Namur (CC10), or with Aachen (GG10)."""
    b = position(BULGE, turn="January II").control("allied", *{"EE12", "EE10", "CC10", "GG10"} - set(german))
    assert judged(b) == result


def test_bastogne_in_an_allied_zone_is_held_only_if_a_german_is_in_it() -> None:
    """33.3.10, 30.2."""
    b = position(BULGE, turn="January II").control("allied", "EE10", "CC10").unit("us_1", "EE13")
    assert judged(b) == (f.ALLIED, "level.held")
    b = position(BULGE, turn="January II").control("allied", "EE10", "CC10").unit("us_1", "EE13").unit("i_352", "EE12")
    assert judged(b) == (f.GERMAN, "level.tactical")


# ---------------------------------------------------------------------- Berlin
def berlin(majors: int, level: int, others: int = 0) -> Built:
    b = position(BERLIN, turn="March I").control("allied", "R11", "BB8").assign("bulge_level", level)
    labels = [game().place(place) for place in sorted(game().tables.ground.major_cities)]
    rest = [
        game().place(place) for place in sorted(game().tables.ground.german_cities - game().tables.ground.major_cities)
    ]
    return b.control("allied", *labels[:majors], *rest[:others])


@pytest.mark.parametrize(
    ("majors", "others", "level", "result"),
    [
        (2, 0, 0, (f.ALLIED, "level.campaign")),
        (1, 14, 0, (f.ALLIED, "level.campaign")),
        (1, 13, 0, (f.GERMAN, "level.campaign")),
        (2, 0, 1, (0, "level.draw")),
        (2, 0, 2, (0, "level.draw")),
        (1, 0, 1, (f.GERMAN, "level.campaign")),
    ],
)
def test_berlin_wants_two_major_cities_or_fifteen_and_a_german_bulge_shifts_the_result(
    majors: int, others: int, level: int, result: tuple[int, str]
) -> None:
    """33.4.7: with Paris and Bruxelles."""
    b = berlin(majors, level, others)
    victory.check_now(b.act())
    won = b.of(ev.Won)
    if won:
        assert (won[0].side, game().words.key(won[0].level)) == result
    else:
        assert judged(b) == result


def test_berlin_asks_for_two_attacks_at_one_to_one_on_the_american_line() -> None:
    """33.4.1: in the first impulse of December III; declared lower they do not count."""
    b = position(BERLIN, with_setup=True, dice=[5, 5])
    assert bulge.owes_attacks(b.pos) == 2 and b.refuses("end_attacks").rule == "FE 33.4.1"
    assert bulge.owes_attacks(position(BULGE, with_setup=True).pos) == 0


def test_bulge_capacity_and_reinforcements() -> None:
    """33.3.3: spare capacity of thirteen; arrivals of the usual display of those turns."""
    b = position(BULGE, with_setup=True)
    assert capacity.reckon(b.pos) == 13
    campaign, rules = position().pos.scenario, b.pos.scenario
    for turn in range(rules.first + 1, rules.last + 1):
        ours = {(row.kind, row.piece) for row in rules.arrivals.get(turn, ())}
        theirs = {(row.kind, row.piece) for row in campaign.arrivals.get(turn, ())}
        assert ours == theirs, game().tables.calendar.name(turn)
