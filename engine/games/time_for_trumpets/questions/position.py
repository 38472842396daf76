"""A position of A Time for Trumpets: clock, weather, who is where, values as they are now (2.0, 3.0, 4.0, 29.2, 29.3).

Chains of command, ZOC, ways, supply, stacking and works stand in modules of their own beside this one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hexledger.engine.editions.counters import Face
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.box import Box  # noqa: F401 - named in the base class
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY, Values
from hexledger.engine.games.time_for_trumpets.tables.scenario import ScenarioRules
from hexledger.engine.games.time_for_trumpets.tables.switches import OPTIONS, YES
from hexledger.engine.kernel.furnished import FieldPosition
from hexledger.engine.kernel.memory import ATTACHED, CLOCK, VARIABLES, WHERE, Basis, kept

ON_CHAIN: Final = Basis(ATTACHED, variables=(w.VAR["scenario"], w.VAR["read_command_hq"]))
"""What chains of command and the levels of headquarters hang on."""
ON_SKY: Final = Basis(VARIABLES, CLOCK)
"""What weather and ground hang on."""
SHARED: Final = ("fag", "cp")
"""G-3.44: levels of HQs that share the status of the one above them."""


class TrumpetsPosition(FieldPosition["Box[TrumpetsPosition]", ScenarioRules]):
    """Read-only questions about one state. Movement is in quarters of a movement factor."""

    # ------------------------------------------------------------ the clock, the scenario, options
    def plays(self, option: str) -> bool:
        """Is an advanced or optional rule played (`leaders`)?"""
        return self.state.variables.get(self.game.words[OPTIONS[option].word]) == YES

    @property
    def night(self) -> bool:
        """3.1e: a PD or EV turn."""
        return calendar.night(self.state.turn)

    @property
    def code(self) -> str:
        """PD, MO, AF or EV."""
        return calendar.code(self.state.turn)

    @property
    def active_side(self) -> int:
        """Side whose player turn it is, 0 outside."""
        return self.var("side")

    @property
    def active_army(self) -> int:
        """HQ of the army that acts, NOBODY outside."""
        return self.var("army") - 1

    @property
    def active_corps(self) -> int:
        """HQ of the corps that acts, NOBODY outside."""
        return self.var("corps") - 1

    # ------------------------------------------------------------ 3.2, 3.3 ground and weather
    @property
    def ground(self) -> str:
        """3.2: firm, mud or frozen."""
        return self.game.words.key(self.var("ground")).removeprefix("ground.")

    @kept(ON_SKY)
    def army_weather(self) -> tuple[int, ...]:
        """3.3: weather (word) of the three German army areas."""
        return tuple(self.var(f"weather_{army}", w.CLEAR) for army in w.ARMIES)

    def weather(self, place: int) -> int:
        """3.3.1-3.3.4, 26.2.5d: weather (word) in a hex; the worse one on a boundary road, clear beyond the Meuse."""
        areas = self.game.ground.weather_of[place]
        if not areas:
            return w.CLEAR
        found = self.army_weather()
        return max((found[area] for area in areas), key=w.WORST.index)

    def terrain(self, place: int) -> str:
        """Terrain of a hex as the ground is; frozen marsh is a terrain of its own."""
        found = self.board.terrain[place]
        return "frozen_marsh" if found == "marsh" and self.ground == "frozen" else found

    # ------------------------------------------------------------ who is where
    @kept(WHERE)
    def hexes_of(self, side: int) -> frozenset[int]:
        """Hexes that combat units of a side occupy."""
        combat = self.game.roster.combat
        return frozenset(self.state.at[p] for p in self.of(side) if p in combat)

    def fighters(self, place: int) -> tuple[int, ...]:
        """Combat units in a hex: front-line, support, artillery, HQs."""
        combat = self.game.roster.combat
        return tuple(piece for piece in self.units(place) if piece in combat)

    def enemy_in(self, place: int, side: int) -> bool:
        """Does a combat unit of the enemy of `side` occupy the hex?"""
        return place in self.hexes_of(3 - side)

    def friend_in(self, place: int, side: int) -> bool:
        """Does a combat unit of the side occupy the hex?"""
        return place in self.hexes_of(side)

    def controls(self, place: int) -> int:
        """Introduction: side whose combat unit occupies the hex, 0 for nobody."""
        return next((side for side in (w.GERMAN, w.ALLIED) if place in self.hexes_of(side)), 0)

    def enemy_beside(self, place: int, side: int) -> bool:
        """Does a combat unit of the enemy of `side` stand adjacent?"""
        enemies = self.hexes_of(3 - side)
        return any(there in enemies for there in self.game.ground.near[place])

    # ------------------------------------------------------------ 6.0 chains of command (details: questions.chains)
    @kept(ON_CHAIN)
    def parent(self, piece: int) -> int:
        """6.1, 6.2, 6.2.1: HQ to which a unit or HQ answers, by attachment, scenario or counter; NOBODY for none."""
        attached = self.state.attached.get(piece, 0)
        if attached:
            return attached - 1
        found = self.scenario.parents.get(piece)
        return self.game.roster.parent[piece] if found is None else found

    @kept(ON_CHAIN)
    def above(self, piece: int, level: str) -> int:
        """The HQ of a level (`corps`, `army`) in the chain of a unit, itself included; NOBODY for none."""
        levels = self.game.roster.level
        here, left = piece, len(levels)
        while here != NOBODY and left:
            if levels.get(here) == level:
                return here
            here, left = self.parent(here), left - 1
        return NOBODY

    # ------------------------------------------------------------ values
    def lost(self, piece: int) -> int:
        """Steps that a unit has lost."""
        return self.game.roster.full[piece] - self.steps(piece)

    def generic(self, piece: int) -> bool:
        """2.12g, 52.8, 52.9: a Step counter without unit id, after the second loss of a unit with more than two."""
        return self.lost(piece) >= len(("front", "back")) and self.on_map(piece)

    def backed(self, piece: int) -> bool:
        """2.6.1.5, 2.9: deployed, or in battery."""
        return self.flag(piece, w.MODE) > 0

    def face(self, piece: int) -> Face:
        """The side of the counter that is up."""
        roster = self.game.roster
        if piece in roster.moded or piece in roster.dispersed:
            up = self.backed(piece) or self.flag(piece, w.FORT_SIDE) > 0
        else:
            up = self.lost(piece) > 0
        return roster.back[piece] if up else roster.front[piece]

    def cf(self, piece: int) -> Values:
        """CF in attack and defence; an HQ or artillery on the march and a parenthesised CF attack with 0."""
        roster = self.game.roster
        if piece in roster.moded or piece in roster.dispersed:
            face = self.face(piece)
            return Values(face.get("attack"), face.get("defence"))
        return roster.values[piece][self.lost(piece)]

    def can_attack(self, piece: int) -> bool:
        """2.6.1.5k, 2.9, 31.3: a CF that is not parenthesised, of a unit that attacks adjacent hexes."""
        return piece not in self.game.roster.moded and self.cf(piece).attack > 0

    def printed_er(self, piece: int) -> int:
        """ER on the side that is up."""
        return self.face(piece).get("er")

    def er(self, piece: int) -> int:
        """4.2, 4.3, 18.5: current ER, without defences."""
        if self.exhausted(piece):
            return 0
        found = self.printed_er(piece) - (1 if self.fatigued(piece) else 0)
        division = self.above(piece, "division")
        if division != NOBODY and self.flag(division, w.FLAG["plus_er"]):
            found += 1
        return max(0, found)

    def command_range(self, hq: int, deployed: bool = False) -> int:
        """7.1h, 9.7b: range of the side that is up, or of the deployed side."""
        roster = self.game.roster
        if deployed and hq not in roster.special_hq:
            return roster.back[hq].get("command_range")
        return self.face(hq).get("command_range")

    # ------------------------------------------------------------ 4.0, 13.0 activity: the HQ that a unit shares it with
    @kept(ON_CHAIN)
    def status_hq(self, piece: int) -> int:
        """13-16, G-3.44: HQ whose status and freshness a unit shares: its own, of a FAG that of the corps, of a CP that
        of the division; NOBODY for what belongs to no HQ."""
        roster = self.game.roster
        hq = piece if piece in roster.hqs else self.parent(piece)
        while hq != NOBODY and self.shared(hq):
            hq = self.parent(hq)
        return hq

    def level(self, hq: int) -> str:
        """2.6, G-D3: level of an HQ, "" for who is none; by the other reading combat commands and cavalry groups are
        CPs in everything."""
        found = self.game.roster.level.get(hq, "")
        if found != "command":
            return found
        from hexledger.engine.games.time_for_trumpets.tables.switches import COMMAND_HQ

        return "cp" if self.reading(COMMAND_HQ) != COMMAND_HQ.default else found

    def shared(self, hq: int) -> bool:
        """G-3.44, G-D3: an HQ without a status of its own."""
        return self.level(hq) in SHARED

    def _status(self, piece: int, flag: int) -> int:
        hq = self.status_hq(piece)
        return self.flag(hq, flag) if hq != NOBODY else 0

    def resting(self, piece: int) -> bool:
        """13.3, 13.4, G-3.19: the formation rests in this turn."""
        return self._status(piece, w.RESTING) > 0

    def exhausted(self, piece: int) -> bool:
        """4.3."""
        return self._status(piece, w.EXHAUSTED) > 0

    def fatigued(self, piece: int) -> bool:
        """4.2."""
        return self._status(piece, w.FATIGUED) > 0

    def active(self, piece: int) -> bool:
        """13.5.3: neither resting nor exhausted."""
        return not self.resting(piece) and not self.exhausted(piece)

    def in_comm(self, piece: int) -> bool:
        """7.0: in command; an HQ out of command takes its whole formation with it (7.2)."""
        return not self._cut(piece, w.OUT_COMM)

    def in_supply(self, piece: int) -> bool:
        """9.0: in supply; an HQ out of supply takes its units with it (9.8)."""
        return not self._cut(piece, w.OOS)

    def _cut(self, piece: int, flag: int) -> bool:
        return self.flag(piece, flag) > 0

    def held(self, piece: int) -> bool:
        """H-1, G-D14: not released yet: does nothing but defend."""
        return any(self.state.turn < row.until and self.within(piece, row.pieces) for row in self.scenario.held)

    @kept(ON_CHAIN)
    def within(self, piece: int, hqs: tuple[int, ...]) -> bool:
        """Is the piece, or an HQ in its chain, one of these?"""
        here, left = piece, len(self.game.roster.level)
        while here != NOBODY and left:
            if here in hqs:
                return True
            here, left = self.parent(here), left - 1
        return False

    def away(self, hq: int) -> bool:
        """H-9, G-D5: a headquarters that is off the map, from the start or because it has left it."""
        return self.state.pooled(w.POOL["off_map"], hq) > 0

    # ------------------------------------------------------------ markers
    def marker(self, name: str, a: int, b: int = -1) -> int:
        """Markers of a kind in a hex or on a hexside."""
        return self.state.marker(a, b, w.MARKER[name])

    def steps_of(self, pieces: Iterable[int]) -> int:
        """Steps of several units together."""
        return sum(self.steps(piece) for piece in pieces)
