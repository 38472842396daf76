"""Connections to the desk's server: how many there are at once, and how long one may take to ask something.

Imported only where pages are served. Without this, whoever opens connections and says nothing uses up the files that
the process may have open, and nobody else is let in.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

LONGEST_ASKING: Final = 10.0
"""Seconds from the first byte of a request, or from the connection, in which its head has to arrive."""
MOST_CONNECTIONS: Final = 1000
BACKLOG: Final = 32
"""Connections that are let in at a time; so many files are left over beside those of the connections."""


def most_connections() -> int:
    """Connections at once: half of the files that this process may have open."""
    try:
        from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit
    except ImportError:  # Windows has no such limit
        return MOST_CONNECTIONS
    files, _ = getrlimit(RLIMIT_NOFILE)
    return MOST_CONNECTIONS if files == RLIM_INFINITY else max(8, min(MOST_CONNECTIONS, files // 2))


class Patient(H11Protocol):
    """A connection that has to ask in time; where there are too many, the oldest that asks nothing gives way."""

    most = MOST_CONNECTIONS
    longest_asking = LONGEST_ASKING

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._patience: asyncio.TimerHandle | None = None
        self._since = 0.0

    @property
    def asks_nothing(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._since = self.loop.time()
        self._wait()
        if len(self.connections) > self.most:
            idle = [one for one in self.connections if isinstance(one, Patient) and one.asks_nothing]
            oldest = min(idle, key=lambda one: one._since)
            self.connections.discard(oldest)
            oldest.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.asks_nothing:
            self._wait()
        else:
            self._stop()

    def on_response_complete(self) -> None:
        self._since = self.loop.time()
        super().on_response_complete()

    def _wait(self) -> None:
        """Wait for the rest of a request's head, from its first byte on."""
        if self._patience is None:
            self._patience = self.loop.call_later(self.longest_asking, self._give_up)

    def _stop(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _give_up(self) -> None:
        self._patience = None
        if self.asks_nothing and not self.transport.is_closing():
            self.transport.close()
