"""Secret objectives (32, 33.2): each side seals 7 of its 12 before play; To the West Wall is scored by them, a campaign
with the option may end by them on September I."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa.questions import decoys
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, Reveal, Seal
from hexledger.engine.kernel.seals import check_seal, open_as, take_seal
from hexledger.engine.kernel.steps import Choice, Prompt, Step, wanted
from hexledger.events import model as ev

SLOT: Final = "seal.objectives"
_LISTS: Final = "to_the_west_wall"
"""Scenario whose file holds the lists of 32."""
_OPENED: Final = "September I"
_Row = dict[str, Any]


def in_play(pos: FortressPosition) -> bool:
    """FE 32.1, 33.2.3: are objectives picked before play?"""
    return pos.scenario.id == _LISTS or (pos.scenario.id == "campaign" and pos.option("32"))


def _lists(pos: FortressPosition) -> _Row:
    data: _Row = pos.game.edition.scenarios[_LISTS].data["objectives"]
    return data


def objectives(pos: FortressPosition, side: int) -> list[_Row]:
    """FE 32: the objectives of a side, in the order of its list."""
    name = next(name for name, number in f.SIDES.items() if number == side)
    rows: list[_Row] = _lists(pos)[name]
    return rows


def wanted_number(pos: FortressPosition) -> int:
    """FE 32.1: objectives that each side picks."""
    pick: int = _lists(pos)["pick"]
    return pick


# ---------------------------------------------------------------------- 32.3 what is met
def met(pos: FortressPosition, side: int, row: _Row) -> bool:
    """FE 32.3: does an objective hold now?"""
    number = reached(pos, side, row)
    if "control" in row:
        return number >= places_wanted(pos, row)
    if "captured" in row:
        return bool(number >= row["count"])
    if "destroyed" in row:
        return number == 0 if row["count"] == 0 else bool(number >= row["count"])
    if "paradrops" in row:
        # Each side's list speaks of its own drops, the Allied one of exactly one.
        return bool(number == row["paradrops"])
    if "secondary_invasions" in row:
        return bool(number <= row["secondary_invasions"])
    if "full_strength_panzer_divisions" in row:
        return bool(number >= row["full_strength_panzer_divisions"])
    return number == 0


def places_wanted(pos: FortressPosition, row: _Row) -> int:
    """FE 32.3: how many places an objective of control wants held."""
    listed: int = row.get("count", len(_places(pos, row["control"])))
    return listed + ("and_one_more" in row)


def reached(pos: FortressPosition, side: int, row: _Row) -> int:
    """FE 32.3: what an objective counts, as it stands: places held (control is that of 30.2; "one more" counts once),
    sites captured, fortresses destroyed, drops, secondary invasions, divisions, or units in Germany."""
    ground = pos.tables.ground
    if "control" in row:
        places = _places(pos, row["control"])
        own = sum(1 for place in places if pos.holds(side, place))
        others = sorted(ground.ports & ground.mediterranean - frozenset(places)) if "and_one_more" in row else ()
        return own + any(pos.holds(side, port) for port in others)
    if "captured" in row:
        sites = _places(pos, row["captured"])
        return sum(1 for place in sites if pos.state.marker(place, -1, f.BASE_CAPTURED))
    if "destroyed" in row:
        return sum(1 for place in ground.fortresses & ground.germany if not pos.fortress(place))
    if "paradrops" in row:
        drops = "var.drops_allied" if side == f.ALLIED else "var.drops_german"
        return pos.state.variable(pos.game.words[drops])
    if "secondary_invasions" in row:
        return max(0, pos.state.variable(f.VAR_INVASIONS) - 1)
    if "full_strength_panzer_divisions" in row:
        panzers = [p for p in pos.ashore(f.GERMAN) if p in pos.tables.roster.panzer_divisions and not pos.reduced(p)]
        # 31.6: those under decoys are on the map as well.
        panzers += [
            p
            for p in decoys.covered(pos)
            if p in pos.tables.roster.panzer_divisions and decoys.strength(pos, p) == pos.counters[p].steps
        ]
        return len(panzers)
    if "allied_units_in" in row:
        return sum(1 for piece in pos.ashore(f.ALLIED) if pos.at(piece) in ground.germany)
    raise EditionError(pos.scenario.file, f"objectives({row.get('id')})", "not understood", row)


def _places(pos: FortressPosition, value: str | list[str]) -> tuple[int, ...]:
    if isinstance(value, list):
        return tuple(pos.board.place(label) for label in value)
    if value.startswith("area "):
        return tuple(sorted(pos.board.in_area(value.removeprefix("area "))))
    return (pos.board.place(value),)


# ---------------------------------------------------------------------- 32.1 the choice
class ChooseObjectives(Decision, frozen=True, array_like=True, tag=220):
    """The objectives picked, by their numbers in the side's list, from 1, ascending."""

    numbers: tuple[int, ...]


def valid(pos: FortressPosition, side: int, numbers: tuple[int, ...]) -> bool:
    """FE 32.1: are these seven different objectives of the list?"""
    count = len(objectives(pos, side))
    return len(numbers) == wanted_number(pos) and list(numbers) == sorted({n for n in numbers if 1 <= n <= count})


def listed(pos: FortressPosition, side: int) -> Iterator[ChooseObjectives]:
    """Choices that bots and screens offer: so many in a row, from each place of the list on."""
    count, pick = len(objectives(pos, side)), wanted_number(pos)
    for first in range(count - pick + 1):
        yield ChooseObjectives(tuple(range(first + 1, first + pick + 1)))


class SealObjectives(Choice[FortressPosition], frozen=True, array_like=True, tag=220):
    """FE 32.1: before play a side seals the objectives that it picks."""

    side: int

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        words, rules = pos.game.words, pos.game.rules
        kinds = (Seal.kind(), ChooseObjectives.kind())
        return Prompt(self.side, words["prompt.objectives"], rules["32.1"], kinds, complete=False)

    def run(self, act: Act) -> None:
        """Never: objectives must be picked."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        check_seal(decision, pos.game.cite("32.1"))

    def check_secret(self, pos: FortressPosition, choice: Decision) -> None:
        """FE 32.1: any seven of the list may be picked, of which only those in a row are listed."""
        rule = pos.game.cite("32.1")
        if not valid(pos, self.side, wanted(choice, ChooseObjectives, rule).numbers):
            raise IllegalDecision(rule, f"pick {wanted_number(pos)} different objectives of the list, ascending")

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        return iter(listed(pos, self.side))

    def take(self, act: Act, decision: Decision) -> None:
        take_seal(act, self.side, act.word(SLOT), decision, act.game.cite("32.1"))


# ---------------------------------------------------------------------- 32.2, 33.2.4 the comparison
class RevealObjectives(Choice[FortressPosition], frozen=True, array_like=True, tag=221):
    """FE 32.2: a side opens its seal. A list that is none (C-99) counts as the first objectives of the side."""

    side: int

    def _sealed(self, pos: FortressPosition) -> str | None:
        return pos.sealed(self.side, pos.game.words[SLOT])

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        if self._sealed(pos) is None:
            return None
        words, rules = pos.game.words, pos.game.rules
        kinds = (Reveal.kind(), ChooseObjectives.kind())
        return Prompt(self.side, words["prompt.objectives"], rules["32.2"], kinds, complete=False)

    def run(self, act: Act) -> None:
        """Nothing was sealed: the first objectives of the list count."""
        self._count(act, ())

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        self._opened(pos, decision)

    def _opened(self, pos: FortressPosition, decision: Decision) -> ChooseObjectives:
        rule, otherwise = pos.game.cite("32.2"), "the seal holds no list of objectives"
        return open_as(pos.game.codec, decision, self._sealed(pos), rule, ChooseObjectives, otherwise)

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        return iter(listed(pos, self.side))

    def take(self, act: Act, decision: Decision) -> None:
        opened = self._opened(act.pos, decision)
        act.done()
        act.emit(ev.Revealed(self.side, act.word(SLOT)))
        self._count(act, opened.numbers)

    def _count(self, act: Act, numbers: tuple[int, ...]) -> None:
        pos = act.pos
        if not valid(pos, self.side, numbers):
            numbers = tuple(range(1, wanted_number(pos) + 1))
        rows = objectives(pos, self.side)
        lines: list[tuple[str | int, int, str]] = [
            ("line.objective", number, "32.3") for number in numbers if met(pos, self.side, rows[number - 1])
        ]
        act.reckon("reckon.victory", self.side, lines, len(lines), "32.2")
        act.track("track.objectives", len(lines), self.side, "32.2")


class Compare(Step[FortressPosition], frozen=True, array_like=True, tag=222):
    """FE 33.2.4, C-27: who has met more of the objectives picked wins; equal is a draw."""

    def run(self, act: Act) -> None:
        """Judge."""
        allied, german = (act.state.track(act.word("track.objectives"), side) for side in (f.ALLIED, f.GERMAN))
        winner = 0 if allied == german else f.ALLIED if allied > german else f.GERMAN
        act.win(winner, "level.sudden_death" if winner else "level.draw", "33.2.4")


class SuddenDeath(Step[FortressPosition], frozen=True, array_like=True, tag=223):
    """FE 32.2, C-27: who alone has met all that he picked wins; if both have, who has met more of his whole list; else
    the campaign goes on."""

    def run(self, act: Act) -> None:
        """Judge, or go on."""
        pos = act.pos
        sides, pick = (f.ALLIED, f.GERMAN), wanted_number(pos)
        picked = {side: act.state.track(act.word("track.objectives"), side) for side in sides}
        done = [side for side in sides if picked[side] == pick]
        score = {side: sum(1 for row in objectives(pos, side) if met(pos, side, row)) for side in sides}
        if len(done) == len(sides):
            best = max(score.values())
            done = [side for side in sides if score[side] == best]
        if len(done) == 1:
            act.reckon(
                "reckon.victory", done[0], [("line.objectives", score[done[0]], "32.2")], picked[done[0]], "32.2"
            )
            act.win(done[0], "level.sudden_death", "32.2")


def turn_began(pos: FortressPosition) -> tuple[Step[FortressPosition], ...]:
    """FE 32.2: what comes before everything else in September I of a campaign with the option."""
    if pos.scenario.id != "campaign" or not in_play(pos) or pos.tables.calendar.name(pos.state.turn) != _OPENED:
        return ()
    return (*(RevealObjectives(side) for side in (f.ALLIED, f.GERMAN)), SuddenDeath())


DECISIONS: Final = (ChooseObjectives,)
STEPS: Final = (SealObjectives, RevealObjectives, Compare, SuddenDeath)
