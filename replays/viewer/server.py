"""The desk's server: the same page as an export, for games that go on; with notes, and lines that its user opens.

Imported only by `hexledger desk`: Starlette and what it needs are loaded here.
"""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Callable
from html import escape
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hexledger.engine.errors import EngineError
from hexledger.events.errors import LedgerError
from hexledger.events.numbers import counted
from hexledger.replays.errors import ReplayError
from hexledger.replays.folders import without_folders
from hexledger.replays.viewer.asked import Refused, body_of, json_answer
from hexledger.replays.viewer.guard import App, Guard, Policy
from hexledger.replays.viewer.openapi import OPENAPI
from hexledger.replays.viewer.page import html
from hexledger.replays.viewer.shelf import Shelf, Shelved

if TYPE_CHECKING:
    from hexledger.replays.viewer.table_routes import Tables

Row: TypeAlias = dict[str, Any]

_MOST: Final = 1 << 31
PATIENCE: Final = 1.5
"""Seconds that a page which has everything is kept waiting for news before it is told that there are none."""
GLANCE: Final = 0.03
"""Seconds between two glances at the file meanwhile."""


class BranchWanted(msgspec.Struct, forbid_unknown_fields=True):
    """Body of a request for a line: its name, the frame it begins at, and whether play goes on there."""

    name: str
    at: int
    switch: bool = False


class NotesWanted(msgspec.Struct, forbid_unknown_fields=True):
    """Body of a request to keep notes: those of the page, and those that it had before its user changed them."""

    notes: dict[str, Any]
    seen: dict[str, Any] | None = None


def application(shelf: Shelf, policy: Policy, tables: Tables | None = None) -> App:
    """The whole server as an ASGI application. `tables`: the games that are played here, and who sees what of them."""
    desk = _Desk(shelf, tables)
    routes: list[BaseRoute] = [
        Route("/", desk.index),
        Route("/games/{name}", desk.page),
        Route("/openapi.json", desk.openapi),
        Route("/api/games", desk.games),
        Route("/api/games/{name}", desk.game),
        Route("/api/games/{name}/growth", desk.growth),
        Route("/api/games/{name}/story", desk.story),
        Route("/api/games/{name}/swing", desk.swing),
        Route("/api/games/{name}/swing", desk.begin_swing, methods=["POST"]),
        Route("/api/games/{name}/notes", desk.notes),
        Route("/api/games/{name}/notes", desk.keep_notes, methods=["PUT"]),
        Route("/api/games/{name}/branches", desk.branch, methods=["POST"]),
    ]
    routes += tables.routes() if tables is not None else []

    def conflict(_request: Request, error: Exception) -> Response:
        """Who looks may sit at another machine: nothing is told of the folders of this one."""
        return JSONResponse({"error": without_folders(str(error), *shelf.folders())}, 409)

    handlers: dict[Any, Callable[[Request, Exception], Response]] = {
        HTTPException: _refused,
        LedgerError: conflict,
        ReplayError: conflict,
        EngineError: conflict,
        OSError: conflict,
        Exception: _broken,
    }
    inner = Starlette(routes=routes, exception_handlers=handlers)
    inner.router.redirect_slashes = False
    return Guard(inner, policy)


def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code, headers=error.headers)


def _broken(_request: Request, error: Exception) -> Response:
    """A fault of ours: what the page shows stays as it is, and nothing was written."""
    what = f"a fault of the program ({type(error).__name__}); what is decided is in the log"
    return JSONResponse({"error": what}, 500)


class _Desk:
    def __init__(self, shelf: Shelf, tables: Tables | None) -> None:
        self.shelf = shelf
        self.tables = tables

    def _game(self, request: Request) -> Shelved:
        name = request.path_params["name"]
        shelf = self.shelf if self.tables is None else self.tables.shelf_for(request, name)
        game = shelf.find(name)
        if game is None:
            if name in shelf.missing:
                raise Refused(409, shelf.missing[name])
            raise Refused(404, "no such game on this desk")
        return game

    def _writable(self, request: Request) -> Shelved:
        """The game, for who may write beside it: at a table nobody who only looks on."""
        if self.tables is not None:
            self.tables.check_writes(request)
        return self._game(request)

    # ------------------------------------------------------------ pages
    async def index(self, request: Request) -> Response:
        """The games of this desk."""
        rows = await self._briefs(request)
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
        data["server"]["table"] = self.tables is not None and game.name in self.tables.sittings
        return HTMLResponse(await run_in_threadpool(html, data, online=True))

    # ------------------------------------------------------------ data
    async def openapi(self, _request: Request) -> Response:
        """The description of this interface."""
        return JSONResponse(OPENAPI if self.tables is None else self.tables.described())

    async def games(self, request: Request) -> Response:
        """A line for each game."""
        return JSONResponse(await self._briefs(request))

    async def _briefs(self, request: Request) -> list[Row]:
        shelf = self.shelf if self.tables is None else self.tables.front(request)
        rows = await run_in_threadpool(shelf.briefs)
        return rows if self.tables is None else [row for row in rows if self.tables.shows(request, row["name"])]

    async def game(self, request: Request) -> Response:
        """Everything of a game."""
        return json_answer(await run_in_threadpool(self._game(request).data))

    async def growth(self, request: Request) -> Response:
        """What a page does not have yet."""
        game = self._game(request)
        query = request.query_params
        known = ("frames", "turnings", "audited")
        frames, turnings, audited = (_count(query.get(name, "0"), name) for name in known)
        tables = _tables(query.get("tables", ""))
        patience = monotonic() + PATIENCE if query.get("wait") == "1" else 0.0
        while True:
            stamp = game.stamp()
            row = await run_in_threadpool(game.growth, frames, turnings, tables, audited)
            while game.stamp() == stamp and not _news(row) and monotonic() < patience:
                await sleep(GLANCE)
            if _news(row) or monotonic() >= patience or await request.is_disconnected():
                return json_answer(row)

    async def story(self, request: Request) -> Response:
        """What a game tells: combats, supply, victory, turns, luck."""
        return json_answer(await run_in_threadpool(self._game(request).story))

    async def swing(self, request: Request) -> Response:
        """The chance of victory over a game, as far as it is worked out."""
        return json_answer(await run_in_threadpool(self._swinging(request).swing))

    async def begin_swing(self, request: Request) -> Response:
        """Work it out, in the background."""
        game = self._swinging(request)
        return json_answer(await run_in_threadpool(lambda: game.swing(begin=True)))

    def _swinging(self, request: Request) -> Shelved:
        """The game; at a table nobody is helped by bots."""
        if self.tables is not None:
            raise Refused(409, "at a table no chances are worked out: a study can ask bots")
        return self._game(request)

    async def notes(self, request: Request) -> Response:
        """The notes on a game."""
        return JSONResponse({"notes": await run_in_threadpool(self._game(request).notes)})

    async def keep_notes(self, request: Request) -> Response:
        """Put notes in place of those that are kept; where the page says what it saw, change what its user changed."""
        game = self._writable(request)
        wanted = await body_of(request, NotesWanted)
        try:
            now = await run_in_threadpool(game.keep_notes, wanted.notes, wanted.seen)
        except ValueError as error:
            raise Refused(422, str(error)) from error
        return Response(status_code=204) if wanted.seen is None else JSONResponse({"notes": now})

    async def branch(self, request: Request) -> Response:
        """Open a line."""
        game = self._writable(request)
        wanted = await body_of(request, BranchWanted)
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
    about = f"{name}, {counted(row['frames'], 'frame')}{', over' if row['over'] else ''}{missing}"
    return f'<li><a href="/games/{name}{query}">{title}</a> ({about})</li>'


def _news(row: Row) -> bool:
    return bool(row["frames"] or row["turnings"] or "verdict" in row)


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
