"""The catalogue: which games there are, and how one is opened with an edition."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexledger.engine.editions.edition import Edition, load_edition, open_earlier, open_edition
from hexledger.engine.errors import UnknownName, close_to

if TYPE_CHECKING:
    from hexledger.engine.kernel.game import Game

GAMES: dict[str, tuple[str, str]] = {
    "june_6": ("hexledger.engine.games.june_6.game", "June6"),
    "fortress_europa": ("hexledger.engine.games.fortress_europa.game", "FortressEuropa"),
    "case_yellow": ("hexledger.engine.games.case_yellow.game", "CaseYellow"),
    "france_1944": ("hexledger.engine.games.france_1944.game", "France1944"),
    "time_for_trumpets": ("hexledger.engine.games.time_for_trumpets.game", "TimeForTrumpets"),
}
"""Game id -> (module, class). A new rulebook adds its line here."""


def open_game(game: str, edition: Path | None = None) -> Game[Any]:
    """A game with the edition shipped with it, or with the edition pack in a folder. EditionError names file and entry
    of what such a pack lacks or has wrong, as far as the rules read it."""
    return _opened(game, edition)


@lru_cache(maxsize=8)
def _opened(game: str, edition: Path | None) -> Game[Any]:
    found = game_class(game)(read_edition(game, edition))
    if edition is not None:
        found.prove()
    return found


@lru_cache(maxsize=8)
def open_pinned(game: str, fingerprint: str, edition: Path | None = None) -> Game[Any]:
    """A game with the edition that a log is pinned to, where that is the one shipped or an earlier one that is kept;
    else with the one shipped. With the edition pack in a folder where one is named."""
    shipped = open_game(game, edition)
    if edition is not None or shipped.edition.fingerprint == fingerprint:
        return shipped
    earlier = open_earlier(game, fingerprint)
    return shipped if earlier is None else game_class(game)(earlier)


def game_class(game: str) -> type[Game[Any]]:
    """The class of a game; UnknownName for one that the catalogue does not know."""
    if game not in GAMES:
        raise UnknownName("game", game, there=GAMES)
    module, name = GAMES[game]
    found: type[Game[Any]] = getattr(import_module(module), name)
    return found


def read_edition(game: str, edition: Path | None = None) -> Edition:
    """The edition shipped with a game, or the edition pack in a folder, which must have charts of the same shape."""
    shipped = open_edition(game)
    if edition is None:
        return shipped
    from hexledger.engine.editions.shape import prove_charts

    pack = load_edition(edition)
    prove_charts(pack.charts, shipped.charts)
    return pack


def split_scenario(name: str) -> tuple[str, str]:
    """`june_6/push_to_caen` as (game, scenario)."""
    game, slash, scenario = name.partition("/")
    if not slash or not scenario:
        raise UnknownName("scenario", name, _with_game(name))
    if game not in GAMES:
        raise UnknownName("game", game, there=GAMES)
    return game, scenario


def _title(full: str) -> str:
    """The title of `game/scenario` in small letters, with `_` between its words: `fortress_holland_introductory`."""
    game, _, scenario = full.partition("/")
    title = open_game(game).edition.scenarios[scenario].title.lower()
    return "_".join("".join(letter if letter.isalnum() else " " for letter in title).split())


def _with_game(name: str) -> tuple[str, ...]:
    """Scenarios of every game that are called so, those of a game that is, those with such a part (`caen`) in their
    name or else in their title (`Fortress Holland`), or spelt much so; else every game's place for one."""
    every = {f"{game}/{scenario}": scenario for game in GAMES for scenario in open_game(game).scenario_ids}
    said = name.lower().strip("/").replace(" ", "_").replace("-", "_")
    for meant in (
        [full for full, scenario in every.items() if scenario == said],
        [full for full in every if full.startswith(f"{said}/")],
        [full for full, scenario in every.items() if said in scenario.split("_") or f"_{said}_" in f"_{scenario}_"],
        [full for full in every if said and f"_{said}_" in f"_{_title(full)}_"],
    ):
        if meant:
            return tuple(meant)
    near = close_to(said, every.values())
    return tuple(full for one in near for full, scenario in every.items() if scenario == one) or tuple(
        f"{game}/..." for game in GAMES
    )
