"""Fans of recorded decisions against brute force: every number that every die and draw of the decision can bring is put
in by hand, and what comes out is counted. One die, several dice, a draw from a cup, and both together, in each game
whose recorded games have them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest

from hexledger.engine.dice.rolling import Asked
from hexledger.engine.kernel.deciding import Draft, decide
from hexledger.engine.table.outcomes import Outcome, outcomes
from hexledger.events.frame import DECISION, Frame
from hexledger.events.model import Drawn, Rolled
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.whatif.fan_text import fan_data
from hexledger.replays.whatif.fanout import fan_of
from tests.every_game.catalogue import GAMES

CORPUS = Path(__file__).parents[1] / "corpus" / "games"
MOST = 216
"""Ways of a decision that is tried: three dice."""

LONGEST = 6
"""Rolls of a way."""

ONE_DIE, DICE, DRAW, BOTH = "one die", "several dice", "a draw", "dice and draws"

HAVE = {
    "june_6": {ONE_DIE, DICE, DRAW, BOTH},
    "fortress_europa": {ONE_DIE, DICE},
    "case_yellow": {ONE_DIE, DRAW, BOTH},
    "france_1944": {ONE_DIE, DRAW},
    "time_for_trumpets": {DICE},
}
"""What the recorded games have of it, in decisions that fall in no more than MOST ways."""


class Endless(Exception):
    """More rolls than are counted up: a chit may go back into the cup again and again."""


class Put:
    """Numbers that are put in one after the other, 0 after the last; `sizes`: how many each could have been."""

    mode = 1

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.evidence: list[str] = []
        self.numbers = numbers
        self.sizes: list[int] = []

    def number(self, purpose: int, below: int, asked: Asked | None = None) -> int:
        at = len(self.sizes)
        if at == LONGEST:
            raise Endless
        self.sizes.append(below)
        return self.numbers[at] if at < len(self.numbers) else 0


def every_way(carried_out: Callable[[Put], Draft]) -> Iterator[tuple[Fraction, Draft]]:
    """Each way with its chance, counted up like an odometer; a later die may depend on an earlier one."""
    numbers: tuple[int, ...] = ()
    while True:
        dice = Put(numbers)
        draft = carried_out(dice)
        chance = Fraction(1)
        for size in dice.sizes:
            chance /= size
        yield chance, draft
        shown = [*numbers, *([0] * (len(dice.sizes) - len(numbers)))][: len(dice.sizes)]
        while shown and shown[-1] + 1 == dice.sizes[len(shown) - 1]:
            shown.pop()
        if not shown:
            return
        numbers = (*shown[:-1], shown[-1] + 1)


def sort_of(frame: Frame) -> str | None:
    """What a decision rolled; None for nothing, or for too much."""
    sizes = [
        event.faces if isinstance(event, Rolled) else event.of
        for event in frame.events
        if isinstance(event, Rolled | Drawn)
    ]
    dice = sum(isinstance(event, Rolled) for event in frame.events)
    ways = 1
    for size in sizes:
        ways *= size
    if frame.kind != DECISION or not sizes or ways > MOST:
        return None
    return (DICE if dice > 1 else ONE_DIE) if dice == len(sizes) else BOTH if dice else DRAW


Case = tuple[str, Chronicle, int, dict[bytes, Fraction]]


def cases(game: str) -> Iterator[Case]:
    """Of each sort the first decision in the recorded games whose ways can be counted up: the sort, its game and frame,
    and the chances of the positions that it leads to."""
    missing = set(HAVE[game])
    for log in sorted((CORPUS / game).glob("*.hxl")):
        with Chronicle.read(log) as chronicle:
            for seq in range(1, len(chronicle.timeline) if missing else 0):
                sort = sort_of(chronicle.frame(seq))
                if sort in missing:
                    with suppress(Endless):
                        counted = counted_up(chronicle, seq)
                        missing.remove(sort)
                        yield sort, chronicle, seq, counted
    assert not missing


def counted_up(chronicle: Chronicle, seq: int) -> dict[bytes, Fraction]:
    """Digest of each position that a decision can lead to -> its chance."""
    frame, decision = chronicle.frame(seq), chronicle.decision(seq)
    before, held = chronicle.state(frame.parent), chronicle.frame(frame.parent).digest
    counted: dict[bytes, Fraction] = defaultdict(Fraction)
    for chance, draft in every_way(lambda dice: decide(chronicle.game, before, held, frame.actor, decision, dice)):
        counted[draft.digest] += chance
    return counted


def laid_out(chronicle: Chronicle, seq: int) -> dict[bytes, Fraction]:
    """The same by the program."""
    found: dict[bytes, Fraction] = defaultdict(Fraction)
    for one in every_outcome(chronicle, seq):
        found[one.draft.digest] += one.chance
    return found


def every_outcome(chronicle: Chronicle, seq: int) -> list[Outcome]:
    """What the program lays out of a decision."""
    frame = chronicle.frame(seq)
    before, held = chronicle.state(frame.parent), chronicle.frame(frame.parent).digest
    return outcomes(chronicle.game, before, held, frame.actor, chronicle.decision(seq))


@pytest.mark.whole
@pytest.mark.parametrize("game", GAMES)
def test_chances_of_a_fan_are_those_of_brute_force(game: str) -> None:
    for sort, chronicle, seq, counted in cases(game):
        assert laid_out(chronicle, seq) == counted, f"{sort} in {chronicle.path.name} #{seq}"
        assert sum(counted.values()) == 1 and chronicle.frame(seq).digest in counted
        fan = fan_of(chronicle, seq)
        assert all(branch.chance > 0 for branch in fan.branches)
        rows = fan_data(chronicle.game, fan)["outcomes"]
        assert sum(Fraction(*row["chance"]) for row in rows) == 1
        assert [row["happened"] for row in rows].count(True) == 1


def test_a_chit_that_goes_back_into_the_cup_is_no_way_of_its_own() -> None:
    """CY 4.0c, QA.6: five chits, two of them alike, which are played without a question. Then the Germans have had two
    rounds: their chits go back as often as they are drawn, and the Allies' two share what is left evenly."""
    with Chronicle.read(CORPUS / "case_yellow" / "00-random-random.hxl") as chronicle:
        share = {tuple(one.value for one in way.rolls): way.chance for way in every_outcome(chronicle, 5)}
        german, german_twice, allied, allied_other = 289, 290, 292, 293
        ways = [(german,), (allied,), (allied_other,), (german_twice, allied), (german_twice, allied_other)]
        assert share == dict.fromkeys(ways, Fraction(1, 5))


def test_what_was_drawn_and_put_back_stands_in_what_was_rolled() -> None:
    """CY QA.6: three draws of a chit that goes back, or would, are one way with the draw that led on."""
    with Chronicle.read(CORPUS / "case_yellow" / "01-random-random.hxl") as chronicle:
        fan = fan_of(chronicle, 5)
        drawn = [event.token for event in chronicle.frame(5).events if isinstance(event, Drawn)]
        assert drawn == [290, 290, 290, 292] == [one.value for one in fan.rolls]
        (happened,) = (branch for branch in fan.branches if branch.happened)
        assert (290, 292) in [tuple(one.value for one in way) for way in happened.rolls]
        assert happened.draft.digest == chronicle.frame(5).digest
        assert sum(branch.chance for branch in fan.branches) == 1


def test_one_of_several_draws_varies_and_the_others_stand_as_they_fell() -> None:
    """The last of four draws, after two of a chit that went back, which stand as they fell."""
    with Chronicle.read(CORPUS / "case_yellow" / "01-random-random.hxl") as chronicle:
        fan = fan_of(chronicle, 5, {3})
        (happened,) = (branch for branch in fan.branches if branch.happened)
        assert [one.value for one in happened.rolls[0]] == [290, 290, 290, 292]
        assert happened.chance == Fraction(1, 2), "two of the four chits that may be played"
        assert sum(branch.chance for branch in fan.branches) == 1
        assert {way[:3] for branch in fan.branches for way in branch.rolls} == {fan.rolls[:3]}
