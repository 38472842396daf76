"""K7: letters as outlines, for programs that load no fonts from an SVG: the picture is the same without any font."""

from __future__ import annotations

import re
import zlib

import pytest
import resvg_py

from hexledger.cli.looks import scene_at
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.picture import png
from hexledger.replays.picture.lettering import width
from hexledger.replays.picture.outline import _fonts, outlined
from hexledger.replays.picture.png import render_png
from hexledger.replays.picture.render import render_svg


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> str:
    log = tmp_path_factory.mktemp("outline") / "g.hxl"
    with Chronicle.create(log, new_genesis("june_6/push_to_caen", seed="2")) as chronicle:
        return render_svg(scene_at(chronicle, 0))


def pixels(png: bytes) -> tuple[int, int, bytes]:
    """(wide, high, RGBA of every pixel) of a PNG of eight bits with no interlacing."""
    at, data, wide, high = 8, b"", 0, 0
    while at < len(png):
        size, kind = int.from_bytes(png[at : at + 4], "big"), png[at + 4 : at + 8]
        body = png[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            wide, high = int.from_bytes(body[:4], "big"), int.from_bytes(body[4:8], "big")
            assert body[8:10] == b"\x08\x06"
        elif kind == b"IDAT":
            data += body
        at += 12 + size
    raw, row, out = zlib.decompress(data), bytes(wide * 4), []
    for y in range(high):
        line = bytearray(raw[y * (wide * 4 + 1) + 1 : (y + 1) * (wide * 4 + 1)])
        _unfilter(raw[y * (wide * 4 + 1)], line, row)
        row = bytes(line)
        out.append(row)
    return wide, high, b"".join(out)


def _unfilter(kind: int, line: bytearray, above: bytes) -> None:
    for x in range(len(line)):
        left = line[x - 4] if x >= 4 else 0
        up, corner = above[x], above[x - 4] if x >= 4 else 0
        p = left + up - corner
        paeth = min((abs(p - left), 0, left), (abs(p - up), 1, up), (abs(p - corner), 2, corner))[2]
        line[x] = (line[x] + (0, left, up, (left + up) // 2, paeth)[kind]) & 255


def test_without_any_font_the_outlined_picture_looks_as_with_the_bundled_fonts(
    board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wide = 260
    drawn = outlined(board)
    monkeypatch.setattr(png, "LEGIBLE", 0.0)  # hex numbers too
    with_fonts = pixels(render_png(board, wide))
    bare = pixels(bytes(resvg_py.svg_to_bytes(svg_string=drawn, width=wide, skip_system_fonts=True)))
    lost = pixels(bytes(resvg_py.svg_to_bytes(svg_string=board, width=wide, skip_system_fonts=True)))
    assert with_fonts[:2] == bare[:2]

    def far(one: bytes, two: bytes) -> int:
        return sum(abs(a - b) for a, b in zip(one, two, strict=True))

    assert far(with_fonts[2], bare[2]) * 4 < far(with_fonts[2], lost[2]), "the letters are there, and where they belong"


def test_nothing_of_the_outlined_picture_needs_a_font_and_every_letter_is_defined_once(board: str) -> None:
    drawn = outlined(board)
    assert "<text" not in drawn and "font-face" not in drawn and "<textPath" not in drawn
    defined = re.findall(r'<path id="(letter-[^"]+)"', drawn)
    used = set(re.findall(r'xlink:href="#(letter-[^"]+)" href="#\1"', drawn))
    assert sorted(defined) == sorted(used) and len(used) > 60
    assert drawn == outlined(board)


def test_the_outlines_are_those_of_the_bundled_font() -> None:
    sans = _fonts()["sans"]
    for letter in "AbgQ7&/ -":
        assert sans.glyphs[letter][0] == width(letter, 1000)


def test_letters_that_no_bundled_font_has_stay_text() -> None:
    svg = '<svg><defs></defs><text x="1" y="2" class="s">東京</text><text x="1" y="2" class="s">AB</text></svg>'
    drawn = outlined(svg)
    assert "東京</text>" in drawn and drawn.count("<text") == 1 and "#letter-sans-41" in drawn
