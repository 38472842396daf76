"""What holds for every test: it touches nothing of the user's own, no clock judges it, it is the same in every run."""

import os
import random
import secrets
import tempfile

import pytest
from hypothesis import settings

settings.register_profile("house", deadline=None, derandomize=True)
settings.register_profile("searching", deadline=None)
settings.load_profile(os.environ.get("HEXLEDGER_HYPOTHESIS", "house"))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Log ids, keys and secrets that a test makes in this process follow from the test's name: dice and bots hang on
    them, so a game that a test lets bots play has the same course in every run. (No other place of the product draws
    anything that a result hangs on; programs that a test starts draw their own.)"""
    secrets._sysrand = random.Random(item.nodeid)  # type: ignore[assignment]


@pytest.fixture(scope="session", autouse=True)
def _own_home():
    """Keys, what was written where, what a witness signed last: not in the user's own folder."""
    with tempfile.TemporaryDirectory(prefix="hexledger-home-") as folder:
        before = os.environ.get("HEXLEDGER_HOME")
        os.environ["HEXLEDGER_HOME"] = folder
        yield
        if before is None:
            del os.environ["HEXLEDGER_HOME"]
        else:
            os.environ["HEXLEDGER_HOME"] = before
