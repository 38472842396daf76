"""Case Yellow: every table that the rulebook prints or spells out, cell by cell.

The numbers of this file are those of the booklet and of its examples; what the booklet leaves to the player aids is
the edition's (CRT, terrain, dice tables) and is checked only in the cells that an example shows.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.questions import retreats, stacking, supply, surrender, zoc
from hexledger.engine.games.case_yellow.rules import dynamo, evacuation, paris, refit, replacements
from hexledger.engine.games.case_yellow.tables import words as w
from tests.case_yellow.builder import Built, game, position


def cell(table: str, column: str, die: int) -> str:
    """What a table of the edition says under a modified die."""
    return game().chart.tables[table].read(column, die)[1]


# ---------------------------------------------------------------------- cells that examples show
@pytest.mark.parametrize(
    ("column", "die", "result"),
    [("units", 2, "NE"), ("units", 6, "DIS+DL1"), ("port", 1, "NE*"), ("port", 2, "NE"), ("port", 4, "DIS"),
     ("port", 6, "DIS+DL1")],
)  # fmt: skip
def test_the_stuka_table_has_the_results_of_the_examples(column: str, die: int, result: str) -> None:
    """5.1e."""
    found = game().chart.data["stuka"]["results"][cell("stuka", column, die)]
    wanted = {"NE": (False, False, False), "NE*": (False, False, True), "DIS": (True, False, False)}
    assert (found["disrupt"], found["allied_step"], found["stuka_lost"]) == wanted.get(result, (True, True, False))


@pytest.mark.parametrize(
    ("column", "die", "interdicted", "lost"),
    [("french", 2, False, False), ("aasf", 1, False, None), ("aasf", 2, False, None), ("aasf", 3, False, None),
     ("aasf", 4, False, None), ("aasf", 5, True, True)],
)  # fmt: skip
def test_the_interdiction_table_has_the_results_of_the_example(
    column: str, die: int, interdicted: bool, lost: bool | None
) -> None:
    """5.1c: the failure of history is a die of 1 to 4."""
    found = game().chart.data["interdiction"]["results"][cell("interdiction", column, die)]
    assert found["interdicted"] is interdicted and lost in (None, found["asset_lost"])


def test_the_combat_table_has_the_columns_and_the_cell_of_the_booklet() -> None:
    """11.3a, QA.3."""
    crt = game().chart.crt
    assert crt.columns == ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1")
    assert crt.read("2:1", 4) == (4, "ENG")


# ---------------------------------------------------------------------- 11.3 odds and shifts
ODDS = [
    (1, 4, -1), (1, 3, 0), (2, 5, 0), (1, 2, 1), (3, 4, 1), (4, 4, 2), (7, 4, 2), (12, 7, 2), (8, 4, 3), (13, 4, 4),
    (16, 4, 5), (20, 4, 6), (24, 4, 7), (27, 4, 7), (28, 4, 8), (36, 4, 10), (48, 4, 13),
]  # fmt: skip


@pytest.mark.parametrize(("attack", "defence", "column"), ODDS)
def test_the_column_of_the_odds(attack: int, defence: int, column: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """11.3a: fractions are dropped for the defender; below 1:3 there is no attack; G-A63: columns go on past 6:1."""
    b = position().unit("ge_x", "2812").unit("fr_i", "2912")
    fight = bt.Battle((b.piece("ge_x"),), b.hex("2912"), (b.piece("fr_i"),))
    monkeypatch.setattr(bt, "attack", lambda *_: bt.Reckoning((), attack))
    monkeypatch.setattr(bt, "defence", lambda *_: bt.Reckoning((), defence))
    assert bt.initial(b.pos, fight) == column


PANZERS = ("ge_1_pz", "ge_2_pz", "ge_3_pz", "ge_4_pz")


@pytest.mark.parametrize(
    ("number", "armour", "shift"),
    [(0, False, 0), (1, False, 1), (2, False, 2), (3, False, 2), (4, False, 2), (1, True, 0), (2, True, 1),
     (3, True, 2), (4, True, 2)],
)  # fmt: skip
def test_what_panzer_divisions_shift(number: int, armour: bool, shift: int) -> None:
    """11.3c: one each, one less for Allied armour, two at most."""
    b = position().units("2812", *PANZERS[:number], "ge_x").unit("fr_1_dlm" if armour else "fr_i", "2912")
    fight = bt.Battle(tuple(map(b.piece, (*PANZERS[:number], "ge_x"))), b.hex("2912"), b.pos.fighters(b.hex("2912")))
    assert sum(value for _, value, _ in bt.armour_lines(b.pos, fight)) == shift


@pytest.mark.parametrize(
    ("attackers", "defenders", "shift"),
    [
        (("fr_1_dlm",), ("ge_x",), 1),
        (("fr_1_dcr", "fr_1_dlm"), ("ge_x",), 1),
        (("fr_1_dlm",), ("ge_1_pz",), 0),
        (("br_1_tank",), ("ge_x",), 1),
        (("br_1_tank",), ("ge_1_pz",), 1),
        (("br_1_arm", "br_1_tank"), ("ge_x",), 2),
        (("fr_i",), ("ge_x",), 0),
    ],
)
def test_what_allied_armour_shifts(attackers: tuple[str, ...], defenders: tuple[str, ...], shift: int) -> None:
    """11.3c: a division of armour one where no panzer division defends, the tank brigade one more, always."""
    b = position().units("2812", *attackers).units("2912", *defenders)
    fight = bt.Battle(tuple(map(b.piece, attackers)), b.hex("2912"), tuple(map(b.piece, defenders)))
    assert sum(value for _, value, _ in bt.armour_lines(b.pos, fight)) == shift


@pytest.mark.parametrize(
    ("stukas", "field", "port"), [(0, 0, 0), (1, 1, 0), (2, 2, 1), (3, 3, 1), (4, 4, 2), (5, 5, 2)]
)
def test_what_stukas_shift(stukas: int, field: int, port: int) -> None:
    """11.3c one column each, 13.6 one for two against the Dynamo port."""
    b = position().dynamo("2812").unit("br_i", "2812").unit("fr_i", "2911").unit("ge_x", "2912")
    for place, shift in (("2911", field), ("2812", port)):
        fight = bt.Battle((b.piece("ge_x"),), b.hex(place), b.pos.fighters(b.hex(place)), attack_air=stukas)
        assert bt.air_shift(b.pos, fight) == shift


# ---------------------------------------------------------------------- 6.2, 7.5 ratings
@pytest.mark.parametrize(
    ("marks", "tr"),
    [((), 0), (("disrupted",), -2), (("oos",), -2), (("oos", "disrupted"), -4)],
)
@pytest.mark.parametrize("unit", ["ge_1_pz", "fr_1_dlm", "fr_i", "nl_1", "ge_x"])
def test_what_disruption_and_lack_of_supply_take(unit: str, marks: tuple[str, ...], tr: int) -> None:
    """6.2, 7.5c: two of TR and of MA, never below one; out of supply an MA of three at most, before disruption."""
    b = position()
    printed = position().unit(unit, "2812")
    first_tr, first_ma = printed.pos.tr(printed.piece(unit)), printed.pos.ma(printed.piece(unit))
    b.unit(unit, "2812", **dict.fromkeys(marks, 1))
    piece = b.piece(unit)
    moved = min(first_ma, 3) if "oos" in marks else first_ma
    moved -= 2 if "disrupted" in marks else 0
    assert (b.pos.tr(piece), b.pos.ma(piece)) == (max(1, first_tr + tr), max(1, moved))


# ---------------------------------------------------------------------- 8.3, 8.6 stacking
KINDS = {"corps": ("fr_i", "fr_iii"), "division": ("fr_14_di", "fr_10_di", "fr_36_di"), "mot": ("fr_1_dlm", "fr_2_dlm"),
         "rdb": ("fr_rif_boulay", "fr_rif_crusnes", "fr_rif_vosges")}  # fmt: skip
LEGAL = {
    *(("corps",), ("division",), ("mot",)),
    *(("corps", "division"), ("division", "division"), ("division", "mot"), ("mot", "mot")),
    *(("corps", "rdb"), ("corps", "rdb", "rdb"), ("division", "rdb"), ("division", "rdb", "rdb")),
    *(("mot", "rdb"), ("mot", "rdb", "rdb")),
    *(("corps", "division", "rdb"), ("division", "division", "rdb"), ("division", "mot", "rdb"), ("mot", "mot", "rdb")),
}
STACKS = [
    stack
    for size in range(1, 5)
    for stack in combinations_with_replacement(("corps", "division", "mot", "rdb"), size)
    if all(stack.count(kind) <= len(KINDS[kind]) for kind in stack) and set(stack) != {"rdb"}
]


@pytest.mark.parametrize("stack", STACKS, ids="-".join)
def test_which_units_stand_in_a_hex(stack: tuple[str, ...]) -> None:
    """8.3: two corps or divisions, one corps, no red box beside a corps; two small units beside one, one beside two."""
    b = position()
    names = [KINDS[kind][stack[:number].count(kind)] for number, kind in enumerate(stack)]
    assert stacking.limits_kept(b.pos, [b.piece(name) for name in names]) is (stack in LEGAL)


@pytest.mark.parametrize("other", ["ge_x", "ge_arko2", "ge_agb_supply", "ge_1kav"])
def test_artillery_and_supply_units_stand_for_a_corps(other: str) -> None:
    """8.3a, 7.9b."""
    b = position()
    for one in ("ge_arko1", "ge_aga_supply"):
        assert stacking.limits_kept(b.pos, [b.piece(one), b.piece(other)]) is (other == "ge_1kav")


@pytest.mark.parametrize(
    ("pair", "legal", "at_dynamo"),
    [
        (("nl_1", "be_1ch"), False, False),
        (("be_1ch", "fr_14_di"), True, True),
        (("be_1ch", "br_5"), True, True),
        (("fr_14_di", "br_5"), False, True),
        (("fr_14_di", "fr_10_di"), True, True),
    ],
)
def test_which_nations_stand_together(pair: tuple[str, str], legal: bool, at_dynamo: bool) -> None:
    """8.6, 13.5.1: French and British in the Dynamo port and beside it."""
    b = position()
    assert stacking.mix_allowed(b.pos, b.hex("2812"), map(b.piece, pair)) is legal
    b.dynamo("2812")
    for place in ("2812", "2813"):
        assert stacking.mix_allowed(b.pos, b.hex(place), map(b.piece, pair)) is at_dynamo
    assert stacking.mix_allowed(b.pos, b.hex("2814"), map(b.piece, pair)) is legal


# ---------------------------------------------------------------------- 9.1, 9.3 ZOC
@pytest.mark.parametrize(
    ("units", "projects"),
    [
        (("fr_i",), True),
        (("fr_1_dlm",), True),
        (("fr_14_di",), False),
        (("fr_14_di", "fr_10_di"), True),
        (("fr_rif_boulay",), False),
        (("fr_rif_boulay", "fr_rif_crusnes"), False),
        (("fr_i", "fr_rif_boulay"), True),
        (("fr_14_di", "fr_rif_boulay"), False),
        (("ge_arko1",), False),
        (("ge_aga_supply",), False),
        (("ge_gd",), False),
        (("ge_1_pz",), True),
    ],
)
def test_who_projects_a_zone_of_control(units: tuple[str, ...], projects: bool) -> None:
    """9.1a-c."""
    b = position().units("2812", *units)
    assert bool(zoc.projecting(b.pos, b.hex("2812"))) is projects
    assert not {b.piece("fr_rif_boulay"), b.piece("ge_gd")} & set(zoc.projecting(b.pos, b.hex("2812")))


# ---------------------------------------------------------------------- 11.4, 11.5 ground of retreat and advance
def test_where_the_second_hex_of_a_retreat_is_waived() -> None:
    """11.4c: town, city, works and fortified line of its own, Eben Emael and Metz among them; over a river."""
    b = position()
    unit = b.unit("fr_i", "1214").piece("fr_i")
    ground = b.game.ground
    for place in sorted(ground.land):
        own = ground.owner[place] == w.ALLIED and (place in ground.garrison or place in ground.works)
        wanted = place in ground.cities or place in ground.towns or own
        for here in ground.near[place]:
            assert retreats.waives(b.pos, unit, here, place) is (wanted or bool(ground.river_between(here, place)))


# ---------------------------------------------------------------------- 5.1e, 13.4 Dynamo
@pytest.mark.parametrize(("markers", "steps"), [(0, 6), (1, 5), (2, 4), (3, 4), (5, 4)])
def test_how_many_steps_leave_by_sea(markers: int, steps: int) -> None:
    """13.4.1, 13.4.2."""
    b = position().dynamo("3116")
    if markers:
        b.marker("port_disruption", "3116", count=markers)
    assert evacuation.capacity(b.pos) == steps


@pytest.mark.parametrize("scenario", ["historical", "informed_allies", "free_command"])
@pytest.mark.parametrize("turn", range(1, 9))
def test_when_dynamo_may_be_declared(scenario: str, turn: int) -> None:
    """13.1: turns 3 and 4 of scenarios 1 and 2."""
    b = position(scenario).round_of("allied", "move", turn)
    legal = scenario != "free_command" and turn in (3, 4)
    assert dynamo.may_declare(b.pos) is legal


# ---------------------------------------------------------------------- 12 END
@pytest.mark.parametrize("turn", range(1, 11))
def test_when_paris_may_be_declared_open(turn: int) -> None:
    """12.7: from turn 5."""
    b = position().turn(turn)
    b.run(paris.OpenCity())
    assert (not b.quiet) is (turn >= 5)


@pytest.mark.parametrize(("scenario", "delay"), [("historical", 3), ("informed_allies", 3), ("free_command", 2)])
@pytest.mark.parametrize("turn", [4, 5, 6])
def test_how_long_a_refit_lasts(scenario: str, delay: int, turn: int) -> None:
    """12.12b, 12.12e."""
    b = position(scenario).turn(turn)
    refit.declare(b.act())
    assert b.pos.var("refit_end") == turn + delay


@pytest.mark.parametrize("scenario", ["historical", "informed_allies", "free_command"])
@pytest.mark.parametrize("turn", range(1, 10))
def test_when_replacements_arrive(scenario: str, turn: int) -> None:
    """CL.3: on turn 5 of every scenario, both sides; 12.10b: no German armour."""
    b = position(scenario).turn(turn)
    replacements.receive(b.act())
    assert bool(b.pos.track("infantry", w.GERMAN)) is bool(b.pos.track("infantry", w.ALLIED)) is (turn == 5)
    assert b.pos.track("armour", w.GERMAN) == 0


# ---------------------------------------------------------------------- 7.3-7.8 sources and ranges
SOURCES = {
    "belgian": {"Antwerpen", "Oostende"},
    "german": {"city in Germany"},
    "british": {"west edge", "port"},
    "canadian": {"west edge", "port"},
    "french": {"west edge", "south edge", "port"},
}


@pytest.mark.parametrize("nation", SOURCES)
def test_which_hexes_are_sources_of_supply(nation: str) -> None:
    """7.3, 7.4: every hex of the map is looked at."""
    b = position()
    ground, wanted = b.game.ground, SOURCES[nation]
    kinds = {
        "west edge": ground.west_edge,
        "south edge": ground.south_edge,
        "port": ground.ports,
        "city in Germany": frozenset(p for p in ground.cities if ground.country[p] == "Germany"),
        "Antwerpen": frozenset(ground.named["Antwerpen"]),
        "Oostende": frozenset(ground.named["Oostende"]),
    }
    assert supply.sources(b.pos, nation) == frozenset().union(*(kinds[kind] for kind in sorted(wanted)))


@pytest.mark.parametrize(
    ("nation", "key", "reach"),
    [
        ("german", "ge_agb_supply", 5),
        ("german", "ge_aga_supply", 6),
        ("german", "cities_in", 6),
        ("german", "feature", 3),
        ("french", "fr_ag1_supply", 5),
        ("british", "fr_ag1_supply", 5),
        ("french", "place", 8),
        ("british", "ports", 3),
    ],
)
def test_how_far_attack_supply_reaches(nation: str, key: str, reach: int) -> None:
    """7.7, 7.8: as the chart says it that the rules read."""
    rows = game().chart.data["attack_supply"][nation]
    found = [row["range"] for row in rows if key in row or row.get("unit") == key]
    assert found == [reach]


def test_supply_units_move_as_far_as_they_supply() -> None:
    """7.9c, 7.9e: and have neither strength nor rating."""
    b = position()
    for unit, reach in (("ge_aga_supply", 6), ("ge_agb_supply", 5), ("fr_ag1_supply", 5)):
        b.unit(unit, "2812")
        assert b.pos.ma(b.piece(unit)) == reach and b.pos.cs(b.piece(unit)) == 0


# ---------------------------------------------------------------------- 12.4, 12.5 surrender
def dutch(b: Built) -> int:
    """Cities that count for the surrender of the Netherlands."""
    return sum(value for _, value, _ in surrender.dutch_count(b.pos))


def test_what_counts_for_the_surrender_of_the_netherlands() -> None:
    """12.5a: six; the three towns are one city, and only together; a city bombed in this END counts."""
    b, ground = position(), game().ground
    cities, towns = tuple(map(b.pos.label, ground.dutch_cities)), tuple(map(b.pos.label, ground.dutch_towns))
    assert len(towns) == 3 and dutch(b) == 0
    for number, city in enumerate(cities[:5], 1):
        assert dutch(b.taken(city)) == number and not surrender.falls(b.pos, "Netherlands")
    for town, count in zip(towns, (5, 5, 6), strict=True):
        assert dutch(b.taken(town)) == count
    assert surrender.falls(b.pos, "Netherlands")
    bombed = position().taken(*cities[:4], *towns)
    assert dutch(bombed.assign("terror_now", bombed.hex(cities[4]) + 1)) == 6
    assert dutch(bombed.assign("terror_now", bombed.hex(cities[0]) + 1)) == 5, "no second time"


@pytest.mark.parametrize("held", range(5))
def test_belgium_falls_with_all_four_cities(held: int) -> None:
    """12.5b."""
    b = position().unit("be_i", "2812")
    b.taken(*map(b.pos.label, b.game.ground.belgian_cities[:held]))
    names = {name for name, places in b.game.ground.named.items() if set(places) & set(b.game.ground.belgian_cities)}
    assert names == {"Antwerpen", "Bruxelles", "Ghent", "Oostende"}
    assert surrender.falls(b.pos, "Belgium") is (held == 4)


# ---------------------------------------------------------------------- CL.2, 5.1b, 11.6, 2.2d
@pytest.mark.parametrize("label", ["1006", "1505", "1600", "2200"])
def test_the_ends_of_the_western_edge(label: str) -> None:
    """CL.2."""
    b = position()
    assert b.hex(label) in b.game.ground.west_edge


def test_when_lost_air_assets_come_back() -> None:
    """5.1c three turns, 5.1e two turns."""
    number = game().chart.number
    assert number("air_availability", "return", "allied_lost") == 3
    assert number("air_availability", "return", "stuka_lost") == 2
    assert number("air_units", "aasf") >= 1 and number("air_units", "french") >= 1


@pytest.mark.parametrize("column", game().chart.crt.columns)
def test_the_combat_table_never_grows_better_for_the_defender(column: str) -> None:
    """11.3: a house table, ordered from the worst result to the best for the attacker along both axes."""
    order = ("AE", "AL1", "ENG", "BL1", "DL1", "DR", "DE")
    crt = game().chart.crt
    results = [order.index(crt.read(column, die)[1]) for die in range(1, 7)]
    assert results == sorted(results)
    before = crt.columns.index(column) - 1
    if before >= 0:
        assert all(
            order.index(crt.read(crt.columns[before], die)[1]) <= result for die, result in enumerate(results, start=1)
        )
