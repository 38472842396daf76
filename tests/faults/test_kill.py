"""A writer killed without warning at random moments."""

import os
import random
import subprocess
import sys
import time

import pytest

from hexledger.events.errors import Locked
from hexledger.events.ledger import Ledger
from hexledger.events.scan import scan

APPENDER = """
import sys, time
from pathlib import Path
from hexledger.events.ledger import Ledger
with Ledger.open_writer(Path(sys.argv[1])) as ledger:
    most = len(ledger) + 300
    while True:
        number = len(ledger)
        if number == most:  # where nothing waits for a disk, the log must not grow beyond what is read again each time
            time.sleep(60)
        ledger.append(b"%d " % number * (number % 400 + 1), ledger.head)
        # acknowledged only now
        sys.stdout.write(f"{number}\\n")
        sys.stdout.flush()
"""


def written(number):
    return b"genesis" if number == 0 else b"%d " % number * (number % 400 + 1)


def start_appender(path):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    return subprocess.Popen([sys.executable, "-c", APPENDER, str(path)], stdout=subprocess.PIPE, env=environment)


def kill_at_random_moments(path, trials, seed):
    dice = random.Random(seed)
    Ledger.create(path, b"genesis").close()
    acknowledged = 0
    for _ in range(trials):
        appender = start_appender(path)
        appender.stdout.readline()
        time.sleep(0.05 * dice.random() ** 3)  # mostly soon: in memory 300 frames take milliseconds
        appender.kill()
        lines = appender.stdout.read().splitlines()
        appender.wait()
        appender.stdout.close()
        if lines:
            acknowledged = int(lines[-1])
        reader = Ledger.open_reader(path)
        assert len(reader) > acknowledged
        with Ledger.open_writer(path) as ledger:
            assert list(ledger.payloads()) == [written(i) for i in range(len(ledger))]
            ledger.append(written(len(ledger)), ledger.head)
            acknowledged = ledger.head
        assert scan(path).intact
    return acknowledged


def test_a_killed_writer_loses_nothing_it_acknowledged(path):
    """F19"""
    assert kill_at_random_moments(path, trials=10, seed=19) > 30


@pytest.mark.long
def test_a_writer_killed_two_hundred_times_loses_nothing_it_acknowledged(path):
    """F19"""
    assert kill_at_random_moments(path, trials=200, seed=1900) > 600


def test_a_second_writer_in_another_program_is_refused_until_the_first_dies(path):
    Ledger.create(path, b"genesis").close()
    appender = start_appender(path)
    try:
        appender.stdout.readline()
        with pytest.raises(Locked):
            Ledger.open_writer(path)
        assert len(Ledger.open_reader(path)) >= 2
    finally:
        appender.kill()
        appender.wait()
        appender.stdout.close()
    with Ledger.open_writer(path) as ledger:
        assert ledger.head >= 1
