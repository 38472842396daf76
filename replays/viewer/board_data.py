"""What never changes in a game: the board, the counters' names, and the drawing material for both."""

from __future__ import annotations

from typing import Any, TypeAlias

from hexledger.engine.kernel.game import Game
from hexledger.replays.picture.counters import BADGES
from hexledger.replays.picture.symbols import LETTERS, SIZES, icon
from hexledger.replays.picture.terrain import LOOKS
from hexledger.replays.picture.themes import FORMATION_TINTS, THEMES, palette
from hexledger.replays.picture.waters import WATERS

Row: TypeAlias = dict[str, Any]


def board_data(game: Game[Any]) -> Row:
    """The board as columns; hexes and boxes are numbered as the game numbers its places.

    flat        True for flat-topped hexes
    hexes       number of hexes; what follows in `labels` are boxes
    labels, q, r, terrain (indices into `terrains`), names (place -> name), features (place -> words)
    sides       `[a, b, kind, name, bridge]`, kind an index into `kinds`
    links       `[a, b, kind]`
    areas       `[name, kind, hexes]` of named areas
    """
    board = game.board
    terrains = sorted(set(board.terrain[: board.n_hexes]))
    kinds = sorted({side.kind for _, _, side in board.data.sides} | {kind for _, _, kind in board.data.links})
    return {
        "flat": board.orientation == "flat",
        "hexes": board.n_hexes,
        "labels": list(board.labels),
        "q": list(board.q),
        "r": list(board.r),
        "terrains": terrains,
        "terrain": [terrains.index(board.terrain[place]) for place in range(board.n_hexes)],
        "names": {str(place): name for place, name in enumerate(board.names) if name},
        "features": {
            str(place): sorted(board.features[place]) for place in range(board.n_hexes) if board.features[place]
        },
        "kinds": kinds,
        "sides": [
            [a, b, kinds.index(side.kind), side.name, int(side.bridge)]
            for a, b, side in board.data.sides
            if a < board.n_hexes and b < board.n_hexes
        ],
        "links": [
            [a, b, kinds.index(kind)]
            for a, b, kind in board.data.links
            if a < board.n_hexes and b < board.n_hexes and board.adjacent(a, b)
        ],
        "areas": [[area.name or area.id, area.kind, list(area.hexes)] for area in board.data.areas],
    }


def pieces_data(game: Game[Any]) -> list[list[Any]]:
    """Every counter of the game: `[id, what it is called, side, type, size, steps, formation, printed name]`."""
    formations = game.edition.formations
    rows: list[list[Any]] = []
    for number, counter in enumerate(game.counters):
        formation = formations.get(counter.formation)
        named = formation.name if formation is not None else counter.formation
        about = [counter.type, counter.size, counter.steps, named or "", counter.name]
        rows.append([counter.id, game.piece_name(number), game.side_of[number], *about])
    return rows


def drawing_data(game: Game[Any]) -> Row:
    """Colours and symbols, the same as in the pictures: `themes`, `looks` (terrain word -> look), `waters` (kind ->
    [width as share of a hex, straight]), `palettes`, `tints`, `badges`, `icons` (symbol -> [lines, shapes, letter]),
    `size_marks`."""
    symbols = sorted({counter.type for counter in game.counters})
    nations = sorted({counter.nationality for counter in game.counters} | set(game.sides))
    more = ("german_ss", "german_airborne", "luftwaffe", "plain")
    return {
        "themes": {name: _theme(theme) for name, theme in THEMES.items()},
        "looks": LOOKS,
        "waters": {kind: [water.width, int(water.ruled)] for kind, water in WATERS.items()},
        "palettes": {key: _palette(key) for key in (*nations, *more)},
        "tints": list(FORMATION_TINTS),
        "badges": {key: list(colours) for key, colours in BADGES.items()},
        "icons": {symbol: [*icon(symbol), LETTERS.get(symbol, "")] for symbol in symbols},
        "size_marks": SIZES,
    }


def _theme(theme: Any) -> Row:
    from msgspec import to_builtins

    row: Row = to_builtins(theme)
    return row


def _palette(key: str) -> list[str]:
    colours = palette(key)
    return [colours.face, colours.light, colours.dark, colours.ink]
