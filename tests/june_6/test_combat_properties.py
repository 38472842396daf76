"""What holds in every fight: totals are sums of their lines, tables have no holes, strengths are never negative."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexledger.engine.games.june_6.questions.drm import multi_front
from hexledger.engine.games.june_6.questions.fight import FIGHT_NORMAL, Fight
from hexledger.engine.games.june_6.questions.strength import attack_strength, unsupported_armor
from hexledger.engine.games.june_6.rules.attack import DeclareAttacks
from hexledger.engine.games.june_6.tables.combat import DISORDER, REDUCED, Result, Superiority, parse_result
from hexledger.engine.kernel import deciding as kernel
from hexledger.engine.kernel.decisions import Decision, Reveal, Seal
from hexledger.engine.kernel.seals import reveal, seal
from hexledger.engine.tables.odds import Ratio
from hexledger.events import model as ev
from tests.june_6.builder import Built, edition, game
from tests.june_6.combats import SALT, Outcome, field, results_not_applied

GERMANS = (
    "12ss_25", "12ss_26", "12ss_12pz", "12ss_12recon", "12ss_pzjg", "12ss_hq", "21pz_125", "21pz_200", "21pz_hq",
    "i_ss_hq", "i_ss_101", "iii_flak_c", "iii_flak_d", "16lw_32", "det_1",
)  # fmt: skip
BRITISH = (
    "3_br_8", "3_br_9", "3_br_185", "3_br_27", "3_br_hq", "3_cdn_9", "3_cdn_hq", "i_br_hq", "i_br_79", "i_br_inns",
    "i_br_1ss",
)  # fmt: skip
AREA = ("E1833", "E1834", "E1932", "E1933", "E1934", "E2033", "E2034", "E1732", "E1733", "E2340", "E1938", "E1939")


def melee(dice: random.Random) -> Built:
    """Units of both sides thrown into a few hexes with marks of every kind; the attackers' formation is active."""
    b = field(seed=f"melee {dice.random()}").track("air", dice.randrange(3)).track("naval", dice.randrange(3))
    sides: dict[str, tuple[str, ...]] = {}
    for unit in dice.sample(GERMANS + BRITISH, 18):
        mine = GERMANS if unit in GERMANS else BRITISH
        at = dice.choice(AREA)
        if sides.setdefault(at, mine) is not mine or not b.pos.fits(b.hex(at), [b.piece(unit)]):
            continue
        b.unit(unit, at, disorder=dice.choice((0, 0, 0, 1, 2)))
        for mark in ("isolated", "pinned", "scattered", "re"):
            if dice.random() < 0.15:
                b.flag(unit, mark)
        if dice.random() < 0.4 and b.game.counters[b.piece(unit)].steps > 1:
            b.act().steps(b.piece(unit), 1)
    side = dice.choice((BRITISH, GERMANS))
    placed = [unit for unit in side if not b.gone(unit)]
    if placed:
        b.active(*placed, mode=dice.choice((1, 1, 2)))
    return b


def play_out(b: Built, dice: random.Random) -> Outcome:
    """Declare and fight at random; every offer on the way must be legal."""
    outcome = Outcome(b)
    with results_not_applied():
        b.run(DeclareAttacks())
        outcome.events += b.events
        sealed: Decision | None = None
        while not b.quiet:
            prompt = b.offer
            assert prompt is not None
            offered = list(kernel.choices(b.game, b.state))
            choice = dice.choice(offered)
            if prompt.kinds[0] == Seal.kind():
                sealed = choice
                choice = seal(choice, SALT)
            elif prompt.kinds[0] == Reveal.kind():
                assert sealed is not None
                choice = reveal(sealed, SALT)
            else:
                for one in offered:
                    kernel.check(b.game, b.state, one)
            b.play(choice)
            outcome.events += b.events
    return outcome


@pytest.mark.parametrize("seed", range(40))
def test_in_any_fight_every_total_is_the_sum_of_its_lines_and_the_die_reads_its_row(seed: int) -> None:
    dice = random.Random(seed)
    b = melee(dice)
    outcome = play_out(b, dice)
    words = b.game.words
    crt = b.game.combat.crt
    drm = rolled = None
    for event in outcome.events:
        if isinstance(event, ev.Reckoned):
            kind = words.key(event.kind)
            if kind.endswith("strength") or kind in ("reckon.artillery", "reckon.combat_drm"):
                assert event.total == sum(value for _, value, _ in event.lines), kind
            if kind.endswith("strength"):
                assert event.total >= 1, kind
            if kind == "reckon.combat_drm":
                drm = event.total
                assert all(rule for _, _, rule in event.lines), "every DRM cites its rule"
                assert all(value for _, value, _ in event.lines[1:]), "DRMs of 0 are left out"
        elif isinstance(event, ev.Rolled) and words.key(event.purpose) == "roll.combat":
            rolled = event.value
        elif isinstance(event, ev.Resolved) and words.key(event.table) == "table.crt":
            assert drm is not None
            assert rolled is not None
            assert event.row == crt.row(rolled + drm)
            column = words.key(event.column).removeprefix("column.")
            assert tuple(words.key(word) for word in event.results) == crt.cell(column, event.row).words
        elif isinstance(event, ev.Pushed) and event.step == 998:
            assert drm is not None
            assert event.data[2] == (rolled or 0) + drm
            drm = rolled = None


def test_the_random_fights_do_come_to_blows() -> None:
    fought = sum(bool(play_out(melee(random.Random(seed)), random.Random(seed)).of(ev.Resolved)) for seed in range(12))
    assert fought >= 3


# ------------------------------------------------------------------ tables
def test_every_pair_of_strengths_has_odds_on_the_chart() -> None:
    chart = game().combat.odds
    for attack in range(1, 70):
        for defence in range(1, 70):
            odds = chart.odds(attack, defence)
            columns = [chart.settled(odds, die) for die in range(10)] if odds.open else [odds.ratio]
            drms = [chart.drm(column) for column in columns]
            assert drms == sorted(drms), "a higher die is never worse for the attacker"
            exact = attack / defence
            for column in columns:
                shown = column.attacker / column.defender
                assert not (exact > 1 > shown or exact < 1 < shown)


def test_better_odds_never_cost_the_attacker() -> None:
    chart = game().combat.odds
    order = [Ratio(1, n) for n in range(5, 0, -1)] + [Ratio(n, 1) for n in range(2, 9)]
    drms = [chart.drm(ratio) for ratio in order]
    assert drms == sorted(set(drms))
    assert (chart.odds(100, 1).ratio, chart.odds(1, 100).ratio) == (Ratio(8, 1), Ratio(1, 5))
    assert not chart.odds(17, 2).open, "8.5:1 reads 8:1 either way, so nothing is rolled"


@given(st.integers(0, 30), st.integers(0, 30))
def test_superiority_is_fair_to_both_sides(attack: int, defence: int) -> None:
    table: Superiority = game().combat.superiority
    assert table.drm(attack, defence) == -table.drm(defence, attack)
    expected = 0
    if attack > defence:
        expected = 2 if attack >= 2 * defence and attack >= 2 else 1
    if attack >= defence:
        assert table.drm(attack, defence) == expected


def test_every_cell_of_the_crt_is_read_as_printed() -> None:
    """12.42"""
    crt = game().combat.crt
    printed = edition().charts["crt"]["rows"]
    for column in crt.columns:
        for row in range(crt.first, crt.last + 1):
            cell = crt.cell(column, row)
            assert len(cell.attacker) == len(printed[column][str(row)]["attacker"])
            assert cell.defender == tuple(map(parse_result, printed[column][str(row)]["defender"]))
            for key in cell.words:
                assert key in game().words, key
    assert crt.cell("assault_vs_stand", 9).defender == (Result(REDUCED, "D"), Result(DISORDER, "B", 1))
    assert [crt.row(die) for die in (-7, 0, 15, 40)] == [0, 0, 15, 15]


@pytest.mark.parametrize("text", ["G Disorder 1", "Disorder 1", "A Disorder 3", "Retreat 3", "Advance", ""])
def test_a_result_that_no_table_prints_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no combat result"):
        parse_result(text)


# ------------------------------------------------------------------ 12.53 by another road
def plain_multi_front(b: Built, target: int, attackers: tuple[int, ...]) -> int:
    """J6 12.53 from the axial grid and the counters, without the position's ZOC map."""
    pos, board = b.pos, b.game.board

    def near(a: int, c: int) -> bool:
        return board.distance(a, c) == 1

    side = b.game.side_of[attackers[0]]
    around = [place for place in range(board.n_hexes) if near(place, target)]
    standing = {piece: place for piece, place in b.state.at.items() if place < board.n_hexes}
    defenders = [piece for piece, place in standing.items() if place == target]
    helped = any(place in around and b.game.side_of[piece] != side for piece, place in standing.items())

    def covered(place: int) -> bool:
        for piece in attackers:
            if standing[piece] == place:
                return True
            counter = b.game.counters[piece]
            road = board.road(standing[piece], place) is not None
            if near(standing[piece], place) and counter.zoc:
                if counter.motorized and board.terrain[place] == "marsh" and not road:
                    continue
                return True
        return False

    open_hexes = [place for place in around if any(pos.can_pass(piece, target, place) for piece in defenders)]
    if not helped and all(covered(place) for place in open_hexes):
        return 2
    fronts = {standing[piece] for piece in attackers}
    return int(any(not near(a, c) for a, c in combinations(sorted(fronts), 2)))


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9))
def test_the_front_bonus_agrees_with_a_plain_count_of_hexes(seed: int) -> None:
    dice = random.Random(seed)
    board = game(True).board
    target = board.index[dice.choice(("E1833", "E1940", "E1939", "E2340", "E1632", "E2039", "W2926", "E2640"))]
    b = field().unit(dice.choice(("12ss_25", "16lw_32")), board.labels[target])
    around = [place for place in board.neighbours[target] if board.terrain[place] != "sea"]
    attackers: list[int] = []
    for unit in dice.sample(("3_br_8", "3_br_9", "3_br_185", "3_br_27", "i_br_79"), dice.randint(1, 5)):
        place = dice.choice(around)
        if b.pos.fits(place, [b.piece(unit)]):
            b.unit(unit, board.labels[place])
            attackers.append(b.piece(unit))
    empty = [place for place in around if not b.pos.units(place)]
    if empty and dice.random() < 0.2:
        b.unit("21pz_125", board.labels[dice.choice(empty)])
    pieces = tuple(sorted(attackers))
    fight = Fight(FIGHT_NORMAL, target, pieces, 1, defenders=b.pos.units(target))
    assert multi_front(b.pos, fight).value == plain_multi_front(b, target, pieces)


# ------------------------------------------------------------------ 12.51 armour support by another road
@settings(max_examples=60, deadline=None)
@given(st.sets(st.sampled_from(("3_br_8", "3_br_9", "3_br_27", "i_br_79", "viii_br_79", "xxx_br_79", "i_br_inns"))))
def test_infantry_supports_the_armour_that_would_lose_most(units: set[str]) -> None:
    b = field()
    for unit in sorted(units):
        b.unit(unit, "E1932", attached="3_br")
    pieces = tuple(sorted(b.piece(unit) for unit in units))
    strengths = {piece: b.pos.face(piece).cs for piece in pieces}
    armor = [piece for piece in pieces if b.pos.is_armor(piece)]
    infantry = len(pieces) - len(armor)
    best = max(
        sum(strengths[piece] for piece in order[: 2 * infantry]) + sum(strengths[p] // 2 for p in order[2 * infantry :])
        for order in permutations(armor)
    ) + sum(strengths[piece] for piece in pieces if piece not in armor)
    assert attack_strength(b.pos, pieces).total == best
    assert len(unsupported_armor(b.pos, pieces)) == max(0, len(armor) - 2 * infantry)
