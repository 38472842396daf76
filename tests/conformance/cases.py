"""Conformance cases of a game: which are tests, which wait. The folder holds cases.txt, later.yaml and the tests."""

from __future__ import annotations

import re
from pathlib import Path

import yaml


class Cases:
    """The cases of one folder; `prefix` is that of their ids (`J6`, `FE`)."""

    def __init__(self, folder: Path, prefix: str) -> None:
        self.folder = folder
        self.ids = tuple((folder / "cases.txt").read_text(encoding="utf-8").split())
        self._name = re.compile(rf"^def test_((?:{prefix}_\d{{3}}_)+)\w+\(", flags=re.MULTILINE)
        self._id = re.compile(rf"{prefix}_\d{{3}}")

    def named_tests(self) -> set[str]:
        """Ids that a test of the folder is named by."""
        found: set[str] = set()
        for source in sorted(self.folder.glob("test_*.py")):
            for names in self._name.findall(source.read_text(encoding="utf-8")):
                found.update(name.replace("_", "-") for name in self._id.findall(names))
        return found

    def later(self) -> dict[str, str]:
        """Ids that wait, with the reason."""
        listed: dict[str, str] = self._waiting()["cases"] or {}
        return listed

    def issue(self) -> str:
        """The issue that will take those that wait."""
        return str(self._waiting()["issue"])

    def _waiting(self) -> dict[str, dict[str, str]]:
        loaded: dict[str, dict[str, str]] = yaml.safe_load((self.folder / "later.yaml").read_text(encoding="utf-8"))
        return loaded
