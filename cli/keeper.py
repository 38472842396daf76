"""`hexledger keeper`: the secret of a referee game, held outside the log."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hexledger.cli.commitments import LOG_ID, Committed, committed_out_option, tell_committed
from hexledger.cli.common import edition_option, json_option, log_argument, open_read, open_write, print_json
from hexledger.cli.console import say
from hexledger.cli.inputs import KEEPER
from hexledger.cli.outputs import MAILED, NEW_FILE, force_option, write_output
from hexledger.events.armour import wrap
from hexledger.events.frame import OLD
from hexledger.replays.errors import ReplayError

if TYPE_CHECKING:
    from hexledger.events.dice_records import KeeperReveal, SecretRevealed
    from hexledger.replays.log.chronicle import Chronicle


@click.group()
def keeper() -> None:
    """Referee dice: a secret that the keeper holds, commits to, rolls with, and opens at the end."""


@keeper.command("new")
@click.argument("file", type=NEW_FILE)
@click.option(
    "--log-id",
    default="",
    type=LOG_ID,
    metavar="HEX",
    help="Id of a running log (a change of dice); default: a new one.",
)
@committed_out_option
@force_option
@json_option
def new_(file: Path, log_id: str, out: Path | None, as_json: bool) -> None:
    """Make a secret of 256 bits and a key in FILE, readable by its owner only, for one log; print what a new game
    needs, or write it to a file."""
    from hexledger.replays.dice.keeper_file import KeeperSecret
    from hexledger.replays.log.genesis import random_hex

    _committed(KeeperSecret.new(file, log_id or random_hex(16)).path, out, as_json)


@keeper.command()
@click.argument("file", type=KEEPER)
@committed_out_option
@force_option
@json_option
def commit(file: Path, out: Path | None, as_json: bool) -> None:
    """Print the commitment of FILE again, or write it to a file; it tells nothing about the secret."""
    _committed(file, out, as_json)


def _committed(file: Path, out: Path | None, as_json: bool) -> None:
    from hexledger.replays.dice.keeper_file import KeeperSecret

    kept = KeeperSecret(file)
    if as_json:
        print_json({"file": str(file), "log_id": kept.log_id, "commitment": kept.commitment})
        return
    say(f"keeper's file {file}, for log {kept.log_id}; keep it to yourself until the end of the game")
    tell_committed(Committed(kept.commitment, kept.log_id), out, "hexledger new SCENARIO LOG --dice referee ")


@keeper.command()
@click.argument("file", type=KEEPER)
@log_argument
@click.option("-o", "--out", type=MAILED, required=True, metavar="ANSWER", help="File for the answer, for both sides.")
@click.option("--text", "as_text", is_flag=True, help="Write it as text to paste into a mail, with a checksum.")
@force_option
@edition_option
def answer(file: Path, log: Path, out: Path, as_text: bool, edition: Path | None) -> None:
    """Answer the decision that waits for its dice at the tip of LOG, the keeper's copy of the game.

    A fix is answered once and for ever; asked again, the same answer is given. On a copy that lacks what was answered
    before, nothing is.
    """
    with open_read(log, edition) as chronicle:
        waiting = chronicle.book.waiting
        if waiting is None:
            raise ReplayError("no decision waits for its dice in this copy; `receive` the newest bundle first")
        data = _old_answer(file, chronicle) if chronicle.genesis.format == OLD else _answer(file, chronicle)
    write_output(out, wrap("ANSWER", data) if as_text else data)
    say(f"the dice of #{waiting.seq} in {out}, for both sides; `hexledger finish LOG --keeper {out}` rolls them")


@keeper.command()
@click.argument("file", type=KEEPER)
@click.argument("log", type=NEW_FILE)
@click.option("--with", "address", required=True, metavar="ADDRESS", help="Address of the keeper's page at the table.")
@click.option("--once", is_flag=True, help="Look once and end.")
def attend(file: Path, log: Path, address: str, once: bool) -> None:
    """Keep the dice of a table elsewhere: rolls are answered by themselves until Ctrl-C.

    ADDRESS is what `hexledger table --keeper` printed. LOG is the keeper's copy of the game, made when it does not
    exist; every decision in it is decided again before a roll is answered, and a roll is answered once and for ever.
    The secret stays in FILE on this machine.
    """
    from time import sleep

    from hexledger.replays.tabletop.attending import EVERY, Attending
    from hexledger.replays.tabletop.mending import FAILURES

    api, token = page_address(address)
    attending = Attending(api, token, log, lambda: _waiting_answer(file, log))
    trouble = ""
    say("attending; Ctrl-C ends it")
    while True:
        try:
            found = attending.look()
            trouble = ""
            if found.answered:
                say("a roll is answered")
        except FAILURES as error:  # the table, what it sends, or our own disk
            if once:
                raise
            if str(error) != trouble:
                say(f"{error}; asking again")
            trouble = str(error)
        if once:
            return
        sleep(EVERY)


def page_address(text: str) -> tuple[str, str]:
    """The interface of a game and the token, from the address of its page; UsageError for what is none."""
    from urllib.parse import parse_qs, urlsplit

    parts = urlsplit(text)
    token = parse_qs(parts.query).get("token", [""])[0]
    folder, _, name = parts.path.rpartition("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or folder != "/games" or not name or not token:
        raise click.UsageError(
            "--with takes the address of the keeper's page, as `hexledger table --keeper` printed it"
        )
    return f"{parts.scheme}://{parts.netloc}/api/games/{name}", token


def _waiting_answer(file: Path, log: Path) -> bytes | None:
    """The answer to the decision that waits for its dice at the tip of a copy; None where none waits."""
    with open_read(log) as chronicle:
        return None if chronicle.book.waiting is None else _answer(file, chronicle)


def _answer(file: Path, chronicle: Chronicle) -> bytes:
    from hexledger.replays.dice.fixbook import FixBook
    from hexledger.replays.dice.keeper_file import Keeper, KeeperSecret, answer_file
    from hexledger.replays.secrets.memory import Memory

    book = chronicle.book
    assert isinstance(book, FixBook) and book.waiting is not None
    secret = KeeperSecret(file)
    if secret.hash != book.keeper:
        raise ReplayError(f"{file.name} keeps the dice of another log, or of another secret than the one in force")
    keeper = Keeper(secret, Memory(), chronicle.leaf_at)
    _follows(chronicle, keeper.served())
    return answer_file(book.log_id, book.waiting, keeper.answer(book.waiting))


def _follows(chronicle: Chronicle, served: tuple[tuple[int, str], ...]) -> None:
    """ReplayError unless all that stands in the copy since the last answer follows, by the rules too: a copy that did
    not come by `receive` may hold anything, and an army's fix by another army's player only the rules tell."""
    from hexledger.replays.audit.audit import contradicted_since

    size = max((seq + 1 for seq, leaf in served if chronicle.leaf_at(seq) == bytes.fromhex(leaf)), default=0)
    wrong = contradicted_since(chronicle, size)
    if wrong is not None:
        raise ReplayError(f"nothing is answered on a copy that is contradicted: {wrong}")


def _old_answer(file: Path, chronicle: Chronicle) -> bytes:
    """A running game of format 1."""
    import msgspec

    from hexledger.replays.dice.keeper import KeeperFile
    from hexledger.replays.dice.kit import Bid

    waiting = chronicle.book.waiting
    assert waiting is not None
    seq = len(chronicle.timeline)
    bid = Bid(seq, chronicle.ledger.leaf(seq - 1), waiting.actor, waiting.decision)
    return msgspec.json.encode(KeeperFile(file).answer(bid.request(chronicle.genesis.log_id))) + b"\n"


@keeper.command()
@click.argument("file", type=KEEPER)
@log_argument
@click.option(
    "--early", is_flag=True, help="Although the game is not over: no roll can be made with this secret any more."
)
@edition_option
@json_option
def reveal(file: Path, log: Path, early: bool, edition: Path | None, as_json: bool) -> None:
    """Open the secret of FILE in LOG, with the list of what was answered: anybody can make every roll again."""
    with open_write(log, edition) as chronicle:
        over = chronicle.state().over or (chronicle.genesis.format > OLD and chronicle.ledgerbook.ended is not None)
        record = _opened(file, chronicle)
        if not early and record.commitment == chronicle.book.keeper and not over:
            raise ReplayError(
                "the game is not over: an open secret foretells its rolls (--early opens it all the same)"
            )
        gone = [seq for seq, leaf in served_in(record) if chronicle.leaf_at(seq) != bytes.fromhex(leaf)]
        if gone and not early:
            raise ReplayError(
                f"this copy lacks #{gone[-1]} as it was answered: an old copy, or another history, and the game may go "
                "on elsewhere (--early opens the secret all the same, and names what is not here)"
            )
        frame = chronicle.note_dice(0, record)
        if as_json:
            print_json({"frame": frame.seq, "commitment": record.commitment})
        else:
            say(f"the secret is open (frame #{frame.seq}); `hexledger verify {log}` makes every roll again")


def served_in(record: KeeperReveal | SecretRevealed) -> tuple[tuple[int, str], ...]:
    """(frame, leaf hash in hex) of what a keeper says that he answered; format 1 does not say it."""
    return getattr(record, "served", ())


def _opened(file: Path, chronicle: Chronicle) -> KeeperReveal | SecretRevealed:
    if chronicle.genesis.format == OLD:
        from hexledger.events.dice_records import SecretRevealed
        from hexledger.replays.dice.keeper import KeeperFile

        kept = KeeperFile(file)
        return SecretRevealed(kept.commitment, kept.open())
    from hexledger.replays.dice.keeper_file import Keeper, KeeperSecret
    from hexledger.replays.secrets.memory import Memory

    return Keeper(KeeperSecret(file), Memory(), chronicle.leaf_at).reveal()
