"""Playing on the map: what a page asks between a click and a picture, in the largest scenario of each game.

Times are those that this process computed, without HTTP and the browser's drawing.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Final

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import greedy_bot
from hexledger.engine.table.drafting import Drafting, fields_of, given_of
from hexledger.engine.table.onward import ahead
from hexledger.engine.table.preview import preview
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.table import hand_in, opening
from tests.bench.material import LARGEST, home
from tests.bench.measure import Plan, Row, percentile, span

MOST_MS: Final = 100


def rows(plan: Plan) -> Iterator[Row]:
    """A row for each game: which units may be decided about, the next field of what a bot decides, its preview, the die
    that an attack comes to later."""
    for scenario in LARGEST:
        times = _asked(plan, scenario)
        worst, longest = percentile(times, 99) * 1e3, max(times) * 1e3
        what = f"table: marks, next field, preview, {scenario}, p99"
        note = f"{len(times)} requests"
        yield Row(what, span(worst / 1e3), "-", worst, worst, longest, MOST_MS, at_least=False, unit=" ms", note=note)


def _asked(plan: Plan, scenario: str) -> list[float]:
    """Seconds of each request while the greedy bot decides."""
    path = home(plan) / f"table-{scenario.replace('/', '-')}.hxl"
    path.unlink(missing_ok=True)
    times: list[float] = []
    with Chronicle.create(path, new_genesis(scenario, seed="table")) as game:
        for number in range(plan.asked):
            prompt = game.offer()
            if prompt is None:
                break
            shown = opening(game)
            if shown is not None:
                game.submit(prompt.side, shown)
                continue
            decision = greedy_bot(game.game, game.state(), prompt, Chance("table", scenario, number))
            began = process_time()
            drafting = Drafting(game.game, game.state())
            drafting.units()
            times.append(process_time() - began)
            given = given_of(game.game, decision)
            for field in fields_of(game.game, decision.kind())[:1]:
                began = process_time()
                drafting.values(decision.kind(), {}, field.name)
                times.append(process_time() - began)
            began = process_time()
            made = drafting.made(decision.kind(), given)
            ahead(game.game, made, preview(game.game, game.state(), made))
            times.append(process_time() - began)
            hand_in(game, prompt.side, decision)
    path.unlink()
    return times
