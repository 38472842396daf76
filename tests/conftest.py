"""No test touches the user's own folder: keys, what was written where, what a witness signed last."""

import os
import tempfile

import pytest


@pytest.fixture(scope="session", autouse=True)
def _own_home():
    with tempfile.TemporaryDirectory(prefix="hexledger-home-") as folder:
        before = os.environ.get("HEXLEDGER_HOME")
        os.environ["HEXLEDGER_HOME"] = folder
        yield
        if before is None:
            del os.environ["HEXLEDGER_HOME"]
        else:
            os.environ["HEXLEDGER_HOME"] = before
