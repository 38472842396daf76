"""A claimed error and everything that a policy may look at: the line of play, derived from its events alone.

A line is a row of links, one for each decision or ruling. Links fall into segments: a turn, a phase or an activation
that begins starts a new one, and within an activation its movement and its combats are two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from hexledger.engine.errors import EngineError
from hexledger.engine.kernel.decisions import Irregular
from hexledger.engine.kernel.game import Game
from hexledger.events.frame import DECISION, RULING, Frame
from hexledger.events.model import Assigned, Drawn, PhaseBegan, Rolled, TurnBegan
from hexledger.projections.state import State
from hexledger.projections.walk import passages

MOVEMENT: Final = "movement"
COMBAT: Final = "combat"
ODDS: Final = "odds"
CLAIMS: Final = (MOVEMENT, COMBAT, ODDS)
"""What may be claimed: an error of movement, of a combat, or odds that were misstated."""


class Link(msgspec.Struct, frozen=True):
    """One decision of the line.

    segment  MOVEMENT, COMBAT or empty
    opens    True when a turn, phase or activation began just before it
    phasing  side whose phase or activation it was made in, 0 for none
    rolls    dice that it brought
    draws    blind draws that it brought
    ruled    True for a ruling of the referee
    """

    seq: int
    parent: int
    actor: int
    segment: str
    opens: bool
    phasing: int
    rolls: int
    draws: int
    ruled: bool = False

    @property
    def chance(self) -> int:
        """Dice and draws together."""
        return self.rolls + self.draws


class Case(msgspec.Struct, frozen=True):
    """A claim.

    links    the decisions of the line, from the first to its head (genesis left out)
    at       index of the decision that is complained about
    what     MOVEMENT, COMBAT or ODDS
    by       side that claims, 0 for the referee
    consent  sides that agree to the correction, and 0 for the referee
    sides    number of sides
    """

    links: Sequence[Link]
    at: int
    what: str
    by: int
    consent: tuple[int, ...]
    sides: int

    @property
    def agreed(self) -> bool:
        """True when every other side, or the referee, agrees."""
        others = {side for side in range(1, self.sides + 1) if side != self.by}
        return self.by == 0 or 0 in self.consent or others <= set(self.consent)

    @property
    def link(self) -> Link:
        """The decision that is complained about."""
        return self.links[self.at]

    def segment_start(self) -> int:
        """Index of the first decision of the segment that the claim is about."""
        at = self.at
        while at > 0 and not self.links[at].opens and self.links[at - 1].segment == self.links[at].segment:
            at -= 1
        return at

    def ruled_after(self, seq: int) -> int:
        """Frame of the first ruling of the referee after frame `seq`; -1 for none."""
        return next((link.seq for link in self.links if link.ruled and link.seq > seq), -1)

    def rolls_from(self, index: int) -> int:
        """Dice and draws in the decisions from `index` to the head."""
        return sum(link.chance for link in self.links[index:])

    def answered(self) -> int:
        """Frame of the first decision that another side made in a phase or activation of its own since; -1 for none."""
        mine = self.link.phasing
        for link in self.links[self.at + 1 :]:
            if link.phasing not in (0, mine) and link.actor == link.phasing:
                return link.seq
        return -1


class Linked(msgspec.Struct, frozen=True):
    """A decision of a line as its link, and whether a turn, phase or activation begins after it (genesis: no link)."""

    link: Link | None
    segment: str
    opens: bool


def linked(game: Game[Any], frame: Frame, before: State, last: Linked | None) -> Linked:
    """The link of a frame that continues `last` (None for genesis), from the position before it. O(its size)."""
    opens = any(_opens(game, event) for event in frame.events)
    if last is None:
        return Linked(None, "", True)
    kind, segment = _kind(game, frame), "" if last.opens else last.segment
    if kind in game.movement_kinds:
        segment = MOVEMENT
    elif kind in game.combat_kinds:
        segment = COMBAT
    elif kind in game.either_kinds and not segment:
        segment = MOVEMENT
    rolls = sum(isinstance(event, Rolled) for event in frame.events)
    draws = sum(isinstance(event, Drawn) for event in frame.events)
    phasing = game.phasing(before)
    ruled = frame.kind == RULING and frame.actor == 0
    link = Link(frame.seq, frame.parent, frame.actor, segment, last.opens, phasing, rolls, draws, ruled)
    return Linked(link, segment, opens)


def links_of(game: Game[Any], line: Iterable[Frame]) -> list[Link]:
    """The links of a line, genesis left out."""
    out: list[Link] = []
    last: Linked | None = None
    for passage in passages(line):
        last = linked(game, passage.frame, passage.state, last)
        if last.link is not None:
            out.append(last.link)
    return out


def case_of(
    game: Game[Any], links: Sequence[Link], about: int, what: str, by: int, consent: Iterable[int]
) -> Case | None:
    """The case of a claim about frame `about` of a line; None when the line does not hold it."""
    at = next((index for index, link in enumerate(links) if link.seq == about), -1)
    return None if at < 0 else Case(links, at, what, by, tuple(sorted(set(consent))), len(game.sides))


def _kind(game: Game[Any], frame: Frame) -> str:
    if frame.kind != DECISION:
        return ""
    try:
        decision = game.codec.decode(frame.decision)
        if isinstance(decision, Irregular):
            return game.codec.from_data(decision.choice).kind() if decision.choice else ""
        return decision.kind()
    except EngineError:
        return ""


def _opens(game: Game[Any], event: object) -> bool:
    if isinstance(event, TurnBegan | PhaseBegan):
        return True
    return isinstance(event, Assigned) and game.word_key(event.variable) in game.activation_words
