"""`picture_png`: a scene as PNG bytes in about the time of its SVG, for it draws nothing twice.

The printed board is drawn once for an edition, a size and a part of it; a counter, a flag or a block of the panel once
for a size. Both are kept (`kept`), and put together here. The result is the same bytes whether anything was kept or
not, and looks as `render_png` draws the SVG; only that small things lie at whole pixels, and are crisper for it.
"""

from __future__ import annotations

import io
import re
import struct
import zlib
from collections.abc import Iterable, Iterator
from functools import cached_property
from hashlib import sha256
from math import ceil, floor
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from hexledger.replays.folders import cache_folder
from hexledger.replays.picture.drawing import FRAME, Drawing
from hexledger.replays.picture.kept import Kept
from hexledger.replays.picture.layout import Point
from hexledger.replays.picture.pieces import Piece
from hexledger.replays.picture.png import render_png, scale_to
from hexledger.replays.picture.render import render_svg
from hexledger.replays.picture.scene import Hex, Scene
from hexledger.replays.picture.sheet import PictureOptions
from hexledger.replays.picture.svg import group

if TYPE_CHECKING:
    from PIL.Image import Image

LARGEST: Final = 16_000_000
"""Pixels of the largest picture that is put together; a larger one is drawn in one go, and nothing of it is kept."""
ROOM: Final = 48_000_000
"""Bytes of small pictures kept of one size; beyond, those that this picture does not show are dropped."""
LEVEL: Final = 2
"""Of compression: higher ones take up to eight times as long and save little."""
_NAMED: Final = re.compile(r'(?: href="#|url\(#)([^")]+)')


class Sprite(NamedTuple):
    """A small picture: where its corner lies from its origin, its size, its pixels (RGBA, row by row)."""

    left: int
    top: int
    wide: int
    high: int
    pixels: bytes


class Origin(NamedTuple):
    """Where the origin of a map or a panel lies in the raster, and how many pixels a unit of it has."""

    x: float
    y: float
    unit: float

    def of(self, point: Point) -> Point:
        return (self.x + point[0] * self.unit, self.y + point[1] * self.unit)


def picture_png(
    scene: Scene, options: PictureOptions | None = None, scale: float | None = None, kept: Kept | None = None
) -> bytes:
    """The scene as PNG bytes. `scale`: see `png.scale_to`; `kept`: where what was drawn is kept, else in the user's own
    cache folder. Raises SceneError when the scene contradicts itself."""
    options = options or PictureOptions()
    drawing = Drawing(scene, options)
    wide = scale_to(drawing.wide, drawing.high, scale)
    unit = wide / drawing.wide
    if wide * drawing.high * unit > LARGEST or not drawing.sheet.hexes:
        return render_png(render_svg(scene, options, unit), wide)
    return _Raster(drawing, wide, kept or Kept(cache_folder())).png()


class _Raster:
    """One picture in the making."""

    def __init__(self, drawing: Drawing, wide: int, kept: Kept) -> None:
        self.drawing = drawing
        self.kept = kept
        self.wide, self.unit = wide, wide / drawing.wide
        drawing.unit = self.unit
        # whole pixels as the drawing library counts them, so that a picture has one size whichever way it is drawn
        self.high = max(1, ceil(wide * floor(drawing.high + 0.5) / max(1, floor(drawing.wide + 0.5))))
        sheet = drawing.sheet
        self.corner = (floor(FRAME * self.unit), floor(FRAME * self.unit))
        """Of the map in the raster."""
        right, bottom = (FRAME + sheet.width) * self.unit, (FRAME + sheet.height) * self.unit
        self.map_size = (ceil(right) - self.corner[0], ceil(bottom) - self.corner[1])
        left, top = (FRAME - sheet.left) * self.unit, (FRAME - sheet.top) * self.unit
        self.map = Origin(left - self.corner[0], top - self.corner[1], self.unit)
        self.style = drawing.style()
        self.sprites: dict[str, Sprite] = {}
        self.used: dict[str, Sprite] = {}

    def png(self) -> bytes:
        from PIL import Image

        drawing, theme = self.drawing, self.drawing.theme
        sized = (self.style, self.unit)
        self.sprites = _sprites(self.kept.read("sprites", *sized))
        known = len(self.sprites)
        image = Image.new("RGB", (self.wide, self.high), theme.paper)
        image.paste(self._map(), self.corner)
        sheet = drawing.sheet
        _frame(image, (FRAME, FRAME, FRAME + sheet.width, FRAME + sheet.height), 3, self.unit, theme.frame)
        for part in drawing.beside:
            box = (part.left, part.top, part.left + part.wide * part.scale, part.top + part.high * part.scale)
            _fill(image, tuple(edge * self.unit for edge in box), theme.panel)
            _frame(image, box, 1.5 * part.scale, self.unit, theme.frame)
            origin = Origin(part.left * self.unit, part.top * self.unit, part.scale * self.unit)
            self._lay(image, part.pieces, origin)
        if len(self.sprites) > known:
            self._keep(sized)
        return png_bytes(image)

    def _keep(self, sized: tuple[Any, ...]) -> None:
        held = sum(len(sprite.pixels) for sprite in self.sprites.values())
        self.kept.write(self.used if held > ROOM else self.sprites, "sprites", *sized)

    # ------------------------------------------------------------ the map
    def _map(self) -> Image:
        """The map: the printed board, and between and above what is printed on it, what lies there now."""
        drawing = self.drawing
        image = self._layer("board", "RGB", self._board)
        self._lay(image, drawing.bridges, self.map)
        self._lay(image, drawing.rims, self.map)
        areas = [(area.name, area.kind, area.hexes) for area in drawing.sheet.scene.areas]
        letters = self._layer("letters", "RGBA", lambda: self._draw(drawing.letters()), areas)
        image.paste(letters, (0, 0), letters)
        for pieces in (drawing.flags, drawing.paths, drawing.counters, drawing.attacks, drawing.markers):
            self._lay(image, pieces, self.map)
        self._trim(image)
        return image

    def _trim(self, image: Image) -> None:
        """Paper beyond the edge of the sheet, which lies within a pixel."""
        sheet, (wide, high) = self.drawing.sheet, self.map_size
        (left, top), (right, bottom) = (
            self.map.of(corner) for corner in ((sheet.left, sheet.top), (sheet.right, sheet.bottom))
        )
        for box in ((0, 0, wide, top), (0, bottom, wide, high), (0, 0, left, high), (right, 0, wide, high)):
            _fill(image, box, self.drawing.theme.paper)

    @cached_property
    def _printed(self) -> bytes:
        """Digest of what the printed board is drawn from."""
        sheet = self.drawing.sheet
        scene, options = sheet.scene, sheet.options
        hexes = [msgspec.structs.replace(h, control="", objective=False) if _held(h) else h for h in scene.hexes]
        sides = [msgspec.structs.replace(s, state="") if s.state else s for s in scene.hexsides]
        made_from = (scene.orientation, hexes, sides, scene.links, scene.clip, self.unit, options)
        return sha256(msgspec.msgpack.encode(made_from)).digest()

    def _layer(self, name: str, mode: str, make: Any, *more: Any) -> Image:
        """A layer of the printed board, kept or made."""
        from PIL import Image

        key = (name, self._printed, *more)
        found = self.kept.read(*key)
        if isinstance(found, bytes) and len(found) == self.map_size[0] * self.map_size[1] * len(mode):
            return Image.frombytes(mode, self.map_size, found)
        image: Image.Image = make()
        self.kept.write(image.tobytes(), *key)
        return image

    def _board(self) -> Image:
        drawing = self.drawing
        image = self._draw(drawing.base(), ground=drawing.theme.paper).convert("RGB")
        self._lay(image, drawing.stamps, self.map)
        lines = self._draw(drawing.lines())
        image.paste(lines, (0, 0), lines)
        return image

    def _draw(self, layers: list[str], ground: str = "") -> Image:
        """Layers of the map, in the raster of the map."""
        body = group(layers)
        defs = self._defined(body, self.drawing.shared) + "".join(self.drawing.own())
        left, top = -self.map.x / self.unit, -self.map.y / self.unit
        if ground:
            body = f'<rect x="{left:.4f}" y="{top:.4f}" width="100%" height="100%" fill="{ground}"/>' + body
        return self._rendered(body, defs, (left, top), self.map_size, self.unit)

    # ------------------------------------------------------------ small pictures
    def _lay(self, image: Image, pieces: Iterable[Piece], origin: Origin) -> None:
        """Lay pieces on the raster, in order."""
        from PIL import Image

        made: dict[str, Image.Image] = {}
        for piece in pieces:
            if not piece.body:
                continue
            (x, y), off = self._place(piece, origin)
            sprite, key = self._sprite(piece, origin.unit * piece.scale, off)
            if not sprite.wide:
                continue
            picture = made.get(key)
            if picture is None:
                picture = made[key] = Image.frombytes("RGBA", (sprite.wide, sprite.high), sprite.pixels)
            image.paste(picture, (x + sprite.left, y + sprite.top), picture)

    @staticmethod
    def _place(piece: Piece, origin: Origin) -> tuple[tuple[int, int], Point]:
        """The pixel that a piece's origin lies in, and how far within it."""
        x, y = origin.of(piece.at)
        if piece.exact:
            return (floor(x), floor(y)), (round(x - floor(x), 3), round(y - floor(y), 3))
        if piece.group is None:
            return (round(x), round(y)), (0.0, 0.0)
        # counters of a hex keep their distances, so that every stack of so many looks the same
        across, down = ((piece.at[i] - piece.group[i]) * origin.unit for i in (0, 1))
        middle = origin.of(piece.group)
        return (round(middle[0]) + round(across), round(middle[1]) + round(down)), (0.0, 0.0)

    def _sprite(self, piece: Piece, unit: float, off: Point) -> tuple[Sprite, str]:
        key = sha256(f"{piece.body}\n{piece.box}\n{unit!r}\n{off}".encode()).hexdigest()[:32]
        found = self.used.get(key) or self.sprites.get(key)
        if found is None:
            found = self.sprites[key] = self._made(piece, unit, off)
        self.used[key] = found
        return found, key

    def _made(self, piece: Piece, unit: float, off: Point) -> Sprite:
        """A piece as a small picture by itself, so that it is the same whatever else there is to draw."""
        left, top = (floor(off[i] + piece.box[i] * unit) for i in (0, 1))
        size = tuple(max(1, ceil(off[i] + piece.box[i + 2] * unit) - corner) for i, corner in ((0, left), (1, top)))
        defs = self._defined(piece.body, self.drawing.symbols | self.drawing.shared if "url(" in piece.body else None)
        start = ((left - off[0]) / unit, (top - off[1]) / unit)
        image = self._rendered(piece.body, defs, start, (size[0], size[1]), unit)
        full = image.getbbox()
        if full is None:
            return Sprite(0, 0, 0, 0, b"")
        image = image.crop(full)
        return Sprite(left + full[0], top + full[1], image.width, image.height, image.tobytes())

    def _defined(self, body: str, known: dict[str, str] | None = None) -> str:
        """Definitions of what a text refers to."""
        names = dict.fromkeys(_NAMED.findall(body))
        if not names:
            return ""
        symbols = self.drawing.symbols
        known = known if known is not None or names.keys() <= symbols.keys() else self.drawing.shared
        known = symbols if known is None else known
        return "".join(known[name] for name in names if name in known)

    def _rendered(self, body: str, defs: str, start: Point, size: tuple[int, int], unit: float) -> Image:
        """SVG as an RGBA raster of that size, its corner at `start`, a pixel 1/`unit` wide."""
        from PIL import Image

        view = f"{start[0]:.5f} {start[1]:.5f} {size[0] / unit:.5f} {size[1] / unit:.5f}"
        svg = (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'viewBox="{view}" width="{size[0]}" height="{size[1]}" preserveAspectRatio="none">'
            f"<style>{self.style}</style><defs>{defs}</defs>{body}</svg>"
        )
        with Image.open(io.BytesIO(render_png(svg))) as image:
            return image.convert("RGBA")


def _held(h: Hex) -> bool:
    return bool(h.control) or h.objective


def _sprites(kept: Any) -> dict[str, Sprite]:
    """Small pictures by their keys, as they were kept; none for what is no such thing."""
    try:
        found = msgspec.convert(kept, dict[str, Sprite])
    except msgspec.ValidationError:
        return {}
    return {key: one for key, one in found.items() if len(one.pixels) == 4 * one.wide * one.high}


def png_bytes(image: Image) -> bytes:
    """An RGB image as a PNG whose rows are filtered by nothing.

    Pillow chooses a filter for each row, for photographs; on a map that takes as long again, and the file is larger.
    """
    wide, high = image.size
    pixels, row = image.tobytes(), 3 * wide
    rows = b"".join(b"\0" + pixels[start : start + row] for start in range(0, len(pixels), row))
    header = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, LEVEL)), (b"IEND", b""))
    chunks = (
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


# ---------------------------------------------------------------------- rectangles along the raster
def _frame(image: Image, box: tuple[float, float, float, float], width: float, unit: float, colour: str) -> None:
    """The outline of a rectangle, `width` wide, half of it outside; in units of the picture."""
    half = width / 2
    left, top, right, bottom = box
    for side in (
        (left - half, top - half, right + half, top + half),
        (left - half, bottom - half, right + half, bottom + half),
        (left - half, top + half, left + half, bottom - half),
        (right - half, top + half, right + half, bottom - half),
    ):
        _fill(image, tuple(edge * unit for edge in side), colour)


def _fill(image: Image, box: tuple[float, ...], colour: str) -> None:
    """A rectangle in pixels and parts of pixels: those that it covers in part are coloured in part."""
    from PIL import Image

    left, top, right, bottom = box
    for y, high, down in _stretches(top, bottom):
        for x, wide, across in _stretches(left, right):
            mask = Image.new("L", (wide, high), round(255 * down * across))
            image.paste(colour, (x, y, x + wide, y + high), mask)


def _stretches(start: float, end: float) -> Iterator[tuple[int, int, float]]:
    """(first pixel, how many, how much of each is covered) of a line."""
    first, last = floor(start), ceil(end)
    whole = (ceil(start), floor(end))
    if whole[0] > whole[1]:
        yield first, 1, end - start
        return
    if first < whole[0]:
        yield first, 1, whole[0] - start
    if whole[0] < whole[1]:
        yield whole[0], whole[1] - whole[0], 1.0
    if whole[1] < last:
        yield whole[1], 1, end - whole[1]
