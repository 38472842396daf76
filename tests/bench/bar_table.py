"""Playing on the map: what a page asks between a click and a picture, in the largest scenario of each game.

Times are those that this process computed, without HTTP and the browser's drawing.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any, Final, NamedTuple

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import greedy_bot
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.table.drafting import UNIT, UNITS, Drafting, fields_of, given_of
from hexledger.engine.table.onward import ahead
from hexledger.engine.table.preview import preview
from hexledger.projections.state import State
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.table import hand_in, opening
from tests.bench.material import LARGEST, home
from tests.bench.measure import Plan, Row, apart, percentile, span

MOST_MS: Final = 100


class Largest(NamedTuple):
    """The position of a game in which most units may be decided about, and how many."""

    game: Game[Any]
    state: State
    units: int


def rows(plan: Plan) -> Iterator[Row]:
    """Two rows for each game. While a bot decides: which units may be decided about, the next field of what it decides,
    its preview, the die that an attack comes to later. In the largest position: what each of its units may do, and
    where it may go."""
    for scenario in LARGEST:
        apart()
        times, largest = _asked(plan, scenario)
        yield _row(f"table: marks, next field, preview, {scenario}, p99", times, f"{len(times)} requests")
        times = list(_marked(largest))
        note = f"{largest.units} units may be decided about, {len(times)} requests"
        yield _row(f"table: what each unit may do, {scenario}, p99", times, note)


def _row(what: str, times: list[float], note: str) -> Row:
    worst, longest = percentile(times, 99) * 1e3, max(times) * 1e3
    return Row(what, span(worst / 1e3), "-", worst, worst, longest, MOST_MS, at_least=False, unit=" ms", note=note)


def _asked(plan: Plan, scenario: str) -> tuple[list[float], Largest]:
    """Seconds of each request while the greedy bot decides, and the largest position that it came to."""
    path = home(plan) / f"table-{scenario.replace('/', '-')}.hxl"
    path.unlink(missing_ok=True)
    times: list[float] = []
    with Chronicle.create(path, new_genesis(scenario, seed="table")) as game:
        largest = Largest(game.game, game.state(), 0)
        for number in range(plan.asked):
            prompt = game.offer()
            if prompt is None:
                break
            shown = opening(game)
            if shown is not None:
                game.submit(prompt.side, shown)
                continue
            decision = greedy_bot(game.game, game.state(), prompt, Chance("table", scenario, number))
            units = len(_requests(game.game, game.state(), decision, times).units())
            if units > largest.units:
                largest = Largest(game.game, game.state(), units)
            hand_in(game, prompt.side, decision)
    path.unlink()
    return times, largest


def _requests(game: Game[Any], state: State, decision: Decision, times: list[float]) -> Drafting:
    """Make the requests of one decision, each timed; the drafts that they leave."""
    began = process_time()
    drafting = Drafting(game, state)
    drafting.units()
    times.append(process_time() - began)
    for field in fields_of(game, decision.kind())[:1]:
        began = process_time()
        _values(drafting, decision.kind(), {}, field.name)
        times.append(process_time() - began)
    began = process_time()
    made = drafting.made(decision.kind(), given_of(game, decision))
    ahead(game, made, preview(game, state, made))
    times.append(process_time() - began)
    return drafting


def _marked(largest: Largest) -> Iterator[float]:
    """Seconds of each request when one unit after the other is clicked: the first finds the position as a page does
    that has just been loaded, with nothing kept; then for each kind of decision what its next field may have."""
    game = largest.game
    began = process_time()
    drafting = Drafting(game, largest.state)
    drafting.units()
    yield process_time() - began
    for piece, kinds in drafting.units().items():
        for kind in kinds:
            first, *rest = fields_of(game, kind)
            if rest and first.role in (UNIT, UNITS):
                began = process_time()
                _values(drafting, kind, {first.name: piece if first.role == UNIT else (piece,)}, rest[0].name)
                yield process_time() - began


def _values(drafting: Drafting, kind: str, given: dict[str, Any], name: str) -> None:
    """What a page asks of a field: what is listed, and what may be tried."""
    drafting.values(kind, given, name)
    drafting.unlisted(kind, given, name)
