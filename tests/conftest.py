"""No test touches the memory, the keys or the settings of whoever runs it."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def nobodys_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user's folder for this test alone; a test that plays two people sets another."""
    monkeypatch.setenv("HEXLEDGER_HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.delenv("HEXLEDGER_MEMORY", raising=False)
