"""What is true now: the whole position as a handful of integer tables.

Every table maps integers to integers, so that a copy, a snapshot and a digest are cheap and the same
for all games. Two-part keys are packed: see `flag_key`, `marker_key`, `pool_key`, `track_key`.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from hexledger.events.model import StepData

Agenda: TypeAlias = tuple[tuple[int, StepData], ...]

Standing: TypeAlias = tuple[int, tuple[int, ...]]
"""(status, path) of a judgement."""

OFF_MAP: Final = -1
NO_PIECES: Final[tuple[int, ...]] = ()

TABLES: Final = (
    *("at", "steps", "flags", "attached", "control", "markers", "tracks", "pools", "variables", "judged", "seals"),
)
"""The tables of a `State`, in the order in which digests number and snapshots store them; never another order.
(`State.copy` names them one by one: it runs at every decision.)"""


def flag_key(piece: int, flag: int) -> int:
    """Key of a piece's flag in `State.flags`."""
    return piece << 16 | flag


def marker_key(a: int, b: int, marker: int) -> int:
    """Key of a marker in place `a`, or on the hexside between `a` and `b` (b = -1: none)."""
    return a << 32 | (b + 1) << 16 | marker


def pool_key(pool: int, token: int) -> int:
    """Key of a token's count in a pool."""
    return pool << 20 | token


def judged_key(piece: int, subject: int) -> int:
    """Key of a piece's standing in `State.judged`; `subject` is a word, 0 where a piece has one standing only."""
    return subject << 32 | piece


def piece_judged(key: int) -> int:
    """The piece of a key of `State.judged`."""
    return key & 0xFFFFFFFF


def track_key(track: int, side: int) -> int:
    """Key of a track of a side (0 = shared)."""
    return track << 4 | side


class State:
    """The position at one moment of one line.

    at        piece -> place; only pieces in play
    steps     piece -> steps left; pieces in play
    flags     flag_key -> value (never 0)
    attached  piece -> formation it acts with (absent: its own)
    control   place -> side
    markers   marker_key -> count (never 0)
    tracks    track_key -> value
    pools     pool_key -> count (never 0)
    variables word -> value
    judged    judged_key -> (status, path) of the last judgement of a piece in one respect
    seals     side << 16 | slot -> commitment, while sealed
    agenda    steps still to run, the last one on top
    stacks    place -> pieces there, ascending; derived from `at`
    respects  subjects of `judged` but 0, ascending; derived from it
    """

    __slots__ = (
        "agenda",
        "at",
        "attached",
        "control",
        "flags",
        "judged",
        "level",
        "markers",
        "phase",
        "phase_side",
        "pools",
        "respects",
        "seals",
        "stacks",
        "steps",
        "tracks",
        "turn",
        "variables",
        "winner",
    )

    def __init__(self) -> None:
        self.at: dict[int, int] = {}
        self.steps: dict[int, int] = {}
        self.flags: dict[int, int] = {}
        self.attached: dict[int, int] = {}
        self.control: dict[int, int] = {}
        self.markers: dict[int, int] = {}
        self.tracks: dict[int, int] = {}
        self.pools: dict[int, int] = {}
        self.variables: dict[int, int] = {}
        self.judged: dict[int, Standing] = {}
        self.seals: dict[int, str] = {}
        self.agenda: Agenda = ()
        self.stacks: dict[int, tuple[int, ...]] = {}
        self.respects: tuple[int, ...] = ()
        self.turn = 0
        self.phase = 0
        self.phase_side = 0
        self.winner = -1
        """Side that has won, 0 for a draw, -1 while the game goes on."""
        self.level = 0

    def copy(self) -> State:
        """An independent copy; O(entries), no deep structure is shared that can change."""
        new = State.__new__(State)
        new.at = self.at.copy()
        new.steps = self.steps.copy()
        new.flags = self.flags.copy()
        new.attached = self.attached.copy()
        new.control = self.control.copy()
        new.markers = self.markers.copy()
        new.tracks = self.tracks.copy()
        new.pools = self.pools.copy()
        new.variables = self.variables.copy()
        new.judged = self.judged.copy()
        new.seals = self.seals.copy()
        new.agenda = self.agenda
        new.stacks = self.stacks.copy()
        new.respects = self.respects
        new.turn = self.turn
        new.phase = self.phase
        new.phase_side = self.phase_side
        new.winner = self.winner
        new.level = self.level
        return new

    def standing_apart(self) -> State:
        """A copy of which pieces may be moved, and nothing else may be changed: it shares the other tables."""
        new = State.__new__(State)
        new.at, new.stacks = self.at.copy(), self.stacks.copy()
        new.steps, new.flags, new.attached = self.steps, self.flags, self.attached
        new.control, new.markers, new.tracks, new.pools = self.control, self.markers, self.tracks, self.pools
        new.variables, new.judged, new.seals = self.variables, self.judged, self.seals
        new.agenda, new.respects = self.agenda, self.respects
        new.turn, new.phase, new.phase_side = self.turn, self.phase, self.phase_side
        new.winner, new.level = self.winner, self.level
        return new

    def flag(self, piece: int, flag: int) -> int:
        """Value of a flag, 0 when it is not there."""
        return self.flags.get(piece << 16 | flag, 0)

    def units_at(self, place: int) -> tuple[int, ...]:
        """Pieces in a place, ascending."""
        return self.stacks.get(place, NO_PIECES)

    def marker(self, a: int, b: int, marker: int) -> int:
        """Markers of a kind in place `a` (b = -1) or on the hexside between `a` and `b`, in either order."""
        if b >= 0 and b < a:
            a, b = b, a
        return self.markers.get(a << 32 | (b + 1) << 16 | marker, 0)

    def track(self, track: int, side: int = 0) -> int:
        """Value of a track, 0 when it was never set."""
        return self.tracks.get(track << 4 | side, 0)

    def pool(self, pool: int) -> dict[int, int]:
        """Tokens of a pool with their counts, by ascending token."""
        low, high = pool << 20, (pool + 1) << 20
        return {key - low: self.pools[key] for key in sorted([key for key in self.pools if low <= key < high])}

    def pooled(self, pool: int, token: int) -> int:
        """How many of a token lie in a pool."""
        return self.pools.get(pool << 20 | token, 0)

    def standing(self, piece: int, subject: int = 0) -> Standing | None:
        """(status, path) of the last judgement of a piece in one respect (a word, 0 the only one); None before it."""
        return self.judged.get(subject << 32 | piece)

    def standings(self, piece: int) -> dict[int, Standing]:
        """Subject -> (status, path) of a piece, by ascending subject."""
        found = {subject: self.judged.get(subject << 32 | piece) for subject in (0, *self.respects)}
        return {subject: standing for subject, standing in found.items() if standing is not None}

    def variable(self, name: int, default: int = 0) -> int:
        """Value of a variable."""
        return self.variables.get(name, default)

    @property
    def over(self) -> bool:
        """True once somebody has won or drawn."""
        return self.winner >= 0
