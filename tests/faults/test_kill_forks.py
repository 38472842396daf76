"""Six hundred more deaths: a program that plays, undoes, redoes and seals is killed without warning, over and over.

With the two hundred appenders of test_kill.py and the two hundred players of test_kill_at_play.py they are a thousand.
One process imports everything once and gives birth to the players, so that a trial costs milliseconds.
"""

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest

from hexledger.events.ledger import Ledger
from hexledger.events.model import Sealed
from hexledger.replays.audit.audit import audit
from hexledger.replays.secrets.vault import Vault, vault_path
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, advance, frames_of
from tests.drill.signed import signed_game, with_keys

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="players are forked")

NURSERY = """
import os, random, sys, traceback
from pathlib import Path
from tempfile import TemporaryDirectory
from hexledger.replays.log.chronicle import UndoRefused
from tests.drill.play import BLUE, RED, advance
from tests.drill.signed import signed_game, with_keys

def play(path, seed):
    dice = random.Random(seed)
    told = os.open(str(path) + ".told", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with with_keys(path, RED, BLUE) as game:
        while True:
            act = dice.randrange(8)
            try:
                if act == 6:
                    game.undo(RED, consent=(BLUE,), reason="misread")
                elif act == 7 and dice.random() < 0.2:
                    game.redo(RED, consent=(BLUE,))
                else:
                    advance(game, seed=str(seed))
            except UndoRefused:
                continue
            # acknowledged only now
            os.write(told, b"%d\\n" % len(game.ledger))

# everything is imported before the first player is born
with TemporaryDirectory() as folder, signed_game(Path(folder) / "warm.hxl") as game:
    advance(game, 12)
    game.undo(RED, consent=(BLUE,))

for line in sys.stdin:
    path, seed = line.rstrip("\\n").split("\\t")
    pid = os.fork()
    if not pid:
        os.dup2(os.open(str(path) + ".err", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), 2)
        try:
            play(Path(path), int(seed))
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(9)
    print(pid, flush=True)
    print(os.waitpid(pid, 0)[1], flush=True)
"""


@pytest.fixture
def nursery():
    """`nursery(path, seed, seconds, at_work)`: a player is born and killed after so many seconds, counted from its
    first acknowledgement if `at_work`; what ended it."""
    imports = os.pathsep.join(path for path in sys.path if path)
    process = subprocess.Popen(
        [sys.executable, "-c", NURSERY],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": imports},
    )

    def one(path, seed, seconds, at_work):
        process.stdin.write(f"{path}\t{seed}\n")
        process.stdin.flush()
        pid = int(process.stdout.readline())
        if at_work:
            told, deadline = path.with_name(path.name + ".told"), time.monotonic() + 120
            while time.monotonic() < deadline and not (told.exists() and told.stat().st_size):
                time.sleep(0.001)
        time.sleep(seconds)
        # one that is gone already says why in its .err
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        return os.waitstatus_to_exitcode(int(process.stdout.readline()))

    yield one
    process.stdin.close()
    process.wait(timeout=120)
    process.stdout.close()


def payloads_of(path):
    with Ledger.open_reader(path) as ledger:
        return list(ledger.payloads())


def kill_players(nursery, folder, trials, seed):
    """(frames acknowledged by players that were killed, torn tails met) over so many deaths."""
    dice = random.Random(seed)
    acknowledged = torn = 0
    path, over = folder / "none", False
    for trial in range(trials):
        if trial % 20 == 0 or over:
            path = folder / f"{trial}.hxl"
            signed_game(path, turns=500).close()
        known = payloads_of(path)
        seconds = 0.002 + dice.random() * 0.05
        ended = nursery(path, trial, seconds, at_work=trial % 3 == 0)
        assert ended == -signal.SIGKILL, path.with_name(path.name + ".err").read_text(encoding="utf-8")
        told = path.with_name(path.name + ".told")
        size = int(told.read_bytes().split()[-1]) if told.exists() and told.read_bytes() else len(known)
        told.unlink(missing_ok=True)
        acknowledged += size - len(known)
        with Ledger.open_reader(path) as reader:
            torn += reader.torn is not None
        found = payloads_of(path)
        assert found[: len(known)] == known
        assert size <= len(found) <= size + 1
        with with_keys(path, RED, BLUE) as game:
            held = {}
            for side in ("red", "blue"):
                held |= Vault(vault_path(path, side), game.genesis.log_id).secrets()
            sealed = {e.commitment for f in frames_of(path) for e in f.events if isinstance(e, Sealed)}
            assert sealed <= set(held)
            over = game.offer() is None
            assert advance(game) == (0 if over else 1)
        if over or trial % 20 == 19 or trial == trials - 1:
            assert audit(path, game=drill()).intact
    return acknowledged, torn


def test_players_killed_at_any_moment_lose_nothing_they_acknowledged(nursery, tmp_path):
    """F19"""
    acknowledged, _ = kill_players(nursery, tmp_path, 12, seed=12)
    assert acknowledged >= 4


@pytest.mark.long
def test_six_hundred_players_killed_lose_nothing_they_acknowledged(nursery, tmp_path):
    """F19"""
    acknowledged, _ = kill_players(nursery, tmp_path, 600, seed=600)
    assert acknowledged >= 200
