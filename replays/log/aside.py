"""What came by mail and cannot be taken, now or ever: kept beside the log, so much and no more.

A bundle whose predecessor is missing waits as `NAME.waiting-N`; another history is `STEM.fork-HASH.SUFFIX`, a log of
its own, or `NAME.fork-HASH.bundle` when only a part of it came.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from hexledger.events.file_kinds import read_regular
from hexledger.events.ledger import Ledger
from hexledger.events.merkle import leaf_hash
from hexledger.events.numbers import whole_number
from hexledger.events.platform import replace_file
from hexledger.replays.errors import ReplayError

LONGEST: Final = 1 << 28
"""Bytes of the longest bundle."""
MOST_FILES: Final = 100
MOST_BYTES: Final = LONGEST
"""Files, and bytes in all, that are kept beside one log of what could not be taken."""

_WAITING, _FORK, _REFUSED = ".waiting-", ".fork-", ".refused"


class Full(ReplayError):
    """So much lies beside a log that could not be taken that no more is kept."""


def keep_waiting(log: Path, first: int, data: bytes) -> Path:
    """Keep a bundle that begins with frame `first` until the frames before it are here. Raises Full, DiskError."""
    return _keep(log, f"{log.name}{_WAITING}{first}", data)


def keep_part(log: Path, tip: bytes, data: bytes) -> Path:
    """Keep a bundle of another history, which ends with the leaf `tip`. Raises Full, DiskError."""
    return _keep(log, f"{log.name}{_FORK}{tip.hex()[:12]}.bundle", data)


def keep_history(log: Path, tip: bytes, payloads: Sequence[bytes]) -> Path:
    """Keep another history, which ends with the leaf `tip`, as a log of its own. Raises Full, DiskError."""
    target = log.with_name(f"{log.stem}{_FORK}{tip.hex()[:12]}{log.suffix}")
    if not target.exists():
        _room(log, sum(map(len, payloads)))
        Ledger.create_with(target, payloads).close()
    return target


def refuse(waiting: Path) -> None:
    """What waited has turned out to be none that can be taken."""
    waiting.replace(waiting.with_name(waiting.name + _REFUSED))


def waiting(log: Path) -> list[Path]:
    """Bundles that wait for their predecessors, the earliest first."""
    lead = log.name + _WAITING
    found = []
    for path in log.parent.iterdir():
        number = whole_number(path.name.removeprefix(lead).partition("-")[0])
        if path.name.startswith(lead) and number is not None and not path.name.endswith((".new", _REFUSED)):
            found.append((number, path.name, path))
    return [path for _, _, path in sorted(found)]


def _keep(log: Path, name: str, data: bytes) -> Path:
    path = log.with_name(name)
    if path.exists() and read_regular(path, LONGEST) != data:
        path = log.with_name(f"{name}-{leaf_hash(data).hex()[:8]}")
    if not path.exists():
        _room(log, len(data))
        replace_file(path, data)
    return path


def _room(log: Path, size: int) -> None:
    leads = (log.name + _WAITING, log.name + _FORK, log.stem + _FORK)
    sizes = [path.lstat().st_size for path in log.parent.iterdir() if path.name.startswith(leads)]
    if len(sizes) >= MOST_FILES or sum(sizes) + size > MOST_BYTES:
        raise Full(
            f"{len(sizes)} files of {sum(sizes):,} bytes that could not be taken lie beside {log.name} already, and "
            f"{MOST_FILES} of {MOST_BYTES:,} are the most: look at {leads[0]}* and {leads[2]}*, and delete what nobody "
            "needs"
        )
