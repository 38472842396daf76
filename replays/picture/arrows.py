"""Arrows of the current decision, and tokens that lie in hexes."""

from __future__ import annotations

from hexledger.replays.picture.layout import Point, middle, toward, unit
from hexledger.replays.picture.lettering import fit, width
from hexledger.replays.picture.pieces import Piece, around
from hexledger.replays.picture.scene import Arrow, Marker
from hexledger.replays.picture.sheet import Sheet
from hexledger.replays.picture.svg import circle, group, num, path, polyline, rounded, stroke, text
from hexledger.replays.picture.themes import palette

TOKENS: dict[str, tuple[str, str]] = {
    "air": ("#2f6fb5", "#ffffff"),
    "naval": ("#173a5e", "#ffffff"),
    "bombardment": ("#d4531a", "#ffffff"),
    "interdiction": ("#7a2d8c", "#ffffff"),
    "entry": ("#f5f0df", "#1c1703"),
}

_TOKEN_PLACES: tuple[Point, ...] = ((0.64, -0.56), (0.3, -0.76), (0.7, -0.16), (0.7, 0.24))
"""Where tokens lie, in hex sizes from the centre: along the right-hand rim, clear of most of the counters."""


def draw_paths(sheet: Sheet, arrows: tuple[Arrow, ...]) -> list[Piece]:
    """Arrows that run below the counters: movement, retreat, advance; where they start, a ring."""
    return [_whole(sheet, a, _trail(sheet, a)) for a in arrows if a.kind not in ("attack", "support")]


def draw_attacks(sheet: Sheet, arrows: tuple[Arrow, ...]) -> list[Piece]:
    """Arrows that run above the counters: attacks across a hexside, support from a distance."""
    return [_whole(sheet, a, _attack(sheet, a)) for a in arrows if a.kind in ("attack", "support")]


def _whole(sheet: Sheet, arrow: Arrow, body: str) -> Piece:
    """An arrow as a piece in the coordinates of the map, no further from its hexes than their corners."""
    points = [sheet.centre(label) for label in arrow.path]
    reach = sheet.layout.size
    left, right = min(p[0] for p in points) - reach, max(p[0] for p in points) + reach
    top, bottom = min(p[1] for p in points) - reach, max(p[1] for p in points) + reach
    return Piece(body, (left, top, right, bottom), (0.0, 0.0), exact=True)


def _trail(sheet: Sheet, arrow: Arrow) -> str:
    theme, pitch = sheet.theme, sheet.layout.pitch
    colour = theme.arrows.get(arrow.kind, theme.arrows["move"])
    points = [sheet.centre(label) for label in arrow.path]
    last = unit(points[-2], points[-1])
    # The point stops at the rim of the counter that has arrived.
    tip = (points[-1][0] - last[0] * pitch * 0.3, points[-1][1] - last[1] * pitch * 0.3)
    neck = (tip[0] - last[0] * pitch * 0.16, tip[1] - last[1] * pitch * 0.16)
    start, wide = points[0], pitch * 0.06
    line = rounded([start, *points[1:-1], neck])
    head = _head(neck, tip, last, pitch * 0.11)
    dash = f' stroke-dasharray="{num(pitch * 0.12)} {num(pitch * 0.09)}"' if arrow.kind == "retreat" else ""
    ring = f'fill="none" {stroke(colour, pitch * 0.03)} stroke-dasharray="{num(pitch * 0.05)}"'
    bends = [toward(b, middle(a, c), 0.11) for a, b, c in zip(points, points[1:], points[2:], strict=False)]
    dot = f'fill="{theme.arrow_case}" {stroke(colour, pitch * 0.025)}'
    curve = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return group(
        [
            path(line, f'{curve} {stroke(theme.arrow_case, wide * 1.9)} stroke-opacity=".85"'),
            path(head, f'fill="{theme.arrow_case}" {stroke(theme.arrow_case, pitch * 0.06)} opacity=".85"'),
            path(line, f"{curve} {stroke(colour, wide)}{dash}"),
            path(head, f'fill="{colour}"'),
            circle(start, pitch * 0.13, ring),
            *(circle(bend, pitch * 0.05, dot) for bend in bends),
        ],
        f'class="arrow {_word(arrow.kind)}"',
    )


def _head(neck: Point, tip: Point, along: Point, half: float) -> str:
    dx, dy = along
    return polyline(
        [(neck[0] - dy * half, neck[1] + dx * half), tip, (neck[0] + dy * half, neck[1] - dx * half)], close=True
    )


def _attack(sheet: Sheet, arrow: Arrow) -> str:
    theme, pitch = sheet.theme, sheet.layout.pitch
    colour = theme.arrows[arrow.kind]
    a, b = sheet.centre(arrow.path[-2]), sheet.centre(arrow.path[-1])
    along = unit(a, b)
    tip = (b[0] - along[0] * pitch * 0.35, b[1] - along[1] * pitch * 0.35)
    if arrow.kind == "support":
        neck = (tip[0] - along[0] * pitch * 0.12, tip[1] - along[1] * pitch * 0.12)
        begin = sheet.centre(arrow.path[0])
        out = unit(begin, sheet.centre(arrow.path[1]))
        begin = (begin[0] + out[0] * pitch * 0.4, begin[1] + out[1] * pitch * 0.4)
        line = polyline([begin, *(sheet.centre(x) for x in arrow.path[1:-1]), neck])
        dash = f'stroke-dasharray="{num(pitch * 0.08)} {num(pitch * 0.06)}"'
        parts = [
            path(
                line, f'fill="none" stroke="{theme.arrow_case}" stroke-width="{num(pitch * 0.06)}" stroke-opacity=".8"'
            ),
            path(line, f'fill="none" stroke="{colour}" stroke-width="{num(pitch * 0.032)}" {dash}'),
            path(
                _head(neck, tip, along, pitch * 0.07), f'fill="{colour}" stroke="{theme.arrow_case}" stroke-width="1"'
            ),
        ]
        spot = toward(begin, tip, 0.5)
    else:
        tail = (b[0] - along[0] * pitch * 0.79, b[1] - along[1] * pitch * 0.79)
        neck = (tip[0] - along[0] * pitch * 0.2, tip[1] - along[1] * pitch * 0.2)
        nx, ny = -along[1], along[0]
        thin, thick, flare = pitch * 0.04, pitch * 0.07, pitch * 0.13
        shape = polyline(
            [
                (tail[0] + nx * thick, tail[1] + ny * thick),
                (neck[0] + nx * thin, neck[1] + ny * thin),
                (neck[0] + nx * flare, neck[1] + ny * flare),
                tip,
                (neck[0] - nx * flare, neck[1] - ny * flare),
                (neck[0] - nx * thin, neck[1] - ny * thin),
                (tail[0] - nx * thick, tail[1] - ny * thick),
                toward(tail, tip, 0.12),
            ],
            close=True,
        )
        look = (
            f'fill="{colour}" stroke="{theme.arrow_case}" stroke-width="{num(pitch * 0.028)}" stroke-linejoin="round"'
        )
        parts = [path(shape, f'{look} opacity=".93"')]
        up = -1 if ny > 0 else 1
        spot = toward(tail, tip, 0.5)
        spot = (spot[0] + nx * up * pitch * 0.24, spot[1] + ny * up * pitch * 0.24)
    if arrow.text:
        parts.append(_label(sheet, spot, arrow.text, colour))
    return group(parts, f'class="arrow {_word(arrow.kind)}"')


def _label(sheet: Sheet, spot: Point, words: str, colour: str) -> str:
    size = sheet.layout.pitch * 0.17
    wide, high = width(words, size) + size * 0.8, size * 1.3
    box = (
        f'<rect x="{num(spot[0] - wide / 2)}" y="{num(spot[1] - high / 2)}" width="{num(wide)}" height="{num(high)}" '
        f'rx="{num(high / 2)}" fill="#fffdf5" stroke="{colour}" stroke-width="{num(size * 0.1)}"/>'
    )
    return box + text((spot[0], spot[1] + size * 0.35), words, "c", f' font-size="{num(size)}" fill="#1c1a15"')


def draw_markers(sheet: Sheet, markers: tuple[Marker, ...]) -> list[Piece]:
    """Round tokens along the right-hand rim of their hexes, the first at the upper right."""
    size = sheet.layout.size
    count: dict[str, int] = {}
    parts = []
    for m in markers:
        n = count[m.hex] = count.get(m.hex, -1) + 1
        x, y = sheet.centre(m.hex)
        dx, dy = _TOKEN_PLACES[n % len(_TOKEN_PLACES)]
        slip = n // len(_TOKEN_PLACES) * size * 0.08
        x, y, r = x + dx * size - slip, y + dy * size + slip, size * 0.19
        back, ink = TOKENS.get(m.kind, (palette(m.side).face, palette(m.side).ink))
        word = (m.text or m.kind[:1].upper())[:3]
        disc = circle((0, 0), r, f'fill="{back}" {stroke("#fffdf5", size * 0.035)}')
        letter = fit(word, size * 0.26, r * 1.6)
        body = disc + text((0, letter * 0.35), word, "c", f' font-size="{num(letter)}" fill="{ink}"')
        parts.append(Piece(body, around(r + size * 0.04), (x, y), name="marker", about=m.name or m.kind))
    return parts


def _word(kind: str) -> str:
    """A kind as a class name: letters, digits and dashes only."""
    return "".join(c if c.isascii() and c.isalnum() else "-" for c in kind)
