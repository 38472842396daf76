"""The scenarios as the text gives them: lengths, set-ups, special rules, victory (30-33)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.questions import contact
from hexledger.engine.games.fortress_europa.rules import stacking, sudden_death, victory, weather
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.events import model as ev
from tests.fortress_europa.builder import Built, game, position

BULGE, BERLIN = "battle_of_the_bulge", "on_to_berlin"
WEST = "to_the_west_wall"


def hexes(*labels: str) -> list[int]:
    return [game().find_place(label) for label in labels]


def judged(b: Built) -> tuple[int, str]:
    victory.judge(b.act())
    (won,) = b.of(ev.Won)
    return won.side, game().words.key(won.level)


# ---------------------------------------------------------------------- lengths and set-ups
@pytest.mark.parametrize(
    ("scenario", "first", "last", "turns"),
    [
        ("campaign", "June I", "March I", 37),
        ("invasion", "June I", "July III", 7),
        (WEST, "June I", "August IV", 12),
        (BULGE, "December III", "January II", 4),
        (BERLIN, "December III", "March I", 11),
    ],
)
def test_every_scenario_has_the_length_of_the_text(scenario: str, first: str, last: str, turns: int) -> None:
    """30.1, 33.1.2, 33.2.2, 33.3.2, 33.4.2."""
    rules = position(scenario, turn=first).pos.scenario
    name = game().tables.calendar.name
    assert (name(rules.first), name(rules.last), rules.last - rules.first + 1) == (first, last, turns)


@pytest.mark.parametrize("scenario", ["invasion", WEST])
def test_the_short_scenarios_of_june_are_set_up_like_the_campaign(scenario: str) -> None:
    """33.1.1, 33.2.1: the same units in the same places and states, and the same reinforcements while they last."""
    campaign, rules = position().pos.scenario, position(scenario).pos.scenario
    assert set(rules.setup) == set(campaign.setup)
    for turn in range(1, rules.last + 1):
        assert set(rules.arrivals.get(turn, ())) == set(campaign.arrivals.get(turn, ())), game().tables.calendar.name(
            turn
        )


def test_berlin_is_set_up_like_the_bulge() -> None:
    """33.4, 33.4.1: all units, ports, fortresses and Volkssturm; 33.3.1."""
    berlin, bulge_ = (
        position(BERLIN, turn="December III").pos.scenario,
        position(BULGE, turn="December III").pos.scenario,
    )
    assert set(berlin.setup) == set(bulge_.setup)
    assert berlin.destroyed_fortresses == bulge_.destroyed_fortresses
    assert berlin.allied_at_first == bulge_.allied_at_first


@pytest.mark.parametrize("scenario", [BULGE, BERLIN])
def test_in_december_all_ports_but_seven_are_allied_and_the_mulberries_lie_at_m5_and_nice(scenario: str) -> None:
    """33.3.6."""
    b = position(scenario, with_setup=True)
    german = {place for place in game().tables.ground.ports if b.pos.controller(place) == f.GERMAN}
    assert german == set(hexes("QQ4", "GG3", "EE4", "X4", "B6", "C9", "Y34"))
    assert (b.at("mulberry_12"), b.at("mulberry_9")) == ("M5", "T34")


@pytest.mark.parametrize("scenario", [BULGE, BERLIN])
def test_in_december_the_game_begins_with_the_german_first_combat(scenario: str) -> None:
    """33.3.2, 33.3.4: overcast*, no aircraft, no replacements; then the German moves, and the Allies come in the next
    turn."""
    b = position(scenario, with_setup=True)
    assert (b.pos.active_side, b.pos.impulse, b.pos.weather) == (f.GERMAN, 1, f.OVERCAST_STAR)
    assert game().turn(b.state.turn) == "December III"
    assert b.offer is not None and "attack" in b.offer.kinds and b.offer.side == f.GERMAN


def test_the_654th_and_the_150th_stack_free_in_the_bulge_only() -> None:
    """33.3.1."""
    for unit in ("ag_654", "ss_150"):
        assert not position(BULGE, turn="December III").pos.stacks(game().find_piece(unit))
        assert position(turn="December III").pos.stacks(game().find_piece(unit))


def test_germans_set_up_above_the_limit_attack_from_there_and_comply_at_their_first_chance() -> None:
    """33.3.1, C-74: in the German second move impulse; who is held in an enemy zone is not asked before he could go."""
    b = position(BULGE, with_setup=True)
    over = b.pos.overstacked(f.GERMAN)
    assert over and all(place in b.pos.scenario.german_line for place in over)
    place = over[0]
    assert any(contact.reach(b.pos, unit) for unit in b.pos.units_of(place, f.GERMAN))
    free = position(BULGE, turn="December III").units("HH14", "pz_2", "pz_9", "pz_116", "i_352").turn_of("german", 2)
    found = stacking.excess(free.pos, f.GERMAN)
    assert found is not None and found[2] == 4 - free.pos.stack_limit(found[0]), "they could have gone"
    ring = [game().place(p) for p in game().tables.ground.links[free.hex("HH14")]]
    for unit, there in zip(("us_1", "us_4", "us_5", "us_8", "us_9", "us_28"), ring, strict=False):
        free.unit(unit, there)
    assert stacking.excess(free.pos, f.GERMAN) is None, "all are held"


# ---------------------------------------------------------------------- the Invasion
def met(district: int, *cities: str) -> bool:
    b = position("invasion", turn="July III").assign("invaded_districts", 1 << district).control("allied", *cities)
    return victory.invasion_conditions(b.pos) > 0


@pytest.mark.parametrize(
    ("district", "enough", "short"),
    [
        (f.NETHERLANDS, ("QQ4",), ("CC6", "EE4")),
        (f.NETHERLANDS, ("RR7",), ()),
        (f.NETHERLANDS, ("RR13",), ()),
        (f.NETHERLANDS, ("R11",), ()),
        (f.NETHERLANDS, ("GG3", "CC6", "BB8"), ("GG3", "CC6")),
        (f.NETHERLANDS, ("P4", "R5", "T8", "X7", "Z4", "Q7"), ("P4", "R5", "T8", "X7", "Z4")),
        (f.FIFTEENTH, ("R11", "CC6"), ("R11",)),
        (f.FIFTEENTH, ("P4", "BB8"), ("P4",)),
        (f.FIFTEENTH, ("K2", "B2", "E10", "G7", "H10", "K10"), ("K2", "B2", "E10", "G7", "H10")),
        (f.SEVENTH, ("M6", "R11"), ("M6",)),
        (f.SEVENTH, ("K2", "E10", "G7", "H10", "K10"), ("K2", "E10", "G7", "H10")),
        (f.SEVENTH, ("B2", "E10", "G7", "H10", "M6"), ("E10", "G7", "H10", "M6", "K10")),
        (f.SEVENTH, ("B2", "K2", "E10", "G7", "H10"), ("B2", "K2", "E10", "G7")),
        (f.FIRST, ("A19", "B2"), ("A19",)),
        (f.FIRST, ("A19", "R11"), ("B2", "R11", "K2")),
        (f.FIRST, ("A19", "K2"), ()),
        (f.FIRST, ("D26", "K30", "N30", "N33", "O35", "R24"), ("D26", "K30", "N30", "N33", "O35")),
        (f.NINETEENTH, ("N33", "D26"), ("N33",)),
        (f.NINETEENTH, ("N33", "R24"), ("D26", "R24")),
        (f.NINETEENTH, ("D26", "K30", "N30", "N33", "O35", "R24", "S27", "T34"), ("K30", "N30", "O35", "S27", "T34")),
        (f.NINETEENTH, ("R11",), ("R24",)),
    ],
)
def test_conditions_of_every_district(district: int, enough: tuple[str, ...], short: tuple[str, ...]) -> None:
    """33.1.5, C-26, C-130: any one row of the invaded district."""
    assert met(district, *enough) and not met(district, *short)


def test_a_landing_in_two_districts_is_won_by_a_condition_of_either() -> None:
    """33.1.3."""
    b = position("invasion", turn="July III").assign("invaded_districts", 1 << f.SEVENTH | 1 << f.FIFTEENTH)
    assert victory.invasion_conditions(b.control("allied", "P4", "BB8").pos) == 1


@pytest.mark.parametrize(
    ("dice", "word"), [((1, 1), "storm"), ((6, 6), "storm"), ((1, 2, 6), "overcast*"), ((5, 6, 1), "clear")]
)
def test_on_the_second_turn_two_dice_bring_the_storm(dice: tuple[int, ...], word: str) -> None:
    """33.1.4: 2 or 12; else the chart, without a storm (C-12)."""
    b = position("invasion", turn="June II", dice=dice).run(weather.WeatherPhase())
    assert b.pos.weather == f.WEATHER[word]


@pytest.mark.parametrize(
    ("turn", "added"), [("June III", 0), ("June IV", 1), ("July I", 2), ("July II", 3), ("July III", 4)]
)
def test_from_the_fourth_turn_on_the_die_grows_until_the_first_storm(turn: str, added: int) -> None:
    """33.1.4."""
    assert weather.growing(position("invasion", turn=turn).pos)[0] == added
    assert weather.growing(position("invasion", turn=turn).assign("stormed", 1).pos)[0] == 0


# ---------------------------------------------------------------------- 32, 33.2
ALLIED_LIST = (
    ("N33",), ("A19",), ("B2",), ("K2",), ("P4",), ("CC6",), ("BB8",), (), (), (), (), ("R11",),
)  # fmt: skip
GERMAN_LIST = (
    ("Y34", "X29"), ("BB8", "CC6"), ("K2", "P4"), ("B2", "C9"), (), ("EE4", "GG3"), (), (), (), (), (), ("R11",),
)  # fmt: skip


def test_the_lists_of_objectives_are_those_of_the_text() -> None:
    """32.4: twelve each; those that name places name these."""
    pos = position(WEST, turn="August IV").pos
    for side, listed in ((f.ALLIED, ALLIED_LIST), (f.GERMAN, GERMAN_LIST)):
        rows = sudden_death.objectives(pos, side)
        assert len(rows) == 12 and sudden_death.wanted_number(pos) == 7
        for row, places in zip(rows, listed, strict=True):
            if places:
                control = row["control"]
                assert set([control] if isinstance(control, str) else control) == set(places)


@pytest.mark.parametrize("number", range(1, 13))
def test_allied_objectives_are_met_by_what_they_name(number: int) -> None:
    """32.3, 32.4: and not before; control is that of 30.2."""
    row = sudden_death.objectives(position(WEST, turn="August IV").pos, f.ALLIED)[number - 1]
    b = position(WEST, turn="August IV").assign("invasions", 2)
    assert not sudden_death.met(b.pos, f.ALLIED, row)
    b.control("allied", *ALLIED_LIST[number - 1]).assign("invasions", 1 if number == 11 else 2)
    b.assign("drops_allied", 1 if number == 10 else 2)
    walls = sorted(game().tables.ground.fortresses & game().tables.ground.germany)
    for place in walls[: 2 if number == 9 else 1]:
        b.marker("fortress_destroyed", game().place(place))
    for place in sorted(game().tables.ground.v1_sites)[: 6 if number == 8 else 5]:
        b.marker("base_captured", game().place(place))
    assert sudden_death.met(b.pos, f.ALLIED, row)
    if ALLIED_LIST[number - 1]:
        place = ALLIED_LIST[number - 1][0]
        beside = next(
            p for p in game().tables.ground.links[game().find_place(place)] if p not in game().tables.ground.fortresses
        )
        b.unit("i_352", game().place(beside))
        if b.pos.in_ezoc(b.hex(place), f.ALLIED):
            assert not sudden_death.met(b.pos, f.ALLIED, row), "in an enemy zone and empty"


def test_german_bases_in_allied_hands_are_lost_to_his_objectives() -> None:
    """32.4: all U-boat bases, all V1 sites, no fortress, nobody in Germany."""

    def holds(number: int, b: Built) -> bool:
        return sudden_death.met(b.pos, f.GERMAN, sudden_death.objectives(b.pos, f.GERMAN)[number - 1])

    for number, places in ((8, game().tables.ground.u_boat_bases), (9, game().tables.ground.v1_sites)):
        assert len(places) == 6 and holds(number, position(WEST, turn="August IV"))
        taken = position(WEST, turn="August IV").control("allied", game().place(sorted(places)[0]))
        assert not holds(number, taken)
    port = position(WEST, turn="August IV")
    others = [p for p in game().tables.ground.ports & game().tables.ground.mediterranean if game().place(p) != "Y34"]
    assert holds(1, port) and not holds(1, port.control("allied", *(game().place(p) for p in others)))


def test_each_side_seals_exactly_seven_objectives_before_play() -> None:
    """32.1, 33.2.3: in secret; the other side reads nothing of it."""
    b = position(WEST, with_setup=True)
    assert b.offer is not None and b.offer.side == f.ALLIED and "seal" in b.offer.kinds
    b.play(sudden_death.ChooseObjectives((1, 2, 3, 4, 5, 6, 7)))
    assert b.offer.side == f.GERMAN
    assert not sudden_death.valid(b.pos, f.ALLIED, (1, 2, 3, 4, 5, 6))
    assert not sudden_death.valid(b.pos, f.ALLIED, (1, 2, 3, 4, 5, 6, 13))
    assert sudden_death.valid(b.pos, f.ALLIED, (1, 2, 3, 4, 5, 6, 12))
    campaign = position("campaign", with_setup=True)
    assert campaign.offer is not None and "seal" not in campaign.offer.kinds


@pytest.mark.parametrize(("allied", "german", "result"), [
    (4, 3, (f.ALLIED, "level.sudden_death")), (3, 4, (f.GERMAN, "level.sudden_death")), (5, 5, (0, "level.draw")),
])  # fmt: skip
def test_the_west_wall_goes_to_who_has_met_more_and_is_a_draw_when_equal(
    allied: int, german: int, result: tuple[int, str]
) -> None:
    """33.2, 33.2.4."""
    b = position(WEST, turn="August IV").track("objectives", allied, f.ALLIED).track("objectives", german, f.GERMAN)
    b.run(sudden_death.Compare())
    (won,) = b.of(ev.Won)
    assert (won.side, game().words.key(won.level)) == result


def test_sudden_death_comes_at_the_start_of_september_first() -> None:
    """32.2: before the weather."""
    b = position(turn="August IV", options=("32",))
    b.run(sudden_death.SealObjectives(f.ALLIED), sudden_death.SealObjectives(f.GERMAN))
    seven = sudden_death.ChooseObjectives((1, 2, 3, 4, 5, 6, 7))
    b.play(seven, seven).run(sequence.BeginTurn(game().tables.calendar.number("September I")))
    assert b.offer is not None and "reveal" in b.offer.kinds and b.offer.side == f.ALLIED
    b.dice(1).play(seven, seven)
    assert not b.state.over, "neither has met all seven"


# ---------------------------------------------------------------------- 30
@pytest.mark.parametrize(("city", "neighbour"), [("R11", "R12"), ("BB8", "BB9")])
def test_paris_and_bruxelles_must_be_occupied_while_an_enemy_zone_lies_on_them(city: str, neighbour: str) -> None:
    """30.1, 30.2."""
    majors = [game().place(place) for place in sorted(game().tables.ground.major_cities)]
    b = position(turn="February I").control("allied", "R11", "BB8", *majors[:4])
    assert victory.allies_have_won(b.pos)
    b.unit("i_352", neighbour)
    assert not victory.allies_have_won(b.pos)
    assert victory.allies_have_won(b.unit("us_1", city).pos)


def test_the_five_major_cities_lie_in_germany_and_count_among_its_cities() -> None:
    """30.1: the map."""
    assert (
        len(game().tables.ground.major_cities) == 5
        and game().tables.ground.major_cities <= game().tables.ground.german_cities
    )
    assert len(game().tables.ground.german_cities) >= 15


@pytest.mark.parametrize(("held", "result"), [(3, (f.GERMAN, "level.campaign")), (2, (0, "level.draw"))])
def test_the_german_needs_three_major_cities_at_the_end_and_an_empty_one_in_an_allied_zone_is_none(
    held: int, result: tuple[int, str]
) -> None:
    """30.1, 30.2."""
    majors = [game().place(place) for place in sorted(game().tables.ground.major_cities)]
    b = position(turn="March I").control("allied", *majors[: 5 - held])
    assert judged(b) == result
    if held == 3:
        last = game().find_place(majors[4])
        near = next(p for p in game().tables.ground.links[last] if p not in game().tables.ground.cities)
        watched = position(turn="March I").control("allied", *majors[:2]).unit("us_1", game().place(near))
        assert watched.pos.in_ezoc(last, f.GERMAN) and judged(watched) == (0, "level.draw")
