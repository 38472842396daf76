"""From a position to a picture's scene: the one way from the rules' numbers to what `replays.picture` draws.

It knows no game by name: what counters, tracks and markers say comes from the game's `view` (engine/view.py). The parts
of a board that never change are made once for each game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from hexledger.engine.kernel.deciding import offer
from hexledger.engine.view import ArrowView, BoardView, Outline, SectionView
from hexledger.events import model as ev
from hexledger.projections.state import State
from hexledger.replays.picture.scene import (
    Area,
    Arrow,
    CounterFace,
    Hex,
    Hexside,
    Link,
    Marker,
    Scene,
    Section,
    Stack,
    Track,
)

if TYPE_CHECKING:
    from hexledger.engine.kernel.game import Game
    from hexledger.engine.kernel.position import Position
    from hexledger.events.frame import Frame

_FLAT = frozenset({"edge", "zone", "objective"})


def scene_of(
    game: Game[Any],
    state: State,
    *,
    frame: Frame | None = None,
    before: State | None = None,
    heading: str = "",
    decision: Sequence[str] = (),
    trimmed: bool = False,
) -> Scene:
    """The scene of a position.

    frame, before  the decision that led here and the position it was made in: its moves and attacks are drawn
    heading        first line of the title (default: the game's title)
    decision       lines of text for the panel: the decision in words with its calculation
    trimmed        leave out the hexes beyond those in play and their rim (a text board does not show them)
    Cost: one pass over hexes and pieces; the static board is cached.
    """
    pos, view = game.position(state), game.view()
    shown = view.map(pos)
    board = _static(game, shown.clip if trimmed else ())
    hexes = dict(board.hexes)
    objectives = frozenset(shown.objectives)
    for place in sorted(hexes.keys() & {*shown.flags, *objectives}):
        control = state.control.get(place, 0)
        whose = game.sides[control - 1] if control and place in shown.flags else ""
        old = hexes[place]
        hexes[place] = Hex(
            old.label, old.q, old.r, old.terrain, old.name, old.features, whose, objective=place in objectives
        )
    prompt = offer(game, state)
    sections = [Section("Decision", tuple(decision))] if decision else []
    if prompt is not None:
        asked = f"{game.side(prompt.side).capitalize()}: {game.word(prompt.word)}{_cited(game, prompt.rule)}"
        sections.append(Section("To decide", (asked,)))
    sections += [_section(game, view, pos, part) for part in view.sections(pos) if part.lines or part.pieces]
    label = game.place
    return Scene(
        title=heading or game.title,
        subtitle=subtitle(game, state),
        edition=edition_line(game),
        orientation=game.board.orientation,
        hexes=tuple(hexes.values()),
        hexsides=_hexsides(view, state, board.hexsides),
        links=board.links,
        areas=tuple(_areas(game, shown.outlines, hexes)),
        stacks=_stacks(game, view, pos, board),
        markers=tuple(_markers(game, view, state, board)),
        arrows=_arrows(game, view, pos, board, frame=frame, before=before),
        tracks=tuple(Track(track.name, track.cells, track.current, track.marks) for track in view.tracks(pos)),
        sections=tuple(sections),
        clip=tuple(label(place) for place in shown.clip),
        formations=board.formations,
        sides={side: side.capitalize() for side in game.sides},
        counter_notes=view.counter_notes,
    )


def _areas(game: Game[Any], outlines: Iterable[Outline], hexes: Collection[int]) -> Iterator[Area]:
    """Areas, as far as they lie on the part of the board that is there."""
    for outline in outlines:
        there = tuple(game.place(place) for place in outline.hexes if place in hexes)
        if there and outline.kind in _FLAT:
            yield Area(outline.name, there, outline.kind)


def subtitle(game: Game[Any], state: State) -> str:
    """Turn, phase and phasing side; the verdict when the game is over."""
    if state.over:
        return f"The game is over. {game.verdict(state.winner, state.level)}"
    phase = game.word(state.phase) if state.phase else "set-up"
    side = f", {game.side(state.phase_side).capitalize()}" if state.phase_side else ""
    return f"{game.turn(state.turn)}: {phase}{side}"


def edition_line(game: Game[Any]) -> str:
    """The edition that is shown, on every board (DESIGN: the player is told)."""
    meta = game.edition.meta
    note = ": a reconstruction, not the printed map and counters" if meta.kind == "house" else ""
    return f"{meta.kind.capitalize()} edition {meta.version}{note}"


def face_of(game: Game[Any], view: BoardView[Any], pos: Position[Any], piece: int) -> CounterFace:
    """The counter of a piece as it lies now."""
    face = view.face(pos, piece)
    return CounterFace(
        id=game.piece(piece),
        name=game.printed_name(piece),
        called=game.piece_name(piece),
        side=game.side(game.side_of[piece]),
        colours=face.colours,
        symbol=face.symbol,
        size=face.size,
        values=face.values,
        formation=face.formation,
        artillery=face.artillery,
        armor=face.armor,
        at=face.at,
        band=face.band,
        reduced=face.reduced,
        dimmed=face.dimmed,
        statuses=face.badges,
    )


# ---------------------------------------------------------------------- the parts
class _Board:
    """What never changes: hexes by place number, hexsides, links, formations. `clip` and its rim only; () = all."""

    def __init__(self, game: Game[Any], clip: tuple[int, ...]) -> None:
        board = game.board
        label = board.labels
        self.hexes: dict[int, Hex] = {
            place: Hex(
                label[place],
                board.q[place],
                board.r[place],
                board.terrain[place],
                board.names[place],
                tuple(sorted(board.features[place])),
            )
            for place in sorted({*clip, *chain.from_iterable(board.neighbours[p] for p in clip)})
            or range(board.n_hexes)
        }
        here = self.hexes
        self.hexsides: tuple[tuple[int, int, Hexside], ...] = tuple(
            (a, b, Hexside(label[a], label[b], side.kind, side.name, side.bridge))
            for a, b, side in board.data.sides
            if a in here and b in here
        )
        self.links = tuple(
            Link(label[a], label[b], kind)
            for a, b, kind in board.data.links
            if a in here and b in here and board.adjacent(a, b)
        )
        self.formations = tuple(game.edition.formations)


@lru_cache(maxsize=4)
def _static(game: Game[Any], clip: tuple[int, ...]) -> _Board:
    return _Board(game, clip)


def _cited(game: Game[Any], rule: int) -> str:
    return f" [{game.rule(rule)}]" if rule else ""


def _hexsides(view: BoardView[Any], state: State, sides: Sequence[tuple[int, int, Hexside]]) -> tuple[Hexside, ...]:
    states: dict[tuple[int, int], str] = {}
    for key in sorted(state.markers):
        a, b = key >> 32, (key >> 16 & 0xFFFF) - 1
        how = view.hexside_state(key & 0xFFFF) if b >= 0 else ""
        if how:
            states[a, b] = how
    if not states:
        return tuple(side for _, _, side in sides)
    return tuple(
        Hexside(side.a, side.b, side.kind, side.name, side.bridge, states[a, b])
        if (a, b) in states and _carries(side, states[a, b])
        else side
        for a, b, side in sides
    )


def _carries(side: Hexside, how: str) -> bool:
    """A blown bridge is drawn where a bridge was printed, a pontoon on any water."""
    return side.bridge or (how == "pontoon" and ("river" in side.kind or side.kind in ("canal", "stream")))


def _stacks(game: Game[Any], view: BoardView[Any], pos: Position[Any], board: _Board) -> tuple[Stack, ...]:
    stacks = pos.state.stacks
    return tuple(
        Stack(
            game.place(place), tuple(face_of(game, view, pos, piece) for piece in view.stack_order(pos, stacks[place]))
        )
        for place in sorted(stacks)
        if place in board.hexes
    )


def _section(game: Game[Any], view: BoardView[Any], pos: Position[Any], part: SectionView) -> Section:
    return Section(part.title, part.lines, tuple(face_of(game, view, pos, piece) for piece in part.pieces))


def _markers(game: Game[Any], view: BoardView[Any], state: State, board: _Board) -> Iterator[Marker]:
    for key in sorted(state.markers):
        place, b = key >> 32, (key >> 16 & 0xFFFF) - 1
        if b >= 0 or place not in board.hexes:
            continue
        token = view.token(key & 0xFFFF, state.markers[key])
        if token is not None:
            yield Marker(game.place(place), token[0], token[1][:3], name=game.word(key & 0xFFFF))


def _arrows(
    game: Game[Any],
    view: BoardView[Any],
    pos: Position[Any],
    board: _Board,
    *,
    frame: Frame | None,
    before: State | None,
) -> tuple[Arrow, ...]:
    return tuple(
        Arrow(arrow.kind, tuple(game.place(place) for place in arrow.path), arrow.text)
        for arrow in arrow_views(game, view, pos, frame=frame, before=before)
        if all(place in board.hexes for place in arrow.path)
    )


def arrow_views(
    game: Game[Any], view: BoardView[Any], pos: Position[Any], *, frame: Frame | None, before: State | None
) -> list[ArrowView]:
    """The arrows of a decision and of the fight that is being decided after it, each line once."""
    found: dict[tuple[str, tuple[int, ...]], str] = {}
    if frame is not None and frame.seq > 0:
        for arrow in _of_frame(game, view, frame, before or pos.state):
            found[arrow.kind, arrow.path] = arrow.text or found.get((arrow.kind, arrow.path), "")
    for arrow in view.pending(pos):
        found.setdefault((arrow.kind, arrow.path), arrow.text)
    return [ArrowView(kind, path, text) for (kind, path), text in found.items() if len(path) > 1]


def _of_frame(game: Game[Any], view: BoardView[Any], frame: Frame, before: State) -> Iterator[ArrowView]:
    """Arrows of a frame's events. Attackers stand where they stood just before the event."""
    at = before.at.copy()
    totals = {
        event.subject: event
        for event in frame.events
        if isinstance(event, ev.Reckoned) and game.word_key(event.kind).endswith("drm")
    }
    for event in frame.events:
        if isinstance(event, ev.Moved):
            if len(event.path) > 1:
                yield ArrowView(view.move_kind(event.mode), event.path)
                at[event.piece] = event.path[-1]
        elif isinstance(event, ev.Placed):
            at[event.piece] = event.at
        elif isinstance(event, ev.Reckoned) and view.arrow_kind(event.kind):
            for label, value, _ in event.lines:
                if label < 0 and value and at.get(~label, event.subject) != event.subject:
                    yield ArrowView(view.arrow_kind(event.kind), (at[~label], event.subject), f"{value:+d}")
        elif isinstance(event, ev.Declared) and event.targets:
            kind = view.arrow_kind(event.kind)
            target = event.targets[0]
            places = dict.fromkeys(at[piece] for piece in event.pieces if piece in at)
            for number, place in enumerate(places):
                if kind and place != target and (kind != "attack" or game.board.adjacent(place, target)):
                    total = totals.get(target)
                    text = f"{total.total:+d}" if kind == "attack" and total is not None and not number else ""
                    yield ArrowView(kind, (place, target), text)
