"""Which long tests are left for the night."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import night


class Case(SimpleNamespace):
    """As much of a test as `night` looks at."""

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self.marks else None

    def add_marker(self, name: str) -> None:
        self.marks.append(name)


def cases(family: str, count: int, *marks: str) -> list[Any]:
    return [Case(nodeid=f"{family}[{number}]", marks=list(marks)) for number in range(count)]


def stay(items: list[Any]) -> list[str]:
    return [item.nodeid for item in items if "night" not in item.marks]


def test_one_of_so_many_long_cases_stays_and_what_is_not_long_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(night, "LIST", tmp_path / "night.txt")
    night.LIST.write_text("# by day\nt.py::dear 3\n\nt.py::never 0 # hours\n", encoding="utf-8")
    items = [*cases("t.py::dear", 2), *cases("t.py::dear", 7, "long"), *cases("t.py::cheap", 2, "long")]
    items += cases("t.py::never", 2, "long")
    night.mark(items)
    short, cheap = ["t.py::dear[0]", "t.py::dear[1]"], ["t.py::cheap[0]", "t.py::cheap[1]"]
    assert stay(items) == [*short, "t.py::dear[0]", "t.py::dear[3]", "t.py::dear[6]", *cheap]


@pytest.mark.parametrize("line", ["t.py::dear", "t.py::dear three", "t.py::dear 3 4", "t.py::dear 3\nt.py::dear 4"])
def test_a_line_that_is_no_family_and_number_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: str
) -> None:
    monkeypatch.setattr(night, "LIST", tmp_path / "night.txt")
    night.LIST.write_text(line, encoding="utf-8")
    with pytest.raises(ValueError, match=r"night.txt, line \d: a family of tests and a number are wanted"):
        night.mark([])


@pytest.mark.parametrize("family", sorted(night.shares()))
def test_a_family_that_is_named_is_there(family: str) -> None:
    file, _, function = family.partition("::")
    assert f"def {function}(" in (Path(__file__).parents[1] / file).read_text(encoding="utf-8")
