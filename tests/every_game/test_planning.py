"""Looking ahead at the table, in every game: plans, the die that an attack comes to, why something is not offered."""

from __future__ import annotations

from typing import Any

import pytest

from hexledger.engine.kernel.decisions import Decision, Reveal, Seal
from hexledger.engine.kernel.seals import wants_reveal, wants_seal
from hexledger.engine.table.consequences import tried
from hexledger.engine.table.drafting import PLACE, UNIT, Drafting, fields_of
from hexledger.engine.table.onward import onward
from hexledger.engine.table.plans import PlanBroken, planned
from hexledger.engine.table.reasons import why_no_unit, why_not
from hexledger.projections.digest import digest
from hexledger.replays.log.chronicle import Chronicle
from tests.every_game.about import About
from tests.every_game.catalogue import every_game, outside_the_catalogue
from tests.every_game.test_records import Play

LOOKED_AT = 40
"""Moments of a game that are looked at, spread over it."""
at_length = pytest.mark.parametrize("most", [LOOKED_AT // 2, pytest.param(LOOKED_AT, marks=pytest.mark.long)])
"""Where each of them is dear: half by day, all in the long run."""


def moments(frames: Any, most: int = LOOKED_AT) -> Any:
    return frames[1 :: max(1, len(frames) // most)]


@every_game
def test_a_step_of_a_plan_is_what_the_decision_then_does(one: About, played: Play) -> None:
    path, game, frames = played(one)
    with Chronicle.read(path, game=outside_the_catalogue(one.game)) as chronicle:
        went = broke = 0
        for frame in moments(frames):
            decision, state = chronicle.decision(frame.seq), chronicle.state(frame.parent)
            prompt, follows = chronicle.offer(frame.parent), chronicle.offer(frame.seq)
            if not isinstance(decision, Decision) or prompt is None:
                continue
            before = digest(state)
            try:
                step = planned(game, state, decision, 1)
            except PlanBroken as broken:
                rolls = bool(frame.evidence) or any(
                    type(event).__name__ in ("Rolled", "Drawn") for event in frame.events
                )
                secret = wants_seal(prompt.kinds) or wants_reveal(prompt.kinds)
                assert rolls or secret or follows is None or follows.side != prompt.side, str(broken)
                broke += 1
            else:
                assert step.events == frame.events and digest(step.state) == frame.digest and step.prompt == follows
                went += 1
            assert digest(state) == before
        assert went and broke


@pytest.mark.whole
@at_length
@every_game
def test_the_die_that_comes_when_nobody_adds_anything_is_reached_by_the_answers_that_are_told(
    one: About, most: int, played: Play
) -> None:
    path, game, frames = played(one)
    with Chronicle.read(path, game=outside_the_catalogue(one.game)) as chronicle:
        reached = 0
        for frame in moments(frames, most):
            state = chronicle.state(frame.parent)
            before = digest(state)
            found = onward(game, state)
            assert digest(state) == before
            if found is None:
                continue
            reached += 1
            came = tried(game, found.state, found.decision)
            assert came.asked == found.asked and found.assumed[-1].side == found.side
        assert reached


@pytest.mark.whole
@at_length
@every_game
def test_why_a_unit_or_place_is_not_offered_is_said_with_its_rule(one: About, most: int, played: Play) -> None:
    path, game, frames = played(one)
    code = game.code
    with Chronicle.read(path, game=outside_the_catalogue(one.game)) as chronicle:
        said = 0
        for frame in moments(frames, most):
            prompt, state = chronicle.offer(frame.parent), chronicle.state(frame.parent)
            if prompt is None or wants_reveal(prompt.kinds):
                continue
            drafting, before = Drafting(game, state), digest(state)
            known = drafting.units()
            for piece in [piece for piece in sorted(state.at) if piece not in known][:4]:
                for refused in why_no_unit(drafting, piece):
                    assert refused.rule.startswith(code) and refused.why
                    said += 1
            said += _places(drafting, code)
            assert digest(state) == before
        assert said > 10


def _places(drafting: Drafting, code: str) -> int:
    """Refusals at places that are not listed, of the first kind that asks for one."""
    game = drafting.game
    for kind in drafting.kinds():
        fields = fields_of(game, kind)
        if len(fields) < 2 or fields[0].role != UNIT or fields[1].role != PLACE:
            continue
        unit = getattr(drafting.of(kind)[0], fields[0].name)
        given = {fields[0].name: unit}
        listed = {value.value for value in drafting.values(kind, given, fields[1].name)}
        found = 0
        for place in [place for place in range(game.board.n_hexes) if place not in listed][::400]:
            refused = why_not(drafting, kind, given, fields[1].name, place)
            if refused is not None:
                assert refused.kind == kind and refused.rule.startswith(code) and refused.why
                found += 1
        return found
    return 0


@every_game
def test_what_is_listed_is_never_refused(one: About, played: Play) -> None:
    path, game, frames = played(one)
    with Chronicle.read(path, game=outside_the_catalogue(one.game)) as chronicle:
        tried_once = 0
        for frame in moments(frames):
            prompt = chronicle.offer(frame.parent)
            decision = chronicle.decision(frame.seq)
            if prompt is None or not isinstance(decision, Decision) or isinstance(decision, Seal | Reveal):
                continue
            drafting = Drafting(game, chronicle.state(frame.parent))
            for field in fields_of(game, decision.kind()):
                if field.role not in (UNIT, PLACE):
                    continue
                given = {
                    other.name: getattr(decision, other.name)
                    for other in fields_of(game, decision.kind())
                    if other.name != field.name
                }
                value = getattr(decision, field.name)
                refused = why_not(drafting, decision.kind(), given, field.name, value)
                assert refused is None, (decision, refused)
                tried_once += 1
        assert tried_once
