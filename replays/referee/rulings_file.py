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
from typing import Annotated, Any, TypeAlias

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from hexledger.events.file_kinds import read_regular
from hexledger.events.texts import read_text
from hexledger.replays.errors import ReplayError

Text: TypeAlias = Annotated[str, Field(min_length=1)]


class FiledRuling(BaseModel):
    """One ruling on file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Text
    date: date
    game: Text
    switch: Text
    reading: Text
    scope: Text
    text: Text
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
        # every word as text: what YAML would make of it (a number, a date that is none) nobody means, and it may fail
        data: Any = yaml.load(read_text(path, read_regular(path, 1 << 24)), Loader=yaml.BaseLoader)
        found = _File.model_validate(data).rulings
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


def filed(rulings: Iterable[FiledRuling], name: str) -> FiledRuling:
    """A ruling by id; ReplayError with those that there are."""
    known = {ruling.id: ruling for ruling in rulings}
    if name not in known:
        raise ReplayError(f"no ruling {name!r} on file; there are {', '.join(known) or 'none'}")
    return known[name]


def in_force(rulings: Iterable[FiledRuling]) -> dict[str, str | int | bool]:
    """Switch -> reading of the latest ruling on it."""
    return {ruling.switch: ruling.reading for ruling in rulings}
