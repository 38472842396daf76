"""Every kind of decision has a widget, and is made by mouse: from recorded games, at a moment where it was made.

Not among the recorded ones are kinds that only longer games, options or other scenarios ask for: `NOT_RECORDED` is how
many of each game there are at most, so that nobody drops one by mistake.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, Final, NamedTuple

import pytest
import uvicorn

from hexledger.engine.bots.players import greedy_bot, random_bot
from hexledger.engine.catalogue import GAMES, open_game
from hexledger.engine.kernel.decisions import Decision, GoOn, Irregular, Reveal, Seal
from hexledger.engine.kernel.seals import wants_seal
from hexledger.engine.table.drafting import OTHER, Drafting, fields_of
from hexledger.events.ledger import Ledger
from hexledger.replays.audit.audit import pinned
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import new_genesis
from hexledger.replays.log.table import play_on
from hexledger.replays.tabletop.seats import Seat
from hexledger.replays.tabletop.sitting import Sitting
from hexledger.replays.viewer.guard import Policy
from hexledger.replays.viewer.server import application
from hexledger.replays.viewer.shelf import Shelf
from hexledger.replays.viewer.table_routes import Tables
from tests.browser.table_page import TablePage

CORPUS: Final = Path(__file__).parents[1] / "corpus" / "games"
KERNEL: Final = frozenset(kind.kind() for kind in (Seal, Reveal, GoOn, Irregular))
"""Kinds that no player fills in: a seal and its opening are the server's, the others are asked as a button."""
TOKEN: Final = "t" * 32
NOT_RECORDED: Final = {
    "june_6": 45,
    "fortress_europa": 46,
    "case_yellow": 20,
    "france_1944": 8,
    "time_for_trumpets": 38,
}


SCENARIOS: Final = {"time_for_trumpets": ("losheim_gap", "bastogne")}
"""Scenarios that bots play where no recorded game can be played on."""
DECISIONS: Final = 500


class Moment(NamedTuple):
    """A moment at which a decision of some kind is made: a log that ends there, and the decision. `seq`: its frame in
    the game it is from, -1 for one that is only sealed there."""

    log: Path
    decision: Decision
    seq: int
    game: Path


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_field_of_every_kind_of_decision_has_a_widget(game: str) -> None:
    opened = open_game(game)
    kinds = [kind for kind in opened.codec.classes if kind not in KERNEL]
    assert len(kinds) > 25
    assert [(kind, field.name) for kind in kinds for field in fields_of(opened, kind) if field.role == OTHER] == []


def games(game: str, folder: Path) -> list[Path]:
    """Games that can be played on: those recorded with the edition that is shipped, else new ones of bots."""
    recorded = sorted((CORPUS / game).glob("*.hxl"))
    found: list[Path] = []
    for log in recorded:
        with Chronicle.read(log) as chronicle:
            found += [] if pinned(chronicle.game, chronicle.genesis) else [log]
    if found:
        return found
    for scenario in SCENARIOS[game]:
        log = folder / f"bots-{scenario}.hxl"
        with Chronicle.create(log, new_genesis(f"{game}/{scenario}", seed="every class")) as chronicle:
            play_on(chronicle, {1: greedy_bot, 2: random_bot}, limit=DECISIONS)
        found.append(log)
    return found


def moments(game: str, folder: Path) -> dict[str, Moment]:
    """Kind of decision -> the first moment of the recorded games at which it is made."""
    found: dict[str, Moment] = {}
    for log in games(game, folder):
        with Chronicle.read(log) as chronicle:
            for frame in chronicle.frames(chronicle.timeline.head):
                if not frame.seq or frame.parent != frame.seq - 1:
                    continue
                decision, seq = chronicle.decision(frame.seq), frame.seq
                if isinstance(decision, Seal):
                    prompt = chronicle.offer(frame.parent)
                    assert prompt is not None and wants_seal(prompt.kinds)
                    drafting = Drafting(chronicle.game, chronicle.state(frame.parent))
                    decision, seq = next(drafting.of(kind)[0] for kind in drafting.kinds()), -1
                if not isinstance(decision, Decision) or decision.kind() in KERNEL or decision.kind() in found:
                    continue
                path = folder / f"{len(found)}-{decision.kind()}.hxl"
                Ledger.create_with(path, list(chronicle.ledger.payloads(0, frame.seq))).close()
                found[decision.kind()] = Moment(path, decision, seq, log)
    return found


@contextmanager
def tables(logs: list[Path]) -> Iterator[tuple[str, Tables]]:
    """A server at which many games are played: its address, and what it holds."""
    shelf = Shelf(logs, verify=False)
    sittings = {name: Sitting(Chronicle.write(log)) for name, log in zip(shelf.games, logs, strict=True)}
    held = Tables({0: shelf}, sittings, (Seat(TOKEN, (1, 2)),))
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        port = listening.getsockname()[1]
        policy = Policy(frozenset({f"127.0.0.1:{port}"}), TOKEN, True, (TOKEN,))
        config = uvicorn.Config(application(shelf, policy, held), log_level="critical", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        thread = Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{port}", held
        finally:
            server.should_exit = True
            thread.join(10)
            held.close()
            for sitting in sittings.values():
                sitting.close()
            shelf.close()


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_recorded_kind_of_decision_is_made_by_mouse(browser: Any, tmp_path: Path, game: str) -> None:
    found = moments(game, tmp_path)
    opened = open_game(game)
    missing = [kind for kind in opened.codec.classes if kind not in KERNEL and kind not in found]
    assert len(missing) <= NOT_RECORDED[game], missing
    wrong: list[str] = []
    with tables([moment.log for moment in found.values()]) as (address, held):
        for kind, moment in found.items():
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            try:
                table = TablePage(page, f"{address}/games/{moment.log.stem}?token={TOKEN}")
                table.until("() => desk.table.ready")
                table.decide_alone(moment.decision, opened)
                wrong += [f"{kind}: {error}" for error in table.errors]
            except Exception as error:
                wrong.append(f"{kind}: {type(error).__name__} {str(error)[:200]}")
                continue
            finally:
                page.close()
            wrong += _compared(held.sittings[moment.log.stem], moment, kind)
    assert wrong == []


def _compared(sitting: Sitting, moment: Moment, kind: str) -> list[str]:
    """What the page made is what was recorded: the same decision and, with the same dice, the same events."""
    if moment.seq < 0:
        return [] if len(sitting.chronicle.timeline) > 1 else [f"{kind}: nothing was sealed"]
    with Chronicle.read(moment.game) as recorded:
        was = recorded.frame(moment.seq)
    now = sitting.chronicle.frame(moment.seq)
    same = bytes(now.decision) == bytes(was.decision) and now.events == was.events
    return [] if same else [f"{kind}: {now.decision!r} is not {was.decision!r}"]
