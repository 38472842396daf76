"""`Drawing`: a scene taken apart into what an SVG or a PNG puts together: the printed board below, and what lies on it.

From below: `base`, `stamps` (trees, houses), `lines` (rivers, sea, grid, roads), `bridges`, `rims` (of objectives),
`letters` (numbers, areas, what is printed in hexes, names), `flags`, `paths`, `counters`, `attacks`, `markers`; beside
the map the panel, and sometimes a tray under it. What is made of `base`, `stamps`, `lines` and `letters` alone is the
same at every moment of a game.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from hexledger.replays.picture.arrows import draw_attacks, draw_markers, draw_paths
from hexledger.replays.picture.counters import draw_stack
from hexledger.replays.picture.ground import built_up, draw_land, draw_sea, draw_stamps, looks
from hexledger.replays.picture.layout import Cell
from hexledger.replays.picture.linework import (
    draw_areas,
    draw_bridges,
    draw_grid,
    draw_objectives,
    draw_other_sides,
    draw_rivers,
    draw_roads,
)
from hexledger.replays.picture.names import (
    draw_features,
    draw_flags,
    draw_numbers,
    draw_places,
    draw_river_names,
)
from hexledger.replays.picture.panel import WIDTH, Panel
from hexledger.replays.picture.pieces import Piece
from hexledger.replays.picture.scene import Arrow, Scene
from hexledger.replays.picture.sheet import PictureOptions, Sheet
from hexledger.replays.picture.svg import group, num
from hexledger.replays.picture.symbols import symbol_definition, symbol_id
from hexledger.replays.picture.terrain import hedgerows, stamp_definitions

SANS = "'Barlow Condensed SemiBold','Barlow Condensed','Arial Narrow','Liberation Sans Narrow',sans-serif"
SERIF = "'EB Garamond SemiBold','EB Garamond',Garamond,Georgia,serif"
FRAME = 14.0
_TALL = 1250.0
"""Map height in pixels up to which the panel keeps its own size; beyond, it grows with the map."""
_LONGER = 1.25
"""A panel longer than the map by more than this gives its counters to a tray under the map."""
_TRAY = 3
"""Panel widths that a map must have for a tray."""
_ID = re.compile(r'<(?:g|pattern) id="([^"]+)"')


class Beside(NamedTuple):
    """The panel, or the tray: its pieces, where its corner lies in the picture, how large a unit of it is there, and
    its width and height in units of its own. Without pieces it is not there."""

    pieces: list[Piece]
    left: float
    top: float
    scale: float
    wide: float
    high: float


class Drawing:
    """One picture. Raises SceneError when the scene names hexes that do not exist or do not touch. Every layer is made
    when it is first asked for."""

    def __init__(self, scene: Scene, options: PictureOptions) -> None:
        self.unit = 1.0
        """Pixels that a unit of the picture is drawn with, to be set before a layer is asked for: what is left of the
        lettering depends on it."""
        self.sheet = sheet = Sheet(scene, options)
        self.theme = sheet.theme
        panel_scale = max(1.0, sheet.height / _TALL)
        panel, tray = _beside(sheet, panel_scale)
        map_high = sheet.height + (tray.y * panel_scale + FRAME if tray is not None else 0)
        panel_high = panel.y * panel_scale if panel is not None else 0.0
        self.high = max(map_high, panel_high) + 2 * FRAME
        self.wide = sheet.width + 2 * FRAME + (WIDTH * panel_scale + FRAME if panel is not None else 0)
        self.beside: list[Beside] = []
        if panel is not None:
            high = (self.high - 2 * FRAME) / panel_scale
            self.beside.append(Beside(panel.pieces, sheet.width + 2 * FRAME, FRAME, panel_scale, WIDTH, high))
        if tray is not None:
            top = sheet.height + 2 * FRAME
            wide, high = sheet.width / panel_scale, (self.high - FRAME - top) / panel_scale
            self.beside.append(Beside(tray.pieces, FRAME, top, panel_scale, wide, high))

    # ------------------------------------------------------------ the printed board
    @cached_property
    def _looks(self) -> dict[Cell, str]:
        return looks(self.sheet)

    @cached_property
    def _sea(self) -> tuple[list[str], list[str]]:
        return draw_sea(self.sheet, self._looks)

    @cached_property
    def _rivers_named(self) -> tuple[list[str], list[str]]:
        return draw_river_names(self.sheet, self.unit)

    def base(self) -> list[str]:
        """Ground colours and the pattern of the bocage."""
        return [group(draw_land(self.sheet, self._looks), 'id="land"')]

    @cached_property
    def stamps(self) -> list[Piece]:
        """Trees, houses, furrows: one of a few drawings in every hex."""
        return draw_stamps(self.sheet, self._looks)

    def lines(self) -> list[str]:
        """Rivers, the sea, other hexsides, the grid, roads."""
        sheet = self.sheet
        return [
            group(draw_rivers(sheet), 'id="rivers"'),
            group(self._sea[1], 'id="water"'),
            group(draw_other_sides(sheet), 'id="hexsides"'),
            group(draw_grid(sheet), 'id="grid"'),
            group(draw_roads(sheet), 'id="roads"'),
        ]

    def letters(self) -> list[str]:
        """Hex numbers, the veil and outlines of areas, what is printed in hexes, names."""
        sheet = self.sheet
        return [
            group(draw_numbers(sheet, self.unit), 'id="numbers"'),
            group(draw_areas(sheet), 'id="areas"'),
            group(draw_features(sheet), 'id="features"'),
            group(self._rivers_named[1] + draw_places(sheet, self.unit), 'id="names"'),
        ]

    # ------------------------------------------------------------ what lies on it
    @cached_property
    def bridges(self) -> list[Piece]:
        """Bridges as they stand."""
        return draw_bridges(self.sheet)

    @cached_property
    def rims(self) -> list[Piece]:
        """Rims of the hexes that are objectives."""
        return draw_objectives(self.sheet)

    @cached_property
    def flags(self) -> list[Piece]:
        """Flags of control, stars of objectives."""
        return draw_flags(self.sheet)

    @cached_property
    def _arrows(self) -> tuple[Arrow, ...]:
        shown = self.sheet.shown_labels
        return tuple(a for a in self.sheet.scene.arrows if all(label in shown for label in a.path))

    @cached_property
    def paths(self) -> list[Piece]:
        """Arrows below the counters."""
        return draw_paths(self.sheet, self._arrows)

    @cached_property
    def counters(self) -> list[Piece]:
        """Counters in rows from the north, so that the counter in front lies over the one behind."""
        sheet = self.sheet
        stacks = sorted(
            (s for s in sheet.scene.stacks if s.hex in sheet.shown_labels),
            key=lambda s: (sheet.centre(s.hex)[1], sheet.centre(s.hex)[0], s.hex),
        )
        return [piece for s in stacks for piece in draw_stack(sheet, s)]

    @cached_property
    def attacks(self) -> list[Piece]:
        """Arrows above the counters."""
        return draw_attacks(self.sheet, self._arrows)

    @cached_property
    def markers(self) -> list[Piece]:
        """Tokens in hexes."""
        sheet = self.sheet
        return draw_markers(sheet, tuple(m for m in sheet.scene.markers if m.hex in sheet.shown_labels))

    # ------------------------------------------------------------ what they refer to
    @cached_property
    def shared(self) -> dict[str, str]:
        """Name -> definition of what several things are drawn with: stamps, the pattern of the bocage, symbols."""
        sheet = self.sheet
        wanted = set(self._looks.values())
        if any(built_up(h) for h in sheet.shown):
            wanted.add("settlement")
        found = stamp_definitions(self.theme, frozenset(wanted))
        if "bocage" in wanted:
            found.append(hedgerows(self.theme, sheet.layout.size / 100))
        return {_ID.findall(text)[0]: text for text in found} | self.symbols

    @cached_property
    def symbols(self) -> dict[str, str]:
        """Name -> definition of the symbols on counters."""
        scene = self.sheet.scene
        faces = [c for s in scene.stacks for c in s.counters] + [c for s in scene.sections for c in s.counters]
        return {symbol_id(symbol): symbol_definition(symbol) for symbol in sorted({c.symbol for c in faces})}

    def own(self) -> list[str]:
        """Definitions of this map only: the edge of the sea, the lines that names of rivers follow."""
        return self._sea[0] + self._rivers_named[0]

    def style(self) -> str:
        """The style sheet: text classes c counter, n hex number, p place, w water, t title, h heading, s text, k
        track."""
        theme, size = self.theme, self.sheet.layout.size
        halo = f"paint-order:stroke;stroke:{theme.halo};stroke-linejoin:round;"
        rules = [
            f"text{{font-family:{SANS};font-weight:600}}",
            ".c{text-anchor:middle}",
            f".n{{text-anchor:middle;font-size:{num(size * 0.175)}px;fill:{theme.number};fill-opacity:.8}}",
            f".p{{text-anchor:middle;fill:{theme.name};{halo}stroke-width:{num(max(size * 0.06, 2.0))}px}}",
            f".big{{letter-spacing:{num(size * 0.02)}px}}",
            f".w{{font-family:{SERIF};font-style:italic;fill:{theme.water_name};{halo}"
            f"stroke-width:{num(size * 0.05)}px;letter-spacing:{num(size * 0.03)}px}}",
            f".t{{font-family:{SERIF};font-style:italic;fill:{theme.ink}}}",
            f".h{{font-size:14px;letter-spacing:1.2px;fill:{theme.faint}}}",
            f".s{{fill:{theme.ink}}}",
            f".k{{text-anchor:middle;fill:{theme.ink}}}",
        ]
        return "".join(rules)


def _beside(sheet: Sheet, scale: float) -> tuple[Panel | None, Panel | None]:
    """(panel, tray under the map): None without `options.panel`, and where there is no tray."""
    if not sheet.options.panel:
        return None, None
    sections = sheet.scene.sections
    panel = Panel(sheet)
    panel.draw(sections)
    held = tuple(s for s in sections if s.counters)
    room = sheet.width >= WIDTH * _TRAY * scale
    if not held or not room or panel.y * scale <= sheet.height * _LONGER:
        return panel, None
    panel = Panel(sheet)
    panel.draw(tuple(s for s in sections if not s.counters))
    tray = Panel(sheet, sheet.width / scale)
    tray.draw_tray(held)
    return panel, tray
