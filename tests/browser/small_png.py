"""Screenshots made small: a PNG of true colours becomes one with a palette (PNG specification, ISO/IEC 15948)."""

from __future__ import annotations

import struct
import zlib
from collections import Counter

SIGNATURE = b"\x89PNG\r\n\x1a\n"
Colour = tuple[int, int, int]


def small(png: bytes, most: int, colours: int = 256) -> bytes:
    """The same picture with a palette, with fewer colours until it has at most `most` bytes (or 32 colours)."""
    width, height, pixels = decoded(png)
    while True:
        found = encoded(width, height, pixels, colours)
        if len(found) <= most or colours <= 32:
            return found
        colours = colours * 3 // 4


def decoded(png: bytes) -> tuple[int, int, list[Colour]]:
    """Width, height and pixels of a PNG with 8 bits a channel, not interlaced; transparency is left out."""
    if png[:8] != SIGNATURE:
        raise ValueError("no PNG")
    at, header, body = 8, b"", b""
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at : at + 8])
        part = png[at + 8 : at + 8 + size]
        header, body = (part, body) if kind == b"IHDR" else (header, body + part if kind == b"IDAT" else body)
        at += size + 12
    width, height, depth, sort, _, _, interlaced = struct.unpack(">IIBBBBB", header)
    if depth != 8 or sort not in (2, 6) or interlaced:
        raise ValueError("a PNG of another sort")
    wide = 4 if sort == 6 else 3
    raw, pixels, before = zlib.decompress(body), [], bytes(width * wide)
    for row in range(height):
        start = row * (width * wide + 1)
        line = _unfiltered(raw[start], bytearray(raw[start + 1 : start + 1 + width * wide]), before, wide)
        pixels += [(line[i], line[i + 1], line[i + 2]) for i in range(0, len(line), wide)]
        before = bytes(line)
    return width, height, pixels


def _unfiltered(kind: int, line: bytearray, above: bytes, wide: int) -> bytearray:
    for i in range(len(line)):
        left = line[i - wide] if i >= wide else 0
        up, corner = above[i], above[i - wide] if i >= wide else 0
        if kind == 1:
            line[i] = line[i] + left & 255
        elif kind == 2:
            line[i] = line[i] + up & 255
        elif kind == 3:
            line[i] = line[i] + (left + up) // 2 & 255
        elif kind == 4:
            guess = left + up - corner
            near = min((left, up, corner), key=lambda value: abs(guess - value))
            line[i] = line[i] + near & 255
    return line


def encoded(width: int, height: int, pixels: list[Colour], colours: int) -> bytes:
    """A PNG with a palette of at most so many colours."""
    counted = Counter(pixels)
    palette, number = _palette(counted, colours)
    rows = b"".join(
        b"\0" + bytes(number[pixel] for pixel in pixels[row * width : (row + 1) * width]) for row in range(height)
    )
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", b"".join(bytes(colour) for colour in palette)),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    )
    return SIGNATURE + b"".join(
        struct.pack(">I", len(part)) + kind + part + struct.pack(">I", zlib.crc32(kind + part)) for kind, part in parts
    )


def _palette(counted: Counter[Colour], colours: int) -> tuple[list[Colour], dict[Colour, int]]:
    """Median cut: the box of colours with the widest spread is halved until there are enough boxes."""
    boxes = [sorted(counted)]
    while len(boxes) < colours:
        spreads = [max(_spread(box)) * min(len(box), 64) for box in boxes]
        widest = spreads.index(max(spreads))
        box = boxes[widest]
        if len(box) < 2:
            break
        channel = max(range(3), key=_spread(box).__getitem__)
        box.sort(key=lambda colour: colour[channel])
        total, so_far, cut = sum(counted[colour] for colour in box), 0, 0
        while 2 * so_far < total and cut < len(box) - 1:
            so_far += counted[box[cut]]
            cut += 1
        boxes[widest : widest + 1] = [box[:cut], box[cut:]]
    palette = [_mean(box, counted) for box in boxes]
    return palette, {colour: number for number, box in enumerate(boxes) for colour in box}


def _spread(box: list[Colour]) -> tuple[int, int, int]:
    red, green, blue = (max(c[k] for c in box) - min(c[k] for c in box) for k in range(3))
    return red, green, blue


def _mean(box: list[Colour], counted: Counter[Colour]) -> Colour:
    total = sum(counted[colour] for colour in box)
    red, green, blue = (sum(c[k] * counted[c] for c in box) // total for k in range(3))
    return red, green, blue
