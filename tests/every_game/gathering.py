"""`pytest -p tests.every_game.gathering tests/june_6 tests/conformance/june_6`: positions in which decisions are made.

Whatever a step of a game's rules lets pass while those tests run is kept, and of kinds that nobody decided yet the
first that is listed where one is asked for: the position, who decides, and what. So each kind of decision that any
test of a rule comes to has positions in which a player can be asked for it (`positions.py`). They are written to
the file that HEXLEDGER_GATHERED names, as msgpack of `list[Gathered]`.

A kept position is a list of events that lay it out from nothing, so that a log can begin with it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from hexledger.engine.building.floor import FLOOR
from hexledger.engine.catalogue import GAMES, game_class
from hexledger.engine.kernel.decisions import KERNEL_DECISIONS, KERNEL_KINDS, Decision, Seal
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.seals import wants_seal
from hexledger.engine.kernel.steps import Choice, Prompt
from hexledger.events import model as ev
from hexledger.projections.state import State

AT_MOST: Final = 8
"""Positions that are kept of a kind."""
LOOKED_AT: Final = 200
"""Choices that are looked through where a choice is to be sealed."""


class Gathered(msgspec.Struct, frozen=True):
    """A position in which `decision` (bytes of its codec) is made by a test. `events` lay the position out, the step
    that asks on top of its agenda and the floor of built positions at its bottom. `sealed`: it is sealed there."""

    game: str
    kind: str
    scenario: int
    events: tuple[ev.AnyEvent, ...]
    decision: bytes
    sealed: bool
    test: str


found: dict[tuple[str, str], list[Gathered]] = {}
running = [""]
looking: list[object] = []
"""The step whose choices are just being looked through: what it asks meanwhile is not looked at."""
looked_for: set[tuple[str, str, str]] = set()
"""Game, kind and test: where a listed decision was looked for already."""


def laid_out(state: State) -> tuple[ev.Event, ...]:
    """Events that make a position from nothing."""
    low16, low20, low4, low32 = (1 << 16) - 1, (1 << 20) - 1, 15, (1 << 32) - 1
    judged = [
        ev.JudgedFor(key & low32, status, path, 0, key >> 32) if key >> 32 else ev.Judged(key & low32, status, path)
        for key, (status, path) in state.judged.items()
    ]
    return (
        ev.TurnBegan(state.turn),
        ev.PhaseBegan(state.phase, state.phase_side),
        *(ev.Placed(piece, at, state.steps[piece]) for piece, at in state.at.items()),
        *(ev.StepsSet(piece, steps) for piece, steps in state.steps.items() if piece not in state.at),
        *(ev.Flagged(key >> 16, key & low16, value) for key, value in state.flags.items()),
        *(ev.Attached(piece, formation) for piece, formation in state.attached.items()),
        *(ev.Controlled(place, side) for place, side in state.control.items()),
        *(ev.MarkerSet(k >> 32, (k >> 16 & low16) - 1, k & low16, count) for k, count in state.markers.items()),
        *(ev.TrackSet(key >> 4, key & low4, value) for key, value in state.tracks.items()),
        *(ev.Pooled(key >> 20, key & low20, count) for key, count in state.pools.items()),
        *(ev.Assigned(variable, value) for variable, value in state.variables.items()),
        *judged,
        *(ev.Sealed(key >> 16, key & low16, commitment) for key, commitment in state.seals.items()),
        *(ev.Pushed(tag, data) for tag, data in state.agenda),
    )


def keep_listed(step: Choice[Any], pos: Position[Any], kinds: tuple[str, ...]) -> None:
    """Of kinds that are asked for and have no position yet, keep the first decision that is listed."""
    for kind in kinds:
        named = (pos.game.id, kind, running[0])
        if kind in KERNEL_KINDS or named[:2] in found or named in looked_for:
            continue
        looked_for.add(named)
        listed = next(iter(step.choices_of(pos, kind)), None)
        if listed is not None:
            _keep(step, pos, listed, sealed=wants_seal(kinds))


def keep(step: Choice[Any], pos: Position[Any], decision: Decision) -> None:
    """Keep a position in which `decision` was let pass; of a seal one for each kind that may be sealed."""
    if isinstance(decision, Seal):
        sealable: dict[str, Decision] = {}
        for number, choice in enumerate(step.choices(pos)):
            sealable.setdefault(choice.kind(), choice)
            if number > LOOKED_AT:
                break
        for choice in sealable.values():
            _keep(step, pos, choice, sealed=True)
    elif not isinstance(decision, KERNEL_DECISIONS):
        _keep(step, pos, decision, sealed=False)


def _keep(step: Choice[Any], pos: Position[Any], decision: Decision, *, sealed: bool) -> None:
    game = pos.game
    kept = found.setdefault((game.id, decision.kind()), [])
    if len(kept) >= AT_MOST or any(one.test == running[0] for one in kept):
        return
    state = pos.state.copy()
    entry = game.step_codec.pack(step)
    rest = tuple(one for one in state.agenda if one[0] != FLOOR)
    state.agenda = ((FLOOR, ()), *(rest if rest[-1:] == (entry,) else (*rest, entry)))
    scenario = state.variables.get(game.words.get("var.scenario", -1), 0)
    raw = bytes(game.codec.encode(decision))
    kept.append(Gathered(game.id, decision.kind(), scenario, laid_out(state), raw, sealed, running[0]))  # type: ignore[arg-type]


def asked(prompt: Callable[[Any, Any], Prompt | None]) -> Callable[[Any, Any], Prompt | None]:
    """A step's `prompt` that keeps what it asks for."""

    def asking(step: Any, pos: Any) -> Prompt | None:
        asks = prompt(step, pos)
        if asks is not None and not looking:
            looking.append(step)
            try:
                keep_listed(step, pos, asks.kinds)
            finally:
                looking.pop()
        return asks

    return asking


def watched(check: Callable[[Any, Any, Decision], None]) -> Callable[[Any, Any, Decision], None]:
    """A step's `check` that keeps what it lets pass."""

    def checking(step: Any, pos: Any, decision: Decision) -> None:
        check(step, pos, decision)
        keep(step, pos, decision)

    return checking


def pytest_configure() -> None:
    """From now on every step of every game is watched, and so are those that they share."""
    asking = [step for name in GAMES for step in game_class(name).step_classes if issubclass(step, Choice)]
    for step in dict.fromkeys(base for one in asking for base in one.__mro__ if issubclass(base, Choice)):
        if "check" in vars(step) and step is not Choice:
            step.check = watched(step.check)  # type: ignore[method-assign]
        if "prompt" in vars(step) and step is not Choice:
            step.prompt = asked(step.prompt)  # type: ignore[method-assign]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Know which test runs."""
    running[0] = item.nodeid
    yield


def pytest_sessionfinish() -> None:
    """Write what was kept."""
    path = Path(os.environ["HEXLEDGER_GATHERED"])
    path.write_bytes(msgspec.msgpack.encode([one for kept in found.values() for one in kept]))
