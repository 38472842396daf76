"""The keeper of referee dice attends a table elsewhere: what is new there comes into his copy, and each roll that waits
is answered from his own machine, which his secret never leaves."""

from __future__ import annotations

import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from hexledger.events.ledger import Ledger
from hexledger.replays.log.mail import decode_bundle, receive
from hexledger.replays.tabletop.reaching import reached

EVERY: Final = 1.0
"""Seconds between two looks."""


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
        return reached(request, "the table")
