"""`hexledger seals` and `hexledger reveal-all`: what was chosen in secret, and that it opened to what was fixed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli.common import edition_option, json_option, log_argument, open_read, open_write, print_json
from hexledger.cli.completing import complete_side
from hexledger.cli.console import say
from hexledger.cli.keyring import key_option
from hexledger.projections.names import side_name

if TYPE_CHECKING:
    from hexledger.replays.log.chronicle import Chronicle
    from hexledger.replays.secrets.openings import SealEntry


@click.command()
@log_argument
@click.option(
    "--mine",
    metavar="SIDE",
    shell_complete=complete_side,
    help="Show what SIDE has sealed and not opened yet, from its vault here.",
)
@edition_option
@json_option
def seals(log: Path, mine: str | None, edition: Path | None, as_json: bool) -> None:
    """Every seal of LOG, undone lines included: whose, over what, and the choice that opened it to its commitment."""
    from hexledger.replays.secrets.reveal_all import book_of
    from hexledger.replays.secrets.vault import vault_of

    with open_read(log, edition) as chronicle:
        rows = [seal_data(chronicle, entry) for entry in book_of(chronicle).seals.values()]
        own = vault_of(chronicle, chronicle.game.side_number(mine)).secrets() if mine is not None else {}
        for row in rows:
            secret = own.get(row["commitment"]) if row["opened"] is None else None
            row["mine"] = None if secret is None else secret.text
    if as_json:
        print_json(rows)
        return
    for row in rows:
        then = (
            f"opened in #{row['opened']}: {row['choice']}, as committed ({row['commitment'][:16]})"
            if row["opened"] is not None
            else f"sealed ({row['commitment'][:16]})" + (f", yours: {row['mine']}" if row["mine"] else "")
        )
        say(f"#{row['frame']} {row['side'].capitalize()}, {row['slot']}: {then}")
    opened = sum(row["opened"] is not None for row in rows)
    say(f"{opened} of {len(rows)} seals opened to their commitments" if rows else "no seals")


def seal_data(chronicle: Chronicle, entry: SealEntry) -> dict[str, Any]:
    """A seal as plain data; `choice` and `salt` only when it is open."""
    game = chronicle.game
    is_open = entry.opened >= 0
    return {
        "frame": entry.frame,
        "side": game.side(entry.side),
        "slot": game.word(entry.slot),
        "commitment": entry.commitment,
        "opened": entry.opened if is_open else None,
        "choice": _words(chronicle, entry) if is_open else None,
        "salt": entry.salt if is_open else None,
    }


def _words(chronicle: Chronicle, entry: SealEntry) -> str:
    """The choice as it was made in the position of the seal."""
    game = chronicle.game
    before = chronicle.state(chronicle.frame(entry.frame).parent)
    return game.tell(game.position(before), game.codec.from_data(entry.choice))


@click.command("reveal-all")
@log_argument
@click.option(
    "--as",
    "as_side",
    metavar="SIDE",
    shell_complete=complete_side,
    help="Side whose seals are opened (default: each whose secrets are here).",
)
@click.option("--abandoned", is_flag=True, help="The game will not be finished: open now.")
@key_option
@edition_option
@json_option
def reveal_all(log: Path, as_side: str | None, abandoned: bool, edition: Path | None, as_json: bool) -> None:
    """When the game is over: open what is still sealed from your vault, so that the record hides nothing."""
    from hexledger.replays.secrets.reveal_all import book_of
    from hexledger.replays.secrets.reveal_all import reveal_all as open_all

    with open_write(log, edition) as chronicle:
        game = chronicle.game
        sides = range(1, len(game.sides) + 1) if as_side is None else [game.side_number(as_side)]
        frames, left = open_all(chronicle, sides, abandoned=abandoned)
        closed = len(book_of(chronicle).closed())
    if as_json:
        print_json({"frames": [frame.seq for frame in frames], "closed": closed, "secrets_missing": len(left)})
        return
    for frame in frames:
        say(f"#{frame.seq}: {game.side(frame.actor).capitalize()} opens its seals")
    if left:
        where = ", ".join(f"#{entry.frame} ({side_name(game, entry.side)})" for entry in left)
        say(f"still sealed, because the secret or the key is not here: {where}")
    elif not frames:
        say("nothing is sealed any more" if not closed else "nothing of these sides is sealed any more")
