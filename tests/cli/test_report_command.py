"""`report`: one page that says how a game came out and why, the same as its data."""

from __future__ import annotations

import json
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.cli.conftest import Run


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.fixture
def page(run: Run, finished: Path, tmp_path: Path) -> tuple[str, dict]:
    out = tmp_path / "report.html"
    made = run("report", finished, "--html", out)
    assert made.code == 0, made.err
    data = json.loads(run("report", finished, "--json").out)
    return out.read_text(encoding="utf-8"), data


def test_the_page_holds_what_the_data_says(page: tuple[str, dict]) -> None:
    text, data = page
    shown = _Page()
    shown.feed(text)
    words = " ".join(shown.words)
    assert data["result"]["over"] and data["result"]["level"] in words
    for row in data["result"]["conditions"]:
        assert row["wanted"] in words
    assert data["decisive"]
    for row in data["decisive"]:
        assert f"#{row['frame']} {row['side'].capitalize()} at" in words
        happened = [face for face in row["outcomes"] if face["happened"]]
        assert len(happened) == 1 and f"({happened[0]['chance_text']})" in words
    for turn in data["turns"]:
        assert turn["turn_name"] in words
    for side in data["luck"]["sides"]:
        assert side["luck_text"] in words and side["as_good_or_better_text"] in words
    maps = [attrs for tag, attrs in shown.tags if tag == "svg" and attrs.get("class") == "mini"]
    assert len(maps) == len(data["turns"])
    assert all(attrs.get("aria-label") for attrs in maps)


def test_the_page_needs_nothing_else_and_runs_no_script(page: tuple[str, dict]) -> None:
    text, _ = page
    assert "<script" not in text
    assert not re.findall(r'(?:src|href)="(?!data:|#)[^"]*"', text)
    assert "default-src 'none'" in unescape(text)
    assert "size: A4" in text


def test_the_report_says_where_it_goes(run: Run, finished: Path, tmp_path: Path) -> None:
    assert run("report", finished).code == 2
    out = tmp_path / "r.html"
    run("report", finished, "--html", out, "--no-verify", "--at", "20")
    first = out.read_bytes()
    assert run("report", finished, "--html", out, "--no-verify", "--at", "20", "--force").code == 0
    assert out.read_bytes() == first, "the same log, the same bytes"
    assert b"Not over" in first
