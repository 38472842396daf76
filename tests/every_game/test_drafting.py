"""Decisions put together field by field, in every game: what was played can be drafted; previews tell the truth."""

from __future__ import annotations

from typing import Any

from hexledger.engine.kernel.decisions import Decision, Reveal, Seal
from hexledger.engine.kernel.seals import wants_reveal, wants_seal
from hexledger.engine.table.drafting import PAIRS, PLACES, ROLES, SETS, UNITS, Drafting, fields_of, given_of
from hexledger.engine.table.preview import DIE, DRAW, HAND_OVER, preview
from hexledger.events.model import Drawn, Rolled
from hexledger.projections.digest import digest
from hexledger.replays.log.chronicle import Chronicle
from tests.every_game.about import About
from tests.every_game.catalogue import every_game, outside_the_catalogue
from tests.every_game.test_records import Play

LOOKED_AT = 60
"""Decisions of a game that are drafted again, spread over it."""


@every_game
def test_every_decision_that_was_played_can_be_drafted_field_by_field(one: About, played: Play) -> None:
    path, game, frames = played(one)
    with Chronicle.read(path, game=outside_the_catalogue(one.game)) as chronicle:
        drafted = 0
        for frame in frames[1 :: max(1, len(frames) // LOOKED_AT)]:
            decision, state = chronicle.decision(frame.seq), chronicle.state(frame.parent)
            if not isinstance(decision, Decision) or isinstance(decision, Seal | Reveal):
                continue
            drafting = Drafting(game, state)
            given: dict[str, Any] = {}
            wanted = given_of(game, decision)
            for field in fields_of(game, decision.kind()):
                assert field.role in ROLES
                offered = drafting.values(decision.kind(), given, field.name)
                value = wanted[field.name]
                if drafting.prompt.complete:
                    assert _same(field.role, value) in [_same(field.role, one.value) for one in offered], field
                given[field.name] = list(reversed(value)) if field.role in (UNITS, PLACES) else value
            made = drafting.made(decision.kind(), _tuples(given))
            for field in fields_of(game, decision.kind()):
                assert _same(field.role, getattr(made, field.name)) == _same(field.role, wanted[field.name])
            drafted += 1
        assert drafted > 10


@every_game
def test_a_preview_changes_nothing_and_tells_what_the_decision_then_does(one: About, played: Play) -> None:
    path, game, frames = played(one)
    with Chronicle.read(path, game=outside_the_catalogue(one.game)) as chronicle:
        crossed: set[str] = set()
        for frame in frames[1 :: max(1, len(frames) // LOOKED_AT)]:
            decision, state = chronicle.decision(frame.seq), chronicle.state(frame.parent)
            prompt = chronicle.offer(frame.parent)
            assert prompt is not None
            if not isinstance(decision, Decision) or wants_seal(prompt.kinds) or wants_reveal(prompt.kinds):
                continue
            before = digest(state)
            looked = preview(game, state, decision)
            assert digest(state) == before
            assert looked.why is None and looked.after is not None
            rolls = [number for number, event in enumerate(frame.events) if isinstance(event, Rolled | Drawn)]
            assert (looked.asked is not None) == bool(rolls)
            if rolls:
                assert looked.events == frame.events[: rolls[0]]
                assert {DIE, DRAW} & set(looked.crosses)
            else:
                assert looked.events == frame.events
                assert digest(looked.after) == frame.digest
                follows = chronicle.offer(frame.seq)
                assert looked.then == follows
                assert (HAND_OVER in looked.crosses) == (follows is not None and follows.side != prompt.side)
            crossed.update(looked.crosses)
        assert crossed


@every_game
def test_of_what_is_listed_the_first_of_each_kind_is_legal_in_a_preview(one: About, played: Play) -> None:
    path, game, frames = played(one)
    with Chronicle.read(path, game=outside_the_catalogue(one.game)) as chronicle:
        tried = 0
        for frame in frames[1 :: max(1, len(frames) // 25)]:
            prompt = chronicle.offer(frame.parent)
            assert prompt is not None
            if wants_reveal(prompt.kinds):
                continue
            state = chronicle.state(frame.parent)
            drafting = Drafting(game, state)
            for kind in drafting.kinds():
                looked = preview(game, state, drafting.of(kind)[0])
                assert looked.why is None, (kind, looked.why)
                tried += 1
            named = drafting.units()
            assert all(kind in prompt.kinds for kinds in named.values() for kind in kinds)
        assert tried > 20


def _same(role: str, value: Any) -> Any:
    return frozenset(value) if role in SETS or role == PAIRS else value


def _tuples(given: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
