"""`hexledger checkpoint` and `hexledger witness`: vouching for what a log is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli.common import json_option, log_argument, print_json
from hexledger.cli.completing import complete_key
from hexledger.cli.console import say, say_block
from hexledger.cli.inputs import CHECKPOINT, INT, LOG, read_input
from hexledger.cli.keyring import signer, trust_option, trusted_keys, witness_folder
from hexledger.cli.outputs import MAILED, force_option, write_output
from hexledger.events.numbers import counted

if TYPE_CHECKING:
    from hexledger.replays.log.chronicle import Chronicle


@click.command()
@log_argument
@click.option("--key", "name", metavar="KEY", shell_complete=complete_key, help="Key to sign with: a name or a file.")
@click.option("--out", type=MAILED, help="Write the note to another file as well, to send it.")
@force_option
@click.option(
    "--for-witness",
    type=INT,
    metavar="N",
    help="With --out: with the proof for a witness that signed N frames last.",
)
@json_option
def checkpoint(log: Path, name: str | None, out: Path | None, for_witness: int | None, as_json: bool) -> None:
    """Sign how many frames LOG has and its root, as a signed note in LOG.checkpoint. In other hands it anchors them."""
    from hexledger.events.errors import NoSuchFrame
    from hexledger.replays.audit.anchors import checkpoint_of, checkpoint_path
    from hexledger.replays.audit.vouching import vouch
    from hexledger.replays.audit.witnessing import request_text
    from hexledger.replays.secrets.memory import Memory

    if for_witness is not None and out is None:
        raise click.UsageError("--for-witness wants --out FILE")
    with _sound(log) as chronicle:
        ledger, genesis = chronicle.ledger, chronicle.genesis
        if for_witness is not None and not 0 <= for_witness <= len(ledger):
            raise NoSuchFrame(for_witness, len(ledger))
        key = signer(name, chronicle)
        note, size, left = vouch(chronicle, [key], Memory())
        found = checkpoint_of(ledger, genesis, size)
        if out is not None:
            write_output(out, note if for_witness is None else request_text(ledger, for_witness, note))
        if as_json:
            print_json(
                {
                    "origin": found.origin,
                    "size": found.size,
                    "root": found.root.hex(),
                    "key": str(key.verifier),
                    "note": note,
                }
            )
            return
        say_block(note)
        also = f" and {out}" if out is not None else ""
        say(f"signed by {key.verifier.name}: {counted(found.size, 'frame')}; in {checkpoint_path(log)}{also}", err=True)
        if left:
            say(f"note: {left}", err=True)


def _sound(log: Path) -> Chronicle:
    """A log whose bytes, chain and positions hold, opened. Contradicted logs are signed by nobody."""
    from hexledger.events.errors import BadProof
    from hexledger.replays.audit.audit import audit
    from hexledger.replays.log.chronicle import Chronicle

    verdict = audit(log, rules=False)
    if not verdict.intact:
        raise BadProof(f"{log.name}: nothing is signed: {verdict.contradiction}")
    return Chronicle.read(log)


@click.command()
@click.argument("checkpoint", type=CHECKPOINT)
@click.option("--key", "name", metavar="KEY", shell_complete=complete_key, help="The witness's key: a name or a file.")
@click.option("--log", type=LOG, help="Your copy of the log, to prove from that it only grew.")
@click.option("--state", type=click.Path(file_okay=False, path_type=Path), help="Folder of the witness's memory.")
@trust_option
@json_option
def witness(
    checkpoint: Path, name: str | None, log: Path | None, state: Path | None, trust: tuple[str, ...], as_json: bool
) -> None:
    """Add a witness's signature to CHECKPOINT (a note, or a request made with --for-witness), but only if the log grew
    from what this witness signed last."""
    from contextlib import nullcontext

    from hexledger.events.frame import decode_frame
    from hexledger.events.ledger import Ledger
    from hexledger.events.texts import read_text
    from hexledger.replays.audit.witnessing import add_to_file, read_asked, sign_as_witness
    from hexledger.replays.log.genesis import read_genesis
    from hexledger.replays.secrets.memory import Memory
    from hexledger.replays.secrets.signing import public_keys

    text = read_text(checkpoint, read_input(checkpoint))
    asked = read_asked(text)
    beside = checkpoint.with_name(checkpoint.name.removesuffix(".checkpoint"))
    if log is None and beside != checkpoint and beside.is_file():
        log = beside
    key = signer(name)
    trusted = [known.public for known in trusted_keys(trust)]
    reader: Any = Ledger.open_reader(log) if log is not None else nullcontext()
    with reader as ledger:
        if ledger is not None:
            trusted += public_keys(read_genesis(decode_frame(ledger.payload(0), 0)))
        note, found, last = sign_as_witness(asked, key, Memory(state), trusted, ledger, state or witness_folder())
    if asked.old is None:
        add_to_file(checkpoint, note)
    if as_json:
        before = last.size if last is not None else None
        print_json(
            {"origin": found.origin, "size": found.size, "before": before, "key": str(key.verifier), "note": note}
        )
        return
    say_block(note)
    grew = "the first checkpoint of this log" if last is None else f"grown from {counted(last.size, 'frame')}"
    say(f"witnessed by {key.verifier.name}: {counted(found.size, 'frame')}, {grew}", err=True)
