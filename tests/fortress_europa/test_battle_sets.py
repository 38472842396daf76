"""The search for a legal set of battles (14.6, 14.10, 14.11) against every set of battles that there is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from hexledger.engine.games.fortress_europa.questions import battle, battle_sets, contact
from hexledger.engine.games.fortress_europa.questions.battle_sets import Plan
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, position
from tests.fortress_europa.fights import settle

ALLIES = ("us_1", "us_9", "br_3", "br_50", "us_14_cav", "us_ranger", "fr_paris", "us_4_cav")
ARMOUR = ("us_2_arm", "us_3_arm", "us_4_arm", "us_5_arm", "us_6_arm", "us_14_cav", "fr_paris")
WEAK = ("i_352", "i_353", "i_326", "i_709", "i_243", "i_716")
GERMANS = ("i_352", "i_353", "ss_1", "ss_12", "pz_2", "i_326")


def groupings(hexes: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to divide the hexes among battles."""
    if not hexes:
        yield ()
        return
    first, rest = hexes[0], hexes[1:]
    for some in groupings(rest):
        yield ((first,), *some)
        for number, group in enumerate(some):
            yield (*some[:number], (first, *group), *some[number + 1 :])


def by_trying(pos: FortressPosition, side: int) -> bool:
    """Is there a legal set of battles? Every unit in every battle or in none is tried, and every hex next to a fortress
    from which somebody could attack attacked or not."""
    needs = contact.required(pos, side)
    units = [unit for unit in contact.free(pos, side) if contact.reach(pos, unit)]
    sorties = {unit: frozenset(contact.reach(pos, unit)) for unit in units if contact.sallies(pos, unit)}
    perhaps = sorted(frozenset[int]().union(*sorties.values()) - needs)
    for more in product((False, True), repeat=len(perhaps)):
        hexes = needs.union(place for place, taken in zip(perhaps, more, strict=True) if taken)
        for groups in groupings(tuple(sorted(hexes))):
            for where in product(range(len(groups) + 1), repeat=len(units)):
                made = [
                    Plan(tuple(u for u, at in zip(units, where, strict=True) if at == number), targets)
                    for number, targets in enumerate(groups)
                ]
                idle = [u for u, at in zip(units, where, strict=True) if at == len(groups)]
                out = [u for u in sorties if u not in idle]
                if (
                    all(sorties[u] <= hexes for u in out)
                    and all(_fought(pos, plan) for plan in made)
                    and all(_idle(pos, u, made) for u in idle)
                ):
                    return True
    return False


def _fought(pos: FortressPosition, plan: Plan) -> bool:
    if not plan.units or not battle_sets.one_nation(pos, plan.units):
        return False
    if not all(set(plan.targets) <= set(contact.reach(pos, unit)) for unit in plan.units):
        return False
    return battle.fought_at(pos, plan.units, plan.targets) is not None


def _idle(pos: FortressPosition, unit: int, made: list[Plan]) -> bool:
    owes = frozenset(contact.obliged(pos, unit))
    return not owes or any(battle_sets.excused(pos, unit, owes, plan) for plan in made)


def front(seed: int) -> Built:
    """Up to six Allied and three German stacks near O10, as they fall."""
    dice = Random(seed)
    b = position()
    hexes = ["O10", "O9", "O11", "N9", "N10", "P9", "P10", "N8", "P11", "O8"]
    dice.shuffle(hexes)
    german, allied = hexes[: dice.randint(1, 3)], hexes[3 : 3 + dice.randint(1, 4)]
    for unit in dice.sample(GERMANS, dice.randint(len(german), 4)):
        b.unit(unit, dice.choice(german))
    for unit in dice.sample(ALLIES, dice.randint(1, 5)):
        b.unit(unit, dice.choice(allied))
    return b.turn_of("allied", 1)


@pytest.mark.parametrize("block", range(8))
def test_a_legal_set_is_found_where_there_is_one_and_nowhere_else(block: int) -> None:
    """FE 14.6, 14.10, 14.11."""
    answers = []
    for seed in range(40 * block, 40 * block + 40):
        b = front(seed)
        found = battle_sets.legal_set(b.pos, f.ALLIED)
        assert (found is not None) == by_trying(b.pos, f.ALLIED), f"front {seed}"
        for plan in found or ():
            assert _fought(b.pos, plan), f"front {seed}"
        answers.append(found is not None)
    assert True in answers


def west_wall(seed: int) -> Built:
    """Germans in the fortress GG17 and beside it, Allies in front of them, as they fall."""
    dice = Random(seed)
    b = position(turn="December I")
    weak, strong = dice.sample(WEAK, dice.randint(2, 4)), dice.sample(ARMOUR, dice.randint(2, 6))
    for number, unit in enumerate(weak):
        b.unit(unit, ("FF16", "GG17")[number] if number < 2 else dice.choice(("FF16", "GG17", "HH17")), steps=1)
    for number, unit in enumerate(strong):
        b.unit(unit, "FF17" if number < 2 else dice.choice(("FF17", "GG18", "FF18")))
    return b.turn_of("german", 1)


@pytest.mark.parametrize("block", range(4))
def test_a_legal_set_with_sorties_is_found_where_there_is_one_and_nowhere_else(block: int) -> None:
    """FE 14.6, 14.13: who attacks out of a fortress has all that is next to it attacked."""
    answers, sorties = [], 0
    for seed in range(50 * block, 50 * block + 50):
        b = west_wall(seed)
        found = battle_sets.legal_set(b.pos, f.GERMAN)
        assert (found is not None) == by_trying(b.pos, f.GERMAN), f"front {seed}"
        sorties += any(contact.sallies(b.pos, unit) for plan in found or () for unit in plan.units)
        answers.append(found is not None)
    assert True in answers and sorties


def test_some_fronts_with_a_fortress_have_no_legal_set() -> None:
    """FE 14.13: where a sortie that helps one fight owes another that cannot be fought."""
    assert any(battle_sets.legal_set(west_wall(seed).pos, f.GERMAN) is None for seed in range(200))


def test_one_who_could_attack_only_with_a_sortie_that_cannot_be_served_is_removed() -> None:
    """FE 14.10, 14.13: 2-strong troops owe an attack on 15 points in FF17; the fortress could help to 1-6, but would
    then have to see GG18 attacked as well, for which nobody is left."""
    b = position(turn="December I")
    b.unit("i_352", "FF16", reduced=True).unit("i_353", "GG17", reduced=True)
    b.units("FF17", "us_1", "us_9", "us_3_arm").unit("us_4", "GG18")
    b.turn_of("german", 1).run(CombatImpulse(f.GERMAN, 1))
    assert b.choices() == ["remove_unattackable i_352"]


def test_some_of_the_fronts_have_no_legal_set() -> None:
    """FE 14.10: else the comparison would prove half of it only."""
    assert any(battle_sets.legal_set(front(seed).pos, f.ALLIED) is None for seed in range(320))


def test_of_the_units_that_cannot_attack_only_those_go_whose_going_helps() -> None:
    """FE 14.10: 14th Cavalry has no legal odds against three panzer divisions; the strong division next to another
    stack farther along is not asked for."""
    b = position().unit("us_14_cav", "O9").units("O10", "ss_1", "ss_12", "pz_2")
    b.units("T12", "us_1", "us_9").unit("i_353", "T13")
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert b.choices() == ["remove_unattackable us_14_cav"]
    assert b.refuses("remove_unattackable us_1").rule == "FE 14.10"
    b.play("remove_unattackable us_14_cav")
    assert any(line.startswith("attack us_1,us_9 T13") for line in b.choices())


def long_front(seed: int) -> Built:
    """Sixteen German hexes in a row and up to forty Allied units next to them."""
    dice = Random(seed)
    b = position(turn="October II")
    lines: dict[int, list[str]] = {f.ALLIED: [], f.GERMAN: []}
    for piece in sorted(b.game.tables.roster.land):
        if b.game.counters[piece].type in ("infantry", "armor", "cavalry"):
            lines[b.game.side_of[piece]].append(b.game.counters[piece].id)
    for units in lines.values():
        dice.shuffle(units)
    for column in ("M", "N", "O", "P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y", "Z", "AA", "BB"):
        for side, row in ((f.GERMAN, 12), (f.ALLIED, 13)):
            for _ in range(dice.randint(1, 3)):
                unit = lines[side].pop()
                if b.pos.fits(b.hex(f"{column}{row}"), (b.piece(unit),)):
                    b.unit(unit, f"{column}{row}")
    return b.turn_of("allied", 1)


@pytest.mark.parametrize(("seed", "solvable"), [(0, False), (1, True), (2, True), (3, True)])
def test_a_front_of_sixteen_hexes_and_thirty_units_is_answered_exactly(seed: int, solvable: bool) -> None:
    """FE 14.6: no search gives up, however long the front is."""
    b = long_front(seed)
    assert len(contact.required(b.pos, f.ALLIED)) == 16
    found = battle_sets.legal_set(b.pos, f.ALLIED)
    assert (found is not None) == solvable
    if found is None:
        idle = battle_sets.stranded(b.pos, f.ALLIED)
        assert idle and battle_sets.legal_set(_without(b, idle[0]).pos, f.ALLIED) is not None, "14.10: it is enough"
    else:
        assert all(_fought(b.pos, plan) for plan in found)
        assert {place for plan in found for place in plan.targets} == contact.required(b.pos, f.ALLIED)


def _without(b: Built, piece: int) -> Built:
    b.act().remove(piece, "reason.unattackable", "14.10")
    return b


def test_an_american_between_a_british_target_and_a_frozen_german_may_stand_idle() -> None:
    """FE 14.1, 14.11: what is frozen need not be attacked, so that the attack of the British on the only stack that
    obliges both leaves the American nothing to do; he retreats with them."""
    b = position().unit("br_3", "O9").unit("us_1", "P9").unit("i_352", "O10").unit("i_353", "Q9", frozen=f.SEVENTH)
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1)).dice(4)
    assert set(contact.reach(b.pos, b.piece("us_1"))) == set(b.path("O10", "Q9"))
    b.play("attack br_3 O10")
    settle(b)
    assert b.at("us_1") != "P9", "forced back with the attackers"
    assert not b.quiet or b.has("i_353", "frozen") == f.SEVENTH
