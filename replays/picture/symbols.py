"""NATO unit symbols and size marks, drawn as lines in a box 44 wide and 29 high around (0, 0).

The frames and icons follow the customary wargame use of the NATO set (crossed lines infantry, oval armour, single
diagonal reconnaissance, inverted V anti-tank, dome anti-aircraft, dot artillery). A symbol that is not here prints the
first letters of its name in the box, so a new unit type can always be drawn.
"""

from __future__ import annotations

from hexledger.replays.picture.svg import escape, num

HALF_WIDE, HALF_HIGH = 22.0, 14.5

_CROSS = "M-22 -14.5L22 14.5M-22 14.5L22 -14.5"
_OVAL = "M-8 -8H8A8 8 0 0 1 8 8H-8A8 8 0 0 1 -8 -8Z"
_SLASH = "M-22 14.5L22 -14.5"
_PEAK = "M-22 14.5L0 -14.5L22 14.5"
_DOME = "M-22 14.5C-18 -6 18 -6 22 14.5"
_WHEELS = "M-13 14.5m-3 3.2a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M13 14.5m-3 3.2a3 3 0 1 0 6 0a3 3 0 1 0 -6 0"
_CANOPY = "M-9 12.5C-8 6 -1 6 0 12.5C1 6 8 6 9 12.5"
_DOT = "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z"

# symbol -> (lines to stroke, shapes to fill)
ICONS: dict[str, tuple[str, str]] = {
    "infantry": (_CROSS, ""),
    "motorized_infantry": (_CROSS + _WHEELS, ""),
    "armored_infantry": (_CROSS + _OVAL, ""),
    "parachute": (_CROSS + _CANOPY, ""),
    "glider": (_CROSS + "M-10 7L-5 12H5L10 7", ""),
    "mountain": (_CROSS, "M-6 14.5L0 4L6 14.5Z"),
    "armor": (_OVAL, ""),
    "recon": (_SLASH, ""),
    "armored_cavalry": (_SLASH + _OVAL, ""),
    "antitank": (_PEAK, ""),
    "tank_destroyer": (_PEAK + _OVAL, ""),
    "assault_gun": (_OVAL, _DOT),
    "flak": (_DOME, ""),
    "artillery": ("", _DOT),
    "artillery_group": ("M-15 -9V9M15 -9V9", _DOT),
    "rocket": (
        "M-8 -2L0 -9L8 -2M-8 3L0 -4L8 3",
        "M-3.5 8a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0Z",
    ),
    "engineer": ("M-13 8V-7H13V8M0 -7V8", ""),
    "strongpoint": ("", "M-13 10V-8H-7V-3H-3V-8H3V-3H7V-8H13V10Z"),
    "detachment": ("M-22 -14.5L22 14.5M-22 14.5L22 -14.5", "M0 -4L4 0L0 4L-4 0Z"),
    "hq": ("M-22 -8.5H22", "M-22 -14.5H22V-8.5H-22Z"),
}

ALIASES: dict[str, str] = {
    "ost": "infantry",
    "garrison": "infantry",
    "ranger": "infantry",
    "commando": "infantry",
    "security": "infantry",
    "armour": "armor",
    "panzer": "armor",
    "tank": "armor",
    "m4": "armor",
    "m5": "armor",
    "panther": "armor",
    "pziv": "armor",
    "tiger2": "armor",
    "brit_sherman": "armor",
    "motorized": "motorized_infantry",
    "mechanized": "armored_infantry",
    "armoured_infantry": "armored_infantry",
    "paratroop": "parachute",
    "airborne": "parachute",
    "airlanding": "glider",
    "cavalry": "recon",
    "fa": "artillery",
    "nw": "rocket",
    "at": "antitank",
    "heavy_at": "antitank",
    "aa_light": "flak",
    "aa_heavy": "flak",
    "aa_sp": "flak",
    "stug": "assault_gun",
    "hetzer": "tank_destroyer",
    "jpz4": "tank_destroyer",
    "jagdpanther": "tank_destroyer",
    "m10": "tank_destroyer",
    "m18": "tank_destroyer",
    "m36": "tank_destroyer",
    "bridge_engineer": "engineer",
}

LETTERS: dict[str, str] = {"ost": "O", "garrison": "G", "ranger": "R", "commando": "C", "security": "S"}
"""A letter in the upper quarter of the cross for kinds of infantry that have no icon of their own."""

SIZES: dict[str, str] = {
    "company": "I",
    "squadron": "I",
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
    "army_group": "XXXXX",
}


def icon(symbol: str) -> tuple[str, str]:
    """(lines, shapes) of a symbol; both empty when it has no icon."""
    return ICONS.get(ALIASES.get(symbol, symbol), ("", ""))


def symbol_definition(symbol: str) -> str:
    """A `<g>` that draws the frame and the icon in black; the box is filled by the counter before."""
    lines, shapes = icon(symbol)
    frame = "M-22 -14.5H22V14.5H-22Z"
    parts = [f'<path d="{frame}{lines}" fill="none" stroke="#16140f" stroke-width="2.1" stroke-linejoin="round"/>']
    if shapes:
        parts.append(f'<path d="{shapes}" fill="#16140f"/>')
    letter = "HQ" if symbol == "hq" else LETTERS.get(symbol, "")
    if not lines and not shapes:
        letter = symbol[:3].upper()
    if letter:
        baseline, size = {"hq": (10.5, 20)}.get(symbol, (-4, 10) if lines else (6, 17))
        parts.append(
            f'<text x="0" y="{num(baseline)}" class="c" font-size="{size}" fill="#16140f">{escape(letter)}</text>'
        )
    return f'<g id="{symbol_id(symbol)}">{"".join(parts)}</g>'


def symbol_id(symbol: str) -> str:
    """Id of a symbol's definition; characters that an id cannot hold become their numbers."""
    return "u-" + "".join(c if c.isascii() and (c.isalnum() or c == "_") else f"-{ord(c)}" for c in symbol)


def size_mark(size: str, x: float, y: float) -> str:
    """Path data of the size mark centred on (x, y): strokes up to regiment, crosses from brigade up; 8 high."""
    mark = SIZES.get(size, "")
    step = 5.2 if mark.startswith("I") else 9.4
    left = x - step * (len(mark) - 1) / 2
    parts = []
    for i, c in enumerate(mark):
        at = left + i * step
        if c == "I":
            parts.append(f"M{num(at)} {num(y - 4)}v8")
        else:
            parts.append(f"M{num(at - 3.4)} {num(y - 4)}l6.8 8m0 -8l-6.8 8")
    return "".join(parts)
