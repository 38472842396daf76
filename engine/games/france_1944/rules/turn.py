"""The first steps of a turn: reaction points are reset, supply and reaction points come in, chits go into the cup
(2.0-2, 2.0-4 to 2.0-7, 11.4, 12.1, 12.2)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.france_1944.questions import supply
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.kernel.steps import Step


class ResetReaction(Step[FrancePosition], frozen=True, array_like=True, tag=14):
    """F44 2.0-2: reaction points that were not used are lost."""

    def run(self, act: Act) -> None:
        """Both tracks to zero."""
        for side in (w.ALLIED, w.GERMAN):
            act.track("track.rp", 0, side, "2.0-2")


class SupplyPoints(Step[FrancePosition], frozen=True, array_like=True, tag=15):
    """F44 2.0-4, 11.4: both sides add the supply points of the turn to those they have."""

    def run(self, act: Act) -> None:
        """Listed points, and one for Antwerp."""
        pos = act.pos
        act.phase("phase.supply_points", 0, "2.0-4")
        row = pos.game.chart.turns[pos.state.turn]
        for side in (w.ALLIED, w.GERMAN):
            bonus = antwerp(pos) if side == w.ALLIED else 0
            lines = [("line.listed", row.sp[side], "2.0-4"), ("line.antwerp", bonus, "11.4")]
            total = row.sp[side] + bonus
            act.reckon("reckon.sp", side, lines, total, "2.0-4")
            act.track("track.sp", pos.track("sp", side) + total, side, "2.0-4")


def antwerp(pos: FrancePosition) -> int:
    """11.4: supply points that Antwerp brings in this turn."""
    return pos.game.chart.turns[pos.state.turn].antwerp if supply.antwerp_open(pos) else 0


def bonus(pos: FrancePosition) -> int:
    """12.1, 12.2, R-13: reaction points for the ports of Brittany and the V-1 coast, while all of them are Allied."""
    ground = pos.game.ground
    name = {
        (False, False): "none",
        (False, True): "v1_only",
        (True, False): "brittany_only",
        (True, True): "both",
    }[_held(pos, ground.brittany), _held(pos, ground.v1_ports)]
    return pos.game.chart.number("reaction_points", "allied_bonus", name)


def _held(pos: FrancePosition, places: tuple[int, ...]) -> bool:
    return all(pos.control(place) == w.ALLIED for place in places)


def bonus_lines(pos: FrancePosition) -> tuple[tuple[str, int, str], ...]:
    """12.1, 12.2: the bonus by what brings it."""
    brittany = pos.game.chart.number("reaction_points", "allied_bonus", "brittany_only")
    first = brittany if _held(pos, pos.game.ground.brittany) else 0
    return ("line.brittany", first, "12.1"), ("line.v1_coast", bonus(pos) - first, "12.2")


class ReactionPoints(Step[FrancePosition], frozen=True, array_like=True, tag=16):
    """F44 2.0-5, 12.9, R-1: both sides get the reaction points of the turn; interdiction takes two German ones each."""

    def run(self, act: Act) -> None:
        """Listed points, the bonus of the Allies, what interdiction takes from the Germans."""
        pos = act.pos
        row, number = pos.game.chart.turns[pos.state.turn], pos.game.chart.number
        act.track("track.bonus", bonus(pos), w.ALLIED, "12.1")
        total = row.rp[w.ALLIED] + bonus(pos)
        lines = [("line.listed", row.rp[w.ALLIED], "2.0-5"), *bonus_lines(pos)]
        act.reckon("reckon.rp", w.ALLIED, lines, total, "2.0-5")
        act.track("track.rp", pos.track("rp", w.ALLIED) + total, w.ALLIED, "2.0-5")
        listed, rule = row.rp[w.GERMAN], "2.0-5"
        if pos.var("rhine_crossed"):
            listed, rule = number("reaction_points", "german_after_rhine_crossing"), "12.9"
        each = number("air_support", "interdiction", "german_rp_per_marker")
        taken = pos.track("interdiction", w.ALLIED) * each
        total = max(number("air_support", "interdiction", "floor"), listed + taken)
        lines = [("line.listed", listed, rule), ("line.interdiction", taken, "2.0-3")]
        act.reckon("reckon.rp", w.GERMAN, lines, total, "2.0-5")
        act.track("track.rp", pos.track("rp", w.GERMAN) + total, w.GERMAN, "2.0-5")


class FillCup(Step[FrancePosition], frozen=True, array_like=True, tag=17):
    """F44 2.0-6, 2.0-7: as many initiative chits as points were committed, and the Administrative chit."""

    def run(self, act: Act) -> None:
        """Chits in, committed points to zero."""
        pos = act.pos
        for side in (w.ALLIED, w.GERMAN):
            if pos.track("committed", side):
                act.pool("pool.cup", w.CHITS[side], pos.track("committed", side), "2.0-6")
            act.track("track.committed", 0, side, "2.0-6")
        act.pool("pool.cup", w.ADMIN_CHIT, pos.game.chart.number("supply_points", "admin_chits"), "2.0-7")


DECISIONS: Final = ()
STEPS: Final = (ResetReaction, SupplyPoints, ReactionPoints, FillCup)
