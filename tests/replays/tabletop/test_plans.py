"""Plans of several decisions, reasons at the place, and armies with seats of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexledger.engine.errors import UnknownName
from hexledger.engine.table.drafting import ROUTE, Drafting, fields_of
from hexledger.engine.table.plans import PlanBroken, planned
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.due import due
from hexledger.replays.log.genesis import new_genesis
from hexledger.replays.tabletop.seats import Seat, seats_of
from hexledger.replays.tabletop.sitting import Made, NotYours, Sitting, Stale
from tests.drill.dice import game_with
from tests.drill.game import drill
from tests.drill.play import RED
from tests.replays.tabletop.test_sitting import BOTH, LOOKER, ONE, advised, key, make, page_fields, rest

ARMIES = tuple((seat, f"Player {seat}", "") for seat in (1, 11, 12, 13, 2, 21, 22))


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    found = Sitting(game_with(tmp_path / "game.hxl", "practice", turns=8))
    yield found
    found.close()


def plan_of(sitting: Sitting, most: int = 4) -> list[Made]:
    """As many of a bot's next decisions as can be planned."""
    from hexledger.engine.bots.chance import Chance
    from hexledger.engine.bots.players import greedy_bot

    out: list[Made] = []
    state, prompt = sitting.chronicle.state(), sitting.chronicle.offer()
    while prompt is not None and len(out) < most:
        decision = greedy_bot(sitting.game, state, prompt, Chance("x", "y", sitting.head + len(out)))
        try:
            step = planned(sitting.game, state, decision, len(out) + 1)
        except PlanBroken:
            break
        out.append(Made(decision.kind(), page_fields(sitting.game, decision)))
        state, prompt = step.state, step.prompt
    return out


def with_a_plan(sitting: Sitting) -> list[Made]:
    """Play until at least two decisions can be planned."""
    while not rest(sitting)["over"]:
        found = plan_of(sitting)
        if len(found) > 1:
            return found
        make(sitting)
    raise AssertionError("nothing can be planned in this game")


# ---------------------------------------------------------------------- plans
def test_a_plan_is_looked_at_before_anything_is_made_and_made_as_it_was_told(sitting: Sitting) -> None:
    plan = with_a_plan(sitting)
    at, before = sitting.head, sitting.chronicle.ledger.path.read_bytes()
    looked = sitting.plan(BOTH, at, plan)
    assert len(looked["told"]) == len(plan) and looked["kinds"] and looked["text"]
    last = sitting.preview(BOTH, at, plan[-1].kind, plan[-1].given, plan[:-1])
    assert last["legal"] and last["told"] == looked["told"][-1][0]
    assert sitting.chronicle.ledger.path.read_bytes() == before, "nothing is written by looking"
    row = sitting.decide(BOTH, at, key(), plan[-1].kind, plan[-1].given, plan=plan[:-1])
    made = sitting.chronicle.timeline.between(at, row["seq"] or 0)
    assert len(made) == len(plan) and "left" not in row
    state = sitting.chronicle.state(row["seq"])
    assert dict(looked["places"]).items() <= state.at.items()
    rest(sitting)
    assert audit(sitting.chronicle.path, game=drill()).intact


def test_a_plan_that_is_sent_twice_is_made_once_and_one_that_a_crash_cut_is_ended(tmp_path: Path) -> None:
    path = tmp_path / "game.hxl"
    sitting = Sitting(game_with(path, "practice", turns=8))
    plan = with_a_plan(sitting)
    at = sitting.head
    sitting.decide(BOTH, at, key(), plan[0].kind, plan[0].given)
    sitting.close()
    again = Sitting(Chronicle.write(path, game=drill()))
    try:
        rest(again)
        named = key()
        row = again.decide(BOTH, at, named, plan[-1].kind, plan[-1].given, plan=plan[:-1])
        made = again.chronicle.timeline.between(at, row["seq"] or 0)
        assert len(made) == len(plan), "the first stood already and is not made again"
        frames = len(again.chronicle.timeline)
        assert again.decide(BOTH, at, named, plan[-1].kind, plan[-1].given, plan=plan[:-1]) == row
        assert again.decide(BOTH, at, key(), plan[-1].kind, plan[-1].given, plan=plan[:-1])["seq"] == row["seq"]
        assert len(again.chronicle.timeline) == frames
    finally:
        again.close()


def test_a_plan_ends_where_a_die_comes_and_says_which_decision_it_was(sitting: Sitting) -> None:
    while not rest(sitting)["over"]:
        decision, at = advised(sitting), sitting.head
        row = sitting.preview(BOTH, at, decision.kind(), page_fields(sitting.game, decision))
        if row["dice"]:
            with pytest.raises(PlanBroken, match="decision 1 of the plan: a die") as broken:
                sitting.plan(BOTH, at, [Made(decision.kind(), page_fields(sitting.game, decision))])
            assert broken.value.number == 1
            return
        make(sitting)
    raise AssertionError("nobody has rolled")


def test_of_a_plan_whose_second_half_is_refused_the_first_stands_and_the_answer_says_so(sitting: Sitting) -> None:
    plan = with_a_plan(sitting)
    at = sitting.head
    twice = [plan[0], plan[0]]
    with pytest.raises(PlanBroken):
        sitting.plan(BOTH, at, twice)
    row = sitting.decide(BOTH, at, key(), plan[0].kind, plan[0].given, plan=[plan[0]])
    assert row["left"] == 1 and row["why"]
    assert sitting.chronicle.frame(row["seq"] or 0).parent == at


def test_a_plan_is_no_way_round_the_seat(sitting: Sitting) -> None:
    plan = with_a_plan(sitting)
    side = rest(sitting)["side"]
    for seat in (LOOKER, next(one for number, one in ONE.items() if number != side)):
        with pytest.raises(NotYours):
            sitting.plan(seat, sitting.head, plan)
        with pytest.raises(NotYours):
            sitting.decide(seat, sitting.head, key(), plan[-1].kind, plan[-1].given, plan=plan[:-1])
    with pytest.raises(Stale):
        sitting.plan(BOTH, sitting.head + 1, plan)


# ---------------------------------------------------------------------- why not
def test_what_cannot_be_chosen_is_refused_with_its_rule(sitting: Sitting) -> None:
    rest(sitting)
    other = next(
        piece for piece in sorted(sitting.chronicle.state().at) if sitting.game.piece_side(piece) not in (0, RED)
    )
    found = sitting.why(BOTH, sitting.head, "", {}, "", other)["refusals"]
    assert len(found) == 1 and found[0]["rule"].startswith("DR") and "Blue unit" in found[0]["why"]
    kind, way = _moving(sitting)
    unit, listed = _ways(sitting, kind, way)
    far = next(place for place in range(sitting.game.board.n_hexes - 1, 0, -1) if place not in listed)
    rows = sitting.why(BOTH, sitting.head, kind, {"unit": unit}, way, far)["refusals"]
    assert rows and rows[0]["kind"] == kind and rows[0]["rule"].startswith("DR") and rows[0]["why"]
    with pytest.raises(NotYours):
        sitting.why(LOOKER, sitting.head, "", {}, "", other)


def _moving(sitting: Sitting) -> tuple[str, str]:
    while True:
        prompt = sitting.chronicle.offer()
        assert prompt is not None
        for kind in prompt.kinds:
            for field in fields_of(sitting.game, kind):
                if field.role == ROUTE and Drafting(sitting.game, sitting.chronicle.state()).of(kind):
                    return kind, field.name
        make(sitting)
        rest(sitting)


def _ways(sitting: Sitting, kind: str, way: str) -> tuple[int, set[int]]:
    drafting = Drafting(sitting.game, sitting.chronicle.state())
    unit = drafting.of(kind)[0].unit  # type: ignore[attr-defined]
    return unit, {value.value[-1] for value in drafting.values(kind, {"unit": unit}, way)}


# ---------------------------------------------------------------------- armies, and who plays elsewhere
def test_each_army_with_a_player_has_a_seat_and_decides_for_itself_only(tmp_path: Path) -> None:
    path = tmp_path / "armies.hxl"
    genesis = new_genesis("time_for_trumpets/losheim_gap", seed="armies", players=ARMIES)
    sitting = Sitting(Chronicle.create(path, genesis))
    try:
        numbers = seats_of(sitting.chronicle)
        assert numbers == (1, 11, 12, 13, 2, 21, 22)
        seats = {number: Seat(f"token-{number}", (number,), number // 10 or number) for number in numbers}
        decided: set[int] = set()
        for _ in range(120):
            asked = rest_of(sitting)
            if asked.side is None or len(decided) > 2:
                break
            mine = asked.whose
            assert mine is not None
            decision = advised(sitting)
            given = page_fields(sitting.game, decision)
            assert sitting.ask(seats[mine])["yours"]
            for number, seat in seats.items():
                if number != mine:
                    assert not sitting.ask(seat)["yours"]
                    with pytest.raises(NotYours):
                        sitting.decide(seat, sitting.head, key(), decision.kind(), given)
            sitting.decide(seats[mine], sitting.head, key(), decision.kind(), given)
            decided.add(mine)
        assert len(decided) > 1 and any(seat > 10 for seat in decided), decided
        with pytest.raises(NotYours, match="own seat"):
            sitting.undo(seats[21], sitting.head, key(), "")
    finally:
        sitting.close()
    assert audit(path).intact


def rest_of(sitting: Sitting) -> Any:
    rest(sitting)
    return due(sitting.chronicle)


def test_for_a_side_that_plays_elsewhere_nothing_is_answered_here(tmp_path: Path) -> None:
    sitting = Sitting(game_with(tmp_path / "game.hxl", "practice", turns=8), away=(RED,))
    try:
        while (asked := rest_of(sitting)).side not in (RED, None):
            make(sitting, ONE[asked.side])
        frames = len(sitting.chronicle.timeline)
        shown = rest(sitting)
        assert asked.side == RED and shown["away"] and not sitting.ask(ONE[RED])["yours"]
        assert len(sitting.chronicle.timeline) == frames
    finally:
        sitting.close()


def test_a_kind_that_is_not_asked_for_has_no_reasons(sitting: Sitting) -> None:
    rest(sitting)
    prompt = sitting.chronicle.offer()
    assert prompt is not None
    other = next(
        kind for kind in sitting.game.codec.classes if kind not in prompt.kinds and fields_of(sitting.game, kind)
    )
    field = fields_of(sitting.game, other)[0].name
    assert sitting.why(BOTH, sitting.head, other, {}, field, 0)["refusals"] == []
    with pytest.raises(UnknownName):
        sitting.why(BOTH, sitting.head, "no_such_kind", {}, "unit", 0)
