"""Supply stories in words: when a unit was cut, by whom, when it was judged, what restored it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.kernel.game import Game
from hexledger.engine.view import BoardView, LineOfSupply
from hexledger.events.frame import Frame
from hexledger.projections.address import address
from hexledger.projections.state import OFF_MAP, State
from hexledger.projections.supply_story import (
    CLOCK,
    CONTROL,
    ENTERED,
    FLAG,
    GONE,
    LOST,
    MARKER,
    PIECE,
    RESTORED,
    Agent,
    Cause,
    Change,
    SupplyStory,
    SupplyTeller,
    supply_stories,
)

if TYPE_CHECKING:
    from hexledger.replays.log.reader import LogReader

Row = dict[str, Any]

_OF_PIECES: Final = (PIECE, FLAG)
ONE_BY_ONE: Final = 8
"""Up to so many pieces are traced one by one, more by a look at all lines."""


class GameTracer:
    """Lines and zones of any position of a game, as its rules trace them."""

    def __init__(self, game: Game[Any], only: Collection[int] | None = None) -> None:
        """`only`: the pieces whose lines are traced; None for all."""
        self.game = game
        self.only = None if only is None else frozenset(only)
        self.view: BoardView[Any] = game.view()

    def lines(self, state: State, pieces: Iterable[int] | None = None) -> Mapping[int, LineOfSupply]:
        """Piece -> its line, of those in play that the rules give one."""
        pos = self.game.position(state)
        if pieces is None and self.only is not None and len(self.only) <= ONE_BY_ONE:
            pieces = sorted(self.only)
        if pieces is None:
            lines = self.view.supplies(pos)
            return lines if self.only is None else {piece: lines[piece] for piece in lines if piece in self.only}
        found: dict[int, LineOfSupply] = {}
        for piece in pieces:
            if piece in state.at:
                line = self.view.supply(pos, piece)
                if line is not None:
                    found[piece] = line
        return found

    def zones(self, state: State) -> Sequence[Mapping[int, tuple[int, ...]]]:
        """The zones of each side, by side."""
        pos = self.game.position(state)
        return [self.view.zoc(pos, side) for side in range(1, len(self.game.sides) + 1)]


def stories(
    game: Game[Any],
    line: Sequence[Frame],
    *,
    only: Collection[int] | None = None,
    turn: int | None = None,
    watch: Callable[[int, int], None] | None = None,
) -> list[SupplyStory]:
    """Every supply story of a line (genesis first); `only`: of these pieces; `turn`: those that begin in it; `watch`:
    told how many frames of how many are done."""
    return supply_stories(line, game, GameTracer(game, only), turn, watch)


def supply_row(game: Game[Any], story: SupplyStory) -> Row:
    """One story as plain data.

    `piece unit side place lost turn turn_name phase standing before rule line closed entered causes jointly judged
    ended how end_standing end_causes end_jointly text`. `lost` and `ended` are frames (`ended` None: it lasts); a
    cause is `kind itself piece unit side place path did text`; `judged` lists `address status`.
    """
    lost, end = story.lost, story.end
    return {
        "piece": game.piece(story.piece),
        "unit": game.piece_name(story.piece),
        "side": game.side(story.side),
        "place": _place(game, lost.place),
        "lost": lost.seq,
        "turn": lost.turn,
        "turn_name": game.turn(lost.turn) if lost.turn else "",
        "phase": game.word(lost.phase) if lost.phase else "",
        "standing": lost.standing,
        "before": lost.before,
        "rule": lost.rule,
        "line": [game.place(place) for place in lost.line],
        "closed": [_place(game, place) for place in lost.closed],
        "entered": lost.what == ENTERED,
        "causes": causes(game, lost.cause, story.piece),
        "jointly": lost.cause.jointly if lost.cause is not None else False,
        "judged": [
            {
                "address": address(one.at.seq, one.at.number),
                "status": game.word(one.status),
                "subject": game.word(one.subject) if one.subject else "",
            }
            for one in story.judged
        ],
        "ended": end.seq if end is not None else None,
        "how": end.what if end is not None else "",
        "end_standing": end.standing if end is not None and end.what != GONE else "",
        "end_causes": causes(game, end.cause, story.piece) if end is not None else [],
        "end_jointly": end.cause.jointly if end is not None and end.cause is not None else False,
        "text": sentence(game, story),
    }


def changes_at(chronicle: LogReader, seq: int) -> list[Row]:
    """Whose lines one decision cut or restored: `piece unit side place what standing rule causes jointly text`."""
    game, frame = chronicle.game, chronicle.frame(seq)
    if frame.parent < 0:
        return []
    found = SupplyTeller(GameTracer(game)).take(frame, chronicle.state(frame.parent), chronicle.state(seq))
    return [change_row(game, change) for change in found]


def change_row(game: Game[Any], change: Change) -> Row:
    """One change of a unit's line."""
    said = {LOST: "is cut off", RESTORED: "has a line again", ENTERED: "comes without a line", GONE: "is gone"}
    who = game.piece_name(change.piece)
    return {
        "piece": game.piece(change.piece),
        "unit": who,
        "side": game.side(game.piece_side(change.piece)),
        "place": _place(game, change.place),
        "what": change.what,
        "standing": change.standing,
        "rule": change.rule,
        "causes": causes(game, change.cause, change.piece),
        "jointly": change.cause.jointly if change.cause is not None else False,
        "text": f"{who} {said[change.what]}{_by(game, change.cause, change.piece)} [{change.rule}]",
    }


def causes(game: Game[Any], cause: Cause | None, piece: int) -> list[Row]:
    """Those who did it, each with its deed in words."""
    if cause is None:
        return []
    return [
        {
            "kind": agent.kind,
            "itself": agent.kind in _OF_PIECES and agent.number == piece,
            "piece": game.piece(agent.number) if agent.kind in _OF_PIECES else None,
            "unit": game.piece_name(agent.number) if agent.kind in _OF_PIECES else None,
            "side": game.side(game.piece_side(agent.number)) if agent.kind in _OF_PIECES else None,
            "place": _place(game, agent.number) if agent.kind == CONTROL else None,
            "path": [game.place(place) for place in agent.path],
            "did": agent.did,
            "text": deed(game, agent, piece),
        }
        for agent in cause.agents
    ]


def deed(game: Game[Any], agent: Agent, piece: int = OFF_MAP) -> str:
    """`9 Pz moves to K12`, `K12 changes hands`, `the turn begins`."""
    if agent.kind == PIECE:
        who = "its own" if agent.number == piece else game.piece_name(agent.number)
        to = _place(game, agent.path[-1]) if agent.path else ""
        own = agent.number == piece
        match agent.did:
            case "moved":
                return f"its own move to {to}" if own else f"{who} moves to {to}"
            case "came":
                return f"its arrival in {to}" if own else f"{who} comes to {to}"
            case "went":
                return f"{who} is gone from {to}" if to else f"{who} is gone"
        return "a change of its own" if own else f"a change of {who}"
    if agent.kind == FLAG:
        flag = game.word(agent.word)
        return (
            f"a change of its own state ({flag})"
            if agent.number == piece
            else f"{game.piece_name(agent.number)}: {flag}"
        )
    if agent.kind == CONTROL:
        return f"{_place(game, agent.number)} changes hands"
    if agent.kind == MARKER:
        where = f"between {_place(game, agent.number)} and {_place(game, agent.beside)}"
        return f"{game.word(agent.word)} {where if agent.beside >= 0 else f'in {_place(game, agent.number)}'}"
    if agent.kind == CLOCK:
        return "the turn or phase begins"
    return game.word(agent.number)


def sentence(game: Game[Any], story: SupplyStory) -> str:
    """`cut from #1038 by 9 Pz moves to K12; judged at #1146.3; restored at #1160 by ...`."""
    lost, end = story.lost, story.end
    parts = [
        f"cut from #{lost.seq}{_by(game, lost.cause, story.piece)}"
        if lost.what == LOST
        else f"in play without a line from #{lost.seq}"
    ]
    if story.judged:
        parts.append(f"judged at {', '.join(address(one.at.seq, one.at.number) for one in story.judged[:4])}")
        if len(story.judged) > 4:
            parts[-1] += f" and {len(story.judged) - 4} times more"
    else:
        parts.append("never judged")
    if end is None:
        parts.append("it lasts")
    elif end.what == GONE:
        parts.append(f"out of play at #{end.seq}")
    else:
        parts.append(f"restored at #{end.seq}{_by(game, end.cause, story.piece)}")
    return "; ".join(parts)


def _by(game: Game[Any], cause: Cause | None, piece: int) -> str:
    if cause is None or not cause.agents:
        return ""
    joined = " and " if cause.jointly else ", or "
    return ": " + joined.join(deed(game, agent, piece) for agent in cause.agents)


def _place(game: Game[Any], place: int) -> str:
    return game.place_in_full(place) if place != OFF_MAP else ""


def by_decision(told: Sequence[SupplyStory]) -> dict[int, list[Change]]:
    """Frame -> the units that it cut."""
    found: dict[int, list[Change]] = {}
    for story in told:
        if story.lost.what == LOST:
            found.setdefault(story.lost.seq, []).append(story.lost)
    return found
