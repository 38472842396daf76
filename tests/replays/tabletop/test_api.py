"""The table's requests over HTTP: tokens, seats, what is described and what is answered, and a fuzz of all of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.tabletop.seats import Seat
from hexledger.replays.tabletop.sitting import Sitting
from hexledger.replays.tabletop.telling import AskRow, PreviewRow
from hexledger.replays.viewer.guard import Policy
from hexledger.replays.viewer.server import application
from hexledger.replays.viewer.shelf import Shelf
from hexledger.replays.viewer.table_routes import Tables
from tests.replays.viewer.games import begun

BASE = "http://127.0.0.1:8620"
ALLIED, GERMAN, LOOKER = Seat("a" * 32, (1,), 1), Seat("g" * 32, (2,), 2), Seat("l" * 32)
SEATS = (ALLIED, GERMAN, LOOKER)
TABLE = "/api/games/caen/table"


class Served:
    """A client of a server at which one game is played by two seats, and one looks on."""

    def __init__(self, client: TestClient, sitting: Sitting) -> None:
        self.client = client
        self.sitting = sitting

    def ask(self, seat: Seat, what: str, body: Any = None, **headers: str) -> Any:
        bearer = {"authorization": f"Bearer {seat.token}", **headers}
        if body is None:
            return self.client.get(f"{TABLE}/{what}", headers=bearer)
        return self.client.post(f"{TABLE}/{what}", json=body, headers=bearer)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    path = tmp_path / "caen.hxl"
    begun(path).close()
    sitting = Sitting(Chronicle.write(path))
    shelves = {0: Shelf([path], verify=False)}
    shelves |= {side: Shelf([path], as_side=name, verify=False) for side, name in ((1, "allied"), (2, "german"))}
    tables = Tables(shelves, {"caen": sitting}, SEATS)
    policy = Policy(frozenset({"127.0.0.1:8620"}), ALLIED.token, True, tuple(seat.token for seat in SEATS))
    with TestClient(application(shelves[0], policy, tables), base_url=BASE, raise_server_exceptions=False) as client:
        yield Served(client, sitting)
    tables.close()
    sitting.close()
    for shelf in shelves.values():
        shelf.close()


def test_nothing_is_answered_without_a_seats_token(served: Served) -> None:
    for path in ("/", "/games/caen", f"{TABLE}/ask", f"{TABLE}/stream", "/api/games/caen"):
        assert served.client.get(path).status_code == 401
        assert served.client.get(path, headers={"authorization": "Bearer guess"}).status_code == 401
    for what in ("next", "preview", "decisions", "roll", "undo", "answer", "studies"):
        assert served.client.post(f"{TABLE}/{what}", json={}).status_code == 401
    page = served.client.get(f"/games/caen?token={GERMAN.token}")
    assert page.status_code == 200 and '"table":true' in page.text


def test_a_write_with_the_token_in_the_address_is_refused(served: Served) -> None:
    answer = served.client.post(f"{TABLE}/undo?token={ALLIED.token}", json={"at": 0, "key": "k" * 8})
    assert answer.status_code == 401, "an address can be followed from another site; a bearer cannot"


def test_another_site_is_refused_even_with_the_token(served: Served) -> None:
    for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}, {"host": "evil.example"}):
        assert served.ask(ALLIED, "undo", {"at": 0, "key": "k" * 8}, **headers).status_code == 403


def test_a_seat_is_shown_its_own_view_and_decides_for_its_own_side(served: Served) -> None:
    for seat, view in ((ALLIED, 1), (GERMAN, 2), (LOOKER, None)):
        data = served.client.get("/api/games/caen", headers={"authorization": f"Bearer {seat.token}"}).json()
        assert data["game"]["view"] == view
    asked = {seat: msgspec.convert(served.ask(seat, "ask").json(), AskRow) for seat in SEATS}
    assert asked[ALLIED]["yours"] and not asked[GERMAN]["yours"] and not asked[LOOKER]["yours"]
    kind, _, fields, _ = asked[ALLIED]["kinds"][0]
    assert served.ask(GERMAN, "next", {"at": 0, "kind": kind, "field": fields[0].name}).status_code == 403
    found = served.ask(ALLIED, "next", {"at": 0, "kind": kind, "field": fields[0].name})
    value = found.json()["values"][0][0]
    looked = served.ask(ALLIED, "preview", {"at": 0, "kind": kind, "given": {fields[0].name: value}})
    assert msgspec.convert(looked.json(), PreviewRow)["legal"]
    body = {"at": 0, "key": "one-request", "kind": kind, "given": {fields[0].name: value}}
    assert served.ask(GERMAN, "decisions", body).status_code == 403
    first = served.ask(ALLIED, "decisions", body)
    assert first.status_code == 200 and served.ask(ALLIED, "decisions", body).json() == first.json()
    assert served.ask(ALLIED, "decisions", {**body, "key": "another-one", "given": {}}).status_code in (400, 409)
    assert audit(served.sitting.chronicle.path).intact


def test_what_is_refused_says_which_rule(served: Served) -> None:
    kinds = {kind: fields for kind, _, fields, _ in served.ask(ALLIED, "ask").json()["kinds"]}
    kind = next(iter(kinds))
    refused = served.ask(ALLIED, "preview", {"at": 0, "kind": kind, "given": {kinds[kind][0][0]: 1}}).json()
    assert not refused["legal"] and refused["rule"].startswith("J6") and refused["why"]
    written = served.ask(ALLIED, "decisions", {"at": 0, "key": "k" * 9, "kind": kind, "given": {kinds[kind][0][0]: 1}})
    assert written.status_code == 422 and refused["rule"] in written.json()["error"]
    assert len(served.sitting.chronicle.timeline) == 1


def test_a_study_is_seen_by_who_began_it_only(served: Served) -> None:
    begun_study = served.ask(ALLIED, "studies", {"at": 0}).json()
    name = begun_study["name"]
    for seat, status in ((ALLIED, 200), (GERMAN, 404), (LOOKER, 404)):
        bearer = {"authorization": f"Bearer {seat.token}"}
        assert served.client.get(f"/api/games/{name}/table/ask", headers=bearer).status_code == status
        assert served.client.get(f"/api/games/{name}", headers=bearer).status_code == status
        names = [row["name"] for row in served.client.get("/api/games", headers=bearer).json()]
        assert (name in names) == (status == 200)
    assert served.ask(ALLIED, "studies", {"at": 99}).status_code == 409
    assert served.ask(ALLIED, "studies", {"at": 0, "luck": "good"}).status_code == 409
    assert served.sitting.head == 0


@pytest.mark.whole
@pytest.mark.parametrize("examples", [5, pytest.param(300, marks=pytest.mark.long)])
def test_a_fuzz_of_the_tables_interface_finds_no_crash(served: Served, examples: int) -> None:
    import schemathesis
    from hypothesis import HealthCheck, given, settings
    from hypothesis import strategies as st
    from schemathesis.generation import GenerationMode

    bearer = {"authorization": f"Bearer {ALLIED.token}"}
    schema = schemathesis.openapi.from_dict(served.client.get("/openapi.json", headers=bearer).json())
    calm = settings(
        max_examples=examples, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )
    statuses: set[int] = set()
    kinds = [row[0] for row in served.ask(ALLIED, "ask").json()["kinds"]]

    def ask(case: Any, real: bool, kind: str) -> None:
        if case.path_parameters:
            case.path_parameters["name"] = "caen"
        if real and isinstance(case.body, dict):
            case.body |= {key: value for key, value in (("at", 0), ("kind", kind)) if key in case.body}
        wanted = case.as_transport_kwargs(base_url=BASE)
        body = {key: wanted[key] for key in ("json", "params") if wanted.get(key) is not None}
        if wanted.get("data") is not None:
            body["content"] = wanted["data"]
        answer = served.client.request(
            wanted["method"], wanted["url"], headers=dict(wanted["headers"]) | bearer, **body
        )
        statuses.add(answer.status_code)
        assert answer.status_code < 500, answer.text

    tried = 0
    for result in schema.get_all_operations():
        operation = result.ok()
        if "/table/" not in operation.path or operation.path.endswith("studies"):
            continue
        tried += 1
        for mode in GenerationMode:
            calm(
                given(
                    case=operation.as_strategy(generation_mode=mode), real=st.booleans(), kind=st.sampled_from(kinds)
                )(ask)
            )()
    assert tried == 21 and {200, 400, 422} <= statuses
    assert audit(served.sitting.chronicle.path).intact
