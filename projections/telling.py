"""One event in words, and how much a reader must want to know to be told it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from hexledger.events import model as ev
from hexledger.projections.account import account
from hexledger.projections.phrases import Phrases, fill_message
from hexledger.projections.plain import as_words, dice_words, kind_of, line_list
from hexledger.projections.state import OFF_MAP, State

if TYPE_CHECKING:
    from hexledger.projections.names import Names

NARRATIVE, DECISIONS, ALL = 1, 2, 3
LEVELS: Final[Mapping[str, int]] = {"narrative": NARRATIVE, "decisions": DECISIONS, "all": ALL}
LEVEL_NAMES: Final[Mapping[int, str]] = {number: name for name, number in LEVELS.items()}

AFTER_COMBAT: Final = frozenset({"mode.retreat", "mode.advance", "mode.breakthrough"})
"""Moves that belong to a combat and are told with it."""

_LEVEL: Final[Mapping[type[ev.Event], int]] = {
    ev.Pushed: ALL,
    ev.Popped: ALL,
    ev.Stepped: ALL,
    ev.StepsSet: NARRATIVE,
    ev.Removed: NARRATIVE,
    ev.Controlled: NARRATIVE,
    ev.TurnBegan: NARRATIVE,
    ev.Resolved: NARRATIVE,
    ev.Won: NARRATIVE,
}

_GUIDE: Final[Mapping[type[ev.Event], str]] = {
    ev.Flagged: "flag",
    ev.Assigned: "variable",
    ev.Pooled: "pool",
    ev.TrackSet: "track",
    ev.MarkerSet: "marker",
    ev.Reckoned: "kind",
    ev.Noted: "message",
    ev.Judged: "status",
    ev.JudgedFor: "status",
    ev.Declared: "kind",
}
"""Event -> the field whose word may be bookkeeping."""


def levels(events: Sequence[ev.Event], names: Names) -> list[int]:
    """The level of each event of one decision.

    NARRATIVE (combats, losses, control, turns, victory), DECISIONS (what followed from each), or ALL.
    """
    last_result = max((at for at, event in enumerate(events) if isinstance(event, ev.Resolved)), default=-1)
    out: list[int] = []
    before: ev.Event | None = None
    for at, event in enumerate(events):
        level = _level(event, names)
        if isinstance(event, ev.Declared) and level == DECISIONS and event.targets and at < last_result:
            # An intention belongs to the narrative when it is carried out at once: it says who fought.
            level = NARRATIVE
        elif isinstance(event, ev.Pooled) and isinstance(before, ev.Drawn) and before.token == event.token:
            level = ALL  # the draw has said it
        out.append(level)
        before = event
    return out


def _level(event: ev.Event, names: Names) -> int:
    guide = _GUIDE.get(type(event))
    if guide is not None and names.bookkeeping(getattr(event, guide)):
        return ALL
    if isinstance(event, ev.Moved) and names.word_key(event.mode) in AFTER_COMBAT:
        return NARRATIVE
    return _LEVEL.get(type(event), DECISIONS)


class Teller:
    """Tells events in words. `with_die`: a table result is told with the dice that were rolled for it."""

    def __init__(self, names: Names, table: Phrases, *, with_die: bool = False) -> None:
        self.names = names
        self.table = table
        self.with_die = with_die
        self._rolls: list[ev.Rolled] = []
        self._all: list[ev.Rolled] = []
        self._read = False

    def fresh(self) -> None:
        """A new decision begins: no earlier die belongs to what follows."""
        self._rolls, self._all = [], []

    def _rolled_for(self, roll: ev.Rolled) -> None:
        """A die goes with those before it that were rolled for the same, until a result has been read."""
        last = self._rolls[-1] if self._rolls and not self._read else None
        if last is None or (last.purpose, last.subject, last.faces) != (roll.purpose, roll.subject, roll.faces):
            self._rolls = []
        self._rolls.append(roll)
        self._all.append(roll)
        self._read = False

    def _read_with(self, e: ev.Resolved) -> Sequence[ev.Rolled]:
        """The dice of a result: those that the game says it is read with, else those that were thrown last."""
        wanted = self.names.read_with(e.table, e.column)
        return self._rolls if wanted is None else [roll for roll in self._all if roll.purpose in wanted]

    def tell(self, event: ev.Event, before: State) -> str:
        """The sentence of an event, without its rule. `before` is the position just before it."""
        return self.table.say(*self.phrase(event, before))

    def hangs_on(self, event: ev.Event, before: State) -> Hashable:
        """All of the position that the sentence of an event says, for whoever keeps sentences: the same event with the
        same of it is told alike. Not for a teller `with_die`, who looks at what was told before."""
        look = _LOOKS_AT.get(type(event))
        return None if look is None else look(event, before)

    def phrase(self, event: ev.Event, before: State) -> tuple[str, dict[str, object]]:
        """Key and fields of an event's sentence."""
        fields: dict[str, object] = dict(as_words(event, self.names))
        keys = list(_KEYS[type(event)](self, event, before, fields))
        if self.with_die and isinstance(event, ev.Rolled):
            self._rolled_for(event)
        kind = kind_of(event)
        return self.table.first(f"{kind}.{key}" if key else kind for key in keys), fields

    # ------------------------------------------------------------ special cases, most special first
    def _plain(self, _e: Any, _s: State, _f: dict[str, object]) -> Iterator[str]:
        yield ""

    def _moved(self, e: ev.Moved, _s: State, _f: dict[str, object]) -> Iterator[str]:
        if len(e.path) < 2:
            yield "stays"
        yield self.names.word_key(e.mode)
        if not e.cost:
            yield "free"
        yield ""

    def _steps(self, e: ev.StepsSet, s: State, f: dict[str, object]) -> Iterator[str]:
        change = e.steps - s.steps.get(e.piece, 0)
        f["lost"], f["gained"] = -change, change
        if change < 0 and self.names.idle(s.at.get(e.piece, OFF_MAP)):
            yield "idle"
        yield "loss" if change < 0 else "gain" if change else "same"

    def _removed(self, e: ev.Removed, s: State, f: dict[str, object]) -> Iterator[str]:
        at = s.at.get(e.piece, OFF_MAP)
        f["at"] = self.names.place_name(at) if at != OFF_MAP else "-"
        yield self.names.word_key(e.reason)
        yield ""

    def _flagged(self, e: ev.Flagged, _s: State, _f: dict[str, object]) -> Iterator[str]:
        key = self.names.word_key(e.flag)
        yield f"{key}.{e.value or 'off'}"
        yield "off" if not e.value else "value" if self.names.value(e.flag, e.value) else ""

    def _attached(self, e: ev.Attached, _s: State, _f: dict[str, object]) -> Iterator[str]:
        yield "" if e.formation else "off"

    def _controlled(self, e: ev.Controlled, _s: State, _f: dict[str, object]) -> Iterator[str]:
        yield "" if e.side else "none"

    def _marker(self, e: ev.MarkerSet, _s: State, f: dict[str, object]) -> Iterator[str]:
        where = "place" if e.b < 0 else "hexside"
        case = ".off" if not e.count else ".value" if f["count"] else ""
        yield f"{self.names.word_key(e.marker)}{case}"
        yield f"{where}{case}"

    def _track(self, e: ev.TrackSet, s: State, f: dict[str, object]) -> Iterator[str]:
        f["before"] = self.names.value(e.track, s.track(e.track, e.side))
        yield "" if e.side else "shared"

    def _pooled(self, e: ev.Pooled, _s: State, f: dict[str, object]) -> Iterator[str]:
        f["count"] = abs(e.delta)
        way = "in" if e.delta > 0 else "out"
        yield way if abs(e.delta) == 1 else f"{way}.several"

    def _turn(self, e: ev.TurnBegan, _s: State, f: dict[str, object]) -> Iterator[str]:
        f["number"] = e.turn
        yield ""

    def _phase(self, e: ev.PhaseBegan, _s: State, _f: dict[str, object]) -> Iterator[str]:
        yield self.names.word_key(e.phase)
        yield "" if e.side else "both"

    def _agenda(self, _e: ev.Event, s: State, f: dict[str, object]) -> Iterator[str]:
        f["step"] = self.names.step(s.agenda[-1][0]) if s.agenda else "-"
        yield ""

    def _rolled(self, e: ev.Rolled, _s: State, _f: dict[str, object]) -> Iterator[str]:
        yield self.names.word_key(e.purpose)
        yield "subject" if e.subject >= 0 else ""

    def _declared(self, e: ev.Declared, _s: State, _f: dict[str, object]) -> Iterator[str]:
        yield self.names.word_key(e.kind)
        yield "notarget" if not e.targets else "" if e.pieces else "nopieces"

    def _reckoned(self, e: ev.Reckoned, _s: State, f: dict[str, object]) -> Iterator[str]:
        made = account(e, self.names, self.table)
        f["total"], f["lines"] = made.result, line_list(e, self.names, made, self.table)
        yield self.names.word_key(e.kind)
        case = "bare" if not e.lines else "finding" if not made.result else ""
        about = "subject" if self.names.subject(e.kind, e.subject) else ""
        yield ".".join(part for part in (about, case) if part)

    def _resolved(self, e: ev.Resolved, _s: State, f: dict[str, object]) -> Iterator[str]:
        none = "" if e.results else "none"
        rolls, self._read = self._read_with(e), True
        yield self.names.word_key(e.table)
        if rolls:
            first, *others = (self.names.subject(roll.purpose, roll.subject) for roll in rolls)
            f["dice"] = dice_words(rolls, self.names)
            f["subject"] = first if all(one == first for one in others) else ""
            if rolls[-1].subject >= 0:
                yield ".".join(part for part in ("roll" if f["subject"] else "dice", none) if part)
        yield none

    def _judged(self, e: ev.Judged, _s: State, _f: dict[str, object]) -> Iterator[str]:
        yield self.names.word_key(e.status)
        yield "path" if e.path else ""

    def _assigned(self, _e: ev.Assigned, _s: State, f: dict[str, object]) -> Iterator[str]:
        yield "" if f["value"] else "none"

    def _noted(self, e: ev.Noted, _s: State, f: dict[str, object]) -> Iterator[str]:
        f["message"] = fill_message(self.names.word(e.message), e.args, self.names)
        yield ""

    def _won(self, e: ev.Won, _s: State, _f: dict[str, object]) -> Iterator[str]:
        yield self.names.word_key(e.level)
        yield "" if e.side else "draw"


_KEYS: Final[Mapping[type[ev.Event], Callable[[Teller, Any, State, dict[str, object]], Iterator[str]]]] = {
    ev.Placed: Teller._plain,
    ev.Moved: Teller._moved,
    ev.StepsSet: Teller._steps,
    ev.Removed: Teller._removed,
    ev.Flagged: Teller._flagged,
    ev.Attached: Teller._attached,
    ev.Controlled: Teller._controlled,
    ev.MarkerSet: Teller._marker,
    ev.TrackSet: Teller._track,
    ev.Pooled: Teller._pooled,
    ev.Assigned: Teller._assigned,
    ev.TurnBegan: Teller._turn,
    ev.PhaseBegan: Teller._phase,
    ev.Pushed: Teller._plain,
    ev.Popped: Teller._agenda,
    ev.Stepped: Teller._agenda,
    ev.Rolled: Teller._rolled,
    ev.Drawn: Teller._plain,
    ev.Declared: Teller._declared,
    ev.Reckoned: Teller._reckoned,
    ev.Resolved: Teller._resolved,
    ev.Judged: Teller._judged,
    ev.JudgedFor: Teller._judged,
    ev.Sealed: Teller._plain,
    ev.Revealed: Teller._plain,
    ev.Noted: Teller._noted,
    ev.Won: Teller._won,
}

_LOOKS_AT: Final[Mapping[type[ev.Event], Callable[[Any, State], Hashable]]] = {
    ev.StepsSet: lambda e, s: s.steps.get(e.piece, 0),
    ev.Removed: lambda e, s: s.at.get(e.piece, OFF_MAP),
    ev.TrackSet: lambda e, s: s.track(e.track, e.side),
    ev.Popped: lambda _, s: s.agenda[-1][0] if s.agenda else 0,
    ev.Stepped: lambda _, s: s.agenda[-1][0] if s.agenda else 0,
}
"""Event -> what its sentence takes from the position before it (`Teller.hangs_on`)."""


def looks_around(event: ev.Event) -> bool:
    """Whether the sentence of an event says anything of the position before it (`Teller.hangs_on`)."""
    return type(event) in _LOOKS_AT
