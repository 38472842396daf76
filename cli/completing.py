"""Shell completion of the names in a log: units, hexes and lines. Errors complete to nothing, never to a message."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexledger.events.showing import shell_word

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

MOST = 200


def _chronicle(ctx: click.Context) -> Any:
    from hexledger.cli.common import open_read

    log = ctx.params.get("log") or _typed_log()
    return open_read(log, ctx.params.get("edition")) if log else None


def _typed_log() -> Path | None:
    """The first word of the command line that is a file: click forgets arguments while an option lacks its value."""
    from click.shell_completion import split_arg_string

    words = split_arg_string(os.environ.get("COMP_WORDS", ""))
    return next((path for path in map(Path, words[1:]) if path.is_file()), None)


def _names(ctx: click.Context, incomplete: str, kind: str) -> list[CompletionItem]:
    with suppress(Exception):
        chronicle = _chronicle(ctx)
        if chronicle is not None:
            with chronicle:
                return _starting(_known(chronicle, kind), incomplete)
    return []


def _known(chronicle: Any, kind: str) -> Iterable[tuple[str, str]]:
    game, state = chronicle.game, chronicle.state()
    if kind == "line":
        return ((name, f"#{head}") for name, head in chronicle.timeline.heads.items())
    if kind == "side":
        return ((side, "") for side in game.sides)
    if kind == "audience":
        return ((whom, "") for whom in ("mine", "all", *game.sides))
    if kind == "switch":
        return ((name, switch.about) for name, switch in game.switches.items())
    if kind == "decision":
        prompt = chronicle.offer()
        return ((name, "") for name in (prompt.kinds if prompt is not None else ()))
    if kind == "seat":
        return ((seat, "") for seat in (*game.seats, "referee"))
    if kind == "unit":
        return ((game.piece(piece), game.piece_name(piece)) for piece in sorted(state.at))
    clip = game.view().map(game.position(state)).clip or range(game.board.n_hexes)
    return ((game.place(place), game.board.names[place]) for place in clip)


_NOT_PLAIN = r"[^\w ./#+-]"


def _starting(known: Iterable[tuple[str, str]], incomplete: str) -> list[CompletionItem]:
    """What may be completed: a name that a shell would read as more than one plain word is not offered, it is typed."""
    from click.shell_completion import CompletionItem

    low = incomplete.lower()
    found = [(name, about) for name, about in known if name.lower().startswith(low) and shell_word(name)]
    return [CompletionItem(name, help=re.sub(_NOT_PLAIN, " ", about)) for name, about in found[:MOST]]


def complete_unit(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of the units in play at the head."""
    return _names(ctx, incomplete, "unit")


def complete_hex(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Hexes of the scenario."""
    return _names(ctx, incomplete, "hex")


def complete_line(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of the log's lines."""
    return _names(ctx, incomplete, "line")


def complete_scenario(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Scenarios of all games, as `new` wants them."""
    with suppress(Exception):
        from hexledger.engine.catalogue import GAMES, open_game

        opened = [(name, open_game(name)) for name in GAMES]
        known = [(f"{name}/{key}", one.title) for name, game in opened for key, one in game.edition.scenarios.items()]
        return _starting(known, incomplete)
    return []


def complete_dice(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Dice modes."""
    from hexledger.events.model import DICE_MODES

    return _starting([(name, "dice") for name in DICE_MODES.values()], incomplete)


def complete_side(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Sides of the game in the log."""
    return _names(ctx, incomplete, "side")


def complete_seat(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Sides of the game in the log, and the referee."""
    return _names(ctx, incomplete, "seat")


def complete_audience(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Whom a note can be for."""
    return _names(ctx, incomplete, "audience")


def complete_switch(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Doubtful rules of the game in the log."""
    return _names(ctx, incomplete, "switch")


def complete_decision(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Kinds of decision that are asked for."""
    return [] if ctx.params.get("words") else _names(ctx, incomplete, "decision")


def complete_option(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """What a new game of the scenario that was typed can be begun with."""
    with suppress(Exception):
        from hexledger.engine.catalogue import open_game, split_scenario

        name, scenario = split_scenario(ctx.params.get("scenario") or os.environ["COMP_WORDS"].split()[2])
        game = open_game(name)
        known = {**game.options(scenario), **game.switches}
        return _starting([(key, f"{' '.join(one.values)}") for key, one in known.items()], incomplete)
    return []


def complete_policy(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Error policies."""
    from hexledger.replays.referee.policies import POLICIES

    return _starting([(name, "policy") for name in POLICIES], incomplete)


def complete_game(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Games that can be played."""
    from hexledger.engine.catalogue import GAMES

    return _starting([(name, "") for name in GAMES], incomplete)


def complete_question(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Questions that `ask` knows by name."""
    with suppress(Exception):
        from hexledger.replays.library.questions import QUESTIONS

        return _starting([(name, "") for name in QUESTIONS], incomplete)
    return []


def complete_ending(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ends that `end` records."""
    from hexledger.cli.table import WHATS

    return _starting([(name, "") for name in WHATS], incomplete)


def complete_public(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of the public keys in the user's folder, his own and friends'."""
    with suppress(Exception):
        from hexledger.cli.keyring import PUBLIC, key_folder

        return _starting([(path.stem, "public key") for path in sorted(key_folder().glob(f"*{PUBLIC}"))], incomplete)
    return []


def complete_key(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of the user's own keys."""
    with suppress(Exception):
        from hexledger.cli.keyring import own_names

        return _starting([(name, "key") for name in own_names()], incomplete)
    return []
