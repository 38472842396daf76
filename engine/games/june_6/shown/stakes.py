"""What is at stake in June 6: the victory conditions as they stand, and the odds of a fight before its die."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from hexledger.engine.games.june_6.questions import victory
from hexledger.engine.games.june_6.questions.drm import Support, combat_drm
from hexledger.engine.games.june_6.questions.fight import Fight
from hexledger.engine.games.june_6.questions.objectives import settled, standing
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.strength import attack_strength, defence_strength
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.verdicts import DISTANCE, FAR, HEXES, Level, Points
from hexledger.engine.view import Condition, VictoryView

_MANY: Final = 6
"""Hexes of an area without a name that are listed; of more their number is given."""


def victory_view(pos: June6Position) -> VictoryView:
    """PB 2.6, 3.5, 4.10, 5.10, 6.11: the levels of the scenario in the order they are tested."""
    verdicts = pos.scenario.verdicts
    rule = f"{pos.game.code} {verdicts.rule}"
    when = "at the end of the last turn"
    if verdicts.ends is not None:
        when += f", or at the end of a turn when {_test(pos, verdicts.ends)}"
    if verdicts.points is not None:
        rows_of = _points(pos, verdicts.points, rule)
        return VictoryView(when, rows_of, _by_points(pos, verdicts.points), _at_the_end(pos, verdicts.points))
    if verdicts.parts:
        rows: list[Condition] = []
        won = 0
        for part in verdicts.parts:
            label = pos.game.word(pos.game.words[part.label]).partition(":")[0]
            rows += _levels(pos, part.levels, rule, f"{label}: ")
            won += victory.reached(pos, part.levels)[0].winner == f.ALLIED
        wanted = "both parts won: Allied win; one: draw; none: German win"
        rows.append(Condition(0, wanted, f"{won} of {len(verdicts.parts)} won by the Allies", won > 0, rule))
        return VictoryView(when, tuple(rows), ("German win", "draw", "Allied win")[won])
    level, _ = victory.reached(pos, verdicts.levels)
    return VictoryView(
        when, tuple(_levels(pos, verdicts.levels, rule)), _verdict(pos, level.winner, victory.graded(pos, level))
    )


def _verdict(pos: June6Position, winner: int, name: str) -> str:
    word = pos.game.word(pos.game.words[name])
    return f"{pos.game.side(winner).capitalize()} {word}" if winner else word


def _levels(pos: June6Position, levels: Sequence[Level], rule: str, head: str = "") -> Iterable[Condition]:
    nothing_before = True
    for level in levels:
        result = _verdict(pos, level.winner, victory.graded(pos, level))
        if not level.side:
            yield Condition(level.winner, f"{head}{result}: otherwise", "", nothing_before, rule)
            continue
        number = victory.count(pos, level)
        now = "nobody there" if level.what == DISTANCE and number == FAR else str(number)
        if _hexes_count(pos, level):
            now += f", {len(level.taken) - victory.open_hexes(pos, level)} of {len(level.taken)} hexes"
        holds = victory.holds(pos, level)
        nothing_before = nothing_before and not holds
        yield Condition(level.winner, f"{head}{result}: {_test(pos, level)}", now, holds, rule)


def _test(pos: June6Position, level: Level) -> str:
    """`no German units in Caen north of the Orne`, `2 or more hexes of Caen held by the Allies`."""
    side, area = pos.game.side(level.side).capitalize(), _area(pos, level.area)
    if level.what == DISTANCE:
        text = f"the nearest {side} unit {_bounds(level, 'hexes')} from {area}"
    elif level.what == HEXES:
        text = f"{_bounds(level, 'hexes')} of {area} held by {side} units"
    else:
        text = f"{_bounds(level, f'{side} units')} in {area}"
    if _hexes_count(pos, level):
        text += f" and every hex of {_area(pos, level.taken)} Allied"
    return text + (f", by {pos.scenario.calendar[level.by - 1]}" if level.by else "")


def _hexes_count(pos: June6Position, level: Level) -> bool:
    """R-82: does the level want hexes as well, at the end of this turn?"""
    return bool(level.taken) and pos.state.turn < level.settled


def _bounds(level: Level, what: str) -> str:
    if level.most is None:
        return f"{level.least} or more {what}"
    if level.most == 0:
        return f"no {what}"
    return f"{level.least} to {level.most} {what}" if level.least else f"at most {level.most} {what}"


def _area(pos: June6Position, hexes: frozenset[int]) -> str:
    for area in pos.board.data.areas:
        if frozenset(area.hexes) == hexes:
            return area.name or area.id.replace("_", " ")
    names = sorted(pos.label(place) for place in hexes)
    return ", ".join(names) if len(names) <= _MANY else f"{len(names)} hexes"


def _points(pos: June6Position, points: Points, rule: str) -> tuple[Condition, ...]:
    raised, total = victory.shift(pos), _at_the_end(pos, points)
    marker = standing(pos)
    count = str(total) if marker == total else f"{total} ({marker} on the track, {total - marker:+d} at the end)"
    rows: list[Condition] = []
    for least, name in points.allied:
        wanted = f"{_verdict(pos, f.ALLIED, name)}: {least + raised} or more victory points"
        missing = max(0, least + raised - total)
        rows.append(Condition(f.ALLIED, wanted, count + (f", {missing} missing" if missing else ""), not missing, rule))
    rows.append(
        Condition(
            f.GERMAN,
            f"{_verdict(pos, f.GERMAN, points.german)}: fewer",
            count,
            not any(row.holds for row in rows),
            rule,
        )
    )
    if points.pace is not None:
        turn, least = points.pace.turn, points.pace.points + raised
        made = pos.state.variable(pos.game.words["var.pace_vp"]) if pos.state.turn > turn else total
        wanted = f"{least} or more victory points at the end of {pos.game.turn(turn)}; without them no Allied win"
        rows.append(Condition(f.ALLIED, wanted, str(made), made >= least, f"{pos.game.code} PB 2.63"))
    return tuple(rows)


def _by_points(pos: June6Position, points: Points) -> str:
    return _verdict(pos, *victory.level_by_points(pos, points, _at_the_end(pos, points)))


def _at_the_end(pos: June6Position, points: Points) -> int:
    """PB 2.82: the points as they would be counted now: with objectives that are lost again or were never taken. Once
    the game is over the marker has been set right for them."""
    if pos.state.over:
        return standing(pos)
    return standing(pos) + sum(changed for _, _, changed in settled(pos, unheld=points.unheld))


# ---------------------------------------------------------------------- odds before the die
def forecast(pos: June6Position, decision: Any) -> str:
    """J6 12.51: strengths and odds of an attack that is about to be declared."""
    if decision.kind() not in ("attack", "second_attack") or not decision.units:
        return ""
    return _strengths(pos, decision.units, pos.units(decision.target), decision.target)


def fight_lines(pos: June6Position) -> tuple[str, ...]:
    """J6 12.5: the fight that waits for decisions: strengths and odds, and the DRM without support that is not given
    yet."""
    for tag, data in reversed(pos.state.agenda):
        if not any(data):
            continue
        step: Any = pos.game.step_codec.unpack(tag, data)
        given = getattr(step, "fight", None)
        if given is None:
            continue
        fight = Fight(*given)
        units = {*fight.attackers, *fight.defenders}
        if not fight.attackers or not fight.defenders or not units <= pos.state.at.keys():
            # nobody is left on a side, or the result is being carried out and has cost units: no odds any more
            return ()
        lines = [f"{pos.label(fight.target)}: {_strengths(pos, fight.attackers, fight.defenders, fight.target)}"]
        if fight.attack_mode and fight.defence_mode:
            lines.append(_modifiers(pos, fight))
        return tuple(lines)
    return ()


def _strengths(pos: June6Position, attackers: Sequence[int], defenders: Sequence[int], target: int) -> str:
    attack, defence = attack_strength(pos, attackers).total, defence_strength(pos, defenders, target).total
    if attack < 1:
        return f"{attack} against {defence}"
    odds = pos.game.combat.odds.odds(attack, defence)
    ratio = f"odds {odds.ratio}" + (" (a die settles the half)" if odds.open else "")
    return f"{attack} against {defence}, {ratio}"


def _modifiers(pos: June6Position, fight: Fight) -> str:
    chart = pos.game.combat.odds
    odds = chart.odds(
        attack_strength(pos, fight.attackers).total, defence_strength(pos, fight.defenders, fight.target).total
    )
    ratio = chart.held(odds.ratio.settle(False)) if odds.open else odds.ratio
    lines = combat_drm(pos, fight, Support(0, 0, 0, 0), ratio)
    parts = ", ".join(f"{pos.game.word(_word(pos, item.label))} {item.value:+d}" for item in lines)
    return f"DRM without support {sum(item.value for item in lines):+d}: {parts}"


def _word(pos: June6Position, label: str | int) -> int:
    """The word of a line's label; a line about a unit has a number already."""
    return label if isinstance(label, int) else pos.game.words[label]
