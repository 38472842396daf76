"""Supply status and attrition, piece by piece (10.1.1, 11.5, R-10, R-36)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.france_1944.questions import supply
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules import aftermath, headquarters, losses
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.rules.judging import judge
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.switches import ATTRITION_ORDER
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, asking, wanted
from hexledger.engine.procedures.flags import clear_flags


class CheckPiece(Decision, frozen=True, array_like=True, tag=34):
    """`check_piece ge_lxxxi`: the piece whose supply is tested next."""

    unit: PieceId


class CheckRest(Decision, frozen=True, array_like=True, tag=35):
    """`check_rest`: the other pieces of the side, those in supply first."""


class Verdict(NamedTuple):
    """How a piece stands: the line that supplies it, a marker it has already, surrounded, and steps lost."""

    line: supply.Line
    had: bool
    surrounded: bool
    loss: int


def verdict(pos: FrancePosition, piece: int) -> Verdict:
    """10.1.1: what the test of a piece would bring now."""
    line, had = supply.line(pos, piece), bool(pos.flag(piece, w.OOS))
    if line:
        return Verdict(line, had, False, 0)
    closed = supply.surrounded(pos, piece)
    row, column = ROWS[closed], COLUMNS[had]
    return Verdict(line, had, closed, pos.game.chart.number("attrition", "rows", row, column))


ROWS: Final = {False: "not_surrounded", True: "surrounded"}
COLUMNS: Final = {False: "just_received_oos", True: "already_had_oos"}


def unchecked(pos: FrancePosition, side: int) -> tuple[int, ...]:
    """Pieces of a side on the map that have not been tested in this phase, ascending."""
    return tuple(piece for piece in pos.of(side) if not pos.flag(piece, w.CHECKED))


class Checking(Choice[FrancePosition], frozen=True, array_like=True, tag=30):
    """F44 10.1.1, R-36: the owner chooses the order in which his pieces are tested, each to its end before the next.

    He is asked as long as somebody would lose steps: only then does the order matter.
    """

    side: int

    def _suffering(self, pos: FrancePosition) -> tuple[int, ...]:
        return tuple(piece for piece in unchecked(pos, self.side) if verdict(pos, piece).loss)

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        suffering = self._suffering(pos)
        if not suffering or len(unchecked(pos, self.side)) < 2:
            return None
        kinds = (CheckPiece, CheckRest)
        return asking(pos, self.side, "prompt.check_piece", "10.1.1", *kinds, pieces=suffering, complete=False)

    def run(self, act: Act) -> None:
        """Nobody suffers: all are tested."""
        rest(act, self.side)

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        rule = pos.game.cite("10.1.1")
        answer = wanted(decision, (CheckPiece, CheckRest), rule)
        if isinstance(answer, CheckPiece) and answer.unit not in unchecked(pos, self.side):
            raise IllegalDecision(rule, f"{pos.name(answer.unit)} is not to be tested")

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        yield CheckRest()
        yield from (CheckPiece(PieceId(piece)) for piece in self._suffering(pos))

    def take(self, act: Act, decision: Decision) -> None:
        if isinstance(decision, CheckPiece):
            test(act, decision.unit)
        else:
            act.done()
            rest(act, self.side)


def rest(act: Act, side: int) -> None:
    """Test what is left: first those that lose nothing, for a loss could cut others off."""
    pos = act.pos
    for piece in unchecked(pos, side):
        if not verdict(pos, piece).loss:
            test(act, piece)
    for piece in unchecked(pos, side):
        if pos.on_map(piece):
            test(act, piece)


def test(act: Act, piece: int) -> None:
    """10.1.1: one piece to its end: supply, marker, attrition."""
    suffer(act, piece, verdict(act.pos, piece))


def suffer(act: Act, piece: int, found: Verdict) -> None:
    """10.1.1: mark a piece, and take from it what it loses."""
    way_out = () if found.line or found.surrounded else supply.way_out(act.pos, piece)
    judge(act, piece, "11.1")
    act.flag(piece, w.CHECKED, 1, "10.1.1")
    if found.line:
        act.flag(piece, w.OOS, 0, "10.1.1")
        return
    act.flag(piece, w.OOS, 1, "10.1.1")
    status = "status.surrounded" if found.surrounded else "status.not_surrounded"
    act.judge(piece, status, way_out, "10.1.1", "subject.surrounded")
    marked = act.pos.game.chart.number("attrition", "rows", ROWS[False], COLUMNS[found.had])
    lines = [("line.unsupplied", marked, "10.1.1"), ("line.surrounded", found.loss - marked, "10.1.1")]
    act.reckon("reckon.attrition", piece, lines, found.loss, "10.1.1")
    if found.loss:
        _lose(act, piece, found)


def _lose(act: Act, piece: int, found: Verdict) -> None:
    pos = act.pos
    if pos.is_hq(piece):
        headquarters.disperse(act, piece)
        aftermath.settle(act)
        return
    left = pos.steps(piece) - found.loss
    if left > 0:
        act.steps(piece, left, "10.1.1")
        aftermath.settle(act)
    elif found.surrounded and pos.side(piece) == w.GERMAN:
        act.remove(piece, "reason.attrition", "10.1.1")
        raise_fuehrer(act)
        aftermath.settle(act)
    else:
        losses.to_box(act, piece, pos.game.ground.beside[pos.side(piece)], "reason.beside", "10.1.1")


def raise_fuehrer(act: Act) -> None:
    """10.1.1: a Fuehrer division that is not in the game is put on the turn track, two turns ahead."""
    pos = act.pos
    pool = [piece for piece in pos.units(pos.game.ground.fuehrer_pool) if piece in pos.game.roster.fuehrer]
    if pool:
        due = pos.state.turn + pos.game.chart.number("attrition", "rows", "surrounded", "fuehrer_trigger_turns")
        act.move(pool[0], (pos.at(pool[0]), pos.game.ground.turn_track), "mode.box", 0, "10.1.1")
        act.flag(pool[0], w.DUE, due, "10.1.1")
        act.note("note.fuehrer", (pool[0], due), "10.1.1")


def fuehrer_due(act: Act) -> None:
    """10.1.1: Fuehrer divisions whose turn on the track has come go to the Eliminated Units box."""
    pos = act.pos
    for piece in pos.units(pos.game.ground.turn_track):
        if piece in pos.game.roster.fuehrer and pos.flag(piece, w.DUE) <= pos.state.turn:
            act.move(piece, (pos.at(piece), pos.game.ground.eliminated[w.GERMAN]), "mode.box", 0, "10.1.1")
            act.steps(piece, 0, "10.1.1")
            act.flag(piece, w.DUE, 0, "10.1.1")


class Attrition(Step[FrancePosition], frozen=True, array_like=True, tag=31):
    """F44 10.1.1, R-36: the first segment of the Administrative Phase."""

    def run(self, act: Act) -> None:
        """German pieces, then Allied ones; by the other reading all are judged before anybody suffers."""
        pos = act.pos
        act.phase("phase.attrition", 0, "10.1.1")
        if pos.reading(ATTRITION_ORDER) == ATTRITION_ORDER.default:
            act.then(Checking(w.GERMAN), Checking(w.ALLIED), AllChecked())
            return
        found = {piece: verdict(pos, piece) for side in (w.GERMAN, w.ALLIED) for piece in pos.of(side)}
        for piece, judged in found.items():
            if pos.on_map(piece):
                suffer(act, piece, judged)
        act.then(AllChecked())


class AllChecked(Step[FrancePosition], frozen=True, array_like=True, tag=32):
    """The segment is over."""

    def run(self, act: Act) -> None:
        """Forget who was tested."""
        clear_flags(act, frozenset({w.CHECKED}), rule="10.1.1")


DECISIONS: Final = (CheckPiece, CheckRest)
STEPS: Final = (Checking, Attrition, AllChecked)
