"""The sheet being drawn: options, which hexes are in view, and the look-ups every layer needs."""

from __future__ import annotations

import msgspec

from hexledger.replays.picture.layout import NEIGHBOURS, Cell, Layout, Point
from hexledger.replays.picture.scene import Hex, Scene, check
from hexledger.replays.picture.themes import THEMES, Theme, ThemeName


class PictureOptions(msgspec.Struct, frozen=True):
    """How to draw. `hex_size`: centre to corner in pixels. `margin`: hexes shown around the clip.

    `numbers`: hex numbers. `panel`: title, tracks, sections and legend at the right. `legend`: keys in the panel.
    `embed_fonts`: put the two bundled fonts (about 45 kB) into the SVG, so that it looks the same in every browser.
    `view`: labels of the hexes that the picture is cut to (`scene.between`, `scene.near`); nothing: all in play.
    """

    theme: ThemeName = "light"
    hex_size: float = 60
    margin: int = 1
    numbers: bool = True
    panel: bool = True
    legend: bool = True
    embed_fonts: bool = True
    view: tuple[str, ...] = ()


class Sheet:
    """A checked scene on its layout. Raises SceneError when the scene contradicts itself."""

    def __init__(self, scene: Scene, options: PictureOptions) -> None:
        self.scene = scene
        self.options = options
        self.theme: Theme = THEMES[options.theme]
        self.layout = Layout(scene.orientation, options.hex_size)
        self.hexes = check(scene)
        self.by_cell: dict[Cell, Hex] = {(h.q, h.r): h for h in scene.hexes}
        self.in_play: frozenset[str] = frozenset(scene.clip) if scene.clip else frozenset(self.hexes)
        self.left, self.top, self.right, self.bottom = self._view()
        self.shown: tuple[Hex, ...] = self._shown()
        self.shown_labels: frozenset[str] = frozenset(h.label for h in self.shown)
        self.formation_order: dict[str, int] = self._formations()

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def cell(self, label: str) -> Cell:
        h = self.hexes[label]
        return (h.q, h.r)

    def centre(self, label: str) -> Point:
        return self.layout.centre(self.cell(label))

    def neighbours(self, h: Hex) -> tuple[Hex | None, ...]:
        return tuple(self.by_cell.get((h.q + dq, h.r + dr)) for dq, dr in NEIGHBOURS)

    def _view(self) -> tuple[float, float, float, float]:
        """The rectangle of the map in pixels: the hexes of the view, or those in play and a margin, but no further than
        the board."""
        if not self.hexes:
            return (0.0, 0.0, 0.0, 0.0)
        pitch, size = self.layout.pitch, self.layout.size
        wanted = frozenset(self.options.view)
        pad = pitch * self.options.margin if self.scene.clip and not wanted else 0.0
        inner = [self.centre(label) for label in self.hexes if label in (wanted or self.in_play)]
        outer = [self.layout.centre(cell) for cell in self.by_cell]
        rim = size * 1.04
        return (
            max(min(p[0] for p in inner) - pad, min(p[0] for p in outer)) - rim,
            max(min(p[1] for p in inner) - pad, min(p[1] for p in outer)) - rim,
            min(max(p[0] for p in inner) + pad, max(p[0] for p in outer)) + rim,
            min(max(p[1] for p in inner) + pad, max(p[1] for p in outer)) + rim,
        )

    def _shown(self) -> tuple[Hex, ...]:
        """Hexes that touch the view, and one more ring so that curves run out of it; north to south, west to east."""
        reach = self.layout.pitch + self.layout.size
        found = []
        for h in self.scene.hexes:
            x, y = self.layout.centre((h.q, h.r))
            inside = self.left - reach <= x <= self.right + reach and self.top - reach <= y <= self.bottom + reach
            if inside:
                found.append((y, x, h))
        return tuple(h for _, _, h in sorted(found, key=lambda f: (f[0], f[1])))

    def _formations(self) -> dict[str, int]:
        names = self.scene.formations
        if not names:
            faces = [c for s in self.scene.stacks for c in s.counters]
            faces += [c for s in self.scene.sections for c in s.counters]
            names = tuple(sorted({c.formation for c in faces if c.formation}))
        return {name: i for i, name in enumerate(dict.fromkeys(names))}
