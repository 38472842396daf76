"""The game turn up to the ME phase (3.1-3.5): weather, initiative, resource points, AMs into the pool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.errors import RuleNotImplemented
from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.ams import Am
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.rules import entering, headquarters, recovery
from hexledger.engine.games.june_6.rules.activation import BeginMe, PickFirstAm
from hexledger.engine.games.june_6.scenario import SIDES
from hexledger.engine.recorder import Recorder
from hexledger.engine.steps import Step
from hexledger.events import model as ev

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.game import Act

_PHASE: Final = {f.ALLIED: "phase.allied_logistics", f.GERMAN: "phase.german_logistics"}
_SIDE_NAME: Final = {number: name for name, number in SIDES.items()}


class BeginTurn(Step, frozen=True, array_like=True, tag=1):
    """J6 3: one game turn, up to the AMs; the phases that follow put each other on the agenda."""

    turn: int

    def run(self, act: Recorder[Any]) -> None:
        """Begin the turn (a number of the calendar)."""
        act.emit(ev.TurnBegan(self.turn))
        _weather(act, self.turn)
        recovery.turn_began(act)
        headquarters.turn_began(act)
        entering.turn_began(act, self.turn)
        act.then(Logistics(f.ALLIED), BeginBombardment(), Logistics(f.GERMAN), BeginMe())


def _fixed(act: Act, what: str, turn: int, rule: str) -> Any:
    value = act.pos.scenario.fixed_for(what, turn)
    if value is None:
        raise RuleNotImplemented(act.game.cite(rule), f"{what} by the dice")
    return value


def _weather(act: Act, turn: int) -> None:
    """J6 3.1, 4.1, 4.2, 17.11, 18.11: weather, initiative, air and naval markers as the scenario fixes them."""
    act.phase("phase.weather", 0, "3.1")
    act.assign(f.VAR_WEATHER, act.word(f"weather.{_fixed(act, 'weather', turn, '4.11')}"), "4.11")
    act.assign("var.initiative", SIDES[_fixed(act, "initiative", turn, "4.21")], "4.21")
    act.track("track.air", _fixed(act, "air", turn, "17.11"), rule="17.11")
    act.track("track.naval", _fixed(act, "naval", turn, "18.11"), rule="18.11")


# ---------------------------------------------------------------------- 5.1 resource points and AMs
class Logistics(Step, frozen=True, array_like=True, tag=2):
    """J6 3.2, 3.4, 5.1: a side receives its resource points and buys AMs, one point each; what is left is lost."""

    side: int

    def run(self, act: Recorder[Any]) -> None:
        """Buy what the scenario puts into the pool; the initiative player then takes one AM out again."""
        act.phase(_PHASE[self.side], self.side, "3.2")
        points = _fixed(act, "rp", act.state.turn, "5.12")[_SIDE_NAME[self.side]]
        act.track("track.rp", points, self.side, "5.12")
        left = points
        if not act.pos.scenario.every_am:
            raise RuleNotImplemented(act.game.cite("5.14"), "a choice of AMs to buy")
        for word, number in act.pos.scenario.ams[self.side]:
            left -= _put_in(act, act.pos.game.ams[word], number, left)
        lines = [("line.rp_fixed", points, "5.12"), ("line.rp_spent", left - points, "5.14")]
        act.reckon("reckon.rp", -1, lines, left, "5.12")
        # 5.12: points are never saved.
        act.track("track.rp", 0, self.side, "5.12")
        if act.pos.initiative == self.side:
            act.then(PickFirstAm(self.side))


def _put_in(act: Act, am: Am, number: int, points: int) -> int:
    """Put AMs of one kind into the pool, bought or free; returns the points they cost."""
    if unbuyable(act.pos, am) is None:
        bought = min(number, points)
        if bought:
            act.pool("pool.am", am.word, bought, "5.14")
            act.note("note.am_bought", (am.word, bought), "5.14")
        return bought
    if entering.waiting(act.pos, am.word):
        act.pool("pool.am", am.word, number, "QA-AM-1")
        act.note("note.am_free", (am.word, number), "QA-AM-1")
        return 0
    act.note("note.am_not_bought", (am.word,), "5.17")
    return 0


def unbuyable(pos: June6Position, am: Am) -> tuple[str, str] | None:
    """J6 5.17: why an AM may not be bought (rule, reason), None when it may.

    A division's HQ must be on the map without an RE or isolated marker; of a nationality's corps HQs one is enough.
    """
    hqs = [hq for hq in (pos.hq_of(formation) for formation in am.formations) if hq >= 0]
    if not hqs:
        return "5.17", f"{pos.game.word(am.word)}: no HQ of it is on the map"
    if all(pos.flag(hq, f.RE) or pos.flag(hq, f.ISOLATED) for hq in hqs):
        return "5.17", f"{pos.game.word(am.word)}: every HQ of it carries an RE or isolated marker"
    return None


# ---------------------------------------------------------------------- 3.3 bombardment
class BeginBombardment(Step, frozen=True, array_like=True, tag=4):
    """J6 3.3: the Allied player allots air and naval markers to bombardments."""

    def run(self, act: Recorder[Any]) -> None:
        """Begin the phase."""
        act.phase("phase.bombardment", f.ALLIED, "3.3")
        act.then(*bombardment())


def bombardment() -> tuple[Step, ...]:
    """The step in which air and naval markers bombard."""
    from hexledger.engine.games.june_6.rules.bombardment import BombardmentPhase

    return (BombardmentPhase(),)


DECISIONS: Final = ()
STEPS: Final = (BeginTurn, Logistics, BeginBombardment)
