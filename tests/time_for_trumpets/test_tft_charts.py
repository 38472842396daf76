"""A Time for Trumpets: charts of combat, codes of results, priorities of losses, what counters are (2, 48-53)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.tables import priorities
from hexledger.engine.games.time_for_trumpets.tables.combat_chart import share
from hexledger.engine.games.time_for_trumpets.tables.priorities import Force
from hexledger.engine.games.time_for_trumpets.tables.results import Loss, read_result, read_shock_attacker
from tests.time_for_trumpets.builder import game, position

A_AFV, D_AFV, A_STEP, D_STEP = Loss(True, True), Loss(False, True), Loss(True, False), Loss(False, False)


def named(*units: str) -> tuple[int, ...]:
    return tuple(game().roster.index[unit] for unit in units)


def takes(loss: Loss, units: tuple[str, ...], *, german: bool, guns: bool = False, advanced: bool = False) -> set[str]:
    """Units among which the owner chooses."""
    box = game()

    def er(piece: int) -> int:
        return box.counters[piece].front.get("er")

    found = priorities.takers(box.arms, er, loss, Force(named(*units), german, guns, advanced))
    return {box.counters[piece].id for piece in found}


# ---------------------------------------------------------------------- 51 odds
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(95, 17, "5:1"), (37, 8, "4:1"), (20, 16, "1:1"), (37, 14, "2:1"), (3, 4, "1:2"), (1, 9, "1:4"), (30, 0, "10:1")],
)
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, column: str) -> None:
    """TFT 51; ex 8726, TFT-089, TFT-097; below 1:1 and a defence of 0: gaps 32."""
    chart = game().combat
    assert chart.crt.columns[chart.column(attack, defence)] == column


def test_shifts_stop_at_the_ends_of_the_table() -> None:
    """TFT 51.3."""
    chart = game().combat
    assert chart.shifted(0, -3) == 0 and chart.shifted(12, 3) == 12 and chart.shifted(5, -1) == 4


def test_nine_to_one_reads_the_eight_to_one_column_of_the_blitz_table_and_below_two_to_one_there_is_none() -> None:
    """TFT 57.1i, 57.2l."""
    chart = game().combat
    read = {column: chart.blitz_column(at) for at, column in enumerate(chart.crt.columns)}
    assert read["9:1"] == read["8:1"] == 6 and read["10:1"] == 7 and read["1:1"] == -1 and read["2:1"] == 0


def test_halves_are_rounded_up() -> None:
    """TFT 49, ex 8717, 8767: 9/2 is 5, 85/2 is 43."""
    assert share(9, 2) == 5 and share(85, 2) == 43 and share(36, 1) == 9


# ---------------------------------------------------------------------- 52 codes
def test_a_cell_names_losses_in_the_printed_order_and_one_movement() -> None:
    """TFT 52.3-52.13."""
    found = read_result("/1*+/1+DR4")
    assert found.losses == (D_AFV, D_STEP) and found.defender_retreat == 4 and not found.attacker_retreat
    assert read_result("1*/+1/+AR2").attacker_retreat == 2 and read_result("1/+D1").advance == 1
    assert read_result("AE").eliminated == 1 and read_result("DE").eliminated == 2
    assert read_result("CA").counterattack and read_result("Eng").engaged and read_result("-").codes == ()
    with pytest.raises(ValueError, match="no result"):
        read_result("DR5")


def test_every_cell_of_the_tables_can_be_read() -> None:
    """TFT 52, 57, 48: the whole range of the dice in every column."""
    chart = game().combat
    assert [chart.crt.rows.first, chart.crt.rows.last] == [-1, 15] and len(chart.crt.columns) == 13
    assert [chart.blitz.rows.first, chart.blitz.rows.last] == [0, 14]
    assert chart.crt.at(3, -9) == chart.crt.at(3, -1) and chart.crt.at(3, 99) == chart.crt.at(3, 15)


# ---------------------------------------------------------------------- 52.3-52.6
def test_the_attacking_front_line_afv_of_the_highest_er_loses_first() -> None:
    """TFT 52.3."""
    units = ("kgp_6_pziv", "kgp_7_pziv", "1ss_pzj_1", "kgp_2_iii", "kgp_84_flak")
    assert takes(A_AFV, units, german=True) == {"kgp_6_pziv", "kgp_7_pziv"}
    assert takes(A_AFV, units[2:], german=True) == {"1ss_pzj_1"}
    assert takes(A_AFV, units[3:], german=True) == {"kgp_2_iii"}
    assert takes(A_AFV, units[4:], german=True) == {"kgp_84_flak"}


def test_defending_afv_lose_first_without_regard_to_their_er() -> None:
    """TFT 52.4."""
    units = ("us_2_741_tk", "us_2_644_td", "us_99_393_i", "us_99_370_fa", "us_99id_hq")
    assert takes(D_AFV, units, german=False) == {"us_2_741_tk", "us_2_644_td"}
    assert takes(D_AFV, units[2:], german=False) == {"us_99_393_i"}
    assert takes(D_AFV, units[3:], german=False) == {"us_99_370_fa"}
    assert takes(D_AFV, units[4:], german=False) == {"us_99id_hq"}


def test_front_line_units_lose_before_support_and_in_the_attack_the_best_of_them() -> None:
    """TFT 52.5, 52.6."""
    units = ("kgp_2_iii", "3fj_9_i", "kgp_84_flak")
    assert takes(A_STEP, units, german=True) == {"kgp_2_iii"}
    assert takes(D_STEP, units, german=True) == {"kgp_2_iii", "3fj_9_i"}
    assert takes(D_STEP, units[2:], german=True) == {"kgp_84_flak"}


# ---------------------------------------------------------------------- 53
def test_allied_afv_take_two_hits_from_superior_guns() -> None:
    """TFT 53.1."""
    arms, tank, foot = game().arms, *named("us_2_741_tk", "us_99_393_i")
    strong = Force((tank, foot), False, True, True)
    assert priorities.hits(arms, tank, D_AFV, strong) == 2
    assert priorities.hits(arms, foot, D_AFV, strong) == 1 and priorities.hits(arms, tank, D_STEP, strong) == 1
    assert priorities.hits(arms, tank, D_AFV, strong._replace(guns=False)) == 1
    assert priorities.hits(arms, tank, D_AFV, strong._replace(advanced=False)) == 1


def test_a_german_heavy_afv_is_hit_only_by_a_gun_that_can_hurt_it() -> None:
    """TFT 53.2.1."""
    units = ("kgp_1_panther", "1ss_pzj_1", "1ss_1_i")
    assert takes(A_AFV, units, german=True, guns=True, advanced=True) == {"kgp_1_panther"}
    assert takes(A_AFV, units, german=True, advanced=True) == {"1ss_pzj_1"}
    assert takes(A_AFV, ("kgp_1_panther", "1ss_1_i"), german=True, advanced=True) == {"1ss_1_i"}
    assert takes(A_AFV, ("kgp_1_panther",), german=True, advanced=True) == set(), "no loss: heavy AFV alone"
    assert takes(A_AFV, ("kgp_1_panther",), german=True) == {"kgp_1_panther"}, "without the advanced rule it is hit"


def test_among_defending_german_afv_the_one_of_the_highest_er_is_hit() -> None:
    """TFT 53.2.2."""
    units = ("kgp_1_panther", "12ss_560_jgpz_1", "277vg_pzj")
    assert takes(D_AFV, units, german=True, guns=True, advanced=True) == {"kgp_1_panther"}
    assert takes(D_AFV, units, german=True, advanced=True) == {"12ss_560_jgpz_1", "277vg_pzj"}


# ---------------------------------------------------------------------- 48 shock
def test_shock_needs_its_least_cf() -> None:
    """TFT 48.2.1, 48.3, 48.4.3, TFT-126."""
    chart = game().combat
    assert chart.defender_column(35, "german") == -1 and chart.defender_column(36, "german") == 1
    assert chart.defender_column(30, "british") == -1 and chart.defender_column(31, "british") == 0
    assert chart.attacker_column(25, "us") == -1 and chart.attacker_column(26, "us") == 0


def test_fifty_two_cf_at_an_attacker_always_shock() -> None:
    """TFT-100, TFT 48.4.3: the chance is that of the coordination alone."""
    chart = game().combat
    column = chart.attacker_column(52, "us")
    assert all(chart.shock_attacker.at(column, total).shocked for total in range(2, 13))
    assert chart.coordination["us"] == {1, 2, 3, 4, 5} and chart.coordination["german"] == {1, 2, 3}


def test_forty_three_cf_shock_with_at_best_one_drm_and_fifty_eight_with_a_seven() -> None:
    """TFT-094, TFT-099: the best result at 43 CF is shock and -1; a 7 at 58 CF shocks."""
    chart = game().combat
    best = [chart.shock_defender.at(chart.defender_column(43, "german"), total) for total in range(2, 13)]
    assert min(found.drm for found in best) == -1
    assert chart.shock_defender.at(chart.defender_column(58, "german"), 7).shocked
    assert read_shock_attacker("- 1/4").quarters == 1 and not read_shock_attacker("- 1/4").shocked


# ---------------------------------------------------------------------- 2 counters
def test_fuehrer_escort_hq_attacks_advances_and_scouts() -> None:
    """TFT-002."""
    b = position().unit("feb_hq", "6020")
    piece, arms = b.piece("feb_hq"), b.game.arms
    assert b.pos.can_attack(piece) and piece in arms.special_hq and piece in arms.recon
    assert b.pos.steps(piece) == 2 and piece not in b.game.roster.moded


def test_a_split_value_attacks_with_its_first_number() -> None:
    """TFT-117: 667 PzJ 6/(9)."""
    b = position().unit("667_pzj", "6020")
    assert b.pos.cf(b.piece("667_pzj")) == (6, 9)
