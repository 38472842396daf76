"""Cases on the invasion turn and The First Week (J6 9.2, PB 1, PB 3, QA-BEACH): one test a case, named by its id."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.questions.airborne import bad_ground
from hexledger.engine.games.june_6.questions.costs import allowance
from hexledger.engine.games.june_6.rules import victory
from hexledger.engine.games.june_6.rules.attack import DeclareAttacks
from hexledger.engine.games.june_6.rules.control import entered
from hexledger.engine.games.june_6.rules.invasion import fill_pools
from hexledger.engine.games.june_6.rules.me_phase import PlayAm
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.events import model as ev
from tests.june_6.builder import Built, position
from tests.june_6.invasion import DROPS, boxes, on_6_june, to_the_drop, to_the_landing
from tests.june_6.schedule import pooled


def test_J6_049_an_empty_beach_hex_defends_with_4_and_cohesion_5_until_it_is_german() -> None:
    b = position("campaign", turn=2, dice=[9], seed="beach").marker("beach_defence", "E2640").unit("4_us_8", "W3428")
    b.units("E2639", "21pz_125", "21pz_192").active("21pz_125", "21pz_192")
    b.run(DeclareAttacks()).play("attack E2640 21pz_125,21pz_192", "end_attacks")
    while b.offer is not None and "choose_mode" in b.offer.kinds:
        b.play("choose_mode mode.assault" if b.offer.side == f.GERMAN else "choose_mode mode.retreat")
    assert b.lines("reckon.defence_strength") == {"line.beach_defence": 4}
    assert b.lines("reckon.combat_drm").get("drm.cohesion", 0) == b.pos.cohesion(b.piece("21pz_125")) - 5
    b.play("advance 21pz_125 E2640")
    assert not b.pos.beach_defends(b.hex("E2640"))
    for unit in ("21pz_125", "21pz_192"):
        b.act().remove(b.piece(unit), "reason.eliminated")
    b.unit("3_br_8", "E2640")
    entered(b.act(), b.hex("E2640"))
    assert not b.pos.beach_defends(b.hex("E2640")), "lost for ever"


def test_J6_066_a_4_at_omaha_pins_a_unit_of_cohesion_6() -> None:
    b = boxes(4, omaha="1_us_16").play("land 1_us_16 E3020")
    assert b.lines("reckon.resistance") == {"line.die": 4, "line.resistance": 3, "line.cohesion": 6}
    assert b.has("1_us_16", "pinned") and not b.is_reduced("1_us_16")


def test_J6_115_any_number_of_units_may_be_pinned_on_6_june() -> None:
    b: Built = to_the_landing(seed="pins")
    b.coming = [9] * 60
    while b.offer is not None and "land" in b.offer.kinds:
        b.play(b.choices()[0])
    pinned = [piece for piece in sorted(b.state.at) if b.pos.flag(piece, f.PINNED)]
    assert len(pinned) > 10, "ten markers come with the game; their number is no limit"


@pytest.mark.parametrize(("vp", "winner"), [(4, f.GERMAN), (5, f.ALLIED)])
def test_J6_302_the_first_week_is_won_by_the_allies_from_five_points(vp: int, winner: int) -> None:
    b = position("first_week", turn=5).track("vp", vp)
    victory.judge(b.act())
    won = b.of(ev.Won)
    assert [event.side for event in won] == [winner]


def test_J6_303_nine_allied_ams_and_eighteen_german_ones_are_in_play_and_thirteen_set_aside() -> None:
    b = on_6_june(seed="draws")
    fill_pools(b.act())
    pool, aside = pooled(b), pooled(b, "pool.am_aside")
    side = {am: b.game.ams[b.game.words[am]].side for am in (*pool, *aside)}
    assert sum(count for am, count in pool.items() if side[am] == f.ALLIED) == 9
    assert sum(count for am, count in pool.items() if side[am] == f.GERMAN) == 18
    assert sum(aside.values()) == 13
    assert aside["am.us_corps"] + aside["am.cw_corps"] == 4
    kept = to_the_drop(seed="am").play("drop_historical").pass_until("pick_am")
    assert kept.offer is not None and kept.offer.kinds[0] == "seal" and kept.offer.side == f.GERMAN


def test_J6_304_the_historical_drop() -> None:
    b = to_the_drop(seed="drop").play("drop_historical")
    assert {unit: b.at(unit) for unit in DROPS} == DROPS


def test_J6_435_a_unit_from_sword_with_5_points_has_2_in_its_next_activation_and_a_commando_5() -> None:
    b = on_6_june().unit("3_br_hq", "E2540").unit("3_br_8", "E2540", slow=True).unit("i_br_1ss", "E2640")
    b.control("allied", "E2540", "E2640").run(PlayAm(b.game.words["am.3_br"]))
    assert b.game.counters[b.piece("3_br_8")].front.ma == 5
    assert allowance(b.pos, b.piece("3_br_8")) == 2 * 2
    assert allowance(b.pos, b.piece("i_br_1ss")) == 5 * 2
    landed = boxes(0, sword="3_br_8").play("land 3_br_8 E2540")
    assert landed.has("3_br_8", "slow")


def test_J6_436_nobody_drops_on_woods_marsh_coast_village_city_or_the_enemy_and_an_enemy_zoc_is_no_bar() -> None:
    b = on_6_june().unit("g709_919", "W4021")
    board = b.game.board
    free = [place for place in range(board.n_hexes) if not b.pos.units(place) and board.terrain[place] != "sea"]
    inland = [place for place in free if "coastal" not in board.features[place]]
    piece = b.piece("82_us_505")
    for terrain in ("woods", "marsh", "village", "city"):
        place = next(place for place in inland if board.terrain[place] == terrain)
        assert bad_ground(b.pos, piece, place) == (
            "PB 1.51",
            f"{b.game.place(place)} is {terrain}: no unit comes down there",
        )
    coast = next(
        place for place in free if "coastal" in board.features[place] and board.terrain[place] in ("clear", "bocage")
    )
    assert "coastal" in str(bad_ground(b.pos, piece, coast))
    assert "enemy" in str(bad_ground(b.pos, piece, b.hex("W4021")))
    near = next(place for place in board.neighbours[b.hex("W4021")] if board.terrain[place] in ("clear", "bocage"))
    assert b.pos.in_ezoc(near, f.ALLIED)
    assert bad_ground(b.pos, piece, near) is None


def test_J6_437_rangers_on_the_coast_beside_omaha_roll_without_the_three() -> None:
    b = boxes(6, omaha="v_us_5rngr").play("land v_us_5rngr E2921")
    assert b.lines("reckon.resistance")["line.resistance"] == 0
    assert b.game.board.distance(b.hex("E2921"), b.hex("E3020")) <= 3
    assert boxes(6, omaha="v_us_5rngr").play("land v_us_5rngr E3020").lines("reckon.resistance")["line.resistance"] == 3
