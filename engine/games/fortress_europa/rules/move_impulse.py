"""A move impulse (4.3 B2, B4): one menu of everything that a side may do in it, each kind in a module of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa.questions import retreat
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import (
    airborne,
    decoys,
    exit_east,
    invasion,
    movement,
    panzer_reserve,
    partisan,
    raids,
    reinforcements,
    sea,
    trains,
)
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.actions import Action, Menu
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Choice, Prompt, permit


class EndMoves(Decision, frozen=True, array_like=True, tag=30):
    """The side has moved."""


def _check_end(pos: FortressPosition, _decision: EndMoves) -> None:
    """FE 12.2, 12.6, 15.10: an invasion lands, in one line; who was forced into a frozen district leaves it first."""
    permit(pos, invasion.unfinished(pos))
    staying = retreat.must_leave(pos)
    if staying:
        district = pos.game.word(f.DISTRICT_WORDS[pos.flag(staying[0], f.STRAYED)])
        raise IllegalDecision(pos.game.cite("15.10"), f"{pos.name(staying[0])} must leave the district ({district})")


def _end(pos: FortressPosition) -> tuple[EndMoves, ...]:
    return () if retreat.must_leave(pos) or invasion.unfinished(pos) is not None else (EndMoves(),)


_END: Final = (Action(EndMoves, _check_end, lambda act, _decision: act.done(), _end),)

MENU: Final[Menu[FortressPosition]] = Menu(
    (
        *airborne.ACTIONS,
        *movement.ACTIONS,
        *reinforcements.ACTIONS,
        *trains.ACTIONS,
        *sea.ACTIONS,
        *invasion.ACTIONS,
        *raids.ACTIONS,
        *partisan.ACTIONS,
        *panzer_reserve.ACTIONS,
        *exit_east.ACTIONS,
        *_END,
    )
)
"""Every action asks the position whose impulse it is; what a side may not do now it does not list."""


_WITH_DECOYS: Final[Menu[FortressPosition]] = Menu((*decoys.ACTIONS, *MENU.actions))


def menu(pos: FortressPosition) -> Menu[FortressPosition]:
    """What may be done in a move impulse of this game."""
    return _WITH_DECOYS if pos.option("31.6") else MENU


class MoveImpulse(Choice[FortressPosition], frozen=True, array_like=True, tag=30):
    """FE 4.3, 5.1: a side moves what it wishes, one decision after the other, until it ends its moves."""

    side: int
    number: int

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        if decoys.shows(pos):
            return None
        game = pos.game
        return Prompt(self.side, game.words["prompt.move"], game.rules["5.1"], menu(pos).kinds, complete=False)

    def run(self, act: Act) -> None:
        """FE 31.6: decoys that have been seen are shown before the impulse goes on."""
        act.then(*decoys.shows(act.pos), self)

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        menu(pos).check(pos, decision, pos.game.cite("5.1"))

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        return menu(pos).choices(pos)

    def choices_of(self, pos: FortressPosition, kind: str) -> Iterator[Decision]:
        return menu(pos).choices(pos, kind)

    def take(self, act: Act, decision: Decision) -> None:
        menu(act.pos).take(act, decision)


DECISIONS: Final = (EndMoves,)
STEPS: Final = (MoveImpulse,)
