"""June 6: an examination by the original rulebook, chapters 12 to 16: combat, results, counterattack, guns."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.questions import drm, strength
from hexledger.engine.games.june_6.rules import losses
from hexledger.engine.games.june_6.rules.attack import DeclareAttacks
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.events import model as ev
from tests.june_6.builder import Built, position
from tests.june_6.combats import field
from tests.june_6.combats import fight as combat
from tests.june_6.fights import fight, results
from tests.june_6.test_j6_examination import land, refusal

# E2135 and everything within two hexes of it is clear and open, W1418 and everything next to it is bocage.
# Around E2135: E2136 east, E2036 and E2035 south, E2134 west, E2235 and E2236 north.
TARGET = "E2135"
HEDGES = "W1418"


def against(target: dict[str, dict[str, int]], at: str = TARGET, **attackers: str) -> Built:
    """Defenders with their marks in a hex, attackers around it, who are active."""
    b = field()
    for unit, marks in target.items():
        b.unit(unit, at, **marks)  # type: ignore[arg-type]
    for label, units in attackers.items():
        b.units(label, *units.split())
    return b.active(*(unit for units in attackers.values() for unit in units.split()))


# ---------------------------------------------------------------------- 12.2 who attacks what
@pytest.mark.parametrize("mark", ["disorder", "pinned", "scattered", "isolated"])
def test_marked_units_attack_from_where_they_stand(mark: str) -> None:
    """12.24"""
    b = land().unit("3_br_8", "E2136", **{mark: 1}).unit("21pz_125", TARGET)  # type: ignore[arg-type]
    b.active("3_br_8").run(DeclareAttacks())
    assert refusal(b, f"attack {TARGET} 3_br_8 -") == ""


@pytest.mark.parametrize("unit", ["sp_1", "21pz_hq", "i_ss_nw", "v_us_5arty", "3_br_hq"])
def test_bracketed_strengths_do_not_attack(unit: str) -> None:
    """12.11, 12.51"""
    german = unit in ("sp_1", "21pz_hq", "i_ss_nw")
    friend, enemy = ("21pz_125", "3_br_8") if german else ("3_br_8", "21pz_125")
    b = land().units("E2136", unit, friend).unit(enemy, TARGET).active(unit, friend).run(DeclareAttacks())
    assert refusal(b, f"attack {TARGET} {unit} -") != "" and refusal(b, f"attack {TARGET} {friend} -") == ""


def test_nobody_must_attack_and_a_hex_is_attacked_whole() -> None:
    """12.23"""
    b = against({"21pz_125": {}, "21pz_hq": {}}, E2136="3_br_8").unit("12ss_25", "E2035").run(DeclareAttacks())
    assert refusal(b, "end_attacks") == "" and refusal(b, "attack E2135 3_br_8 -") == ""
    fought = combat(b, TARGET, "3_br_8", dice=(5,)).lines("reckon.defence_strength")
    assert fought == {"21pz_125": 6, "21pz_hq": 1}


@pytest.mark.parametrize(
    ("unit", "start", "target", "rule"),
    [
        ("2a_us_66", "W3428", "W3527", "12.31"),
        ("2a_us_66", "W3428", "W3427", ""),
        ("4_us_8", "W3428", "W3527", ""),
        ("2a_us_66", "E3019", "E3118", "12.31"),
        ("1_us_16", "E3019", "E3118", ""),
        ("3_br_27", "E1838", "E1738", ""),
        ("3_br_27", "E1838", "E1839", "12.3"),
        ("12ss_26", "E1839", "E1838", "12.3"),
        ("g709_919", "E1839", "E1838", "12.3"),
    ],
    ids=[
        "tanks into a marsh",
        "tanks into a marsh by road",
        "foot into a marsh",
        "tanks over a bluff",
        "foot over a bluff",
        "tanks over a bridge",
        "tanks over a river",
        "motorized Germans over a river",
        "German foot over a river",
    ],
)
def test_nobody_attacks_where_he_could_not_go(unit: str, start: str, target: str, rule: str) -> None:
    """12.31, 12.32"""
    b = position("campaign", turn=4)
    german = b.pos.side(b.piece(unit)) == f.GERMAN
    b.unit(unit, start).unit("3_cdn_7" if german else "g709_739", target)
    if german:
        b.unit("g709_hq", "E1739")
    b.active(unit).run(DeclareAttacks())
    if b.quiet:
        assert rule
    else:
        assert refusal(b, f"attack {target} {unit} -").startswith(f"J6 {rule}" if rule else "")
        assert (refusal(b, f"attack {target} {unit} -") == "") is (rule == "")


# ---------------------------------------------------------------------- 12.51 strength and odds
@pytest.mark.parametrize(
    ("units", "total"),
    [
        (("3_br_27",), 2),
        (("3_br_27", "3_br_8"), 12),
        (("3_br_27", "3_cdn_2", "3_br_8"), 14),
        (("2a_us_66", "2a_us_67", "2a_us_41"), 19),
        (("2a_us_66", "2a_us_67"), 6),
        (("12ss_12recon", "12ss_12pz"), 1 + 3),
        (("12ss_12recon", "12ss_12pz", "12ss_25"), 3 + 7 + 7),
        (("21pz_200", "21pz_22", "12ss_12pz", "21pz_125"), 2 + 5 + 6 + 3),
        (("3_br_27", "i_br_79"), 2 + 0),
    ],
)
def test_armour_without_infantry_of_its_own_counts_half(units: tuple[str, ...], total: int) -> None:
    """12.51: one infantry unit for two of armour, of the same formation; each is halved, downwards."""
    b = land()
    for n, unit in enumerate(units):
        b.unit(unit, ("E2136", "E2236", "E2235", "E2134")[n])
    assert strength.attack_strength(b.pos, tuple(b.piece(unit) for unit in units)).total == total


def test_an_attached_infantry_unit_supports_the_tanks_of_its_division_for_the_turn() -> None:
    """12.51: attached units are of the formation."""
    for home, total in (("", 2 + 4), ("3_br", 5 + 4)):
        b = land().unit("3_br_27", "E2136").unit("i_br_1ss", "E2236", attached=home)
        assert strength.attack_strength(b.pos, (b.piece("3_br_27"), b.piece("i_br_1ss"))).total == total


def test_reduced_tanks_of_a_recon_battalion_with_guns_alone_are_no_armour() -> None:
    """12.51, QA-UNIT-1: the reduced 12th reconnaissance battalion has AT points, so it is not halved."""
    b = land().unit("12ss_12recon", "E2136", reduced=True)
    assert strength.attack_strength(b.pos, (b.piece("12ss_12recon"),)).total == 2


@pytest.mark.parametrize(
    ("units", "total"),
    [(("3_br_8",), 3), (("3_br_8", "3_br_9"), 7), (("3_br_8", "3_br_27"), 6)],
    ids=["one", "two together: 14 / 2", "7 and 5: 12 / 2"],
)
def test_an_isolated_stack_is_added_up_and_then_halved(units: tuple[str, ...], total: int) -> None:
    """22.22"""
    b = land().units("E2136", *units, isolated=True)
    pieces = tuple(b.piece(unit) for unit in units)
    assert strength.attack_strength(b.pos, pieces).total == total
    assert strength.defence_strength(b.pos, pieces, b.hex("E2136")).total == total, "QA-SUP-4: in defence, too"


def test_isolated_stacks_in_two_hexes_are_halved_each() -> None:
    b = land().unit("3_br_8", "E2136", isolated=True).unit("3_br_9", "E2236", isolated=True)
    assert strength.attack_strength(b.pos, (b.piece("3_br_8"), b.piece("3_br_9"))).total == 3 + 3


@pytest.mark.parametrize(
    ("attackers", "defenders", "odds", "dice"),
    [
        ({"E2136": "3fj_5 3fj_8"}, "3_br_8 2_us_9", "1:1", ()),
        ({"E2136": "12ss_25 12ss_26", "E2236": "12ss_kg"}, "3_br_8 v_us_102", "2:1", ()),
        ({"E2136": "12ss_25 12ss_12recon"}, "3_br_8 i_br_1ss", "1:1", ()),
        ({"E2136": "21pz_125 21pz_192 21pz_pzjg"}, "6_abn_3para", "3:1", ()),
        ({"E2136": "12ss_25"}, "2_us_9 2_us_23 2_us_741", "1:3", ()),
        ({"E2136": "12ss_25"}, "2_us_9 2_us_23", "1:2", ()),
        ({"E2136": "3_br_8"}, "g716_441", "4:1", (9,)),
        ({"E2136": "3_br_8"}, "g716_441", "3:1", (0,)),
        ({"E2136": "3_br_8"}, "g716_441", "3:1", (4,)),
        ({"E2136": "3_br_8"}, "g716_441", "4:1", (5,)),
    ],
    ids=["16:15", "18:10", "10:11", "13:5", "7:18", "7:16", "7:2 up", "7:2 down", "7:2 at 4", "7:2 at 5"],
)
def test_odds_go_to_the_nearest_and_a_half_by_a_die(
    attackers: dict[str, str], defenders: str, odds: str, dice: tuple[int, ...]
) -> None:
    """12.51c, QA-BOMB-4, QA-BOMB-5"""
    b = against({unit: {} for unit in defenders.split()}, **attackers)
    units = [unit for units in attackers.values() for unit in units.split()]
    assert combat(b, TARGET, *units, dice=dice).odds == odds and not b.coming


# ---------------------------------------------------------------------- 12.52, 12.53
@pytest.mark.parametrize(
    ("attackers", "defenders", "value"),
    [
        (("79_us_313",), ("12ss_25",), -2),
        (("79_us_313", "v_us_2rngr"), ("12ss_25",), 1),
        (("v_us_2rngr",), ("g709_919",), 3),
        (("v_us_2rngr",), ("g709_919", "12ss_hq"), 1),
        (("90_us_357",), ("1ss_1",), -3),
        (("3_br_8",), ("21pz_125",), 0),
    ],
)
def test_the_best_cohesion_of_each_side_counts_up_to_three(
    attackers: tuple[str, ...], defenders: tuple[str, ...], value: int
) -> None:
    """12.52"""
    b = land().units("E2136", *attackers).units(TARGET, *defenders)
    assert drm.cohesion(b.pos, fight(b, TARGET, *attackers)).value == value


@pytest.mark.parametrize(
    ("attackers", "others", "value"),
    [
        ({"3_br_8": "E2136"}, {}, 0),
        ({"3_br_8": "E2136", "3_br_9": "E2136"}, {}, 0),
        ({"3_br_8": "E2136", "3_br_9": "E2236"}, {}, 0),
        ({"3_br_8": "E2136", "3_br_9": "E2235"}, {}, 1),
        ({"3_br_8": "E2136", "3_br_9": "E2236", "3_br_185": "E2235"}, {}, 1),
        ({"3_br_8": "E2136", "3_br_9": "E2134"}, {}, 2),
        ({"3_br_8": "E2136", "3_br_9": "E2134"}, {"12ss_25": "E2036"}, 1),
        ({"3_br_8": "E2136", "3_br_9": "E2134"}, {"12ss_hq": "E2036"}, 1),
        ({"3_br_8": "E2136", "3_br_9": "E2134"}, {"12ss_25": "E1936"}, 2),
        ({"3_br_8": "E2136", "i_br_79": "E2134"}, {}, 1),
        ({"3_br_8": "E2136", "3_br_9": "E2235", "3_br_185": "E2035"}, {}, 2),
        ({"3_br_8": "E2136"}, {"3_br_9": "E2134"}, 0),
    ],
    ids=[
        "one hex",
        "two units in one hex",
        "two adjacent hexes",
        "two that are not adjacent",
        "three in a row",
        "opposite sides: every hex held or covered",
        "a friend of the defender next to him",
        "an HQ next to him",
        "a friend of his beyond, whose ZOC does not matter",
        "a support unit has no ZOC",
        "every second hex",
        "one who takes no part",
    ],
)
def test_fronts_and_encirclement(attackers: dict[str, str], others: dict[str, str], value: int) -> None:
    """12.53"""
    b = land().unit("21pz_125", TARGET)
    for unit, at in (attackers | others).items():
        b.unit(unit, at)
    assert drm.multi_front(b.pos, fight(b, TARGET, *attackers)).value == value


def test_the_second_example_of_encirclement() -> None:
    """12.53: E1833 from E1732 and E1834: two fronts only."""
    b = land().unit("21pz_125", "E1833").unit("3_br_8", "E1732").unit("3_br_9", "E1834")
    assert drm.multi_front(b.pos, fight(b, "E1833", "3_br_8", "3_br_9")).value == 1


# ---------------------------------------------------------------------- 12.54-12.59
@pytest.mark.parametrize(
    ("attack", "defence", "value"),
    [("probe", "stand", -3), ("probe", "retreat", 0), ("assault", "stand", 0), ("assault", "retreat", 0)],
)
def test_a_probe_against_stand_costs_three(attack: str, defence: str, value: int) -> None:
    """12.54"""
    b = land().unit("21pz_125", TARGET).unit("3_br_8", "E2136")
    assert drm.probe(b.pos, fight(b, TARGET, "3_br_8", attack=attack, defence=defence)).value == value


@pytest.mark.parametrize(
    ("attackers", "flaks", "value"),
    [
        (("3_br_8", "3_br_27"), ("iii_flak_a",), -1),
        (("3_br_8", "3_br_27"), ("iii_flak_a", "iii_flak_b"), -2),
        (("3_br_8",), ("iii_flak_a", "iii_flak_b"), 0),
        (("3_br_8", "i_br_79"), ("iii_flak_a",), -1),
        (("3_br_8", "3_br_27"), ("iii_flak_hq",), 0),
    ],
)
def test_flak_counts_against_armour_only(attackers: tuple[str, ...], flaks: tuple[str, ...], value: int) -> None:
    """12.55: every unit of them; the HQ of the Flak corps is none."""
    b = land().units(TARGET, "g716_736", *flaks).units("E2136", *attackers)
    assert drm.flak(b.pos, fight(b, TARGET, *attackers)).value == value


def test_german_armour_meets_no_flak_drm() -> None:
    """12.55: Allied attacks."""
    b = land().unit("3_br_8", TARGET).units("E2136", "21pz_22", "iii_flak_a")
    assert drm.flak(b.pos, fight(b, TARGET, "21pz_22")).value == 0


def test_79_armoured_helps_no_american() -> None:
    """12.56: Commonwealth attacks; and not in defence."""
    b = land().unit("g716_736", TARGET).unit("3_br_8", "E2136").unit("i_br_79", "E2136")
    assert drm.armor_79(b.pos, fight(b, TARGET, "3_br_8", "i_br_79")).value == 1
    b = land().units("E2136", "3_br_8", "i_br_79").unit("12ss_25", TARGET)
    assert drm.armor_79(b.pos, fight(b, "E2136", "12ss_25")).value == 0


@pytest.mark.parametrize(
    ("attackers", "defenders", "values"),
    [((0, 0), (0, 0), (0, 0)), ((1, 0), (0, 2), (-1, 1)), ((2, 1), (0, 0), (-1, 0)), ((0, 0), (2, 2), (0, 1))],
)
def test_disorder_counts_one_a_side(
    attackers: tuple[int, int], defenders: tuple[int, int], values: tuple[int, int]
) -> None:
    """12.57, QA-BOMB-7"""
    b = land()
    for unit, level in zip(("3_br_8", "3_br_9"), attackers, strict=True):
        b.unit(unit, "E2136", disorder=level)
    for unit, level in zip(("12ss_25", "12ss_26"), defenders, strict=True):
        b.unit(unit, TARGET, disorder=level)
    assert tuple(item.value for item in drm.disorder(b.pos, fight(b, TARGET, "3_br_8", "3_br_9"))) == values


@pytest.mark.parametrize(
    ("start", "value"),
    [(("E2833",), -1), (("E2834",), -1), (("E2833", "E2834"), -1), (("E2833", "E2634"), 0), (("E2634",), 0)],
)
def test_a_hexside_counts_only_when_every_attacker_crosses_one(start: tuple[str, ...], value: int) -> None:
    """QA-BOMB-6: a small river on one side, a marsh hexside on the other."""
    b = land().unit("g716_736", "E2733")
    units = ("3_br_8", "3_br_9")[: len(start)]
    for unit, at in zip(units, start, strict=True):
        b.unit(unit, at)
    assert sum(item.value for item in drm.terrain(b.pos, fight(b, "E2733", *units))) == value


# ---------------------------------------------------------------------- 15 armour superiority
@pytest.mark.parametrize(
    ("attackers", "defenders", "value"),
    [
        ("3_br_27", "g716_736", 2),
        ("3_br_27", "21pz_22", 0),
        ("3_br_27", "12ss_12pz", -1),
        ("3_br_27", "21pz_200", 1),
        ("3_br_27", "12ss_pzjg", 2),
        ("3_br_27", "21pz_pzjg", 1),
        ("3_br_27", "21pz_pzjg i_ss_pzjg", 0),
        ("3_br_27", "xlvii_654", 0),
        ("3_br_8", "21pz_22", -2),
        ("3_br_8", "21pz_pzjg", 0),
        ("v_us_749", "21pz_200", 0),
        ("v_us_749", "12ss_12pz", -2),
        ("12ss_12pz", "3_br_27", 1),
        ("12ss_12pz", "49_br_30", 2),
        ("12ss_12pz", "3_br_27 vii_us_634", 0),
        ("12ss_12pz", "49_br_30 vii_us_634", 1),
        ("21pz_200", "3_br_27", -2),
        ("lehr_stug ii_fj_12", "i_br_inns vii_us_634", 0),
        ("21pz_22 12ss_12recon", "3_br_27", 1),
    ],
)
def test_armour_superiority(attackers: str, defenders: str, value: int) -> None:
    """15.12, 15.13: AT points of the defender may undo the attacker's lead and no more."""
    b = land().units("E2136", *attackers.split()).units(TARGET, *defenders.split())
    assert drm.armor(b.pos, fight(b, TARGET, *attackers.split())).value == value


@pytest.mark.parametrize(("attackers", "defenders", "value"), [("3_br_27", "g709_919", 1), ("3_br_8", "21pz_22", -1)])
def test_bocage_holds_either_lead_to_one(attackers: str, defenders: str, value: int) -> None:
    """15.2"""
    b = land().unit(attackers, "W1417").unit(defenders, HEDGES)
    assert drm.armor(b.pos, fight(b, HEDGES, attackers)).value == value


def test_it_is_the_defenders_hex_that_counts_for_bocage() -> None:
    """15.2: tanks out of the hedges into the open keep their +2."""
    b = land().unit("3_br_27", "E1732").unit("g709_919", "E1833")
    assert b.pos.board.terrain[b.hex("E1732")] != b.pos.board.terrain[b.hex("E1833")]
    assert drm.armor(b.pos, fight(b, "E1833", "3_br_27")).value == 2


def test_the_armour_of_an_isolated_stack_is_added_up_and_halved() -> None:
    """22.22: (5 + 1) / 2 = 3 against 2."""
    b = land().units("E2136", "3_br_27", "i_br_79", isolated=True).unit("21pz_22", TARGET, reduced=True)
    assert strength.armor_points(b.pos, (b.piece("3_br_27"), b.piece("i_br_79"))) == 3
    assert drm.armor(b.pos, fight(b, TARGET, "3_br_27", "i_br_79")).value == 0


# ---------------------------------------------------------------------- 13.1, 13.2, 13.7 results
def won(row: int, attackers: dict[str, str], defenders: str, at: str = TARGET, **kind: str) -> Built:
    """A row of the CRT against these units; every choice is the first that is offered, but nobody retreats or moves."""
    b = land(seed="x")
    for unit, label in attackers.items():
        b.unit(unit, label)
    b.units(at, *defenders.split()).active(*attackers)
    results(b, fight(b, at, *attackers, **kind), row)  # type: ignore[arg-type]
    while b.offer is not None and not b.quiet and "choose_unit" in b.offer.kinds:
        b.play(b.choices()[0])
    return b


def marks(b: Built, *units: str) -> str:
    """What became of units: `-` nothing, 1 and 2 Disorder, R reduced, X gone."""
    return " ".join(
        "X" if b.gone(unit) else ("R" if b.is_reduced(unit) else "") + (str(b.has(unit, "disorder") or "")) or "-"
        for unit in units
    )


@pytest.mark.parametrize(
    ("row", "attackers", "after"),
    [
        (2, "3_br_8 3_br_27 6_abn_3para", "R 2 2"),
        (2, "6_abn_3para 3_br_8", "2 R"),
        (1, "3_br_8 6_abn_3para", "2 R"),
        (5, "3_br_8 6_abn_3para", "1 1"),
        (8, "3_br_8 6_abn_3para", "1 -"),
        (7, "3_br_8 6_abn_3para", "- 1"),
        (3, "3_br_8 6_abn_3para", "R 1"),
        (4, "3_br_8 6_abn_3para", "2 1"),
    ],
)
def test_who_takes_the_attackers_results(row: int, attackers: str, after: str) -> None:
    """13.71, 13.72: cohesions 6, 6 and 8; with equal ones the first offered is chosen."""
    units = attackers.split()
    b = won(row, dict(zip(units, ("E2136", "E2236", "E2235"), strict=False)), "12ss_25 12ss_26")
    assert marks(b, *units) == after


@pytest.mark.parametrize(
    ("row", "defenders", "after"),
    [
        (9, "12ss_25 g709_919", "R 1"),
        (8, "12ss_25 g709_919", "1 R"),
        (6, "12ss_25 g709_919", "1 2"),
        (7, "12ss_25 g709_919", "- R"),
        (4, "12ss_25 g709_919", "1 -"),
        (5, "12ss_25 g709_919", "1 1"),
        (9, "12ss_25 12ss_pzjg", "R 1"),
        (7, "g709_919 12ss_hq", "R -"),
        (4, "g709_919 12ss_hq", "- 1"),
        (7, "12ss_hq", "X"),
    ],
)
def test_who_takes_the_defenders_results(row: int, defenders: str, after: str) -> None:
    """13.71, 13.72; an HQ is the last to lose a step (6.16)."""
    b = won(row, {"v_us_2rngr": "E2136", "3_br_8": "E2236"}, defenders)
    assert marks(b, *defenders.split()) == after


@pytest.mark.parametrize(
    ("row", "attacker", "defender", "after"),
    [
        (9, "1_us_18", "3fj_5", "1 -"),
        (2, "4_us_8", "g709_919", "- 1"),
        (2, "79_us_313", "12ss_25", "R -"),
        (2, "3_br_8", "21pz_125", "R 1"),
        (9, "v_us_2rngr", "12ss_25", "- R"),
        (5, "1_us_18", "3fj_5", "1 -"),
        (5, "v_us_2rngr", "3fj_5", "- 1"),
    ],
    ids=[
        "first example of QA-RES-4",
        "second example",
        "both results come to one unit: the worse",
        "equal cohesion saves nobody",
        "the Ranger is better than the regiment",
        "a single result is ignored as well",
        "and the better attacker's",
    ],
)
def test_a_unit_alone_with_the_best_cohesion_ignores_losses(row: int, attacker: str, defender: str, after: str) -> None:
    """13.73 exception, QA-RES-3, QA-RES-4, QA-RES-5"""
    assert marks(won(row, {attacker: "E2136"}, defender), attacker, defender) == after


def test_the_best_unit_alone_must_retreat_all_the_same() -> None:
    """13.73: the exception is for Disorder and Reduced."""
    b = won(10, {"3_br_8": "E2136"}, "3fj_5")
    assert b.offer is not None and "retreat" in b.offer.kinds
    b.play("retreat 3fj_5 E2134")
    assert marks(b, "3fj_5") == "-"


def test_its_retreat_through_an_enemy_zoc_costs_it_a_step_none_the_less() -> None:
    """13.36: the loss is of the retreat, QA-UNIT-4."""
    b = land().unit("3_br_8", "E2136").unit("3fj_5", TARGET).active("3_br_8")
    b.unit("3_br_27", "E2034").unit("3_cdn_7", "E2234")
    results(b, fight(b, TARGET, "3_br_8"), 10)
    assert refusal(b, "retreat 3fj_5 E2035") == "J6 13.35"
    b.play("retreat 3fj_5 E2035,E1935")
    assert marks(b, "3fj_5") == "R"


@pytest.mark.parametrize(
    ("before", "reduced", "result", "after"),
    [
        (0, False, 1, "1"),
        (1, False, 1, "2"),
        (2, False, 1, "R"),
        (0, False, 2, "2"),
        (1, False, 2, "R"),
        (2, False, 2, "R"),
        (0, True, 2, "R2"),
        (1, True, 1, "R2"),
        (1, True, 2, "X"),
        (2, True, 1, "X"),
    ],
)
def test_disorder_ladder(before: int, reduced: bool, result: int, after: str) -> None:
    """13.13, 13.14: a marker that turns into a lost step comes off."""
    b = land().unit("3_br_8", TARGET, disorder=before, reduced=reduced)
    losses.disorder(b.act(), b.piece("3_br_8"), result, "13.14")
    assert marks(b, "3_br_8") == after


@pytest.mark.parametrize("unit", ["sp_1", "det_1", "g716_441", "12ss_hq", "v_us_2rngr"])
def test_a_unit_of_one_step_goes_by_disorder_beyond_two(unit: str) -> None:
    """13.14, 19.22c"""
    b = land().unit(unit, TARGET, disorder=2)
    losses.disorder(b.act(), b.piece(unit), 1, "13.14")
    assert b.gone(unit)


def test_a_retreat_through_an_enemy_zoc_takes_the_disorder_marker_with_the_step() -> None:
    """13.36, 13.15"""
    b = land().unit("21pz_125", TARGET, disorder=1).unit("3_br_8", "E2136").active("3_br_8")
    b.unit("3_br_27", "E2034").unit("3_cdn_7", "E2234")
    results(b, fight(b, TARGET, "3_br_8", defence="retreat"), 5).play("retreat 21pz_125 E2035,E1935")
    assert marks(b, "21pz_125") == "R"


# ---------------------------------------------------------------------- 13.3 retreat, 13.4 advance
def test_who_cannot_retreat_stays_is_reduced_and_nobody_advances() -> None:
    """13.37"""
    b = land().unit("21pz_125", TARGET)
    ring = dict(
        zip(
            ("3_br_8", "3_br_9", "3_br_185", "3_cdn_7", "3_cdn_8", "3_cdn_9"),
            ("E2136", "E2036", "E2035", "E2134", "E2235", "E2236"),
            strict=True,
        )
    )
    for unit, at in ring.items():
        b.unit(unit, at)
    b.active("3_br_8", "3_br_9")
    results(b, fight(b, TARGET, "3_br_8", "3_br_9", defence="retreat"), 9)
    assert b.at("21pz_125") == TARGET and marks(b, "21pz_125") == "R" and b.at("3_br_8") == "E2136"


@pytest.mark.parametrize(("row", "mode", "asked"), [(5, "retreat", True), (8, "retreat", False)])
def test_an_optional_advance_may_be_declined_a_mandatory_one_not(row: int, mode: str, asked: bool) -> None:
    """13.42, 13.43"""
    b = won(row, {"3_br_8": "E2136", "3_br_9": "E2236"}, "21pz_125", defence=mode)
    b.play("retreat 21pz_125 E2034,E2035" if False else "retreat 21pz_125 E2035")
    assert (refusal(b, "end_advance") == "") is asked


@pytest.mark.parametrize(
    ("marked", "advances"), [({"disorder": 1}, False), ({"pinned": 1}, False), ({"scattered": 1}, False), ({}, True)]
)
def test_marked_attackers_do_not_follow(marked: dict[str, int], advances: bool) -> None:
    """13.41, 12.24"""
    b = land().unit("3_br_8", "E2136", **marked).unit("21pz_125", TARGET).active("3_br_8")  # type: ignore[arg-type]
    results(b, fight(b, TARGET, "3_br_8", defence="retreat"), 8).play("retreat 21pz_125 E2134")
    assert (b.at("3_br_8") == TARGET) is advances


@pytest.mark.parametrize(
    ("attacker", "defender", "mode", "defence", "row", "dice", "after"),
    [
        ("1_us_16", "g352_621", "assault", "stand", 13, (7,), "1"),
        ("1_us_16", "g352_621", "assault", "stand", 13, (6,), "-"),
        ("1_us_16", "g352_621", "assault", "retreat", 8, (), "-"),
    ],
    ids=["die above the cohesion", "die equal", "no Stand, no ambush"],
)
def test_the_ambush_in_the_hedges(
    attacker: str, defender: str, mode: str, defence: str, row: int, dice: tuple[int, ...], after: str
) -> None:
    """13.46"""
    b = land(dice=dice).unit(attacker, "W1417").unit(defender, HEDGES).active(attacker)
    results(b, fight(b, HEDGES, attacker, attack=mode, defence=defence), row)
    while b.offer is not None and not b.quiet and b.offer.side == f.GERMAN:
        b.play(b.choices()[-1])
    assert marks(b, attacker) == after and b.at(attacker) == HEDGES and not b.coming


def test_germans_are_not_ambushed() -> None:
    """13.46a: the defender must be German."""
    b = land().unit("12ss_25", "W1417").unit("79_us_313", HEDGES, reduced=True).active("12ss_25")
    results(b, fight(b, HEDGES, "12ss_25"), 13)
    assert b.at("12ss_25") == HEDGES and not b.of(ev.Rolled)


# ---------------------------------------------------------------------- 13.6 rout
@pytest.mark.parametrize(
    ("attack", "defence", "routed"),
    [
        ("assault", "stand", True),
        ("probe", "stand", True),
        ("assault", "retreat", False),
        ("probe", "retreat", False),
    ],
)
def test_a_rout_needs_stand(attack: str, defence: str, routed: bool) -> None:
    """13.61"""
    b = land().unit("3_br_8", "E2136").unit("12ss_25", TARGET).unit("3_cdn_7", "E2134").active("3_br_8")
    results(b, fight(b, TARGET, "3_br_8", attack=attack, defence=defence), 0)
    seen = False
    for _ in range(6):
        if b.quiet or b.offer is None:
            break
        seen |= b.offer.side == f.GERMAN
        b.play(b.choices()[-1])
    assert seen is routed


# ---------------------------------------------------------------------- 14 counterattack
def beaten(retreat: str, *others: tuple[str, str], row: int = 8) -> Built:
    """8/3 has beaten 125/21Pz out of E2135 and stands there."""
    b = land().unit("3_br_8", "E2136").unit("21pz_125", TARGET).active("3_br_8")
    for unit, at in others:
        b.unit(unit, at)
    return results(b, fight(b, TARGET, "3_br_8", defence="retreat"), row).play(f"retreat 21pz_125 {retreat}")


@pytest.mark.parametrize(
    ("helper", "at", "may"),
    [("12ss_25", "E2134", True), ("lxxxiv_752", "E2134", True), ("12ss_25", "E2034", False), ("det_1", "E2235", True)],
)
def test_any_german_next_to_the_hex_joins_the_counterattack(helper: str, at: str, may: bool) -> None:
    """14.23"""
    b = beaten("E2035", (helper, at))
    assert (refusal(b, f"counterattack 21pz_125,{helper}") == "") is may


def test_who_is_still_to_be_attacked_does_not_join() -> None:
    """14.23 exception"""
    b = field().unit("3_br_8", "E2136").unit("3_br_9", "E2334").unit("21pz_125", TARGET).unit("12ss_25", "E2235")
    b.unit("12ss_26", "E2134").active("3_br_8", "3_br_9").run(DeclareAttacks())
    b.play(f"attack {TARGET} 3_br_8 -", "attack E2235 3_br_9 -", "end_attacks")
    b.dice(9)
    for _ in range(30):
        prompt = b.offer
        assert prompt is not None
        if "counterattack" in prompt.kinds:
            break
        lines = b.choices()
        pick = next(
            (
                x
                for x in lines
                if x.startswith(("next_attack E2135", "choose_mode mode.retreat", "retreat 21pz_125 E2035"))
            ),
            lines[-1] if "end_advance" not in lines else lines[0],
        )
        b.play(pick)
    if b.offer is not None and "counterattack" in b.offer.kinds:
        assert refusal(b, "counterattack 21pz_125,12ss_25") == "J6 14.23"
        assert refusal(b, "counterattack 21pz_125,12ss_26") == ""
    else:
        raise AssertionError("no counterattack was asked for")
