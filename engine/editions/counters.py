"""Counters, formations and markers of an edition, as the rules read them.

One model serves all games: values that several games print have attributes of their own, every printed number is also
in `Face.values` under the rulebook's name, and yes/no marks are in `Face.marks`.
"""

# No `from __future__ import annotations` here: as text, the annotations of the structs would be compiled one by one
# when their decoder is made, which every start of the program would pay for.

import msgspec


class Face(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One side of a counter. All numbers are integers; a value that is not printed is 0.

    cs combat strength, cohesion, ma movement allowance, artillery / armor / at (anti-tank) points.
    ``values`` holds every printed whole number by its key (cs included); ``fractions`` the few that are not whole, in
    quarters (such a key has no entry in ``values`` and its attribute is 0: read it with `quarters`).
    ``marks`` holds the keys printed as yes; ``texts`` printed words.
    """

    cs: int = 0
    cohesion: int = 0
    ma: int = 0
    artillery: int = 0
    armor: int = 0
    at: int = 0
    cs_defence_only: bool = False
    bicycle: bool = False
    values: dict[str, int] = {}
    fractions: dict[str, int] = {}
    marks: tuple[str, ...] = ()
    texts: dict[str, str] = {}
    lists: dict[str, tuple[str, ...]] = {}

    def get(self, key: str, default: int = 0) -> int:
        """A printed whole number by its key, default when it is not printed. ValueError for a fraction."""
        if key in self.fractions:
            raise ValueError(f"{key} is {self.fractions[key]}/4: read it with quarters() or halves()")
        return self.values.get(key, default)

    def quarters(self, key: str) -> int:
        """A printed number in quarters, 0 when it is not printed."""
        return self.fractions[key] if key in self.fractions else 4 * self.values.get(key, 0)

    def halves(self, key: str) -> int:
        """A printed number in halves, 0 when it is not printed. ValueError when it is finer."""
        scaled, rest = divmod(self.quarters(key), 2)
        if rest:
            raise ValueError(f"{key} is {self.quarters(key)}/4, finer than a half")
        return scaled

    def has(self, mark: str) -> bool:
        """True when the side carries this yes/no mark."""
        return mark in self.marks


class Counter(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One counter. ``id`` is unique; counters of a pool are numbered from 1 and name their ``pool``.

    ``back`` is None for a one-sided counter and for one whose reverse only says "fired" (``fired_back``).
    ``details`` keeps printed values that only some games have (class, gun, corps, set-up box ...).
    """

    id: str
    name: str
    side: str
    nationality: str
    type: str
    size: str
    steps: int
    front: Face
    formation: str = ""
    parent: str = ""
    motorized: bool = False
    zoc: bool = True
    back: Face | None = None
    fired_back: bool = False
    traits: tuple[str, ...] = ()
    pool: str = ""
    prov: str = ""
    note: str = ""
    text: str = ""
    details: dict[str, object] = {}

    def face(self, reduced: bool = False) -> Face:
        """The side that counts: the back when reduced and there is one, else the front."""
        return self.back if reduced and self.back is not None else self.front

    def has(self, trait: str) -> bool:
        """True when the counter carries this trait."""
        return trait in self.traits


class Formation(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A division, corps or command. ``members`` and ``hq`` are counter ids; ``am`` counts its activation markers.

    ``members`` may name a pool.
    """

    id: str
    name: str
    side: str
    nationality: str
    kind: str
    members: tuple[str, ...]
    parent: str = ""
    hq: str = ""
    am: int = 0
    short: str = ""
    armored: bool = False
    optional: bool = False
    rule: str = ""
    note: str = ""


class Marker(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A marker or chit. ``count`` is None where the supply is not limited; ``activates`` lists formations."""

    id: str
    name: str
    side: str
    count: int | None
    kind: str
    activates: tuple[str, ...] = ()
    prov: str = ""
    note: str = ""
    details: dict[str, object] = {}
