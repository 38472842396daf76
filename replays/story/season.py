"""A season: many games in one report. Players with their results and luck, the balance of scenarios, every game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from hexledger.engine.catalogue import open_game
from hexledger.events.numbers import whole_number
from hexledger.projections import warehouse
from hexledger.replays.library.questions import answer
from hexledger.replays.viewer.notes import notes_path
from hexledger.replays.whatif.chances import share

Row = dict[str, Any]

_GAMES: Final = (
    "select game, scenario, log, edition_kind, dice, players, frames, decisions, undone, turns, winner, level, "
    "address, leaf from games order by game, scenario, log"
)
_SIDES: Final = "select distinct log, actor from decisions where actor <> '' and kind = 'decision' order by all"
_LOST: Final = "select log, side, -sum(steps)::bigint from losses where standing = 'stands' group by all"


_COUNTED: Final = ("games", "won", "drawn", "lost", "open", "taken", "paid")
_PLAYED: Final = "select distinct game, scenario from games order by all"


class Named(NamedTuple):
    """What a catalogue calls things: the title of a game, of a scenario, the words of a level."""

    game: str
    scenario: str
    sides: tuple[str, ...]
    levels: Mapping[str, str]


def called(house: Path) -> dict[tuple[str, str], Named]:
    """What the games and scenarios of a warehouse are called, by the catalogue."""
    found: dict[tuple[str, str], Named] = {}
    for game_id, scenario in warehouse.query(house, _PLAYED)[1]:
        game = open_game(game_id)
        levels = {game.word_key(number): game.word(number) for number in game.words.group("level.").values()}
        title = game.edition.scenarios[scenario].title
        found[game_id, scenario] = Named(game.title, title, game.sides, levels)
    return found


def files_by_log(house: Path, logs: Sequence[Path]) -> dict[str, Path]:
    """Id of a log in a warehouse -> its file."""
    ids = warehouse.ids_of(house)
    found: dict[str, Path] = {}
    for path in logs:
        log = ids.get(warehouse.print_of_one(path, notes_path(path)))
        if log is not None:
            found.setdefault(log, path)
    return found


def season(house: Path, named: Mapping[tuple[str, str], Named], files: Mapping[str, str]) -> Row:
    """`games players scenarios luck` of a warehouse. `named`: (game, scenario) -> what they are called; `files`: log id
    -> name of its file. A player is who a log names, or his side where it names nobody."""
    games = sorted((_game(row, named, files) for row in _rows(house, _GAMES)), key=_in_the_list)
    lost: dict[tuple[str, str], int] = {}
    for log, side, steps in warehouse.query(house, _LOST)[1]:
        lost[log, side] = steps
    return {
        "games": games,
        "players": _players(games, lost, _luck(house)),
        "scenarios": _scenarios(games),
    }


def _rows(house: Path, sql: str) -> list[Row]:
    columns, rows = warehouse.query(house, sql)
    return [dict(zip(columns, row, strict=True)) for row in rows]


def _in_the_list(game: Row) -> tuple[str, str, list[tuple[int, str]]]:
    """Games of one scenario stand by the name of their file, `round 2` before `round 10`."""
    parts = re.split(r"([0-9]+)", game["file"])
    return game["game"], game["scenario"], [(_number(part), part) for part in parts]


def _number(part: str) -> int:
    """A part of a file's name that is a number; -1 for another."""
    number = whole_number(part)
    return -1 if number is None else number


def _game(row: Row, named: Mapping[tuple[str, str], Named], files: Mapping[str, str]) -> Row:
    called = named[row["game"], row["scenario"]]
    names: dict[str, str] = msgspec.json.decode(row["players"])
    return {
        "file": files.get(row["log"], ""),
        "log": row["log"],
        "game": called.game,
        "scenario": called.scenario,
        "edition": row["edition_kind"],
        "dice": row["dice"],
        "players": {side: names.get(side) or side for side in called.sides},
        "winner": _winner(row),
        "level": called.levels.get(row["level"] or "", row["level"] or ""),
        "turns": row["turns"],
        "decisions": row["decisions"],
        "undone": row["undone"],
        "address": row["address"],
        "leaf": row["leaf"],
    }


def _winner(row: Row) -> str | None:
    """A side, `draw`, or None for a game that is not over."""
    if row["winner"] is None:
        return None
    return "draw" if row["winner"] == "nobody" else str(row["winner"])


def _luck(house: Path) -> dict[str, Row]:
    columns, rows = answer(house, "luck")
    return {row[0]: dict(zip(columns, row, strict=True)) for row in rows}


def _players(games: list[Row], lost: Mapping[tuple[str, str], int], luck: Mapping[str, Row]) -> list[Row]:
    """A row a player, most points first: a win is one, a draw a half."""
    found: dict[str, Row] = {}
    for game in games:
        for side, player in game["players"].items():
            row = found.setdefault(player, {"player": player, **dict.fromkeys(_COUNTED, 0)})
            row["games"] += 1
            row[_result(game["winner"], side)] += 1
            for other in game["players"]:
                row["paid" if other == side else "taken"] += lost.get((game["log"], other), 0)
    for player, row in found.items():
        row["points"] = row["won"] + row["drawn"] / 2
        dice = luck.get(player, {})
        row |= {name: dice.get(name) for name in ("dice", "luck", "deviation", "percentile")}
    return sorted(found.values(), key=lambda row: (-row["points"], row["games"], row["player"]))


def _result(winner: str | None, side: str) -> str:
    if winner is None:
        return "open"
    return "drawn" if winner == "draw" else "won" if winner == side else "lost"


def _scenarios(games: list[Row]) -> list[Row]:
    """A row a scenario: how often each side won, with the interval of the share among games that are over."""
    found: dict[tuple[str, str], list[Row]] = {}
    for game in games:
        found.setdefault((game["game"], game["scenario"]), []).append(game)
    rows = []
    for (title, scenario), played in found.items():
        over = [one for one in played if one["winner"] is not None]
        sides = [
            {"side": side, **share(sum(one["winner"] == side for one in over), len(over))._asdict()}
            for side in played[0]["players"]
        ]
        rows.append(
            {
                "game": title,
                "scenario": scenario,
                "games": len(played),
                "over": len(over),
                "draws": sum(one["winner"] == "draw" for one in over),
                "sides": sides,
                "levels": _levels(over),
            }
        )
    return rows


def _levels(over: list[Row]) -> list[Row]:
    counts: dict[tuple[str, str], int] = {}
    for one in over:
        key = (one["winner"], one["level"])
        counts[key] = counts.get(key, 0) + 1
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [{"winner": winner, "level": level, "games": count} for (winner, level), count in ordered]
