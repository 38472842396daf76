"""A sitting on the map: seats, stale pages, doubled requests, dice in every mode, taking back, servers that die."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import greedy_bot
from hexledger.engine.errors import BadDecision, IllegalDecision, UnknownName
from hexledger.engine.kernel.deciding import choices
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.table.drafting import given_of
from hexledger.events.model import Moved
from hexledger.projections.digest import digest
from hexledger.replays.audit.audit import audit
from hexledger.replays.dice.duel_vault import DuelVault
from hexledger.replays.dice.kit import DiceKit
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.alone import back_over
from hexledger.replays.log.chronicle import Chronicle, UndoRefused
from hexledger.replays.log.due import DECIDE, ENTER, SEAL, due
from hexledger.replays.log.genesis import new_genesis
from hexledger.replays.tabletop.seats import Seat, seat_of
from hexledger.replays.tabletop.sitting import NotYours, Sitting, Stale
from hexledger.replays.tabletop.studying import begin_study_beside
from tests.drill.dice import MODES, game_with
from tests.drill.game import drill
from tests.drill.play import BLUE, RED

BOTH = Seat("both" * 8, (RED, BLUE))
ONE = {RED: Seat("red!" * 8, (RED,), RED), BLUE: Seat("blue" * 8, (BLUE,), BLUE)}
LOOKER = Seat("look" * 8)
NUMBERS = iter(range(10_000))


def key() -> str:
    return f"request-{next(NUMBERS):05}"


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    found = Sitting(game_with(tmp_path / "game.hxl", "practice", turns=8))
    yield found
    found.close()


def rest(sitting: Sitting) -> dict[str, Any]:
    """Let what goes on by itself go on; what is asked then."""
    sitting.go_on()
    worker = sitting._worker
    if worker is not None:
        worker.join()
    return sitting.ask(BOTH)


def advised(sitting: Sitting) -> Decision:
    prompt = sitting.chronicle.offer()
    assert prompt is not None
    return greedy_bot(sitting.game, sitting.chronicle.state(), prompt, Chance("x", "y", sitting.head))


def make(sitting: Sitting, seat: Seat = BOTH, decision: Decision | None = None, named: str = "") -> dict[str, Any]:
    """Hand in what a bot would, as a page does it: with lists for tuples."""
    decision = decision or advised(sitting)
    given = page_fields(sitting.game, decision)
    return sitting.decide(seat, sitting.head, named or key(), decision.kind(), given)


def page_fields(game: Any, decision: Decision) -> dict[str, Any]:
    """A decision's fields as a page sends them: with lists for tuples."""
    return {name: _lists(value) for name, value in given_of(game, decision).items()}


def _lists(value: Any) -> Any:
    return [_lists(item) for item in value] if isinstance(value, tuple) else value


def play(sitting: Sitting, decisions: int = 400) -> int:
    """Play by requests until the game is over; how many decisions that took."""
    for count in range(decisions):
        asked = rest(sitting)
        if asked["over"]:
            return count
        if asked["dice"]:
            sitting.roll(BOTH, sitting.head, asked["faces"][0])
        else:
            make(sitting)
    return decisions


# ---------------------------------------------------------------------- dice
@pytest.mark.parametrize("mode", MODES)
def test_a_game_is_played_to_its_end_in_every_dice_mode_and_audited(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "game.hxl"
    sitting = Sitting(game_with(path, mode))
    try:
        assert 5 < play(sitting) < 400
        assert sitting.ask(BOTH)["over"] and not sitting.trouble
    finally:
        sitting.close()
    verdict = audit(path, game=drill())
    assert verdict.intact, str(verdict.contradiction)


def test_a_real_die_is_asked_for_and_a_wrong_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.hxl"
    sitting = Sitting(game_with(path, "entered"))
    try:
        while not rest(sitting)["dice"]:
            make(sitting)
        at = sitting.head
        for wrong in ("7", "no such token", ""):
            with pytest.raises(BadDecision):
                sitting.roll(BOTH, at, wrong)
        with pytest.raises(Stale):
            make(sitting, decision=sitting.game.codec.decode(sitting.chronicle.book.waiting.decision))  # type: ignore[union-attr]
        assert sitting.head == at and due(sitting.chronicle).does == ENTER
    finally:
        sitting.close()
    again = Sitting(Chronicle.write(path, game=drill()))
    try:
        assert again.ask(BOTH)["dice"], "a sitting that begins in the middle of a roll asks for it"
        row = again.roll(BOTH, again.head, again.ask(BOTH)["faces"][-1])
        assert row["seq"] is not None and again.head == row["head"]
    finally:
        again.close()


def at_rest_without(tmp_path: Path, missing: str, monkeypatch: pytest.MonkeyPatch) -> Sitting:
    """A sitting that cannot go on by itself: the other side's vault, or the secret of a seal, is not at hand."""
    if missing == "vault":
        sitting = Sitting(game_with(tmp_path / "game.hxl", "duel"))
        decides = sitting.chronicle.offer().side  # type: ignore[union-attr]
        own = tmp_path / f"game.hxl.duel-{decides}"
        sitting.chronicle.dice_kit = DiceKit(vaults=[DuelVault(own)])
    else:
        monkeypatch.setattr("hexledger.replays.tabletop.sitting.opening", lambda _log: None)
        sitting = Sitting(game_with(tmp_path / "game.hxl", "practice", turns=8))
    rest(sitting)
    while due(sitting.chronicle).does in (DECIDE, SEAL):
        make(sitting)
        rest(sitting)
    return sitting


@pytest.mark.parametrize("missing", ["vault", "secret"])
def test_what_goes_on_by_itself_and_cannot_is_asked_of_no_page(
    tmp_path: Path, missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = at_rest_without(tmp_path, missing, monkeypatch)
    try:
        asked = rest(sitting)
        assert not asked["over"] and not asked["yours"] and asked["trouble"] and not asked["kinds"]
        with pytest.raises(Stale):
            sitting.units(BOTH, sitting.head)
    finally:
        sitting.close()


# ---------------------------------------------------------------------- seats and stale pages
def test_a_seat_decides_for_its_own_side_only(sitting: Sitting) -> None:
    side = rest(sitting)["side"]
    other = ONE[BLUE if side == RED else RED]
    for seat in (other, LOOKER):
        asked = sitting.ask(seat)
        assert not asked["yours"] and asked["kinds"] == [] and asked["pieces"] == []
        for ask in (
            lambda seat=seat: make(sitting, seat),
            lambda seat=seat: sitting.units(seat, sitting.head),
            lambda seat=seat: sitting.next(seat, sitting.head, "move", {}, "unit"),
            lambda seat=seat: sitting.preview(seat, sitting.head, "move", {}),
            lambda seat=seat: sitting.roll(seat, sitting.head, "1"),
        ):
            with pytest.raises(NotYours):
                ask()
    assert make(sitting, ONE[side])["seq"] == 1


def test_of_two_pages_that_decide_at_once_one_wins(sitting: Sitting) -> None:
    rest(sitting)
    decision, at = advised(sitting), sitting.head
    given = page_fields(sitting.game, decision)
    make(sitting)
    frames = len(sitting.chronicle.timeline)
    # the same decision at the same place is taken for the one that stands: a lost answer, not a second move
    assert sitting.decide(BOTH, at, key(), decision.kind(), given)["seq"] == 1
    other = next(d for d in sitting.chronicle.choices(at) if d != decision)
    with pytest.raises(Stale):
        sitting.decide(BOTH, at, key(), other.kind(), page_fields(sitting.game, other))
    assert len(sitting.chronicle.timeline) == frames


def test_a_doubled_request_is_one_decision_also_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "game.hxl"
    sitting = Sitting(game_with(path, "practice"))
    rest(sitting)
    decision, at = advised(sitting), sitting.head
    given = page_fields(sitting.game, decision)
    first = sitting.decide(BOTH, at, "the-same-key", decision.kind(), given)
    assert sitting.decide(BOTH, at, "the-same-key", decision.kind(), given) == first
    sitting.close()
    again = Sitting(Chronicle.write(path, game=drill()))
    try:
        frames = len(again.chronicle.timeline)
        assert again.decide(BOTH, at, "the-same-key", decision.kind(), given)["seq"] == first["seq"]
        assert len(again.chronicle.timeline) == frames
    finally:
        again.close()


def test_what_a_page_sends_wrong_is_refused_and_writes_nothing(sitting: Sitting) -> None:
    asked = rest(sitting)
    kind = next(row[0] for row in asked["kinds"] if row[2])
    name = next(row[2][0][0] for row in asked["kinds"] if row[2])
    frames = len(sitting.chronicle.timeline)
    wrong: tuple[tuple[str, dict[str, Any]], ...] = (
        ("no_such_kind", {}),
        (kind, {}),
        (kind, {"no_such_field": 1}),
        (kind, {name: "a text"}),
        (kind, {name: 10**30}),
        (kind, {name: [[[1]]]}),
        (kind, {name: None}),
        (kind, {name: {"a": 1}}),
        ("seal", {"commitment": "00"}),
    )
    for what, given in wrong:
        with pytest.raises((BadDecision, UnknownName, IllegalDecision)):
            sitting.decide(BOTH, sitting.head, key(), what, given)
        with pytest.raises((BadDecision, UnknownName, IllegalDecision)):
            row = sitting.preview(BOTH, sitting.head, what, given)
            raise IllegalDecision("", row["why"]) if not row["legal"] else AssertionError(given)
    for bad in ("", "short", "k" * 65):
        with pytest.raises(ReplayError):
            make(sitting, named=bad) if bad else sitting.decide(BOTH, sitting.head, "", kind, {})
    assert len(sitting.chronicle.timeline) == frames


def test_a_token_belongs_to_one_seat() -> None:
    assert seat_of((ONE[RED], ONE[BLUE]), ONE[BLUE].token) == ONE[BLUE]
    for token in ("", "red!", "é" * 8, ONE[RED].token + " "):
        assert seat_of((ONE[RED], ONE[BLUE]), token) is None


# ---------------------------------------------------------------------- previews
def test_a_preview_writes_nothing_and_names_the_rule_of_a_refusal(sitting: Sitting) -> None:
    rest(sitting)
    before = sitting.chronicle.ledger.path.read_bytes()
    kinds = {row[0] for row in sitting.ask(BOTH)["kinds"]}
    for decision in sitting.chronicle.choices():
        given = page_fields(sitting.game, decision)
        row = sitting.preview(BOTH, sitting.head, decision.kind(), given)
        assert row["legal"] and row["told"] and decision.kind() in kinds
        if given.get("path"):
            far = sitting.preview(BOTH, sitting.head, decision.kind(), {**given, "path": [given["path"][-1]] * 9})
            assert not far["legal"] and far["why"] and far["rule"].startswith("DR")
    assert sitting.chronicle.ledger.path.read_bytes() == before


# ---------------------------------------------------------------------- taking back
def test_taking_back_at_one_screen_wants_the_word_of_both_where_dice_are_crossed(sitting: Sitting) -> None:
    at = rolled(sitting)
    row = sitting.undo(BOTH, at, key(), "")
    assert row["needs"] and row["sides"] and not row["asked"] and sitting.head == at
    assert sitting.undo(BOTH, at, key(), "misread", agreed=True)["head"] < at
    assert audit(sitting.chronicle.path, game=drill()).intact


def rolled(sitting: Sitting) -> int:
    """Play until taking the last decision back would cross a die; where play stands then."""
    while not rest(sitting)["over"]:
        if any("die" in why for why in _needs(sitting)):
            return sitting.head
        make(sitting)
    raise AssertionError("nobody has rolled")


def _needs(sitting: Sitting) -> list[str]:
    target = back_over(sitting.chronicle, ())
    return list(sitting.chronicle.crossing(target).needs(RED)) if target < sitting.head else []


def test_another_seat_is_asked_and_agrees_or_declines(sitting: Sitting) -> None:
    at = rolled(sitting)
    last = sitting.chronicle.frame(at).actor
    mine, other = ONE[last], ONE[BLUE if last == RED else RED]
    assert sitting.undo(mine, at, key(), "misread")["asked"]
    assert sitting.ask(other)["request"]["yours"] and not sitting.ask(mine)["request"]["yours"]
    with pytest.raises(NotYours):
        sitting.answer(mine, at, agree=True)
    with pytest.raises(NotYours):
        sitting.answer(LOOKER, at, agree=True)
    sitting.answer(other, at, agree=False)
    assert sitting.head == at and sitting.ask(other)["request"] is None
    with pytest.raises(Stale):
        sitting.answer(other, at, agree=True)
    sitting.undo(mine, at, key(), "misread")
    assert sitting.answer(other, at, agree=True)["head"] < at


def test_a_request_to_take_back_goes_when_play_moves_on(sitting: Sitting) -> None:
    at = rolled(sitting)
    last = sitting.chronicle.frame(at).actor
    other = ONE[BLUE if last == RED else RED]
    sitting.undo(ONE[last], at, key(), "")
    make(sitting)
    assert sitting.ask(other)["request"] is None
    with pytest.raises(Stale):
        sitting.answer(other, at, agree=True)


def test_who_looks_takes_nothing_back_and_nobody_before_the_beginning(sitting: Sitting) -> None:
    rest(sitting)
    with pytest.raises(NotYours):
        sitting.undo(LOOKER, sitting.head, key(), "")
    with pytest.raises(UndoRefused):
        sitting.undo(BOTH, sitting.head, key(), "")


# ---------------------------------------------------------------------- bots and news
def test_a_bot_plays_its_side_by_itself_and_nobody_else_does(tmp_path: Path) -> None:
    sitting = Sitting(game_with(tmp_path / "game.hxl", "practice"), {BLUE: ("bot:greedy", greedy_bot)})
    try:
        seen = sitting.version
        count = 0
        while not (asked := rest(sitting))["over"] and count < 200:
            assert asked["side"] == RED
            make(sitting, ONE[RED])
            count += 1
        assert asked["over"] and asked["bots"] == {str(BLUE): "bot:greedy"}
        assert sitting.wait(seen, 0.0) > seen
    finally:
        sitting.close()


class Slow:
    """A bot that thinks until it is let go; what it thought of, and with which game."""

    def __init__(self) -> None:
        self.begun, self.go = Event(), Event()
        self.asked: list[tuple[int, bytes]] = []
        self.games: list[Any] = []

    def __call__(self, game: Any, state: Any, prompt: Any, chance: Any) -> Decision:
        self.asked.append((prompt.side, digest(state)))
        self.games.append(game)
        self.begun.set()
        assert self.go.wait(20)
        return greedy_bot(game, state, prompt, chance)


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[tuple[Sitting, Slow]]:
    """A sitting whose blue side is a bot that thinks."""
    thinker = Slow()
    found = Sitting(game_with(tmp_path / "game.hxl", "practice", turns=8), {BLUE: ("bot:slow", thinker)})
    while rest(found)["yours"]:
        make(found)
        if found.chronicle.offer().side == BLUE:
            break
    assert thinker.begun.wait(20)
    yield found, thinker
    thinker.go.set()
    found.close()


def test_a_bot_that_thinks_keeps_nobody_waiting(slow: tuple[Sitting, Slow]) -> None:
    sitting, thinker = slow
    before, asked = sitting.head, sitting.ask(ONE[RED])
    assert sitting.working and asked["side"] == BLUE and not asked["yours"] and sitting.head == before
    assert thinker.games[0] is not sitting.game, "what is kept of a position is for one thread at a time"
    with pytest.raises(NotYours):
        make(sitting, ONE[RED], advised(sitting))
    thinker.go.set()
    rest(sitting)
    assert sitting.head > before and thinker.asked


def test_what_a_bot_thought_of_a_moment_that_was_taken_back_is_not_done(slow: tuple[Sitting, Slow]) -> None:
    sitting, thinker = slow
    thought = thinker.asked[-1]
    sitting.undo(BOTH, sitting.head, key(), "I meant another hex", agreed=True)
    assert sitting.chronicle.offer().side == RED
    back = sitting.head
    thinker.go.set()
    worker = sitting._worker
    assert worker is None or worker.join(20) is None
    assert sitting.head == back and sitting.ask(BOTH)["yours"] and thinker.asked == [thought]


def test_who_has_taken_back_decides_anew_while_the_bot_thinks_of_what_is_past(slow: tuple[Sitting, Slow]) -> None:
    sitting, thinker = slow
    for _ in range(2):
        sitting.undo(BOTH, sitting.head, key(), "I meant another hex", agreed=True)
        assert sitting.ask(ONE[RED])["yours"] and not sitting.working
    other = next(one for one in choices(sitting.game, sitting.chronicle.state()) if one != advised(sitting))
    make(sitting, ONE[RED], other)
    while sitting.chronicle.offer().side == RED:
        make(sitting, ONE[RED])
    now = digest(sitting.chronicle.state())
    thinker.go.set()
    worker = sitting._worker
    assert worker is None or worker.join(20) is None
    blue = [at for side, at in thinker.asked]
    assert blue[1] == now != blue[0] and not sitting.trouble, "the second thought is of the moment that is, and is done"


def test_who_leaves_the_table_does_not_wait_for_a_bots_thought(slow: tuple[Sitting, Slow]) -> None:
    sitting, thinker = slow
    worker, head = sitting._worker, sitting.head
    sitting.close()
    assert worker is not None and worker.is_alive()
    thinker.go.set()
    worker.join(20)
    assert not worker.is_alive() and not sitting.trouble
    with Chronicle.read(sitting.chronicle.path, game=drill()) as chronicle:
        assert chronicle.timeline.head == head


def test_what_goes_wrong_in_a_bot_is_told(tmp_path: Path) -> None:
    def broken(*_given: object) -> Decision:
        raise ValueError("no idea")

    sitting = Sitting(game_with(tmp_path / "game.hxl", "practice", turns=8), {RED: ("bot:broken", broken)})
    assert "no idea" in rest(sitting)["trouble"] and not sitting.working
    sitting.close()


# ---------------------------------------------------------------------- dice laid out, studies
def test_every_way_that_dice_can_fall_is_laid_out_before_they_are_thrown(sitting: Sitting) -> None:
    while not rest(sitting)["over"]:
        decision = advised(sitting)
        given = page_fields(sitting.game, decision)
        looked = sitting.preview(BOTH, sitting.head, decision.kind(), given)
        if looked["dice"]:
            before = sitting.chronicle.ledger.path.read_bytes()
            rows = sitting.faces(BOTH, sitting.head, decision.kind(), given)["faces"]
            assert sum(Fraction(*row["chance"]) for row in rows) == 1
            assert all(row["ways"] and row["lines"] and row["percent"].endswith("%") for row in rows)
            assert sitting.chronicle.ledger.path.read_bytes() == before
            return
        make(sitting)
    raise AssertionError("nobody has rolled")


@pytest.mark.whole
def test_bots_are_asked_in_studies_only(tmp_path: Path, sitting: Sitting) -> None:
    rest(sitting)
    for ask in (lambda: sitting.play_by(BOTH, RED, "greedy"), lambda: sitting.odds(0, 2)):
        with pytest.raises(NotYours):
            ask()
    log = tmp_path / "caen.hxl"
    Chronicle.create(log, new_genesis("june_6/push_to_caen", seed="a study")).close()
    study = Sitting(Chronicle.write(begin_study_beside(log, 0, "fresh")))
    try:
        frames = len(study.chronicle.timeline)
        odds = study.odds(study.head, 2, seconds=60.0)
        assert odds == study.odds(study.head, 2, seconds=60.0), "the same runs each time"
        assert odds["runs"] == 2 and odds["complete"] and [row["side"] for row in odds["wins"]] == [1, 2]
        assert all(0 <= row["low"] <= row["share"] <= row["high"] <= 1 for row in odds["wins"])
        assert len(study.chronicle.timeline) == frames
        assert study.play_by(BOTH, RED, "greedy")["bots"] == {"1": "greedy"}
        worker = study._worker
        if worker is not None:
            worker.join()
        assert len(study.chronicle.timeline) > frames and study.ask(BOTH)["side"] == BLUE
        with pytest.raises(UnknownName):
            study.play_by(BOTH, BLUE, "clever")
    finally:
        study.close()


def test_what_each_way_costs_is_what_the_move_then_costs(sitting: Sitting) -> None:
    while not rest(sitting)["over"]:
        decision = advised(sitting)
        given = page_fields(sitting.game, decision)
        if given.get("path"):
            rest_given = {name: value for name, value in given.items() if name != "path"}
            costs = dict(sitting.costs(BOTH, sitting.head, decision.kind(), rest_given, "path")["costs"])
            listed = sitting.next(BOTH, sitting.head, decision.kind(), rest_given, "path")["values"]
            assert set(costs) <= {value[-1] for value, _, _ in listed}
            seq = make(sitting)["seq"]
            moved = [e for e in sitting.chronicle.frame(seq).events if isinstance(e, Moved)]
            assert costs[moved[0].path[-1]] == sitting.game.cost(moved[0].cost)
            return
        make(sitting)
    raise AssertionError("nobody has moved")
