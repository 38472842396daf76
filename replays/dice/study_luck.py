"""Luck in a study: what a roll shows that is not of the study's own seed and frame.

A roll is known by its purpose, its subject, its faces (a draw by its pool and how many tokens are in it), and by how
often such a roll was made since the line of the study left the game. `same` luck: a roll that the game made too keeps
the value it had there (a draw also needs the same cup); what else is rolled falls from the study's seed. `paired` luck:
every roll follows from the study's seed and what it is known by, so that two lines, or two studies with one seed, are
played with the same dice as far as they ask for the same. Nothing is kept anywhere: the file holds the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from hexledger.engine.dice.entered import place_of
from hexledger.engine.dice.paired import Key, PairedLuck, key_asked
from hexledger.engine.dice.rolling import Asked, Roller
from hexledger.engine.errors import BadDecision
from hexledger.events.frame import Frame
from hexledger.events.model import PRACTICE, AnyEvent, Drawn, Rolled
from hexledger.projections.walk import passages
from hexledger.replays.log.timeline import Timeline

Cup = tuple[tuple[int, int], ...]
"""(token, how many), ascending; empty for a die."""


class Kept(NamedTuple):
    """A roll of the game: its frame, what it is known by, what it showed, the cup that it was drawn from."""

    seq: int
    key: Key
    value: int
    cup: Cup


class StudyLuck:
    """The luck of one study.

    timeline  the study's, kept up to date by its owner
    frame_at  gives a frame of the file
    head      where the game ended when the study began
    same      True for the same luck, False for paired luck under `seed`
    """

    def __init__(
        self, timeline: Timeline, frame_at: Callable[[int], Frame], head: int, *, same: bool, seed: str
    ) -> None:
        self._timeline = timeline
        self._frame_at = frame_at
        self._head = head
        self._same = same
        self._seed = seed
        self._rolls: list[Kept] | None = None

    def roller(self, parent: int, fresh: Roller) -> Roller:
        """The dice of a decision that continues frame `parent`. O(rolls since the fork); with the same luck the first
        call walks the game once."""
        fork = self._timeline.fork(parent, self._head)
        made: dict[Key, int] = {}
        for seq in self._timeline.between(fork, parent):
            count(made, self._frame_at(seq).events)
        return SameLuck(self._official(fork), made, fresh) if self._same else PairedLuck(self._seed, made)

    def _official(self, fork: int) -> dict[Key, list[Kept]]:
        """The game's rolls after a frame, by what they are known by."""
        if self._rolls is None:
            self._rolls = kept_rolls(self._frame_at(seq) for seq in self._timeline.path(self._head))
        found: dict[Key, list[Kept]] = {}
        for roll in self._rolls:
            if roll.seq > fork:
                found.setdefault(roll.key, []).append(roll)
        return found


class SameLuck:
    """Dice of one decision: `official` the game's rolls since the fork, `made` how often each was made already on the
    study's own line (counted on here), `fresh` the dice of what the game never rolled."""

    mode = PRACTICE

    def __init__(self, official: Mapping[Key, list[Kept]], made: dict[Key, int], fresh: Roller) -> None:
        self.evidence: list[str] = []
        self._official = official
        self._made = made
        self._fresh = fresh

    def number(self, purpose: int, below: int, asked: Asked | None = None) -> int:
        """The value that the game had here, counted from 0, or a fresh one."""
        wanted = asked or Asked(purpose, below)
        key = key_asked(wanted)
        before = self._made.get(key, 0)
        self._made[key] = before + 1
        there = self._official.get(key, [])
        if before < len(there) and there[before].cup == wanted.tokens:
            try:
                return place_of(wanted, there[before].value)
            except BadDecision:
                # a die of as many faces that shows other values
                pass
        return self._fresh.number(purpose, below, asked)


def count(made: dict[Key, int], events: Iterable[AnyEvent]) -> None:
    """Count the rolls among events."""
    for event in events:
        if type(event) is Rolled or type(event) is Drawn:
            key = key_of(event)
            made[key] = made.get(key, 0) + 1


def key_of(event: Rolled | Drawn) -> Key:
    """What a roll or draw that was made is known by."""
    if isinstance(event, Rolled):
        return (event.purpose, event.subject, event.faces)
    return (event.pool, -1, event.of)


def kept_rolls(line: Iterable[Frame]) -> list[Kept]:
    """Every roll and draw of a line (genesis first), in order. O(its events)."""
    rolls = []
    for passage in passages(line):
        for happening in passage.happenings():
            event = happening.event
            if isinstance(event, Rolled):
                rolls.append(Kept(passage.frame.seq, key_of(event), event.value, ()))
            elif isinstance(event, Drawn):
                cup = tuple(happening.state.pool(event.pool).items())
                rolls.append(Kept(passage.frame.seq, key_of(event), event.token, cup))
    return rolls
