"""The AMs of 6 June, the one the German keeps out, and German hesitation (PB 1.3, 1.64, 1.101, 1.102)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.rules.endphase import EndPhase
from hexledger.engine.games.june_6.rules.invasion import KeepAm, ShowAm, fill_pools
from hexledger.engine.games.june_6.rules.logistics import Logistics
from hexledger.engine.games.june_6.rules.me_phase import PlayAm
from hexledger.engine.games.june_6.rules.reduced_efficiency import BeginRe
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.events import model as ev
from tests.june_6.builder import Built, position
from tests.june_6.invasion import on_6_june
from tests.june_6.schedule import notes, pooled, waiting_leads, waits


def coast(*dice: int) -> Built:
    """Two German divisions and a corps with a LOC, an Ally far away."""
    b = on_6_june(dice, seed="re").units("E2425", "g352_hq", "g352_915").units("E1837", "g716_hq", "g716_736")
    return b.unit("4_us_8", "W3428").unit("lxxxiv_hq", "E1508").unit("lxxxiv_752", "E1608").unit("sp_1", "E2729")


def play(b: Built, am: str) -> Built:
    return b.run(PlayAm(b.game.words[am]))


# ---------------------------------------------------------------------- PB 1.3
def test_nobody_receives_points_on_6_june_and_the_pool_is_what_the_rulebook_lists() -> None:
    """PB 1.31, PB 1.32, PB 1.33, PB 1.62. PB 2.5"""
    b = on_6_june()
    fill_pools(b.act())
    pool = pooled(b)
    assert pool["am.german_corps"] == pool["am.12ss"] == pool["am.g716"] == 2
    assert pool["am.1_us"] == pool["am.6_abn"] == 1
    assert "am.us_corps" not in pool and "am.90_us" not in pool


def test_the_german_am_kept_out_is_a_secret_until_the_beach_combats_are_over() -> None:
    """PB 1.64, PB 1.101, PB 1.104."""
    b = on_6_june(seed="draws")
    fill_pools(b.act())
    b.run(KeepAm(), ShowAm())
    assert b.offer is not None and b.offer.side == f.GERMAN and b.offer.kinds[0] == "seal"
    assert len(b.choices()) == 9
    b.play("pick_am am.21pz")
    assert pooled(b)["am.21pz"] == 2, "nobody can see from the pool which AM it is"
    assert b.offer.kinds[0] == "reveal"
    b.play("pick_am am.21pz")
    used = b.game.words["pool.am_used"]
    assert next(event.token for event in b.of(ev.Pooled) if event.pool == used) == b.game.words["am.21pz"]


def test_only_an_am_that_was_sealed_can_be_shown() -> None:
    b = on_6_june()
    fill_pools(b.act())
    b.run(KeepAm(), ShowAm()).play("pick_am am.21pz")
    b.sealed[f.GERMAN] = [b.decision("pick_am am.g716")]
    with pytest.raises(Exception, match="not what was sealed"):
        b.play("pick_am am.g716")


def test_an_allied_am_cannot_be_kept_out_by_the_german() -> None:
    b = on_6_june()
    fill_pools(b.act())
    b.run(KeepAm(), ShowAm()).play("pick_am am.1_us")
    with pytest.raises(Exception, match="no German AM"):
        b.play("pick_am am.1_us")


# ---------------------------------------------------------------------- PB 1.102
def test_a_formation_is_released_by_a_die_of_at_most_its_value() -> None:
    """PB 1.102."""
    b = play(coast(7), "am.g352")
    assert b.lines("reckon.hesitation") == {"line.die": 7, "line.release_value": 7}
    assert b.pos.is_active(b.piece("g352_915"))
    assert "note.acts" in notes(b)


def test_a_higher_die_leaves_it_where_it_is_and_the_second_am_has_a_value_of_its_own() -> None:
    b = play(coast(8, 8), "am.g352")
    assert b.quiet and "note.hesitates" in notes(b)
    b = play(b, "am.g352")
    assert b.lines("reckon.hesitation")["line.release_value"] == 8
    assert b.pos.is_active(b.piece("g352_915"))


def test_a_formation_once_released_does_not_roll_again_this_turn() -> None:
    b = play(coast(0), "am.g352").pass_until("land")
    b = play(b, "am.g352")
    assert b.pos.is_active(b.piece("g352_915")), "no further die was needed"


def test_the_corps_hqs_of_one_am_roll_each_for_itself() -> None:
    b = coast(6, 5).unit("iii_flak_hq", "E1740").unit("iii_flak_a", "E1836")
    play(b, "am.german_corps")
    assert b.pos.is_active(b.piece("lxxxiv_752"))
    assert not b.pos.is_active(b.piece("iii_flak_a")), "III Flak Corps needed a 4"


def test_a_formation_that_was_not_released_does_nothing_in_the_re_phase_and_strongpoints_do() -> None:
    b = coast(9, 9)
    play(play(b, "am.g352"), "am.g352")
    b.run(BeginRe())
    while b.offer is not None and "re_first" in b.offer.kinds:
        b.play("re_first no")
    offered: set[str] = set()
    for _ in range(10):
        if b.offer is None or "activate_re" not in b.offer.kinds:
            break
        offered |= {choice for choice in b.choices() if choice.startswith("activate_re")}
        b.play("pass_re")
    assert "activate_re g352_hq" not in offered and "activate_re g716_hq" not in offered
    assert "activate_re sp_1" in offered


def test_12ss_off_the_map_enters_when_the_table_releases_it() -> None:
    b = waits(coast(0), "12ss_hq", area="B")
    play(b, "am.12ss")
    assert b.at("12ss_hq") == "turn_track"
    assert b.pos.is_active(b.piece("12ss_25"))
    assert b.offer is not None and "move" in b.offer.kinds


def test_12ss_that_failed_twice_enters_on_7_8_june_without_a_roll_and_with_both_ams_free() -> None:
    b = waits(coast(1, 3), "12ss_hq", area="B")
    play(play(b, "am.12ss"), "am.12ss")
    assert waiting_leads(b) == ["12ss_hq"]
    b.run(EndPhase())
    assert pooled(b, "pool.hesitated") == {} and pooled(b, "pool.released") == {}
    later = waits(position("first_week", turn=2, dice=[5], weather="clear"), "12ss_hq", area="B")
    later.run(Logistics(f.GERMAN))
    assert pooled(later)["am.12ss"] == 2
    later = waits(position("first_week", turn=2), "12ss_hq", area="B")
    play(later, "am.12ss")
    assert later.at("12ss_hq") == "turn_track"


def test_nobody_hesitates_after_6_june() -> None:
    b = position("first_week", turn=2).units("E2425", "g352_hq", "g352_915").unit("4_us_8", "W3428")
    play(b, "am.g352")
    assert b.pos.is_active(b.piece("g352_915"))
