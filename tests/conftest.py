"""What holds for every test: it touches nothing of the user's own, and no clock judges it."""

import os
import tempfile

import pytest
from hypothesis import settings

settings.register_profile("house", deadline=None)
settings.load_profile("house")


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
