"""Requests that wait for somebody's word: kept beside the log, on the side that asks and on the side that is asked, so
that both are told of them until the log has gone on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hexledger.events.errors import LedgerError
from hexledger.events.frame import SEAT
from hexledger.events.platform import replace_file
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.requests import Request, encode, fits, read_request
from hexledger.replays.secrets.signing import role

if TYPE_CHECKING:
    from hexledger.replays.log.chronicle import Chronicle


def request_path(chronicle: Chronicle, by: int) -> Path:
    """Where the last request of a side (0: the referee) is kept."""
    return chronicle.path.with_name(f"{chronicle.path.name}.request-{role(chronicle.game, by)}")


def keep_request(chronicle: Chronicle, request: Request) -> Path:
    """Keep a request beside the log, in the place of an earlier one of the same side. ReplayError unless it was made on
    this log at its tip; DiskError."""
    fits(chronicle, request)
    path = request_path(chronicle, request.by)
    replace_file(path, encode(request))
    return path


def waiting_requests(chronicle: Chronicle) -> list[tuple[Request, Path]]:
    """Requests kept beside the log that can still be agreed to: made at its tip. Others are as good as gone."""
    found = []
    for by in range(len(chronicle.game.sides) + 1):
        path = request_path(chronicle, by)
        if not path.exists():
            continue
        try:
            request = read_request(path)
            fits(chronicle, request)
        except (ReplayError, LedgerError):
            continue
        found.append((request, path))
    return found


def answered_by(chronicle: Chronicle, request: Request) -> int:
    """Whose turn it is to answer a request: who appends it, once the others have given their words (0: the referee)."""
    if request.actor != request.by or request.kind == SEAT:
        return request.actor
    given = {side for side, _ in request.words}
    others = [side for side in range(1, len(chronicle.game.sides) + 1) if side != request.by and side not in given]
    return others[0] if others and 0 not in given else request.by
