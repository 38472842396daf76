"""Who takes a loss: the priority lists of the results (52.3-52.6, 53.1, 53.2). Pure: units in, eligible units out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from hexledger.engine.games.time_for_trumpets.tables.arms import Arms
from hexledger.engine.games.time_for_trumpets.tables.results import Loss

Units = tuple[int, ...]
_FRONT: Final = ("front_afv", "infantry")
_SUPPORT: Final = ("support_afv", "support")
SUPERIOR_HITS: Final = 2
"""53.1a: hits that an Allied AFV takes from superior anti-tank weapons."""


class Force(NamedTuple):
    """A side of a combat as losses see it.

    units     those that can take a loss
    german    it is the German side
    guns      the enemy has one of the guns of 53.2 (against Germans), or superior anti-tank weapons (53.1, against
              Allies)
    advanced  the rules of 53 are played
    """

    units: Units
    german: bool
    guns: bool
    advanced: bool


def takers(arms: Arms, er: Callable[[int], int], loss: Loss, force: Force) -> Units:
    """Units among which the owner chooses the one that takes a loss; () where nobody does (53.2).

    er  printed ER of a unit (52.3: the highest printed ER)
    """
    if not loss.afv:
        return _listed(er, _plain(arms, loss, force.units))
    if force.german and force.advanced:
        return _german_afv(arms, er, loss, force)
    return _listed(er, _afv(arms, loss, force.units))


Classes = Sequence[tuple[Iterable[int], bool]]
"""The list of a result: units of each class, and whether only those of the highest ER are eligible."""


def _of(arms: Arms, units: Units, *names: str) -> list[int]:
    return [unit for unit in units if arms.loss_class[unit] in names]


def _afv(arms: Arms, loss: Loss, units: Units) -> Classes:
    """52.3, 52.4."""
    if loss.attacker:
        # gaps 3.23: special HQs that attack lose after all others
        order = ("front_afv", "support_afv", "infantry", "support", "artillery", "hq")
        return [(_of(arms, units, name), True) for name in order]
    afv = _of(arms, units, "front_afv", "support_afv")
    return [(afv, False), *((_of(arms, units, name), False) for name in ("infantry", "support", "artillery", "hq"))]


def _plain(arms: Arms, loss: Loss, units: Units) -> Classes:
    """52.5, 52.6."""
    classes = (
        _of(arms, units, *_FRONT),
        _of(arms, units, *_SUPPORT),
        _of(arms, units, "artillery"),
        _of(arms, units, "hq"),
    )
    return [(found, loss.attacker) for found in classes]


def _listed(er: Callable[[int], int], classes: Classes) -> Units:
    """The first class that has a unit."""
    for found, highest in classes:
        those = tuple(found)
        if those:
            return best(er, those) if highest else those
    return ()


def best(er: Callable[[int], int], units: Iterable[int]) -> Units:
    """Units of the highest printed ER."""
    those = tuple(units)
    top = max(map(er, those))
    return tuple(unit for unit in those if er(unit) == top)


def _german_afv(arms: Arms, er: Callable[[int], int], loss: Loss, force: Force) -> Units:
    """53.2.1, 53.2.2: a German heavy AFV is hit only where the enemy has a gun that can hurt it."""
    units = force.units
    first = _of(arms, units, "front_afv") if loss.attacker else _of(arms, units, "front_afv", "support_afv")
    if first:
        hit = tuple(unit for unit in best(er, first) if force.guns or unit not in arms.heavy)
        if hit:
            return hit
    light = tuple(unit for unit in units if unit in arms.afv and unit not in arms.heavy)
    if light:
        return best(er, light) if loss.attacker else light
    soft = tuple(unit for unit in units if force.guns or unit not in arms.heavy)
    order = (("infantry",), ("support", "support_afv"), ("artillery",), ("hq",))
    return _listed(er, [(_of(arms, soft, *names), loss.attacker) for names in order])


def hits(arms: Arms, unit: int, loss: Loss, force: Force) -> int:
    """53.1a: hits that a loss brings: two for an Allied AFV where the German force has superior anti-tank weapons."""
    doubled = force.advanced and loss.afv and not force.german and force.guns and unit in arms.afv
    return SUPERIOR_HITS if doubled else 1
