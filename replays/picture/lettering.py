"""How wide printed text is, so that it can be fitted: advance widths of the bundled condensed sans.

Source: the hmtx table of fonts/BarlowCondensed-SemiBold.ttf, thousandths of the font size, U+0020 to U+007E.
"""

from __future__ import annotations

_FIRST = 32
_WIDTHS = (
    *(200, 269, 306, 606, 434, 772, 581, 152, 279, 279, 361, 439, 199, 325, 211, 386),
    *(450, 274, 425, 426, 459, 428, 429, 392, 434, 423, 252, 218, 439, 439, 439, 413),
    *(759, 456, 462, 457, 472, 435, 415, 462, 477, 224, 443, 477, 415, 538, 507, 467),
    *(457, 455, 461, 434, 452, 478, 471, 665, 460, 456, 406, 330, 386, 330, 413, 405),
    *(206, 434, 437, 422, 437, 426, 291, 431, 439, 215, 211, 433, 199, 665, 439, 432),
    *(441, 441, 313, 398, 282, 438, 415, 592, 417, 403, 368, 319, 171, 319, 480),
)
_OTHER = 480
"""Latin letters with marks are about this wide; wide scripts are not in the bundled font."""


def width(text: str, size: float) -> float:
    """Width of a line of sans text in pixels at the given font size."""
    total = 0
    for c in text:
        i = ord(c) - _FIRST
        total += _WIDTHS[i] if 0 <= i < len(_WIDTHS) else (_OTHER if i < 0x2E80 else 1000)
    return total * size / 1000


def fit(text: str, size: float, room: float) -> float:
    """The largest font size, at most `size`, at which the text is no wider than `room`."""
    wide = width(text, size)
    return size if wide <= room else size * room / wide


def wrap(text: str, size: float, room: float) -> list[str]:
    """The text broken into lines no wider than `room` where spaces allow."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and width(longer, size) > room:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines
