"""Requests read and answered: bodies of a declared shape, refusals with a reason."""

from __future__ import annotations

import re
from typing import Any, Final, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

T = TypeVar("T")


class Refused(HTTPException):
    """A request that cannot be answered: status and why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(status, why)


DEEPEST: Final = 64
"""Brackets within each other in a body: what is decided is asked for step by step, and each step is a call."""
_BRACKETS: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|[][{}]', re.DOTALL)


def deep(body: bytes) -> bool:
    """Whether a JSON text has more brackets within each other than any request."""
    if body.count(b"[") + body.count(b"{") <= DEEPEST:
        return False
    depth = 0
    for found in _BRACKETS.finditer(body):
        sign = found[0]
        depth += (sign in b"[{") - (sign in b"]}")
        if depth > DEEPEST:
            return True
    return False


def json_answer(row: Any) -> Response:
    """A row as JSON."""
    return Response(msgspec.json.encode(row), media_type="application/json")


async def bytes_of(request: Request) -> bytes:
    """The body of a request; Refused for one that is cut short, too long or too late."""
    try:
        return await request.body()
    except ClientDisconnect as error:
        raise Refused(413, "the request is too long, or did not come in time") from error


async def body_of(request: Request, kind: type[T]) -> T:
    """The body of a request as a struct; Refused for anything else."""
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/json":
        raise Refused(415, "the body is to be application/json")
    body = await bytes_of(request)
    if deep(body):
        raise Refused(422, f"the body is not what is wanted: more than {DEEPEST} brackets within each other")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(422, f"the body is not what is wanted: {error}") from error
