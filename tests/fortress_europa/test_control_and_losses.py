"""What follows from entering hexes and from losses (9.1, 13.2, 16.3, 18.7, 22.3, 27.12, 29.4, 30.2)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import capacity
from hexledger.engine.games.fortress_europa.rules import control, districts, losses, ports
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position


def march(b: Built, unit: str, *labels: str, forced: bool = False, by_air: bool = False) -> Built:
    """A unit goes along a path that starts where it stands; nothing is checked."""
    act = b.act()
    path = b.path(*labels)
    act.move(b.piece(unit), path, "mode.move")
    control.entered(act, b.piece(unit), path, forced=forced, by_air=by_air)
    return b


def test_hexes_passed_change_hands_and_hexes_with_enemies_do_not() -> None:
    b = march(position().unit("us_1", "O9").unit("i_352", "O11"), "us_1", "O9", "O10", "O11")
    owners = [b.pos.controller(place) for place in b.path("O9", "O10", "O11")]
    assert owners == [f.GERMAN, f.ALLIED, f.GERMAN], "30.2: by passing or occupying"


def test_a_fortress_is_destroyed_for_good_when_an_allied_unit_enters_it() -> None:
    b = march(position(dice=[1]).unit("us_1", "H6"), "us_1", "H6", "H5")
    assert not b.pos.fortress(b.hex("H5"))
    b = march(b.unit("i_77", "G6"), "i_77", "G6", "H6")
    assert not b.pos.fortress(b.hex("H5")), "FE 16.3"


def test_a_u_boat_base_stays_captured() -> None:
    b = position(dice=[1]).unit("us_1", "B3")
    march(b, "us_1", "B3", "B2")
    assert b.state.marker(b.hex("B2"), -1, f.BASE_CAPTURED) == 1


@pytest.mark.parametrize(("die", "left"), [(4, 12), (5, 6), (6, 6)])
def test_a_captured_port_is_damaged_on_five_or_six(die: int, left: int) -> None:
    b = march(position(dice=[die]).unit("us_1", "K3"), "us_1", "K3", "K2")
    assert b.pos.port_capacity(b.hex("K2")) == left


def test_a_port_captured_again_is_damaged_on_three_or_more_if_it_came_undamaged_the_first_time() -> None:
    b = march(position(dice=[1]).unit("us_1", "K3"), "us_1", "K3", "K2")
    assert ports.damaged_by(b.pos, b.hex("K2")) == (3, 4, 5, 6), "FE-166"
    b = march(position(dice=[6]).unit("us_1", "K3"), "us_1", "K3", "K2")
    assert ports.damaged_by(b.pos, b.hex("K2")) == (5, 6), "FE-168"


def test_a_port_is_repaired_a_point_a_turn_by_infantry_from_the_turn_after_its_capture() -> None:
    b = march(position(turn="July I", dice=[6]).unit("us_1", "K3"), "us_1", "K3", "K2")
    ports.repair(b.act())
    assert b.pos.port_capacity(b.hex("K2")) == 6, "not on the turn of capture"
    act = b.act()
    act.marker(b.hex("K2"), -1, f.PORT_TAKEN, b.state.turn - 1)
    ports.repair(act)
    assert b.pos.port_capacity(b.hex("K2")) == 7


def test_armour_and_hqs_repair_no_port() -> None:
    b = position(turn="July II").control("allied", "K2").units("K2", "us_2_arm", "hq_bradley")
    b.marker("port_damage", "K2", count=6)
    ports.repair(b.act())
    assert b.pos.port_capacity(b.hex("K2")) == 6


def test_a_port_taken_by_paratroops_counts_from_next_turn() -> None:
    b = position(turn="July I", dice=[1]).unit("us_101_ab", "K3", by_air=True)
    march(b, "us_101_ab", "K3", "K2", by_air=True)
    assert not capacity.usable_port(b.pos, b.hex("K2")), "20.16"
    b.marker("port_by_air", "K2", count=b.state.turn - 1)
    assert capacity.usable_port(b.pos, b.hex("K2"))


def test_an_empty_port_in_an_enemy_zone_does_not_count_and_an_occupied_one_does() -> None:
    b = position().control("allied", "K2").unit("i_352", "K3")
    assert capacity.reckon(b.pos) == 0, "FE-213"
    assert capacity.reckon(b.unit("us_1", "K2").pos) == 12 - 1, "FE-214"


def test_dropped_paratroops_and_commandos_do_not_count_against_capacity() -> None:
    b = position().unit("mulberry_12", "L4").units("L5", "us_1", "us_ranger").unit("us_101_ab", "L8", by_air=True)
    assert capacity.reckon(b.pos) == 11


def test_a_german_who_enters_its_hex_destroys_a_mulberry() -> None:
    b = position().unit("mulberry_12", "L4").unit("i_352", "L6")
    assert capacity.reckon(b.pos) == 12
    march(b, "i_352", "L6", "L5", "L4")
    assert b.gone("mulberry_12") and capacity.current(b.pos) == 0, "29.4: at once"


def test_an_invasion_releases_its_district_only() -> None:
    b = position(turn="June I").unit("i_716", "M6", frozen=f.SEVENTH).unit("i_245", "R5", frozen=f.FIFTEENTH)
    districts.invade(b.act(), b.path("L4", "K4"))
    assert not b.has("i_716", "frozen") and b.has("i_245", "frozen"), "FE-104"


@pytest.mark.parametrize("line", [("M5", "N5"), ("S6",), ("DD3",)])
def test_an_invasion_of_two_districts_or_of_the_fifteenth_or_holland_releases_all(line: tuple[str, ...]) -> None:
    b = position(turn="June I").unit("i_708", "B15", frozen=f.FIRST)
    districts.invade(b.act(), b.path(*line))
    assert not b.has("i_708", "frozen")


def test_leaving_the_invaded_district_releases_all_unless_it_was_a_retreat() -> None:
    def built() -> Built:
        b = position(turn="June III").unit("i_708", "B15", frozen=f.FIRST)
        edge, beyond = border(f.SEVENTH)
        b.assign("invaded_districts", 1 << f.SEVENTH).unit("us_1", edge)
        return march(b, "us_1", edge, beyond, forced=forced)

    for forced in (True, False):
        assert bool(built().has("i_708", "frozen")) is forced, "9.1 D, 9.6"


def border(district: int) -> tuple[str, str]:
    """Two linked hexes, the first in a district, the other in interior France."""
    ground, name = game().tables.ground, game().place
    for place in sorted(ground.land):
        for there in ground.links[place]:
            if ground.district[place] == district and ground.district[there] == 0:
                return name(place), name(there)
    raise AssertionError("the district has no inland border")


def test_a_full_unit_is_reduced_and_a_reduced_one_is_eliminated() -> None:
    b = position().unit("us_1", "O9")
    losses.lose_step(b.act(), b.piece("us_1"), "15.3")
    assert b.pos.cf(b.piece("us_1")) == 3 and b.pos.reduced(b.piece("us_1"))
    losses.lose_step(b.act(), b.piece("us_1"), "15.3")
    assert b.gone("us_1") and b.pooled("eliminated", "us_1") == 1


def test_a_coastal_unit_is_eliminated_by_its_first_loss() -> None:
    b = position().unit("cd_7a", "L4", frozen=f.SEVENTH)
    losses.lose_step(b.act(), b.piece("cd_7a"), "15.3")
    assert b.gone("cd_7a"), "FE-206"


def test_an_eight_four_that_loses_a_step_is_its_six_four_again_and_gone_for_good() -> None:
    b = position().unit("us_aug_1", "O9", stands_for=position().piece("us_4") + 1)
    assert b.pos.cf(b.piece("us_aug_1")) == 8
    losses.lose_step(b.act(), b.piece("us_aug_1"), "15.3")
    assert b.gone("us_aug_1") and b.at("us_4") == "O9" and b.pos.cf(b.piece("us_4")) == 6
    assert b.pooled("gone", "us_aug_1") == 1, "FE-184"


def test_a_german_hq_lost_on_its_first_side_comes_back_flipped_and_on_its_second_side_is_destroyed() -> None:
    b = position().unit("hq_rommel", "O9")
    losses.lose_step(b.act(), b.piece("hq_rommel"), "15.3")
    assert b.pooled("due_flipped", "hq_rommel") == 1 and b.pooled("eliminated", "hq_rommel") == 0, "FE-204"
    b = position().unit("hq_rommel", "O9", flipped=True)
    losses.lose_step(b.act(), b.piece("hq_rommel"), "15.3")
    assert b.pooled("eliminated", "hq_rommel") == 1, "FE-205"


def test_the_loss_of_an_allied_unit_frees_its_supply_capacity_at_once() -> None:
    b = position().unit("mulberry_12", "L4").units("L5", "us_1", "us_2")
    losses.eliminate(b.act(), b.piece("us_1"), "15.3")
    assert capacity.current(b.pos) == 11, "18.7.12"
