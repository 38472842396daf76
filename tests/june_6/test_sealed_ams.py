"""AMs bought in secret (7.24a): sealed, mixed, drawn, opened."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from hexledger.engine.bots.players import bot
from hexledger.engine.games.june_6.rules.endphase import EndPhase
from hexledger.engine.games.june_6.rules.logistics import Logistics
from hexledger.engine.games.june_6.rules.me_phase import PlayAm
from hexledger.engine.games.june_6.rules.payment import BuyAm
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.ams import MOST_SEALED
from hexledger.engine.games.june_6.tables.switches import AM_PURCHASE
from hexledger.engine.kernel.decisions import Decision, WordId
from hexledger.engine.kernel.seals import reveal, seal
from hexledger.events import model as ev
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.table import play_on
from hexledger.replays.secrets.reveal_all import book_of, reveal_all
from hexledger.replays.secrets.vault import vault_path
from tests.june_6.builder import Built, position
from tests.june_6.schedule import notes, pooled


def logistics(*units: tuple[str, str], initiative: str = "german") -> Built:
    """The Allied purchase of the second turn of St Lo, in secret."""
    b = position("st_lo", turn=2, initiative=initiative)
    for unit, at in units:
        b.unit(unit, at)
    b.act().assign(AM_PURCHASE.word, AM_PURCHASE.value("sealed"))
    return b.run(Logistics(f.ALLIED))


def buys(b: Built, am: str) -> Decision:
    return BuyAm(WordId(b.game.words[am]))


HQS = (("1_us_hq", "E2520"), ("29_us_hq", "E2511"))


def bought(b: Built, *ams: str) -> Built:
    """Seal these AMs, each with a salt of its own."""
    b.play(f"buy_sealed {len(ams)}")
    for number, am in enumerate(ams):
        b.play(seal(buys(b, am), f"salt {number}"))
    return b


def test_how_many_are_bought_is_seen_and_paid_and_which_they_are_is_not() -> None:
    """7.24a"""
    b = logistics(*HQS)
    points = b.state.track(b.game.words["track.rp"], f.ALLIED)
    assert b.choices() == [*(f"buy_sealed {number}" for number in range(1, points + 1)), "end_purchase"]
    assert b.refuses(f"buy_sealed {points + 1}").rule == "J6 5.11"
    assert b.refuses("buy_sealed 0").rule == "J6 5.11"
    assert b.refuses("buy_am am.1_us").rule == "J6 5.11", "not in the open"
    b.play("buy_sealed 2")
    assert b.choices() == ["buy_am am.1_us", "buy_am am.29_us"]
    assert b.refuses("buy_am am.1_us").rule == "J6 7.24", "it is to be sealed"
    b.play(seal(buys(b, "am.1_us"), "a"), seal(buys(b, "am.29_us"), "b"))
    assert pooled(b) == {"am.sealed_allied_1": 1, "am.sealed_allied_2": 1, "ops.allied": 1}
    assert b.state.track(b.game.words["track.rp"], f.ALLIED) == 0, "5.12: never saved"


def test_a_token_that_is_drawn_is_opened_and_then_takes_effect() -> None:
    """7.24b"""
    b = bought(logistics(*HQS), "am.1_us", "am.29_us").run(PlayAm(position().game.words["am.sealed_allied_2"]))
    prompt = b.offer
    assert prompt is not None and (prompt.side, prompt.kinds) == (f.ALLIED, ("reveal", "buy_am"))
    for wrong in (reveal(buys(b, "am.29_us"), "salt 0"), reveal(buys(b, "am.1_us"), "salt 0")):
        assert b.refuses(wrong).rule == "J6 7.24", "the other token's seal does not open this one"
    b.play(reveal(buys(b, "am.29_us"), "salt 1"))
    assert "note.am_bought" in notes(b)
    assert pooled(b, "pool.am_used") == {"am.29_us": 1}
    assert b.pos.is_active(b.piece("29_us_hq"))
    assert list(b.state.seals) == [f.ALLIED << 16 | b.game.words["seal.am_1"]]


@pytest.mark.parametrize(
    ("am", "rule"),
    [("am.2_us", "5.17"), ("am.us_corps", "5.17"), ("am.g352", "5.14")],
)
def test_a_token_that_holds_what_could_not_be_bought_is_void(am: str, rule: str) -> None:
    """R-109"""
    b = bought(logistics(*HQS), am).run(PlayAm(position().game.words["am.sealed_allied_1"]))
    b.play(reveal(buys(b, am), "salt 0"))
    assert notes(b) == ["note.am_void"]
    assert pooled(b, "pool.am_used") == {}
    assert not b.pos.active_units()
    assert [b.game.rules.key(note.rule) for note in b.of(ev.Noted)] == [rule]


def test_a_third_token_of_a_division_is_void() -> None:
    """5.14, R-109: there are two AMs of it."""
    b = bought(logistics(*HQS), "am.1_us", "am.1_us", "am.1_us")
    for number in range(3):
        b.run(PlayAm(b.game.words[f"am.sealed_allied_{number + 1}"]))
        b.play(reveal(buys(b, "am.1_us"), f"salt {number}"))
        assert ("note.am_void" in notes(b)) == (number == 2)
    assert pooled(b, "pool.am_used") == {"am.1_us": 2}


def test_an_hq_that_is_marked_after_the_purchase_keeps_its_am() -> None:
    """5.17 asks at the purchase, not at the draw; the marker bars the HQ as it always does (3.62)."""
    b = bought(logistics(*HQS), "am.1_us")
    b.act().flag(b.piece("1_us_hq"), f.RE, 1)
    b.run(PlayAm(b.game.words["am.sealed_allied_1"]))
    b.play(reveal(buys(b, "am.1_us"), "salt 0"))
    assert "note.am_void" not in notes(b)
    assert "note.hq_barred" in notes(b)


def test_the_first_am_may_be_a_token() -> None:
    """7.21"""
    b = bought(logistics(*HQS, initiative="allied"), "am.1_us", "am.29_us")
    assert b.choices() == ["pick_am am.sealed_allied_1", "pick_am am.sealed_allied_2"]
    b.play("pick_am am.sealed_allied_2")
    assert pooled(b) == {"am.sealed_allied_1": 1, "ops.allied": 1}


def test_what_could_be_bought_is_forgotten_when_the_turn_is_over() -> None:
    b = bought(logistics(*HQS), "am.1_us")
    assert pooled(b, "pool.sealable_allied") == {"am.1_us": 1, "am.29_us": 1}
    b.seed = "later"
    b.run(EndPhase())
    assert pooled(b, "pool.sealable_allied") == {}


@pytest.mark.parametrize("allied", ["greedy", "random"])
def test_bots_buy_in_secret_into_a_vault_and_every_seal_opens(tmp_path: Path, allied: str) -> None:
    """F52, F54: the log audits; a sensible player buys nothing that is void."""
    path = tmp_path / "g.hxl"
    options: dict[str, str | int | bool] = {"am_purchase": "sealed"}
    made = new_genesis("june_6/drive_on_cherbourg", seed="1", options=options, seals="vault")
    # a random log id would make every run of the test another game
    with Chronicle.create(path, msgspec.structs.replace(made, log_id="5" * 32)) as log:
        play_on(log, {1: bot(allied), 2: bot("random")}, limit=260)
        secrets = vault_path(path, "allied").read_text(encoding="utf-8")
        reveal_all(log, (1, 2), abandoned=True)
        slots = {log.game.words[f"seal.am_{number}"] for number in range(1, MOST_SEALED + 1)}
        bought = [entry for entry in book_of(log).seals.values() if entry.slot in slots]
        void = log.game.words["note.am_void"]
        told = [e for seq in range(len(log.timeline)) for e in log.frame(seq).events if isinstance(e, ev.Noted)]
    assert len(bought) > 3
    assert all(entry.commitment in secrets for entry in bought)
    assert allied == "random" or void not in [note.message for note in told]
    verdict = audit(path)
    assert verdict.intact, str(verdict.contradiction)
    assert verdict.seals == verdict.seals_opened
