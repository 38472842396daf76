"""Withdrawals and who stands in for whom, replacements, the panzer reserve, at the limits of their rules (26-28)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.questions import capacity, points
from hexledger.engine.games.fortress_europa.rules import engineers, losses, panzer_reserve, reinforcements, replacements
from hexledger.engine.games.fortress_europa.rules import points as points_rules
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position

HOME = "RR13"
"""Erfurt."""


def german(turn: str) -> Built:
    """The German player turn begins."""
    return position(turn=turn).turn_of("german")


def start(b: Built, side: int = f.GERMAN) -> Built:
    return b.run(reinforcements.TurnStart(side))


def destroyed(b: Built, *units: str) -> Built:
    for unit in units:
        b.act().pool("pool.eliminated", b.piece(unit), 1)
    return b


# ---------------------------------------------------------------------- 26.7, 26.8 withdrawals
def test_for_a_destroyed_unit_one_of_its_type_and_strength_leaves_and_takes_its_part() -> None:
    """26.8: it is withdrawn; the destroyed one may be rebuilt (27.8)."""
    b = destroyed(german("September III"), "i_462")
    twin = next(p for p in game().tables.roster.land if alike(p, b.piece("i_462")))
    name = game().piece(twin)
    b.unit(name, HOME)
    start(b)
    assert b.choices() == [f"withdraw_instead {name}"]
    b.play(f"withdraw_instead {name}")
    assert b.gone(name) and b.pooled("withdrawn", name) == 1 and b.pooled("eliminated", "i_462") == 1
    assert b.pooled("stand_in", "i_462") == twin + 1
    b.track("german", 5, f.GERMAN)
    assert replacements.rebuild_refusal(b.pos, f.GERMAN, rebuild(b, "i_462")) is None
    why = replacements.rebuild_refusal(b.pos, f.GERMAN, rebuild(b, name))
    assert why is not None and why[0] == "27.8", "who was withdrawn takes no replacements"


def rebuild(b: Built, unit: str) -> replacements.Rebuild:
    return replacements.Rebuild(b.piece(unit), b.hex(HOME), False)  # type: ignore[arg-type]


def alike(one: int, other: int) -> bool:
    """Another German counter of the same type and factors."""
    mine, its = game().counters[one], game().counters[other]
    return one != other and game().side_of[one] == f.GERMAN and mine.type == its.type and mine.front == its.front


def test_without_its_like_one_of_the_type_goes_and_without_its_type_the_nearest_stronger_unit() -> None:
    """26.8: same type before same strength; then another type, nearest and not below."""
    b = destroyed(german("September III"), "i_462")
    strength = game().counters[b.piece("i_462")].front.values["cf"]
    infantry = next(
        p
        for p in sorted(game().tables.roster.land)
        if game().side_of[p] == f.GERMAN
        and game().counters[p].type == "infantry"
        and game().counters[p].front.values["cf"] > strength
    )
    b.unit("pz_116", HOME).unit("pz_9", HOME)
    assert reinforcements.substitutes(b.pos, b.piece("i_462")) == (b.piece("pz_9"),), "5 is nearer than 6"
    b.unit(game().piece(infantry), "RR14")
    assert reinforcements.substitutes(b.pos, b.piece("i_462")) == (infantry,)


def test_nobody_leaves_for_a_destroyed_unit_if_all_others_are_weaker_and_of_another_type() -> None:
    """26.8: nearest and higher."""
    b = destroyed(german("January III"), "ss_1").unit("pz_fbb", HOME)
    assert game().counters[b.piece("ss_1")].front.values["cf"] > game().counters[b.piece("i_352")].front.values["cf"]
    weak = destroyed(german("January III"), "ss_1").unit("i_352", HOME)
    assert reinforcements.substitutes(weak.pos, weak.piece("ss_1")) == ()


def test_an_hq_stands_in_for_an_hq_and_for_nobody_else() -> None:
    """26.8: an HQ is a type of its own."""
    b = destroyed(german("January III"), "hq_dietrich").unit("hq_7", HOME).unit("i_352", HOME)
    assert reinforcements.substitutes(b.pos, b.piece("hq_dietrich")) == (b.piece("hq_7"),)
    division = destroyed(german("September III"), "i_462").unit("hq_7", HOME)
    assert reinforcements.substitutes(division.pos, division.piece("i_462")) == ()


def test_who_left_in_a_units_place_comes_back_in_its_place() -> None:
    """26.8, 26.9: the two have changed their parts: i_340 of December I stays where it is, who left for it returns,
    as weak as he left."""
    b = german("December I").unit("i_340", "RR14")
    b.act().pool("pool.stand_in", b.piece("i_340"), b.piece("i_352") + 1)
    b.act().pool("pool.withdrawn", b.piece("i_352"), 1)
    b.act().pool("pool.withdrawn_reduced", b.piece("i_352"), 1)
    b.run(sequence.BeginMove(f.GERMAN, 1))
    assert b.pooled("due", "i_352") == 1 and b.pooled("due", "i_340") == 0 and b.pooled("stand_in", "i_340") == 0
    b.play(f"place_reinforcement i_352 {HOME}")
    assert b.pos.steps(b.piece("i_352")) == 1 and b.at("i_340") == "RR14" and b.pooled("withdrawn", "i_352") == 0


def test_a_destroyed_unit_for_which_nobody_left_does_not_come_back_by_the_display() -> None:
    """26.9, 27.8: replacements alone bring it back."""
    b = destroyed(german("December I"), "i_340").run(sequence.BeginMove(f.GERMAN, 1))
    assert b.pooled("due", "i_340") == 0 and b.pooled("eliminated", "i_340") == 1


def test_a_unit_in_an_enemy_zone_is_withdrawn_while_it_is_in_supply() -> None:
    """26.7: only supply matters."""
    b = german("September III").unit("i_462", "RR14").unit("us_1", "RR15")
    assert b.pos.in_ezoc(b.hex("RR14"), f.GERMAN)
    start(b)
    assert b.gone("i_462") and b.pooled("withdrawn", "i_462") == 1


def test_a_listed_unit_of_the_reserve_is_taken_from_the_reserve() -> None:
    """26.10: January III, 1SS waits off the map still."""
    b = german("January III").units("panzer_reserve", "ss_1", "ss_2")
    b.run(reinforcements.Withdrawal(b.piece("ss_1")))
    assert b.pooled("withdrawn", "ss_1") == 1 and panzer_reserve.reserve(b.pos) == (b.piece("ss_2"),)


# ---------------------------------------------------------------------- 26.2, 26.3, 26.5 arrivals
def test_reinforcements_come_in_the_first_impulse_and_not_in_the_second() -> None:
    """26.2."""
    b = german("December I").run(sequence.BeginMove(f.GERMAN, 1))
    b.assign("impulse", 2)
    why = reinforcements.entry_refusal(b.pos, b.piece("i_340"), b.hex(HOME))
    assert why is not None and why[0] == "26.2"


def test_the_paris_garrison_waits_for_the_turn_after_the_capture_and_counts_for_capacity() -> None:
    """26.5: Paris falls on August II: it is there on August III."""
    b = position(turn="August II").turn_of("allied").run(reinforcements.Arrivals(f.ALLIED))
    b.control("allied", "R11")
    assert b.gone("fr_paris"), "the turn of the capture is too early"
    later = position(turn="August III").control("allied", "R11").turn_of("allied")
    before = capacity.reckon(later.pos)
    later.run(reinforcements.Arrivals(f.ALLIED))
    assert capacity.reckon(later.pos) == before - 3


# ---------------------------------------------------------------------- 27.5-27.8 points
@pytest.mark.parametrize(
    ("total", "armor", "unit", "legal"),
    [(1, 0, "i_352", True), (1, 1, "i_352", True), (5, 0, "pz_9", False), (1, 1, "pz_9", True), (0, 0, "i_352", False)],
)
def test_armour_points_serve_infantry_and_infantry_points_no_armour(
    total: int, armor: int, unit: str, legal: bool
) -> None:
    """27.5."""
    b = german("October II").unit(unit, HOME, reduced=True)
    b.track("german", total, f.GERMAN).track("german_armor", armor, f.GERMAN)
    why = replacements.restore_refusal(b.pos, f.GERMAN, b.piece(unit))
    assert (why is None) == legal and (why is None or why[0] == "27.1")


def test_the_armour_points_are_spent_last_on_infantry() -> None:
    """27.5: of 3(2) an infantry division takes the one that is no armour point."""
    b = german("October II").unit("i_352", HOME, reduced=True)
    b.track("german", 3, f.GERMAN).track("german_armor", 2, f.GERMAN)
    points_rules.pay(b.act(), b.piece("i_352"), 1, "27.7")
    assert points.stock(b.pos, "german") == (2, 2)
    points_rules.pay(b.act(), b.piece("i_352"), 1, "27.7")
    assert points.stock(b.pos, "german") == (1, 1)


@pytest.mark.parametrize(
    ("points_left", "full", "legal"), [(3, True, True), (2, True, False), (2, False, True), (1, False, False)]
)
def test_a_destroyed_division_costs_three_points_or_two_on_its_reduced_side(
    points_left: int, full: bool, legal: bool
) -> None:
    """27.8."""
    b = destroyed(german("October II"), "i_352").track("german", points_left, f.GERMAN)
    one = replacements.Rebuild(b.piece("i_352"), b.hex(HOME), full)  # type: ignore[arg-type]
    why = replacements.rebuild_refusal(b.pos, f.GERMAN, one)
    assert (why is None) == legal and (why is None or why[0] == "27.1")


def test_points_reach_a_unit_over_a_line_of_any_length_and_not_in_a_fortress_beside_the_enemy() -> None:
    """27.7."""
    b = german("October II").unit("i_352", "C16", reduced=True).track("german", 1, f.GERMAN)
    assert replacements.restore_refusal(b.pos, f.GERMAN, b.piece("i_352")) is None, "from Poitou to Germany"
    fort = game().find_place("GG10")
    near = game().place(next(p for p in game().tables.ground.links[fort] if p not in game().tables.ground.fortresses))
    besieged = german("October II").unit("i_352", "GG10", reduced=True).unit("us_1", near).track("german", 1, f.GERMAN)
    assert not besieged.pos.in_ezoc(fort, f.GERMAN), "7.1: no zone reaches into an intact fortress"
    why = replacements.restore_refusal(besieged.pos, f.GERMAN, besieged.piece("i_352"))
    assert why is not None and why[0] == "27.7"


@pytest.mark.parametrize("weather", ["clear", "storm"])
def test_weather_does_not_matter_to_replacements(weather: str) -> None:
    """27.6."""
    b = position(turn="October II", weather=weather).turn_of("german").unit("i_352", HOME, reduced=True)
    b.track("german", 1, f.GERMAN)
    assert replacements.restore_refusal(b.pos, f.GERMAN, b.piece("i_352")) is None


@pytest.mark.parametrize(
    ("unit", "rule"),
    [
        ("flak_4", "27.10"),
        ("sec_325", "27.10"),
        ("art_7", "27.10"),
        ("br_52", "27.10"),
        ("hq_7", "27.10"),
        ("hqt_5", "27.10"),
        ("volkssturm_1", "27.10"),
        ("ag_341", "27.10"),
        ("br_79_a", "27.10"),
        ("fr_2_dim", "27.14"),
        ("polska_1_arm", "27.14"),
        ("t_159", "23"),
    ],
)
def test_what_replacements_never_bring_back(unit: str, rule: str) -> None:
    """27.10, 27.11, 27.14, 23."""
    b = position(turn="July I")
    if unit not in game().edition.counter_index:
        unit = next(c.id for c in game().counters if c.nationality == "minor" and c.type == "armor")
    why = points.never(b.pos, b.piece(unit))
    assert why is not None and why[0] == rule


def test_a_destroyed_coastal_unit_comes_back_as_infantry() -> None:
    """22.2, 27.10."""
    b = destroyed(german("October II"), "cd_7a").track("german", 5, f.GERMAN)
    points_rules.come_back(b.act(), b.piece("cd_7a"), b.hex(HOME), True, "27.8")
    assert b.has("cd_7a", "flipped") == 1


# ---------------------------------------------------------------------- 27.11 the 79th
@pytest.mark.parametrize(("spare", "legal"), [(2, True), (1, False)])
def test_the_79th_splits_ashore_when_two_more_units_find_room(spare: int, legal: bool) -> None:
    """27.11: each brigade counts as a unit."""
    b = position(turn="August II").unit("br_79_arm", "L5").unit("mulberry_9", "L4").turn_of("allied")
    for unit in ("us_2", "us_4", "us_5", "us_8", "us_9", "us_28", "us_29")[: 8 - spare]:
        b.unit(unit, "L7")
    assert capacity.reckon(b.pos) == spare
    assert (engineers.split_refusal(b.pos) is None) == legal
    home = position(turn="August II").unit("br_79_arm", "england").turn_of("allied")
    assert engineers.split_refusal(home.pos) is None, "in England nothing counts"


# ---------------------------------------------------------------------- 28
def test_the_reserve_is_as_strong_as_option_a_makes_it_and_takes_no_armour_of_the_army() -> None:
    """28.3 A: destroyed panzer divisions and SS armour of any size; an independent panzer brigade stays destroyed."""
    b = destroyed(position(turn="December I").turn_of("german"), "pz_116", "ss_102", "pz_b107", "i_352", "ss_30")
    b.unit("ss_2", "panzer_reserve", reduced=True)
    b.run(panzer_reserve.ReserveChoice()).play("choose_reserve yes")
    inside = {game().piece(piece) for piece in panzer_reserve.reserve(b.pos)}
    assert {"ss_2", "pz_116", "ss_102"} <= inside and not inside & {"pz_b107", "i_352"}
    assert b.pos.steps(b.piece("ss_2")) == 2


@pytest.mark.parametrize(
    ("turn", "impulse", "legal"),
    [("December I", 1, True), ("February IV", 2, True), ("March I", 1, False), ("November IV", 1, False)],
)
def test_the_reserve_enters_from_december_to_february_in_either_impulse(turn: str, impulse: int, legal: bool) -> None:
    """28.4."""
    b = position(turn=turn).units("panzer_reserve", "ss_2").turn_of("german", impulse)
    enter = panzer_reserve.EnterReserve(((b.piece("ss_2"), b.hex(HOME)),))  # type: ignore[arg-type]
    assert (panzer_reserve.entry_refusal(b.pos, enter) is None) == legal


def test_the_reserve_does_not_enter_in_a_city_that_an_enemy_zone_cuts_off_from_the_edge() -> None:
    """28.4: neither in the zone nor behind it."""
    b = position(turn="December III").units("panzer_reserve", "ss_2").turn_of("german", 1).unit("us_1", "RR14")
    enter = panzer_reserve.EnterReserve(((b.piece("ss_2"), b.hex(HOME)),))  # type: ignore[arg-type]
    assert b.pos.in_ezoc(b.hex(HOME), f.GERMAN)
    why = panzer_reserve.entry_refusal(b.pos, enter)
    assert why is not None and why[0] == "28.4"


def test_a_lost_step_of_an_augmented_division_leaves_the_full_division_and_a_third_loss_destroys_it() -> None:
    """27.12: three steps in all."""
    b = position(turn="August II").unit("us_1", "L6").track("us", 1, f.ALLIED).turn_of("allied")
    b.control("allied", "K2", "L5", "L6", "K3", "K4", "L4").run(replacements.Spend(f.ALLIED)).play("augment us_1")
    big = next(piece for piece in b.pos.ashore(f.ALLIED) if piece in game().tables.roster.augmented)
    losses.lose_step(b.act(), big, "15.3")
    assert b.at("us_1") == "L6" and b.pos.steps(b.piece("us_1")) == 2
    losses.lose_step(b.act(), b.piece("us_1"), "15.3")
    assert b.pos.steps(b.piece("us_1")) == 1
    losses.lose_step(b.act(), b.piece("us_1"), "15.3")
    assert b.gone("us_1") and b.pooled("eliminated", "us_1") == 1
