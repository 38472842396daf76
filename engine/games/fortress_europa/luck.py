"""What Fortress Europa's dice could have brought: the outcomes of each table and test in order of merit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.rules import air, ports, weather
from hexledger.engine.tables.lottery import Lottery, scored
from hexledger.events.model import Event, Reckoned, Resolved, Rolled
from hexledger.projections.state import State

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.game import FortressEuropa
    from hexledger.engine.games.fortress_europa.position import FortressPosition

SKIES: Final = ("storm", "overcast*", "overcast", "clear")
"""Weather as the charts write it, the worst for the Allies first (17.1, 31.18)."""
DROPS: Final = ("lost", "step", "ok")
"""Results of the Paradrop Table, the worst first (20.9)."""
RELEASES: Final = ("none", "second_only", "half_up_then_normal")
"""Results of the armour release table, the worst first (31.9)."""
LOW: Final = 1
"""Every die of the game shows 1 to 6."""


def lottery(game: FortressEuropa, events: Sequence[Event], number: int, state: State) -> Lottery | None:
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
            return _combat(game, events, number, pos, faces)
        case "roll.crossing":
            read = _table_after(events, number)
            if read is None:
                return None
            across = game.chart.crossing[_column(game, read)]
            return scored(pos.side(subject), [int(across[die]) for die in faces])
        case "roll.paradrop":
            read = _table_after(events, number)
            if read is None:
                return None
            rows: dict[str, dict[str, str]] = game.edition.chart("paradrop", "rows")
            name = next(one for one in rows[str(LOW)] if one.removesuffix("*") == _column(game, read))
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
            return _weather(game, events, number, pos, faces)
        case _:
            return None


def _combat(
    game: FortressEuropa, events: Sequence[Event], number: int, pos: FortressPosition, faces: range
) -> Lottery | None:
    """FE 15.1, 15.2: the Combat Results Table in the column and with the modifiers of this battle."""
    read = _table_after(events, number)
    if read is None:
        return None
    crt = game.edition.charts["crt"]
    low, high = crt["die_range"]
    order, column = crt["severity_order"], _column(game, read)
    added = _added(game, events, number, "reckon.combat_die")
    codes = [crt["rows"][str(max(low, min(high, die + added)))][column] for die in faces]
    return scored(pos.active_side, [order.index(code) for code in codes])


def _weather(
    game: FortressEuropa, events: Sequence[Event], number: int, pos: FortressPosition, faces: range
) -> Lottery | None:
    """FE 4.3, 31.12, 33.1.4: the Weather Chart; the Allies want clear skies."""
    if game.rule(events[number].rule) == game.cite("33.1.4"):  # type: ignore[attr-defined]
        return None
    added = _added(game, events, number, "reckon.weather")
    skies = [weather.read_chart(pos, die + added) for die in faces]
    if weather.invasion_turn_2(pos):
        skies = ["overcast*" if sky == "storm" else sky for sky in skies]
    return scored(f.ALLIED, [SKIES.index(sky) for sky in skies])


def _table_after(events: Sequence[Event], number: int) -> Resolved | None:
    return next((event for event in events[number + 1 :] if isinstance(event, Resolved)), None)


def _column(game: FortressEuropa, read: Resolved) -> str:
    return game.word_key(read.column).removeprefix("column.")


def _added(game: FortressEuropa, events: Sequence[Event], number: int, kind: str) -> int:
    """Modifiers of a die, from the calculation that follows it before its table is read; 0 when there is none."""
    word = game.words[kind]
    own = {game.words["line.die"], game.words["line.capped"]}
    for event in events[number + 1 :]:
        if isinstance(event, Resolved | Rolled):
            break
        if isinstance(event, Reckoned) and event.kind == word:
            return sum(value for label, value, _ in event.lines if label not in own)
    return 0
