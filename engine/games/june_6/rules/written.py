"""Positions that are written down in secret before the invasion (PB 1.41, 2.84b.1, 2.84c.1, 2.84c.3).

Every side seals the same number of lines whatever its chit, so that nobody learns anything from the writing. Each line
is one hex; the German seals first whose units they are. Lines are opened from the last to the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.airborne import bad_ground
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules import losses
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.airborne import drop
from hexledger.engine.games.june_6.rules.control import entered
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId, Reveal, Seal
from hexledger.engine.kernel.seals import check_seal, open_seal, take_seal
from hexledger.engine.kernel.steps import Choice, Prompt, Step, passed, wanted
from hexledger.events import model as ev

LINES: Final = 8
"""Lines that a side seals: as many as there are parachute units, or units in the largest division."""
REACH: Final = 4
"""Hexes between the units of a division that drop, and from a German HQ to its units (PB 2.84)."""
FORWARD: Final = "12ss"
"""Division that the first German chit sets up forward (PB 2.84c.1)."""
RULE: Final = "PB 1.41"
PAPER: Final = "written"


class WriteHex(Decision, frozen=True, array_like=True, tag=706):
    """A written line: the hex of the next unit."""

    at: PlaceId


class WriteFormation(Decision, frozen=True, array_like=True, tag=707):
    """The German formation whose positions follow, named by its HQ."""

    hq: PieceId


class WriteNothing(Decision, frozen=True, array_like=True, tag=708):
    """An empty line."""


class MoveAside(Decision, frozen=True, array_like=True, tag=709):
    """Parachutists that came down on German units go to this hex."""

    unit: PieceId
    at: PlaceId


# ---------------------------------------------------------------------- writing
def writing(side: int) -> tuple[Step[June6Position], ...]:
    """Steps in which a side writes; line 0 is the German formation."""
    first = 0 if side == f.GERMAN else 1
    return tuple(SealLine(side, line) for line in range(first, LINES + 1))


def opening(side: int) -> tuple[Step[June6Position], ...]:
    """Steps in which a side opens its lines, the last one first."""
    first = 0 if side == f.GERMAN else 1
    return tuple(OpenLine(side, line) for line in range(LINES, first - 1, -1))


def _slot(pos: June6Position, line: int) -> int:
    return pos.game.words[f"seal.{PAPER}_{line}"]


def _lines(pos: June6Position, line: int) -> Iterator[Decision]:
    """What may stand in a line: nothing; a formation; any land hex."""
    yield WriteNothing()
    if line:
        terrain = pos.board.terrain
        yield from (WriteHex(PlaceId(place)) for place in range(pos.board.n_hexes) if terrain[place] != "sea")
        return
    for hq in formations(pos):
        yield WriteFormation(PieceId(hq))


def formations(pos: June6Position) -> tuple[int, ...]:
    """HQs of German formations that could be written down: those on the map with at most LINES units, and 12SS,
    ascending."""
    return tuple(
        hq
        for number, hq in sorted(pos.game.formation_hq.items(), key=lambda pair: pair[1])
        if pos.side(hq) == f.GERMAN
        and len(members(pos, number)) <= LINES
        and (pos.on_map(hq) or pos.game.formation(number) == FORWARD)
    )


def members(pos: June6Position, formation: int) -> tuple[int, ...]:
    """Units of a formation in the order of their lines: the HQ, then the others as the edition lists them."""
    edition = pos.game.edition
    hq = pos.game.formation_hq[formation]
    listed = [edition.counter_index[name] for name in edition.formations[pos.game.formation(formation)].members]
    return (hq, *(piece for piece in listed if piece != hq))


class SealLine(Choice[June6Position], frozen=True, array_like=True, tag=707):
    """PB 1.41: a side seals one line of its paper."""

    side: int
    line: int

    def prompt(self, pos: June6Position) -> Prompt:
        """Asks the side."""
        kind = WriteHex.kind() if self.line else WriteFormation.kind()
        word = pos.game.words["ask.write_hex" if self.line else "ask.write_formation"]
        kinds = (Seal.kind(), kind, WriteNothing.kind())
        return Prompt(self.side, word, pos.game.rules[RULE], kinds, complete=not self.line)

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Wants a seal."""
        check_seal(decision, pos.game.cite(RULE))

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Nothing, or every hex (formation)."""
        return _lines(pos, self.line)

    def take(self, act: Act, decision: Decision) -> None:
        """It is sealed."""
        take_seal(act, self.side, _slot(act.pos, self.line), decision, act.game.cite(RULE))


class OpenLine(Choice[June6Position], frozen=True, array_like=True, tag=708):
    """PB 1.41: a side opens one line of its paper."""

    side: int
    line: int

    def prompt(self, pos: June6Position) -> Prompt:
        """Asks the side."""
        kind = WriteHex.kind() if self.line else WriteFormation.kind()
        kinds = (Reveal.kind(), kind, WriteNothing.kind())
        return Prompt(self.side, pos.game.words["ask.open_line"], pos.game.rules[RULE], kinds, complete=not self.line)

    def _opened(self, pos: June6Position, decision: Decision) -> Decision:
        rule = pos.game.cite(RULE)
        choice = open_seal(pos.game.codec, decision, pos.sealed(self.side, _slot(pos, self.line)), rule)
        return wanted(choice, (WriteHex if self.line else WriteFormation, WriteNothing), rule)

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses what was not sealed."""
        self._opened(pos, decision)

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """What may have been sealed."""
        return _lines(pos, self.line)

    def take(self, act: Act, decision: Decision) -> None:
        """The line is on the table: `pool.written` holds place + 1 (line 0: piece + 1) for each line."""
        choice = self._opened(act.pos, decision)
        act.done()
        act.emit(ev.Revealed(self.side, _slot(act.pos, self.line)))
        if isinstance(choice, WriteHex):
            act.pool("pool.written", self.line, choice.at + 1, RULE)
            act.note("note.written", (choice.at,), RULE)
        elif isinstance(choice, WriteFormation):
            act.pool("pool.written", self.line, choice.hq + 1, RULE)
            act.note("note.written_formation", (choice.hq,), RULE)


def _read(act: Act) -> dict[int, int]:
    """The opened lines, 1 to LINES -> place (0 -> HQ), and the paper is put away."""
    paper = act.state.pool(act.word("pool.written"))
    for line, value in paper.items():
        act.pool("pool.written", line, -value, RULE)
    return {line: value - 1 for line, value in paper.items()}


def surprised(act: Act) -> frozenset[int]:
    """Units that a paper has moved; they are forgotten."""
    moved = act.state.pool(act.word("pool.surprise"))
    for piece, count in moved.items():
        act.pool("pool.surprise", piece, -count, "PB 2.84")
    return frozenset(moved)


# ---------------------------------------------------------------------- PB 2.84b.1 the Allied drop
class DropAsWritten(Step[June6Position], frozen=True, array_like=True, tag=709):
    """PB 2.84b.1: parachute units come down on the written hexes, anywhere on the map; those of a division within 4
    hexes of each other. Units without a good line drop as usual (R-89)."""

    def run(self, act: Act) -> None:
        """Drop them."""

        pos = act.pos
        paper = _read(act)
        hexes = {
            unit.piece: paper[line]
            for line, unit in enumerate(pos.invasion.drops, 1)
            if line in paper and bad_ground(pos, unit.piece, paper[line]) is None
        }
        for piece in sorted(hexes):
            together = [there for other, there in hexes.items() if pos.home(other) == pos.home(piece)]
            if _apart(act.pos, together) or bad_ground(act.pos, piece, hexes[piece]) is not None:
                act.note("note.line_void", (piece,), "R-89")
            else:
                drop(act, piece, hexes[piece])


def _apart(pos: June6Position, hexes: Sequence[int]) -> bool:
    return any(pos.board.distance(a, b) > REACH for a, b in combinations(hexes, 2))


# ---------------------------------------------------------------------- PB 2.84c.1, 2.84c.3 German positions
class SetUpAsWritten(Step[June6Position], frozen=True, array_like=True, tag=710):
    """PB 2.84c.1: 12SS stands on map E, no unit of it in a coastal hex; PB 2.84c.3: a formation of the map stands
    elsewhere; all units within 4 hexes of the HQ. A paper that breaks this is void (R-89)."""

    chit: int

    def run(self, act: Act) -> None:
        """Put the units where the paper says."""
        pos = act.pos
        paper = _read(act)
        hq = paper.pop(0, -1)
        formation = pos.game.formation_number[pos.counters[hq].formation] if hq >= 0 else 0
        if formation and (pos.game.formation(formation) == FORWARD) == (self.chit == 1):
            units = {
                piece: paper[line]
                for line, piece in enumerate(members(pos, formation), 1)
                if line in paper and (pos.on_map(piece) or self.chit == 1)
            }
            if self._good(pos, hq, units):
                act.then(*self._aside(pos, units), PutAsWritten(tuple(sorted(units.items()))))
                return
        act.note("note.paper_void", (), "R-89")

    def _good(self, pos: June6Position, hq: int, units: dict[int, int]) -> bool:
        """Does a paper keep the limits of the text? Units that it leaves out count where they stand."""
        if hq not in units:
            return False
        map_e = pos.board.in_area("map_e")
        for piece, place in units.items():
            if not pos.in_bounds(piece, place) or pos.board.distance(place, units[hq]) > REACH:
                return False
            if self.chit == 1 and (place not in map_e or "coastal" in pos.board.features[place]):
                return False
        formation = pos.home(hq)
        left = [piece for piece in members(pos, formation) if piece not in units and pos.on_map(piece)]
        if self.chit == 1:
            return len(units) == len(members(pos, formation))
        return all(pos.board.distance(pos.at(piece), units[hq]) <= REACH for piece in left)

    def _aside(self, pos: June6Position, units: dict[int, int]) -> tuple[Step[June6Position], ...]:
        """PB 2.84c.1: parachutists who came down on 12SS are reduced and moved."""
        if self.chit != 1:
            return ()
        on_them = [
            piece
            for place in sorted(set(units.values()))
            for piece in pos.units(place)
            if pos.side(piece) == f.ALLIED and pos.has(piece, "airborne")
        ]
        return tuple(Contact(piece, tuple(sorted(set(units.values())))) for piece in on_them)


class PutAsWritten(Step[June6Position], frozen=True, array_like=True, tag=711):
    """PB 2.84c: the German units go to their written hexes; where Allied units stand or no room is left a unit stays
    as it was (R-89). `units`: (piece, place)."""

    units: tuple[tuple[int, int], ...]

    def run(self, act: Act) -> None:
        """All leave, then all arrive: they may change places."""
        going = tuple(piece for piece, _ in self.units)
        placed: dict[int, list[int]] = {}
        for piece, place in self.units:
            friends = placed.get(place, [])
            free = act.pos.side_at(place) != f.ALLIED and act.pos.fits(place, (*friends, piece), going)
            if not free:
                act.note("note.line_void", (piece,), "R-89")
                continue
            placed.setdefault(place, []).append(piece)
        for place in sorted(placed):
            for piece in placed[place]:
                self._put(act, piece, place)
                act.pool("pool.surprise", piece, 1, "PB 2.84")
        act.assign("var.surprise", 1, "PB 2.84")

    @staticmethod
    def _put(act: Act, piece: int, place: int) -> None:
        if act.pos.on_map(piece):
            if act.pos.at(piece) != place:
                act.move(piece, (act.pos.at(piece), place), "mode.written", 0, "PB 2.84")
        else:
            if act.state.pooled(act.word("pool.entering"), piece):
                act.pool("pool.entering", piece, -1, "PB 2.84")
            act.place(piece, place, act.pos.counters[piece].steps, "PB 2.84")
        entered(act, place)


class Contact(Choice[June6Position], frozen=True, array_like=True, tag=712):
    """PB 2.84c.1: a parachute unit that came down on 12SS is reduced and goes to an adjacent hex without enemies; it is
    eliminated when there is none. `shut`: hexes that 12SS will hold."""

    unit: int
    shut: tuple[int, ...]

    def hexes(self, pos: June6Position) -> tuple[int, ...]:
        """Hexes that it may go to, ascending."""
        if not pos.on_map(self.unit):
            return ()
        return tuple(
            sorted(
                place
                for place in pos.board.neighbours[pos.at(self.unit)]
                if place not in self.shut
                and pos.in_bounds(self.unit, place)
                and pos.side_at(place) != f.GERMAN
                and pos.fits(place, (self.unit,))
            )
        )

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks the Allied player when there are several hexes."""
        places = self.hexes(pos)
        if len(places) < 2:
            return None
        kinds = (MoveAside.kind(),)
        return Prompt(
            f.ALLIED, pos.game.words["ask.move_aside"], pos.game.rules["PB 2.84"], kinds, (self.unit,), places
        )

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses other units and hexes."""
        cite = pos.game.cite("PB 2.84")
        decision = wanted(decision, MoveAside, cite)
        if decision.unit != self.unit or decision.at not in self.hexes(pos):
            what = f"{pos.game.piece_name(decision.unit)} does not go to {pos.game.place(decision.at)} now"
            raise IllegalDecision(cite, what)

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Every hex."""
        return (MoveAside(PieceId(self.unit), PlaceId(place)) for place in self.hexes(pos))

    def take(self, act: Act, decision: Decision) -> None:
        """It goes there, reduced."""
        decision = passed(decision, MoveAside)
        act.done()
        self._go(act, decision.at)

    def run(self, act: Act) -> None:
        """One hex, or none."""
        places = self.hexes(act.pos)
        if places:
            self._go(act, places[0])
        elif act.pos.on_map(self.unit):
            act.remove(self.unit, "reason.eliminated", "PB 2.84")

    def _go(self, act: Act, place: int) -> None:
        losses.lose_step(act, self.unit, "PB 2.84")
        if act.pos.on_map(self.unit):
            act.move(self.unit, (act.pos.at(self.unit), place), "mode.written", 0, "PB 2.84")
            entered(act, place)


DECISIONS: Final = (WriteHex, WriteFormation, WriteNothing, MoveAside)
STEPS: Final = (SealLine, OpenLine, DropAsWritten, SetUpAsWritten, PutAsWritten, Contact)
