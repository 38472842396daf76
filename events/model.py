"""What happened: the kinds of event that five rulebooks share.

An event is a frozen record of integers (and, for seals, strings). Pieces and places are numbers of the
game's own tables, listed in the genesis frame; words (flags, labels, modes, phases ...) and rules are
numbers of append-only word lists, so that no text is stored twice. `rule` is the number of the rule
that caused the event, 0 when the kernel did.

On disk an event is a msgpack array `[id, field, field, ...]`. The id is the tag below; ids are never
reused and the order of fields never changes (see `registry.py` for versions).
"""

# No `from __future__ import annotations` here: as text, the annotations of the structs would be compiled one by one
# when their decoder is made, which every start of the program would pay for.

from typing import TypeAlias

import msgspec


class Event(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Base of all events; concrete events carry the tag that is their id on disk."""


Line: TypeAlias = tuple[int, int, int]
"""One line of a calculation: (label word, value, rule). A label below zero is no word but the piece `~label`."""

Atom: TypeAlias = int | str | bool | None
Data1: TypeAlias = Atom | tuple[Atom, ...]
Data2: TypeAlias = Atom | tuple[Data1, ...]
Data3: TypeAlias = Atom | tuple[Data2, ...]
StepData: TypeAlias = tuple[Data3, ...]
"""The data of a step: atoms and tuples, nested at most four deep, so that decoding gives back tuples."""


# ------------------------------------------------------------------ pieces
class Placed(Event, frozen=True, array_like=True, gc=False, tag=1):
    """A piece came onto the map (or into a box) with so many steps."""

    piece: int
    at: int
    steps: int
    rule: int = 0


class Moved(Event, frozen=True, array_like=True, gc=False, tag=2):
    """A piece went along `path` (first place = where it stood). `cost` in the game's movement unit."""

    piece: int
    path: tuple[int, ...]
    mode: int
    cost: int = 0
    rule: int = 0


class StepsSet(Event, frozen=True, array_like=True, gc=False, tag=3):
    """A piece now has `steps` steps (a loss, or a recovery)."""

    piece: int
    steps: int
    rule: int = 0


class Removed(Event, frozen=True, array_like=True, gc=False, tag=4):
    """A piece left the map; `reason` is a word (eliminated, left the map, surrendered ...)."""

    piece: int
    reason: int
    rule: int = 0


class Flagged(Event, frozen=True, array_like=True, gc=False, tag=5):
    """A piece's flag took `value`; 0 takes the flag away."""

    piece: int
    flag: int
    value: int
    rule: int = 0


class Attached(Event, frozen=True, array_like=True, gc=False, tag=6):
    """A piece acts with `formation` (a word) from now on; 0 ends the attachment."""

    piece: int
    formation: int
    rule: int = 0


# ------------------------------------------------------------------ the map and the tracks
class Controlled(Event, frozen=True, array_like=True, gc=False, tag=7):
    """`side` controls a place; 0 = nobody."""

    place: int
    side: int
    rule: int = 0


class MarkerSet(Event, frozen=True, array_like=True, gc=False, tag=8):
    """`count` markers lie in place `a` (b = -1) or on the hexside between `a` and `b` (a < b)."""

    a: int
    b: int
    marker: int
    count: int
    rule: int = 0


class TrackSet(Event, frozen=True, array_like=True, gc=False, tag=9):
    """A track (word) of a side stands at `value`; side 0 = shared by all."""

    track: int
    side: int
    value: int
    rule: int = 0


class Pooled(Event, frozen=True, array_like=True, gc=False, tag=10):
    """`delta` tokens (a word or a piece) went into (or out of) a pool (word)."""

    pool: int
    token: int
    delta: int
    rule: int = 0


class Assigned(Event, frozen=True, array_like=True, gc=False, tag=11):
    """A variable (word) took a value: weather, initiative, who chose what."""

    variable: int
    value: int
    rule: int = 0


# ------------------------------------------------------------------ the sequence of play
class TurnBegan(Event, frozen=True, array_like=True, gc=False, tag=12):
    """Game turn `turn` (1 = first of the game's calendar) began."""

    turn: int


class PhaseBegan(Event, frozen=True, array_like=True, gc=False, tag=13):
    """A phase (word) began; `side` is the phasing side, 0 for both."""

    phase: int
    side: int = 0
    rule: int = 0


class Pushed(Event, frozen=True, array_like=True, gc=False, tag=14):
    """A step was put on top of the agenda."""

    step: int
    data: StepData = ()


class Popped(Event, frozen=True, array_like=True, gc=False, tag=15):
    """The top step left the agenda."""


class Stepped(Event, frozen=True, array_like=True, gc=False, tag=16):
    """The top step of the agenda changed its data."""

    data: StepData


# ------------------------------------------------------------------ dice, combat, judgements
class Rolled(Event, frozen=True, array_like=True, gc=False, tag=17):
    """A die: `value` of a die with `faces` faces, for `purpose` (word) on `subject` (piece or place, -1 none).

    `mode` is the dice mode: 1 practice, 2 entered, 3 referee, 4 duel.
    """

    purpose: int
    subject: int
    faces: int
    value: int
    mode: int
    rule: int = 0


class Drawn(Event, frozen=True, array_like=True, gc=False, tag=18):
    """`token` was drawn blind from a pool of `of` tokens. The Pooled event that follows takes it out."""

    pool: int
    token: int
    of: int
    mode: int
    rule: int = 0


class Declared(Event, frozen=True, array_like=True, gc=False, tag=19):
    """An intention that others may answer: `kind` (word) by `pieces` against `targets` (places)."""

    kind: int
    pieces: tuple[int, ...]
    targets: tuple[int, ...]
    rule: int = 0


class Reckoned(Event, frozen=True, array_like=True, gc=False, tag=20):
    """A calculation with its lines; `total` is its result, `subject` a place or piece."""

    kind: int
    subject: int
    lines: tuple[Line, ...]
    total: int
    rule: int = 0


class Resolved(Event, frozen=True, array_like=True, gc=False, tag=21):
    """A table was read: `table` and `column` (words) at `row` gave `results` (words)."""

    table: int
    column: int
    row: int
    results: tuple[int, ...]
    rule: int = 0


class Judged(Event, frozen=True, array_like=True, gc=False, tag=22):
    """A piece's standing (`status`, a word: in supply, LOC, isolated) with the path that was traced, if any.

    The first version of a judgement: a piece has one standing. `JudgedFor` is the second.
    """

    piece: int
    status: int
    path: tuple[int, ...] = ()
    rule: int = 0


class JudgedFor(Judged, frozen=True, array_like=True, gc=False, tag=27):
    """A piece's standing in one of several respects: `subject` (a word: attack supply, command) says which. A piece
    keeps one standing for each; 0 is the one that `Judged` gives."""

    subject: int = 0


# ------------------------------------------------------------------ secrets, words, the end
class Sealed(Event, frozen=True, array_like=True, gc=False, tag=23):
    """A side committed itself to a secret: hex SHA-256 of it, under a slot (word)."""

    side: int
    slot: int
    commitment: str


class Revealed(Event, frozen=True, array_like=True, gc=False, tag=24):
    """A seal was opened."""

    side: int
    slot: int


class Noted(Event, frozen=True, array_like=True, gc=False, tag=25):
    """A remark for the record: a message (word) with integer arguments. Changes nothing."""

    message: int
    args: tuple[int, ...] = ()
    rule: int = 0


class Won(Event, frozen=True, array_like=True, gc=False, tag=26):
    """The game ended: `side` won at `level` (word); side 0 is a draw."""

    side: int
    level: int
    rule: int = 0


AnyEvent: TypeAlias = (
    Placed
    | Moved
    | StepsSet
    | Removed
    | Flagged
    | Attached
    | Controlled
    | MarkerSet
    | TrackSet
    | Pooled
    | Assigned
    | TurnBegan
    | PhaseBegan
    | Pushed
    | Popped
    | Stepped
    | Rolled
    | Drawn
    | Declared
    | Reckoned
    | Resolved
    | Judged
    | Sealed
    | Revealed
    | Noted
    | Won
    | JudgedFor
)

PRACTICE, ENTERED, REFEREE, DUEL = 1, 2, 3, 4
DICE_MODES = {PRACTICE: "practice", ENTERED: "entered", REFEREE: "referee", DUEL: "duel"}
