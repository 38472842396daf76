"""What a board shows of a position: the questions that pictures and screens ask a game, with answers for any game.

A game overrides what its counters, markers and charts say differently. Nothing here draws; nothing changes a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec

from hexledger.engine.kernel.memory import TRACKS, Basis, kept
from hexledger.engine.tables.printed import Hit, PrintedTable, hit, printed
from hexledger.projections.state import OFF_MAP

if TYPE_CHECKING:
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.kernel.game import Game
    from hexledger.engine.kernel.position import Position

P = TypeVar("P", bound="Position[Any]")


class FaceView(msgspec.Struct, frozen=True):
    """The side of a counter that lies face up. `colours`: key of a palette; `badges`: short words laid on it."""

    colours: str
    symbol: str
    size: str
    values: str
    formation: str
    artillery: int = 0
    armor: int = 0
    at: int = 0
    band: bool = False
    reduced: bool = False
    dimmed: bool = False
    badges: tuple[str, ...] = ()


class Outline(msgspec.Struct, frozen=True):
    """A group of hexes to be outlined: `kind` is `edge` (limit of play), `zone` or `objective`."""

    name: str
    hexes: tuple[int, ...]
    kind: str


class TrackView(msgspec.Struct, frozen=True):
    """A row of boxes with a marker on one of them (index `current`, -1 = none).

    marks   nothing, or for each box `used`, `open` (it may be chosen next) or an empty text
    """

    name: str
    cells: tuple[str, ...]
    current: int
    marks: tuple[str, ...] = ()


class SectionView(msgspec.Struct, frozen=True):
    """A block beside the map: lines of text, then pieces that are off the map."""

    title: str
    lines: tuple[str, ...] = ()
    pieces: tuple[int, ...] = ()


class MapView(msgspec.Struct, frozen=True):
    """What is in play. `clip`: hexes of the scenario (empty: all); `flags`: hexes whose control is shown."""

    clip: tuple[int, ...] = ()
    outlines: tuple[Outline, ...] = ()
    objectives: tuple[int, ...] = ()
    flags: tuple[int, ...] = ()


class ArrowView(msgspec.Struct, frozen=True):
    """A line through places: `kind` is `move`, `attack`, `support`, `retreat` or `advance`."""

    kind: str
    path: tuple[int, ...]
    text: str = ""


class LineOfSupply(msgspec.Struct, frozen=True):
    """A unit's standing as the rules see it now: words, the path traced (places), the rule that says so; `holds` is
    False for a unit that is out of supply or has no LOC."""

    standing: str
    path: tuple[int, ...]
    rule: str
    holds: bool = True


class Condition(msgspec.Struct, frozen=True):
    """A condition that decides the game: for whom it counts (0: for both), what is wanted, how it stands now, does it
    hold, by which rule. `points`: what it adds now to the number that decides the game (below zero: takes from it),
    None where points are kept on a track or there are none."""

    side: int
    wanted: str
    now: str
    holds: bool
    rule: str
    points: int | None = None


class Grade(msgspec.Struct, frozen=True):
    """A level of victory and the points that give it: from `least` (None: any fewer) to `most` (None: any more), both
    included."""

    name: str
    least: int | None
    most: int | None

    def short(self, points: int) -> int:
        """How many points are missing (above zero) or too many (below zero); 0 where the level holds."""
        if self.least is not None and points < self.least:
            return self.least - points
        return self.most - points if self.most is not None and points > self.most else 0


def points_words(points: int) -> str:
    """`1 point`, `-1 point`, `22 points`."""
    return f"{points} {'point' if abs(points) == 1 else 'points'}"


def grades(levels: Sequence[tuple[str, int | None]]) -> tuple[Grade, ...]:
    """Levels from (name, least points), most points first, the last one open below."""
    above = [None, *(least - 1 for _, least in levels if least is not None)]
    return tuple(Grade(name, least, most) for (name, least), most in zip(levels, above, strict=False))


class VictoryView(msgspec.Struct, frozen=True):
    """What decides the game. `when`: when it is looked at; `if_now`: who would have won if it were looked at now;
    `points`: the number that it is decided by, None where it is decided by no number; `grades`: the levels that the
    number gives, where no condition says so."""

    when: str = ""
    conditions: tuple[Condition, ...] = ()
    if_now: str = ""
    points: int | None = None
    grades: tuple[Grade, ...] = ()


@kept(Basis(TRACKS))
def _track_lines(pos: Position[Any]) -> SectionView:
    game, tracks = pos.game, pos.state.tracks
    lines: list[str] = []
    for key in sorted(tracks):
        word, side = key >> 4, key & 15
        if not game.bookkeeping(word):
            whose = f"{game.side(side).capitalize()} " if side else ""
            lines.append(f"{whose}{game.word(word)}: {game.value(word, tracks[key])}")
    return SectionView("Tracks", tuple(lines))


class BoardView(Generic[P]):
    """The questions, answered from counters, words and state alone."""

    charts: ClassVar[Mapping[str, str]] = {}
    """Key of a table's word -> name of the edition's chart that it is printed as."""

    fights: ClassVar[frozenset[str]] = frozenset({"table.crt"})
    """Keys of the tables whose reading is a combat (not the weather, not a landing)."""

    counter_notes: ClassVar[tuple[str, ...]] = (
        "{name}",
        "{values}: strength, cohesion, movement",
        "broken stripe: reduced side",
    )
    """What the parts of a counter are, for the key of a picture; `{name}` is the counter drawn there, `{values}` its
    printed line."""

    fight_begins: ClassVar[frozenset[str]] = frozenset({"declare.attack"})
    """Keys of the declarations that open a combat, by those who attack, against hexes."""

    fight_sums: ClassVar[tuple[frozenset[str], frozenset[str], frozenset[str]]] = (
        frozenset({"reckon.attack", "reckon.attack_strength"}),
        frozenset({"reckon.defence", "reckon.defence_strength", "reckon.defences"}),
        frozenset({"reckon.odds", "reckon.combat_drm"}),
    )
    """Keys of the calculations of a fight: strength of the attackers, of the defenders, shifts or DRM."""

    fight_results: ClassVar[frozenset[str]] = frozenset()
    """Keys of the calculations that say what a fight brought besides the words of its table: hits."""

    fires: ClassVar[frozenset[str]] = frozenset()
    """Keys of the tables that are read for fire without an assault: a bombardment, a bombing."""

    fight_certain: ClassVar[frozenset[str]] = frozenset()
    """Keys of the declarations that open a combat which needs no die: an overrun."""

    fire_aims: ClassVar[frozenset[str]] = frozenset()
    """Keys of the rolls that are about the hex at which such a table is read."""

    clashes: ClassVar[Mapping[str, tuple[bool | None, bool]]] = {}
    """Rolls and calculations of a fight that nothing declares and that is over with its decision, an air combat or a
    strafing: key -> whether the piece that it is about attacks (None: it is about the hex that is attacked), and
    whether it opens another such fight."""

    clash_decides: ClassVar[frozenset[str]] = frozenset()
    """Keys of the tables, calculations and rolls that say how such a fight went; the first is what it is called by."""

    scores: ClassVar[frozenset[str]] = frozenset({"track.vp"})
    """Keys of the tracks that hold victory points as they are won."""

    scores_against: ClassVar[frozenset[int]] = frozenset()
    """Sides whose points are taken from the number that decides the game."""

    def __init__(self, game: Game[P]) -> None:
        self.game = game
        self._printed: dict[int, PrintedTable | None] = {}

    # ------------------------------------------------------------ tables
    def hit(self, table: int, column: int, row: int) -> Hit | None:
        """The printed table that was read and the cell that was hit; None for what is printed as no table."""
        if table not in self._printed:
            chart = self.game.edition.charts.get(self.charts.get(self.game.word_key(table), ""))
            self._printed[table] = None if chart is None else printed(chart, self._headings(chart))
        found = self._printed[table]
        return None if found is None else hit(found, self.game.word(column), row)

    def _headings(self, chart: Mapping[str, Any]) -> dict[str, str]:
        words = self.game.words
        known = {column: words.get(f"column.{column.rstrip('*')}") for column in chart.get("columns", ())}
        return {column: self.game.word(word) for column, word in known.items() if word is not None}

    # ------------------------------------------------------------ the map
    def map(self, pos: P) -> MapView:
        """The hexes in play, their outlines, objectives, and where control is shown."""
        return MapView()

    def turns(self, pos: P) -> tuple[int, ...]:
        """Turns of the scenario, for the turn record track; empty: no track is drawn."""
        return ()

    def tracks(self, pos: P) -> tuple[TrackView, ...]:
        """Tracks beside the map: the turn record track first."""
        turns = self.turns(pos)
        if not turns:
            return ()
        now = pos.state.turn
        cells = tuple(self.game.turn(turn) for turn in turns)
        return (TrackView("Turn", cells, turns.index(now) if now in turns else -1),)

    def sections(self, pos: P) -> tuple[SectionView, ...]:
        """Further blocks: every track of every side, and pieces in boxes."""
        return (self.track_lines(pos), *self.boxes(pos))

    def track_lines(self, pos: P) -> SectionView:
        """Every track that the game keeps, a line each."""
        return _track_lines(pos)

    def boxes(self, pos: P) -> tuple[SectionView, ...]:
        """Pieces that are in play but not in a hex, by box."""
        board, state = pos.board, pos.state
        return tuple(
            SectionView(board.names[place] or board.labels[place], (), state.stacks[place])
            for place in sorted([place for place in state.stacks if place >= board.n_hexes])
        )

    # ------------------------------------------------------------ what is at stake
    def victory(self, pos: P) -> VictoryView:
        """What decides the game, how it stands and what is missing; nothing where the game does not say."""
        return VictoryView()

    def forecast(self, pos: P, decision: Decision) -> str:
        """What can be said of a decision before it is made: the odds of an attack; empty for most."""
        return ""

    def fight(self, pos: P) -> tuple[str, ...]:
        """The fight that is being decided: odds and modifiers as far as they are known, a line each."""
        return ()

    def about(self, pos: P) -> str:
        """What the question is about where its words do not say: the result that a unit is to take."""
        return ""

    # ------------------------------------------------------------ what is legal and not listed
    def movers(self, pos: P) -> Mapping[str, Iterable[int]]:
        """Kind of decision -> units that it may be made about, where the list names a few of them only."""
        return {}

    def further(self, pos: P, kind: str, units: tuple[int, ...]) -> Iterable[Decision]:
        """Legal decisions of a kind about these units, where the list has single steps or a few units only: the
        cheapest way to every hex in reach. Those that are listed may be among them."""
        return ()

    # ------------------------------------------------------------ markers
    def hexside_state(self, marker: int) -> str:
        """How a marker on a hexside is drawn: `blown`, `pontoon`, or empty."""
        return {"marker.blown": "blown", "marker.pontoon": "pontoon"}.get(self.game.word_key(marker), "")

    def token(self, marker: int, count: int) -> tuple[str, str] | None:
        """(kind, text) of a marker in a hex; None when it is not drawn, as what only the rules remember."""
        if self.game.bookkeeping(marker):
            return None
        number = self.game.value(marker, count) == str(count)
        return self.game.word_key(marker).rpartition(".")[2], str(count) if number and count > 1 else ""

    # ------------------------------------------------------------ units
    def stack_order(self, pos: P, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Pieces of a hex, the one to lie on top first: units with a ZOC, then by number."""
        return tuple(sorted(pieces, key=lambda piece: (not pos.counters[piece].zoc, piece)))

    def face(self, pos: P, piece: int) -> FaceView:
        """The side of a counter that counts now."""
        counter = pos.counters[piece]
        steps = pos.state.steps.get(piece, counter.steps)
        reduced = steps < counter.steps and counter.back is not None
        side = counter.face(reduced)
        strength = f"({side.cs})" if side.cs_defence_only else str(side.cs)
        return FaceView(
            colours=self.colours(piece),
            symbol=counter.type,
            size=counter.size,
            values=f"{strength}-{side.cohesion}-{side.ma}" + ("*" if side.bicycle else ""),
            formation=counter.formation,
            artillery=side.artillery,
            armor=side.armor,
            at=side.at,
            band=not counter.zoc,
            reduced=reduced,
            dimmed=self.dimmed(pos, piece),
            badges=self.badges(pos, piece),
        )

    def colours(self, piece: int) -> str:
        """Key of the palette of a counter."""
        return self.game.counters[piece].nationality

    def badges(self, pos: P, piece: int) -> tuple[str, ...]:
        """Short words for what holds for a unit now (`D1`, `RE` ...)."""
        return ()

    def dimmed(self, pos: P, piece: int) -> bool:
        """True for a unit that has done what it could for now."""
        return False

    def facts(self, pos: P, piece: int) -> list[tuple[str, str]]:
        """What holds for a unit besides its printed values and flags: (label, words)."""
        formation = self.game.edition.formations.get(pos.counters[piece].formation)
        return [("formation", formation.name)] if formation is not None else []

    def flags(self, pos: P, piece: int) -> list[tuple[str, str]]:
        """Every flag of a piece: (word, value in words, empty for a plain yes)."""
        out: list[tuple[str, str]] = []
        flags = pos.state.flags
        for key in sorted(key for key in flags if key >> 16 == piece):
            flag, value = key & 0xFFFF, flags[key]
            out.append((self.game.word(flag), self.game.value(flag, value)))
        return out

    # ------------------------------------------------------------ ZOC, supply
    def zoc(self, pos: P, side: int) -> Mapping[int, tuple[int, ...]]:
        """Places in the ZOC of a side -> the pieces that project it."""
        return {}

    def supply(self, pos: P, piece: int) -> LineOfSupply | None:
        """How a unit stands now; by default the last verdict written down, None when there is none."""
        judged = pos.state.standing(piece)
        if judged is None or pos.state.at.get(piece, OFF_MAP) == OFF_MAP:
            return None
        return LineOfSupply(self.game.word(judged[0]), judged[1], "")

    def supplies(self, pos: P) -> dict[int, LineOfSupply]:
        """Piece -> how it stands now, for every piece in play of which something is said; by ascending piece. A game
        may give the same lines again for what has not changed."""
        found: dict[int, LineOfSupply] = {}
        for piece in sorted(pos.state.at):
            line = self.supply(pos, piece)
            if line is not None:
                found[piece] = line
        return found

    # ------------------------------------------------------------ arrows
    def arrow_kind(self, word: int) -> str:
        """Kind of arrow for a declared intention or a calculation that units give to: `attack`, `support`, empty."""
        return "attack" if self.game.word_key(word) == "declare.attack" else ""

    def move_kind(self, mode: int) -> str:
        """Kind of arrow for a mode of movement."""
        key = self.game.word_key(mode)
        return {"mode.retreat": "retreat", "mode.advance": "advance", "mode.breakthrough": "advance"}.get(key, "move")

    def pending(self, pos: P) -> tuple[ArrowView, ...]:
        """Arrows of what is being decided now (a fight that is not resolved yet), from the agenda."""
        return ()
