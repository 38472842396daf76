"""Small maps of a whole board: land drawn once, and for each moment who holds what and where the units stand."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Any, Final

from hexledger.engine.kernel.game import Game
from hexledger.projections.state import State
from hexledger.replays.picture.terrain import LOOKS

UNIT: Final = 10.0
"""Half the height of a hex, in units of the drawing."""
GROUNDS: Final = {
    "sea": "#bcd3dc",
    "city": "#c9a58f",
    "forest": "#cdd3ad",
    "woods": "#cdd3ad",
    "hill": "#ddcda6",
    "mountain": "#c8b08a",
    "marsh": "#cfd8c4",
}
"""Look -> colour; other land is PLAIN."""
PLAIN: Final = "#efe8d2"
SIDES: Final = ("#777777", "#0072b2", "#d55e00", "#009e73")


class MiniMaps:
    """Small maps of one game. `land` is the drawing that all of them use; it stands once in a page."""

    def __init__(self, game: Game[Any], state: State, name: str = "land") -> None:
        self.game, self.name = game, name
        board = game.board
        clip = game.view().map(game.position(state)).clip or tuple(range(board.n_hexes))
        self.clip = frozenset(clip)
        self.centres = {place: self._centre(board.q[place], board.r[place]) for place in self.clip}
        xs = [x for x, _ in self.centres.values()]
        ys = [y for _, y in self.centres.values()]
        self.box = (min(xs) - 12, min(ys) - 12, max(xs) - min(xs) + 24, max(ys) - min(ys) + 24)

    def _centre(self, q: int, r: int) -> tuple[float, float]:
        if self.game.board.orientation == "flat":
            return 1.5 * q * UNIT, sqrt(3) * (r + q / 2) * UNIT
        return sqrt(3) * (q + r / 2) * UNIT, 1.5 * r * UNIT

    def _hex(self, place: int) -> str:
        x, y = self.centres[place]
        half = sqrt(3) / 2 * UNIT
        steps: tuple[tuple[float, float], ...]
        if self.game.board.orientation == "flat":
            steps = ((UNIT, 0), (UNIT / 2, half), (-UNIT / 2, half), (-UNIT, 0), (-UNIT / 2, -half), (UNIT / 2, -half))
        else:
            steps = ((0, -UNIT), (half, -UNIT / 2), (half, UNIT / 2), (0, UNIT), (-half, UNIT / 2), (-half, -UNIT / 2))
        return "M" + "L".join(f"{x + dx:.0f} {y + dy:.0f}" for dx, dy in steps) + "z"

    def land(self) -> str:
        """A hidden SVG that holds the land as a symbol."""
        board = self.game.board
        by: dict[str, list[int]] = {}
        for place in sorted(self.clip):
            look = LOOKS.get(board.terrain[place], board.terrain[place])
            by.setdefault(GROUNDS.get(look, GROUNDS.get(board.terrain[place], PLAIN)), []).append(place)
        paths = "".join(f'<path fill="{colour}" d="{self._paths(places)}"/>' for colour, places in by.items())
        symbol = f'<symbol id="{self.name}" viewBox="{self._view()}">{paths}</symbol>'
        return f'<svg class="land" aria-hidden="true">{symbol}</svg>'

    def _paths(self, places: Iterable[int]) -> str:
        return "".join(self._hex(place) for place in places)

    def _view(self) -> str:
        return " ".join(f"{value:.0f}" for value in self.box)

    def at(self, state: State, words: str, ringed: Iterable[int] = ()) -> str:
        """The map of a position: control as tint where the rules keep it, units as squares (first side) and discs."""
        game = self.game
        x0, y0, wide, high = self.box
        parts = [f'<use href="#{self.name}" x="{x0:.0f}" y="{y0:.0f}" width="{wide:.0f}" height="{high:.0f}"/>']
        for side in range(1, len(game.sides) + 1):
            held = [place for place in sorted(state.control) if state.control[place] == side and place in self.clip]
            if held:
                parts.append(f'<path fill="{SIDES[side]}" fill-opacity=".3" d="{self._paths(held)}"/>')
        for place in sorted(state.stacks):
            if place not in self.centres:
                continue
            x, y = self.centres[place]
            side = game.piece_side(state.stacks[place][0])
            colour = SIDES[side] if side < len(SIDES) else SIDES[0]
            if side == 1:
                parts.append(f'<rect x="{x - 6:.0f}" y="{y - 6:.0f}" width="12" height="12" fill="{colour}"/>')
            else:
                parts.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="6.5" fill="{colour}"/>')
        rings = [place for place in ringed if place in self.centres]
        for x, y in (self.centres[place] for place in rings):
            parts.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="17" fill="none" stroke="#a3230f" stroke-width="4"/>')
        return f'<svg class="mini" viewBox="{self._view()}" role="img" aria-label="{words}">{"".join(parts)}</svg>'
