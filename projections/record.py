"""The turn record as data: one entry a decision, with what followed from it, at three levels from one file.

Entries are plain dicts that can be written as JSON; `record_text.py` makes prose of them. See `record` for shapes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from hexledger.events import model as ev
from hexledger.events.frame import (
    CLAIM,
    DICE,
    END,
    GENESIS,
    KINDS,
    LABEL,
    OPENING,
    REWIND,
    RULING,
    SEAT,
    STUDY,
    Frame,
    encode_value,
)
from hexledger.projections.address import address
from hexledger.projections.decided import DecideText, decided, side_or_referee
from hexledger.projections.lines import (
    STANDS,
    UNDONE,
    Standing,
    claim_of,
    genesis_of,
    head_of,
    label_of,
    line_of,
    opening_of,
    plays,
    rewind_of,
    ruling_of,
    standings,
)
from hexledger.projections.names import capital
from hexledger.projections.phrases import Phrases, phrases
from hexledger.projections.plain import as_data, kind_of
from hexledger.projections.said import cost_of, repeats, told_already, ways_said
from hexledger.projections.state import State
from hexledger.projections.telling import LEVEL_NAMES, LEVELS, Teller, levels
from hexledger.projections.walk import Passage, passages

if TYPE_CHECKING:
    from hexledger.projections.combats import Fights
    from hexledger.projections.names import Names

Entry: TypeAlias = dict[str, Any]

FEW = 3
"""Up to so many units with one verdict are named in a summary; of more, the number is given."""

_GROUPED: Mapping[type[ev.Event], str] = {ev.Flagged: "piece", ev.Attached: "piece", ev.Controlled: "place"}
"""Events that follow each other and differ in this field only become one sentence of a summary."""


TURNINGS: Final = (REWIND, LABEL, CLAIM, DICE, OPENING, SEAT, END, STUDY)
"""Kinds of frame that change no position and are told in a record of everything that was done."""
TABLE: Final = (SEAT, END)
"""Those that belong to every line, whatever was undone: who sits down, how the game ends or goes on."""


class _Told(msgspec.Struct, frozen=True):
    """An event that is told: what it was, the phrase and its fields, and its line in the data."""

    event: ev.AnyEvent
    key: str
    fields: dict[str, object]
    line: Entry


def record(
    frames: Sequence[Frame],
    names: Names,
    decide_text: DecideText,
    level: str = "decisions",
    *,
    undone: bool = False,
    head: int | None = None,
    table: Phrases | None = None,
    fights: Fights | None = None,
) -> list[Entry]:
    """The turn record of a line's frames, or of a whole file seen from the line that ends at `head` (default: last).

    level    `narrative` (combats, losses, control, turns, victory), `decisions` (what followed from each) or `all`
    undone   also decisions that do not stand (with who undid them, when, why and to where), rewinds, labels,
             openings and dice records; this needs the whole file. How a game ended and who sat down (`TABLE`) is told
             without, where such frames are among them
    fights   what the game says of its combats: in a `narrative` each combat of the line is then one entry (see
             `combat_record.fold`); with `undone` those of the other lines too

    Each entry has `address seq kind actor time standing level` (the record's). A decision has `turn turn_name phase
    phase_side` (those it was made in), `decision` (its words), `events` (dicts of `address level text rule` and `data`,
    the event's own fields with names), and `outcome` (list of sentences with their rules). An undone one has `undone`
    (by, address, to, reason, time), one on another line the `line`.
    Raises KeyError for an unknown level, UnknownFrame for frames that do not hang together.
    """
    limit = LEVELS[level]
    table = table or phrases()
    stand = _standings(frames, head)
    scribe = _Scribe(names, decide_text, table, limit)
    played: dict[int, Entry] = {}
    turnings = TURNINGS if undone else TABLE
    shown = [frame for frame in frames if frame.kind in turnings]
    sealed = {seal: choice for frame in shown if frame.kind == OPENING for seal, choice, _ in opening_of(frame).seals}
    for passage in passages(frames):
        frame = passage.frame
        if frame.seq in sealed:
            scribe.opened[frame.seq] = decide_text(encode_value(sealed[frame.seq]), passage.state)
        how = stand[frame.seq]
        if how.how == STANDS or undone:
            entry = scribe.decision(passage, how)
            if limit > LEVELS["narrative"] or entry["events"] or frame.kind in (GENESIS, RULING):
                played[frame.seq] = entry
    out = [played[frame.seq] for frame in plays(frames) if frame.seq in played]
    if fights is not None and limit == LEVELS["narrative"]:
        # imported here: of a single decision, as `show` tells it, no combats are gathered
        from hexledger.projections.combat_record import fold
        from hexledger.projections.combats import combats

        found = combats(line_of(frames, head_of(frames) if head is None else head), names, fights)
        if undone:
            found += combats(frames, names, fights)
        out = fold(out, scribe.kept, found, names, fights, table, scribe.sentences)
    if shown:
        out.extend(scribe.turning(frame) for frame in shown)
        out.sort(key=_seq)
    return out


def events_text(
    frame: Frame,
    names: Names,
    before: State,
    level: str = "decisions",
    table: Phrases | None = None,
    keep: Callable[[ev.AnyEvent], bool] = lambda _event: True,
    words: str = "",
) -> list[str]:
    """What followed from one decision, as sentences with their rules; `before` is the position it was made in. What
    its words have said is left out, and so are events that `keep` turns down."""
    scribe = _Scribe(names, lambda _raw, _state: "", table or phrases(), LEVELS[level])
    return scribe.told(Passage(frame, before.copy()), words, keep)


def turning(frame: Frame, names: Names, opened: Mapping[int, str] | None = None, table: Phrases | None = None) -> Entry:
    """The entry of a frame that changes no position (`TURNINGS`). `opened`: frame of a seal -> its choice in words, for
    an opening of seals."""
    scribe = _Scribe(names, lambda _raw, _state: "", table or phrases(), LEVELS["all"])
    scribe.opened = dict(opened or {})
    return scribe.turning(frame)


def record_heading(genesis: Frame, names: Names) -> Entry:
    """What stands above a record: game, scenario, rules, edition, dice and players as data."""
    g = genesis_of(genesis)
    return {
        "game": g.game,
        "scenario": g.scenario,
        "rules_version": g.rules_version,
        "edition": g.edition,
        "edition_kind": g.edition_kind,
        "dice": ev.DICE_MODES.get(g.dice_mode, f"?{g.dice_mode}"),
        "undo_policy": g.undo_policy,
        "log": g.log_id,
        "players": {names.side(side): player for side, player, _key in g.players},
    }


def when(time: int | None) -> str | None:
    """Milliseconds since 1970 as `2026-07-01 20:15:09 UTC`; None when the frame carries no time."""
    if time is None:
        return None
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=time)).strftime("%Y-%m-%d %H:%M:%S UTC")


def _seq(entry: Entry) -> int:
    seq: int = entry["seq"]
    return seq


def _standings(frames: Sequence[Frame], head: int | None) -> Mapping[int, Standing]:
    """A line without its file has no rewinds: everything on it stands."""
    return standings(frames, head_of(frames) if head is None else head)


class _Scribe:
    """Writes entries."""

    def __init__(self, names: Names, decide_text: DecideText, table: Phrases, limit: int) -> None:
        self.names = names
        self.decide_text = decide_text
        self.kept: dict[int, list[_Told]] = {}
        """Frame -> the events that its entry tells."""
        self.opened: dict[int, str] = {}
        """Frame of a seal -> the choice in words, when an opening shows it afterwards."""
        self.table = table
        self.limit = limit
        # Where rolls are not told themselves, the table result is told with its die.
        self.teller = Teller(names, table, with_die=limit == LEVELS["narrative"])

    def decision(self, passage: Passage, standing: Standing) -> Entry:
        frame, names = passage.frame, self.names
        state = passage.state
        entry = self._entry(frame)
        entry["standing"] = standing.how
        if standing.line:
            entry["line"] = standing.line
        if standing.how == UNDONE and standing.by is not None:
            rewind = rewind_of(standing.by)
            entry["undone"] = {
                "by": self.actor(standing.by),
                "address": address(standing.by.seq),
                "to": address(rewind.to),
                "reason": rewind.reason,
                "time": when(standing.by.time),
            }
        entry["turn"] = state.turn
        entry["turn_name"] = names.turn(state.turn) if state.turn else ""
        entry["phase"] = names.word(state.phase) if state.phase else ""
        entry["phase_side"] = names.side(state.phase_side) if state.phase_side else ""
        setup = frame.kind == GENESIS
        entry["decision"] = decided(frame, names, self.decide_text, state, self.table)
        if frame.kind == RULING:
            entry["ruling"] = self._ruling(frame)
        told = self._tell(passage)
        # A set-up of hundreds of events is summed up, save in the record of everything.
        brief = setup and self.limit < LEVELS["all"]
        self.kept[frame.seq] = [] if brief else told
        entry["events"] = [one.line for one in self.kept[frame.seq]]
        entry["outcome"] = self._setup(frame.events) if brief else self.sentences(self._news(entry["decision"], told))
        return entry

    def told(self, passage: Passage, words: str, keep: Callable[[ev.AnyEvent], bool]) -> list[str]:
        """The sentences of what followed a decision in these words, without those that repeat them."""
        told = [
            one for one in self._tell(passage) if keep(one.event) and not repeats(words, one.event, one.line["text"])
        ]
        return self.sentences(self._news(words, told))

    def _news(self, words: str, told: Sequence[_Told]) -> Iterator[_Told]:
        """What followed without what the words of the decision have said: of a move only its cost."""
        steps = ways_said(words, [one.event for one in told], self.names)
        old = [
            number in steps or told_already(words, one.event, one.fields, self.names) for number, one in enumerate(told)
        ]
        several = sum(isinstance(one.event, ev.Moved) for one in told) > 1
        for one, known in zip(told, old, strict=True):
            if not known:
                yield one
            elif isinstance(one.event, ev.Moved):
                text = cost_of(words, one.fields, self.table, several=several)
                if text:
                    yield msgspec.structs.replace(one, line=one.line | {"text": text})

    def _tell(self, passage: Passage) -> list[_Told]:
        """The events up to the record's level."""
        names = self.names
        self.teller.fresh()
        told: list[_Told] = []
        how_much = levels(passage.frame.events, names)
        for happening in passage.happenings():
            event, level = happening.event, how_much[happening.number - 1]
            key, fields = self.teller.phrase(event, happening.state)
            if level <= self.limit:
                line: Entry = {
                    "address": happening.address,
                    "level": LEVEL_NAMES[level],
                    "text": self.table.say(key, fields),
                    "rule": names.rule(getattr(event, "rule", 0)),
                    "data": as_data(event, names),
                }
                told.append(_Told(event, key, fields, line))
        return told

    def _ruling(self, frame: Frame) -> Entry:
        """A ruling as data."""
        ruling = ruling_of(frame)
        about = address(ruling.about) if ruling.about >= 0 else None
        agreed = [self.side(side) for side in ruling.consent]
        return {
            "scope": ruling.scope,
            "reason": ruling.reason,
            "source": ruling.source,
            "consent": agreed,
            "about": about,
        }

    def _claim(self, frame: Frame) -> Entry:
        """What a claim that was not granted adds to its entry."""
        claim = claim_of(frame)
        about = address(claim.about)
        told = {"what": claim.what, "about": about, "policy": claim.policy, "outcome": claim.outcome}
        key = self.table.first((f"record.claim.{claim.outcome}", "record.claim.unknown"))
        text = self.table.say(key, {"by": side_or_referee(frame.actor, self.names, self.table), **told})
        said = [self.table.say("record.reason", {"reason": claim.reason}), claim.why]
        data = {"about": about, "what": claim.what, "policy": claim.policy, "outcome": claim.outcome}
        return {"decision": text, "outcome": said, "claim": data | {"reason": claim.reason, "why": claim.why}}

    def turning(self, frame: Frame) -> Entry:
        """Entry of a rewind, a label, a claim, an opening of seals or a dice record."""
        entry = self._entry(frame)
        entry["standing"] = STANDS
        if frame.kind == CLAIM:
            return entry | self._claim(frame)
        if frame.kind == REWIND:
            rewind = rewind_of(frame)
            entry |= {
                "left": address(frame.parent),
                "to": address(rewind.to),
                "redo": rewind.redo,
                "reason": rewind.reason,
                "consent": [self.side(side) for side in rewind.consent],
            }
            text = self.table.say(
                "record.redo" if rewind.redo else "record.rewind",
                {"by": capital(entry["actor"]), "left": entry["left"], "to": entry["to"]},
            )
            entry["outcome"] = []
            if rewind.about >= 0:
                about = address(rewind.about)
                entry |= {"about": about, "what": rewind.what, "policy": rewind.policy}
                entry["outcome"].append(
                    self.table.say("record.granted", {"what": rewind.what, "about": about, "policy": rewind.policy})
                )
            if rewind.reason:
                entry["outcome"].append(self.table.say("record.reason", {"reason": rewind.reason}))
            if rewind.consent:
                entry["outcome"].append(self._agreed(entry["consent"]))
        elif frame.kind == OPENING:
            seals = opening_of(frame).seals
            entry["outcome"] = [
                self.table.say("record.opened", {"seal": address(sealed), "choice": self.opened.get(sealed, "?")})
                for sealed, _, _ in seals
            ]
            text = self.table.say("record.opening", {"by": capital(entry["actor"]), "n": len(seals)})
        elif frame.kind in (SEAT, END, STUDY):
            from hexledger.projections.table_notes import table_note

            text, data = table_note(frame, self.names, self.table)
            entry |= data
            entry["outcome"] = []
            if data.get("reason"):
                entry["outcome"].append(self.table.say("record.reason", {"reason": data["reason"]}))
            if data.get("consent"):
                entry["outcome"].append(self._agreed(data["consent"]))
        elif frame.kind == DICE:
            from hexledger.projections.dice_notes import dice_note

            text, data = dice_note(frame, self.names, self.table)
            entry |= {"dice": data, "outcome": []}
            if data.get("consent"):
                entry["outcome"].append(self._agreed(data["consent"]))
        else:
            label = label_of(frame)
            off = label.at < 0
            entry |= {"label": label.name, "to": None if off else address(label.at), "outcome": []}
            text = self.table.say(
                "record.label.off" if off else "record.label",
                {"by": capital(entry["actor"]), "label": label.name, "to": entry["to"]},
            )
        entry["decision"] = text
        return entry

    def _entry(self, frame: Frame) -> Entry:
        return {
            "address": address(frame.seq),
            "seq": frame.seq,
            "kind": KINDS.get(frame.kind, f"?{frame.kind}"),
            "actor": self.actor(frame),
            "time": when(frame.time),
            "level": LEVEL_NAMES[self.limit],
        }

    def actor(self, frame: Frame) -> str:
        if frame.kind == RULING:
            return self.side(frame.actor)
        return self.names.side(frame.actor) if frame.actor else self.table.say("record.table", {})

    def _agreed(self, sides: Iterable[str]) -> str:
        return self.table.say("record.consent", {"consent": ", ".join(map(capital, sides))})

    def side(self, number: int) -> str:
        """A side in the data of an entry."""
        return self.names.side(number) if number else self.table.say("record.referee", {})

    # ------------------------------------------------------------ summaries
    def sentences(self, told: Iterable[_Told]) -> list[str]:
        """Sentences with rules. Verdicts of one kind on several units become one sentence at the first one's place."""
        out: list[str | tuple[int, int, str]] = []
        judged: dict[tuple[int, int, str], list[int]] = {}
        """(subject, status, rule) -> pieces."""
        for group in _groups(told):
            first = group[0]
            rule = first.line["rule"]
            if isinstance(first.event, ev.Judged):
                subject = first.event.subject if isinstance(first.event, ev.JudgedFor) else 0
                key = (subject, first.event.status, rule)
                if key not in judged:
                    judged[key] = []
                    out.append(key)
                judged[key].append(first.event.piece)
            elif len(group) == 1:
                out.append(cited(first.line["text"], rule))
            else:
                field = _GROUPED[type(first.event)]
                together = first.fields | {field: ", ".join(str(one.fields[field]) for one in group)}
                out.append(cited(self.table.say(first.key, together), rule))
        return [part if isinstance(part, str) else cited(self._verdict(part, judged[part]), part[2]) for part in out]

    def _verdict(self, judged: tuple[int, int, str], pieces: Sequence[int]) -> str:
        subject, status, _ = judged
        word = self.names.word(status)
        if subject:
            word = self.table.say("record.judged.for", {"subject": self.names.word(subject), "status": word})
        if len(pieces) <= FEW:
            named = ", ".join(self.names.piece_name(piece) for piece in pieces)
            return self.table.say("record.judged.few", {"status": word, "pieces": named})
        return self.table.say("record.judged.many", {"status": word, "n": len(pieces)})

    def _setup(self, events: Iterable[ev.AnyEvent]) -> list[str]:
        counts: dict[str, int] = {}
        for event in events:
            counts[kind_of(event)] = counts.get(kind_of(event), 0) + 1
        parts = (("placed", "pieces"), ("controlled", "control"), ("markerset", "markers"))
        return [self.table.say(f"record.setup.{key}", {"n": counts[kind]}) for kind, key in parts if kind in counts]


def _groups(told: Iterable[_Told]) -> Iterator[list[_Told]]:
    """Events one by one, those of `_GROUPED` that follow each other and say the same of several together."""
    group: list[_Told] = []
    for one in told:
        if group and _same(group[-1], one):
            group.append(one)
            continue
        if group:
            yield group
        group = [one]
    if group:
        yield group


def _same(one: _Told, two: _Told) -> bool:
    field = _GROUPED.get(type(one.event))
    return (
        field is not None
        and (one.key, one.line["rule"]) == (two.key, two.line["rule"])
        and one.fields | {field: ""} == two.fields | {field: ""}
    )


def cited(text: str, rule: str) -> str:
    """A sentence with its rule: `1/46 loses 1 step, 1 left [J6 13.2]`."""
    return f"{text} [{rule}]" if rule else text
