"""The desk's server: what it gives, what it refuses, and that nothing makes it fall over."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import copyfile
from threading import Event, Timer
from time import monotonic, sleep
from typing import Any

import pytest
from starlette.testclient import TestClient

from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.table import play_on
from hexledger.replays.viewer import chances, server
from hexledger.replays.viewer.guard import LONGEST_BODY, Policy
from hexledger.replays.viewer.saga import Saga
from hexledger.replays.viewer.server import application
from hexledger.replays.viewer.shelf import Shelf
from tests.named_secrets import named_secrets
from tests.replays.viewer.games import begun, bots

TOKEN = "a-token-of-this-test"
BEARER = {"authorization": f"Bearer {TOKEN}"}
BASE = "http://127.0.0.1:8620"
POLICY = Policy(frozenset({"127.0.0.1:8620", "localhost:8620"}), TOKEN)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("played") / "caen.hxl"
    with named_secrets("caen"), begun(path) as chronicle:
        play_on(chronicle, bots(), limit=25)
    return path


@pytest.fixture
def log(played: Path, tmp_path: Path) -> Path:
    """A copy of the game that a test may change, beside a file that is nobody's business."""
    path = tmp_path / "caen.hxl"
    copyfile(played, path)
    (tmp_path / "secret.txt").write_text("not for the desk", encoding="utf-8")
    return path


@pytest.fixture
def client(log: Path) -> Iterator[TestClient]:
    shelf = Shelf([log], verify=False)
    with TestClient(application(shelf, POLICY), base_url=BASE, raise_server_exceptions=True) as client:
        yield client
    shelf.close()


@pytest.mark.whole
def test_the_chance_of_victory_is_worked_out_beside_the_desk_and_kept(
    client: TestClient, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chances, "RUNS", 1)
    monkeypatch.setattr(chances, "MOST", 0)
    assert client.get("/api/games/caen/swing").json()["state"] == "none"
    assert client.post("/api/games/caen/swing", json={}).status_code == 401, "it needs the token"
    began = client.post("/api/games/caen/swing", json={}, headers=BEARER).json()
    assert began["state"] == "working" and began["swing"] is None
    assert client.get("/api/games/caen/growth").status_code == 200, "the desk goes on meanwhile"
    again = client.post("/api/games/caen/swing", json={}, headers=BEARER).json()
    assert again["state"] == "working", "it is not begun twice"
    until = monotonic() + 300
    while (now := client.get("/api/games/caen/swing").json())["state"] == "working" and monotonic() < until:
        sleep(0.1)
    assert now["state"] == "done" and now["why"] == "" and now["done"] == now["of"] > 0
    for row in now["swing"]["moments"]:
        assert sum(chance["share"] for chance in row["chances"]) == pytest.approx(1)
    assert client.get("/api/games/caen").json()["swing"] == now["swing"], "the page has it from then on"
    with Chronicle.write(log) as writer:
        play_on(writer, bots(), limit=1)
    assert client.get("/api/games/caen/swing").json()["state"] == "none", "of another line nothing is known yet"


def test_while_one_line_is_worked_out_another_one_is_refused_aloud(
    client: TestClient, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chances.Chances, "_work", lambda *_: None)  # it is never done
    assert client.post("/api/games/caen/swing", json={}, headers=BEARER).json()["state"] == "working"
    with Chronicle.write(log) as writer:
        play_on(writer, bots(), limit=1)
    refused = client.post("/api/games/caen/swing", json={}, headers=BEARER)
    assert refused.status_code == 409 and "another line" in refused.json()["error"]


def test_a_side_is_told_no_chances_by_bots_that_see_everything(log: Path) -> None:
    shelf = Shelf([log], verify=False, as_side="german")
    with TestClient(application(shelf, POLICY), base_url=BASE) as client:
        for answer in (client.get("/api/games/caen/swing"), client.post("/api/games/caen/swing", headers=BEARER)):
            assert answer.status_code == 409 and "may see everything" in answer.json()["error"]
        assert client.get("/api/games/caen").json()["swing"] is None
    shelf.close()


# ---------------------------------------------------------------------- what it gives
def test_the_page_is_the_same_as_an_export_but_may_ask_its_own_server(client: TestClient) -> None:
    page = client.get("/games/caen")
    assert page.status_code == 200
    assert "connect-src 'self'" in page.text and "default-src 'none'" in page.text
    data = json.loads(page.text.partition('id="data">')[2].partition("</script>")[0])
    assert data["server"]["api"] == "/api/games/caen"
    assert len(data["frames"]) == 26
    assert "no-store" in page.headers["cache-control"]
    assert page.headers["x-frame-options"] == "DENY"


def test_a_game_in_progress_is_followed(client: TestClient, log: Path) -> None:
    assert client.get("/api/games").json()[0]["frames"] == 26
    with Chronicle.write(log) as writer:
        play_on(writer, bots(), limit=3)
    more = client.get("/api/games/caen/growth?frames=26").json()
    assert more["from"] == 26 and len(more["frames"]) == 3
    assert client.get("/api/games/caen/growth?frames=29").json()["frames"] == []
    assert client.get("/api/games/caen/growth?frames=400").status_code == 409
    told = client.get("/api/games/caen/story").json()
    assert told["frames"] == 29 and "story" not in more
    head = client.get("/api/games").json()[0]["head"]
    assert {"combats", "supply", "luck", "turns"} <= set(told["story"]["lines"][str(head)])


def test_while_the_story_is_told_news_are_given(client: TestClient, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The story of a long game takes seconds: no decision waits for it."""
    known = client.get("/api/games/caen").json()["frames"]
    begun_to_tell, told_enough, tell = Event(), Event(), Saga.data

    def slowly(self: Saga, *how: Any) -> dict[str, Any]:
        begun_to_tell.set()
        assert told_enough.wait(60)
        return tell(self, *how)

    monkeypatch.setattr(Saga, "data", slowly)
    with ThreadPoolExecutor() as pool:
        story = pool.submit(client.get, "/api/games/caen/story")
        assert begun_to_tell.wait(60)
        with Chronicle.write(log) as chronicle:
            play_on(chronicle, bots(), limit=3)
        news = pool.submit(client.get, f"/api/games/caen/growth?frames={len(known)}")
        try:
            assert len(news.result(30).json()["frames"]) == 3
            assert not story.done()
        finally:
            told_enough.set()
        assert story.result().json()["frames"] == len(known)
    monkeypatch.undo()
    assert client.get("/api/games/caen/story").json()["frames"] == len(known) + 3


def test_a_page_that_has_everything_is_kept_waiting_for_news_and_told_of_it_at_once(
    client: TestClient, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "PATIENCE", 60.0)

    def decide() -> None:
        with Chronicle.write(log) as writer:
            play_on(writer, bots(), limit=1)

    late = Timer(0.4, decide)
    late.start()
    began = monotonic()
    more = client.get("/api/games/caen/growth?frames=26&wait=1").json()
    late.join()
    assert len(more["frames"]) == 1
    assert 0.4 <= monotonic() - began < 30, "neither before there was news nor when patience was at its end"
    monkeypatch.setattr(server, "PATIENCE", 0.1)
    assert client.get("/api/games/caen/growth?frames=27&wait=1").json()["frames"] == []
    began = monotonic()
    assert len(client.get("/api/games/caen/growth?frames=20&wait=1").json()["frames"]) == 7


def test_a_list_of_games_builds_none_of_them_and_waits_for_none(log: Path, tmp_path: Path) -> None:
    other, bad = tmp_path / "other.hxl", tmp_path / "bad.hxl"
    with begun(other, seed="other") as chronicle:
        play_on(chronicle, bots(), limit=5)
    bad.write_bytes(b"nothing of the kind")
    shelf = Shelf([log, bad, other], verify=False)
    try:
        with TestClient(application(shelf, POLICY), base_url=BASE) as desk:
            rows = desk.get("/api/games").json()
            assert [row["name"] for row in rows] == ["caen", "bad", "other"]
            assert [row.get("frames") for row in rows] == [26, None, 6] and rows[1]["error"]
            assert not any(game._builder.frames for game in shelf.games.values()), "looked at, not built"
            assert desk.get("/games/other").status_code == 200
            assert shelf.games["other"]._builder.frames and not shelf.games["caen"]._builder.frames
            with shelf.games["caen"]._lock:  # as while it is being built
                assert [row.get("frames") for row in desk.get("/api/games").json()] == [26, None, 6]
                assert desk.get("/games/other").status_code == 200
            assert desk.get("/games/bad").status_code == 409
    finally:
        shelf.close()


def test_the_verdict_follows_the_game(log: Path) -> None:
    shelf = Shelf([log])
    try:
        game = shelf.games["caen"]
        for _ in range(600):
            row = game.growth(0, 0, {}, 0)
            if "verdict" in row:
                break
            __import__("time").sleep(0.05)
        assert row["verdict"]["frames"] == 26
        assert row["verdict"]["word"] == "intact but not anchored"
        assert "verdict" not in game.growth(0, 0, {}, 26)
    finally:
        shelf.close()


def test_a_line_is_opened_with_the_token_and_play_stays_where_it_is(client: TestClient, log: Path) -> None:
    answer = client.post("/api/games/caen/branches", json={"name": "what-if", "at": 7}, headers=BEARER)
    assert answer.status_code == 201
    with Chronicle.read(log) as chronicle:
        assert chronicle.timeline.heads["what-if"] == 7
        assert chronicle.timeline.current == "main"
    again = client.post("/api/games/caen/branches", json={"name": "what-if", "at": 7}, headers=BEARER)
    assert again.status_code == 409 and "already" in again.json()["error"]
    nowhere = client.post("/api/games/caen/branches", json={"name": "other", "at": 4000}, headers=BEARER)
    assert nowhere.status_code == 409


def test_a_line_is_refused_while_another_program_plays(client: TestClient, log: Path) -> None:
    before = log.read_bytes()
    with Chronicle.write(log):
        answer = client.post("/api/games/caen/branches", json={"name": "x", "at": 7}, headers=BEARER)
    assert answer.status_code == 409
    assert log.read_bytes() == before


def test_notes_are_kept_beside_the_log(client: TestClient, log: Path) -> None:
    before = log.read_bytes()
    notes = {"0" * 32: {"mark": True, "text": "späte Wende <b>"}}
    assert client.put("/api/games/caen/notes", json={"notes": notes}, headers=BEARER).status_code == 204
    assert client.get("/api/games/caen/notes").json() == {"notes": notes}
    assert json.loads((log.parent / "caen.hxl.notes.json").read_text(encoding="utf-8"))["notes"] == notes
    assert log.read_bytes() == before
    for wrong in ({"x": {"mark": True, "text": ""}}, {"0" * 32: {"mark": 1, "text": ""}}, {"0" * 32: {"mark": True}}):
        assert client.put("/api/games/caen/notes", json={"notes": wrong}, headers=BEARER).status_code == 422
    assert client.get("/api/games/caen/notes").json() == {"notes": notes}


def test_two_pages_that_save_at_once_lose_nothing_of_each_other(client: TestClient) -> None:
    """E2: the second one won, and said nothing."""
    one, two, three = ("1" * 32, "2" * 32, "3" * 32)

    def save(seen: dict[str, object], notes: dict[str, object]) -> dict[str, object]:
        answer = client.put("/api/games/caen/notes", json={"notes": notes, "seen": seen}, headers=BEARER)
        assert answer.status_code == 200
        return answer.json()["notes"]

    def note(text: str, mark: bool = False) -> dict[str, object]:
        return {"mark": mark, "text": text}

    first = {one: note("both saw this"), two: note("and this")}
    save({}, first)
    # both pages have `first`; each writes one of its own, and both change note one
    ann = save(first, {**first, one: note("Ann's"), three: note("new")})
    bob = save(first, {one: note("Bob's", mark=True)})
    assert ann == {one: note("Ann's"), two: note("and this"), three: note("new")}
    assert bob == {one: note("Ann's\nBob's", mark=True), three: note("new")}, "two was taken away by Bob alone"
    # deleted here, changed there: it stays; the same change twice is one
    assert save(bob, {three: note("newer")}) == {three: note("newer")}
    assert save(bob, {one: bob[one], three: note("newer")}) == {three: note("newer")}
    assert save(bob, {one: bob[one]}) == {three: note("newer")}
    assert client.get("/api/games/caen/notes").json() == {"notes": {three: note("newer")}}


def test_pages_that_save_in_threads_lose_nothing(client: TestClient) -> None:
    def save(number: int) -> int:
        notes = {f"{number:032x}": {"mark": True, "text": str(number)}}
        return client.put("/api/games/caen/notes", json={"notes": notes, "seen": {}}, headers=BEARER).status_code

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(save, range(40))) == {200}
    assert len(client.get("/api/games/caen/notes").json()["notes"]) == 40


# ---------------------------------------------------------------------- what it refuses
@pytest.mark.parametrize(
    "path",
    [
        *("/games/../secret.txt", "/games/..%2fsecret.txt", "/games/%2e%2e%2fsecret.txt", "/api/games/..%5csecret.txt"),
        *("/api/games/%2fetc%2fpasswd", "/secret.txt", "/games/caen.hxl", "/games/caen%00", "/assets/desk.js"),
        *("//etc/passwd", "/api/games/caen/../../secret.txt", "/games/caen/../../../etc/passwd", "/games/./caen/x"),
    ],
)
def test_no_path_leads_out_of_the_games_of_the_desk(client: TestClient, path: str) -> None:
    answer = client.get(path, follow_redirects=False)
    assert answer.status_code == 404
    assert "not for the desk" not in answer.text and "root:" not in answer.text


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8620", "127.0.0.1", "127.0.0.1:80", "", "localhost:1"])
def test_a_foreign_host_is_refused(client: TestClient, host: str) -> None:
    assert client.get("/api/games", headers={"host": host}).status_code == 403


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://localhost", "http://127.0.0.1:8621", "file://"]
)
@pytest.mark.parametrize("method", ["GET", "PUT", "POST"])
def test_a_foreign_origin_is_refused_even_with_the_token(client: TestClient, origin: str, method: str) -> None:
    answer = client.request(method, "/api/games/caen/notes", headers={"origin": origin, **BEARER}, json={"notes": {}})
    assert answer.status_code == 403
    assert "access-control-allow-origin" not in answer.headers


def test_another_site_may_lead_to_a_page_but_ask_nothing(client: TestClient) -> None:
    led = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert client.get("/games/caen", headers=led).status_code == 200
    assert client.get("/api/games/caen", headers=led).status_code == 403
    asked = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}
    assert client.get("/games/caen", headers=asked).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [{}, {"authorization": "Bearer wrong"}, {"authorization": "Basic " + TOKEN}, {"cookie": f"token={TOKEN}"}],
)
def test_nothing_is_written_without_the_token(client: TestClient, log: Path, headers: dict[str, str]) -> None:
    before = sorted((file.name, file.read_bytes()) for file in log.parent.iterdir())
    branch = client.post(f"/api/games/caen/branches?token={TOKEN}", json={"name": "x", "at": 1}, headers=headers)
    notes = client.put(f"/api/games/caen/notes?token={TOKEN}", json={"notes": {}}, headers=headers)
    assert (branch.status_code, notes.status_code) == (401, 401)
    assert sorted((file.name, file.read_bytes()) for file in log.parent.iterdir()) == before


def test_a_form_of_another_kind_and_a_body_that_is_too_long_are_refused(client: TestClient) -> None:
    plain = client.post(
        "/api/games/caen/branches", content=b'{"name":"x","at":1}', headers=BEARER | {"content-type": "text/plain"}
    )
    assert plain.status_code == 415
    huge = b'{"notes":{"' + b"a" * LONGEST_BODY + b'":1}}'
    assert client.put("/api/games/caen/notes", content=huge, headers=BEARER).status_code == 413
    pieces = (huge[at : at + 65536] for at in range(0, len(huge), 65536))
    streamed = client.put(
        "/api/games/caen/notes", content=pieces, headers=BEARER | {"content-type": "application/json"}
    )
    assert streamed.status_code == 413


def test_beyond_this_machine_even_looking_needs_the_token(log: Path) -> None:
    shelf = Shelf([log], verify=False)
    policy = Policy(frozenset({"192.0.2.7:8620"}), TOKEN, guard_reads=True)
    with TestClient(application(shelf, policy), base_url="http://192.0.2.7:8620") as client:
        for path in ("/", "/games/caen", "/api/games", "/api/games/caen", "/openapi.json"):
            assert client.get(path).status_code == 401
            assert client.get(path, headers=BEARER).status_code == 200
        assert client.get(f"/games/caen?token={TOKEN}").status_code == 200
        assert client.get("/games/caen?token=guess").status_code == 401
    shelf.close()


def test_the_desk_of_a_side_serves_that_side_only(log: Path) -> None:
    shelf = Shelf([log], as_side="german", verify=False)
    with TestClient(application(shelf, POLICY), base_url=BASE) as client:
        data = client.get("/api/games/caen").json()
    shelf.close()
    assert data["game"]["view"] == 2
    assert [seq for seq, row in enumerate(data["frames"]) if row and "q" in row and row["a"] == 1] == []


# ---------------------------------------------------------------------- fuzz
@pytest.mark.whole
@pytest.mark.parametrize("examples", [12, pytest.param(400, marks=pytest.mark.long)])
def test_a_fuzz_of_its_interface_finds_no_crash(log: Path, examples: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "RUNS", 0)  # nothing is played on behind the test
    import schemathesis
    from hypothesis import HealthCheck, given, settings
    from hypothesis import strategies as st
    from schemathesis.generation import GenerationMode

    shelf = Shelf([log], verify=False)
    with TestClient(application(shelf, POLICY), base_url=BASE, raise_server_exceptions=False) as client:
        schema = schemathesis.openapi.from_dict(client.get("/openapi.json").json())
        statuses: set[int] = set()
        calm = settings(
            max_examples=examples,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )

        def ask(case: schemathesis.Case, real: bool) -> None:
            if real and case.path_parameters:
                case.path_parameters["name"] = "caen"
            wanted = case.as_transport_kwargs(base_url=BASE)
            body = {key: wanted[key] for key in ("json", "params") if wanted.get(key) is not None}
            if wanted.get("data") is not None:
                body["content"] = wanted["data"]
            answer = client.request(wanted["method"], wanted["url"], headers=dict(wanted["headers"]) | BEARER, **body)
            statuses.add(answer.status_code)
            assert answer.status_code < 500, answer.text
            if answer.status_code != 204 and wanted["method"] not in ("HEAD", "TRACE"):
                answer.json()

        found = [result.ok() for result in schema.get_all_operations()]
        assert len(found) == 9
        for operation in found:
            # little can be wrong about a request that has no query and no body
            plain = operation.method == "get" and not operation.path.endswith("growth")
            modes = [GenerationMode.POSITIVE] if plain else list(GenerationMode)
            for mode in modes:
                calm(given(case=operation.as_strategy(generation_mode=mode), real=st.booleans())(ask))()
    shelf.close()
    assert {200, 404, 422} <= statuses, "good and bad requests were both tried"
    with Chronicle.read(log) as chronicle:
        assert chronicle.timeline.current == "main"
