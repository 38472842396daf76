"""What units are called: the printed name, and as much more as tells a unit from every other of the game.

Counters print names that are enough on the map, where colour and symbol say the rest: three counters read `3rd`, and a
division reads `21`. In a sentence or a list such a name misleads, so it gets what the counter shows besides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from hexledger.engine.editions.counters import Counter

_Told = Callable[[Counter], str]

SHORT: Final = 3
"""Nationalities of up to so many letters are initials: `us` is US."""


_LEFT_OUT: Final = dict.fromkeys(map(ord, "()'\"\u2019\u201c\u201d"))
"""What tells no name from another: brackets and apostrophes, like spaces."""
_JOINTS: Final = r"(?<!\d)[.-]|[.-](?!\d)"
"""Dots and hyphens that are not between figures: they tell no name from another either."""
_SAINT: Final = r"\bsaint(?=e?\b)"
"""What maps print as `St.` and `Ste-` as well."""


def plain(name: str) -> str:
    """A name as it is compared: in small letters without accents, spaces, brackets, and what else nobody minds: `St Lo`
    is `St. L\u00f4`, and `Saarbruecken` `Saarbr\u00fccken`."""
    bare = (name if name.isascii() else _without_accents(name)).lower()
    # patterns are for the few names that need them: to compile them takes a start longer than to compare all names
    if "saint" in bare:
        bare = re.sub(_SAINT, "st", bare)
    if "." in bare or "-" in bare:
        bare = re.sub(_JOINTS, "", bare)
    bare = "".join(bare.split()).translate(_LEFT_OUT)
    # the second letter of an umlaut that is spelt out: maps print Saarbrucken, Saarbruecken and Saarbr\u00fccken
    return bare.replace("ae", "a").replace("oe", "o").replace("ue", "u") if "e" in bare else bare


def _without_accents(name: str) -> str:
    # imported here: only a name that no house edition prints needs it
    from unicodedata import combining, normalize

    return "".join(letter for letter in normalize("NFKD", name.replace("\u00df", "ss")) if not combining(letter))


class PlainNames:
    """Units by name, names as they are compared: what a unit is called, what its counter prints, and that without its
    brackets."""

    def __init__(self, names: Sequence[str], printed: Sequence[str]) -> None:
        self._names = names
        self.called, self.printed, self.short = (
            _grouped(names),
            _grouped(printed),
            _grouped([name.partition("(")[0] for name in printed]),
        )

    def exact(self, name: str) -> list[list[int]]:
        """Units that are called, printed, printed but for brackets so; each unit where it comes first."""
        found: list[list[int]] = []
        for names in (self.called, self.printed, self.short):
            before = {piece for tier in found for piece in tier}
            found.append([piece for piece in names.get(name, ()) if piece not in before])
        return found

    def begins(self, name: str) -> list[int]:
        """Units whose name begins so, ascending."""
        return sorted(piece for full, pieces in self.called.items() if full.startswith(name) for piece in pieces)

    def first_words(self, name: str) -> list[int]:
        """Units of `begins` of whose name these are whole words: `VII` of VII Corps, and not of VIII Corps."""
        return [piece for piece in self.begins(name) if name in self._beginnings(piece)]

    def inside(self, name: str) -> list[int]:
        """Units in whose name a later word begins so, ascending: `Frundsberg` of 10 SS Panzer Division Frundsberg,
        `751` of 326/751/I."""
        return [piece for piece, full in enumerate(self._names) if any(map(_starting(name), _later_words(full)))]

    def _beginnings(self, piece: int) -> list[str]:
        words = self._names[piece].split()
        return [plain(" ".join(words[:many])) for many in range(1, len(words))]


def _starting(name: str) -> Callable[[str], bool]:
    return lambda rest: rest.startswith(name)


def _later_words(full: str) -> list[str]:
    """A name from each of its words but the first to its end, as names are compared."""
    return [plain(full[at.start() :]) for at in re.finditer(r"\b\w", full) if at.start()]


def _grouped(names: Sequence[str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for piece, name in enumerate(names):
        found.setdefault(plain(name), []).append(piece)
    return found


def called(counters: Sequence[Counter]) -> tuple[str, ...]:
    """What each counter is called, no two alike: `8/3`, `3rd (US)`, `21 armor`, `Det 4`.

    A name that is a bare number is followed by the unit's type, so that it is not taken for a quantity or a choice. A
    name that several print is followed by what parts them: nationality, type, formation, or nationality and type; units
    that differ in nothing are numbered in the order of the edition.
    """
    names = [f"{one.name} {_type(one)}" if one.name.isdigit() else one.name for one in counters]
    compared = list(map(plain, names))
    while True:
        groups: dict[str, list[int]] = {}
        for number, key in enumerate(compared):
            groups.setdefault(key, []).append(number)
        shared = [alike for alike in groups.values() if len(alike) > 1]
        if not shared:
            return tuple(names)
        for alike in shared:
            for number, name in _parted(counters, alike, names[alike[0]]):
                names[number], compared[number] = name, plain(name)


def _parted(counters: Sequence[Counter], alike: Sequence[int], name: str) -> list[tuple[int, str]]:
    """Names for units that are called alike; those that stay alike are numbered."""
    best = max(_WAYS, key=lambda told: len({told(counters[number]) for number in alike}))
    parts = [best(counters[number]) for number in alike]
    if len(set(parts)) == 1:
        return [(number, f"{name} {place}") for place, number in enumerate(alike, 1)]
    return [(number, f"{name} ({part})") for number, part in zip(alike, parts, strict=True)]


def nation(counter: Counter) -> str:
    """The nationality as it is written: US, British."""
    return counter.nationality.upper() if len(counter.nationality) <= SHORT else counter.nationality.capitalize()


def _type(counter: Counter) -> str:
    return counter.type.replace("_", " ")


def _formation(counter: Counter) -> str:
    return counter.formation.replace("_", " ")


def _nation_and_type(counter: Counter) -> str:
    return f"{nation(counter)} {_type(counter)}"


_WAYS: Final[tuple[_Told, ...]] = (nation, _type, _formation, _nation_and_type)
"""What may part units that are called alike, the best way first where several part as many."""
