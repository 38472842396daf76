"""F50: the same seed gives the same bytes whatever PYTHONHASHSEED, locale, time zone or environment says."""

import os
import subprocess
import sys
from hashlib import sha256

import pytest

from tests.drill.play import begun, to_the_end

PLAY = """
import sys
from hashlib import sha256
from pathlib import Path
from tests.drill.play import advance, begun, to_the_end, RED, BLUE
path = Path(sys.argv[1])
with begun(path, seed="hash", turns=6) as game:
    advance(game, 9)
    game.undo(RED, consent=[BLUE])
    game.branch("study", at=2)
    advance(game, 5, seed="another mind")
    game.switch("main")
    to_the_end(game)
sys.stdout.write(sha256(path.read_bytes()).hexdigest())
"""


def played_under(path, **environment):
    imports = os.pathsep.join(p for p in sys.path if p)
    done = subprocess.run(
        [sys.executable, "-c", PLAY, str(path)],
        env={"PYTHONPATH": imports, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.whole
def test_a_game_has_the_same_bytes_under_every_hash_seed_and_environment(tmp_path):
    """F50"""
    environments = [{"PYTHONHASHSEED": str(seed)} for seed in (0, 1, 42, 4_294_967_295)]
    environments += [{"TZ": "Asia/Tokyo", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"}, {}]
    found = {played_under(tmp_path / f"{number}.hxl", **one) for number, one in enumerate(environments)}
    assert len(found) == 1


@pytest.mark.long
def test_twenty_hash_seeds_give_the_same_bytes(tmp_path):
    """F50"""
    found = {played_under(tmp_path / f"{seed}.hxl", PYTHONHASHSEED=str(seed * 7919)) for seed in range(20)}
    assert len(found) == 1


def test_two_games_of_one_seed_are_equal_and_of_two_seeds_are_not(tmp_path):
    prints = []
    for number, seed in enumerate(["a", "a", "b"]):
        path = tmp_path / f"{number}.hxl"
        with begun(path, seed=seed) as game:
            to_the_end(game)
        prints.append(sha256(path.read_bytes()).hexdigest())
    assert prints[0] == prints[1] != prints[2]
