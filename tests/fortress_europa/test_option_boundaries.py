"""Optional rules at their limits and where two of them, or one and a standard rule, meet (31)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.questions import battle, movement
from hexledger.engine.games.fortress_europa.rules import (
    airborne,
    engineers,
    exit_east,
    flooding,
    reinforcements,
    weather,
)
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.impulses import moving


def total(b: Built, attackers: tuple[str, ...], *targets: str) -> int:
    """Sum of the modifiers of an attack's die."""
    units = [b.piece(unit) for unit in attackers]
    return sum(value for _, value, _ in battle.modifiers(b.pos, units, b.path(*targets), carpet=False))


def brigades(turn: str = "June I", impulse: int = 1, *where: str) -> Built:
    """Brigades of the 79th ashore on the turn of the primary invasion, or later."""
    b = position(turn=turn, options=("31.16",)).assign("invasions", 1).assign("invasion_turn", 1)
    for unit, place in zip(("br_79_a", "br_79_b", "br_79_c"), where, strict=False):
        b.unit(unit, place)
    return b.turn_of("allied", impulse)


# ---------------------------------------------------------------------- 31.16
def test_on_the_beaches_each_brigade_adds_one_and_against_a_fortress_one_more_together() -> None:
    """31.16, C-134: two sentences, both without a reserve: each adds 1 in the first combat impulse of the primary
    invasion; any of them in an attack on a city or fortress, 1."""
    b = brigades("June I", 1, "X4", "Z4").unit("br_3", "X4").unit("i_352", "Y5")
    assert not b.pos.is_city(b.hex("Y5"))
    assert total(b, ("br_79_a", "br_3"), "Y5") == 1
    assert total(b, ("br_79_a", "br_79_b", "br_3"), "Y5") == 2
    b.unit("i_353", "Y4")
    assert b.pos.fortress(b.hex("Y4"))
    assert total(b, ("br_79_a", "br_3"), "Y4") == 2
    assert total(b, ("br_79_a", "br_79_b", "br_3"), "Y4") == 3


def test_after_the_beaches_a_brigade_adds_one_against_a_city_or_fortress_only_however_many_fight() -> None:
    """31.16: any one of them, in either impulse of any later turn."""
    b = brigades("June I", 2, "X4", "Z4").unit("i_352", "Y5").unit("i_353", "Y4")
    assert total(b, ("br_79_a",), "Y5") == 0 and total(b, ("br_79_a", "br_79_b"), "Y4") == 1
    later = brigades("August II", 1, "X4", "Z4").unit("i_352", "Y5").unit("i_353", "Y4")
    assert total(later, ("br_79_a",), "Y5") == 0 and total(later, ("br_79_a", "br_79_b"), "Y4") == 1
    ruin = brigades("August II", 1, "X4").unit("i_353", "Y4").marker("fortress_destroyed", "Y4")
    assert total(ruin, ("br_79_a",), "Y4") == 0, "a destroyed fortress is none"


def test_the_undivided_79th_adds_two_on_the_beaches_and_nothing_afterwards() -> None:
    """12.13: the option is about its brigades."""
    b = position(turn="June I", options=("31.16",)).assign("invasions", 1).assign("invasion_turn", 1)
    b.unit("br_79_arm", "X4").unit("i_353", "Y4").turn_of("allied", 1)
    assert total(b, ("br_79_arm",), "Y4") == 2
    b.turn_of("allied", 2)
    assert total(b, ("br_79_arm",), "Y4") == 0


def test_a_brigade_doubles_the_units_of_its_own_hex_across_a_river_and_no_others() -> None:
    """31.16: all units in the hex of the brigade."""
    ground = game().tables.ground
    pairs = sorted({pair for pairs in ground.sections.values() for pair in pairs})
    here, there = next(
        (a, b)
        for a, b in pairs
        if game().board.terrain[a] == game().board.terrain[b] == "clear"
        and not {a, b} & (ground.cities | ground.fortresses)
        and any(x in ground.links[there] for there in (b,) for x in ground.links[a])
    )
    flank = next(x for x in ground.links[there] if x in ground.links[here] and x not in ground.cities)
    b = position(turn="August II", options=("31.16",)).unit("br_79_a", game().place(here))
    b.unit("br_3", game().place(here)).unit("br_15", game().place(flank)).unit("i_352", game().place(there))
    alone = battle.attack(b.pos, [b.piece("br_3")], (there,)).total
    with_it = battle.attack(b.pos, [b.piece("br_79_a"), b.piece("br_3")], (there,)).total
    brigade = battle.attack(position().unit("br_79_a", game().place(here)).pos, [b.piece("br_79_a")], (there,)).total
    assert with_it == 2 * (alone + brigade)
    other = battle.attack(b.pos, [b.piece("br_79_a"), b.piece("br_15")], (there,)).total
    assert other == 2 * brigade + battle.attack(b.pos, [b.piece("br_15")], (there,)).total
    standard = position(turn="August II").units(game().place(here), "br_79_a", "br_3")
    assert battle.attack(standard.pos, [b.piece("br_79_a"), b.piece("br_3")], (there,)).total == alone + brigade


def test_two_full_british_armoured_divisions_pay_for_a_whole_79th_before_the_invasion() -> None:
    """31.16: two others, of two different counters, at full strength."""
    b = position(turn="June I", options=("31.16",)).unit("br_79_arm", "england", reduced=True)
    b.unit("br_7_arm", "england").unit("br_11_arm", "england", reduced=True).unit("br_gds_arm", "england")
    whole = engineers.Whole79((b.piece("br_7_arm"), b.piece("br_7_arm")))  # type: ignore[arg-type]
    why = engineers.whole_refusal(b.pos, whole)
    assert why is not None and why[0] == "31.16"
    assert engineers.donor_refusal(b.pos, b.piece("br_11_arm")) is not None, "reduced already"
    assert engineers.donor_refusal(b.pos, b.piece("br_gds_arm")) is None


# ---------------------------------------------------------------------- 31.11
@pytest.mark.parametrize("side", [f.ALLIED, f.GERMAN])
def test_the_german_is_asked_as_either_player_turn_begins_whether_he_floods_the_low_country(side: int) -> None:
    """31.11, 4.3: played from the beginning of the turn; once flooded it is asked no more."""
    b = position(turn="February II", options=("31.11",), seed="flood").run(sequence.PlayerTurn(side))
    assert b.offer is not None and (b.offer.side, b.offer.kinds) == (f.GERMAN, ("flood_land",))
    b.play("flood_land yes")
    assert b.offer is None or "flood_land" not in b.offer.kinds
    again = position(turn="February II", options=("31.11",), seed="flood").assign("flooded", 1)
    again.run(sequence.PlayerTurn(side))
    assert again.offer is None or "flood_land" not in again.offer.kinds


# ---------------------------------------------------------------------- 31.11 with 25.3
def test_flooding_empties_flooded_hexes_and_leaves_other_overstacks_to_their_own_rules() -> None:
    """31.11, 25.3: Volkssturm above the limit of its city has time until the next German move."""
    b = position(turn="February II", options=("31.11",)).units("JJ8", "i_352", "i_353", "i_343", "volkssturm_1")
    b.units("CC4", "i_84", "i_91").turn_of("german").run(flooding.Flood())
    b.play("flood_land yes")
    assert b.offer is not None and b.offer.rule == game().rules["31.11"]
    assert sorted(b.choices()) == ["remove_excess i_84", "remove_excess i_91"], "one of two goes"
    assert b.refuses("remove_excess i_352").rule == "FE 31.11"
    b.play("remove_excess i_91")
    assert b.quiet and len(b.pos.units_of(b.hex("JJ8"), f.GERMAN)) == 4


def test_both_players_choose_their_own_losses_when_the_country_is_flooded() -> None:
    """31.11: the owner's choice."""
    b = position(turn="February II", options=("31.11",)).units("CC4", "i_84", "i_91").units("DD4", "us_1", "us_2")
    b.turn_of("allied").run(flooding.Flood()).play("flood_land yes")
    assert b.offer is not None and b.offer.side == f.ALLIED
    b.play("remove_excess us_2")
    assert b.offer is not None and b.offer.side == f.GERMAN
    b.play("remove_excess i_84")
    assert b.quiet and b.at("us_1") == "DD4" and b.at("i_91") == "CC4"


# ---------------------------------------------------------------------- 31.12
@pytest.mark.parametrize(("turn", "plus"), [("June II", 1), ("June III", 2), ("July I", 4), ("September I", 12)])
def test_the_storm_comes_nearer_by_one_each_turn(turn: str, plus: int) -> None:
    """31.12."""
    assert weather.growing(position(turn=turn, options=("31.12",)).pos) == (plus, "31.12")
    assert weather.growing(position(turn=turn, options=("31.12",)).assign("stormed", 1).pos)[0] == 0
    assert weather.growing(position(turn=turn).pos)[0] == 0


# ---------------------------------------------------------------------- 31.14
@pytest.mark.parametrize(
    ("turn", "impulse", "anvers", "held"),
    [
        ("August IV", 2, False, False),
        ("September I", 1, False, False),
        ("September I", 2, False, True),
        ("September I", 2, True, False),
    ],
)
def test_without_anvers_armour_stands_still_in_the_second_impulse_from_september_on(
    turn: str, impulse: int, anvers: bool, held: bool
) -> None:
    """31.14: with no capacity to spare no armour moves; infantry does."""
    b = (
        position(turn=turn, options=("31.14",))
        .unit("us_2_arm", "O9")
        .unit("us_1", "O9")
        .track("supply_capacity", 0, f.ALLIED)
    )
    if anvers:
        b.control("allied", "CC6", "CC5", "BB5", "BB4", "CC4")
    b.turn_of("allied", impulse)
    why = movement.immobile(b.pos, b.piece("us_2_arm"))
    assert (why is not None and why[0] == "31.14") == held
    assert movement.immobile(b.pos, b.piece("us_1")) is None


# ---------------------------------------------------------------------- 31.15
def test_nobody_leaves_the_map_from_an_enemy_zone_or_as_infantry() -> None:
    """31.15."""
    b = position(turn="December II", options=("31.15",)).units("RR14", "us_2_arm", "us_1").control("allied", "RR14")
    moving(b)
    assert b.refuses("exit_east us_1").rule == "FE 31.15"
    assert moving(b.unit("i_352", "RR15")).refuses("exit_east us_2_arm").rule == "FE 31.15"


def test_the_german_owes_steps_and_not_units() -> None:
    """31.15: for two Allied steps a reduced unit and another, or one full one; at least as many steps."""
    b = position(turn="December II", options=("31.15",)).unit("i_352", "RR13", reduced=True).unit("pz_116", "QQ4")
    b.act().pool("pool.exited", b.piece("us_2_arm"), 2)
    b.turn_of("german").run(exit_east.AnswerExit()).play("give_up i_352")
    assert exit_east.owed(b.pos) == 1 and not b.quiet
    b.play("give_up pz_116")
    assert exit_east.owed(b.pos) == -1 and b.quiet, "one step more than need be is his own affair"
    assert not b.pooled("due", "i_352"), "he gets nothing back for it"
    exit_east.supply_phase(b.act())
    b.run(exit_east.AnswerExit())
    assert b.pooled("due", "pz_116") == 1 and exit_east.owed(b.pos) == 0, "one step is left beyond the edge, one stays"


# ---------------------------------------------------------------------- 31.18
@pytest.mark.parametrize(
    ("turn", "sky", "units", "rule"),
    [
        ("February I", "clear", ("br_1_ab", "br_6_ab"), ""),
        ("February I", "overcast", ("br_1_ab", "br_6_ab"), ""),
        ("February I", "overcast*", ("br_1_ab", "br_6_ab"), "20.1"),
        ("February I", "storm", ("br_1_ab", "br_6_ab"), "20.1"),
        ("January IV", "overcast", ("br_1_ab", "br_6_ab"), "20.1"),
        ("February II", "overcast", ("br_1_ab", "us_101_ab"), "20.1"),
        ("March I", "overcast", ("br_6_ab",), ""),
    ],
)
def test_varsity_flies_under_clouds_from_february_on_with_its_two_divisions_alone(
    turn: str, sky: str, units: tuple[str, ...], rule: str
) -> None:
    """31.18: clear or overcast, not overcast*."""
    b = position("on_to_berlin", turn=turn, weather=sky, options=("31.18",)).units("england", "br_1_ab", "br_6_ab")
    b.unit("us_101_ab", "england").turn_of("allied", 1)
    why = airborne.may_drop_now(b.pos, [b.piece(unit) for unit in units])
    assert (why[0] if why else "") == rule


@pytest.mark.parametrize(("dropped", "plus"), [(True, 1), (False, 0)])
def test_an_attack_with_a_division_of_varsity_gains_one_on_the_turn_of_the_drop(dropped: bool, plus: int) -> None:
    """31.18: one or both of them, the same."""
    b = position("on_to_berlin", turn="February II", options=("31.18",)).units(
        "JJ5", "br_1_ab", "br_6_ab", dropped=dropped
    )
    b.unit("br_3", "JJ6").unit("i_352", "KK6").turn_of("allied", 1)
    assert total(b, ("br_1_ab", "br_6_ab", "br_3"), "KK6") == plus and total(b, ("br_3",), "KK6") == 0


def test_varsity_stands_in_england_whatever_became_of_its_divisions() -> None:
    """31.18: one destroyed, one reduced in the field."""
    b = position("on_to_berlin", turn="February I", options=("31.18",)).unit("br_6_ab", "EE5", reduced=True)
    b.act().pool("pool.eliminated", b.piece("br_1_ab"), 1)
    b.turn_of("allied").run(reinforcements.TurnStart(f.ALLIED))
    assert [b.at(unit) for unit in ("br_1_ab", "br_6_ab")] == ["england"] * 2
    assert [b.pos.steps(b.piece(unit)) for unit in ("br_1_ab", "br_6_ab")] == [2, 2]
    moving(b)
    assert airborne.unmoved(b.pos, b.piece("br_1_ab")) is None, "they may drop on this very turn"
