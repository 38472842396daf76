"""What a scenario says about resource points, AMs and free Ops markers (4.23, 5.1, 7.2, 7.5), read once as numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from hexledger.engine.editions.scenarios import Scenario
from hexledger.engine.games.june_6.tables.ams import Am, am_key
from hexledger.engine.games.june_6.tables.flags import ALLIED, GERMAN

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.tables.box import Box

Ams = tuple[tuple[int, int], ...]
"""(AM, how many), in the order of the file."""
OUTSIDE: Final = "declared_outside_pool"
"""Free Ops markers that are declared, not drawn (4.12d, 4.23b)."""

_SIDES: Final = {"allied": ALLIED, "german": GERMAN}


class Preset(msgspec.Struct, frozen=True):
    """A turn whose pool the scenario fixes; nobody receives points.

    pool   side -> what goes into the pool
    first  AM that acts first, 0 when the initiative player picks one
    corps  HQ whose Corps Activation opens the turn, -1 without one
    rule   number of the rule
    """

    pool: dict[int, Ams]
    first: int
    corps: int
    rule: str


class Period(msgspec.Struct, frozen=True):
    """Turns in which the same AMs may be had.

    standing   side -> AMs that go into the pool each turn, at their price
    on_sale    side -> AMs that may be bought besides
    divisions  most kinds of AM bought besides in a turn, 0 = any number
    """

    turns: tuple[int, ...]
    standing: dict[int, Ams]
    on_sale: dict[int, tuple[int, ...]]
    divisions: int


class OpsMarkers(msgspec.Struct, frozen=True):
    """Free Ops markers of a turn; `outside`: the German declares his."""

    allied: int
    german: int
    outside: bool


class Budget:
    """A scenario's logistics. Turns are numbers of the calendar.

    ams               side -> AMs that it may have in play
    every_am          True when every AM goes into the pool in every turn (PB 6.52)
    preset            turn -> Preset
    free              turn -> AMs that cost nothing then (PB 5.51d)
    arrivals_free     True when arriving formations bring their AMs (7.23)
    corps_activation  True when Corps Activations may be bought (7.5)
    interdiction      True when supply may be interdicted (17.23, R-63)
    detachments       True when Detachments may be formed (19.3)
    start_in_me       True when the first turn begins with its ME phase (PB 4.1)
    """

    def __init__(self, game: Box[Any], scenario: Scenario, ams: Mapping[int, Am]) -> None:
        data: dict[str, Any] = scenario.data
        pools: dict[str, Any] = data.get("pools") or {}
        self._game = game
        self._last = len(game.calendar)
        self.every_am = "each_turn" in pools
        given: dict[str, dict[str, int]] | None = pools.get("ams")
        self.ams: dict[int, Ams] = {
            side: self._everything(side, ams) if given is None else self._ams(given.get(name, {}))
            for name, side in _SIDES.items()
        }
        self.preset = {self._turn(name): self._preset(entry) for name, entry in (pools.get("preset") or {}).items()}
        self.free = {self._turn(name): self._ams(entry) for name, entry in (pools.get("free") or {}).items()}
        self.arrivals_free: bool = pools.get("arrivals_free", True)
        self.corps_activation: bool = pools.get("corps_activation", True) is True
        dets: dict[str, Any] = pools.get("dets") or {}
        self.detachments: bool = dets.get("new", True) is True
        limits: dict[str, Any] = data.get("limits") or {}
        self.interdiction = not (self.every_am or str(limits.get("supply_interdiction", "")).startswith("none"))
        self.start_in_me: bool = data.get("start") == "me_phase"
        self.periods = self._periods(pools.get("periods"))
        self._by_turn = {turn: period for period in reversed(self.periods) for turn in period.turns}
        self._numbers = {side: dict(ams) for side, ams in self.ams.items()}
        fixed: dict[str, Any] = data.get("fixed") or {}
        self._ops: dict[int, OpsMarkers] = {
            self._turn(name): OpsMarkers(entry["allied"], entry["german"], entry.get("mode") == OUTSIDE)
            for name, entry in (fixed.get("free_ops") or {}).items()
        }

    def _turn(self, name: str) -> int:
        return self._game.calendar.index(name) + 1

    def _ams(self, entry: dict[str, int]) -> Ams:
        return tuple((self._game.words[am_key(marker)], count) for marker, count in entry.items())

    def _everything(self, side: int, ams: Mapping[int, Am]) -> Ams:
        return tuple((am.word, am.number) for am in ams.values() if am.side == side and not (am.ops or am.sealed))

    def _preset(self, entry: dict[str, Any]) -> Preset:
        first, corps = entry.get("initiative_am"), entry.get("corps_activation")
        return Preset(
            pool={side: self._ams(entry.get(name, {})) for name, side in _SIDES.items()},
            first=self._game.words[am_key(first)] if first else 0,
            corps=self._game.edition.counter_index[corps] if corps else -1,
            rule=str(entry.get("rule", "7.21")),
        )

    def _periods(self, listed: list[dict[str, Any]] | None) -> tuple[Period, ...]:
        if listed is None:
            every = tuple(range(1, self._last + 1))
            nothing: dict[int, Ams] = dict.fromkeys(_SIDES.values(), ())
            on_sale = {side: tuple(am for am, _ in self.ams[side]) for side in _SIDES.values()}
            if self.every_am:
                return (Period(every, self.ams, dict.fromkeys(_SIDES.values(), ()), 0),)
            return (Period(every, nothing, on_sale, 0),)
        words = self._game.words
        return tuple(
            Period(
                turns=tuple(self._turn(name) for name in entry["turns"]),
                standing={
                    side: self._ams((entry.get("standing") or {}).get(name, {})) for name, side in _SIDES.items()
                },
                on_sale={
                    side: tuple(words[am_key(am)] for am in entry["on_sale"][name]) for name, side in _SIDES.items()
                },
                divisions=entry.get("divisions", 0),
            )
            for entry in listed
        )

    def period(self, turn: int) -> Period:
        """What may be had in a turn."""
        return self._by_turn[turn]

    def number(self, side: int, am: int) -> int:
        """How many of an AM a side may have in play (5.14)."""
        return self._numbers[side].get(am, 0)

    def ops(self, turn: int) -> OpsMarkers | None:
        """Free Ops markers that the scenario's card gives in a turn, None when the weather gives them (4.12)."""
        return self._ops.get(turn)
