"""Activation markers (7.1): what each of them activates. An AM is known by the number of its word (`am.12ss`).

Free Ops markers (7.12) lie in the same pool; they name no formation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.game import June6


class Am(msgspec.Struct, frozen=True):
    """One kind of AM.

    word        its number
    side        owner
    formations  formation numbers whose HQs it activates (7.11): one division, or all corps of a nationality
    corps       True for a corps AM
    number      how many of it there are (5.14)
    ops         True for a free Ops marker: any HQ of its side (7.12)
    """

    word: int
    side: int
    formations: tuple[int, ...]
    corps: bool
    number: int = 2
    ops: bool = False


def read_ams(game: June6) -> dict[int, Am]:
    """All AMs of the edition by number."""
    found = {}
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
