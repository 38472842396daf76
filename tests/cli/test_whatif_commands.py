"""docs/what-if.md: its commands as they are written, and what each of them says."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Run

pytestmark = pytest.mark.whole

PAGE = Path(__file__).parents[2] / "docs" / "what-if.md"


@pytest.fixture
def played(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Every command of the page, run in order in an empty folder: its line -> what it printed."""
    monkeypatch.chdir(tmp_path)
    said = {}
    for line in re.findall(r"^    hexledger (.+)$", PAGE.read_text(encoding="utf-8"), re.M):
        words = shlex.split(line)
        ran = run(*words, *(["--workers", "1"] if words[0] in ("simulate", "swing") and "--keep" not in words else []))
        assert ran.code in (0, 8), f"{line}: {ran.err}"
        said[line] = ran.out
    return said


def test_the_page_does_what_it_says(played: dict[str, str], run: Run, tmp_path: Path) -> None:
    by_command = {line.split()[0]: out for line, out in played.items()}
    fan = by_command["fanout"]
    assert "roll 1: combat" in fan and fan.count("\n*") == 1 and "then German: " in fan
    assert "same luck" in by_command["whatif"] and "334 frames" in by_command["whatif"]
    assert "they fork at #36" in by_command["compare"]
    assert "run 1 from #80 in run.hxl" in by_command["simulate"]
    assert any("from #36" in out and "same luck" in out for line, out in played.items() if line.startswith("simulate"))
    assert "intact" in by_command["verify"] and "study from" in by_command["verify"]
    rows = by_command["swing"].splitlines()
    assert rows[0].startswith("#0 ") and " result" in rows[-1]
    page = json.loads(run("fanout", "g.hxl", "37", "--html", "fan.html", "--json").out)
    top, bottom = zip(*(row["chance"] for row in page["outcomes"]), strict=True)
    assert sum(one / other for one, other in zip(top, bottom, strict=True)) == pytest.approx(1)
    assert (tmp_path / "fan.html").read_text().startswith("<!doctype html>")
    drawn = run("swing", "g.hxl", "--runs", "1", "--moments", "0", "--svg", "s.svg", "--workers", "1", "--json")
    assert drawn.code == 0, drawn.err
    picture = (tmp_path / "s.svg").read_text()
    assert "1/2 July" in picture and "Allied" in picture
    again = run("swing", "g.hxl", "--runs", "1", "--moments", "0", "--svg", "t.svg", "--workers", "1", "--json")
    assert again.out == drawn.out and (tmp_path / "t.svg").read_text() == picture


def test_what_is_asked_wrongly_is_refused_in_one_line(run: Run, fresh: Path, tmp_path: Path) -> None:
    for words, code in (
        (("fanout", fresh, "1"), 3),
        (("fanout", fresh, "0"), 3),
        (("whatif", fresh, tmp_path / "s.hxl", "--at", "7"), 3),
        (("whatif", fresh, fresh), 3),
        (("simulate", fresh, "--at", "9"), 3),
        (("simulate", fresh, "--bot", "allied=rex"), 2),
        (("simulate", fresh, "--keep", "1"), 2),
    ):
        ran = run(*words)
        assert ran.code == code, (words, ran)
        assert ran.err.strip() and "Traceback" not in ran.err
