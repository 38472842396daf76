"""The sequence of play (4.2, 4.3): turns, player turns, impulses. It puts the chapters of `rules/` in
order, and none of them knows it: a step that ends returns to what lies below it on the agenda.

BeginTurn -> weather, air allocation, PlayerTurn(Allied), PlayerTurn(German), EndTurn
PlayerTurn -> withdrawals, replacements, (storm on Mulberries), move 1, combat 1, move 2, combat 2, rail, supply
"""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.fortress_europa.questions.partisan import in_hex as in_partisans_hex
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import (
    air,
    airborne,
    capacity,
    combat_impulse,
    decoy_setup,
    decoys,
    districts,
    flooding,
    hidden,
    invasion,
    move_impulse,
    movement,
    mulberries,
    naval,
    partisan,
    rail,
    reinforcements,
    replacements,
    setup,
    stacking,
    sudden_death,
    supply,
    victory,
    weather,
)
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.steps import Step
from hexledger.engine.procedures.flags import clear_flags
from hexledger.events import model as ev

_MOVE: Final = {1: ("phase.first_move", "4.3"), 2: ("phase.second_move", "4.3")}
_COMBAT: Final = {1: ("phase.first_combat", "4.3"), 2: ("phase.second_combat", "4.3")}


def begin(act: Act) -> None:
    """FE 3.3, 32.1, 33: put what is played first on the agenda, once the scenario is set up."""
    act.then(*_first_steps(act.pos))


def _first_steps(pos: FortressPosition) -> tuple[Step[FortressPosition], ...]:
    rules = pos.scenario
    if rules.begins_with_combat:
        if pos.option("31.10"):
            return setup.Reform(), BeginWithCombat(rules.first)
        return (BeginWithCombat(rules.first),)
    # 32.1, 33.2: objectives are picked before play.
    sides = (f.ALLIED, f.GERMAN) if sudden_death.in_play(pos) else ()
    picks = (sudden_death.SealObjectives(side) for side in sides)
    secret = decoy_setup.steps() if pos.option("31.7") else (hidden.SealHidden(),)
    return *picks, setup.SetUpGerman(), *secret, BeginTurn(rules.first)


class BeginTurn(Step[FortressPosition], frozen=True, array_like=True, tag=20):
    """FE 4.3 A: one game turn."""

    turn: int

    def run(self, act: Act) -> None:
        """Begin the turn (a number of the calendar)."""
        act.emit(ev.TurnBegan(self.turn))
        districts.turn_began(act)
        # 20.16: a port taken from the air counts from the turn after.
        capacity.update(act)
        act.then(
            *sudden_death.turn_began(act.pos),
            weather.WeatherPhase(),
            air.AirPhase(),
            PlayerTurn(f.ALLIED),
            PlayerTurn(f.GERMAN),
            EndTurn(self.turn),
        )


class PlayerTurn(Step[FortressPosition], frozen=True, array_like=True, tag=21):
    """FE 4.3 B, C: one side's turn of two impulses."""

    side: int

    def run(self, act: Act) -> None:
        """Put the segments of the player turn on the agenda."""
        side = self.side
        act.assign(f.VAR_ACTIVE_SIDE, side)
        act.phase("phase.turn_start", side, "4.3")
        opening: list[Step[FortressPosition]] = [
            flooding.Flood(),
            reinforcements.TurnStart(side),
            replacements.ReplacementPhase(side),
        ]
        if side == f.GERMAN and act.pos.option("31.6"):
            opening.insert(0, decoys.ShowDue())
        if side == f.ALLIED:
            # 24.1: rolled in the replacement phase; 29.5: before the first move impulse.
            opening += [partisan.RollForPartisan(), mulberries.StormDamage()]
        act.then(*opening, *impulses(side, 1), *impulses(side, 2), *closing(side))


def impulses(side: int, number: int) -> tuple[Step[FortressPosition], ...]:
    """FE 4.3 B2-B5: movement and combat of an impulse."""
    return BeginMove(side, number), BeginCombat(side, number)


def closing(side: int) -> tuple[Step[FortressPosition], ...]:
    """FE 4.3 B6, B7: what ends a player turn."""
    return rail.RailControl(side), supply.SupplyPhase(side), EndPlayerTurn(side)


class BeginMove(Step[FortressPosition], frozen=True, array_like=True, tag=22):
    """FE 4.3 B2, B4: a move impulse."""

    side: int
    number: int

    def run(self, act: Act) -> None:
        """Mark the units that are held (8.9) and let the side move."""
        key, rule = _MOVE[self.number]
        act.phase(key, self.side, rule)
        act.assign(f.VAR_IMPULSE, self.number)
        movement.impulse_began(act, self.side, self.number)
        airborne.impulse_began(act, self.side, self.number)
        if self.number == 2:
            _hold(act, self.side)
        moves: tuple[Step[FortressPosition], ...] = (move_impulse.MoveImpulse(self.side, self.number),)
        if self.side == f.ALLIED and self.number == 1:
            moves = invasion.around(act.pos, *moves)
        act.then(*self._before(), *moves, EndMove(self.side, self.number))

    def _before(self) -> tuple[Step[FortressPosition], ...]:
        """FE 3.6, 17.10.4, 26.2: what comes before the moves of an impulse."""
        if self.number == 2:
            return ()
        due: tuple[Step[FortressPosition], ...] = (reinforcements.Arrivals(self.side),)
        if self.side == f.ALLIED:
            return (*due, air.BridgeAttacks())
        return due


def _hold(act: Act, side: int) -> None:
    """FE 4.3, 8.9: units in an enemy ZOC at the start of the second move impulse may not move in it; the Partisan has
    one in his own hex (7.1, 24.3)."""
    zone = act.pos.zoc(3 - side)
    for piece in act.pos.ashore(side):
        place = act.pos.at(piece)
        if place in zone or (side == f.GERMAN and in_partisans_hex(act.pos, place)):
            act.flag(piece, f.HELD, 1, "8.9")


class EndMove(Step[FortressPosition], frozen=True, array_like=True, tag=23):
    """FE 6.3, 12.12, 24.4: the end of a move impulse."""

    side: int
    number: int

    def run(self, act: Act) -> None:
        """Mulberry of an invasion, Partisan taken away, stacking; held units are free again."""
        clear_flags(act, frozenset({f.HELD}))
        last: list[Step[FortressPosition]] = []
        if self.number == 2:
            last.append(mulberries.PlaceMulberry() if self.side == f.ALLIED else partisan.RemovePartisan())
        act.then(*last, stacking.Overstacked(self.side))


class BeginCombat(Step[FortressPosition], frozen=True, array_like=True, tag=24):
    """FE 4.3 B3, B5: a combat impulse."""

    side: int
    number: int

    def run(self, act: Act) -> None:
        """Naval units first (19.3), then the battles."""
        key, rule = _COMBAT[self.number]
        act.phase(key, self.side, rule)
        act.assign(f.VAR_IMPULSE, self.number)
        before = (naval.MoveNaval(),) if self.side == f.ALLIED and self.number == 1 else ()
        act.then(*before, combat_impulse.CombatImpulse(self.side, self.number), EndCombat(self.side, self.number))


class EndCombat(Step[FortressPosition], frozen=True, array_like=True, tag=25):
    """FE 12.9, 14.9: the end of a combat impulse."""

    side: int
    number: int

    def run(self, act: Act) -> None:
        """Invaders still on top of Germans are lost (12.9, C-77); units may fight again in the next impulse."""
        if self.number == 1:
            invasion.end_of_first_combat(act)
        clear_flags(act, f.IMPULSE_FLAGS)
        act.assign(f.VAR_IMPULSE, 0)
        victory.check_now(act)
        if self.number == 1 and self.side == f.ALLIED and act.pos.invasion_turn and not act.state.over:
            act.then(stacking.Beaches(self.side))


class EndPlayerTurn(Step[FortressPosition], frozen=True, array_like=True, tag=26):
    """The end of a player turn: what holds for it only is forgotten."""

    side: int

    def run(self, act: Act) -> None:
        """Take the turn's flags off the side's units."""
        clear_flags(act, f.TURN_FLAGS, side=self.side)
        act.assign(f.VAR_ACTIVE_SIDE, 0)
        # 20.6: units that dropped have their whole ZOC now, over a port perhaps.
        capacity.update(act)


class EndTurn(Step[FortressPosition], frozen=True, array_like=True, tag=27):
    """FE 4.3 D, 4.4: the end of the game turn."""

    turn: int

    def run(self, act: Act) -> None:
        """Aircraft come home; the next turn begins, or the game is judged."""
        act.phase("phase.turn_end", 0, "4.3")
        air.turn_ended(act)
        victory.check_turn_end(act)
        if act.state.over:
            return
        if self.turn >= act.state.variable(f.VAR_LAST_TURN):
            victory.judge(act)
        else:
            act.then(BeginTurn(self.turn + 1))


class BeginWithCombat(Step[FortressPosition], frozen=True, array_like=True, tag=17):
    """FE 33.3.2, C-89: the first turn begins in the German first combat impulse, without air and replacements."""

    turn: int

    def run(self, act: Act) -> None:
        """Begin the turn there."""
        act.emit(ev.TurnBegan(self.turn))
        act.then(weather.WeatherPhase(), GermanFromCombat(self.turn), EndTurn(self.turn))


class GermanFromCombat(Step[FortressPosition], frozen=True, array_like=True, tag=16):
    """FE 33.3.2: the German player turn from its first combat impulse on."""

    turn: int

    def run(self, act: Act) -> None:
        """Put its impulses on the agenda."""
        act.assign(f.VAR_ACTIVE_SIDE, f.GERMAN)
        act.then(BeginCombat(f.GERMAN, 1), *impulses(f.GERMAN, 2), *closing(f.GERMAN))


DECISIONS: Final = ()
STEPS: Final = (
    *(BeginWithCombat, GermanFromCombat),
    *(BeginTurn, PlayerTurn, BeginMove, EndMove, BeginCombat, EndCombat, EndPlayerTurn, EndTurn),
)
