"""A server at which games are played, in a thread of the test: real connections, and its inside to look at."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, Final, NamedTuple

import uvicorn

from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.mail import make_bundle
from hexledger.replays.tabletop.post import Post
from hexledger.replays.tabletop.seats import Seat
from hexledger.replays.tabletop.sitting import Sitting
from hexledger.replays.viewer.guard import Policy
from hexledger.replays.viewer.server import application
from hexledger.replays.viewer.shelf import Shelf
from hexledger.replays.viewer.table_routes import Tables

TOKEN: Final = "t" * 32
"""That of the one seat, which plays both sides of every game."""
PATIENCE: Final = 20.0
"""Seconds after which a server that should answer at once does not."""


class Opened(NamedTuple):
    """Where the server is, and what it holds."""

    port: int
    held: Tables

    def asked(self, path: str, body: Any = None, *, token: str = TOKEN, **headers: str) -> tuple[int, Any]:
        """Status and answer of one request; with a body it is sent."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            said = {"authorization": f"Bearer {token}", **headers}
            if body is None:
                link.request("GET", path, headers=said)
            else:
                link.request("POST", path, json.dumps(body), {"content-type": "application/json", **said})
            answer = link.getresponse()
            return answer.status, json.loads(answer.read() or b"null")
        finally:
            link.close()

    @property
    def address(self) -> str:
        """The beginning of every address."""
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def tables(logs: Sequence[Path], seats: Sequence[Seat] = ()) -> Iterator[Opened]:
    """A server at which the games of some logs are played by one seat, each under the stem of its file. `seats`: those
    of others; one for the keeper is given the log of the first."""
    shelf = Shelf(list(logs), verify=False)
    sittings = {name: Sitting(Chronicle.write(log)) for name, log in zip(shelf.games, logs, strict=True)}
    everybody = (Seat(TOKEN, (1, 2)), *seats)
    shelves = {0: shelf} | {seat.view: shelf for seat in seats}
    keeping = Post(next(iter(sittings.values())), lambda log, since: make_bundle(log, 1, 0, since), lambda: None)
    held = Tables(shelves, sittings, everybody, keeping=keeping)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        port = listening.getsockname()[1]
        policy = Policy(frozenset({f"127.0.0.1:{port}"}), TOKEN, True, tuple(seat.token for seat in everybody))
        config = uvicorn.Config(application(shelf, policy, held), log_level="critical", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        thread = Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield Opened(port, held)
        finally:
            server.should_exit = True
            thread.join(10)
            held.close()
            for sitting in sittings.values():
                sitting.close()
            shelf.close()
