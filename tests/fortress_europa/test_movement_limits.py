"""Movement and stacking at their limits (2.7, 5, 6, 8, 9, 13, 17.10.1, 17.10.4)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.questions import allowance, strafing, ways
from hexledger.engine.games.fortress_europa.rules import districts, movement
from hexledger.engine.games.fortress_europa.rules.stacking import Overstacked
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.events import model as ev
from tests.fortress_europa.builder import position
from tests.fortress_europa.impulses import moving, relief


# ------------------------------------------------------------------ 8.1 rough terrain
@pytest.mark.parametrize(
    ("limit", "first_rough", "hexes"),
    [
        (6, 1, 3),
        (6, 3, 3),
        (6, 4, 4),
        (6, 6, 6),
        (5, 1, 3),
        (5, 3, 3),
        (7, 1, 4),
        (7, 4, 4),
        (7, 5, 5),
        (1, 1, 1),
        (2, 2, 2),
    ],
)
def test_armour_that_meets_rough_ground_in_its_nth_hex_enters_so_many_in_all(
    limit: int, first_rough: int, hexes: int
) -> None:
    """FE 8.1, 5.6: half, rounded up, or a stop in that hex when half has been spent."""
    gone = ways.Gone(limit)
    for number in range(1, first_rough + 1):
        assert gone.spent < gone.allowed
        gone = gone.entered(number == first_rough)
    assert gone.allowed == hexes


def test_rough_ground_halves_what_the_second_impulse_leaves() -> None:
    """FE 8.1: the allowance of that impulse; half of German armour's 3 is 2."""
    b = position().unit("pz_2", "M8").turn_of("german", 2)
    limit = allowance.allowance(b.pos, b.piece("pz_2"))
    assert (limit, ways.Gone(limit).entered(True).allowed) == (3, 2)


# ------------------------------------------------------------------ 6 stacking
@pytest.mark.parametrize(
    ("unit", "counts"),
    [
        ("i_352", True),
        ("pz_2", True),
        ("ag_654", True),
        ("hqt_136", True),
        ("t_182", True),
        ("cd_7a", True),
        ("volkssturm_1", True),
        ("fj_3", True),
        ("us_4_cav", True),
        ("hq_7", False),
        ("hq_bradley", False),
        ("sec_325", False),
        ("art_388", False),
        ("flak_1", False),
        ("us_ranger", False),
        ("br_1_cdo", False),
    ],
)
def test_what_has_a_stacking_value(unit: str, counts: bool) -> None:
    """FE 6.5: HQ troops and assault guns have one, HQs, artillery, flak, security, Rangers and Commandos have none."""
    b = position().unit(unit, "O9")
    assert b.pos.stacks(b.piece(unit)) is counts


@pytest.mark.parametrize(
    ("place", "limit"),
    [
        ("O9", 3),
        ("R11", 3),
        ("U5", 3),
        ("J5", 2),
        ("N22", 2),
        ("HH11", 2),
        ("D3", 1),
        ("S27", 1),
        ("DD4", 1),
        ("EE4", 1),
        ("KK28", 1),
    ],
)
def test_a_city_or_fortress_takes_the_limit_of_its_ground(place: str, limit: int) -> None:
    """FE 6.1: three in clear terrain, two in rough, one in mountains, alpine and flooded hexes."""
    b = position()
    assert b.pos.stack_limit(b.hex(place)) == limit


def test_one_unit_too_many_in_each_of_two_hexes_is_two_choices_of_the_owner() -> None:
    """FE 6.3: hex by hex at the end of the move impulse; units without a value are not among those to choose from."""
    b = position().units("D3", "us_1", "us_2", "us_ranger").units("J5", "br_3", "br_50", "br_15")
    b.turn_of("allied", 1).run(Overstacked(f.ALLIED))
    assert set(b.choices()) <= {f"remove_excess {u}" for u in ("us_1", "us_2", "br_3", "br_50", "br_15")}
    b.play(b.choices()[0])
    assert not b.quiet
    b.play(b.choices()[0])
    assert b.quiet and b.at("us_ranger") == "D3"


# ------------------------------------------------------------------ 5, 7, 8 single moves
def test_armour_has_six_hexes_and_no_seventh() -> None:
    """FE 2.7, 5.4: counter us_2_arm has 6."""
    b = moving(position().unit("us_2_arm", "O15"))
    six = "O14,O13,O12,O11,O10,O9"
    assert b.refuses(f"move us_2_arm {six},O8").rule == "FE 5.4"
    assert b.play(f"move us_2_arm {six}").at("us_2_arm") == "O9"


def test_a_unit_next_to_an_enemy_whose_zone_does_not_reach_it_moves_in_the_second_impulse() -> None:
    """FE 8.9: next to a frozen unit, and behind a river without bridges; in a ZOC it is held."""
    b = position().unit("us_1", "O9").unit("i_352", "O10", frozen=f.SEVENTH).unit("us_2", "N6").unit("i_353", "M7")
    b.unit("us_4", "T12").unit("pz_2", "T13").broken("orne")
    b.turn_of("allied", 1).run(sequence.BeginMove(f.ALLIED, 2))
    assert {unit: b.has(unit, "held") for unit in ("us_1", "us_2", "us_4")} == {"us_1": 0, "us_2": 0, "us_4": 1}


def test_a_unit_leaves_a_zone_and_enters_another_through_a_free_hex_in_one_move() -> None:
    """FE 8.10: and stops in the second."""
    b = moving(position().unit("us_1", "O11").unit("pz_2", "O12"))
    assert b.refuses("move us_1 O10,P10,P11,P12").rule in ("FE 7.2", "FE C-61")
    assert b.play("move us_1 O10,P10,P11").at("us_1") == "P11"


@pytest.mark.parametrize(("impulse", "rule"), [(1, "FE 13.1"), (2, "")])
def test_an_hq_waits_for_the_second_impulse(impulse: int, rule: str) -> None:
    """FE 13.1: five hexes then, in a storm as well, and no sixth."""
    b = moving(position(weather="storm").unit("hq_bradley", "O15"), impulse=impulse)
    if rule:
        assert b.refuses("move hq_bradley O14").rule == rule
    else:
        assert b.refuses("move hq_bradley O14,O13,O12,O11,O10,O9").rule == "FE 5.4"
        assert b.play("move hq_bradley O14,O13,O12,O11,O10").at("hq_bradley") == "O10"


def test_an_hq_stops_in_flooded_ground_and_mountains() -> None:
    """FE 8.2, 8.3, 13.1."""
    b = moving(position().unit("hq_bradley", "DD5"), impulse=2)
    assert b.refuses("move hq_bradley DD4,DD5").rule == "FE 8.2"


# ------------------------------------------------------------------ 17.10.1 strafing
@pytest.mark.parametrize(("hexes", "rolls"), [(3, 0), (4, 1), (5, 1), (7, 1)])
def test_one_die_for_a_german_who_enters_more_than_three_hexes(hexes: int, rolls: int) -> None:
    """FE 17.10.1: seven hexes are tested once."""
    path = ["M7", "M8", "N8", "O9", "O10", "O11", "O12"][:hexes]
    b = position(dice=[6] * rolls).unit("pz_2", "N6").aircraft("strafing", "2_tac_1")
    moving(b, "german").play("move pz_2 " + ",".join(path))
    assert b.at("pz_2") == path[-1]
    assert len(b.of(ev.Rolled)) == rolls


def test_the_allies_and_the_second_impulse_are_not_strafed() -> None:
    """FE 17.10.1: German units, in the first move impulse."""
    b = moving(position().unit("us_2_arm", "N6").aircraft("strafing", "2_tac_1"))
    assert b.play("move us_2_arm M7,M8,N8,O9,O10").at("us_2_arm") == "O10" and not b.of(ev.Rolled)
    late = position().unit("hq_7", "M8").aircraft("strafing", "2_tac_1")
    moving(late, "german", 2).play("move hq_7 N8,O9,O10,O11,O12")
    assert late.at("hq_7") == "O12" and not late.of(ev.Rolled)


def test_a_reduced_german_who_is_hit_is_destroyed_on_the_way() -> None:
    """FE 17.10.1, 2.8."""
    b = position(dice=[1]).unit("pz_2", "M8", reduced=True).aircraft("strafing", "2_tac_1")
    moving(b, "german").play("move pz_2 M7,M6,N6,N7,N8")
    assert b.gone("pz_2")


def test_a_train_of_more_than_three_hexes_in_range_is_strafed_and_one_of_three_is_not() -> None:
    """FE 17.10.1: movement by rail counts; the HQ in Paris makes all of it lie in range."""
    b = moving(position().unit("i_243", "Q12").unit("hq_bradley", "R11").aircraft("strafing", "2_tac_1"), "german")
    start, near = b.hex("Q12"), b.game.tables.ground.rails
    first = near[start][0]
    second = next(place for place in near[first] if place != start)
    third = next(place for place in near[second] if place not in (start, first))
    fourth = next(place for place in near[third] if place not in (start, first, second))
    piece = b.piece("i_243")
    assert strafing.tested_at(b.pos, piece, (start, first, second, third)) == 0
    assert strafing.tested_at(b.pos, piece, (start, first, second, third, fourth)) == 3


@pytest.mark.parametrize(("further", "rolls"), [(2, 0), (3, 1)])
def test_the_hex_of_the_east_edge_is_the_first_that_a_reinforcement_enters(further: int, rolls: int) -> None:
    """FE 17.10.1, 10.2: with three more it has entered four."""
    b = position(dice=[6] * rolls).unit("hq_bradley", "PP8").aircraft("strafing", "2_tac_1")
    b.act().pool("pool.due", b.piece("i_243"), 1)
    moving(b, "german")
    path = [b.hex("RR7")]
    while len(path) <= further:
        path.append(
            next(p for p in b.game.tables.ground.rails[path[-1]] if p not in path and not b.pos.in_ezoc(p, f.GERMAN))
        )
    b.play("rail_move i_243 " + ",".join(b.game.place(p) for p in path))
    assert b.hex(b.at("i_243")) == path[-1]
    assert len(b.of(ev.Rolled)) == rolls


# ------------------------------------------------------------------ 9.2-9.4
def test_only_two_hidden_units_are_frozen_one_in_the_15th_and_one_in_the_7th() -> None:
    """FE 9.4."""
    scenario = position().pos.scenario
    frozen = {piece: district for piece, district in scenario.home_district.items() if piece in scenario.hidden}
    assert sorted(frozen.values()) == sorted((f.FIFTEENTH, f.SEVENTH))
    assert len(scenario.hidden) == 9


@pytest.mark.parametrize(("turn", "free"), [("July III", False), ("July IV", True)])
def test_july_iv_and_not_july_iii_frees_all(turn: str, free: bool) -> None:
    """FE 9.1 B."""
    b = position(turn=turn).unit("i_243", "K4", frozen=f.SEVENTH).unit("i_244", "N33", frozen=f.NINETEENTH)
    districts.turn_began(b.act())
    assert [bool(b.has(unit, "frozen")) for unit in ("i_243", "i_244")] == [not free, not free]


def test_a_unit_of_any_kind_stands_in_for_a_frozen_one() -> None:
    """FE 9.1 C: a battalion of assault guns for a division."""
    b = relief().unit("ag_654", "L4")
    moving(b, "german").play("move ag_654 K4", "relieve ag_654 i_243")
    assert not b.has("i_243", "frozen")
    assert b.refuses("move ag_654 L4").rule == "FE C-112", "it has stopped there"
    assert movement.relief_refusal(b.pos, b.piece("ag_654"), b.piece("i_243")) is not None
