"""The questions by name over many games: each is a list of events, the columns that they are counted by, and what is
counted. So every row of an answer has its events, which can be listed and looked up in their logs again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple

from hexledger.engine.tables.lottery import Lottery
from hexledger.projections import warehouse
from hexledger.replays.dice.luck import decimal, deviation, percent
from hexledger.replays.story.luck import percentile

Row = dict[str, Any]

CITED: Final = ("log", "address", "seq", "leaf")
"""Columns of every list of events."""


class Drawn(NamedTuple):
    """How an answer is drawn: `bars`, one a row, or `lines` over the turns; the numbers that are drawn; the label of
    their axis."""

    how: str
    numbers: tuple[str, ...]
    axis: str


class Question(NamedTuple):
    """A question.

    about    one line of help
    events   SELECT of the events: the columns of `by`, those of CITED, and what `counted` needs
    by       columns that make the rows of the answer
    counted  column -> aggregate of SQL
    order    ORDER BY of the answer
    drawn    how it is drawn
    worked   what SQL cannot count: the rows of a group (a dict each) -> columns; needs the columns of `needs`
    """

    about: str
    events: str
    by: tuple[str, ...]
    counted: Mapping[str, str]
    order: str
    drawn: Drawn
    worked: Callable[[Sequence[Row]], Row] | None = None
    needs: tuple[str, ...] = ()

    @property
    def sql(self) -> str:
        """The answer as one SELECT."""
        return f"select {', '.join(self._columns())} from ({self.events}) group by {', '.join(self.by)}{self._sorted()}"

    def _columns(self) -> list[str]:
        return [*self.by, *(f"{how} as {name}" for name, how in self.counted.items())]

    def _sorted(self) -> str:
        return f" order by {self.order}" if self.order else ""


def _lucky(rows: Sequence[Row]) -> Row:
    """Exact sum of the luck of some dice, and the share of seasons with the same dice that were less lucky."""
    total = sum((Fraction(row["above"], row["below"]) for row in rows), Fraction(0))
    variance = sum(
        (Fraction(sum(part * part for part in row["spread"]), row["below"] ** 2 * len(row["spread"])) for row in rows),
        Fraction(0),
    )
    return {
        "luck": decimal(total),
        "deviation": deviation(variance),
        "percentile": percent(percentile([(_lottery(row), 1) for row in rows], total)),
    }


def _lottery(row: Row) -> Lottery:
    """A lottery with the same luck: faces in order of their luck have the ranks of their luck."""
    return Lottery(1, tuple(row["spread"]))


_PLAYER: Final = "coalesce(nullif(json_extract_string(players, '$.' || {side}), ''), {side})"

QUESTIONS: Final[Mapping[str, Question]] = {
    "odds": Question(
        "results by column of the combat table, beside what the table leads to expect",
        "select game, odds, array_to_string(results, ', ') as result, happened and lot = 1 as happened, "
        "chance / lots as chance, log, address, seq, leaf "
        "from outcomes",
        ("game", "odds", "result"),
        {
            "times": "count(*) filter (happened)",
            "expected": "round(sum(chance), 2)",
            "combats": "count(distinct address || log)",
        },
        "game, odds, expected desc, result",
        Drawn("bars", ("times", "expected"), "times: as they came, and as the table leads to expect"),
    ),
    "losses": Question(
        "steps lost by turn, side and cause",
        "select game, scenario, turn, side, cause, steps, gone, log, address, seq, leaf from losses "
        "where standing = 'stands'",
        ("game", "scenario", "turn", "side", "cause"),
        {"steps": "-sum(steps)", "units": "count(*) filter (gone)", "games": "count(distinct log)"},
        "game, scenario, turn, side, cause",
        Drawn("lines", ("steps",), "steps lost"),
    ),
    "endings": Question(
        "how scenarios end, and how often, by edition and version of the rules",
        "select game, scenario, edition, rules_version as rules, coalesce(winner, 'not over') as winner, "
        "coalesce(level, '') as level, frames, turns, log, address, seq, leaf, "
        "count(*) over (partition by game, scenario, edition, rules_version) as played from games",
        ("game", "scenario", "edition", "rules", "winner", "level"),
        {"games": "count(*)", "share": "round(count(*) / max(played), 3)", "turns": "round(avg(turns), 1)"},
        "game, scenario, edition, rules, games desc, winner, level",
        Drawn("bars", ("games",), "games"),
    ),
    "openings": Question(
        "the first three decisions of each player in a scenario, and what came of them",
        "select o.game, o.scenario, o.actor as side, " + _PLAYER.format(side="o.actor") + " as player, "
        "string_agg(o.decision, '; ' order by o.seq) as opening, "
        "max(coalesce(g.winner, '') = o.actor) as won, o.log, min_by(o.address, o.seq) as address, "
        "min(o.seq) as seq, min_by(o.leaf, o.seq) as leaf "
        "from (select *, row_number() over (partition by log, actor order by seq) as place from decisions "
        "where standing = 'stands' and kind = 'decision' and actor <> '') as o "
        "join games as g on g.log = o.log where place <= 3 group by o.game, o.scenario, o.actor, player, o.log",
        ("game", "scenario", "side", "player", "opening"),
        {"games": "count(*)", "won": "count(*) filter (won)"},
        "game, scenario, side, player, games desc, opening",
        Drawn("bars", ("games", "won"), "games, and games won"),
    ),
    "supply": Question(
        "units without a line of supply as each turn begins",
        "select s.game, s.scenario, t.turn, s.side, s.piece, s.log, s.address, s.seq, s.leaf "
        "from supply as s join (select distinct log, turn from units_by_turn) as t on s.log = t.log "
        "and s.turn < t.turn and (s.ended_turn is null or s.ended_turn >= t.turn)",
        ("game", "scenario", "turn", "side"),
        {"units": "count(*)", "games": "count(distinct log)"},
        "game, scenario, turn, side",
        Drawn("lines", ("units",), "units out of supply"),
    ),
    "hexes": Question(
        "the hexes that change hands most",
        "select * from (select game, scenario, place, side, log, address, seq, leaf, "
        "lag(side) over (partition by log, place order by seq, number) as before "
        "from events where event = 'controlled' and standing = 'stands') where before <> side",
        ("game", "scenario", "place"),
        {"changes": "count(*)", "games": "count(distinct log)"},
        "changes desc, game, scenario, place",
        Drawn("bars", ("changes",), "times that a hex changed hands"),
    ),
    "luck": Question(
        "the luck of each player with all his dice, and the share of seasons with the same dice that were less lucky",
        "select " + _PLAYER.format(side="d.side") + " as player, d.log, d.address, d.seq, d.leaf, above, below, spread "
        "from luck as d join games as g on g.log = d.log where d.side <> ''",
        ("player",),
        {"games": "count(distinct log)", "dice": "count(*)"},
        "player",
        Drawn("bars", ("luck",), "luck (0 is average)"),
        _lucky,
        ("above", "below", "spread"),
    ),
    "undos": Question(
        "decisions taken back, claims and rulings, by game and side",
        "select game, scenario, log, actor as side, 'undone' as what, address, seq, leaf from decisions "
        "where undone_by is not null and kind = 'decision' "
        "union all select game, scenario, log, actor, kind, address, seq, leaf from rulings",
        ("game", "scenario", "side", "what"),
        {"times": "count(*)", "games": "count(distinct log)"},
        "game, scenario, side, what",
        Drawn("bars", ("times",), "times"),
    ),
    "times": Question(
        "time used by each player, where the logs have a clock",
        "select t.game, t.scenario, "
        + _PLAYER.format(side="t.side")
        + " as player, t.side, seconds, t.log, t.address, "
        "t.seq, t.leaf from times as t join games as g on g.log = t.log where t.side is not null",
        ("game", "scenario", "player", "side"),
        {
            "seconds": "round(sum(seconds), 1)",
            "decisions": "count(*)",
            "each": "round(avg(seconds), 2)",
            "longest": "round(max(seconds), 1)",
            "games": "count(distinct log)",
        },
        "game, scenario, player, side",
        Drawn("bars", ("seconds",), "seconds"),
    ),
}
"""Name -> question."""


def answer(house: Path, name: str) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    """(columns, rows) of a question over a warehouse."""
    question = QUESTIONS[name]
    columns, rows = warehouse.query(house, question.sql)
    if question.worked is None:
        return columns, rows
    return _worked(house, question, columns, rows)


def _worked(
    house: Path, question: Question, columns: tuple[str, ...], rows: list[tuple[Any, ...]]
) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    """The answer with the columns that are not counted by SQL."""
    assert question.worked is not None
    names = (*question.by, *question.needs)
    _, found = warehouse.query(house, f"select {', '.join(names)} from ({question.events}) order by log, seq, address")
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in found:
        groups.setdefault(row[: len(question.by)], []).append(dict(zip(names, row, strict=True)))
    more = [question.worked(groups[row[: len(question.by)]]) for row in rows]
    wide = [(*row, *extra.values()) for row, extra in zip(rows, more, strict=True)]
    return (*columns, *(more[0] if more else ())), wide


def cited(house: Path, name: str, row: int | None = None) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    """(columns, rows) of the events behind an answer, or behind its row number `row` (from 1): the columns that the
    answer is counted by, then those of CITED. IndexError for a row that is not there."""
    question = QUESTIONS[name]
    columns = (*question.by, *CITED)
    order = ", ".join((*question.by, "log", "seq", "address"))
    sql = f"select distinct {', '.join(columns)} from ({question.events})"
    if row is None:
        return warehouse.query(house, f"{sql} order by {order}")
    _, rows = answer(house, name)
    if not 1 <= row <= len(rows):
        raise IndexError(row)
    chosen = rows[row - 1][: len(question.by)]
    same = " and ".join(f"{column} is not distinct from ?" for column in question.by)
    return warehouse.query(house, f"{sql} where {same} order by {order}", chosen)
