"""A claimed error and everything that a policy may look at: the line of play, derived from its events alone.

A line is a row of links, one for each decision or ruling; each knows the one before it, so that lines share what they
have in common. Links fall into segments: a turn, a phase or an activation
that begins starts a new one, and within an activation its movement and its combats are two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from hexledger.engine.errors import EngineError
from hexledger.engine.kernel.decisions import Irregular
from hexledger.engine.kernel.game import Game
from hexledger.events.frame import DECISION, RULING, Frame
from hexledger.events.model import Assigned, Drawn, PhaseBegan, Rolled, TurnBegan
from hexledger.projections.fold import fold
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


class Linked(msgspec.Struct, frozen=True, eq=False):
    """A decision of a log's tree, and sums along its line, so that no question of a policy walks the line again.

    link     its link; None for genesis
    segment  the segment that it leaves open
    opens    True when a turn, phase or activation begins after it
    depth    decisions since genesis
    before   the decision that it continues
    jump     one further up: with `before` any decision of the line is reached in O(log n) steps
    opened   first decision of its segment; None: it is itself
    sealed   last decision with dice or draws before it; None for none
    dice     dice and draws since genesis
    rulings  rulings of the referee since genesis
    rolled   side whose phase or activation it was (0: none) -> decisions with dice or draws since genesis
    acted    side -> decisions since genesis that it made in a phase or activation of its own
    """

    link: Link | None
    segment: str
    opens: bool
    depth: int = 0
    before: Linked | None = None
    jump: Linked | None = None
    opened: Linked | None = None
    sealed: Linked | None = None
    dice: int = 0
    rulings: int = 0
    rolled: tuple[int, ...] = ()
    acted: tuple[int, ...] = ()

    @property
    def seq(self) -> int:
        """Its frame."""
        return 0 if self.link is None else self.link.seq

    def first(self, wanted: Callable[[Linked], bool]) -> Linked:
        """The first decision of its line for which `wanted` holds, when it holds for this one and, once it holds for
        one, for all that continue it. O(log n)."""
        at = self
        while at.before is not None and wanted(at.before):
            assert at.jump is not None
            at = at.jump if wanted(at.jump) else at.before
        return at


def _below(above: Linked, link: Link, segment: str, opens: bool) -> Linked:
    """The next decision of a line, continuing `above`."""
    far = above.jump
    if far is None or far.jump is None or above.depth - far.depth != far.depth - far.jump.depth:
        jump = above
    else:
        jump = far.jump
    last = above.link
    same = last is not None and not link.opens and last.segment == link.segment
    return Linked(
        link,
        segment,
        opens,
        above.depth + 1,
        above,
        jump,
        (above.opened or above) if same else None,
        above if last is not None and last.chance else above.sealed,
        above.dice + link.chance,
        above.rulings + link.ruled,
        _raised(above.rolled, link.phasing if link.chance else -1),
        _raised(above.acted, link.actor if link.actor and link.actor == link.phasing else -1),
    )


def _raised(counts: tuple[int, ...], at: int) -> tuple[int, ...]:
    """The counts with one more at a place; the same for no place (-1)."""
    if at < 0:
        return counts
    longer = counts + (0,) * (at + 1 - len(counts))
    return (*longer[:at], longer[at] + 1, *longer[at + 1 :])


_ROOT: Final = Linked(None, "", True)


def chained(links: Iterable[Link]) -> Linked:
    """The last decision of a line of links, which begins after genesis."""
    at = _ROOT
    for link in links:
        at = _below(at, link, link.segment, opens=False)
    return at


class Case(msgspec.Struct, frozen=True):
    """A claim.

    head     last decision of the line
    at       decision that is complained about
    what     MOVEMENT, COMBAT or ODDS
    by       side that claims, 0 for the referee
    consent  sides that agree to the correction, and 0 for the referee
    sides    number of sides
    """

    head: Linked
    at: Linked
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
        assert self.at.link is not None
        return self.at.link

    def segment_start(self) -> Linked:
        """The first decision of the segment that the claim is about."""
        return self.at.opened or self.at

    def ruled_after(self, seq: int) -> int:
        """Frame of the first ruling of the referee after frame `seq` of the line; -1 for none."""
        before = self.head.first(lambda one: one.seq >= seq)
        return self._grown(before, lambda one: one.rulings)

    def rolls_from(self, at: Linked) -> int:
        """Dice and draws in the decisions from `at` to the head."""
        return self.head.dice - (0 if at.before is None else at.before.dice)

    def sealed(self) -> int:
        """Frame of the first decision with dice or draws from the one that is complained about; -1 for none."""
        before = self.at.before
        return -1 if before is None else self._grown(before, lambda one: sum(one.rolled))

    def after_dice_before(self) -> Linked | None:
        """The decision after the last one with dice or draws in the segment before the one complained about; None when
        there is none."""
        last = self.at.sealed
        if last is None or last.depth < self.segment_start().depth:
            return None
        return self.at.first(lambda one: one.depth > last.depth)

    def rolled_by_others(self) -> int:
        """Frame of the first decision since with dice or draws in another side's phase or activation; -1 for none."""
        return self._grown(self.at, lambda one: _others(one.rolled, self.link.phasing))

    def answered(self) -> int:
        """Frame of the first decision that another side made in a phase or activation of its own since; -1 for none."""
        return self._grown(self.at, lambda one: _others(one.acted, self.link.phasing))

    def _grown(self, since: Linked, count: Callable[[Linked], int]) -> int:
        """Frame of the first decision of the line after `since` where a count is higher than there; -1 for none."""
        known = count(since)
        return -1 if count(self.head) == known else self.head.first(lambda one: count(one) > known).seq


def _others(counts: tuple[int, ...], mine: int) -> int:
    """The sum of the counts of sides, but for one."""
    return sum(counts[1:]) - (counts[mine] if 0 < mine < len(counts) else 0)


def linked(game: Game[Any], frame: Frame, phasing: int, above: Linked | None) -> Linked:
    """A frame that continues `above` (None for genesis); `phasing`: whose phase it was made in. O(its size)."""
    if above is None:
        return _ROOT
    opens = any(_opens(game, event) for event in frame.events)
    kind, segment = _kind(game, frame), "" if above.opens else above.segment
    if kind in game.movement_kinds:
        segment = MOVEMENT
    elif kind in game.combat_kinds:
        segment = COMBAT
    elif kind in game.either_kinds and not segment:
        segment = MOVEMENT
    rolls = sum(isinstance(event, Rolled) for event in frame.events)
    draws = sum(isinstance(event, Drawn) for event in frame.events)
    ruled = frame.kind == RULING and frame.actor == 0
    link = Link(frame.seq, frame.parent, frame.actor, segment, above.opens, phasing, rolls, draws, ruled)
    return _below(above, link, segment, opens)


def links_of(game: Game[Any], line: Iterable[Frame]) -> Linked:
    """The last decision of a line (genesis first), linked to those before it."""
    last: Linked | None = None
    for passage in passages(line):
        last = linked(game, passage.frame, 0 if last is None else game.phasing(passage.state), last)
    return last or _ROOT


class Links:
    """The decisions of a log's tree as they are linked, each worked out once, when somebody asks for its line."""

    def __init__(self, game: Game[Any], frame: Callable[[int], Frame], state: Callable[[int], State]) -> None:
        """`frame`: decodes a frame; `state`: the position after one, not to be changed."""
        self._game, self._frame, self._state = game, frame, state
        self._known: dict[int, Linked] = {}
        self._phasing: dict[int, int] = {}

    def made(self, seq: int, before: State) -> None:
        """A decision is made in this position, which is at hand now and need not be made again later."""
        self._phasing[seq] = self._game.phasing(before)

    def at(self, seq: int) -> Linked:
        """A decision, linked to those before it. O(the events of those that nobody has asked for yet)."""
        todo: list[Frame] = []
        while seq >= 0 and seq not in self._known:
            todo.append(self._frame(seq))
            seq = todo[-1].parent
        last, state = self._known.get(seq), None
        for frame in reversed(todo):
            phasing = 0 if last is None else self._phasing.get(frame.seq)
            if phasing is None:
                state = self._state(frame.parent).copy() if state is None else state
                phasing = self._game.phasing(state)
                fold(state, frame.events)
            else:
                state = None
            last = self._known[frame.seq] = linked(self._game, frame, phasing, last)
        assert last is not None
        return last


def case_of(game: Game[Any], head: Linked, about: int, what: str, by: int, consent: Iterable[int]) -> Case | None:
    """The case of a claim about frame `about` of the line to `head`; None when the line does not hold it."""
    at = head.first(lambda one: one.seq >= about) if about <= head.seq else None
    if at is None or at.link is None or at.seq != about:
        return None
    return Case(head, at, what, by, tuple(sorted(set(consent))), len(game.sides))


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
