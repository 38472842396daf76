"""What one hex, one unit, or the tracks say at a moment of a log, as plain data that can be written as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from hexledger.events import model as ev
from hexledger.projections.state import OFF_MAP, State

if TYPE_CHECKING:
    from hexledger.engine.editions.counters import Face
    from hexledger.engine.kernel.game import Game
    from hexledger.engine.view import BoardView, SectionView
    from hexledger.events.frame import Frame

Row: TypeAlias = dict[str, Any]


def hex_data(game: Game[Any], state: State, place: int) -> Row:
    """A hex: `hex name terrain features areas control sides markers units zoc`.

    `sides`: one row for each neighbour: `to direction kinds name bridge state links`. `zoc`: side -> ids of the units
    that project one into the hex, `zoc_names` what they are called. Boxes have no sides and no ZOC.
    """
    board, view, pos = game.board, game.view(), game.position(state)
    sides: list[Row] = []
    for there in board.neighbours[place]:
        states = [
            how
            for marker in _hexside_markers(state, place, there)
            if (how := view.hexside_state(marker) or game.word(marker))
        ]
        row: Row = {
            "to": game.place(there),
            "direction": board.direction_name(place, there),
            "kinds": list(board.hexsides(place, there)),
            "name": board.hexside_name(place, there),
            "bridge": board.has_bridge(place, there),
            "state": ", ".join(states),
            "links": list(board.links(place, there)),
        }
        if row["kinds"] or row["links"] or row["state"]:
            sides.append(row)
    zoc: Row = {}
    zoc_names: Row = {}
    for number, side in enumerate(game.sides, 1):
        pieces = view.zoc(pos, number).get(place, ())
        zoc[side] = [game.piece(piece) for piece in pieces]
        zoc_names[side] = [game.piece_name(piece) for piece in pieces]
    control = state.control.get(place, 0)
    return {
        "hex": game.place(place),
        "name": board.names[place],
        "terrain": board.terrain[place],
        "features": sorted(board.features[place]),
        "areas": [area.name for area in board.data.areas if place in area.hexes],
        "control": game.side(control) if control else None,
        "sides": sides,
        "markers": [
            {"marker": game.word(key & 0xFFFF), "count": count, "text": game.value(key & 0xFFFF, count)}
            for key, count in sorted(state.markers.items())
            if key >> 32 == place and not key >> 16 & 0xFFFF and not game.bookkeeping(key & 0xFFFF)
        ],
        "units": [unit_brief(game, view, state, piece) for piece in view.stack_order(pos, state.units_at(place))],
        "zoc": zoc,
        "zoc_names": zoc_names,
    }


def unit_brief(game: Game[Any], view: BoardView[Any], state: State, piece: int) -> Row:
    """A unit in a line: `unit name side place values steps reduced flags`."""
    pos = game.position(state)
    face, counter = view.face(pos, piece), game.counters[piece]
    at = state.at.get(piece, OFF_MAP)
    return {
        "unit": game.piece(piece),
        "name": game.piece_name(piece),
        "side": game.side(game.side_of[piece]),
        "place": game.place(at) if at != OFF_MAP else None,
        "values": face.values,
        "artillery": face.artillery,
        "armor": face.armor,
        "at": face.at,
        "steps": state.steps.get(piece, 0 if at == OFF_MAP else counter.steps),
        "reduced": face.reduced,
        "flags": [f"{word} {value}".strip() for word, value in view.flags(pos, piece)],
    }


def unit_data(game: Game[Any], state: State, piece: int, line: Iterable[Frame] = ()) -> Row:
    """A unit: its brief, `front` and `back` as printed, `facts`, `supply`, and `history` over the frames of a line."""
    view, pos = game.view(), game.position(state)
    counter = game.counters[piece]
    out = unit_brief(game, view, state, piece)
    in_play = piece in state.at
    supply = view.supply(pos, piece) if in_play else None
    out |= {
        "nationality": counter.nationality,
        "type": counter.type,
        "size": counter.size,
        "front": printed(counter.front),
        "back": printed(counter.back) if counter.back is not None else None,
        "facts": dict(view.facts(pos, piece)) if in_play else {},
        "supply": None
        if supply is None
        else {
            "standing": supply.standing,
            "path": [game.place(place) for place in supply.path],
            "rule": supply.rule,
        },
        "history": list(history(game, piece, line)),
    }
    return out


def printed(face: Face) -> Row:
    """The values that a side of a counter prints, in the order of the edition, and no others."""
    out: Row = {key: getattr(face, key) for key in ("cs", "cohesion", "ma") if key in face.values}
    if face.cs_defence_only:
        out["cs_defence_only"] = True
    out |= {key: value for key, value in face.values.items() if value}
    out |= {key: f"{value}/4" for key, value in face.fractions.items()}
    if face.bicycle:
        out["bicycle"] = True
    return out


def history(game: Game[Any], piece: int, line: Iterable[Frame]) -> Iterator[Row]:
    """Every event of a line that names a unit: `address turn text rule`. O(events of the line)."""
    from hexledger.projections.phrases import phrases
    from hexledger.projections.telling import Teller
    from hexledger.projections.walk import walk

    teller = Teller(game, phrases())
    for happening in walk(line):
        event = happening.event
        if names_piece(game, event, piece):
            yield {
                "address": happening.address,
                "turn": game.turn(happening.state.turn) if happening.state.turn else "",
                "text": teller.tell(event, happening.state),
                "rule": game.rule(getattr(event, "rule", 0)),
            }


def names_piece(game: Game[Any], event: ev.Event, piece: int) -> bool:
    """True for an event that is about a unit and that a record would tell."""
    if getattr(event, "piece", -1) == piece:
        return not (isinstance(event, ev.Flagged) and game.bookkeeping(event.flag))
    if isinstance(event, ev.Declared):
        return piece in event.pieces
    if isinstance(event, ev.Reckoned):
        return any(label == ~piece for label, _, _ in event.lines)
    return False


def tracks_data(game: Game[Any], state: State) -> list[Row]:
    """The tracks beside the map: `name cells current`, then `title lines units` of the other blocks."""
    view, pos = game.view(), game.position(state)
    out: list[Row] = [
        {
            "name": track.name,
            "cells": list(track.cells),
            "current": track.cells[track.current] if track.current >= 0 else None,
            **({"marks": list(track.marks)} if track.marks else {}),
        }
        for track in view.tracks(pos)
    ]
    out.extend({"name": part.title, **_block(game, part)} for part in view.sections(pos))
    return out


def track_cell(words: str, current: bool, mark: str) -> str:
    """A box of a track in text: the marker's in brackets, one that was used in round ones, one that is open with a
    sign."""
    if current:
        return f"[{words}]"
    return {"used": f"({words})", "open": f"{words}<"}.get(mark, words)


def _block(game: Game[Any], part: SectionView) -> Row:
    return {
        "lines": list(part.lines),
        "units": [game.piece(piece) for piece in part.pieces],
        "names": [game.piece_name(piece) for piece in part.pieces],
    }


def _hexside_markers(state: State, one: int, two: int) -> list[int]:
    a, b = sorted((one, two))
    low = a << 32 | (b + 1) << 16
    return [key & 0xFFFF for key in sorted(state.markers) if low <= key < low + 0x10000]
