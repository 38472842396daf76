"""`hexledger send` and `hexledger receive`: play by mail, a bundle of frames at a time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli.asking import is_request, take_request
from hexledger.cli.common import (
    as_option,
    edition_option,
    json_option,
    log_argument,
    open_read,
    open_write,
    print_json,
)
from hexledger.cli.completing import complete_key, complete_seat
from hexledger.cli.console import say, say_lines
from hexledger.cli.inputs import INT, MAIL, read_input
from hexledger.cli.keyring import key_option, own_keys, trust_option, trusted_keys
from hexledger.cli.news import few, told_news
from hexledger.cli.orders import carried_data, carried_lines
from hexledger.cli.outputs import MAILED, NEW_FILE, force_option, write_output
from hexledger.cli.whose import due_data, due_lines
from hexledger.events.errors import LedgerError
from hexledger.events.frame import ARMIES
from hexledger.events.numbers import counted
from hexledger.projections.names import capital, side_name
from hexledger.replays.errors import ReplayError
from hexledger.replays.secrets.signing import role

if TYPE_CHECKING:
    from hexledger.engine.kernel.game import Game
    from hexledger.events.notes import SignerKey
    from hexledger.replays.log.chronicle import Chronicle
    from hexledger.replays.log.mail import Bundle
    from hexledger.replays.log.orders import CarriedOut, NotCarriedOut


@click.command()
@log_argument
@click.option(
    "--to",
    "to",
    required=True,
    metavar="SIDE",
    shell_complete=complete_seat,
    help="Side that gets the bundle, or `referee`.",
)
@click.option("--out", "-o", type=MAILED, required=True, metavar="BUNDLE", help="File to write.")
@force_option
@click.option("--text", "as_text", is_flag=True, help="Write it as text to paste into a mail, with a checksum.")
@as_option
@click.option("--since", type=INT, metavar="N", help="Send from frame N on (default: what SIDE is not known to have).")
@click.option(
    "--key",
    "name",
    metavar="KEY",
    shell_complete=complete_key,
    help="Key for the checkpoint: a name or a file (default: yours that fits).",
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
    from hexledger.replays.log.mail import encode_bundle

    with open_read(log, edition) as chronicle:
        game = chronicle.game
        receiver = side_or_referee(game, to)
        sender = side_or_referee(game, as_side) if as_side else _other(game, receiver)
        key, bundle = bundle_of(chronicle, sender, receiver, since, name)
        data = encode_bundle(bundle)
        write_output(out, wrap("BUNDLE", data) if as_text else data)
    if as_json:
        print_json(
            {
                "file": str(out),
                "to": bundle.to,
                "first": bundle.first,
                "frames": len(bundle.frames),
                "signed": bool(bundle.checkpoint),
            }
        )
        return
    what = f"frames {bundle.first} to {bundle.size - 1}" if bundle.frames else "no new frames"
    if len(bundle.frames) == 1:
        what = f"frame {bundle.first}"
    vouched = f", with the checkpoint of {key.verifier.name}" if key is not None else ", without a checkpoint (no key)"
    say(f"{what} for the {capital(bundle.to)} side in {out} ({len(data)} bytes){vouched}")


def bundle_of(
    chronicle: Chronicle, sender: int, receiver: int, since: int | None, name: str | None
) -> tuple[SignerKey | None, Bundle]:
    """What one side sends to another, with the checkpoint of the key that vouches for it, if one is here."""
    from hexledger.replays.audit.vouching import vouch
    from hexledger.replays.log.mail import make_bundle
    from hexledger.replays.secrets.memory import Memory

    key = _key(chronicle, sender, name)
    note = vouch(chronicle, [key], Memory()).note if key is not None else ""
    return key, make_bundle(chronicle, sender, receiver, since, note)


def side_or_referee(game: Game[Any], name: str) -> int:
    """Number of a side, or of an army with a seat of its own; 0 for the referee."""
    return 0 if name.lower() == "referee" else game.seat_number(name)


def _other(game: Game[Any], receiver: int) -> int:
    if len(game.sides) == 2 and 0 < receiver < ARMIES:
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
@click.option("--no-orders", is_flag=True, help="Leave your standing orders alone this time.")
@click.option("--reply", type=MAILED, metavar="BUNDLE", help="Where your orders go on, write the answer to BUNDLE.")
@force_option
@key_option
@edition_option
@json_option
def receive(
    bundle: Path,
    log: Path,
    give_way: bool,
    trust: tuple[str, ...],
    no_orders: bool,
    reply: Path | None,
    edition: Path | None,
    as_json: bool,
) -> None:
    """Take a BUNDLE into LOG (made if it does not exist). Each frame is audited first; taking it twice is harmless.

    Your standing orders (`orders`) are carried out then. What was done and whose move it is, is told. A request of the
    other side is taken as well: it is kept beside LOG and told of until the log goes on.
    """
    from hexledger.replays.log.mail import decode_bundle, receive

    data = read_input(bundle)
    if is_request(data):
        take_request(bundle, log, edition, as_json=as_json)
        return
    found = decode_bundle(data)
    taken = receive(found, log, edition=edition, trusted=trusted_keys(trust), give_way=give_way)
    done = None if no_orders else _ordered(log, edition, found.to)
    with open_read(log, edition) as chronicle:
        game = chronicle.game
        own = _receiver(chronicle, found.to)
        replied = _reply(chronicle, found, reply) if reply is not None and done is not None and done[0] else None
        if as_json:
            waiting = due_data(chronicle, own)
            print_json(
                {
                    "created": taken.created,
                    "frames": [frame.seq for frame in taken.frames],
                    "told": told_news(chronicle, taken.frames, own),
                    "size": taken.size,
                    "waiting_taken": taken.waiting,
                    "withdrawn": list(taken.withdrawn),
                    "remarks": list(taken.remarks),
                    **({} if done is None else carried_data(*done)),
                    "reply": str(replied) if replied is not None else None,
                    "next": waiting["side"],
                    "waiting": waiting,
                }
            )
            return
        if taken.created:
            genesis = chronicle.genesis
            say(f"new log {log}: {genesis.game}/{genesis.scenario}, id {genesis.log_id}")
        sides = sorted({frame.actor for frame in taken.frames if frame.seq})
        of = f" of {' and '.join(side_name(game, side) if side else 'the table' for side in sides)}" if sides else ""
        say(
            f"{len(taken.frames)} new {'frame' if len(taken.frames) == 1 else 'frames'}{of}, each checked; "
            f"the log has {taken.size}"
            if taken.frames
            else f"nothing new; the log has {counted(taken.size, 'frame')}"
        )
        if taken.waiting:
            say(f"{counted(taken.waiting, 'bundle that had waited was', 'bundles that had waited were')} taken as well")
        for remark in taken.remarks:
            say(f"note: {remark}")
        say_lines(few(told_news(chronicle, taken.frames, own), chronicle.path))
        if done is not None:
            say_lines(carried_lines(chronicle, *done))
        say_lines(due_lines(chronicle, own))
        if replied is not None:
            say(f"the answer for the {capital(found.sender)} side is in {replied}")


def _ordered(log: Path, edition: Path | None, to: str) -> tuple[list[CarriedOut], list[NotCarriedOut]] | None:
    """The standing orders of the side that a bundle was made for, carried out; None where it has given none."""
    from hexledger.replays.log.orders import carry_out, orders_path

    if not orders_path(log, to).exists():
        return None
    try:
        with open_write(log, edition) as chronicle:
            return carry_out(chronicle, [side for side in _receiver(chronicle, to) if side])
    except (ReplayError, LedgerError) as error:
        # what came is taken; that the orders could not go on is a remark
        say(f"note: your standing orders were left alone: {error}", err=True)
        return None


def _reply(chronicle: Chronicle, found: Bundle, target: Path) -> Path:
    """The bundle that answers one that was received."""
    from hexledger.replays.log.mail import encode_bundle

    back = {role(chronicle.game, seat): seat for seat in (0, *chronicle.game.seats.values())}
    _, bundle = bundle_of(chronicle, back[found.to], back[found.sender], None, None)
    write_output(target, encode_bundle(bundle))
    return target


def _receiver(chronicle: Chronicle, to: str) -> tuple[int, ...]:
    """The side that a bundle was made for; () where it names none of this game."""
    names = {role(chronicle.game, seat): seat for seat in (0, *chronicle.game.seats.values())}
    return (names[to],) if to in names else ()
