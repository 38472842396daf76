"""The table's part of the interface as an OpenAPI description: every body and answer from its declared type."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import msgspec

from hexledger.replays.dice.keeper_file import AnswerFile
from hexledger.replays.log.mail import Bundle
from hexledger.replays.tabletop.rows import (
    CostsRow,
    DecidedRow,
    FacesRow,
    LinesRow,
    NextRow,
    OddsRow,
    PlanRow,
    TakenRow,
    UndoRow,
    UnitsRow,
    WhyRow,
)
from hexledger.replays.tabletop.telling import AskRow, PreviewRow
from hexledger.replays.viewer import table_routes as asked
from hexledger.replays.viewer.openapi import NAME, OPENAPI, TOKEN, WRONG

Row: TypeAlias = dict[str, Any]

_PATHS: Final[tuple[tuple[str, str, type | None, Any, str], ...]] = (
    ("ask", "get", None, AskRow, "What is asked now, as the seat may know it"),
    ("units", "get", None, UnitsRow, "Units that may be decided about"),
    ("next", "post", asked.NextWanted, NextRow, "Values of the next field of a draft"),
    ("preview", "post", asked.DraftWanted, PreviewRow, "What a draft would do; nothing is written"),
    ("decisions", "post", asked.DecisionWanted, DecidedRow, "Decide; the same key is the same decision"),
    ("roll", "post", asked.RollWanted, DecidedRow, "Enter a real die or draw"),
    ("undo", "post", asked.UndoWanted, UndoRow, "Take the last decision back, or ask the others"),
    ("answer", "post", asked.AnswerWanted, UndoRow, "Agree to such a request, or decline"),
    ("plan", "post", asked.PlanWanted, PlanRow, "Where a plan of several decisions leads; nothing is written"),
    ("why", "post", asked.WhyWanted, WhyRow, "Why a unit or place cannot be chosen"),
    ("costs", "post", asked.NextWanted, CostsRow, "What the listed ways of a draft cost"),
    ("faces", "post", asked.DraftWanted, FacesRow, "Every way in which the dice of a draft can fall"),
    ("players", "post", asked.PlayerWanted, AskRow, "Let a bot play a side of a study"),
    ("odds", "post", asked.OddsWanted, OddsRow, "Chances of victory from a frame of a study, by bots that play on"),
    ("studies", "post", asked.StudyWanted, asked.StudyRow, "Begin a study from a frame, in a file of its own"),
    ("studies", "get", None, list[str], "Studies of the game that lie beside its log"),
    ("studies/on", "post", asked.OldStudyWanted, asked.StudyRow, "Go on with one of them"),
    ("bundle", "get", None, Bundle, "What the player elsewhere is not known to have, as a file to mail"),
    ("bundle", "post", Bundle, TakenRow, "Take what came from there by mail"),
    ("dice", "post", AnswerFile, DecidedRow, "For the keeper: his answer to the roll that waits"),
    ("exchange", "post", Bundle, Bundle, "For the other server: brings what is new there, takes what is new here"),
    ("lines", "get", None, LinesRow, "The lines of a study"),
    ("lines", "post", asked.LineWanted, LinesRow, "Open, take, rename, promote, note or close a line of a study"),
)

_QUERY: Final = {("units", "get"): ("at", True), ("bundle", "get"): ("since", False)}
"""What a request says in its address: the number of a frame, and whether it must."""


def described() -> Row:
    """The whole interface of a server at which games are played."""
    types = list(dict.fromkeys([body for _, _, body, _, _ in _PATHS if body is not None] + [row[3] for row in _PATHS]))
    schemas, named = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    of = dict(zip(types, schemas, strict=True))
    paths: Row = dict(OPENAPI["paths"])
    for name, method, body, row, about in _PATHS:
        answer = {"description": about, "content": {"application/json": {"schema": of[row]}}}
        said: Row = {"summary": about, "security": TOKEN, "parameters": [NAME], "responses": {"200": answer, **WRONG}}
        if body is not None:
            said["requestBody"] = {"required": True, "content": {"application/json": {"schema": of[body]}}}
        if (name, method) in _QUERY:
            asked_for, required = _QUERY[name, method]
            frame = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
            query = {"name": asked_for, "in": "query", "required": required, "schema": frame}
            said["parameters"] = [NAME, query]
        paths.setdefault(f"/api/games/{{name}}/table/{name}", {})[method] = said
    return {**OPENAPI, "paths": paths, "components": {**OPENAPI["components"], "schemas": named}}
