"""`hexledger games`: what can be played."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli.common import edition_option, json_option, print_json
from hexledger.cli.completing import complete_game
from hexledger.cli.console import say
from hexledger.engine.errors import UnknownName

if TYPE_CHECKING:
    from hexledger.engine.naming.switches import Switch


@click.command()
@click.argument("game", required=False, shell_complete=complete_game)
@edition_option
@json_option
def games(game: str | None, edition: Path | None, as_json: bool) -> None:
    """List games and scenarios with what `new --option` takes (of one GAME alone, where it is named); those that this
    version cannot play yet say so."""
    from hexledger.engine.catalogue import GAMES, open_game

    if game is not None and game.lower() not in GAMES:
        raise UnknownName("game", game, there=GAMES)
    rows: list[dict[str, Any]] = []
    for name in GAMES if game is None else (game.lower(),):
        opened = open_game(name, edition)
        for scenario in opened.edition.scenarios:
            data = opened.edition.scenarios[scenario]
            rows.append(
                {
                    "name": f"{name}/{scenario}",
                    "title": data.title,
                    "rule": data.rule,
                    "turns": len(data.turns) or f"{data.first_turn} to {data.last_turn}",
                    "sides": list(opened.sides),
                    "edition": f"{opened.edition.meta.kind} edition",
                    "playable": opened.playable(scenario),
                    "options": _offered(opened.options(scenario)),
                    "switches": _offered(opened.switches),
                }
            )
    if as_json:
        print_json(rows)
        return
    for name, scenarios in groupby(rows, _game_of):
        switches = []
        for row in scenarios:
            state = "" if row["playable"] is True else f"  [{row['playable']}]"
            say(f"{row['name']:32} {row['title']} ({row['turns']} turns, {row['edition']}){state}")
            _say_options(row["options"])
            switches = row["switches"]
        if switches:
            say(f"{name}/*{'':{30 - len(name)}} in every scenario: how doubtful rules are read, the default first")
            _say_options(switches)


def _game_of(row: Mapping[str, Any]) -> str:
    return str(row["name"]).partition("/")[0]


def _say_options(options: list[dict[str, Any]]) -> None:
    for option in options:
        say(f"{'':4}--option {option['name']}={'|'.join(option['values'])}: {option['about']} ({option['rule']})")


def _offered(options: Mapping[str, Switch]) -> list[dict[str, Any]]:
    """What `new --option` takes: each name with its values, the default first."""
    return [
        {"name": name, "values": list(option.values), "rule": option.rule, "about": option.about}
        for name, option in options.items()
    ]
