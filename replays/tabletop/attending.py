"""The keeper of referee dice attends a table elsewhere: what is new there comes into his copy, and each roll that waits
is answered from his own machine, which his secret never leaves."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from hexledger.events.ledger import Ledger
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.mail import decode_bundle, receive

EVERY: Final = 1.0
"""Seconds between two looks."""
_TIMEOUT: Final = 20.0
_LONGEST: Final = 1 << 28


class Attended(NamedTuple):
    """What one look brought: frames that are new in the copy, and whether a roll was answered."""

    frames: int
    answered: bool


class Attending:
    """A keeper at a table.

    api     address of the game at the table, `http://host/api/games/NAME`
    token   that of the keeper's seat
    log     the keeper's copy; made when it does not exist
    answer  the answer to the decision that waits for its dice at the tip of the copy; None where none waits
    """

    def __init__(self, api: str, token: str, log: Path, answer: Callable[[], bytes | None]) -> None:
        self._api, self._token, self._log, self._answer = api, token, log, answer

    def look(self) -> Attended:
        """Take what is new and answer what waits. ReplayError where the table is not there or refuses, and as
        `receive`: nothing is answered then."""
        size = 0
        if self._log.exists():
            with Ledger.open_reader(self._log) as ledger:
                size = len(ledger)
        bundle = decode_bundle(self._ask(f"bundle?since={size}"))
        if bundle.frames:
            receive(bundle, self._log)
        answer = self._answer()
        if answer is not None:
            self._ask("dice", answer)
        return Attended(len(bundle.frames), answer is not None)

    def _ask(self, what: str, body: bytes | None = None) -> bytes:
        headers = {"authorization": f"Bearer {self._token}", "content-type": "application/json"}
        request = urllib.request.Request(f"{self._api}/table/{what}", body, headers)
        try:
            with urllib.request.urlopen(request, timeout=_TIMEOUT) as answer:
                return bytes(answer.read(_LONGEST))
        except urllib.error.HTTPError as refused:
            raise ReplayError(f"the table refuses: {reason(refused)}") from refused
        except (OSError, http.client.HTTPException) as error:
            raise ReplayError(f"the table is not there: {error}") from error


def reason(refused: urllib.error.HTTPError) -> str:
    """Why a server refuses, in its own words where it gives any."""
    try:
        return str(json.loads(refused.read(1 << 16))["error"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError, http.client.HTTPException):
        return str(refused)
