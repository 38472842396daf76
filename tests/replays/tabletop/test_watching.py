"""Spectators: a copy that lags, by decisions or by time; what they never see; addresses that outlive a server."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from hexledger.events.file_kinds import SECRET, kind_of_file
from hexledger.events.frame import DECISION
from hexledger.events.private import Exposed
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.tabletop.addresses import addresses_path, secret_beside, token_of
from hexledger.replays.tabletop.seats import PUBLIC, Seat
from hexledger.replays.tabletop.sitting import Sitting
from hexledger.replays.tabletop.watching import Delay, Lagging, read_delay
from hexledger.replays.viewer.guard import Policy
from hexledger.replays.viewer.server import application
from hexledger.replays.viewer.shelf import Shelf
from hexledger.replays.viewer.table_routes import Late, Tables
from tests.drill.dice import game_with
from tests.drill.game import drill
from tests.replays.tabletop.test_sitting import BOTH, make, play, rest
from tests.replays.viewer.games import begun


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    found = Sitting(game_with(tmp_path / "game.hxl", "practice", turns=8))
    yield found
    found.close()


def lagging(sitting: Sitting, delay: Delay, clock: list[int]) -> Lagging:
    game = Chronicle.read(sitting.chronicle.path, game=drill())
    return Lagging(game, delay, lambda: clock[0])


def test_who_lags_by_decisions_never_sees_the_last_ones(sitting: Sitting) -> None:
    behind = lagging(sitting, Delay(decisions=5), [0])
    try:
        while not rest(sitting)["over"]:
            behind.catch_up()
            kinds = sitting.chronicle.timeline.kinds
            held_back = kinds[len(behind.copy) :]
            assert held_back.count(DECISION) == min(5, len(kinds) - 1), "five decisions are held back"
            make(sitting)
        behind.catch_up()
        assert len(behind.copy) == len(sitting.chronicle.timeline), "of a game that is over nothing is held back"
        assert behind.path.read_bytes() == sitting.chronicle.path.read_bytes()
    finally:
        behind.close()
    assert not behind.path.exists()


def test_who_lags_by_time_sees_a_frame_when_it_is_old_enough(sitting: Sitting) -> None:
    clock = [1_000_000]
    behind = lagging(sitting, Delay(seconds=60), clock)
    try:
        behind.catch_up()
        assert len(behind.copy) == 1
        rest(sitting)
        make(sitting)
        rest(sitting)
        frames = len(sitting.chronicle.timeline)
        behind.catch_up()
        clock[0] += 59_000
        assert behind.catch_up() == 0
        clock[0] += 2_000
        assert behind.catch_up() == frames - 1 and len(behind.copy) == frames
    finally:
        behind.close()


@pytest.mark.parametrize(
    ("text", "delay"),
    [("20", Delay(decisions=20)), ("90s", Delay(seconds=90)), ("10m", Delay(seconds=600)), ("2h", Delay(seconds=7200))],
)
def test_a_delay_is_decisions_or_a_time(text: str, delay: Delay) -> None:
    assert read_delay(text) == delay


@pytest.mark.parametrize("text", ["", "0", "-3", "10 m", "m", "1d", "9999999h", "1.5m", "٣"])
def test_no_other_delay_is_taken(text: str) -> None:
    with pytest.raises(ReplayError, match="a delay is"):
        read_delay(text)


def test_over_http_a_spectator_is_shown_the_copy_alone_and_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "caen.hxl"
    begun(path).close()
    player, looker, late = Seat("p" * 32, (1, 2)), Seat("l" * 32, (), PUBLIC), Seat("d" * 32, (), PUBLIC, late=True)
    sitting = Sitting(Chronicle.write(path))
    behind = Lagging(Chronicle.read(path), Delay(decisions=3))
    shelves = {0: Shelf([path], verify=False), PUBLIC: Shelf([path], verify=False, public=True)}
    copy, watching = Shelf([behind.path], verify=False, public=True), Sitting(Chronicle.read(behind.path))
    tables = Tables(shelves, {"caen": sitting}, (player, looker, late), Late(copy, watching))
    tokens = tuple(seat.token for seat in (player, looker, late))
    app = application(shelves[0], Policy(frozenset({"127.0.0.1:8620"}), player.token, True, tokens), tables)
    try:
        with TestClient(app, base_url="http://127.0.0.1:8620", raise_server_exceptions=False) as client:
            bearer = {seat: {"authorization": f"Bearer {seat.token}"} for seat in (player, looker, late)}
            note = {"notes": {"0" * 32: {"mark": True, "text": "my plan for the bridge"}}}
            kept = client.put("/api/games/caen/notes", json=note, headers=bearer[player])
            assert kept.status_code in (200, 204)
            for seat in (looker, late):
                assert client.get("/api/games/caen/notes", headers=bearer[seat]).json()["notes"] == {}
                assert client.put("/api/games/caen/notes", json=note, headers=bearer[seat]).status_code == 403
                branch = {"name": "mine", "at": 0}
                assert client.post("/api/games/caen/branches", json=branch, headers=bearer[seat]).status_code == 403
                study = client.post("/api/games/caen/table/studies", json={"at": 0}, headers=bearer[seat])
                assert study.status_code == 403
            for _ in range(6):
                rest(sitting)
                make(sitting)
            behind.catch_up()
            watching.taken_in()
            rows = {seat: client.get("/api/games/caen", headers=bearer[seat]).json() for seat in bearer}
            assert len(rows[looker]["frames"]) == len(rows[player]["frames"]) == len(sitting.chronicle.timeline)
            assert len(rows[late]["frames"]) == len(behind.copy) < len(rows[player]["frames"])
            asked = client.get("/api/games/caen/table/ask", headers=bearer[late]).json()
            assert asked["head"] == watching.head < sitting.head and not asked["yours"] and not asked["kinds"]
            for page in ("/games/caen", "/api/games/caen", "/api/games/caen/growth?frames=0", "/api/games/caen/story"):
                text = client.get(page, headers=bearer[late]).text
                last = sitting.chronicle.ledger.leaf(len(sitting.chronicle.timeline) - 1).hex()[:32]
                assert last not in text
    finally:
        tables.close()
        for end in (sitting, watching, behind, copy, *shelves.values()):
            end.close()


def test_addresses_stay_as_they_are_until_they_are_made_anew(tmp_path: Path) -> None:
    log = tmp_path / "game.hxl"
    game_with(log, "practice").close()
    secret = secret_beside(log, "a" * 32)
    token = token_of(secret, "a" * 32, (1,))
    assert secret_beside(log, "a" * 32) == secret and len(token) == 32
    tokens = {token_of(secret, "a" * 32, plays, more) for plays in ((1,), (2,), (1, 2), ()) for more in ("", "late")}
    assert len(tokens) == 8 and token_of(secret, "b" * 32, (1,)) != token
    assert stat.S_IMODE(addresses_path(log).stat().st_mode) == 0o600
    assert kind_of_file(addresses_path(log)) in SECRET, "no output is written over it"
    with pytest.raises(ReplayError, match="another game"):
        secret_beside(log, "b" * 32)
    assert secret_beside(log, "b" * 32, anew=True) != secret
    addresses_path(log).chmod(0o644)
    with pytest.raises(Exposed):
        secret_beside(log, "b" * 32)
    addresses_path(log).chmod(0o600)
    addresses_path(log).write_text("no addresses")
    with pytest.raises(ReplayError, match="holds no addresses"):
        secret_beside(log, "b" * 32)


def test_a_whole_game_is_watched_to_its_end(sitting: Sitting) -> None:
    behind = lagging(sitting, Delay(decisions=2), [0])
    try:
        play(sitting)
        behind.catch_up()
        with Chronicle.read(behind.path, game=drill()) as copy:
            assert copy.state().over
            watching = Sitting(copy)
            assert watching.ask(BOTH)["over"]
    finally:
        behind.close()
