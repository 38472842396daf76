"""Requests for the others' word: written to be sent, and kept beside the log until it has gone on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hexledger.cli.console import say, say_lines
from hexledger.cli.outputs import write_output

if TYPE_CHECKING:
    from hexledger.replays.log.chronicle import Chronicle
    from hexledger.replays.log.requests import Request


def send_request(chronicle: Chronicle, target: Path, request: Request) -> None:
    """Write a request to be sent, and keep it beside the log, so that who asked is told that it waits."""
    from hexledger.replays.log.asked import keep_request
    from hexledger.replays.log.requests import encode

    write_output(target, encode(request))
    keep_request(chronicle, request)


def is_request(data: bytes) -> bool:
    """Whether what came by mail is a request, or a request with words in it, and no bundle."""
    from hexledger.events.file_kinds import CONSENT, REQUEST, kind_of

    return kind_of(data) in (REQUEST, CONSENT)


def take_request(paper: Path, log: Path, edition: Path | None, *, as_json: bool) -> None:
    """A request that came by mail: kept beside the log, with what it asks for and who answers it. ReplayError for one
    that was made on another log or at another tip."""
    from hexledger.cli.common import open_read, print_json
    from hexledger.cli.consent import told
    from hexledger.cli.whose import due_data, due_lines, own_sides
    from hexledger.replays.log.asked import answered_by, keep_request
    from hexledger.replays.log.requests import read_request

    request = read_request(paper)
    with open_read(log, edition) as chronicle:
        kept = keep_request(chronicle, request)
        answers = answered_by(chronicle, request)
        own = own_sides(chronicle, None if answers == request.by else answers)
        if as_json:
            print_json({"request": told(chronicle, request), "kept": kept.name, "waiting": due_data(chronicle, own)})
            return
        say(f"a request, kept in {kept.name}: nothing is changed yet")
        say_lines(due_lines(chronicle, own))
