"""What is installed is what is in the tree: every package is listed, and every data file is shipped."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from hexledger.engine.editions.edition import EARLIER

ROOT = Path(__file__).parents[1]
FRONT = "replays/hexledger"
"""The folder that `import hexledger` itself is."""
TOP = ("events", "projections", "engine", "replays", "cli")


def folders() -> set[str]:
    """Every folder below the five that holds files, code or data, as a package name, but for kept editions."""
    found = set()
    for top in TOP:
        for file in (ROOT / top).rglob("*"):
            if file.is_file() and not {"__pycache__", EARLIER} & set(file.parts):
                found.add("hexledger." + ".".join(file.parent.relative_to(ROOT).parts))
    return found - {f"hexledger.{FRONT.replace('/', '.')}"} | {"hexledger"}


def test_every_package_of_the_tree_is_listed_in_pyproject() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert set(project["tool"]["setuptools"]["packages"]) == folders()


@pytest.mark.long
def test_a_wheel_holds_every_file_that_the_program_reads(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--quiet", "-w", str(tmp_path), str(ROOT)], check=True
    )
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    tracked = subprocess.run(["git", "ls-files", *TOP], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    shipped = [name.removeprefix(f"{FRONT}/") if name.startswith(FRONT) else name for name in tracked.splitlines()]
    assert [name for name in shipped if f"hexledger/{name}" not in names] == []
