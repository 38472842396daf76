"""docs/adding-a-game.md tells the truth: its listings are pieces of Drill, and its session runs."""

import doctest
import re
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parent.parent.parent
GUIDE = (HOUSE / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
LISTINGS = re.findall(r"<!-- (\S+) -->\n```\w+\n(.*?)\n```", GUIDE, flags=re.DOTALL)


def test_the_guide_has_a_listing_for_every_step():
    files = {Path(file).name for file, _ in LISTINGS}
    assert files >= {"charts.yaml", "rules.txt", "position.py", "decisions.py", "sequence.py", "attack.py", "game.py"}


@pytest.mark.parametrize(("file", "listing"), LISTINGS, ids=[f"{file} {text[:30]}" for file, text in LISTINGS])
def test_a_listing_stands_in_its_file_as_printed(file, listing):
    assert f"\n{listing}\n" in "\n" + (HOUSE / file).read_text(encoding="utf-8")


def test_every_listing_names_its_file():
    fences = len(re.findall(r"^```\w+$", GUIDE, flags=re.MULTILINE))
    sessions = GUIDE.count("```python\n>>> ")
    assert fences == len(LISTINGS) + sessions


def test_the_session_in_the_guide_runs_as_printed(tmp_path):
    test = doctest.DocTestParser().get_doctest(GUIDE.replace("\n```\n", "\n\n"), {"folder": tmp_path}, "guide", None, 0)
    assert len(test.examples) > 8
    report = []
    result = doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert result.failed == 0, "".join(report)


def test_every_name_of_the_kernel_in_the_guide_exists():
    from hexledger.engine.kernel.recorder import Recorder

    named = set(re.findall(r"`act\.(\w+)", GUIDE)) | set(re.findall(r"\bact\.(\w+)\(", GUIDE))
    assert len(named) > 10
    assert sorted(name for name in named if not hasattr(Recorder, name) and name not in ("pos", "game", "state")) == []


def test_files_that_the_guide_points_to_exist():
    paths = set(re.findall(r"`((?:engine|tests|events|replays|projections)/[\w/.]+\.\w+)`", GUIDE))
    assert len(paths) >= 4
    assert sorted(path for path in paths if not (HOUSE / path).is_file()) == []
