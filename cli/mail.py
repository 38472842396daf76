"""`hexledger send` and `hexledger receive`: play by mail, a bundle of frames at a time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli.common import (
    as_option,
    edition_option,
    json_option,
    log_argument,
    next_line,
    open_read,
    print_json,
)
from hexledger.cli.console import say
from hexledger.cli.inputs import INT, MAIL, read_input
from hexledger.cli.keyring import own_keys, trust_option, trusted_keys
from hexledger.cli.outputs import MAILED, NEW_FILE, force_option, write_output

if TYPE_CHECKING:
    from hexledger.engine.kernel.game import Game
    from hexledger.events.notes import SignerKey
    from hexledger.replays.log.chronicle import Chronicle


@click.command()
@log_argument
@click.option("--to", "to", required=True, metavar="SIDE", help="Side that gets the bundle, or `referee`.")
@click.option("--out", "-o", type=MAILED, required=True, metavar="BUNDLE", help="File to write.")
@force_option
@click.option("--text", "as_text", is_flag=True, help="Write it as text to paste into a mail, with a checksum.")
@as_option
@click.option("--since", type=INT, metavar="N", help="Send from frame N on (default: what SIDE is not known to have).")
@click.option(
    "--key", "name", metavar="KEY", help="Key for the checkpoint: a name or a file (default: yours that fits)."
)
@edition_option
@json_option
def send(
    log: Path,
    to: str,
    out: Path,
    as_text: bool,
    as_side: str | None,
    since: int | None,
    name: str | None,
    edition: Path | None,
    as_json: bool,
) -> None:
    """Write the frames of LOG that SIDE is not known to have, with your checkpoint, as one file to mail."""
    from hexledger.events.armour import wrap
    from hexledger.replays.audit.vouching import vouch
    from hexledger.replays.log.mail import encode_bundle, make_bundle
    from hexledger.replays.secrets.memory import Memory

    with open_read(log, edition) as chronicle:
        game = chronicle.game
        receiver = side_or_referee(game, to)
        sender = side_or_referee(game, as_side) if as_side else _other(game, receiver)
        key = _key(chronicle, sender, name)
        note = vouch(chronicle, [key], Memory()).note if key is not None else ""
        bundle = make_bundle(chronicle, sender, receiver, since, note)
        data = encode_bundle(bundle)
        write_output(out, wrap("BUNDLE", data) if as_text else data)
    if as_json:
        print_json(
            {
                "file": str(out),
                "to": bundle.to,
                "first": bundle.first,
                "frames": len(bundle.frames),
                "signed": bool(note),
            }
        )
        return
    what = f"frames {bundle.first} to {bundle.size - 1}" if bundle.frames else "no new frames"
    if len(bundle.frames) == 1:
        what = f"frame {bundle.first}"
    vouched = f", with the checkpoint of {key.verifier.name}" if key is not None else ", without a checkpoint (no key)"
    say(f"{what} for the {bundle.to} side in {out} ({len(data)} bytes){vouched}")


def side_or_referee(game: Game[Any], name: str) -> int:
    """Number of a side, 0 for the referee."""
    return 0 if name.lower() == "referee" else game.side_number(name)


def _other(game: Game[Any], receiver: int) -> int:
    if len(game.sides) == 2 and receiver:
        return 3 - receiver
    raise click.UsageError("say with --as which side sends")


def _key(chronicle: Chronicle, sender: int, name: str | None) -> SignerKey | None:
    """The key that vouches for the file: the one named, else the sender's if it is here."""
    from hexledger.cli.keyring import find_key

    if name is not None:
        return find_key(name)
    public = chronicle.key_of(sender)
    return next((key for key in own_keys() if key.verifier.public == public), None)


@click.command()
@click.argument("bundle", type=MAIL)
@click.argument("log", type=NEW_FILE)
@click.option("--give-way", is_flag=True, help="Where both went on after one frame, take theirs; yours is kept aside.")
@trust_option
@edition_option
@json_option
def receive(
    bundle: Path, log: Path, give_way: bool, trust: tuple[str, ...], edition: Path | None, as_json: bool
) -> None:
    """Take a BUNDLE into LOG (made if it does not exist). Each frame is audited first; taking it twice is harmless."""
    from hexledger.replays.log.mail import decode_bundle, receive

    found = decode_bundle(read_input(bundle))
    taken = receive(found, log, edition=edition, trusted=trusted_keys(trust), give_way=give_way)
    with open_read(log, edition) as chronicle:
        prompt = chronicle.offer()
        game = chronicle.game
        if as_json:
            print_json(
                {
                    "created": taken.created,
                    "frames": [frame.seq for frame in taken.frames],
                    "size": taken.size,
                    "waiting_taken": taken.waiting,
                    "withdrawn": list(taken.withdrawn),
                    "remarks": list(taken.remarks),
                    "next": game.side(prompt.side) if prompt is not None else None,
                }
            )
            return
        if taken.created:
            genesis = chronicle.genesis
            say(f"new log {log}: {genesis.game}/{genesis.scenario}, id {genesis.log_id}")
        sides = sorted({frame.actor for frame in taken.frames if frame.seq})
        of = f" of {' and '.join(game.side(side) if side else 'the table' for side in sides)}" if sides else ""
        say(
            f"{len(taken.frames)} new {'frame' if len(taken.frames) == 1 else 'frames'}{of}, each checked; "
            f"the log has {taken.size}"
            if taken.frames
            else f"nothing new; the log has {taken.size} frames"
        )
        if taken.waiting:
            say(f"{taken.waiting} bundles that had waited were taken as well")
        for remark in taken.remarks:
            say(f"note: {remark}")
        say(next_line(chronicle))
