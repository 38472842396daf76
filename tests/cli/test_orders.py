"""Standing orders: answers given in advance, carried out on `receive` as one's own frames, in every dice mode, and
never a means to choose a die."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hexledger.events.ledger import Ledger
from tests.cli.conftest import Run

SCENARIO = "june_6/push_to_caen"
MODES = ("practice", "entered", "referee", "duel")
ARTILLERY = ("answer", "ask.defence_artillery", "artillery", "-")
Begin = Callable[..., Path]


@pytest.fixture
def begin(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Begin:
    """`begin(mode)`: the folder of Bob, the German, with a game that nothing is decided in and a bundle `to-bob` after
    which he is asked for defensive artillery. Each has his own secrets only, and a home of his own."""

    def make(mode: str, *options: object) -> Path:
        for name in ("ann", "bob"):
            (tmp_path / name).mkdir()
        at_home("ann")
        log, theirs = tmp_path / "ann" / "g.hxl", tmp_path / "bob" / "g.hxl"
        seed = ("--seed", "2") if mode == "practice" else ()
        made = run("new", SCENARIO, log, "--dice", mode, "--log-id", "5" * 32, *seed, *options)
        assert made.code == 0, made.err
        shutil.copy(log, theirs)
        for vault in tmp_path.glob("ann/g.hxl.duel-german"):
            vault.rename(tmp_path / "bob" / vault.name)
        played = run("play", log, "--allied", "bot:greedy", "--german", "mail", "--quiet")
        assert "Artillery for the defence" in played.out, played
        assert run("send", log, "--to", "german", "-o", tmp_path / "bob" / "to-bob").code == 0
        at_home("bob")
        return tmp_path / "bob"

    def at_home(name: str) -> None:
        monkeypatch.setenv("HEXLEDGER_HOME", str(tmp_path / name / "home"))
        monkeypatch.chdir(tmp_path / name)

    return make


def kinds(run: Run, log: Path) -> list[tuple[str, str]]:
    """(side, first word of the decision) of the decisions of a log."""
    rows = json.loads(run("history", log, "--all", "--json").out)
    return [(row["by"], row["decision"].split()[0]) for row in rows if row["kind"] == "decision"]


@pytest.mark.parametrize("mode", MODES)
def test_an_answer_given_in_advance_is_made_when_the_question_comes(run: Run, begin: Begin, mode: str) -> None:
    bob = begin(mode)
    log = bob / "g.hxl"
    before = log.read_bytes()
    given = run("orders", log, "--as", "german", *ARTILLERY)
    assert given.out == "1: to `Artillery for the defence` answer `artillery -`\n", given
    assert log.read_bytes() == before, "an order changes nothing in the log"
    left = run("receive", bob / "to-bob", log, "--no-orders")
    assert "yours to do" in left.out and "standing order" not in left.out
    told = run("receive", bob / "to-bob", log)
    assert told.code == 0 and "German: no artillery" in told.out and "(standing order 1)" in told.out, told
    assert "not yours: the Allied side goes on" in told.out
    assert kinds(run, log)[-1] == ("german", "artillery")
    assert run("verify", log).code == 0
    again = run("receive", bob / "to-bob", log, "--json")
    assert json.loads(again.out)["carried_out"] == []


@pytest.mark.parametrize("mode", MODES)
def test_an_order_whose_answer_rolls_is_fixed_like_any_other_decision(run: Run, tmp_path: Path, mode: str) -> None:
    """The dice follow from the fix: practice dice fall at once, real ones are left to the player."""
    log = tmp_path / "g.hxl"
    assert run("new", SCENARIO, log, "--dice", mode).code == 0
    for secret in (*tmp_path.glob("*.duel-german"), *tmp_path.glob("*.keeper")):
        secret.rename(tmp_path / f"elsewhere.{secret.suffix[1:4]}")
    for words in (("pick_am", "cw_corps"), ("end_bombardment",)):
        assert run("decide", log, *words).code == 0
    assert run("orders", log, "--as", "allied", "answer", "prompt.movement", "end_movement").code == 0
    before = len(kinds(run, log))
    done = run("orders", log, "--as", "allied", "now")
    assert done.code == 0, done.err
    data = json.loads(run("waiting", log, "--json").out)
    if mode == "practice":
        assert len(kinds(run, log)) == before + 1 and "is drawn from AM pool" in done.out
    elif mode == "entered":
        assert len(kinds(run, log)) == before and data["does"] == "decide"
        assert "is not carried out: its dice are yours to give" in done.out
    else:
        assert len(kinds(run, log)) == before and data["does"] in ("roll", "answer")
        assert "(fixed; its dice are still to come) (standing order 1)" in done.out
    assert run("verify", log).code == 0


def test_what_the_other_side_has_fixed_is_rolled_and_answered_at_once(
    run: Run, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Duel dice: Bob's machine gives the artillery that he has ordered; Ann fixes; his machine rolls."""
    bob = begin("duel")
    ann, log = bob.parent / "ann" / "g.hxl", bob / "g.hxl"
    for order in (ARTILLERY, ("roll",), ("only",)):
        assert run("orders", log, *order).code == 0, "his vault says that he is the German side"
    first = run("receive", bob / "to-bob", log, "--reply", bob / "to-ann")
    assert f"the answer for the Allied side is in {bob / 'to-ann'}" in first.out, first
    assert run("receive", bob / "to-ann", ann).code == 0
    rolled = 0
    for _ in range(8):
        monkeypatch.setenv("HEXLEDGER_HOME", str(bob.parent / "ann" / "home"))
        run("play", ann, "--allied", "bot:greedy", "--german", "mail", "--quiet")
        assert run("send", ann, "--to", "german", "-o", ann.with_name("to-bob")).code == 0
        monkeypatch.setenv("HEXLEDGER_HOME", str(bob / "home"))
        told = json.loads(run("receive", ann.with_name("to-bob"), log, "--reply", bob / "to-ann", "--json").out)
        rolled += sum(one["order"] == 2 for one in told["carried_out"])
        if rolled:
            break
        assert told["waiting"]["yours"], "a mode is his own to choose"
        assert run("play", log, "--allied", "mail", "--german", "bot:greedy", "--limit", 1).code == 0
        assert run("send", log, "--to", "allied", "-o", bob / "to-ann").code == 0
        assert run("receive", bob / "to-ann", ann).code == 0
    assert rolled == 1 and ": d10 = " in run("record", log).out
    assert run("verify", log).code == 0


@pytest.mark.parametrize("mode", ["entered", "duel"])
def test_no_order_enters_or_names_a_value(run: Run, tmp_path: Path, mode: str) -> None:
    log = tmp_path / "g.hxl"
    assert run("new", SCENARIO, log, "--dice", mode).code == 0
    for secret in tmp_path.glob("*.duel-german"):
        secret.unlink()
    for words in (("pick_am", "cw_corps"), ("end_bombardment",), ("end_movement", "--fix")):
        assert run("decide", log, *words).code == 0
    for side in ("allied", "german"):
        for order in ("only", "roll"):
            assert run("orders", log, "--as", side, order).code == 0
    if mode == "duel":
        assert run("duel", "refuse", log, "--as", "german").code == 0
    before = log.read_bytes()
    for side in ("allied", "german"):
        done = run("orders", log, "--as", side, "now")
        assert done.code == 0 and "no standing order fits" in done.out
    assert log.read_bytes() == before


def test_no_order_seals_a_choice_takes_back_agrees_or_confirms(run: Run, begin: Begin) -> None:
    bob = begin("practice")
    log = bob / "g.hxl"
    for words in (("answer", "ask.mode", "seal", "00"), ("answer", "ask.mode", "reveal"), ("answer", "x", "artillery")):
        refused = run("orders", log, "--as", "german", *words)
        assert refused.code == 3, refused
    for words in (("undo",), ("consent",), ("confirm",), ("like", "0"), ("drop",), ("answer", "ask.mode")):
        assert run("orders", log, "--as", "german", *words).code == 2, words
    assert run("orders", log, "--as", "german", "drop", 7).code == 3
    assert "no standing orders" in run("orders", log, "--as", "german").out
    assert not list(bob.glob("*.orders-*"))


def test_a_choice_that_is_to_be_sealed_is_never_made_by_an_order(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "g.hxl"
    assert run("new", SCENARIO, log, "--seed", 2, "--log-id", "5" * 32).code == 0
    for _ in range(60):
        asked = json.loads(run("offer", log, "--json").out)
        if asked["waiting"]["does"] == "seal":
            break
        assert run("play", log, "--allied", "bot:greedy", "--german", "bot:greedy", "--limit", 1).code == 0
    assert asked["waiting"]["does"] == "seal"
    for order in (("answer", asked["key"], "choose_mode", "mode.assault"), ("only",)):
        assert run("orders", log, "--as", asked["side"], *order).code == 0
    before = log.read_bytes()
    assert "no standing order fits" in run("orders", log, "--as", asked["side"], "now").out
    assert log.read_bytes() == before


def test_an_order_that_is_not_legal_there_is_left_to_the_player_and_said(run: Run, begin: Begin) -> None:
    bob = begin("practice")
    log = bob / "g.hxl"
    assert run("orders", log, "--as", "german", "answer", "ask.defence_artillery", "artillery", "21pz_hq:99").code == 0
    told = run("receive", bob / "to-bob", log)
    assert "standing order 1 fits and is not carried out: " in told.out and "yours to do" in told.out
    assert kinds(run, log)[-1][0] == "allied"


def test_orders_are_limited_revoked_and_copied_from_what_was_done(run: Run, begin: Begin) -> None:
    bob = begin("practice")
    log = bob / "g.hxl"
    assert run("orders", log, "--as", "german", *ARTILLERY, "--at", "E1111").code == 0
    assert "yours to do" in run("receive", bob / "to-bob", log).out, "the question is about another hex"
    (where,) = json.loads(run("offer", log, "--json").out)["hexes"]
    assert run("orders", log, "--as", "german", *ARTILLERY, "--at", where).code == 0
    assert run("orders", log, "--as", "german", "drop", 1).code == 0
    listed = json.loads(run("orders", log, "--as", "german", "--json").out)
    assert [(row["number"], row["at"]) for row in listed] == [(2, where)]
    assert "(standing order 2)" in run("orders", log, "--as", "german", "now").out
    made = len(kinds(run, log))
    assert run("orders", log, "--as", "german", "like", made - 2).code == 2, "that was the Allied side's"
    again = run("orders", log, "--as", "german", "like", made)
    assert "3: to `Artillery for the defence` answer `artillery -`" in again.out, again
    assert run("orders", log, "--as", "german", "like", made).code == 3, "it is ordered already"
    assert run("orders", log, "--as", "german", "drop", "all").code == 0
    assert not list(bob.glob("*.orders-*"))


def test_orders_are_for_their_owner_only_and_of_one_game(run: Run, begin: Begin) -> None:
    bob = begin("practice")
    log = bob / "g.hxl"
    assert run("orders", log, "--as", "german", *ARTILLERY).code == 0
    paper = bob / "g.hxl.orders-german"
    assert sys.platform == "win32" or paper.stat().st_mode & 0o777 == 0o600
    refused = run("show", log, "--svg", paper, "--force")
    assert refused.code == 3 and "a file of standing orders is there already" in refused.err
    other = bob / "other.hxl"
    assert run("new", SCENARIO, other).code == 0
    shutil.copy(paper, bob / "other.hxl.orders-german")
    assert "of another game" in run("orders", other, "--as", "german").err
    paper.write_text("{}")
    told = run("receive", bob / "to-bob", log)
    assert told.code == 0 and "your standing orders were left alone" in told.err, "what came is taken all the same"
    assert len(kinds(run, log)) > 10


def test_in_a_signed_game_an_order_is_signed_with_its_owners_key_or_not_carried_out(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begin: Begin
) -> None:
    monkeypatch.setenv("HEXLEDGER_HOME", str(tmp_path / "ann" / "home"))
    run("key", "new", "--name", "ann")
    monkeypatch.setenv("HEXLEDGER_HOME", str(tmp_path / "bob" / "home"))
    (key,) = json.loads(run("key", "new", "--name", "bob", "--json").out)
    for name in ("ann", "bob"):
        (tmp_path / name / "home").rename(tmp_path / f"{name}-home")
        (tmp_path / name).rmdir()
    homes = {name: tmp_path / f"{name}-home" for name in ("ann", "bob")}

    def moved(name: str, value: str) -> None:
        folder = Path(value).parent.name
        real(name, str(homes[folder]))

    real = monkeypatch.setenv
    monkeypatch.setattr(monkeypatch, "setenv", moved)
    players = ("--player", "allied=Ann:ann", "--player", f"german=Bob:{key['public']}")
    bob = begin("practice", "--signed", *players)
    log, secret = bob / "g.hxl", homes["bob"] / "keys" / "bob.key"
    assert run("orders", log, *ARTILLERY).code == 0, "his key says who he is"
    secret.rename(tmp_path / "away.key")
    told = run("receive", bob / "to-bob", log)
    assert "standing order 1 fits and is not carried out" in told.out and "is not at hand" in told.out, told
    (tmp_path / "away.key").rename(secret)
    told = run("receive", bob / "to-bob", log)
    assert "(standing order 1)" in told.out
    said = run("verify", log)
    assert "Bob, key" in said.out and "signed 1 frame\n" in said.out, said.out
    with Ledger.open_reader(log) as ledger:
        assert len(ledger) == len(kinds(run, log)) + 1
