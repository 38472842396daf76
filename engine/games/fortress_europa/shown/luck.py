"""What Fortress Europa's dice could have brought: the outcomes of each table and test in order of merit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexledger.engine.games.fortress_europa.questions import air
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import ports, weather
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.game import Game
from hexledger.engine.tables.lottery import Lottery, scored
from hexledger.events.model import Event, Reckoned, Resolved, Rolled
from hexledger.projections.state import State

SKIES: Final = ("storm", "overcast*", "overcast", "clear")
"""Weather as the charts write it, the worst for the Allies first (17.1, 31.18)."""
DROPS: Final = ("lost", "step", "ok")
"""Results of the Paradrop Table, the worst first (20.9)."""
RELEASES: Final = ("none", "second_only", "half_up_then_normal")
"""Results of the armour release table, the worst first (31.9)."""
LOW: Final = 1
"""Every die of the game shows 1 to 6."""


def lottery(game: Game[FortressPosition], events: Sequence[Event], number: int, state: State) -> Lottery | None:
    """The lottery of die `number` of a decision's events; `state` is the position just before it.

    None for the two dice of June II in the Invasion (33.1.4), which no single die decides.
    """
    roll = events[number]
    if not isinstance(roll, Rolled):
        return None
    pos, subject = game.position(state), roll.subject
    faces = range(LOW, LOW + roll.faces)
    match game.word_key(roll.purpose):
        case "roll.combat":
            return _combat(pos, events, number, faces)
        case "roll.crossing":
            read = _table_after(events, number)
            if read is None:
                return None
            across = pos.tables.chart.crossing[_column(pos, read)]
            return scored(pos.side(subject), [int(across[die]) for die in faces])
        case "roll.paradrop":
            read = _table_after(events, number)
            if read is None:
                return None
            rows: dict[str, dict[str, str]] = game.edition.chart("paradrop", "rows")
            name = next(one for one in rows[str(LOW)] if one.removesuffix("*") == _column(pos, read))
            return scored(pos.side(subject), [DROPS.index(rows[str(die)][name]) for die in faces])
        case "roll.strafing":
            aircraft = len(air.on_mission(pos, "strafing"))
            return scored(f.GERMAN, [int(die > aircraft) for die in faces])
        case "roll.port":
            hits = ports.damaged_by(pos, subject)
            return scored(f.ALLIED, [int(die not in hits) for die in faces])
        case "roll.mulberry":
            hits = tuple(game.edition.chart("mulberries", "storm", "halve_on"))
            return scored(f.ALLIED, [int(die not in hits) for die in faces])
        case "roll.partisan":
            comes = game.edition.chart("partisan")["available_on"]
            return scored(f.ALLIED, [int(die in comes) for die in faces])
        case "roll.armor_release":
            table: dict[str, str] = game.edition.chart("armor_release_optional", "rows")
            return scored(pos.side(subject), [RELEASES.index(table[str(die)]) for die in faces])
        case "roll.weather":
            return _weather(pos, events, number, roll)
        case _:
            return None


def _combat(pos: FortressPosition, events: Sequence[Event], number: int, faces: range) -> Lottery | None:
    """FE 15.1, 15.2: the Combat Results Table in the column and with the modifiers of this battle."""
    read = _table_after(events, number)
    if read is None:
        return None
    crt = pos.tables.crt
    column = crt.columns.index(_column(pos, read))
    added = _added(pos, events, number, "reckon.combat_die")
    return scored(pos.active_side, [crt.merit[crt.code(die + added, column)] for die in faces])


def _weather(pos: FortressPosition, events: Sequence[Event], number: int, roll: Rolled) -> Lottery | None:
    """FE 4.3, 31.12, 33.1.4: the Weather Chart; the Allies want clear skies."""
    if pos.game.rule(roll.rule) == pos.game.cite("33.1.4"):
        return None
    added = _added(pos, events, number, "reckon.weather")
    skies = [weather.read_chart(pos, die + added) for die in range(LOW, LOW + roll.faces)]
    if weather.invasion_turn_2(pos):
        skies = ["overcast*" if sky == "storm" else sky for sky in skies]
    return scored(f.ALLIED, [SKIES.index(sky) for sky in skies])


def _table_after(events: Sequence[Event], number: int) -> Resolved | None:
    return next((event for event in events[number + 1 :] if isinstance(event, Resolved)), None)


def _column(pos: FortressPosition, read: Resolved) -> str:
    return pos.game.word_key(read.column).removeprefix("column.")


def _added(pos: FortressPosition, events: Sequence[Event], number: int, kind: str) -> int:
    """Modifiers of a die, from the calculation that follows it before its table is read; 0 when there is none."""
    words = pos.game.words
    word = words[kind]
    own = {words["line.die"], words["line.capped"]}
    for event in events[number + 1 :]:
        if isinstance(event, Resolved | Rolled):
            break
        if isinstance(event, Reckoned) and event.kind == word:
            return sum(value for label, value, _ in event.lines if label not in own)
    return 0
