"""`hexledger prove` and `hexledger check`: one decision as a small file that convinces without the log."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli.common import json_option, log_argument, print_json
from hexledger.cli.completing import complete_key
from hexledger.cli.console import say
from hexledger.cli.failures import CONTRADICTED, NOT_ANCHORED, OK
from hexledger.cli.inputs import INT, PROOF, read_input
from hexledger.cli.keyring import signer, trust_option, trusted_keys
from hexledger.cli.outputs import OUTPUT, force_option, write_output

if TYPE_CHECKING:
    from hexledger.events.frame import Frame
    from hexledger.events.ledger import Ledger
    from hexledger.events.notes import VerifierKey


@click.command()
@log_argument
@click.argument("frame", type=INT)
@click.option("--out", "-o", type=OUTPUT, help="File (default: LOG.N.tlog-proof).")
@force_option
@click.option(
    "--key",
    "name",
    metavar="KEY",
    shell_complete=complete_key,
    help="Sign a fresh checkpoint with this key: a name or a file.",
)
def prove(log: Path, frame: int, out: Path | None, name: str | None) -> None:
    """Write decision FRAME of LOG with its proof: the frame, the hashes that lead to the root, a signed checkpoint."""
    from hexledger.cli.common import open_read
    from hexledger.events.ledger import Ledger
    from hexledger.events.proofs import prove as proof_of
    from hexledger.replays.audit.vouching import vouch
    from hexledger.replays.secrets.memory import Memory

    with Ledger.open_reader(log) as ledger:
        note = None if name is not None else _covering(log, ledger, frame)
        if note is None:
            with open_read(log) as chronicle:
                note = vouch(chronicle, [signer(name)], Memory()).note
        proof = proof_of(ledger, frame, note)
    target = out or log.with_name(f"{log.name}.{frame}.tlog-proof")
    write_output(target, proof.text)
    say(f"frame {frame} and its proof in {target} ({len(proof.text)} bytes); `hexledger check` checks it anywhere")


def _covering(log: Path, ledger: Ledger, frame: int) -> str | None:
    """The checkpoint beside the log with the most signatures that covers a frame."""
    from hexledger.events.checkpoints import Checkpoint
    from hexledger.events.notes import note_text, signer_names
    from hexledger.replays.audit.anchors import checkpoint_path, read_notes

    path = checkpoint_path(log)
    found = []
    for note in read_notes(path) if path.exists() else ():
        known = Checkpoint.parse(note_text(note))
        if frame < known.size <= len(ledger) and ledger.root(known.size) == known.root:
            found.append((len(signer_names(note)), known.size, note))
    return max(found)[2] if found else None


@click.command()
@click.argument("proof", type=PROOF)
@trust_option
@json_option
@click.pass_context
def check(ctx: click.Context, proof: Path, trust: tuple[str, ...], as_json: bool) -> None:
    """Check a PROOF without the log: that the frame lies under the root, and who has signed for the root."""
    from hexledger.events.errors import BadNote, BadProof
    from hexledger.events.frame import decode_frame
    from hexledger.events.notes import open_note, signer_names, trusted_among
    from hexledger.events.proofs import Proof
    from hexledger.events.texts import read_text

    trusted = trusted_keys(trust)
    found = Proof.parse(read_text(proof, read_input(proof)))
    try:
        checkpoint = found.verify()
        frame = decode_frame(found.payload, found.frame)
        keys = trusted_among(found.note, [key.public for key in trusted])
        names = [key.name for key in open_note(found.note, keys).signed_by] if keys else []
    except (BadProof, BadNote) as error:
        if as_json:
            print_json({"verdict": "contradicted", "frame": found.frame, "reason": str(error)})
        else:
            say(f"contradicted: frame {found.frame}: {error}")
        ctx.exit(CONTRADICTED)
    signers = ", ".join(signer_names(found.note))
    decision, events = _told(frame, checkpoint.origin)
    by = _signed_by(frame, found.link, trusted)
    if as_json:
        print_json(
            {
                "verdict": "intact" if names else "intact but not anchored",
                "origin": checkpoint.origin,
                "frame": frame.seq,
                "of": checkpoint.size,
                "root": checkpoint.root.hex(),
                "signed_by": names,
                "decision": decision,
                "events": events,
                "frame_signed_by": by,
            }
        )
    else:
        say(f"{checkpoint.origin}: frame {frame.seq} of {checkpoint.size}, root {checkpoint.root.hex()}")
        say(f"  {decision}")
        for line in events:
            say(f"    {line}")
        if by:
            say(f"  the frame itself is signed by {by}")
        if names:
            say(f"intact: the frame lies under the root that {', '.join(names)} signed")
        else:
            say(f"intact but not anchored: the root is signed by {signers}, whom you do not trust yet (--trust)")
    ctx.exit(OK if names else NOT_ANCHORED)


def _told(frame: Frame, origin: str) -> tuple[str, list[str]]:
    """A frame in words where its origin names a game that is here (names of the house edition), else as plain data."""
    from hexledger.events.frame import DECISION, KINDS
    from hexledger.events.model import Popped, Pushed, Stepped
    from hexledger.events.ndjson import event_data

    kind = KINDS.get(frame.kind, f"kind {frame.kind}")
    events = [" ".join(f"{key}={value}" for key, value in event_data(event).items()) for event in frame.events]
    told = [event for event in frame.events if not isinstance(event, (Pushed, Popped, Stepped))]
    game = _game(origin.split("/")[1] if origin.count("/") == 2 else "")
    if game is None or frame.kind != DECISION:
        return f"{kind} by side {frame.actor}", events
    from hexledger.engine.errors import EngineError
    from hexledger.projections.phrases import phrases
    from hexledger.projections.state import State
    from hexledger.projections.telling import Teller

    teller = Teller(game, table := phrases())
    try:
        text = game.codec.to_text(game.codec.decode(frame.decision))
        events = [table.say(*teller.phrase(event, State())) for event in told]
    except (EngineError, KeyError, IndexError):
        return f"{kind} by side {frame.actor}", events
    return f"{game.side(frame.actor).capitalize()}: {text}", events


def _game(name: str) -> Any:
    from hexledger.engine.catalogue import GAMES, open_game

    return open_game(name) if name in GAMES else None


def _signed_by(frame: Frame, link: bytes, trusted: list[VerifierKey]) -> str:
    """Name of the trusted key that signed the frame, empty for none."""
    from hexledger.events.signatures import BadSignature, frame_message, verify

    for key in trusted if frame.signature else ():
        try:
            verify(frame_message(frame, link), frame.signature, key.public)
        except BadSignature:
            continue
        return key.name
    return ""
