"""No silent skip: every case of the rulebook is a test here or is listed with the issue that will take it."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

HERE = Path(__file__).parent
CASES = (HERE / "cases.txt").read_text(encoding="utf-8").split()


def named_tests() -> set[str]:
    """Ids that a test of this folder is named by."""
    found: set[str] = set()
    for source in sorted(HERE.glob("test_*.py")):
        names = re.findall(r"^def test_(J6_\d{3})_\w+\(", source.read_text(encoding="utf-8"), flags=re.MULTILINE)
        found.update(name.replace("_", "-") for name in names)
    return found


def later() -> dict[str, str]:
    """Ids that wait, with the reason."""
    listed: dict[str, str] = yaml.safe_load((HERE / "later.yaml").read_text(encoding="utf-8"))["cases"]
    return listed


def test_there_are_150_cases_and_none_is_listed_twice() -> None:
    assert len(CASES) == len(set(CASES)) == 150


def test_every_case_is_either_a_test_or_listed_for_later() -> None:
    missing = [case for case in CASES if case not in named_tests() and case not in later()]
    assert missing == []


def test_no_case_is_both_tested_and_put_off() -> None:
    assert sorted(named_tests() & set(later())) == []


def test_nothing_is_tested_or_put_off_that_is_no_case() -> None:
    assert sorted((named_tests() | set(later())) - set(CASES)) == []


def test_every_case_that_is_put_off_has_a_reason_and_an_issue() -> None:
    text = yaml.safe_load((HERE / "later.yaml").read_text(encoding="utf-8"))
    assert text["issue"] == "June 6, complete"
    assert all(len(reason) > 10 for reason in later().values())
