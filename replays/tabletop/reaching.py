"""Asking another server: an answer that comes in time, is not too long, and is that server's own.

Who answers may be anybody. One that sends a little now and then would keep whoever waits waiting for ever, since a
timeout counts from byte to byte; so the whole answer has its time, its head included.
"""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from contextlib import suppress
from socket import SHUT_RDWR, socket
from threading import Timer
from typing import Any, Final

from hexledger.replays.errors import ReplayError

TIMEOUT: Final = 20.0
"""Seconds in which a connection must be made, and each part of an answer must come."""
LONGEST_TIME: Final = 120.0
"""Seconds in which the whole answer must have come."""
LONGEST: Final = 1 << 28
"""Bytes of the longest answer: those of the longest bundle."""
_LONGEST_REASON: Final = 1 << 16
_LONGEST_TOLD: Final = 500
"""Bytes that are read of why a server refuses, and characters that are told of it."""


class _Stays(urllib.request.HTTPRedirectHandler):
    """Nobody is sent to another address: it may be one that only this machine reaches."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def reached(request: urllib.request.Request, who: str, longest: int = LONGEST) -> bytes:
    """The answer to a request. `who`: whom it asks, in words. ReplayError where nobody answers, what comes is too long
    or too slow, or it is refused, with the reason."""
    sockets: list[socket] = []

    def over() -> None:
        for one in sockets:
            with suppress(OSError):
                socket.shutdown(one, SHUT_RDWR)

    watch = Timer(LONGEST_TIME, over)
    watch.daemon = True
    watch.start()
    try:
        with _opener(sockets).open(request, timeout=TIMEOUT) as answer:
            data, lacks = bytes(answer.read(longest + 1)), answer.length
    except urllib.error.HTTPError as refused:
        raise ReplayError(f"{who} refuses: {reason(refused)}") from refused
    except (OSError, http.client.HTTPException) as error:
        raise ReplayError(f"{who} is not there: {error}") from error
    finally:
        watch.cancel()
    if len(data) > longest:
        raise ReplayError(f"{who} sends more than {longest:,} bytes")
    if lacks:
        raise ReplayError(f"what {who} sends breaks off: {lacks:,} bytes are missing")
    return data


def _opener(sockets: list[socket]) -> urllib.request.OpenerDirector:
    """What opens addresses, and keeps the sockets that it opens."""

    class Plain(http.client.HTTPConnection):
        def connect(self) -> None:
            super().connect()
            sockets.append(self.sock)

    class Secure(http.client.HTTPSConnection):
        def connect(self) -> None:
            super().connect()
            sockets.append(self.sock)

    class OpensPlain(urllib.request.HTTPHandler):
        def http_open(self, request: urllib.request.Request) -> Any:
            return self.do_open(Plain, request)

    class OpensSecure(urllib.request.HTTPSHandler):
        def https_open(self, request: urllib.request.Request) -> Any:
            return self.do_open(Secure, request)

    return urllib.request.build_opener(OpensPlain, OpensSecure, _Stays)


def reason(refused: urllib.error.HTTPError) -> str:
    """Why a server refuses, in its own words where it gives any."""
    try:
        return str(json.loads(refused.read(_LONGEST_REASON))["error"])[:_LONGEST_TOLD]
    except (OSError, ValueError, KeyError, TypeError, RecursionError, http.client.HTTPException):
        return str(refused)
