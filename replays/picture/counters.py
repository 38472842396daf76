"""Counters and stacks: the printed face at 100 units, and how several counters share a hex so that all can be read."""

from __future__ import annotations

from hexledger.replays.picture.layout import Point
from hexledger.replays.picture.lettering import fit, width
from hexledger.replays.picture.pieces import Piece
from hexledger.replays.picture.scene import CounterFace, Stack
from hexledger.replays.picture.sheet import Sheet
from hexledger.replays.picture.svg import escape, link, num, rect, stroke
from hexledger.replays.picture.symbols import size_mark, symbol_id
from hexledger.replays.picture.themes import FORMATION_TINTS, palette

BADGES: dict[str, tuple[str, str]] = {
    "RE": ("#f7d23e", "#1c1703"),
    "D1": ("#f08a24", "#1c0f02"),
    "D2": ("#d42a1e", "#ffffff"),
    "PIN": ("#6a3d9a", "#ffffff"),
    "ISO": ("#111111", "#ffffff"),
    "OOS": ("#111111", "#ffffff"),
    "fired": ("#5c6470", "#ffffff"),
    "moved": ("#2b62a8", "#ffffff"),
}
_BADGE = ("#3d4a3a", "#ffffff")
MOST = 9
"""Counters drawn in one hex; of more, the last place says how many lie below."""


def face(c: CounterFace, at: Point, side: float, sheet: Sheet, stack: Point | None = None) -> Piece:
    """One counter with its upper left corner at `at`, `side` pixels square; `stack`: the middle of those it lies with.
    Cost: some twenty elements of text."""
    p = palette(c.colours)
    parts = [
        '<rect x="4" y="5" width="100" height="100" rx="8" fill="#000" fill-opacity=".38"/>',
        f'<rect width="100" height="100" rx="8" fill="{p.face}"/>',
    ]
    name_ink = p.ink
    if c.band:
        parts.append('<path d="M0 21V8A8 8 0 0 1 8 0H92A8 8 0 0 1 100 8V21Z" fill="#fbfaf3"/>')
        name_ink = "#16140f"
    if c.reduced:
        parts.append(f'<rect y="66" width="100" height="30" fill="{p.light}"/>')
        parts.append(f'<path d="M0 66H100M0 96H100" stroke="{p.ink}" stroke-width="1.6" stroke-dasharray="5 3"/>')
    parts.append(f'<path d="M3 92V9A6 6 0 0 1 9 3H92" fill="none" stroke="{p.light}" stroke-width="2"/>')
    parts.append(
        f'<rect x=".7" y=".7" width="98.6" height="98.6" rx="7.5" fill="none" stroke="{p.dark}" stroke-width="1.8"/>'
    )
    if c.name:
        size = fit(c.name, 18, 93)
        parts.append(_text(50, 16.5, c.name, size, name_ink))
    mark = size_mark(c.size, 50, 26.5)
    if mark:
        parts.append(f'<path d="{mark}" stroke="{p.ink}" stroke-width="1.9" fill="none"/>')
    index = sheet.formation_order.get(c.formation)
    tint = FORMATION_TINTS[index % len(FORMATION_TINTS)] if index is not None else "#ffffff"
    parts.append(f'<rect x="28" y="32.5" width="44" height="29" fill="{tint}"/>')
    parts.append(f'<use {link(symbol_id(c.symbol))} x="50" y="47"/>')
    parts += _small_numbers(c)
    if c.values:
        parts.append(_text(50, 92.5, c.values, fit(c.values, 36, 94), p.ink))
    if c.dimmed:
        parts.append('<rect width="100" height="100" rx="8" fill="#f4eedd" fill-opacity=".36"/>')
    badges, left = _badges(c.statuses)
    parts += badges
    about = f"{c.called or c.name} {c.values}".strip() + (" (reduced)" if c.reduced else "")
    words = [w for w in (c.size, c.symbol.replace("_", " "), *c.statuses) if w]
    about += f" · {', '.join(words)}" if words else ""
    box = (min(-1.0, left - 2), -20.0 if badges else -1.0, 107.0, 107.0)
    return Piece("".join(parts), box, at, round(side / 100, 3), "counter", about, stack)


def _text(x: float, y: float, content: str, size: float, ink: str) -> str:
    return f'<text x="{num(x)}" y="{num(y)}" class="c" font-size="{num(size)}" fill="{ink}">{escape(content)}</text>'


def _small_numbers(c: CounterFace) -> list[str]:
    """Artillery in a yellow circle at the left; armour white on black and anti-tank black on white at the right."""
    parts = []
    if c.artillery:
        parts.append('<circle cx="14" cy="47" r="11.5" fill="#f8d548" stroke="#16140f" stroke-width="1.6"/>')
        parts.append(_text(14, 53.5, str(c.artillery), fit(str(c.artillery), 19, 19), "#16140f"))
    boxes = [(n, back, ink) for n, back, ink in ((c.armor, "#16140f", "#ffffff"), (c.at, "#ffffff", "#16140f")) if n]
    tops = (38.0,) if len(boxes) == 1 else (27.5, 46.5)
    for (n, back, ink), top in zip(boxes, tops, strict=False):
        edge = "#8d8a80" if ink == "#ffffff" else "#16140f"
        parts.append(rect((76, top), 20, 17.5, f'fill="{back}" {stroke(edge, 1.4)}'))
        parts.append(_text(86, top + 15, str(n), fit(str(n), 18, 17), ink))
    return parts


def _badges(statuses: tuple[str, ...]) -> tuple[list[str], float]:
    """Status words on pills across the upper edge, from the right; and how far left they reach."""
    parts: list[str] = []
    right = 104.0
    for status in statuses:
        back, ink = BADGES.get(status, _BADGE)
        word = status[:6]
        wide = width(word, 17) + 11
        parts.append(rect((right - wide, -17), wide, 20, f'rx="5" fill="{back}" {stroke("#fffdf5", 1.6)}'))
        parts.append(_text(right - wide / 2, -0.8, word, 17, ink))
        right -= wide + 1.5
    return parts, right


def spots(count: int, pitch: float) -> tuple[float, list[Point]]:
    """(counter side, upper left corners relative to the hex centre) for `count` counters in a hex of that pitch.

    One is large; two lie side by side; three and four in two rows; more in a fan of small ones, three to a row.
    """
    if count == 1:
        return pitch * 0.64, [(-pitch * 0.32, -pitch * 0.32)]
    per_row = 2 if count <= 4 else 3
    side = pitch * (0.485 if count == 2 else 0.47 if count <= 4 else 0.325)
    gap = pitch * 0.015
    rows = [count - per_row * (i) if (count - per_row * i) < per_row else per_row for i in range(-(-count // per_row))]
    if count == 3:
        rows = [2, 1]
    high = len(rows) * side + (len(rows) - 1) * gap
    found = []
    for i, n in enumerate(rows):
        wide = n * side + (n - 1) * gap
        found += [(k * (side + gap) - wide / 2, i * (side + gap) - high / 2) for k in range(n)]
    return side, found


def draw_stack(sheet: Sheet, stack: Stack) -> list[Piece]:
    """All counters of a hex, the top one first (upper left); of more than nine, eight and the number of the rest."""
    counters = stack.counters
    hidden = 0
    if len(counters) > MOST:
        hidden = len(counters) - (MOST - 1)
        counters = counters[: MOST - 1]
    side, places = spots(len(counters) + (1 if hidden else 0), sheet.layout.pitch)
    x, y = sheet.centre(stack.hex)
    y -= sheet.layout.size * 0.05  # room for the name below
    parts = [face(c, (x + dx, y + dy), side, sheet, (x, y)) for c, (dx, dy) in zip(counters, places, strict=False)]
    if hidden:
        dx, dy = places[-1]
        plate = '<rect width="100" height="100" rx="8" fill="#2b2620" fill-opacity=".85"/>'
        body = plate + _text(50, 66, f"+{hidden}", 46, "#fffdf5")
        parts.append(Piece(body, (-1, -1, 101, 101), (x + dx, y + dy), round(side / 100, 3), group=(x, y)))
    return parts
