"""Rulings on file: what a club, a ladder or a publisher has ruled, with date and scope.

A file is YAML:

    rulings:
      - id: 2026-03
        date: 2026-03-01
        game: june_6
        switch: lone_unit
        reading: double
        scope: all scenarios
        text: A lone unit of superior cohesion ignores double results only.

A new game may start with the readings that are in force (`new --rulings FILE`). A running game is not touched by what
changes here until its sides adopt it (`adopt`).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from hexledger.events.file_kinds import read_regular
from hexledger.events.texts import read_text
from hexledger.replays.errors import ReplayError


class FiledRuling(BaseModel):
    """One ruling on file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    date: date
    game: str
    switch: str
    reading: str
    scope: str
    text: str
    source: str = ""

    @property
    def setting(self) -> str:
        """`SWITCH=READING`."""
        return f"{self.switch}={self.reading}"

    @property
    def cited(self) -> str:
        """How a frame names it: id and date."""
        return f"{self.id} of {self.date.isoformat()}"


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    rulings: list[FiledRuling]


def read_rulings(path: Path) -> list[FiledRuling]:
    """The rulings of a file, oldest first; ReplayError with place and value for one that is wrong."""
    try:
        data: Any = yaml.safe_load(read_text(path, read_regular(path, 1 << 24)))
        found = _File.model_validate(_texts(data)).rulings
    except ValidationError as error:
        first = error.errors()[0]
        if not first["loc"]:
            raise ReplayError(f"{path.name} is no file of rulings: it begins with `rulings:`") from error
        where = ".".join(str(part) for part in first["loc"])
        raise ReplayError(f"{path.name}: {where}: {first['msg']}") from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = f"line {mark.line + 1}" if mark is not None else "somewhere"
        raise ReplayError(f"{path.name} is no file of rulings: {where}: {error.problem}") from error
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        raise ReplayError(f"{path.name} is no file of rulings: it is no YAML text") from error
    seen: set[str] = set()
    for ruling in found:
        if ruling.id in seen:
            raise ReplayError(f"{path.name}: two rulings are called {ruling.id}")
        seen.add(ruling.id)
    return sorted(found, key=lambda ruling: (ruling.date, ruling.id))


def _texts(data: Any) -> Any:
    """YAML reads `id: 7` and `reading: 2` as numbers; people mean text."""
    if isinstance(data, dict) and isinstance(data.get("rulings"), list):
        for entry in data["rulings"]:
            if isinstance(entry, dict):
                entry |= {key: str(entry[key]) for key in ("id", "reading") if isinstance(entry.get(key), int | date)}
    return data


def filed(rulings: Iterable[FiledRuling], name: str) -> FiledRuling:
    """A ruling by id; ReplayError with those that there are."""
    known = {ruling.id: ruling for ruling in rulings}
    if name not in known:
        raise ReplayError(f"no ruling {name!r} on file; there are {', '.join(known) or 'none'}")
    return known[name]


def in_force(rulings: Iterable[FiledRuling]) -> dict[str, str | int | bool]:
    """Switch -> reading of the latest ruling on it."""
    return {ruling.switch: ruling.reading for ruling in rulings}
