"""Naval units (19): where they are, their support, when they leave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, permit, wanted
from hexledger.engine.map.hexes import DIRECTIONS, layout, neighbour

_LEAVE: Final = "September I"
_NORTHERN: Final = "GG1"
_TURNS_AFTER_SECONDARY: Final = 3


# ---------------------------------------------------------------------- 19.8 when they are there
def in_play(pos: FortressPosition) -> bool:
    """FE 19.8, C-5: are naval units there this turn? Until the start of the third turn after the secondary invasion, or
    of September I when there was none; a secondary in September brings them back. With the option: whichever is first.
    """
    if pos.scenario.bulge or not pos.state.variable(f.VAR_INVASIONS):
        return False
    september = pos.tables.calendar.number(_LEAVE)
    turn = pos.state.turn
    earliest = pos.option("naval_withdrawal")
    if pos.state.variable(f.VAR_INVASIONS) < 2:
        return turn < september
    gone = pos.state.variable(f.VAR_INVASION_TURN) + _TURNS_AFTER_SECONDARY
    return turn < (min(gone, september) if earliest else gone)


def may_be(pos: FortressPosition, place: int) -> Refusal | None:
    """FE 19.1, 19.2, 19.7, C-101: why a naval unit cannot be in a hex (rule, reason), None when it can: all-sea hexes,
    none north of GG1, as many in a hex as one likes."""
    board = pos.board
    if place not in pos.tables.ground.sea:
        where = board.labels[place] if 0 <= place < board.n_places else "that"
        return "19.1", f"{where} is no all-sea hex"
    if board.xy(place)[1] < board.xy(board.place(_NORTHERN))[1]:
        return "19.7", f"{board.labels[place]} lies north of {_NORTHERN}"
    return None


def beside_refusal(pos: FortressPosition, place: int, beside: int) -> Refusal | None:
    """FE 19.7: why a naval unit cannot be beside an invadable hex in a hex that is not on the map, None when it can.

    `beside`: 1 + the direction from the invadable hex to the imaginary one.
    """
    board = pos.board
    if not 1 <= beside <= len(DIRECTIONS) or place not in pos.tables.ground.invadable:
        return "19.7", "imaginary hexes lie next to invadable hexes only"
    q, r = neighbour((board.q[place], board.r[place]), beside - 1)
    if board.at(q, r) is not None:
        return "19.7", f"on that side of {board.labels[place]} there is a hex of the map"
    if layout((q, r), board.orientation)[1] < board.xy(board.place(_NORTHERN))[1]:
        return "19.7", f"that hex would lie north of {_NORTHERN}"
    return None


# ---------------------------------------------------------------------- 19.4 support


def used(act: Act, ships: tuple[int, ...]) -> None:
    """FE 19.4: these units have supported this turn."""
    for ship in ships:
        act.flag(ship, f.SUPPORTED, 1, "19.4")


# ---------------------------------------------------------------------- 19.1, 19.3 placing and moving
class MoveShip(Decision, frozen=True, array_like=True, tag=120):
    """A naval unit is placed in, or goes to, a sea hex, or an imaginary hex of the sea beside an invadable one (19.7):
    `beside` is then 1 + the direction from that hex."""

    unit: PieceId
    at: PlaceId
    beside: int = 0


def _unplaced(pos: FortressPosition) -> Refusal | None:
    """FE 19.1: why the Allied player is not done yet, None when he is: on the primary invasion every unit is placed."""
    if pos.primary_turn:
        for ship in sorted(pos.tables.roster.naval):
            if not pos.on_map(ship):
                return "19.1", f"{pos.name(ship)} must be placed in an all-sea hex"
    return None


class EndNaval(Decision, frozen=True, array_like=True, tag=121):
    """The naval units are where they shall be."""


class PlaceNaval(Choice[FortressPosition], frozen=True, array_like=True, tag=121):
    """FE 19.1, 19.3: the Allied player puts naval units into sea hexes, until he is content.

    moved  those that have been put somewhere now
    """

    moved: tuple[int, ...] = ()

    def _left(self, pos: FortressPosition) -> tuple[int, ...]:
        return tuple(ship for ship in sorted(pos.tables.roster.naval) if ship not in self.moved)

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        left = self._left(pos)
        if not left or pos.weather == f.STORM or not in_play(pos):
            return None
        words, rules = pos.game.words, pos.game.rules
        kinds = (MoveShip.kind(), EndNaval.kind())
        return Prompt(f.ALLIED, words["prompt.naval"], rules["19.3"], kinds, left, complete=False)

    def run(self, act: Act) -> None:
        """Nothing to place."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        wanted(decision, (MoveShip, EndNaval), pos.game.cite("19.3"))
        if isinstance(decision, MoveShip):
            if decision.unit not in self._left(pos):
                raise IllegalDecision(pos.game.cite("19.3"), f"{pos.name(decision.unit)} is no naval unit to place")
            place, beside = decision.at, decision.beside
            permit(pos, beside_refusal(pos, place, beside) if beside else may_be(pos, place))
        else:
            permit(pos, _unplaced(pos))

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        """A first unit near each hex where Allied and German units are in contact on the coast, and the end where it is
        allowed."""
        ship = self._left(pos)[0]
        coast = pos.tables.ground.coast
        fights = sorted(
            {
                place
                for unit in pos.ashore(f.ALLIED)
                for place in (pos.at(unit), *pos.tables.ground.links[pos.at(unit)])
                if pos.enemies_in(place, f.ALLIED)
            }
        )
        offered: dict[int, None] = {}
        for place in fights:
            near = (there for there in pos.board.within(place, 2) if may_be(pos, there) is None)
            first = next(near, None) if place in coast or pos.board.within(place, 1) else None
            if first is not None:
                offered.setdefault(first)
        if not pos.on_map(ship) and not offered:
            for landing in sorted(pos.tables.ground.invadable):
                found = [there for there in pos.board.within(landing, 1) if may_be(pos, there) is None]
                if found:
                    offered.setdefault(found[0])
                    break
        for place in offered:
            yield MoveShip(PieceId(ship), PlaceId(place))
        if _unplaced(pos) is None:
            yield EndNaval()

    def take(self, act: Act, decision: Decision) -> None:
        if not isinstance(decision, MoveShip):
            act.done()
            return
        ship, place = decision.unit, decision.at
        if act.pos.on_map(ship):
            act.move(ship, (act.pos.at(ship), place), "mode.sea", 0, "19.3")
        else:
            act.place(ship, place, 1, "19.1")
        act.flag(ship, f.BESIDE, decision.beside, "19.7")
        act.become(PlaceNaval((*self.moved, ship)))


class MoveNaval(Step[FortressPosition], frozen=True, array_like=True, tag=120):
    """FE 19.1, 19.3, 19.8: before the first combat impulse naval units leave for good, or move."""

    def run(self, act: Act) -> None:
        """Take them away when their time is over; else let the Allied player move them (on a turn of an invasion they
        were placed before the hidden units were revealed)."""
        pos = act.pos
        if not in_play(pos):
            for ship in sorted(pos.tables.roster.naval):
                if pos.on_map(ship):
                    act.remove(ship, "reason.withdrawn", "19.8")
            return
        if not pos.primary_turn:
            act.then(PlaceNaval())


MISSING: Missing = ()
DECISIONS: Final = (MoveShip, EndNaval)
STEPS: Final = (MoveNaval, PlaceNaval)
