"""What the words of a decision have said already, so that what followed from it does not say it again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from hexledger.events import model as ev

if TYPE_CHECKING:
    from hexledger.projections.names import Names
    from hexledger.projections.phrases import Phrases

_WORD: Final = re.compile(r"[\w/-]+")
_JOINTS: Final = "-/_"
"""What joins the parts of a name or a way: `E2135` is not said by `E2135-E2136`, nor `46` by `1/46`."""


def said(words: str, text: str) -> bool:
    """True where words hold a text as a whole: not as a piece of a longer name, number or way."""
    at = words.find(text) if text else -1
    while at >= 0:
        end = at + len(text)
        if not (_joined(words[at - 1 : at]) or _joined(words[end : end + 1])):
            return True
        at = words.find(text, at + 1)
    return False


def _joined(sign: str) -> bool:
    return sign != "" and (sign.isalnum() or sign in _JOINTS)


def told_already(words: str, event: ev.AnyEvent, fields: Mapping[str, object], names: Names) -> bool:
    """Whether a decision in these words has said which way a unit moves, where it is put, or who is declared against
    what.

    fields  what fills the phrase of the event (`Teller.phrase`)
    """
    if isinstance(event, ev.Moved):
        # one hex on it is enough to say where to
        way = names.place(event.path[-1]) if len(event.path) == 2 else str(fields["path"])
        return said(words, str(fields["piece"])) and (said(words, str(fields["path"])) or said(words, way))
    if isinstance(event, ev.Placed):
        return said(words, str(fields["piece"])) and said(words, str(fields["at"]))
    if not isinstance(event, ev.Declared):
        return False
    units = (names.piece_name(piece) for piece in event.pieces)
    return all(said(words, text) for text in (*units, *map(names.place, event.targets)))


def ways_said(words: str, events: Sequence[ev.AnyEvent], names: Names) -> frozenset[int]:
    """Numbers of the events that are steps of a way which the words say as a whole: a unit goes A-B and B-C at no cost,
    of which the words say `A-B-C`. Not of a unit to which something else happens in between."""
    found: set[int] = set()
    for piece in dict.fromkeys(event.piece for event in events if isinstance(event, ev.Moved)):
        mine = [number for number, event in enumerate(events) if getattr(event, "piece", None) == piece]
        steps = [number for number in mine if isinstance(events[number], ev.Moved)]
        between = [events[number] for number in mine if steps[0] <= number <= steps[-1]]
        if said(words, names.piece_name(piece)) and _said_as_a_whole(words, between, names):
            found.update(steps)
    return frozenset(found)


def _said_as_a_whole(words: str, happened: Sequence[ev.AnyEvent], names: Names) -> bool:
    """Whether these are free steps that follow each other along a way which the words say."""
    way: list[int] = []
    for event in happened:
        if not isinstance(event, ev.Moved) or event.cost or (way and event.path[0] != way[-1]):
            return False
        way.extend(event.path[1:] if way else event.path)
    return said(words, "-".join(map(names.place, way)))


def repeats(words: str, event: ev.AnyEvent, text: str) -> bool:
    """Whether the sentence of a mark, a variable or a pool holds no word that the words of the decision lack: `62 Eng:
    builds improved position` after `62 Eng builds: improved position`."""
    if not isinstance(event, ev.Flagged | ev.Assigned | ev.Pooled | ev.MarkerSet):
        return False
    return set(_WORD.findall(text.casefold())) <= set(_WORD.findall(words.casefold()))


def cost_of(words: str, fields: Mapping[str, object], table: Phrases, *, several: bool) -> str:
    """What a move cost whose unit and way are said; empty where it cost nothing, or the words say that too. `several`:
    other units move by the same decision, so that it is said whose cost it is."""
    if str(fields["cost"]) == "0" or said(words, f"{fields['cost']} MP"):
        return ""
    return table.say("moved.said.of" if several else "moved.said", fields)
