"""Activation markers (7.1): what each of them activates. An AM is known by the number of its word (`am.12ss`).

Free Ops markers (7.12) lie in the same pool; they name no formation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from hexledger.engine.games.june_6.tables.flags import ALLIED, GERMAN

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.tables.box import Box


class Am(msgspec.Struct, frozen=True):
    """One kind of AM.

    word        its number
    side        owner
    formations  formation numbers whose HQs it activates (7.11): one division, or all corps of a nationality
    corps       True for a corps AM
    number      how many of it there are (5.14)
    ops         True for a free Ops marker: any HQ of its side (7.12)
    sealed      number of the seal that such a token stands for, 0 for an AM that all can see (7.24a)
    """

    word: int
    side: int
    formations: tuple[int, ...]
    corps: bool
    number: int = 2
    ops: bool = False
    sealed: int = 0


MOST_SEALED: Final = 24
"""Tokens of a side for AMs bought in secret: more than the points of any turn."""


def sealed_key(side: int, number: int) -> str:
    """Key of the word of a token that stands for a sealed AM: `am.sealed_allied_3`."""
    return ".".join(("am", f"sealed_{'allied' if side == ALLIED else 'german'}_{number}"))


def seal_key(number: int) -> str:
    """Key of the slot of a side's seal for such an AM: `seal.am_3`."""
    return ".".join(("seal", f"am_{number}"))


def read_ams(game: Box[Any]) -> dict[int, Am]:
    """All AMs of the edition by number."""
    found: dict[int, Am] = {}
    for side in (ALLIED, GERMAN):
        for number in range(1, MOST_SEALED + 1):
            word = game.words[sealed_key(side, number)]
            found[word] = Am(word, side, (), False, 1, sealed=number)
    for marker in game.edition.markers.values():
        if marker.kind not in ("am", "ops"):
            continue
        word, side = game.words[am_key(marker.id)], game.side_number(marker.side)
        if marker.kind == "ops":
            found[word] = Am(word, side, (), False, marker.count or 0, True)
            continue
        formations = tuple(game.formation_number[name] for name in marker.activates)
        corps = game.edition.formations[marker.activates[0]].kind == "corps"
        found[word] = Am(word, side, formations, corps, marker.count or 0)
    return found


def am_key(marker: str) -> str:
    """Key of the word of a marker: `am_12ss` -> `am.12ss`, `ops_german` -> `ops.german`."""
    kind, _, name = marker.partition("_")
    return f"{kind}.{name}"
