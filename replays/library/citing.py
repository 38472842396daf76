"""Looking up in their logs what an answer rests on: is the frame there, with that leaf hash, and has it that event?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from hexledger.events.errors import LedgerError
from hexledger.events.frame import decode_frame
from hexledger.events.ledger import Ledger
from hexledger.events.numbers import counted
from hexledger.projections.address import parse_address
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.genesis import read_genesis


class Citation(NamedTuple):
    """Where a row of an answer comes from."""

    log: str
    address: str
    leaf: str


class LookedUp(NamedTuple):
    """What looking up brought: citations found again, and those that were not, each with why."""

    good: int
    logs: int
    wrong: tuple[tuple[Citation, str], ...]


def look_up(citations: Iterable[Citation], logs: Sequence[Path]) -> LookedUp:
    """Look each citation up in the logs that are named, by id, address and leaf hash. LedgerError for a log that cannot
    be read."""
    by_log: dict[str, list[Citation]] = {}
    for one in citations:
        by_log.setdefault(one.log, []).append(one)
    holders = _holders(logs)
    good, wrong = 0, list[tuple[Citation, str]]()
    for log, mine in by_log.items():
        why = _why_not(mine, holders.get(log) or holders.get(log.partition("-")[0], []))
        good += sum(one not in why for one in mine)
        wrong += why.items()
    return LookedUp(good, len(by_log), tuple(wrong))


def _holders(logs: Sequence[Path]) -> dict[str, list[Path]]:
    """Log id -> the files that say they are it; practice games of one seed have one id."""
    found: dict[str, list[Path]] = {}
    for path in logs:
        with Ledger.open_reader(path, damaged=True) as ledger:
            found.setdefault(read_genesis(decode_frame(ledger.payload(0), 0)).log_id, []).append(path)
    return found


def _why_not(citations: Sequence[Citation], files: Sequence[Path]) -> Mapping[Citation, str]:
    """Citations that no file bears out, with the reason of the file that bears out most."""
    best: dict[Citation, str] = dict.fromkeys(citations, "no log that is named is this one")
    for number, path in enumerate(files):
        with Ledger.open_reader(path, damaged=True) as ledger:
            found = {one: why for one in citations if (why := _checked(ledger, one))}
        if not number or len(found) < len(best):
            best = found
    return best


def _checked(ledger: Ledger, one: Citation) -> str:
    """Why a citation is not borne out; empty when it is."""
    try:
        seq, event = parse_address(one.address)
        if not 0 <= seq < len(ledger):
            return f"the log has {counted(len(ledger), 'frame')}"
        if ledger.leaf(seq).hex() != one.leaf:
            return "the frame there has another leaf hash"
        events = len(decode_frame(ledger.payload(seq), seq).events)
    except (LedgerError, ReplayError, ValueError) as error:
        return str(error)
    return f"the frame has {events} events" if event > events else ""
