"""Every kind of decision of every game has a widget, and is made by mouse through the page.

Each is made at a moment where it was made before: of a recorded game where there is one, else in a position in which
a test of the game's own rules makes it (`tests/every_game/positions.py`), and wherever one is kept in which it is legal
and not listed. What the page wrote is compared with what a program writes that hands the same decision in: the same
bytes, the same events.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from hexledger.engine.bots.players import greedy_bot, random_bot
from hexledger.engine.building.floor import built_game
from hexledger.engine.catalogue import GAMES, open_game
from hexledger.engine.errors import EngineError
from hexledger.engine.kernel.deciding import Draft
from hexledger.engine.kernel.decisions import KERNEL_KINDS, Decision, Seal
from hexledger.engine.table.drafting import OTHER, Drafting, fields_of
from hexledger.events.frame import GENESIS, Frame, encode_frame, encode_value
from hexledger.events.ledger import Ledger
from hexledger.projections.digest import digest
from hexledger.replays.audit.audit import pinned
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import frame_of, new_genesis
from hexledger.replays.log.table import hand_in, play_on
from tests.browser.table_page import TablePage
from tests.every_game.clicking import as_sets
from tests.every_game.gathering import Gathered
from tests.every_game.positions import kinds_of, listed, positions, state_of
from tests.replays.viewer.tables import TOKEN, tables

TESTS: Final = Path(__file__).parents[1]
CORPUS: Final = TESTS / "corpus" / "games"
SCENARIOS: Final = {"time_for_trumpets": ("losheim_gap", "bastogne")}
"""Scenarios that bots play where no recorded game can be played on."""
DECISIONS: Final = 500
SAMPLE: Final = 4
"""By day the kind of each game is tried that comes fourth in its first recorded game."""


class Moment(NamedTuple):
    """A moment at which a decision of some kind is made: a log that ends there, and the decision."""

    log: Path
    decision: Decision


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_field_of_every_kind_of_decision_has_a_widget(game: str) -> None:
    opened = open_game(game)
    kinds = sorted(kinds_of(opened))
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


def recorded(logs: Sequence[Path], folder: Path, most: int = 1000) -> dict[str, Moment]:
    """Kind of decision -> the first moment of recorded games at which it is made; the first `most` kinds."""
    found: dict[str, Moment] = {}
    for log in logs:
        with Chronicle.read(log) as chronicle:
            for frame in chronicle.frames(chronicle.timeline.head):
                if len(found) == most:
                    return found
                if not frame.seq or frame.parent != frame.seq - 1:
                    continue
                for decision in _made(chronicle, frame):
                    if decision.kind() in KERNEL_KINDS or decision.kind() in found or len(found) == most:
                        continue
                    path = folder / f"{len(found)}-{decision.kind()}.hxl"
                    Ledger.create_with(path, list(chronicle.ledger.payloads(0, frame.seq))).close()
                    found[decision.kind()] = Moment(path, decision)
    return found


def _made(chronicle: Chronicle, frame: Frame) -> list[Decision]:
    """The decision of a frame; where it is a seal, one of each kind that could be sealed there."""
    decision = chronicle.decision(frame.seq)
    if isinstance(decision, Seal):
        drafting = Drafting(chronicle.game, chronicle.state(frame.parent))
        return [drafting.of(kind)[0] for kind in drafting.kinds()]
    return [decision] if isinstance(decision, Decision) else []


def kept(game: str, folder: Path, known: Collection[str]) -> dict[str, Moment]:
    """Kept positions of kinds that are not known, and those in which a decision has to be put together by hand: kind,
    with the test that made it -> a log that begins there."""
    found: dict[str, Moment] = {}
    for number, one in enumerate(positions(game)):
        if one.kind in known and listed(one):
            continue
        moment = begun_with(one, folder / f"{number}-{one.kind}-kept.hxl")
        if by_program(moment, folder / "tried.hxl") is not None:
            found[f"{one.kind} ({one.test})"] = moment
    return found


def begun_with(one: Gathered, path: Path) -> Moment:
    """A log whose first frame lays a gathered position out."""
    game = built_game(one.game)
    genesis = new_genesis(f"{one.game}/{game.scenario_ids[one.scenario]}", seed=one.kind, game=game)
    state = state_of(one)
    laid = Draft(one.events, state, digest(state), ())
    frame = frame_of(0, GENESIS, 0, -1, encode_value(genesis), laid, None)
    Ledger.create(path, encode_frame(frame)).close()
    return Moment(path, game.codec.decode(one.decision))


def by_program(moment: Moment, path: Path, size: int | None = None) -> Frame | None:
    """The frame that a program writes which hands the decision in (after so many frames of the log); None where it
    cannot be made so."""
    for old in (path, path.with_name(f"{path.name}.cache")):
        old.unlink(missing_ok=True)
    with Ledger.open_reader(moment.log) as log:
        Ledger.create_with(path, list(log.payloads(0, size or len(log)))).close()
    with Chronicle.write(path) as chronicle:
        prompt = chronicle.offer()
        assert prompt is not None
        try:
            return hand_in(chronicle, prompt.side, moment.decision)
        except (EngineError, ReplayError):
            return None


@pytest.fixture
def floored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Logs are opened with games that know the floor below a gathered position."""
    for module in ("reader", "chronicle"):
        monkeypatch.setattr(f"hexledger.replays.log.{module}.open_pinned", lambda game, *_: built_game(game))


@pytest.mark.long
@pytest.mark.usefixtures("floored")
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_kind_of_decision_is_made_by_mouse(browser: Any, tmp_path: Path, game: str) -> None:
    found = recorded(games(game, tmp_path), tmp_path)
    found |= kept(game, tmp_path, found)
    assert {moment.decision.kind() for moment in found.values()} == kinds_of(open_game(game)), "each has its moment"
    assert made_by_mouse(browser, found, tmp_path) == []


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_kind_of_each_game_is_made_by_mouse(browser: Any, tmp_path: Path, game: str) -> None:
    found = recorded([games(game, tmp_path)[0]], tmp_path, SAMPLE)
    kind, moment = found.popitem()
    assert len(found) == SAMPLE - 1
    assert made_by_mouse(browser, {kind: moment}, tmp_path) == []


@pytest.mark.usefixtures("floored")
@pytest.mark.parametrize(
    ("game", "kind", "made_in"),
    [("june_6", "cancel_attack", ""), ("fortress_europa", "drop", ""), ("fortress_europa", "attack", "a_carpet")],
)
def test_what_is_not_listed_is_put_together_by_mouse(
    browser: Any, tmp_path: Path, game: str, kind: str, made_in: str
) -> None:
    """J6 12.2: an attack is cancelled, which is never listed. FE 20.2: a drop, unit and hex one after the other.
    FE 17.10.9: an attack with a carpet, of which the list has none."""
    one = next(one for one in positions(game) if one.kind == kind and made_in in one.test and not listed(one))
    assert made_by_mouse(browser, {kind: begun_with(one, tmp_path / f"{kind}.hxl")}, tmp_path) == []


def made_by_mouse(browser: Any, found: dict[str, Moment], folder: Path) -> list[str]:
    """Make each decision by mouse at its moment; what went wrong, a line each."""
    wrong: list[str] = []
    with tables([moment.log for moment in found.values()]) as opened:
        for kind, moment in found.items():
            expected = by_program(moment, folder / "expected.hxl")
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            try:
                table = TablePage(page, f"{opened.address}/games/{moment.log.stem}?token={TOKEN}")
                table.until("() => desk.table.ready")
                table.decide_alone(moment.decision, opened.held.sittings[moment.log.stem].game)
                wrong += [f"{kind}: {error}" for error in table.errors]
            except Exception as error:
                wrong.append(f"{kind}: {type(error).__name__} {str(error)[:300]}")
                continue
            finally:
                browser.give_back(page)
            assert expected is not None, f"{kind} can be made by a program"
            wrong += differing(kind, opened.held.sittings[moment.log.stem].chronicle, expected, moment, folder)
    return wrong


def differing(kind: str, chronicle: Chronicle, expected: Frame, moment: Moment, folder: Path) -> list[str]:
    """What the page has written instead of `expected`. The members of a set may stand in the order of the clicks: then
    it is what a program writes that names them so."""
    game, now = chronicle.game, chronicle.frame(expected.seq)
    if bytes(now.decision) != bytes(expected.decision):
        made, wanted = (game.codec.decode(frame.decision) for frame in (now, expected))
        if as_sets(game, made) != as_sets(game, wanted):
            return [f"{kind}: {made} is not {wanted}"]
        again = by_program(Moment(moment.log, made), folder / "again.hxl", size=expected.seq)
        assert again is not None
        expected = again
    return [] if now.events == expected.events else [f"{kind}: {now.events} are not {expected.events}"]
