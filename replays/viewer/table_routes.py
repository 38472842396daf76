"""The table's part of the desk's server: what may be decided, what it would do, deciding, dice, taking back, studies.

Imported only by `hexledger table`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, TypedDict

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from hexledger.engine.errors import EngineError, IllegalDecision
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.mail import Received
from hexledger.replays.tabletop.mending import check_same
from hexledger.replays.tabletop.post import Post
from hexledger.replays.tabletop.seats import Seat, seat_of
from hexledger.replays.tabletop.sitting import Made, NotYours, Sitting, Stale
from hexledger.replays.tabletop.studying import begin_study_beside, studies_beside
from hexledger.replays.viewer.asked import Refused, body_of, bytes_of, json_answer
from hexledger.replays.viewer.shelf import Shelf

Row: TypeAlias = dict[str, Any]

_HEARTBEAT: Final = 2.0
"""Seconds after which a stream says that it is still there."""
MOST_PAGES: Final = 64
"""Pages of one seat that listen at once."""
MOST_STUDIES: Final = 64
"""Studies that one seat has open at once."""


class NextWanted(msgspec.Struct, forbid_unknown_fields=True):
    """Body of a request for the values of a field of a draft made at frame `at`, after a plan."""

    at: int
    kind: str
    field: str
    given: dict[str, Any] = {}
    plan: list[Made] = []


class DraftWanted(msgspec.Struct, forbid_unknown_fields=True):
    """Body of a request to look at a draft made at frame `at`, after a plan."""

    at: int
    kind: str
    given: dict[str, Any] = {}
    plan: list[Made] = []


class PlanWanted(msgspec.Struct, forbid_unknown_fields=True):
    """Body of a request to look where a plan leads."""

    at: int
    plan: list[Made]


class WhyWanted(msgspec.Struct, forbid_unknown_fields=True):
    """Body of a request for the reason why a unit or place cannot be chosen: for a field of a draft, or (no kind) why
    nothing can be decided about a unit."""

    at: int
    value: int
    kind: str = ""
    field: str = ""
    given: dict[str, Any] = {}
    plan: list[Made] = []


class DecisionWanted(msgspec.Struct, forbid_unknown_fields=True):
    """Body of a request to decide, after a plan in its order. `key`: the request's own; the same one is the same
    decision. `rolls`: in a study, what its dice are to show."""

    at: int
    key: str
    kind: str
    given: dict[str, Any] = {}
    plan: list[Made] = []
    rolls: list[str] = []


class RollWanted(msgspec.Struct, forbid_unknown_fields=True):
    """Body of a request to enter a real die."""

    at: int
    value: str


class UndoWanted(msgspec.Struct, forbid_unknown_fields=True):
    """Body of a request to take the last decision back. `agreed`: the other side, at this screen, agrees."""

    at: int
    key: str
    reason: str = ""
    agreed: bool = False


class AnswerWanted(msgspec.Struct, forbid_unknown_fields=True):
    """Body of an answer to such a request by its number; who has asked takes it back (`agree` false)."""

    at: int
    agree: bool
    number: int


class PlayerWanted(msgspec.Struct, forbid_unknown_fields=True):
    """Body of a request to let a bot play a side of a study: `greedy`, `random`, or empty for nobody."""

    side: int
    bot: str = ""


class OddsWanted(msgspec.Struct, forbid_unknown_fields=True):
    """Body of a request for the chances of victory from a frame of a study."""

    at: int
    runs: int = 20


class StudyWanted(msgspec.Struct, forbid_unknown_fields=True):
    """Body of a request for a study from frame `at`. `luck`: `fresh`, `same` or `paired`."""

    at: int
    luck: str = "fresh"


class LineWanted(msgspec.Struct, forbid_unknown_fields=True):
    """Body of a request to do something to a line of a study: `open`, `go`, `rename`, `promote`, `note` or `close`."""

    deed: str
    name: str = ""
    to: str = ""
    at: int = -1


class OldStudyWanted(msgspec.Struct, forbid_unknown_fields=True):
    """Body of a request to go on with a study that lies beside the log, by the name of its file."""

    file: str


class StudyRow(TypedDict):
    """A study that was begun: its name on this server, its file beside the log."""

    name: str
    file: str


class Late(NamedTuple):
    """What spectators are shown who look on with a delay: the copy that lags, as a game of a shelf and as a sitting at
    which nobody decides."""

    shelf: Shelf
    sitting: Sitting


class Tables:
    """The games of this server that are played, and who sits at them.

    shelves   side -> the games as that side knows them; 0: as they lie open
    sittings  name -> sitting
    seats     the seats of the game that the server was started with
    late      what spectators with a delay are shown; None where there are none
    post      what goes to and comes from a player who plays at a table of his own; None where nobody does
    keeping   what goes to the keeper of referee dice; None where he has no address
    """

    def __init__(
        self,
        shelves: Mapping[int, Shelf],
        sittings: Mapping[str, Sitting],
        seats: Sequence[Seat],
        late: Late | None = None,
        post: Post | None = None,
        keeping: Post | None = None,
    ) -> None:
        self.late = late
        self.post = post
        self.keeping = keeping
        self.shelves = dict(shelves)
        self.sittings = dict(sittings)
        self.seats = tuple(seats)
        self._studied: dict[str, str] = {}
        """Name of a study -> token of the seat that began it, and alone sees it."""
        self._files: dict[str, Path] = {}
        self._listening: Counter[str] = Counter()
        """Token of a seat -> pages that listen."""

    def close(self) -> None:
        """End the sittings that studies opened, and let their files go."""
        for name in self._studied:
            self.sittings[name].close()

    def described(self) -> Row:
        """The interface of this server."""
        from hexledger.replays.viewer.table_openapi import described

        return described()

    def seat(self, request: Request) -> Seat:
        """The seat whose token a request bears; refused for none, and for another server's where it is shown a game."""
        bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
        token = bearer or request.query_params.get("token", "")
        found = seat_of(self.seats, token)
        if found is None:
            raise Refused(401, "this needs the token of a seat")
        return found

    def shows(self, request: Request, name: str) -> bool:
        """Whether a game is shown to who asks: a study only to who began it, nothing to another server."""
        if self.seat(request).other:
            return False
        return self._studied.get(name) in (None, self.seat(request).token)

    def front(self, request: Request) -> Shelf:
        """The shelf whose games are listed to who asks."""
        return self.late.shelf if self.seat(request).late and self.late is not None else self.shelves[0]

    def shelf_for(self, request: Request, name: str) -> Shelf:
        """The shelf from which who asks is shown a game. Nothing is shown to another server."""
        if self.seat(request).other:
            raise Refused(403, "this address is for another table, not for a page")
        if not self.shows(request, name):
            raise Refused(404, "no such game on this desk")
        seat = self.seat(request)
        if seat.late and self.late is not None:
            return self.late.shelf
        return self.shelves[0 if name in self._studied else seat.view]

    def check_writes(self, request: Request) -> None:
        """Refused for a seat that only looks on: it keeps no notes, and opens no lines."""
        if not self.seat(request).plays:
            raise Refused(403, "this seat looks on; it writes nothing")

    def _sitting(self, request: Request) -> tuple[Sitting, Seat]:
        """The sitting that a request is about, and its seat there: in a study who began it plays all sides."""
        name, seat = request.path_params["name"], self.seat(request)
        if seat.other:
            raise Refused(403, "this address is for another table, not for a page")
        found = self.sittings.get(name)
        if found is None or not self.shows(request, name):
            raise Refused(404, "no such game is played on this server")
        if seat.late and self.late is not None:
            return self.late.sitting, seat
        if name in self._studied:
            seat = Seat(seat.token, tuple(range(1, len(found.game.sides) + 1)))
        return found, seat

    def begin_study(self, name: str, seat: Seat, at: int, luck: str) -> StudyRow:
        """A study of a game from a frame, in a file beside its log, played here by the seat that began it. Not for who
        looks on: a study holds the whole game."""
        if not seat.plays:
            raise NotYours("this seat looks on, and begins no study")
        parent = self.sittings[name]
        if parent.study:
            raise ReplayError("this is a study already: open a line in it")
        self._room_for_study(seat)
        check_same(parent.chronicle.path, parent.chronicle.ledger, at)
        path = begin_study_beside(parent.chronicle.path, at, luck, seat.plays)
        return self._study(parent, path, seat)

    def go_on_with_study(self, name: str, seat: Seat, file: str) -> StudyRow:
        """A study that lies beside a log, as after a restart: for the seats that began it."""
        parent = self.sittings[name]
        found = {path.name: path for path in studies_beside(parent.chronicle, seat.plays)}
        if file not in found:
            raise Refused(404, "no such study of this game lies beside its log")
        known = next((name for name, path in self._files.items() if path == found[file]), None)
        if known is not None:
            return {"name": known, "file": file}
        self._room_for_study(seat)
        return self._study(parent, found[file], seat)

    def _room_for_study(self, seat: Seat) -> None:
        """Refused where a seat has so many studies open that no other is opened for it."""
        if list(self._studied.values()).count(seat.token) >= MOST_STUDIES:
            raise Refused(429, f"{MOST_STUDIES} studies of this seat are open already: go on in one of them")

    def studies_of(self, name: str, seat: Seat) -> list[str]:
        """File names of the studies of a game that a seat may go on with."""
        return [path.name for path in studies_beside(self.sittings[name].chronicle, seat.plays)]

    def _study(self, parent: Sitting, path: Path, seat: Seat) -> StudyRow:
        reopen = partial(Chronicle.write, path, game=parent.game)
        chronicle = reopen()
        found = self.shelves[0].add(path)
        self._studied[found], self._files[found] = seat.token, path
        self.sittings[found] = Sitting(chronicle, seed=parent.seed, reopen=reopen)
        return {"name": found, "file": path.name}

    def routes(self) -> list[BaseRoute]:
        """The routes, below each game."""
        table = "/api/games/{name}/table"
        return [
            Route(f"{table}/ask", self.ask),
            Route(f"{table}/units", self.units),
            Route(f"{table}/next", self.next, methods=["POST"]),
            Route(f"{table}/preview", self.preview, methods=["POST"]),
            Route(f"{table}/decisions", self.decide, methods=["POST"]),
            Route(f"{table}/roll", self.roll, methods=["POST"]),
            Route(f"{table}/undo", self.undo, methods=["POST"]),
            Route(f"{table}/answer", self.answer, methods=["POST"]),
            Route(f"{table}/studies", self.studies, methods=["POST"]),
            Route(f"{table}/studies", self.old_studies),
            Route(f"{table}/studies/on", self.study_on, methods=["POST"]),
            Route(f"{table}/bundle", self.bundle),
            Route(f"{table}/bundle", self.take_bundle, methods=["POST"]),
            Route(f"{table}/exchange", self.exchange, methods=["POST"]),
            Route(f"{table}/dice", self.dice, methods=["POST"]),
            Route(f"{table}/lines", self.lines),
            Route(f"{table}/lines", self.line, methods=["POST"]),
            Route(f"{table}/plan", self.plan, methods=["POST"]),
            Route(f"{table}/why", self.why, methods=["POST"]),
            Route(f"{table}/costs", self.costs, methods=["POST"]),
            Route(f"{table}/faces", self.faces, methods=["POST"]),
            Route(f"{table}/players", self.players, methods=["POST"]),
            Route(f"{table}/odds", self.odds, methods=["POST"]),
            Route(f"{table}/stream", self.stream),
        ]

    async def _do(self, request: Request, act: Callable[[Sitting, Seat], object]) -> Response:
        sitting, seat = self._sitting(request)
        try:
            return json_answer(await run_in_threadpool(act, sitting, seat))
        except NotYours as error:
            raise Refused(403, str(error)) from error
        except Stale as error:
            raise Refused(409, str(error)) from error
        except IllegalDecision as error:
            raise Refused(422, str(error)) from error
        except EngineError as error:
            raise Refused(400, str(error)) from error

    # ------------------------------------------------------------ looking
    async def ask(self, request: Request) -> Response:
        """What is asked now."""
        return await self._do(request, lambda sitting, seat: sitting.ask(seat))

    async def units(self, request: Request) -> Response:
        """Units that may be decided about."""
        at = _number(request.query_params.get("at", ""))
        return await self._do(request, lambda sitting, seat: sitting.units(seat, at))

    async def next(self, request: Request) -> Response:
        """Values of the next field of a draft."""
        wanted = await body_of(request, NextWanted)
        return await self._do(
            request,
            lambda sitting, seat: sitting.next(seat, wanted.at, wanted.kind, wanted.given, wanted.field, wanted.plan),
        )

    async def plan(self, request: Request) -> Response:
        """Where a plan leads."""
        wanted = await body_of(request, PlanWanted)
        return await self._do(request, lambda sitting, seat: sitting.plan(seat, wanted.at, wanted.plan))

    async def why(self, request: Request) -> Response:
        """Why a unit or place cannot be chosen."""
        wanted = await body_of(request, WhyWanted)
        return await self._do(
            request,
            lambda sitting, seat: sitting.why(
                seat, wanted.at, wanted.kind, wanted.given, wanted.field, wanted.value, wanted.plan
            ),
        )

    async def preview(self, request: Request) -> Response:
        """What a draft would do."""
        wanted = await body_of(request, DraftWanted)
        return await self._do(
            request, lambda sitting, seat: sitting.preview(seat, wanted.at, wanted.kind, wanted.given, wanted.plan)
        )

    # ------------------------------------------------------------ deciding
    async def decide(self, request: Request) -> Response:
        """Hand a decision in."""
        wanted = await body_of(request, DecisionWanted)
        return await self._do(
            request,
            lambda sitting, seat: sitting.decide(
                seat, wanted.at, wanted.key, wanted.kind, wanted.given, plan=wanted.plan, rolls=wanted.rolls
            ),
        )

    async def roll(self, request: Request) -> Response:
        """Enter a real die."""
        wanted = await body_of(request, RollWanted)
        return await self._do(request, lambda sitting, seat: sitting.roll(seat, wanted.at, wanted.value))

    async def undo(self, request: Request) -> Response:
        """Take the last decision back, or ask the others."""
        wanted = await body_of(request, UndoWanted)
        return await self._do(
            request,
            lambda sitting, seat: sitting.undo(seat, wanted.at, wanted.key, wanted.reason, agreed=wanted.agreed),
        )

    async def answer(self, request: Request) -> Response:
        """Agree, or decline."""
        wanted = await body_of(request, AnswerWanted)
        return await self._do(
            request, lambda sitting, seat: sitting.answer(seat, wanted.at, agree=wanted.agree, number=wanted.number)
        )

    async def studies(self, request: Request) -> Response:
        """Begin a study from a frame: a file of its own, played on this server under a name of its own."""
        wanted = await body_of(request, StudyWanted)
        name = request.path_params["name"]
        return await self._do(request, lambda _sitting, seat: self.begin_study(name, seat, wanted.at, wanted.luck))

    async def old_studies(self, request: Request) -> Response:
        """Studies of the game that lie beside its log, for the seat that began them."""
        name = request.path_params["name"]
        return await self._do(request, lambda _sitting, seat: self.studies_of(name, seat))

    async def study_on(self, request: Request) -> Response:
        """Go on with one of them."""
        wanted = await body_of(request, OldStudyWanted)
        name = request.path_params["name"]
        return await self._do(request, lambda _sitting, seat: self.go_on_with_study(name, seat, wanted.file))

    def _post(self, request: Request, *, other: bool = False) -> Post:
        """What goes between this table and the other, for a player here, or for the `other` server."""
        seat = self.seat(request)
        if self.post is None or request.path_params["name"] in self._studied:
            raise Refused(404, "everybody plays at this table")
        if seat.other != other or not (other or seat.plays):
            raise Refused(403, "this seat sends and takes no bundles")
        return self.post

    async def bundle(self, request: Request) -> Response:
        """What the player elsewhere is not known to have, as a file to mail."""
        since = request.query_params.get("since")
        keeping = self.keeping if self.seat(request).keeper else None
        post = keeping or self._post(request)
        data = await run_in_threadpool(post.bundle, None if since is None else _number(since))
        return Response(data, media_type="application/json")

    async def dice(self, request: Request) -> Response:
        """The keeper answers the roll that waits."""
        if not self.seat(request).keeper:
            raise Refused(403, "only the keeper's seat answers rolls")
        data = await bytes_of(request)
        return await self._do(request, lambda sitting, _seat: sitting.answered(data))

    async def take_bundle(self, request: Request) -> Response:
        """Take what came from there by mail."""
        post = self._post(request)
        taken = await self._taken(post, await bytes_of(request))
        return json_answer({"frames": [frame.seq for frame in taken.frames], "remarks": list(taken.remarks)})

    async def exchange(self, request: Request) -> Response:
        """The other server brings what is new there, and takes back what is new here."""
        post = self._post(request, other=True)
        await self._taken(post, await bytes_of(request))
        return Response(await run_in_threadpool(post.bundle), media_type="application/json")

    async def _taken(self, post: Post, data: bytes) -> Received:
        try:
            return await run_in_threadpool(post.take, data)
        except EngineError as error:
            raise Refused(400, str(error)) from error

    async def lines(self, request: Request) -> Response:
        """The lines of a study."""
        return await self._do(request, lambda sitting, _seat: sitting.lines())

    async def line(self, request: Request) -> Response:
        """Do something to a line of a study."""
        wanted = await body_of(request, LineWanted)
        return await self._do(
            request, lambda sitting, _seat: sitting.line(wanted.deed, wanted.name, to=wanted.to, at=wanted.at)
        )

    async def costs(self, request: Request) -> Response:
        """What the listed ways of a draft cost."""
        wanted = await body_of(request, NextWanted)
        return await self._do(
            request,
            lambda sitting, seat: sitting.costs(seat, wanted.at, wanted.kind, wanted.given, wanted.field, wanted.plan),
        )

    async def faces(self, request: Request) -> Response:
        """Every way in which the dice of a draft can fall."""
        wanted = await body_of(request, DraftWanted)
        return await self._do(
            request, lambda sitting, seat: sitting.faces(seat, wanted.at, wanted.kind, wanted.given, wanted.plan)
        )

    async def players(self, request: Request) -> Response:
        """Let a bot play a side of a study."""
        wanted = await body_of(request, PlayerWanted)
        return await self._do(request, lambda sitting, seat: sitting.play_by(seat, wanted.side, wanted.bot))

    async def odds(self, request: Request) -> Response:
        """Chances of victory from a frame of a study."""
        wanted = await body_of(request, OddsWanted)
        return await self._do(request, lambda sitting, _seat: sitting.odds(wanted.at, wanted.runs))

    # ------------------------------------------------------------ news
    async def stream(self, request: Request) -> Response:
        """The version of the sitting each time that it changes, as server-sent events. A page that listens costs a
        connection and no thread."""
        sitting, seat = self._sitting(request)
        if self._listening[seat.token] >= MOST_PAGES:
            raise Refused(429, f"{MOST_PAGES} pages of this seat are open already: close some")

        async def news() -> AsyncIterator[str]:
            self._listening[seat.token] += 1
            changed, loop = asyncio.Event(), asyncio.get_running_loop()

            def told() -> None:
                with suppress(RuntimeError):  # the server is going down
                    loop.call_soon_threadsafe(changed.set)

            end = sitting.listen(told)
            try:
                seen = -1
                while not await request.is_disconnected():
                    changed.clear()
                    now = sitting.version
                    yield f"data: {now}\n\n" if now != seen else ": still here\n\n"
                    seen = now
                    with suppress(TimeoutError):
                        await asyncio.wait_for(changed.wait(), _HEARTBEAT)
            finally:
                end()
                self._listening[seat.token] -= 1

        return StreamingResponse(news(), media_type="text/event-stream")


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refused(422, "that is not the number of a frame")
    return int(text)
