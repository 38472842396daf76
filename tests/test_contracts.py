"""The contracts of imports (`.importlinter`, part of `make lint`) really forbid what they say: a copy of the tree that
breaks each of them once is refused by every one of them."""

from __future__ import annotations

import configparser
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hexledger.engine.catalogue import GAMES

ROOT = Path(__file__).parents[1]
CONTRACTS = ROOT / ".importlinter"
ROOMS = ("events", "projections", "engine", "replays", "cli")


def breaches() -> dict[str, dict[str, str]]:
    """Contract -> modules that break it: path -> what it imports."""
    found = {
        "layers": {"events/broken.py": "cli.main"},
        "rooms_below": {"engine/map/broken.py": "engine.kernel.game"},
        "rooms_kernel": {"engine/bots/broken.py": "engine.games.june_6.game"},
        "rooms_procedures": {"engine/naming/broken.py": "engine.procedures.losses"},
    }
    for game in GAMES:
        folder, package = f"engine/games/{game}", f"engine.games.{game}"
        found |= {
            f"{game}_layers": {f"{folder}/tables/upwards.py": f"{package}.rules.act"},
            f"{game}_circles": {
                f"{folder}/rules/circle_one.py": f"{package}.rules.circle_two",
                f"{folder}/rules/circle_two.py": f"{package}.rules.circle_one",
            },
            f"{game}_reads": {f"{folder}/questions/writing.py": "engine.kernel.recorder"},
        }
    return found


def test_every_contract_has_a_breach_here() -> None:
    config = configparser.ConfigParser()
    config.read(CONTRACTS)
    names = {section.removeprefix("importlinter:contract:") for section in config.sections()} - {"importlinter"}
    assert names == set(breaches())


@pytest.mark.whole
def test_every_contract_is_broken_by_its_breach(tmp_path: Path) -> None:
    for room in ROOMS:
        only = shutil.ignore_patterns("*.txt", "*.yaml", "*.json", "*.bin", "assets", "fonts", "__pycache__")
        shutil.copytree(ROOT / room, tmp_path / "hexledger" / room, ignore=only, ignore_dangling_symlinks=True)
    shutil.rmtree(tmp_path / "hexledger/replays/hexledger", ignore_errors=True)
    for modules in breaches().values():
        for path, imported in modules.items():
            (tmp_path / "hexledger" / path).write_text(f"import hexledger.{imported}\n", encoding="utf-8")
    command = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        [sys.executable, "-c", command, "--config", str(CONTRACTS), "--no-cache"],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONSAFEPATH": "1"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"Contracts: 0 kept, {len(breaches())} broken." in done.stdout, done.stdout + done.stderr
    assert done.returncode == 1
