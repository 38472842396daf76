"""Logs of earlier rules: frames that the rules at hand decide otherwise because a rule was mended since.

Such a frame proves nothing against the players, and nothing for them either: the rules that they played by are not at
hand. It is named with the rule, and the audit goes on from what was recorded. A difference in which no mended rule has
a part stays a contradiction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from hexledger.events.frame import Frame
from hexledger.events.model import Event, Flagged, Popped, Pushed, Reckoned, Stepped
from hexledger.replays.audit.contradiction import Contradiction

if TYPE_CHECKING:
    from hexledger.engine.kernel.deciding import Draft
    from hexledger.engine.kernel.game import Game
    from hexledger.engine.naming.amendments import Amendment


class MendedFrame(msgspec.Struct, frozen=True):
    """A frame that was decided by a rule as it stood before it was mended.

    rule       the rule, as it is cited
    version    the rules version that mended it
    about      what was decided before, and what is decided now
    difference where the frame and the rules at hand part
    """

    frame: int
    rule: str
    version: str
    about: str
    difference: Contradiction

    def as_data(self) -> dict[str, Any]:
        """As plain data, the difference with its events counted from 1."""
        return {**msgspec.to_builtins(self), "difference": self.difference.as_data()}


_SHOWN: Final = 12
"""Frames that are named for each rule; the others are counted."""


def mended_lines(frames: Sequence[MendedFrame]) -> list[str]:
    """The rules that were mended and the frames in which it shows, a line each, in the order of their first frame."""
    by_rule: dict[tuple[str, str, str], list[int]] = {}
    for one in frames:
        by_rule.setdefault((one.rule, one.version, one.about), []).append(one.frame)
    lines = []
    for (rule, version, about), numbers in by_rule.items():
        named = ", ".join(f"#{number}" for number in numbers[:_SHOWN])
        more = f" and {len(numbers) - _SHOWN} more" if len(numbers) > _SHOWN else ""
        lines.append(f"{rule} was mended in rules version {version} ({about}): decided otherwise now: {named}{more}")
    return lines


def mended_frame(
    game: Game[Any],
    mended: tuple[Amendment, ...],
    frame: Frame,
    wrong: Contradiction,
    made: Draft | None,
) -> MendedFrame | None:
    """The amendment by which the rules at hand differ from a frame; None when none of the rules in the difference is
    a mended one, and the first event that differs is no note that is kept otherwise now. `made`: what the rules at hand
    make of the decision, where they can carry it out."""
    for rule in _rules_of(game, frame, wrong, made):
        for amendment in mended:
            if amendment.covers(rule):
                return MendedFrame(frame.seq, f"{game.code} {rule}", amendment.version, amendment.about, wrong)
    notes = _notes_of(game, frame, wrong, made)
    for amendment in mended:
        if not notes.isdisjoint(amendment.notes):
            rule = f"{game.code} {amendment.rules[0]}"
            return MendedFrame(frame.seq, rule, amendment.version, amendment.about, wrong)
    return None


def _notes_of(game: Game[Any], frame: Frame, wrong: Contradiction, made: Draft | None) -> set[str]:
    """What the rules keep for themselves in the first event that differs, as recorded and as made now."""
    from hexledger.engine.naming.amendments import AGENDA

    found: set[str] = set()
    for events in (frame.events, made.events if made is not None else ()):
        for event in events[max(wrong.event, 0) :][:1]:
            if isinstance(event, Pushed | Popped | Stepped):
                found.add(AGENDA)
            elif isinstance(event, Flagged) and not event.rule:
                found.add(game.word_key(event.flag))
    return found


def _rules_of(game: Game[Any], frame: Frame, wrong: Contradiction, made: Draft | None) -> list[str]:
    """Numbers of the rules that have a part in a difference: the one that refuses, else those of every event from the
    first difference on, as it was recorded and as it is made now."""
    first = [wrong.rule.removeprefix(game.code).strip()] if wrong.rule else []
    if made is None and first:
        return first
    begin = max(wrong.event, 0)
    events = (*frame.events[begin:], *(made.events[begin:] if made is not None else ()))
    numbers = [number for event in events for number in _cited(event) if number]
    return list(dict.fromkeys((*first, *(game.rules.key(number) for number in numbers))))


def _cited(event: Event) -> tuple[int, ...]:
    """Rules that an event cites; a calculation cites one for each of its lines too."""
    lines = event.lines if isinstance(event, Reckoned) else ()
    return (getattr(event, "rule", 0), *(rule for _, _, rule in lines))
