"""The side panel: title, the edition's stamp, tracks, sections, and the keys to terrain and counters.

Counters beside the map (holding boxes, arrivals) stand in the panel while it is no taller than the map; else in a tray
under the map, so that no large board is drawn with an empty half.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from hexledger.replays.picture.counters import face
from hexledger.replays.picture.layout import Point
from hexledger.replays.picture.lettering import fit, width, wrap
from hexledger.replays.picture.names import FORT, TAGS, WORKS, tag, works
from hexledger.replays.picture.pieces import Piece
from hexledger.replays.picture.scene import CounterFace, Section, Track
from hexledger.replays.picture.sheet import Sheet
from hexledger.replays.picture.svg import link, num, path, polyline, rect, smooth, text
from hexledger.replays.picture.terrain import SETTLEMENTS

WIDTH = 300.0
PAD = 20.0


class Panel:
    """Fills itself from the top; `y` is where the next thing goes, in panel units. What it is made of are `pieces`: a
    block of text each, which reads the same wherever it stands, and the counters."""

    def __init__(self, sheet: Sheet, wide: float = WIDTH) -> None:
        self.sheet = sheet
        self.theme = sheet.theme
        self.y = PAD
        self.pieces: list[Piece] = []
        self.parts: list[str] = []
        self.wide = wide
        self.room = wide - 2 * PAD

    def draw(self, sections: tuple[Section, ...]) -> None:
        """The whole panel with these sections."""
        scene = self.sheet.scene
        self._block(self._title)
        for track in scene.tracks:
            self._block(partial(self._track, track))
        self._sections(sections)
        if self.sheet.options.legend:
            self._block(self._terrain_key)
            self._counter_key()
        self.y += PAD * 0.5

    def draw_tray(self, sections: tuple[Section, ...]) -> None:
        """These sections only, without title and keys."""
        self.y = 0.0
        self._sections(sections)
        self.y += PAD * 0.5

    def _block(self, draw: Callable[[], None]) -> None:
        """What `draw` writes, as a piece with its origin where the panel is now."""
        top, self.y, self.parts = self.y, 0.0, []
        draw()
        box = (0.0, -4.0, self.wide, self.y + 8)
        self.pieces.append(Piece("".join(self.parts), box, (0.0, top)))
        self.y += top

    def _sections(self, sections: tuple[Section, ...]) -> None:
        for section in sections:
            self._block(partial(self._words, section))
            if section.counters:
                self._counters(section.counters)

    def _words(self, section: Section) -> None:
        self._heading(section.title)
        for line in section.lines:
            self._line(line)

    def _title(self) -> None:
        scene = self.sheet.scene
        for line in wrap(scene.title, 39, self.room):
            self.y += 32
            self.parts.append(text((PAD, self.y), line, "t", ' font-size="35"'))
        self.y += 4  # room for the descenders of the title
        for line in wrap(scene.subtitle, 16, self.room):
            self.y += 21
            self.parts.append(text((PAD, self.y), line, "s", ' font-size="16"'))
        if scene.edition:
            self.y += 14
            lines = wrap(scene.edition, 15, self.room - 20)
            high = len(lines) * 18 + 10
            colour = self.theme.stamp
            self.parts.append(
                f'<rect x="{num(PAD)}" y="{num(self.y)}" width="{num(self.room)}" height="{num(high)}" rx="4" '
                f'fill="{colour}" fill-opacity=".09" stroke="{colour}" stroke-width="1.6"/>'
            )
            for i, line in enumerate(lines):
                self.parts.append(
                    text((PAD + 10, self.y + 19 + i * 18), line, "s", f' font-size="15" style="fill:{colour}"')
                )
            self.y += high
        self.y += 6

    def _heading(self, words: str) -> None:
        self.y += 26
        self.parts.append(text((PAD, self.y), words.upper(), "h"))
        wide = width(words.upper(), 14) + len(words) * 1.2 + 10
        if wide < self.room:
            line = polyline([(PAD + wide, self.y - 5), (PAD + self.room, self.y - 5)])
            self.parts.append(path(line, f'stroke="{self.theme.rule}" stroke-width="1.2"'))
        self.y += 4

    def _line(self, words: str) -> None:
        for line in wrap(words, 15, self.room):
            self.y += 19
            self.parts.append(text((PAD, self.y), line, "s", ' font-size="15"'))

    def _track(self, track: Track) -> None:
        self._heading(track.name)
        self.y += 6
        count = max(1, len(track.cells))
        per_row = min(count, 4 if max((width(c, 15) for c in track.cells), default=0) > 26 else 8)
        wide, high = self.room / per_row, 32.0
        for i, words in enumerate(track.cells):
            x, y = PAD + (i % per_row) * wide, self.y + (i // per_row) * high
            now = i == track.current
            mark = track.marks[i] if track.marks else ""
            back = self.theme.objective if now else self.theme.frame if mark == "used" else self.theme.paper
            ink = ' style="fill:#1c1a15"' if now else f' style="fill:{self.theme.paper}"' if mark == "used" else ""
            self.parts.append(
                f'<rect x="{num(x)}" y="{num(y)}" width="{num(wide)}" height="{num(high)}" fill="{back}" '
                f'stroke="{self.theme.frame}" stroke-width="1.2"/>'
            )
            if mark == "open":
                self.parts.append(
                    f'<rect x="{num(x + 3)}" y="{num(y + 3)}" width="{num(wide - 6)}" height="{num(high - 6)}" '
                    f'fill="none" stroke="{self.theme.objective}" stroke-width="2.4"/>'
                )
            size = fit(words, 16, wide - 8)
            self.parts.append(
                text((x + wide / 2, y + high / 2 + size * 0.35), words, "k", f' font-size="{num(size)}"{ink}')
            )
        self.y += high * (-(-count // per_row))

    def _counters(self, counters: tuple[CounterFace, ...]) -> None:
        side, gap = 48.0, 5.0
        per_row = int((self.room + gap) // (side + gap))
        self.y += 12
        for i, c in enumerate(counters):
            at = (PAD + (i % per_row) * (side + gap), self.y + (i // per_row) * (side + gap + 5))
            self.pieces.append(face(c, at, side, self.sheet))
        self.y += (-(-len(counters) // per_row)) * (side + gap + 5)

    def _terrain_key(self) -> None:
        """Swatches of the ground and lines that are in view, two columns."""
        entries = _ground_entries(self.sheet) + _line_entries(self.sheet)
        if not entries:
            return
        self._heading("Terrain")
        self.y += 8
        half = self.room / 2
        for i, (kind, words) in enumerate(entries):
            x, y = PAD + (i % 2) * half, self.y + (i // 2) * 24
            self.parts.append(_swatch(self.sheet, kind, (x, y)))
            self.parts.append(text((x + 42, y + 14), words, "s", f' font-size="{num(fit(words, 14, half - 48))}"'))
        self.y += (-(-len(entries) // 2)) * 24

    def _counter_key(self) -> None:
        """One counter of the scene, enlarged, with its parts named."""
        faces = [c for s in self.sheet.scene.stacks for c in s.counters if c.values]
        if not faces:
            return
        # The counter that shows most: small numbers first, so that the key explains them.
        sample = max(faces, key=lambda c: (bool(c.artillery) + bool(c.armor) + bool(c.at), not c.band, len(c.values)))
        self._block(partial(self._heading, "Counters"))
        self.y += 14
        self.pieces.append(face(_plain(sample), (PAD + 4, self.y), 92, self.sheet))
        self._block(partial(self._notes, sample))

    def _notes(self, sample: CounterFace) -> None:
        """The lines beside the enlarged counter."""
        x = PAD + 112
        notes = [note.format(name=sample.name, values=sample.values) for note in self.sheet.scene.counter_notes]
        for i, note in enumerate(notes):
            size = fit(note, 13.5, WIDTH - PAD - x)
            self.parts.append(text((x, self.y + 11 + i * 16.6), note, "s", f' font-size="{num(size)}"'))
        self.y += 106


def _plain(c: CounterFace) -> CounterFace:
    return CounterFace(
        id=c.id,
        name=c.name,
        side=c.side,
        colours=c.colours,
        symbol=c.symbol,
        size=c.size,
        values=c.values,
        formation=c.formation,
        artillery=c.artillery,
        armor=c.armor,
        at=c.at,
        band=c.band,
        reduced=c.reduced,
    )


_GROUND_WORDS = (
    ("clear", "clear"),
    ("bocage", "bocage"),
    ("woods", "woods"),
    ("forest", "forest"),
    ("marsh", "marsh"),
    ("village", "village"),
    ("town", "town"),
    ("city", "city"),
    ("rough", "rough"),
    ("broken", "broken"),
    ("highland", "highland"),
    ("mountain", "mountain"),
    ("alpine", "alpine"),
    ("polder", "polder"),
    ("flooded", "flooded"),
    ("dyke", "dyke"),
    ("prohibited", "closed to all"),
)
_WORKS_WORDS = (("casemate", "fortified line"), ("comb", "defensive works"))
_TAG_WORDS = (("v1_site", "V-1 site"), ("u_boat_base", "U-boat base"))
_LINE_WORDS = (
    ("great_river", "great river"),
    ("major_river", "major river"),
    ("river", "river"),
    ("small_river", "small river"),
    ("minor_river", "minor river"),
    ("stream", "stream"),
    ("canal", "canal"),
)


def _ground_entries(sheet: Sheet) -> list[tuple[str, str]]:
    there = {h.terrain for h in sheet.shown}
    return [(kind, words) for kind, words in _GROUND_WORDS if kind in there]


def _line_entries(sheet: Sheet) -> list[tuple[str, str]]:
    shown = sheet.shown_labels
    sides = [s for s in sheet.scene.hexsides if s.a in shown and s.b in shown]
    kinds = {s.kind for s in sides}
    roads = {x.kind for x in sheet.scene.links if x.a in shown and x.b in shown}
    found = [(kind, words) for kind, words in _LINE_WORDS if kind in kinds]
    found += [("main_road", "main road")] if "main_road" in roads else []
    found += [("minor_road", "secondary road")] if "minor_road" in roads else []
    found += [("road", "road")] if "road" in roads else []
    found += [("rail", "railway")] if "rail" in roads else []
    found += [("bridge", "bridge")] if any(s.bridge and not s.state for s in sides) else []
    found += [("blown", "bridge blown")] if any(s.state == "blown" for s in sides) else []
    found += [("pontoon", "pontoon")] if any(s.state == "pontoon" for s in sides) else []
    features = {f for h in sheet.shown for f in h.features}
    found += [("strongpoint", "fortress")] if "fortress" in features else []
    found += [("strongpoint", "strongpoint")] if "strongpoint" in features else []
    found += [(kind, words) for kind, words in _WORKS_WORDS if features & WORKS[kind]]
    found += [("port", "port")] if "port" in features else []
    found += [(kind, words) for kind, words in _TAG_WORDS if kind in features]
    found += [("objective", "objective")] if any(h.objective for h in sheet.shown) else []
    return found


def _swatch(sheet: Sheet, kind: str, at: Point) -> str:
    """A sample 34 by 18 of a ground or a line."""
    from hexledger.replays.picture.terrain import LOOKS
    from hexledger.replays.picture.waters import WATERS

    theme = sheet.theme
    x, y = at
    look = LOOKS.get(kind, "clear")
    back = theme.grounds[look] if kind in LOOKS or kind in SETTLEMENTS else theme.grounds["clear"]
    box = f'<rect x="{num(x)}" y="{num(y)}" width="34" height="18" fill="{back}"/>'
    clip = f'<svg x="{num(x)}" y="{num(y)}" width="34" height="18" viewBox="-40 -21 80 42">'
    if kind == "bocage":
        box += f'<rect x="{num(x)}" y="{num(y)}" width="34" height="18" fill="url(#hedgerows)"/>'
    elif kind in SETTLEMENTS:
        box += f"{clip}<use {link('settlement-0')}/></svg>"
    elif kind in LOOKS:
        box += f"{clip}<use {link(f'{look}-0')}/></svg>"
    curve = smooth([(x + 1, y + 13), (x + 12, y + 5), (x + 22, y + 13), (x + 33, y + 6)])
    stroke = 'fill="none" stroke-linecap="round"'
    if kind in WATERS:
        wide = WATERS[kind].width * 40
        box += path(curve, f'{stroke} stroke="{theme.river_bank}" stroke-width="{num(wide + 1.5)}"')
        box += path(curve, f'{stroke} stroke="{theme.river}" stroke-width="{num(wide)}"')
        if WATERS[kind].ruled:
            box += path(curve, f'fill="none" stroke="{theme.halo}" stroke-width="1.4" stroke-dasharray="5 4"')
    elif kind == "main_road":
        box += path(curve, f'{stroke} stroke="{theme.main_case}" stroke-width="6"')
        box += path(curve, f'{stroke} stroke="{theme.main_road}" stroke-width="3.6"')
    elif kind in ("minor_road", "road"):
        box += path(curve, f'{stroke} stroke="{theme.minor_case}" stroke-width="4"')
        box += path(curve, f'{stroke} stroke="{theme.minor_road}" stroke-width="2.2"')
    elif kind == "rail":
        box += path(curve, f'{stroke} stroke="{theme.ink}" stroke-width="1.6"')
    elif kind in ("bridge", "blown", "pontoon"):
        box += path(polyline([(x + 17, y), (x + 17, y + 18)]), f'stroke="{theme.river}" stroke-width="9"')
        rails = f"M{num(x + 7)} {num(y + 4)}l3 2h14l3 -2M{num(x + 7)} {num(y + 14)}l3 -2h14l3 2"
        box += path(rails, f'{stroke} stroke="{theme.ink}" stroke-width="1.8"')
        if kind == "blown":
            cross = f"M{num(x + 11)} {num(y + 3)}l12 12m0 -12l-12 12"
            box += path(cross, f'{stroke} stroke="{theme.arrows["attack"]}" stroke-width="3"')
        if kind == "pontoon":
            boats = f"M{num(x + 13)} {num(y + 3)}v12m4 -12v12m4 -12v12"
            box += path(boats, f'{stroke} stroke="{theme.ink}" stroke-width="2"')
    elif kind == "strongpoint":
        tower = polyline([(x + 17 + a * 2, y + 9 + b * 2) for a, b in FORT], close=True)
        box += path(tower, f'fill="{theme.faint}" stroke="{theme.ink}" stroke-width="1"')
    elif kind in WORKS:
        box += works(kind, (x + 17, y + 9), 60, theme)
    elif kind == "port":
        anchor = f"M{num(x + 17)} {num(y + 3)}v12M{num(x + 14)} {num(y + 6)}h6M{num(x + 11)} {num(y + 11)}q6 8 12 0"
        box += path(anchor, f'{stroke} stroke="{theme.ink}" stroke-width="2"')
    elif kind in TAGS:
        box += tag(TAGS[kind], (x + 17, y + 9), 60, theme)
    elif kind == "objective":
        rim = f'fill="{theme.objective}" fill-opacity=".2" stroke="{theme.objective}" stroke-width="3"'
        box += rect((x + 3, y + 3), 28, 12, rim)
    return box + rect((x, y), 34, 18, f'fill="none" stroke="{theme.frame}" stroke-width=".8"')
