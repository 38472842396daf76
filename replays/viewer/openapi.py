"""The server's interface as an OpenAPI description."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

Row: TypeAlias = dict[str, Any]


def _answer(about: str, schema: Row | None = None) -> Row:
    row: Row = {"description": about}
    if schema is not None:
        row["content"] = {"application/json": {"schema": schema}}
    return row


_OBJECT: Final[Row] = {"type": "object"}
_ERROR: Final[Row] = {"type": "object", "required": ["error"], "properties": {"error": {"type": "string"}}}
_COUNT: Final[Row] = {"type": "integer", "minimum": 0, "maximum": 999_999_999, "default": 0}
NAME: Final[Row] = {"name": "name", "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
WRONG: Final[Row] = {
    "400": _answer("The request cannot be read", _ERROR),
    "401": _answer("The token is missing", _ERROR),
    "403": _answer("A foreign host or origin", _ERROR),
    "404": _answer("No such game", _ERROR),
    "409": _answer("The log does not allow it", _ERROR),
    "413": _answer("Too long", _ERROR),
    "415": _answer("Not JSON", _ERROR),
    "422": _answer("Not what is wanted", _ERROR),
}
_KEPT: Final[Row] = {
    "type": "object",
    "additionalProperties": {
        "type": "object",
        "required": ["mark", "text"],
        "additionalProperties": False,
        "properties": {
            "mark": {"type": "boolean"},
            "text": {"type": "string", "maxLength": 10_000},
            "by": {"type": "string", "minLength": 1, "maxLength": 80},
            "to": {"type": "string", "minLength": 1, "maxLength": 80},
            "at": {"type": "string", "minLength": 1, "maxLength": 40},
            "chapter": {"type": "string", "minLength": 1, "maxLength": 80},
            "order": {"type": "integer", "minimum": 0, "maximum": 5_000},
            "draw": {"type": "array", "maxItems": 60, "items": {"type": "array", "minItems": 2, "maxItems": 60}},
        },
    },
}
_NOTES: Final[Row] = {
    "type": "object",
    "required": ["notes"],
    "additionalProperties": False,
    "properties": {"notes": _KEPT},
}
_SENT: Final[Row] = {**_NOTES, "properties": {"notes": _KEPT, "seen": {"oneOf": [_KEPT, {"type": "null"}]}}}
_BRANCH: Final[Row] = {
    "type": "object",
    "required": ["name", "at"],
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": 40},
        "at": {"type": "integer", "minimum": 0},
        "switch": {"type": "boolean", "default": False},
    },
}
TOKEN: Final[list[Row]] = [{"token": []}]


def _read(about: str, schema: Row, parameters: list[Row] | None = None) -> Row:
    return {
        "summary": about,
        "parameters": parameters or [],
        "responses": {"200": _answer(about, schema), **WRONG},
    }


def _query(name: str, schema: Row) -> Row:
    return {"name": name, "in": "query", "schema": schema}


OPENAPI: Final[Row] = {
    "openapi": "3.1.0",
    "info": {"title": "Hexledger review desk", "version": "1", "description": "Games to look at, notes, own lines."},
    "paths": {
        "/api/games": {"get": _read("The games of this desk", {"type": "array", "items": _OBJECT})},
        "/api/games/{name}": {"get": _read("Everything that a page shows of a game", _OBJECT, [NAME])},
        "/api/games/{name}/growth": {
            "get": _read(
                "What a page does not have yet",
                _OBJECT,
                [
                    NAME,
                    _query("frames", _COUNT),
                    _query("turnings", _COUNT),
                    _query("audited", _COUNT),
                    _query("wait", {"type": "string", "enum": ["0", "1"]}),
                    _query("tables", {"type": "string", "examples": ["rules:3,faces:10"]}),
                ],
            )
        },
        "/api/games/{name}/story": {
            "get": _read("Combats, supply stories, victory by cause, turns and luck of every line", _OBJECT, [NAME])
        },
        "/api/games/{name}/swing": {
            "get": _read("The chance of victory over the game, as far as it is worked out", _OBJECT, [NAME]),
            "post": {
                "summary": "Work it out in the background",
                "security": TOKEN,
                "parameters": [NAME],
                "responses": {"200": _answer("What is known by now", _OBJECT), **WRONG},
            },
        },
        "/api/games/{name}/notes": {
            "get": _read("Comments and bookmarks", _NOTES, [NAME]),
            "put": {
                "summary": "Put notes in place of those that are kept, or change some of them (`seen`)",
                "security": TOKEN,
                "parameters": [NAME],
                "requestBody": {"required": True, "content": {"application/json": {"schema": _SENT}}},
                "responses": {
                    "200": _answer("Kept, with what others have changed meanwhile", _NOTES),
                    "204": {"description": "Kept"},
                    **WRONG,
                },
            },
        },
        "/api/games/{name}/branches": {
            "post": {
                "summary": "Open a line at a frame",
                "security": TOKEN,
                "parameters": [NAME],
                "requestBody": {"required": True, "content": {"application/json": {"schema": _BRANCH}}},
                "responses": {"201": _answer("Opened", _OBJECT), **WRONG},
            }
        },
    },
    "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
}
