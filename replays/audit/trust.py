"""What a verdict says besides whether a log is intact: who signed, who could have influenced the dice, who is waited
for, and everything that players had to agree to or that was done against the other's wish.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from hexledger.events.dice_records import (
    DecisionFixed,
    DecisionReleased,
    DiceAgreed,
    LinkRevealed,
    RevealRefused,
    decode_record,
)
from hexledger.events.frame import DECISION, DICE, LABEL, OLD, REOPENING, REWIND, Genesis, decode_frame
from hexledger.events.model import DICE_MODES, DUEL, ENTERED, PRACTICE, REFEREE, Drawn, Rolled
from hexledger.events.numbers import counted
from hexledger.replays.admission.ledgerbook import Ledgerbook
from hexledger.replays.log.crossing import crossing
from hexledger.replays.log.timeline import MAIN, Timeline

Role = Callable[[int], str]


class SeatRow(msgspec.Struct, frozen=True):
    """A person at a seat: `frames` carry the signature of his key (in hex); `since` the frame that seated him."""

    seat: str
    name: str
    key: str
    since: int
    frames: int


class EndRow(msgspec.Struct, frozen=True):
    """An end of the game otherwise than by its rules, or its reopening."""

    frame: int
    what: str
    winner: str
    level: str
    reason: str


class Trust(msgspec.Struct):
    """What the log shows about trust.

    undos         frames that took something back or brought it back
    alone         of these what took dice back, or brought some back, without a word of the others or of the referee, as
                  the game's policies let it: (frame, side)
    drops         (fix, frame that dropped it)
    refusals      (frame, side that did not roll); named: frames whose values were named after one
    waits_for     who is waited for since fix `waits_since` (-1: nothing waits)
    influence     for each dice mode that rolled: who could have influenced the dice
    stray         what a keeper says that he answered and that does not stand in the log: (frame, leaf hash)
    unlisted      fixes that were rolled and that the keeper's list does not name
    study_from    the frame that a study goes on from, -1 for a game
    gaps          format 1: what its format could not prevent, and that happened in this log
    """

    format: int = 0
    signed: bool = False
    seats: list[SeatRow] = msgspec.field(default_factory=list)
    undos: list[int] = msgspec.field(default_factory=list)
    alone: list[tuple[int, str]] = msgspec.field(default_factory=list)
    drops: list[tuple[int, int]] = msgspec.field(default_factory=list)
    refusals: list[tuple[int, str]] = msgspec.field(default_factory=list)
    named: list[int] = msgspec.field(default_factory=list)
    ends: list[EndRow] = msgspec.field(default_factory=list)
    ended: int = -1
    waits_for: str = ""
    waits_since: int = -1
    influence: dict[str, str] = msgspec.field(default_factory=dict)
    stray: list[tuple[int, str]] = msgspec.field(default_factory=list)
    unlisted: list[int] = msgspec.field(default_factory=list)
    study_from: int = -1
    gaps: list[str] = msgspec.field(default_factory=list)


def trust_of(book: Ledgerbook, modes: Iterable[str], signed_by: dict[bytes, int], role: Role) -> Trust:
    """What a log of format 2 shows. `modes`: names of the dice modes that rolled; `signed_by`: key -> frames."""
    timeline, dice = book.timeline, book.dice
    out = Trust(book.genesis.format, book.genesis.signed)
    for sitter in book.seats.past:
        frames = signed_by.get(sitter.key, 0) if sitter.key else 0
        out.seats.append(SeatRow(role(sitter.side), sitter.name, sitter.key.hex(), sitter.since, frames))
    out.undos = [step.seq for step in timeline.steps if step.kind == REWIND and step.to != step.left]
    out.alone = [(seq, role(side)) for seq, side in book.alone]
    out.drops = list(dice.dropped)
    out.refusals = [(seq, role(side)) for seq, side in dice.refusals]
    out.named = list(dice.named)
    for ended in book.ends:
        end = ended.end
        out.ends.append(EndRow(ended.seq, end.what, role(end.winner) if end.winner else "", end.level, end.reason))
    out.ended = book.ended.seq if book.ended is not None else -1
    out.stray, out.unlisted = list(dice.stray), list(book.unlisted)
    out.study_from = timeline.parents[book.study] if book.study >= 0 else -1
    if dice.waiting is not None:
        out.waits_since, out.waits_for = dice.waiting.seq, role(dice.waits_for)
    again = _again(out.alone)
    out.influence = {mode: _influence(book, mode, again) for mode in modes}
    return out


def _again(alone: list[tuple[int, str]]) -> str:
    """Who had dice made again without asking: whoever may do that goes on until they please him."""
    by = {side: [seq for seq, who in alone if who == side] for _, side in alone}
    return " and ".join(f"{side}, who had dice made again unasked ({_numbers(seqs)})" for side, seqs in by.items())


def _influence(book: Ledgerbook, mode: str, again: str) -> str:
    """Who could have influenced dice of a mode, as docs/trust.md says. `again`: who had dice made again unasked."""
    more = f", and {again}" if again else ""
    signed, dice = book.genesis.signed, book.dice
    if mode == DICE_MODES[PRACTICE]:
        return "anybody: the seed is open"
    if not signed and mode in (DICE_MODES[ENTERED], DICE_MODES[DUEL]):
        return "who wrote the file: it is not signed"
    if mode == DICE_MODES[ENTERED]:
        total_rolls = sum(dice.entered.values())
        pending = sum(dice.entered[seq] for seq in dice.unconfirmed)
        return f"who entered them{more}; {total_rolls - pending} of {total_rolls} confirmed by the other side"
    if mode == DICE_MODES[REFEREE]:
        proved = "" if set(dice.keepers) <= set(dice.secrets) else " (unproved before he opens his secret)"
        if not signed:
            return f"the keeper, and who wrote the file, by the undos and drops listed here{proved}"
        return f"the keeper, alone or with a side{more}{proved}"
    if again:
        return f"{again}; nobody else, unless one hand had both secrets, or a memory was lost"
    return "nobody, unless one hand had both secrets, or a memory was lost"


# ---------------------------------------------------------------------- format 1
def old_trust(genesis: Genesis, payloads: Sequence[bytes], timeline: Timeline, modes: Iterable[str]) -> Trust:
    """What a log of format 1 shows: its weaker verdict, with what its format could not prevent and did happen.

    `payloads`: its frames, which are looked at again only where there is something to find."""
    out = Trust(OLD, genesis.signed)
    out.undos = [step.seq for step in timeline.steps if step.kind == REWIND]
    told = list(modes)
    hidden = {DICE_MODES[REFEREE], DICE_MODES[DUEL]}.intersection(told)
    for mode in told:
        out.influence[mode] = (
            "who rolled could have chosen (format 1)" if mode in hidden else "who wrote the file, or entered them"
        )
        if mode == DICE_MODES[PRACTICE]:
            out.influence[mode] = "anybody: the seed is open"
    if hidden:
        out.gaps.append("format 1: who rolled could have chosen")
    if hidden or DICE in timeline.kinds:
        out.gaps += _dice_gaps(genesis, payloads)
    out.gaps += _line_gaps(payloads, timeline)
    return out


def _dice_gaps(genesis: Genesis, payloads: Sequence[bytes]) -> list[str]:
    waiting = -1
    between: list[int] = []
    unfixed: list[int] = []
    unsigned: list[int] = []
    given: set[int] = set()
    for seq in range(1, len(payloads)):
        frame = decode_frame(payloads[seq], seq)
        record = decode_record(frame.decision, frame.seq) if frame.kind == DICE else None
        if isinstance(record, DecisionFixed):
            waiting, given = frame.seq, set()
        elif isinstance(record, LinkRevealed):
            given.add(frame.actor)
        elif isinstance(record, DecisionReleased | DiceAgreed):
            waiting = -1
        elif waiting >= 0 and frame.kind != DECISION and not isinstance(record, RevealRefused):
            between.append(frame.seq)
        if frame.kind != DECISION:
            continue
        rolled = {event.mode for event in frame.events if type(event) is Rolled or type(event) is Drawn}
        if rolled & {REFEREE, DUEL} and waiting < 0:
            unfixed.append(frame.seq)
        if DUEL in rolled and (not genesis.signed or len(given | {frame.actor}) < len(frame.evidence)):
            unsigned.append(frame.seq)
        waiting, given = -1, set()
    rows = (
        ("frames between a fix and its roll", between),
        ("rolls without a fix", unfixed),
        ("links that their side did not sign", unsigned),
    )
    return [f"{what}: {_numbers(seqs)}" for what, seqs in rows if seqs]


def _line_gaps(payloads: Sequence[bytes], timeline: Timeline) -> list[str]:
    moved: list[int] = []
    back: list[int] = []
    for step in timeline.steps:
        if step.kind == LABEL and step.line == MAIN and step.to >= 0 and step.left not in (-1, step.to):
            moved.append(step.seq)
        elif step.kind == REWIND and not step.consent and step.actor:
            fork = timeline.fork(step.left, step.to)
            crossed = crossing(decode_frame(payloads[seq], seq) for seq in timeline.between(fork, step.to))
            if crossed.needs(step.actor):
                back.append(step.seq)
    rows = (("main moved by a line", moved), ("brought back alone", back))
    return [f"{what}: {_numbers(seqs)}" for what, seqs in rows if seqs]


def _numbers(seqs: list[int]) -> str:
    return ", ".join(f"#{seq}" for seq in seqs)


# ---------------------------------------------------------------------- in words
def trust_lines(trust: Trust) -> list[str]:
    """What a verdict says about trust, as lines of text."""
    out = []
    if trust.study_from >= 0:
        out.append(f"study from #{trust.study_from}: a what-if, no result")
    for row in trust.seats:
        who = f"key {row.key[:12]} signed {counted(row.frames, 'frame')}" if row.key else "no key"
        out.append(f"{row.seat}: {row.name}, {who}" + (f", since #{row.since}" if row.since else ""))
    if trust.format == OLD or not trust.signed:
        out.append("not signed: who wrote the file wrote all of it" if not trust.signed else "signed")
    if trust.undos:
        out.append(f"undos and redos: {_numbers(trust.undos)}")
    out.extend(f"fix #{fix} dropped by #{seq}" for fix, seq in trust.drops)
    out.extend(f"#{seq}: {side} did not roll" for seq, side in trust.refusals)
    if trust.named:
        out.append(f"values named after a refusal: {_numbers(trust.named)}")
    for end in trust.ends:
        result = " ".join(part for part in (end.winner, end.level) if part)
        why = f" because {end.reason}" if end.reason else ""
        going = "the game goes on" if end.what == REOPENING else f"{end.what}{f', {result} wins' if result else ''}"
        out.append(f"#{end.frame}: {going}{why}")
    if trust.waits_since >= 0:
        out.append(f"waits for {trust.waits_for} since #{trust.waits_since}")
    out.extend(f"{mode} dice could have been influenced by: {who}" for mode, who in trust.influence.items())
    out.extend(
        f"the keeper answered #{seq} ({leaf[:16]}), which does not stand in this log" for seq, leaf in trust.stray
    )
    if trust.unlisted:
        out.append(f"rolled, and not in the keeper's list of answers: {_numbers(trust.unlisted)}")
    out.extend(trust.gaps)
    return out
