"""A server at which games are played, in a thread of the test: real connections, and its inside to look at."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Final, NamedTuple

import uvicorn

from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.tabletop.seats import Seat
from hexledger.replays.tabletop.sitting import Sitting
from hexledger.replays.viewer.guard import Policy
from hexledger.replays.viewer.server import application
from hexledger.replays.viewer.shelf import Shelf
from hexledger.replays.viewer.table_routes import Tables

TOKEN: Final = "t" * 32
"""That of the one seat, which plays both sides of every game."""


class Opened(NamedTuple):
    """Where the server is, and what it holds."""

    port: int
    held: Tables

    @property
    def address(self) -> str:
        """The beginning of every address."""
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def tables(logs: Sequence[Path]) -> Iterator[Opened]:
    """A server at which the games of some logs are played by one seat, each under the stem of its file."""
    shelf = Shelf(list(logs), verify=False)
    sittings = {name: Sitting(Chronicle.write(log)) for name, log in zip(shelf.games, logs, strict=True)}
    held = Tables({0: shelf}, sittings, (Seat(TOKEN, (1, 2)),))
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        port = listening.getsockname()[1]
        policy = Policy(frozenset({f"127.0.0.1:{port}"}), TOKEN, True, (TOKEN,))
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
