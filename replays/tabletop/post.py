"""Two tables, one game: what a player has decided at his own server goes to the other one, by bundles.

A bundle is what `send` writes and `receive` takes, with the same checks: every frame is decided again before it is
taken. It goes by a page's buttons (mail), or by itself between two servers, one of which knows the other's address:
each request brings what the other may lack and takes back what is lacking here. So duel dice roll by themselves: who
decides fixes, the other server rolls with its link, and both hold the same file.
"""

from __future__ import annotations

import urllib.request
from collections.abc import Callable, Sequence
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

from hexledger.replays.log.mail import Received, decode_bundle, encode_bundle, parting, receive, take
from hexledger.replays.tabletop.mending import FAILURES
from hexledger.replays.tabletop.reaching import TIMEOUT, reached

if TYPE_CHECKING:
    from hexledger.events.notes import VerifierKey
    from hexledger.replays.log.chronicle import Chronicle
    from hexledger.replays.log.mail import Bundle
    from hexledger.replays.tabletop.sitting import Sitting

EVERY: Final = 1.0
"""Seconds between two requests to the other server when nothing happens here."""


class Post:
    """What goes between the player here and the one who plays elsewhere.

    make     the bundle from here to there, from a frame (None: from where the other side is not known to have any)
             with the checkpoint of the key at hand
    reopen   opens the log again as its writer, with dice and keys at hand
    trusted  keys of others whose checkpoints count
    """

    def __init__(
        self,
        sitting: Sitting,
        make: Callable[[Chronicle, int | None], Bundle],
        reopen: Callable[[], Chronicle],
        trusted: Sequence[VerifierKey] = (),
    ) -> None:
        self._sitting = sitting
        self._make = make
        self._reopen = reopen
        self._trusted = trusted

    def bundle(self, since: int | None = None) -> bytes:
        """What the other side is not known to have, or what it has not since it says how many frames it has."""
        with self._sitting.holding() as chronicle:
            return encode_bundle(self._make(chronicle, since))

    def take(self, data: bytes) -> Received:
        """Take a bundle. BadBundle, Missing, Fork as `receive`: our log is as it was then."""
        found = decode_bundle(data)
        with self._sitting.holding() as chronicle:
            if parting(chronicle, found) is None:
                taken = take(chronicle, found, self._trusted)
            else:
                # both went on after one frame: one of them gives way, as by mail
                taken = self._sitting.reopened(
                    lambda path: receive(found, path, game=chronicle.game, trusted=self._trusted), self._reopen
                )
        if taken.frames or taken.withdrawn:
            self._sitting.moved_on()
        return taken


class Link:
    """Asks another server for what is new there, and brings what is new here, as long as both are there."""

    def __init__(self, post: Post, sitting: Sitting, address: str, token: str) -> None:
        self._post, self._sitting = post, sitting
        self._address, self._token = address, token
        self._ended = Event()
        self._thread = Thread(target=self._work, name="link", daemon=True)

    def start(self) -> None:
        """From now on."""
        self._thread.start()

    def close(self) -> None:
        """No more."""
        self._ended.set()
        self._thread.join(TIMEOUT)

    def exchange(self) -> None:
        """One request: our bundle there, theirs here."""
        request = urllib.request.Request(
            self._address,
            self._post.bundle(),
            {"content-type": "application/json", "authorization": f"Bearer {self._token}"},
            method="POST",
        )
        self._post.take(reached(request, "the other table"))

    def _work(self) -> None:
        seen = -1
        while not self._ended.is_set():
            try:
                self.exchange()
                self._sitting.linked("")
            except (*FAILURES, ValueError) as error:  # whatever came, or our own disk: asked again
                self._sitting.linked(str(error))
                self._ended.wait(EVERY)
            seen = self._sitting.wait(seen, EVERY)
