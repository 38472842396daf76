"""Who may ask the desk's server what: hosts, origins, token, size of requests. A layer in front of the application."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from hmac import compare_digest
from typing import Any, Final, TypeAlias
from urllib.parse import parse_qs

import msgspec

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
LONGEST_BODY: Final = 4 << 20
"""Bytes of a request's body: notes of a whole game, and then some."""
LONGEST_WAIT: Final = 30.0
"""Seconds in which the body of a request has to arrive."""
MOST_OPEN: Final = 250
"""Requests of one token that are answered at once, streams of news included."""
MOST_SENT: Final = 16
"""Of these, requests that bring something: each may hold a body in memory."""
_DIGITS: Final = 15

_HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)


class Policy(msgspec.Struct, frozen=True):
    """hosts        what the Host header may say, with port
    token        the secret that writes need
    guard_reads  reads need it as well (a server that others than this machine can reach)
    seats        tokens of seats at a table, each as good for a request that the application then looks at
    most         requests that one token may have open, so that the others are answered
    """

    hosts: frozenset[str]
    token: str
    guard_reads: bool = False
    seats: tuple[str, ...] = ()
    most: int = MOST_OPEN


class Guard:
    """Refuses what the policy does not allow: a foreign Host (DNS rebinding), a foreign Origin or site, a write without
    the token, a body that is too long, more at once than one token may ask. Everything else goes to the application,
    and no answer is cached or framed."""

    def __init__(self, app: App, policy: Policy) -> None:
        self.app = app
        self.policy = policy
        self._open: Counter[tuple[bytes, bool]] = Counter()
        """Token, and whether something is brought -> requests that are open."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.lower(), []).append(value)
        refused = self._refused(scope, headers)
        if refused is not None:
            await self._refuse(send, *refused)
            return

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        whose = (self._token(scope, headers), scope["method"] not in READS)
        if self._too_many(whose):
            await self._refuse(send, 429, "too much is asked at once with this token: wait for the answers")
            return
        self._open[whose] += 1
        try:
            await self.app(scope, _limited(receive, asyncio.get_running_loop().time() + LONGEST_WAIT), marked)
        finally:
            self._open[whose] -= 1
            if not self._open[whose]:
                del self._open[whose]

    def _too_many(self, whose: tuple[bytes, bool]) -> bool:
        token, brings = whose
        count = self._open[token, True] + self._open[token, False]
        return count >= self.policy.most or (brings and self._open[whose] >= MOST_SENT)

    def _refused(self, scope: Scope, headers: dict[bytes, list[bytes]]) -> tuple[int, str] | None:
        hosts = [value.decode("latin-1") for value in headers.get(b"host", ())]
        if len(hosts) != 1 or hosts[0].lower() not in self.policy.hosts:
            return 403, "this server does not answer for that host"
        allowed = {f"http://{host}" for host in self.policy.hosts} | {f"https://{host}" for host in self.policy.hosts}
        for origin in headers.get(b"origin", ()):
            if origin.decode("latin-1").lower() not in allowed:
                return 403, "this server does not answer other sites"
        site = headers.get(b"sec-fetch-site", [b"none"])[0]
        looked_at = scope["method"] == "GET" and headers.get(b"sec-fetch-mode", [b""])[0] == b"navigate"
        if site not in (b"none", b"same-origin") and not (looked_at and not scope["path"].startswith("/api/")):
            return 403, "this server does not answer other sites"
        length = headers.get(b"content-length", [b"0"])[0]
        if not length.isdigit() or len(length) > _DIGITS or int(length) > LONGEST_BODY:
            return 413, "the request is too long"
        if (self.policy.guard_reads or scope["method"] not in READS) and not self._known(scope, headers):
            return 401, "this needs the token that the server printed when it started"
        return None

    def _known(self, scope: Scope, headers: dict[bytes, list[bytes]]) -> bool:
        """Whether a token is given that is known."""
        return bool(self._token(scope, headers))

    def _token(self, scope: Scope, headers: dict[bytes, list[bytes]]) -> bytes:
        """The token that is given as a bearer; for looking at pages also in the address, as a browser gives it. Empty
        where none is known."""
        given = [value.removeprefix(b"Bearer ") for value in headers.get(b"authorization", ())]
        if scope["method"] in READS:
            fields = parse_qs(scope.get("query_string", b"").decode("latin-1"))
            given += [text.encode("utf-8") for text in fields.get("token", ())]
        known = [token.encode() for token in (self.policy.token, *self.policy.seats)]
        return next((token for token in known for one in given if compare_digest(one, token)), b"")

    async def _refuse(self, send: Send, status: int, why: str) -> None:
        body = msgspec.json.encode({"error": why})
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *_HEADERS]
        if status == 401:
            headers.append((b"www-authenticate", b"Bearer"))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def _limited(receive: Receive, until: float) -> Receive:
    """A body without a length is cut where it grows too long, and one that trickles when its time is over: the rest
    never arrives. `until`: by the clock of the event loop."""
    taken, whole = 0, False

    async def limited() -> Message:
        nonlocal taken, whole
        if whole:
            return await receive()  # what comes now is that the other side has gone
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError:
            return {"type": "http.disconnect"}
        if message["type"] == "http.request":
            taken += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            if taken > LONGEST_BODY:
                return {"type": "http.disconnect"}
        return message

    return limited
