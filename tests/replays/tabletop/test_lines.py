"""The tree of lines in a study: opened, named, noted, promoted, closed; dice set by hand; found after a restart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile

import pytest

from hexledger.engine.errors import BadDecision
from hexledger.events.model import Drawn, Rolled
from hexledger.replays.audit.audit import audit
from hexledger.replays.dice.luck import decimal, tallies, throws
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.tabletop import studytree
from hexledger.replays.tabletop.sitting import NotYours, Sitting, Stale
from hexledger.replays.tabletop.studying import begin_study_beside, studies_beside
from hexledger.replays.tabletop.studytree import DEEDS, lines_path
from tests.drill.dice import game_with
from tests.drill.game import drill
from tests.named_secrets import named_secrets
from tests.replays.tabletop.test_sitting import BOTH, advised, key, make, page_fields, play, rest


@pytest.fixture(scope="module")
def whole_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game of Drill."""
    path = tmp_path_factory.mktemp("whole") / "game.hxl"
    with named_secrets("a whole game of Drill"):
        sitting = Sitting(game_with(path, "practice", turns=8))
        try:
            play(sitting)
        finally:
            sitting.close()
    return path


@pytest.fixture
def game(whole_game: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    path = tmp_path / "game.hxl"
    copyfile(whole_game, path)
    return path


@pytest.fixture
def study(game: Path) -> Iterator[Sitting]:
    """A study of it from frame 6."""
    found = Sitting(Chronicle.write(begin_study_beside(game, 6, "fresh", (1,)), game=drill()))
    yield found
    found.close()


def names(study: Sitting) -> list[str]:
    return [row["name"] for row in study.lines()["lines"]]


def test_three_lines_from_one_moment_stand_beside_what_was_played(study: Sitting) -> None:
    ends: dict[str, int] = {}
    for name in ("what-if", "the left", "the right"):
        if name != "what-if":
            study.line("open", name, at=6)
        for _ in range(2):
            rest(study)
            make(study)
        rest(study)
        ends[name] = study.head
    found = study.lines()
    assert found["luck"] == "fresh"
    rows = {row["name"]: row for row in found["lines"]}
    assert list(rows) == ["main", "what-if", "the left", "the right"]
    assert rows["main"]["played"] and not rows["main"]["current"]
    for name, end in ends.items():
        assert rows[name]["head"] == end and rows[name]["length"] >= 2
    assert rows["what-if"]["fork"] == 6 and rows["what-if"]["parent"] == "main"
    assert rows["the right"]["current"]
    verdict = audit(study.chronicle.path, game=drill())
    assert not verdict.contradiction


def test_each_line_tells_how_lucky_its_own_dice_were(study: Sitting) -> None:
    play(study)
    rows = {row["name"]: row for row in study.lines()["lines"]}
    early = len(throws(study.game, study.chronicle.frames(6)))
    for name in ("main", "what-if"):
        line = study.chronicle.frames(rows[name]["head"])
        expected = [one for one in tallies(study.game, throws(study.game, line)[early:]) if one.throws]
        assert [(one["side"], one["throws"], one["luck"]) for one in rows[name]["luck"]] == [
            (one.side, one.throws, decimal(one.total)) for one in expected
        ]
        assert expected, "dice were thrown on it"


def test_a_line_is_named_noted_promoted_and_closed_and_nothing_of_the_game_changes(study: Sitting, game: Path) -> None:
    before = game.read_bytes()
    played = study.chronicle.timeline.heads["main"]
    study.line("open", "", at=6)
    rest(study)
    make(study)
    assert names(study) == ["main", "what-if", "line 1"]
    study.line("rename", "line 1", to="the wood")
    study.line("note", "the wood", to="slow, but safe")
    study.line("promote", "the wood")
    found = {row["name"]: row for row in study.lines()["lines"]}
    assert list(found) == ["main", "the wood", "what-if"]
    assert found["the wood"]["note"] == "slow, but safe" and found["the wood"]["current"]
    study.line("close", "the wood")
    assert names(study) == ["main", "what-if"]
    assert study.chronicle.timeline.current == "what-if" and study.chronicle.timeline.heads["main"] == played
    assert game.read_bytes() == before
    assert not audit(study.chronicle.path, game=drill()).contradiction


def test_a_promoted_line_takes_the_place_of_the_one_that_it_left(study: Sitting) -> None:
    rest(study)
    make(study)
    rest(study)
    study.line("open", "inner", at=study.head)
    rest(study)
    make(study)
    rows = {row["name"]: row for row in study.lines()["lines"]}
    assert rows["inner"]["parent"] == "what-if" and rows["what-if"]["parent"] == "main"
    rows = {row["name"]: row for row in study.line("promote", "inner")["lines"]}
    assert list(rows) == ["main", "inner", "what-if"]
    assert rows["inner"]["parent"] == "main" and rows["what-if"]["parent"] == "inner"


def test_what_was_played_is_neither_played_on_nor_named_anew_nor_closed(study: Sitting) -> None:
    for deed in ("go", "rename", "promote", "close"):
        with pytest.raises(ReplayError, match="what was played"):
            study.line(deed, "main", to="mine")
    study.line("close", "what-if")
    assert study.chronicle.timeline.current == "main"
    assert not study.ask(BOTH)["yours"]
    study.line("open", "anew", at=6)
    assert rest(study)["yours"]


def test_wrong_deeds_and_names_are_refused_and_change_nothing(study: Sitting) -> None:
    frames, before = len(study.chronicle.timeline), names(study)
    for deed, name, to, at in (
        ("burn", "what-if", "", 0),
        ("open", "what-if", "", 6),
        ("open", "12", "", 6),
        ("open", "x" * 41, "", 6),
        ("open", "there", "", 10_000),
        ("open", "there", "", -1),
        ("rename", "what-if", "", 0),
        ("rename", "what-if", "main", 0),
        ("rename", "nobody", "there", 0),
        ("note", "what-if", "x" * 2_001, 0),
        ("close", "nobody", "", 0),
    ):
        with pytest.raises(ReplayError):
            study.line(deed, name, to=to, at=at)
    assert len(study.chronicle.timeline) == frames and names(study) == before
    assert set(DEEDS) == {"open", "go", "rename", "promote", "note", "close"}


def test_a_game_has_no_lines_to_try_things_on_and_no_dice_to_set(game: Path) -> None:
    sitting = Sitting(Chronicle.write(game, game=drill()))
    try:
        for ask in (
            sitting.lines,
            lambda: sitting.line("open", "x", at=3),
            lambda: sitting.decide(BOTH, sitting.head, key(), "move", {}, rolls=["1"]),
        ):
            with pytest.raises(NotYours):
                ask()
    finally:
        sitting.close()


def test_dice_of_a_study_are_set_by_hand_one_after_the_other_and_marked(study: Sitting) -> None:
    while not rest(study)["over"]:
        decision, at = advised(study), study.head
        given = page_fields(study.game, decision)
        looked = study.preview(BOTH, at, decision.kind(), given)
        if not looked["dice"]:
            make(study)
            continue
        faces, frames = looked["faces"], len(study.chronicle.timeline)
        with pytest.raises(BadDecision):
            study.decide(BOTH, at, key(), decision.kind(), given, rolls=["77"])
        rolls: list[str] = []
        while True:
            rolls.append(faces[-1])
            row = study.decide(BOTH, at, key(), decision.kind(), given, rolls=rolls)
            if "wants" not in row:
                break
            assert row["seq"] is None and len(study.chronicle.timeline) == frames
            faces = row["wants"]["faces"]
        frame = study.chronicle.frame(row["seq"] or 0)
        fallen = [event for event in frame.events if isinstance(event, Rolled | Drawn)]
        shown = [str(e.value) if isinstance(e, Rolled) else study.game.word_key(e.token) for e in fallen]
        assert shown == rolls and len(frame.evidence) == len(rolls)
        rest(study)
        assert not audit(study.chronicle.path, game=drill()).contradiction
        return
    raise AssertionError("nobody has rolled")


def test_odds_stand_beside_their_line_and_are_there_again_after_a_restart(tmp_path: Path) -> None:
    from hexledger.replays.log.genesis import new_genesis

    log = tmp_path / "caen.hxl"
    Chronicle.create(log, new_genesis("june_6/push_to_caen", seed="a study")).close()
    path = begin_study_beside(log, 0, "paired", (1, 2))
    study = Sitting(Chronicle.write(path))
    try:
        row = study.odds(study.head, 2, seconds=60.0)
        study.line("note", "what-if", to="as it stands")
    finally:
        study.close()
    again = Sitting(Chronicle.write(path))
    try:
        found = {one["name"]: one for one in again.lines()["lines"]}
        assert found["what-if"]["odds"] == row and found["what-if"]["note"] == "as it stands"
        assert again.lines()["luck"] == "paired"
    finally:
        again.close()
    with Chronicle.read(log) as parent:
        assert studies_beside(parent, (1, 2)) == [path]
        assert studies_beside(parent, (1,)) == [], "a study is its owner's"
    lines_path(path).write_text("{}")
    with pytest.raises(ReplayError, match="holds no lines"):
        Sitting(Chronicle.write(path))


def test_on_what_was_played_nothing_is_decided(tmp_path: Path) -> None:
    path = tmp_path / "game.hxl"
    game_with(path, "practice", turns=8).close()
    study = Sitting(Chronicle.write(begin_study_beside(path, 0, "fresh"), game=drill()))
    try:
        study.line("close", "what-if")
        frames = len(study.chronicle.timeline)
        assert not rest(study)["yours"]
        with pytest.raises(Stale, match="begin a line"):
            make(study)
        assert len(study.chronicle.timeline) == frames
    finally:
        study.close()


def test_a_study_has_so_many_lines_and_no_more(study: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is compared with all others, whenever a page asks: thousands would have kept the server busy for all."""
    monkeypatch.setattr(studytree, "MOST_LINES", 4)
    first = len(names(study))
    for _ in range(4 - first):
        study.line("open", "", at=3)
    with pytest.raises(ReplayError, match="at most 4 lines"):
        study.line("open", "", at=3)
    assert len(names(study)) == 4
