"""Activation markers (7.1): what each of them activates. An AM is known by the number of its word (`am.12ss`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.game import June6


class Am(NamedTuple):
    """One kind of AM.

    word        its number
    side        owner
    formations  formation numbers whose HQs it activates (7.11): one division, or all corps of a nationality
    corps       True for a corps AM
    """

    word: int
    side: int
    formations: tuple[int, ...]
    corps: bool


def read_ams(game: June6) -> dict[int, Am]:
    """All AMs of the edition by number."""
    found = {}
    for marker in game.edition.markers.values():
        if marker.kind != "am":
            continue
        word = game.words[marker.id.replace("am_", "am.", 1)]
        formations = tuple(game.formation_number[name] for name in marker.activates)
        corps = game.edition.formations[marker.activates[0]].kind == "corps"
        found[word] = Am(word, game.side_number(marker.side), formations, corps)
    return found
