"""Serving pages to browsers: the address, who may ask, and the server itself."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from logging import LogRecord, getLogger
from socket import AF_INET, AF_INET6, SO_REUSEADDR, SOL_SOCKET, socket
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from hexledger.cli.inputs import NumberRange

if TYPE_CHECKING:
    from hexledger.replays.viewer.guard import App, Policy

F = TypeVar("F", bound=Callable[..., Any])

HOST = click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
PORT = click.option("--port", type=NumberRange(0, 65535), default=8620, show_default=True, help="0: any that is free.")
NAMES = click.option(
    "--allow-host", "names", multiple=True, metavar="NAME", help="A further name that browsers may ask for."
)


def serving_options(command: F) -> F:
    """--host, --port and --allow-host."""
    return HOST(PORT(NAMES(command)))


class Listening(NamedTuple):
    """A socket that listens. `local`: this machine only."""

    socket: socket
    host: str
    port: int
    names: tuple[str, ...]
    local: bool

    def address(self, path: str, token: str) -> str:
        """The address of a page, with the token that opens it."""
        shown = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{shown}:{self.port}{path}?token={token}"

    def policy(self, token: str, seats: tuple[str, ...] = (), *, guard_reads: bool = False) -> Policy:
        """Who may ask: the hosts of this address, with the token; reads need it too where others reach the server."""
        from hexledger.replays.viewer.guard import Policy

        known = {self.host, *self.names} | ({"localhost", "127.0.0.1", "::1"} if self.local else set())
        shown = {f"[{one}]" if ":" in one else one.lower() for one in known}
        bare = shown if self.port == 80 else {name.lower() for name in self.names}  # behind a proxy the port is its own
        hosts = frozenset({f"{one}:{self.port}" for one in shown} | bare)
        return Policy(hosts, token, guard_reads or not self.local, seats)


@contextmanager
def listening(host: str, port: int, names: tuple[str, ...]) -> Iterator[Listening]:
    """A socket on an address; ClickException where there is none to be had. Who opens the address as soon as it is
    printed waits and is not turned away."""
    with socket(AF_INET6 if ":" in host else AF_INET) as found:
        found.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        try:
            found.bind((host, port))
            found.listen()
        except OSError as error:
            raise click.ClickException(f"cannot listen on {host} port {port}: {error.strerror}") from error
        yield Listening(found, host, found.getsockname()[1], names, _is_loopback(host))


def serve(app: App, found: Listening) -> None:
    """Answer until Ctrl-C. Pages that wait for news are cut off then, which is no error to tell of."""
    import uvicorn

    from hexledger.replays.viewer.connections import BACKLOG, Patient, most_connections

    Patient.most = most_connections()
    config = uvicorn.Config(
        app,
        http=Patient,
        backlog=BACKLOG,
        log_level="warning",
        server_header=False,
        date_header=False,
        ws="none",
        timeout_graceful_shutdown=1,
    )
    for name in ("uvicorn.error", "asyncio"):
        getLogger(name).addFilter(_is_news)
    uvicorn.Server(config).run(sockets=[found.socket])


_STRANGE = (
    "Invalid HTTP request received",
    "Unsupported upgrade request",
    "No supported WebSocket library",
    "socket.accept() out",
)


def _is_news(record: LogRecord) -> bool:
    """Whether what the server logs says more than that it cut off who waited when it ended, or what a stranger sent:
    of that a page could fill the terminal."""
    if str(record.msg).startswith(_STRANGE):
        return False
    cut = record.exc_info is not None and isinstance(record.exc_info[1], CancelledError)
    return not cut and not str(record.msg).startswith("Cancel %s running task")


def _is_loopback(host: str) -> bool:
    from ipaddress import ip_address

    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
