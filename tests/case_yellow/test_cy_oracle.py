"""Case Yellow: the oracle (`oracle.py`), the rules reckoned a second time from the rulebook alone, against what the
engine says, on positions of recorded games and on units that are strewn over the map at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from hexledger.engine.bots.players import greedy_bot
from hexledger.engine.games.case_yellow.questions import battle, contact, retreats, stacking, supply, ways, zoc
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules import overruns
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.table import play_on
from tests.case_yellow.about import ABOUT
from tests.case_yellow.builder import Built, position
from tests.case_yellow.oracle import Fight, Hex, Oracle, Side, Unit, other, printed
from tests.corpus.recording import FOLDER
from tests.every_game.about import Match
from tests.every_game.catalogue import genesis_of

Answer = tuple[str, object, object]
"""What was asked, what the engine says, what the oracle says."""
Part = Callable[["Both", Random], Iterator[Answer]]

RECORDED = {"00-random-random": 5, "01-random-random": 2, "02-greedy-greedy": 8}
"""Recorded games of the default readings, and every how many decisions they are looked at."""


class Both:
    """A position, as the engine has it and as the oracle has it."""

    def __init__(self, pos: YellowPosition) -> None:
        self.pos, self.oracle = pos, Oracle(pos)

    def piece(self, unit: Unit) -> int:
        """Number of a unit."""
        return self.oracle.number[unit]

    def pieces(self, units: list[Unit]) -> tuple[int, ...]:
        """Numbers of units, ascending."""
        return tuple(sorted(self.oracle.number[unit] for unit in units))

    def place(self, label: Hex) -> int:
        """Number of a hex."""
        return self.pos.board.place(label)

    def some(self, chance: Random, most: int) -> list[Unit]:
        """Some of the units on the map."""
        units = sorted(self.oracle.at)
        return chance.sample(units, min(most, len(units)))


# ---------------------------------------------------------------------- what is compared
def zones(both: Both, _: Random) -> Iterator[Answer]:
    """9.1, 9.4: units that project a ZOC into each hex."""
    for number, side in enumerate(w.SIDES, 1):
        said = {both.pos.label(place): sorted(units) for place, units in zoc.zone(both.pos, number).items()}
        told = {label: sorted(map(both.piece, units)) for label, units in both.oracle.zone(side).items()}
        yield from ((f"{side} ZOC in {x}", said.get(x), told.get(x)) for x in sorted(said.keys() | told.keys()))


def stacks(both: Both, chance: Random) -> Iterator[Answer]:
    """8.3, 8.6: may some units of one side stand together?"""
    for side in w.SIDES:
        mine = sorted(unit for unit in both.oracle.at if both.oracle.side(unit) == side)
        for _ in range(6 if mine else 0):
            units = chance.sample(mine, min(len(mine), chance.randint(1, 4)))
            label = both.oracle.at[units[0]]
            said = stacking.legal(both.pos, both.place(label), both.pieces(units))
            yield f"{units} in {label}", said, both.oracle.may_stack(units, label)


def lines(both: Both, _: Random) -> Iterator[Answer]:
    """7.2 to 7.4: has each unit a LOS to a source?"""
    for unit in both.oracle.at:
        said = supply.supply_line(both.pos, both.piece(unit)) is not None
        yield f"{unit} in {both.oracle.at[unit]}", said, both.oracle.supplied(unit)


def attack_supply(both: Both, chance: Random) -> Iterator[Answer]:
    """7.6 to 7.8: ways in which each unit can draw attack supply."""
    for unit, here in both.oracle.at.items():
        target = chance.choice(sorted(printed().near[here]))
        asked = [
            supply.attack_source(both.pos, both.piece(unit), both.place(target), (kind,))
            for kind in ("free", "wall", "ag1")
        ]
        said = {source.kind for source in asked if source is not None}
        yield f"{unit} in {here} against {target}", said, both.oracle.attack_supply(unit, target)


def reach(both: Both, chance: Random) -> Iterator[Answer]:
    """9.2 to 9.4, 10: hexes that some units come to, and the MPs. A supply unit that has moved stays (7.9c)."""
    for unit in both.some(chance, 7):
        if both.pos.flag(both.piece(unit), w.FLIPPED):
            continue
        said = {both.pos.label(place): spent for place, (spent, _) in ways.reach(both.pos, both.piece(unit)).items()}
        told = both.oracle.reach(unit)
        for label in sorted(said.keys() | told.keys()):
            yield f"{unit} from {both.oracle.at[unit]} to {label}", said.get(label), told.get(label)


def retreat(both: Both, chance: Random) -> Iterator[Answer]:
    """11.4: ways of retreats of one and of two hexes."""
    for unit in both.some(chance, 6):
        for length in (1, 2):
            said = {tuple(map(both.pos.label, way)) for way in retreats.ways(both.pos, both.piece(unit), length)}
            yield f"{unit} from {both.oracle.at[unit]}, {length}", said, both.oracle.retreats(unit, length)


def fights(both: Both, chance: Random) -> Iterator[tuple[Fight, list[Unit]]]:
    """Combats of some of the units beside (or an ARKO within two hexes of) a hex with its defenders."""
    oracle = both.oracle
    for target in sorted(oracle.stack):
        defenders, side = oracle.defenders(target), other(oracle.held_by(target))
        beside = [unit for near in sorted(printed().near[target]) for unit in oracle.stack.get(near, ())]
        guns = [x for x in oracle.at if oracle.has(x, "arko") and printed().distance(oracle.at[x], target) == 2]
        able = [x for x in [*beside, *guns] if oracle.side(x) == side and not oracle.supplies(x)]
        able = [unit for unit in able if not both.pos.flag(both.piece(unit), w.ATTACKED)]
        if defenders and set(able) - set(guns):
            attackers = chance.sample(able, chance.randint(1, len(able)))
            yield Fight(attackers, target, chance.choice((0, 0, 1, 3)), chance.choice((0, 0, 1))), defenders


def odds(both: Both, chance: Random) -> Iterator[Answer]:
    """11.3a to c: column before the shifts, net shift, column that is read."""
    for fight, defenders in fights(both, chance):
        attackers, target = both.pieces(list(fight.attackers)), both.place(fight.target)
        asked = battle.Battle(attackers, target, both.pieces(defenders), fight.attack_air, fight.defence_air)
        found = battle.odds(both.pos, asked)
        said = (found.initial, found.net, found.column) if found.initial >= 0 else None
        yield str(fight), said, both.oracle.odds(fight)


def obligations(both: Both, chance: Random) -> Iterator[Answer]:
    """9.5b: other hexes that must be attacked too."""
    for fight, _ in fights(both, chance):
        near = [unit for unit in fight.attackers if both.oracle.at[unit] in printed().near[fight.target]]
        if near:
            found = contact.obliged(both.pos, both.pieces(near), both.place(fight.target))
            yield str(fight), {both.pos.label(place) for place in found}, both.oracle.obliged(near, fight.target)


def overrun(both: Both, _: Random) -> Iterator[Answer]:
    """10.3c: in a Move round, may one or two units that have not moved overrun a hex beside them?"""
    oracle, side = both.oracle, w.SIDES[both.pos.active - 1]
    if both.pos.var("kind") != w.MOVE or not both.pos.active:
        return
    for here in sorted(oracle.stack):
        fresh = [unit for unit in sorted(oracle.stack[here]) if may_start(both, unit, side)]
        targets = [near for near in printed().near[here] if oracle.held_by(near) == other(side)]
        for units in (*combinations(fresh, 1), *combinations(fresh, 2)):
            for target in targets if len(units) == 1 or oracle.may_stack(units, here) else ():
                said = overruns.refusal(both.pos, both.pieces(list(units)), both.place(target)) is None
                yield f"{units} over {target}", said, oracle.overruns(units, target)


def may_start(both: Both, unit: Unit, side: Side) -> bool:
    """A unit of a side with a yellow MA that nothing has happened to in the round."""
    piece = both.piece(unit)
    done = any(both.pos.flag(piece, flag) for flag in (w.MOVED, w.ADVANCED, w.ATTACKED, w.ARRIVED, w.ENGAGED))
    return both.oracle.side(unit) == side and both.oracle.yellow(unit) and not done


PARTS: tuple[Part, ...] = (zones, stacks, lines, attack_supply, reach, retreat, odds, obligations, overrun)


def differences(pos: YellowPosition, chance: Random, asked: Counter[str]) -> list[str]:
    """Answers in which the two differ; `asked` counts the questions of each part, and those with something in them."""
    both, found = Both(pos), []
    for part in PARTS:
        for question, said, told in part(both, chance):
            asked[part.__name__] += 1
            asked[f"{part.__name__}, yes"] += bool(told)
            if said != told:
                found.append(f"{part.__name__}: {question}: the engine {said}, the oracle {told}")
    return found


# ---------------------------------------------------------------------- positions
def strewn(seed: int) -> Built:
    """Units of all nations at random in a part of the map, as the rules let them stand: some reduced, disrupted or out
    of supply; hexes of either side's control, works destroyed, Better Defence, interdicted crossings, bridgeheads."""
    chance, built = Random(seed), position()
    paper = printed()
    middle = chance.choice([label for label in paper.spot if paper.land(label)])
    reached = chance.choice((3, 4, 6))
    area = [label for label in paper.spot if paper.land(label) and paper.distance(label, middle) <= reached]
    held: dict[Hex, list[Unit]] = {}
    bare = Oracle(built.pos)
    for unit in chance.sample(sorted(bare.counter), chance.randint(12, 70)):
        label = chance.choice(area)
        if bare.side(unit) in w.SIDES and may_be_put(bare, unit, label, held.get(label, [])):
            put(built, bare, unit, label, chance)
            held.setdefault(label, []).append(unit)
    mark(built, bare, area, held, chance)
    kind = chance.choice(("move", "move", "combat"))
    return built.round_of(chance.choice(w.SIDES), kind, turn=chance.choice((1, 2, 3, 3, 6)))


def may_be_put(bare: Oracle, unit: Unit, label: Hex, there: list[Unit]) -> bool:
    """10.10, 8.3: at home, if it is Dutch or Belgian, and with others of its side within the limits."""
    country = printed().country[label]
    if (bare.nation(unit) == "dutch") != (country == "Netherlands") and bare.nation(unit) in ("dutch", "belgian"):
        return False
    return all(bare.side(x) == bare.side(unit) for x in there) and bare.may_stack([*there, unit], label)


def put(built: Built, bare: Oracle, unit: Unit, label: Hex, chance: Random) -> None:
    """Put a unit into a hex; works of the enemy there are gone."""
    if bare.enemy_fortified(label, bare.side(unit)):
        built.marker("destroyed", label)
    marks = {mark: 1 for mark, share in (("disrupted", 0.2), ("oos", 0.15)) if chance.random() < share}
    built.unit(unit, label, reduced=bare.counter[unit].steps == 2 and chance.random() < 0.3, **marks)


def mark(built: Built, bare: Oracle, area: list[Hex], held: dict[Hex, list[Unit]], chance: Random) -> None:
    """Control of empty hexes, and markers."""
    for label in area:
        german = label in held and bare.side(held[label][0]) == w.SIDES[0]
        if label not in held and not bare.fortified(label) and chance.random() < 0.25:
            built.control(chance.choice(w.SIDES), label)
        if label in held and not german and chance.random() < 0.15:
            built.marker(chance.choice(("better_defence", "bridgehead")), label)
        if label not in held and chance.random() < 0.04:
            built.marker(chance.choice(("refugee_town", "refugee_city", "terror")), label)
    banks = [label for label in area if any(bare.crossing(label, near) for near in printed().near[label])]
    for label in chance.sample(banks, min(2, len(banks))):
        built.marker("interdicted", label)


PACKS = (("ge_1_pz", "ge_2_pz"), ("ge_3_pz", "ge_4_pz"), ("ge_7_pz", "ge_10_pz"))
PREY = ("be_cycl", "nl_bda", "br_12", "fr_53_di", "fr_rif_boulay", "br_30")


def hunted(seed: int) -> Built:
    """Strewn units in a German Move round, with pairs of panzer divisions and small Allied units beside them."""
    built, chance = strewn(seed), Random(seed)
    oracle, taken = Oracle(built.pos), set(Oracle(built.pos).stack)
    middle = chance.choice(sorted(taken))
    near = [x for x in oracle.near(middle) for x in oracle.near(x) if not oracle.enemy_fortified(x, w.SIDES[0])]
    prey = [unit for unit in PREY if unit not in oracle.at]
    for pack in PACKS:
        empty = sorted(set(near) - taken)
        if not empty or set(pack) & oracle.at.keys():
            continue
        lair = chance.choice(empty)
        taken.add(lair)
        built.units(lair, *pack)
        beside = sorted(set(oracle.near(lair)) - taken)
        for victim, label in zip(prey[:2], chance.sample(beside, min(2, len(beside))), strict=False):
            if may_be_put(oracle, victim, label, []):
                prey.remove(victim)
                built.unit(victim, label)
                taken.add(label)
    return built.round_of("german", "move", turn=chance.choice((1, 3)))


def recorded(log: Path, every: int) -> Iterator[YellowPosition]:
    """Positions of a recorded game."""
    with Chronicle.read(log) as chronicle:
        for seq in range(0, len(chronicle.timeline), every):
            pos = chronicle.game.position(chronicle.state(seq))
            assert isinstance(pos, YellowPosition)
            yield pos


def agree(positions: Iterator[YellowPosition], name: str) -> Counter[str]:
    """The two agree in all of the positions; how many questions of each part were asked."""
    asked: Counter[str] = Counter()
    found = [line for n, pos in enumerate(positions) for line in differences(pos, Random(f"{name} {n}"), asked)]
    assert not found, "\n".join([f"{len(found)} differences", *found[:12]])
    return asked


def all_asked(asked: Counter[str], least: int) -> None:
    """No part was asked for nothing."""
    assert all(asked[f"{part.__name__}, yes"] >= least for part in PARTS), asked


def test_the_engine_answers_as_the_rulebook_does_in_random_positions() -> None:
    asked = agree((build(seed).pos for seed in range(25) for build in (strewn, hunted)), "strewn")
    all_asked(asked, 2)


@pytest.mark.parametrize("name", RECORDED)
def test_the_engine_answers_as_the_rulebook_does_in_recorded_games(name: str) -> None:
    asked = agree(recorded(FOLDER / "case_yellow" / f"{name}.hxl", RECORDED[name]), name)
    assert all(asked[f"{part.__name__}, yes"] for part in (zones, lines, attack_supply, reach, retreat)), asked


@pytest.mark.long
@pytest.mark.parametrize("tens", range(3))
def test_the_engine_answers_as_the_rulebook_does_in_many_random_positions(tens: int) -> None:
    seeds = range(100 + 60 * tens, 160 + 60 * tens)
    all_asked(agree((build(seed).pos for seed in seeds for build in (strewn, hunted)), "many"), 10)


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["historical", "informed_allies", "free_command"])
def test_the_engine_answers_as_the_rulebook_does_in_whole_games(tmp_path: Path, scenario: str) -> None:
    match = Match(scenario, greedy_bot, "oracle")
    with Chronicle.create(tmp_path / "game.hxl", genesis_of(ABOUT, match)) as chronicle:
        play_on(chronicle, match.players(), limit=ABOUT.most)
        end = len(chronicle.timeline)
        agree(recorded(tmp_path / "game.hxl", max(1, end // 30)), scenario)
