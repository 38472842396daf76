"""From an error to one clear line and an exit code. No traceback reaches a user.

HEXLEDGER_DEBUG=1 in the environment prints the traceback as well, for us.
"""

from __future__ import annotations

import os
import re

OK, CONTRADICTED, USAGE, REFUSED, BAD_LOG, BUSY, NOT_IMPLEMENTED, DISK, NOT_ANCHORED, UNPROVED, FAULT = (
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    70,
)
"""Exit codes; see docs/exit-codes.md. 130: stopped by Ctrl-C."""


def verdict_code(word: str) -> int:
    """The exit code of a verdict's word."""
    from hexledger.replays.audit.verdict import CONTRADICTED as SPOILT
    from hexledger.replays.audit.verdict import EARLIER, UNDECIDED

    return {SPOILT: CONTRADICTED, EARLIER: UNPROVED, UNDECIDED: UNPROVED}.get(word, OK)


_SECRET = r"PRIVATE\+KEY\+\S+|(?<![0-9A-Fa-f])[0-9A-Fa-f]{64}(?![0-9A-Fa-f])|(?<![\w./+-])[A-Za-z0-9+/]{44}(?![\w./+-])"
"""What a private key, a keeper's secret or a link looks like; no message of ours needs one in full."""


_ENDLESS = r"[^\s/\\]{300,}"


def without_secrets(text: str) -> str:
    """A message with what may be a secret taken out, wherever it was quoted from, and words of any length cut short."""
    text = re.sub(_SECRET, lambda found: f"({len(found[0])} characters, not shown)", text)
    return re.sub(_ENDLESS, lambda found: f"{found[0][:40]}... ({len(found[0]):,} characters)", text)


def failure(error: Exception) -> tuple[str, int]:
    """(what to print, exit code) for an error that ended a command."""
    text, code = _failure(error)
    while "refused: refused: " in text:
        text = text.replace("refused: refused: ", "refused: ")
    return without_secrets(text + "".join(getattr(error, "__notes__", ()))), code


def _failure(error: Exception) -> tuple[str, int]:
    if os.environ.get("HEXLEDGER_DEBUG"):
        import traceback

        traceback.print_exception(error)
    from hexledger.cli.inputs import WrongFile
    from hexledger.cli.outputs import OutputRefused
    from hexledger.engine.dice.rolling import DiceWanted
    from hexledger.engine.editions.edition import EditionError
    from hexledger.engine.errors import BadDecision, EngineFault, IllegalDecision, RuleNotImplemented
    from hexledger.events.errors import (
        AlreadyExists,
        BadNote,
        BadProof,
        Behind,
        DiskError,
        LedgerError,
        Locked,
        Moved,
        Poisoned,
    )
    from hexledger.events.model import ENTERED
    from hexledger.events.private import Exposed
    from hexledger.events.texts import NotText
    from hexledger.replays.log.chronicle import ReplayError
    from hexledger.replays.log.salvage import NothingToSalvage

    if isinstance(error, IllegalDecision):
        return f"refused: {error}", REFUSED
    if isinstance(error, DiceWanted):
        how = (
            "give them with --roll, or fix the decision with --fix" if error.mode == ENTERED else "--fix fixes it first"
        )
        return f"dice are wanted, nothing was decided ({how}): {error}", REFUSED
    if isinstance(error, RuleNotImplemented):
        return str(error), NOT_IMPLEMENTED
    if isinstance(error, BadDecision):
        return f"not understood: {error}", USAGE
    if isinstance(error, EngineFault):
        return f"fault in the rules module (please report it): {error}", FAULT
    if isinstance(error, ReplayError):
        return (
            (f"{error}", NOT_IMPLEMENTED) if str(error).startswith("NotImplemented") else (f"refused: {error}", REFUSED)
        )
    if isinstance(error, Locked):
        return f"busy: {error}", BUSY
    if isinstance(error, (DiskError, Poisoned)):
        return f"disk: {error}", DISK
    if isinstance(error, (WrongFile, NotText)):
        return f"wrong file: {error}", BAD_LOG
    if isinstance(error, BadProof):
        return f"contradicted: {error}", CONTRADICTED
    if isinstance(error, BadNote):
        return f"bad note or key: {error}", BAD_LOG
    if isinstance(error, (AlreadyExists, Behind, Exposed, Moved, NothingToSalvage, OutputRefused)):
        return f"refused: {error}", REFUSED
    if type(error).__name__ == "BadQuery":  # by name: its module is the warehouse's, which loads for queries only
        return f"not understood: {error}", USAGE
    if type(error).__name__ == "WarehouseError" and isinstance(error.__cause__, OSError):
        return f"disk: {error}", DISK
    if isinstance(error, LedgerError):
        return f"bad log: {error}", BAD_LOG
    if isinstance(error, EditionError):
        return f"bad edition: {error}", BAD_LOG
    if isinstance(error, UnicodeDecodeError):
        return f"not UTF-8 text: byte {error.start}: {error.reason}", BAD_LOG
    if isinstance(error, UnicodeEncodeError):
        return f"not understood: a character that UTF-8 cannot write (at {error.start}: {error.reason})", USAGE
    if isinstance(error, OSError):
        files = [str(name) for name in (error.filename, error.filename2) if name]
        named = f"{' -> '.join(files)}: " if files else ""
        return f"disk: {named}{error.strerror or error}", DISK
    if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryException":  # the warehouse's, by name
        return f"too little memory: {error}", DISK
    if isinstance(error, ImportError) and not (error.name or "").startswith("hexledger"):
        return f"a library does not load (is it whole, is there memory?): {error}", DISK
    if type(error).__name__ == "BrokenProcessPool":  # by name, too: only who computes in many processes loads it
        return (
            "a process that computed for this one was ended by the system (too little memory?): nothing came of it",
            DISK,
        )
    return f"fault in hexledger (please report it): {type(error).__name__}: {error}", FAULT
