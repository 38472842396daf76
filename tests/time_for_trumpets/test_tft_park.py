"""German artillery substitutes of A Time for Trumpets (2.10, 23.4, 44), played through the sequence."""

from __future__ import annotations

from hexledger.engine.games.time_for_trumpets.questions import advances, fire, force, ways
from hexledger.engine.games.time_for_trumpets.rules.combat import Combat
from hexledger.engine.games.time_for_trumpets.rules.end_of_turn import MutualEnd
from hexledger.engine.games.time_for_trumpets.rules.excess import Excess
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.rules.overruns import target_refusal
from hexledger.engine.games.time_for_trumpets.tables import words as w
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import battle, carried

ARTY = "nw_7_arty"
NW = tuple(f"7nw_{n}" for n in ("i", "ii", "iii", "iv", "v", "vi"))
HOME = "8136"


def brigade(*, mode: int = 1, at: tuple[str, ...] = (HOME, "8137"), turn: str = "18MO") -> Built:
    """The 7th NW brigade in one or two hexes behind the Our, in the last step of a turn."""
    b = position(turn=turn).option("artillery_substitutes").unit("lviii_hq", "8237", mode=1).unit("5pza_hq", "8243")
    for number, gun in enumerate(NW):
        b.unit(gun, at[number * len(at) // len(NW)], mode=mode)
    return b


def swapped(b: Built, at: str = HOME) -> Built:
    """The substitute takes the place of the brigade at the mutual end of the turn."""
    return b.run(MutualEnd()).play(f"substitute {ARTY} {at}", "end_segment")


# ---------------------------------------------------------------------- 44.0, 44.1a-e, h
def test_the_substitute_takes_the_place_of_its_battalions_at_the_mutual_end() -> None:
    """44.0b, 44.1c, d, 44.2.2: a march CF of (6), six steps for six battalions."""
    b = swapped(brigade())
    assert b.on(ARTY) == HOME and b.flagged(ARTY, "mode") == 1
    assert all(b.on(gun) == "-" and b.pooled("card", gun) for gun in NW)
    assert b.pos.steps(b.piece(ARTY)) == 6
    front = b.game.counters[b.piece(ARTY)].front
    assert (front.get("attack"), front.get("defence"), front.get("mf")) == (0, 6, 6)


def test_without_the_option_nobody_is_asked() -> None:
    """44.0: optional."""
    b = brigade().option("artillery_substitutes", "no")
    assert b.run(MutualEnd()).quiet


def test_one_battalion_in_march_order_puts_the_substitute_in_march_order() -> None:
    """44.1e."""
    b = swapped(brigade().flag(NW[3], "mode", 0))
    assert b.flagged(ARTY, "mode") == 0


def test_battalions_more_than_five_hexes_apart_out_of_command_or_supply_are_not_replaced() -> None:
    """44.0c, d."""
    for spoil in ("far", "out_comm", "oos"):
        b = brigade()
        if spoil == "far":
            b.act().move(b.piece(NW[5]), (b.hex("8137"), b.hex("8142")), "mode.move")
        else:
            b.flag(NW[5], spoil, 1)
        assert b.run(MutualEnd()).quiet, f"{spoil}: there is nothing to swap"


def test_the_substitute_stands_where_one_of_its_battalions_stood() -> None:
    """44.1d."""
    b = brigade().run(MutualEnd())
    assert b.refuses(f"substitute {ARTY} 8237").rule == "TFT 44.1"


def test_battalions_come_back_within_five_hexes_in_the_mode_of_the_substitute() -> None:
    """44.1f-h, 23.3."""
    b = swapped(brigade()).run(MutualEnd())
    guns = ",".join(NW)
    two = f"{HOME},{HOME},{HOME},8137,8137,8137"
    assert b.refuses(f"restore {ARTY} {guns} 8142,{HOME},{HOME},8137,8137,8137").rule == "TFT 44.1", "six hexes away"
    assert b.refuses(f"restore {ARTY} {guns} {','.join([HOME] * 6)}").rule == "TFT 23.3"
    assert b.refuses(f"restore {ARTY} {NW[0]} {HOME}").rule == "TFT 44.1", "all of them"
    assert any(line.startswith(f"restore {ARTY}") for line in b.choices())
    b.play(f"restore {ARTY} {guns} {two}")
    assert b.on(ARTY) == "-" and {b.on(gun) for gun in NW} == {HOME, "8137"}
    assert all(b.flagged(gun, "mode") == 1 and not b.pooled("card", gun) for gun in NW)


def test_on_16mo_only_substitutes_with_a_hex_on_the_card_may_begin() -> None:
    """44.1a, b."""
    b = position("losheim_gap", with_setup=True, seed="card", options={"artillery_substitutes": "yes"})
    assert b.refuses("substitute 18vg_arty 9025").rule == "TFT 44.1", "no hex is listed for it"
    assert b.refuses("substitute nw_4_arty 9415").rule == "TFT 44.1", "nor another hex"
    b.play("substitute nw_4_arty 9414")
    assert b.on("nw_4_arty") == "9414" and b.on("4nw_i") == "-"


# ---------------------------------------------------------------------- 44.1i-l
def attack(b: Built) -> Built:
    """Units of the LVIII Corps attack a hex that the brigade reaches."""
    b.unit("560_1128_i", "7936").unit("560vg_hq", "8037").unit("us_28_112_i", "7836").turn("18AF")
    return b.corps("lviii_hq", "combat").dice(*([3, 4] * 6)).run(Combat(w.GERMAN))


def test_battalions_fire_one_by_one_from_the_hex_of_the_substitute_with_their_own_cf_and_range() -> None:
    """44.1g, j, k, l: the counter has fired when all of them have."""
    b = attack(swapped(brigade(at=(HOME,) * 6)))
    b.play("attack 560_1128_i 7836")
    able = fire.attack_guns(b.pos, (b.piece("560_1128_i"),), b.hex("7836"))
    near = [
        gun for gun in NW if b.game.arms.gun[b.piece(gun)].range >= b.pos.board.distance(b.hex(HOME), b.hex("7836"))
    ]
    assert {b.piece(gun) for gun in near} == set(able) and near
    b.play(f"support {near[0]}")
    assert b.flagged(near[0], "fired") == 1 and not b.flagged(ARTY, "fired")
    assert b.lines("reckon.attack")["line.artillery"] > 0
    whole = attack(swapped(brigade(at=(HOME,) * 6)))
    whole.play("attack 560_1128_i 7836", f"support {','.join(near)}")
    assert bool(whole.flagged(ARTY, "fired")) == (len(near) == len(NW))


def test_a_substitute_on_the_march_has_no_battalions_that_fire() -> None:
    """44.1f."""
    b = attack(swapped(brigade(mode=0)))
    b.play("attack 560_1128_i 7836")
    assert not fire.attack_guns(b.pos, (b.piece("560_1128_i"),), b.hex("7836"))


def test_a_substitute_changes_its_mode_as_a_battalion_does_and_crosses_a_bridge_with_all_of_them() -> None:
    """44.1f, i, 30.3."""
    b = swapped(brigade()).turn("18AF").corps("lviii_hq").run(Movement(w.GERMAN))
    b.play(f"change_mode {ARTY}")
    assert b.flagged(ARTY, "mode") == 0
    one, all_ = (ways.points_of(b.pos, b.piece(unit), b.hex("7742"), b.hex("7842")) for unit in (NW[0], ARTY))
    assert one is not None and all_ == 6 * one


# ---------------------------------------------------------------------- 44.1m-p, 23.4
def attacked(cell: str) -> Built:
    """An American battalion attacks the substitute, and this comes of it."""
    b = swapped(brigade()).unit("us_28_112_i", "8036").unit("us_28id_hq", "7637").unit("us_viii_corps_hq", "7540")
    return carried(b.turn("18AF"), "us_viii_corps_hq", battle(b, "us_28_112_i", HOME), cell)


def test_for_a_step_its_owner_removes_a_battalion_of_his_choice() -> None:
    """44.1n."""
    b = attacked("/1")
    assert b.pos.steps(b.piece(ARTY)) == 5
    kinds = {b.game.arms.gun[b.piece(gun)] for gun in NW}
    if len(kinds) > 1:
        b.play(f"lose_gun {NW[-1]}")
        assert b.pooled("lost", NW[-1]) and not b.pooled("card", NW[-1])
    assert len(force.carded(b.pos, b.piece(ARTY))) == 5


def test_when_the_substitute_is_eliminated_all_its_battalions_are() -> None:
    """44.1o."""
    b = attacked("DE")
    assert b.on(ARTY) == "-" and all(b.pooled("lost", gun) and not b.pooled("card", gun) for gun in NW)


def test_a_substitute_is_attacked_and_never_overrun() -> None:
    """44.1m, 35.2c."""
    b = swapped(brigade()).turn("18AF")
    why = target_refusal(b.pos, b.hex(HOME), w.ALLIED)
    assert why is not None and why[0] == "44.1"
    tank = next(c.id for c in b.game.counters if c.type == "m4" and c.parent == "us_3ad_hq")
    b.unit(tank, "8036")
    found = advances.may_overrun(b.pos, b.piece(tank), b.hex(HOME))
    assert found is not None and found[0] == "44.1"


def test_field_artillery_is_startled_by_a_front_line_unit_beside_it_and_nebelwerfers_are_not() -> None:
    """44.1p."""
    for arty, expected in (("vak_401_arty", 2), (ARTY, 0)):
        b = position(turn="18MO").option("artillery_substitutes").unit(arty, HOME, mode=1)
        b.unit("us_28_112_i", "7935").unit("us_28id_hq", "7637").corps("us_viii_corps_hq").run(Movement(w.ALLIED))
        b.play("move us_28_112_i 8035")
        assert b.pos.board.distance(b.hex("8035"), b.hex(HOME)) == 1
        assert b.flagged(arty, "disrupt") == expected and b.flagged(arty, "mode") == int(not expected)


def test_two_substitutes_in_a_hex_at_the_end_of_a_segment_are_disrupted() -> None:
    """23.4e; 23.4d: one of them stands with two other units."""
    b = position(turn="18MO").units(HOME, ARTY, "vak_401_arty", mode=1).unit("lviii_hq", HOME, mode=1)
    b.run(Excess(w.GERMAN))
    assert b.flagged(ARTY, "disrupt") == b.flagged("vak_401_arty", "disrupt") == 2
    assert not b.flagged(ARTY, "mode") and not b.flagged("lviii_hq", "disrupt")
    alone = position(turn="18MO").units(HOME, ARTY, "560_1128_i", "560_1128_ii").run(Excess(w.GERMAN))
    assert alone.quiet and not alone.flagged(ARTY, "disrupt")
