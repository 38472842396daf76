"""Serving pages to browsers: the address, who may ask, and the server itself."""

from __future__ import annotations

import os
import signal
import threading
from asyncio import CancelledError
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from logging import LogRecord, getLogger
from socket import AF_INET, AF_INET6, SO_REUSEADDR, SOL_SOCKET, socket
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn, TypeVar

import click

from hexledger.cli.console import say
from hexledger.cli.inputs import NumberRange

if TYPE_CHECKING:
    from hexledger.replays.viewer.guard import App, Policy

F = TypeVar("F", bound=Callable[..., Any])

HOST = click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
PORT = click.option("--port", type=NumberRange(0, 65535), default=8620, show_default=True, help="0: any that is free.")
NAMES = click.option(
    "--allow-host", "names", multiple=True, metavar="NAME", help="A further name that browsers may ask for."
)

_LEAST_OPEN: Final = 8
"""Requests that one token may have open where the system lets the process have few files."""


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
        from hexledger.replays.viewer.connections import most_connections
        from hexledger.replays.viewer.guard import MOST_OPEN, Policy

        known = {self.host, *self.names} | ({"localhost", "127.0.0.1", "::1"} if self.local else set())
        shown = {f"[{one}]" if ":" in one else one.lower() for one in known}
        bare = shown if self.port == 80 else {name.lower() for name in self.names}  # behind a proxy the port is its own
        hosts = frozenset({f"{one}:{self.port}" for one in shown} | bare)
        most = min(MOST_OPEN, max(_LEAST_OPEN, most_connections() // 4))
        return Policy(hosts, token, guard_reads or not self.local, seats, most)


@contextmanager
def listening(host: str, port: int, names: tuple[str, ...]) -> Iterator[Listening]:
    """A socket on an address; ClickException where there is none to be had. Who opens the address as soon as it is
    printed waits and is not turned away. Until the end of the block SIGTERM and SIGHUP end the command as Ctrl-C does:
    what is open is closed."""
    with _orderly(), socket(AF_INET6 if ":" in host else AF_INET) as found:
        found.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        try:
            found.bind((host, port))
            found.listen()
        except OSError as error:
            raise click.ClickException(f"cannot listen on {host} port {port}: {error.strerror}") from error
        yield Listening(found, host, found.getsockname()[1], names, _is_loopback(host))


def serve(app: App, found: Listening) -> None:
    """Answer until Ctrl-C, or SIGTERM or SIGHUP. Pages that wait for news are cut off then, which is no error to tell
    of."""
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
    threading.excepthook = _tell_of_a_thread
    server = uvicorn.Server(config)
    ended: list[int] = []

    def end(number: int, _frame: FrameType | None) -> None:
        ended.append(number)
        server.should_exit = True

    with _handling(end, "SIGHUP"):  # Ctrl-C and SIGTERM the server takes itself, and raises them once more at its end
        server.run(sockets=[found.socket])
    if ended:
        _leave(ended[0])


@contextmanager
def _orderly() -> Iterator[None]:
    """SIGTERM and SIGHUP leave the block as an exception does."""
    with _handling(_leave, "SIGTERM", "SIGHUP"):
        yield


@contextmanager
def _handling(handler: Callable[[int, FrameType | None], Any], *names: str) -> Iterator[None]:
    """Signals are handled so, where they are known and nobody wants them ignored (`nohup`); in the main thread only."""
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        numbers = []
    before = {number: signal.getsignal(number) for number in numbers}
    wanted = {number: old for number, old in before.items() if old is not signal.SIG_IGN}
    for number in wanted:
        signal.signal(number, handler)
    try:
        yield
    finally:
        for number, old in wanted.items():
            signal.signal(number, old)


def _leave(number: int, _frame: FrameType | None = None) -> NoReturn:
    """End the command with what it has open, and the exit code of the signal."""
    with suppress(OSError):
        say("ended by the system; everything decided so far is in the log", err=True)
    raise SystemExit(128 + number)


_STRANGE = (
    "Invalid HTTP request received",
    "Unsupported upgrade request",
    "No supported WebSocket library",
    "socket.accept() out",
)


def _is_news(record: LogRecord) -> bool:
    """Whether what the server logs says more than that it cut off who waited when it ended, or what a stranger sent:
    of that a page could fill the terminal. A fault of ours is told in a line."""
    if str(record.msg).startswith(_STRANGE):
        return False
    error = record.exc_info[1] if record.exc_info is not None else None
    if isinstance(error, Exception) and not os.environ.get("HEXLEDGER_DEBUG"):
        record.msg, record.args, record.exc_info, record.exc_text = _in_a_line(error), (), None, None
    cut = record.exc_info is not None and isinstance(record.exc_info[1], CancelledError)
    return not cut and not str(record.msg).startswith("Cancel %s running task")


def _in_a_line(error: BaseException) -> str:
    """An error that nothing has caught, as the terminal is told of it."""
    from hexledger.cli.failures import failure
    from hexledger.events.showing import one_line

    return one_line(failure(error)[0] if isinstance(error, Exception) else error)


def _tell_of_a_thread(found: threading.ExceptHookArgs) -> None:
    """What ends a thread that works beside the server, in a line."""
    if found.exc_value is not None:
        with suppress(OSError):
            say(_in_a_line(found.exc_value), err=True)


def _is_loopback(host: str) -> bool:
    from ipaddress import ip_address

    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
