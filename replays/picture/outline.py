"""Text of a picture as outlines: for programs that load no fonts from an SVG (Inkscape, rsvg) or draw halos over the
letters (CairoSVG). Letters that the bundled fonts lack stay text.

The outlines are those of the bundled fonts, in `fonts/outlines.json` (see `fonts/README.txt`), y downwards.
"""

from __future__ import annotations

import html
import json
import math
import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Final, NamedTuple

from hexledger.replays.picture.layout import Point
from hexledger.replays.picture.svg import link, num

_TEXT: Final = re.compile(r"<text ([^>]*)>(.*?)</text>", re.DOTALL)
_ON_PATH: Final = re.compile(r'<textPath [^>]*href="#([^"]+)"[^>]*>(.*?)</textPath>', re.DOTALL)
_ATTRIBUTE: Final = re.compile(r'([\w:-]+)="([^"]*)"')
_FONT_FACE: Final = re.compile(r"@font-face\{[^}]*\}")
_RULE: Final = re.compile(r"\.(\w+)\{([^}]*)\}")
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
_STEPS: Final = 8
"""Straight pieces that stand for a curve under letters."""
_OWN: Final = frozenset({"x", "y", "dy", "class", "font-size", "style", "text-anchor"})
"""Attributes that say where and how large letters stand; others (fill, transform ...) go to their group."""


class Font(NamedTuple):
    """A bundled font: units of its em, and letter -> (advance, path)."""

    units: int
    glyphs: dict[str, tuple[int, str]]


class Look(NamedTuple):
    """How a text is set: font, size and spacing in pixels, where its start is, width of its halo."""

    face: str
    size: float
    spacing: float
    anchor: str
    halo: float


@cache
def _fonts() -> dict[str, Font]:
    found = json.loads(files(__package__).joinpath("fonts", "outlines.json").read_text(encoding="utf-8"))
    return {
        name: Font(font["units"], {letter: (glyph[0], glyph[1]) for letter, glyph in font["glyphs"].items()})
        for name, font in found.items()
    }


def outlined(svg: str) -> str:
    """An SVG of `render_svg` with every text as outlines; the same text gives the same bytes."""
    rules = {name: dict(_declared(body)) for name, body in _RULE.findall(svg)}
    paths = dict(re.findall(r'<path id="([^"]+)" d="([^"]*)"/>', svg))
    used: dict[tuple[str, str], str] = {}

    def drawn(found: re.Match[str]) -> str:
        given = dict(_ATTRIBUTE.findall(found[1]))
        along = _ON_PATH.fullmatch(found[2])
        words = " ".join(html.unescape(along[2] if along else found[2]).split())
        look = _look(given, rules, "middle" if along else "start")
        font = _fonts()[look.face]
        if any(letter not in font.glyphs for letter in words):
            return found[0]
        places = _along(words, look, font, _points(paths[along[1]]), given) if along else _in_line(words, look, font)
        letters = []
        for letter, place in places:
            name = used.setdefault((look.face, letter), f"letter-{look.face}-{ord(letter):x}")
            letters.append(f'<use {link(name)} transform="{place}"/>')
        where = "" if along else f"translate({num(float(given['x']))} {num(float(given['y']))})"
        return _grouped("".join(letters), given, look, where)

    body = _FONT_FACE.sub("", _TEXT.sub(drawn, svg))
    glyphs = (f'<path id="{name}" d="{_fonts()[face].glyphs[letter][1]}"/>' for (face, letter), name in used.items())
    return body.replace("</defs>", "".join(glyphs) + "</defs>", 1)


def _declared(body: str) -> Iterator[tuple[str, str]]:
    for part in body.split(";"):
        name, colon, value = part.partition(":")
        if colon:
            yield name.strip(), value.strip()


def _look(given: dict[str, str], rules: dict[str, dict[str, str]], anchor: str) -> Look:
    """The look of a text from its classes, its style and its attributes, the later before the earlier."""
    said = {"font-size": "16", "text-anchor": anchor}
    said |= {key: value for key, value in given.items() if key in ("font-size", "text-anchor")}
    for name in given.get("class", "").split():
        said |= {key: value for key, value in rules.get(name, {}).items() if key != "font-size" or key not in given}
    said |= dict(_declared(given.get("style", "")))
    if anchor == "middle":
        said["text-anchor"] = anchor
    face = "serif" if "font-style" in said else "sans"
    pixels = {key: float(_NUMBER.findall(said.get(key, "0"))[0]) for key in ("letter-spacing", "stroke-width")}
    size = float(_NUMBER.findall(said["font-size"])[0])
    return Look(face, size, pixels["letter-spacing"], said["text-anchor"], pixels["stroke-width"])


def _advances(words: str, look: Look, font: Font) -> list[float]:
    """How far each letter moves the next one, in pixels."""
    return [font.glyphs[letter][0] * look.size / font.units + look.spacing for letter in words]


def _in_line(words: str, look: Look, font: Font) -> Iterator[tuple[str, str]]:
    """Letters with their transforms, on a straight line from the text's own place."""
    advances = _advances(words, look, font)
    x = -sum(advances) / 2 if look.anchor == "middle" else -sum(advances) if look.anchor == "end" else 0.0
    for letter, advance in zip(words, advances, strict=True):
        yield letter, f"translate({num(x)} 0) scale({look.size / font.units:.5f})"
        x += advance


def _along(
    words: str, look: Look, font: Font, line: Sequence[Point], given: dict[str, str]
) -> Iterator[tuple[str, str]]:
    """Letters with their transforms along a line, the middle of the text at the middle of the line."""
    lift = float(given.get("dy", "0"))
    advances = _advances(words, look, font)
    lengths = [math.dist(a, b) for a, b in pairwise(line)]
    at = (sum(lengths) - sum(advances)) / 2
    for letter, advance in zip(words, advances, strict=True):
        (x, y), angle = _on(line, lengths, at + advance / 2)
        scale = f"scale({look.size / font.units:.5f})"
        yield (
            letter,
            f"translate({num(x)} {num(y)}) rotate({num(angle)}) translate({num(-advance / 2)} {num(lift)}) {scale}",
        )
        at += advance


def _on(line: Sequence[Point], lengths: Sequence[float], far: float) -> tuple[Point, float]:
    """The point so far along a line, and the direction there in degrees; before and behind it the line goes on."""
    for number, length in enumerate(lengths):
        if far <= length or number == len(lengths) - 1:
            break
        far -= length
    a, b = line[number], line[number + 1]
    part = far / (lengths[number] or 1.0)
    dx, dy = b[0] - a[0], b[1] - a[1]
    return (a[0] + dx * part, a[1] + dy * part), math.degrees(math.atan2(dy, dx))


def _points(data: str) -> list[Point]:
    """Points of a path of straight lines and quadratic curves."""
    out: list[Point] = []
    for letter, numbers in re.findall(r"([MLQ])([^MLQZ]*)", data):
        values = [float(one) for one in _NUMBER.findall(numbers)]
        pairs = list(zip(values[::2], values[1::2], strict=True))
        if letter != "Q":
            out += pairs
            continue
        (ax, ay), (cx, cy), (bx, by) = out[-1], pairs[0], pairs[1]
        for step in range(1, _STEPS + 1):
            t, u = step / _STEPS, 1 - step / _STEPS
            out.append((u * u * ax + 2 * u * t * cx + t * t * bx, u * u * ay + 2 * u * t * cy + t * t * by))
    return out


def _grouped(letters: str, given: dict[str, str], look: Look, where: str) -> str:
    """The letters with the colours of their text, the halo below them and not over them."""
    others = " ".join(f'{key}="{value}"' for key, value in given.items() if key not in (*_OWN, "transform"))
    moved = " ".join(part for part in (given.get("transform", ""), where) if part)
    frame = (
        f'class="{given.get("class", "")}"'
        + (f" {others}" if others else "")
        + (f' transform="{moved}"' if moved else "")
    )
    style = f"{given['style']};" if "style" in given else ""
    plain = f'<g {frame} style="{style}stroke:none">{letters}</g>'
    if not look.halo:
        return plain
    # the letters are scaled, and the width of the halo with them
    width = look.halo * _fonts()[look.face].units / look.size
    return f'<g {frame} style="{style}stroke-width:{num(width)}px">{letters}</g>{plain}'
