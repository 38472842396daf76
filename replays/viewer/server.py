"""The desk's server: the same page as an export, for games that go on; with notes, and lines that its user opens.

Imported only by `hexledger desk`: Starlette and what it needs are loaded here.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any, Final, TypeAlias, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from hexledger.engine.errors import EngineError
from hexledger.events.errors import LedgerError
from hexledger.replays.errors import ReplayError
from hexledger.replays.viewer.guard import App, Guard, Policy
from hexledger.replays.viewer.openapi import OPENAPI
from hexledger.replays.viewer.page import html
from hexledger.replays.viewer.shelf import Shelf, Shelved

Row: TypeAlias = dict[str, Any]
T = TypeVar("T")

_MOST: Final = 1 << 31


class Refused(HTTPException):
    """A request that cannot be answered: status and why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(status, why)


class BranchWanted(msgspec.Struct, forbid_unknown_fields=True):
    """Body of a request for a line: its name, the frame it begins at, and whether play goes on there."""

    name: str
    at: int
    switch: bool = False


class NotesWanted(msgspec.Struct, forbid_unknown_fields=True):
    """Body of a request to keep notes: those of the page, and those that it had before its user changed them."""

    notes: dict[str, Any]
    seen: dict[str, Any] | None = None


def application(shelf: Shelf, policy: Policy) -> App:
    """The whole server as an ASGI application."""
    desk = _Desk(shelf)
    routes = [
        Route("/", desk.index),
        Route("/games/{name}", desk.page),
        Route("/openapi.json", desk.openapi),
        Route("/api/games", desk.games),
        Route("/api/games/{name}", desk.game),
        Route("/api/games/{name}/growth", desk.growth),
        Route("/api/games/{name}/notes", desk.notes),
        Route("/api/games/{name}/notes", desk.keep_notes, methods=["PUT"]),
        Route("/api/games/{name}/branches", desk.branch, methods=["POST"]),
    ]
    handlers: dict[Any, Callable[[Request, Exception], Response]] = {
        HTTPException: _refused,
        LedgerError: _conflict,
        ReplayError: _conflict,
        EngineError: _conflict,
    }
    inner = Starlette(routes=routes, exception_handlers=handlers)
    inner.router.redirect_slashes = False
    return Guard(inner, policy)


def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code, headers=error.headers)


def _conflict(_request: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, 409)


class _Desk:
    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    def _game(self, request: Request) -> Shelved:
        name = request.path_params["name"]
        game = self.shelf.find(name)
        if game is None:
            if name in self.shelf.missing:
                raise Refused(409, self.shelf.missing[name])
            raise Refused(404, "no such game on this desk")
        return game

    # ------------------------------------------------------------ pages
    async def index(self, request: Request) -> Response:
        """The games of this desk."""
        rows = await run_in_threadpool(self.shelf.briefs)
        token = request.query_params.get("token", "")
        query = (
            f"?token={escape(token)}" if token.isascii() and token.replace("-", "").replace("_", "").isalnum() else ""
        )
        items = "".join(_item(row, query) for row in rows)
        head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Review desk</title>'
        policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
        style = "<style>body{font:16px/1.6 system-ui,sans-serif;max-width:44em;margin:3em auto;padding:0 1em}</style>"
        text = f"{head}{style}<main><h1>Review desk</h1><ul>{items}</ul></main></html>"
        return HTMLResponse(text, headers={"content-security-policy": policy})

    async def page(self, request: Request) -> Response:
        """The page of a game."""
        game = self._game(request)
        data = await run_in_threadpool(game.data)
        return HTMLResponse(await run_in_threadpool(html, data, online=True))

    # ------------------------------------------------------------ data
    async def openapi(self, _request: Request) -> Response:
        """The description of this interface."""
        return JSONResponse(OPENAPI)

    async def games(self, _request: Request) -> Response:
        """A line for each game."""
        return JSONResponse(await run_in_threadpool(self.shelf.briefs))

    async def game(self, request: Request) -> Response:
        """Everything of a game."""
        return _json(await run_in_threadpool(self._game(request).data))

    async def growth(self, request: Request) -> Response:
        """What a page does not have yet."""
        game = self._game(request)
        query = request.query_params
        known = ("frames", "turnings", "audited")
        frames, turnings, audited = (_count(query.get(name, "0"), name) for name in known)
        row = await run_in_threadpool(game.growth, frames, turnings, _tables(query.get("tables", "")), audited)
        return _json(row)

    async def notes(self, request: Request) -> Response:
        """The notes on a game."""
        return JSONResponse({"notes": await run_in_threadpool(self._game(request).notes)})

    async def keep_notes(self, request: Request) -> Response:
        """Put notes in place of those that are kept; where the page says what it saw, change what its user changed."""
        game = self._game(request)
        wanted = await _body(request, NotesWanted)
        try:
            now = await run_in_threadpool(game.keep_notes, wanted.notes, wanted.seen)
        except ValueError as error:
            raise Refused(422, str(error)) from error
        return Response(status_code=204) if wanted.seen is None else JSONResponse({"notes": now})

    async def branch(self, request: Request) -> Response:
        """Open a line."""
        game = self._game(request)
        wanted = await _body(request, BranchWanted)
        if not 0 <= wanted.at < _MOST:
            raise Refused(422, f"there is no frame {wanted.at}")
        try:
            row = await run_in_threadpool(game.branch, wanted.name, wanted.at, switch=wanted.switch)
        except UnicodeEncodeError as error:
            raise Refused(422, "the name is no text") from error
        return JSONResponse(row, 201)


def _item(row: Row, query: str) -> str:
    """A game in the list of games; one that cannot be shown with the reason."""
    name = escape(row["name"])
    if "error" in row:
        return f"<li>{name}: cannot be shown: {escape(row['error'])}</li>"
    title = f"{escape(row['title'])}: {escape(row['scenario'])}"
    missing = f"; {escape(row['left_out'])}" if row["left_out"] else ""
    about = f"{name}, {row['frames']} frames{', over' if row['over'] else ''}{missing}"
    return f'<li><a href="/games/{name}{query}">{title}</a> ({about})</li>'


def _json(row: Row) -> Response:
    return Response(msgspec.json.encode(row), media_type="application/json")


def _count(text: str, name: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refused(422, f"{name} is a number of at most nine digits")
    return int(text)


def _tables(text: str) -> dict[str, int]:
    """`rules:3,faces:10`: how many rows of each table a page has."""
    found: dict[str, int] = {}
    for part in text.split(",") if text else ():
        name, colon, count = part.partition(":")
        if not colon or not name.isidentifier() or len(found) > 40:
            raise Refused(422, "tables are written as name:rows,name:rows")
        found[name] = _count(count, name)
    return found


async def _body(request: Request, kind: type[T]) -> T:
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/json":
        raise Refused(415, "the body is to be application/json")
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except ClientDisconnect as error:
        raise Refused(413, "the request is too long") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(422, f"the body is not what is wanted: {error}") from error
