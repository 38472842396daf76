"""A game of which the front page, the set-up and the sequence are written, and nothing that shows it yet."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, ClassVar

import pytest

from hexledger.engine.errors import EngineFault, RuleNotImplemented
from hexledger.engine.kernel.furnished import Furnished
from hexledger.engine.view import BoardView
from tests.drill.decisions import Pass
from tests.drill.game import drill
from tests.drill.position import DrillPosition


class Begun(Furnished[Any, Any]):
    """Drill's data under a front page whose package has no rooms."""

    id: ClassVar[str] = "drill"
    title: ClassVar[str] = "Begun"
    code: ClassVar[str] = "DR"
    rules_version: ClassVar[str] = "1"
    sides: ClassVar[tuple[str, ...]] = ("red", "blue")
    package: ClassVar[str] = "tests.drill"
    decision_classes = (Pass,)
    step_classes = ()


@pytest.fixture
def game() -> Begun:
    return Begun(drill().edition)


def test_a_game_without_rooms_that_show_it_is_told_drawn_and_weighed_like_any_game(game: Begun) -> None:
    pos: Any = DrillPosition.__new__(DrillPosition)
    assert game.tell(pos, Pass()) == "pass"
    assert type(game.view()) is BoardView
    assert game.lottery((), 0, pos) is None


def test_a_game_without_an_adviser_has_no_greedy_bot(game: Begun) -> None:
    nothing: Any = None
    with pytest.raises(RuleNotImplemented, match="no greedy bot"):
        game.advise(nothing, nothing, nothing)


def test_a_room_that_must_be_there_is_named_with_the_guide(game: Begun) -> None:
    with pytest.raises(EngineFault, match=r"tests\.drill has no questions\.invariants \(docs/adding-a-game\.md"):
        game.check_invariants(None)


def test_a_room_that_imports_what_is_not_there_says_so_itself(
    game: Begun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A misspelt import in `advisor.py` is the author's fault to see, not a game without a bot."""
    (tmp_path / "halfway").mkdir()
    (tmp_path / "halfway" / "__init__.py").touch()
    (tmp_path / "halfway" / "advisor.py").write_text("import a_module_that_nobody_wrote\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(Begun, "package", "halfway")
    nothing: Any = None
    with pytest.raises(ModuleNotFoundError, match="a_module_that_nobody_wrote"):
        game.advise(nothing, nothing, nothing)
    sys.modules.pop("halfway", None)
