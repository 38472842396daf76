"""The original read a seventh time: bombarded hexes, headquarters that wait or come back, cooperating headquarters,
bridges that are taken down, forts that stay where they are, isolation at the moment of a combat."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.questions import banks, fire, ways, zoc
from hexledger.engine.games.time_for_trumpets.questions import modifiers as md
from hexledger.engine.games.time_for_trumpets.rules.bridging import Bridging
from hexledger.engine.games.time_for_trumpets.rules.changes import eliminate
from hexledger.engine.games.time_for_trumpets.rules.combat import EndOfCombat
from hexledger.engine.games.time_for_trumpets.rules.command import MutualCommand
from hexledger.engine.games.time_for_trumpets.rules.demolition import StartOfMovement
from hexledger.engine.games.time_for_trumpets.rules.end_of_turn import MutualEnd, PlayerEnd
from hexledger.engine.games.time_for_trumpets.rules.excess import Excess
from hexledger.engine.games.time_for_trumpets.rules.exploitation import Exploitation
from hexledger.engine.games.time_for_trumpets.rules.fording import Fording
from hexledger.engine.games.time_for_trumpets.rules.fuel import GermanFuel
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.rules.orders import STUBBORN, Surrender
from hexledger.engine.games.time_for_trumpets.rules.returning import Return
from hexledger.engine.games.time_for_trumpets.rules.supply import MutualSupply
from hexledger.engine.games.time_for_trumpets.sequence import CorpsActivation
from hexledger.engine.games.time_for_trumpets.tables import words as w
from tests.conformance.time_for_trumpets.test_tft_combat import PANZER_GRENADIERS, jagdpanthers
from tests.conformance.time_for_trumpets.test_tft_movement import overrun, skorzeny
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import battle, carried, combat, fight, settle

# ---------------------------------------------------------------------- 48.1
JAGDPANTHER = "lehr_559_jgpanther"


def bombarded(*dice: int, attackers: str = JAGDPANTHER) -> Built:
    """Jagdpanthers attack out of 5546, in which a division HQ is deployed and flak stands by; 52 CF come down on it."""
    b = jagdpanthers(5, *dice).unit("lehr_flak", "5546").unit("26vg_hq", "5546", mode=1)
    combat(b, "xlvii_hq").play(f"attack {attackers} 5645")
    guns = [b.game.counters[gun].id for gun in b.game.arms.gun if b.pos.on_map(gun)]
    b.play(f"time_on_target us_fag_174_hq {','.join(guns)} 5546")
    return withdrawn(b)


def withdrawn(b: Built) -> Built:
    """Retreats are taken as they are listed; nothing else is done."""
    settle(b, until="retreat")
    while b.offer is not None and "retreat" in b.offer.kinds:
        settle(b.play(b.choices()[0]), until="retreat")
    return b


def test_attackers_who_are_all_aborted_and_shocked_retreat_their_hex_all_the_same() -> None:
    """48.1c, G-D35, G-D36: there is no roll, and the shock is there; the hex is closed to the corps."""
    b = bombarded(1, 1)
    assert b.flagged(JAGDPANTHER, "shock") and b.on(JAGDPANTHER) != "5546"
    assert not b.flagged(JAGDPANTHER, "abort")
    assert b.pos.marker("attack", b.hex("5645")), "the hex counts as attacked"


def test_a_shocked_hex_is_left_by_those_who_did_not_attack_as_well() -> None:
    """48.1c: each unit of the hex, headquarters too."""
    b = bombarded(4, 5, 1, 1, attackers=",".join((JAGDPANTHER, *PANZER_GRENADIERS)))
    for unit in (JAGDPANTHER, "lehr_flak", "26vg_hq"):
        assert b.flagged(unit, "shock") and b.on(unit) != "5546"
    assert not b.flagged("26vg_hq", "mode") and b.flagged("26vg_hq", "disrupt") == 2


def test_who_was_aborted_without_attacking_attacks_in_the_next_combat() -> None:
    """48.1f: Abort markers come off when the combat is decided, not with the segment."""
    b = jagdpanthers(5, 1, 2, 3, 4).unit("us_101_506_iii", "5647").unit("26vg_eng", "5746")
    b.unit("lehr_901_i", "5546")
    combat(b, "xlvii_hq").play(f"attack {JAGDPANTHER},lehr_901_ii 5645")
    guns = [b.game.counters[gun].id for gun in b.game.arms.gun if b.pos.on_map(gun)]
    b.play(f"time_on_target us_fag_174_hq {','.join(guns)} 5546")
    withdrawn(b)
    assert not b.flagged("lehr_901_i", "abort")


# ---------------------------------------------------------------------- 2.13
def test_a_company_that_advances_leaves_its_fort_behind() -> None:
    """2.13d, e, h, 55.1c: it attacks out of the fort, and goes as far as it would move without it."""
    b = position(turn="18AF").unit("us_99_393_k", "9116", fort_side=1).unit("12_48_i", "9117")
    b.unit("us_99id_hq", "8616").unit("us_v_corps_hq", "8216").unit("12vg_hq", "9322").unit("i_ss_hq", "9423")
    carried(b, "us_v_corps_hq", battle(b, "us_99_393_k", "9117"), "DE")
    b.play("advance us_99_393_k 9117")
    assert b.on("us_99_393_k") == "9117" and not b.flagged("us_99_393_k", "fort_side")


def test_a_company_in_reserve_leaves_its_fort_behind_when_it_changes_its_place() -> None:
    """2.13e, h, 59.1."""
    b = position(turn="18AF", options={"reserves": "yes", "exploitation": "yes"}).unit("us_99id_hq", "8816", mode=1)
    b.unit("us_99_393_k", "9116", fort_side=1, reserve=1).unit("us_v_corps_hq", "8216")
    b.corps("us_v_corps_hq", "exploitation").run(Exploitation(w.ALLIED))
    b.play(next(line for line in b.choices() if line.startswith("reposition us_99_393_k")))
    assert b.on("us_99_393_k") != "9116" and not b.flagged("us_99_393_k", "fort_side")


# ---------------------------------------------------------------------- 52.7, 9.5
@pytest.mark.parametrize("fed", [True, False])
def test_a_headquarters_out_of_supply_comes_back_so_until_a_road_reaches_it(fed: bool) -> None:
    """9.5c, d, 52.7: on any turn; before that it feeds nobody."""
    b = position(turn="18MO").unit("26vg_hq", "5644", oos=1).units("5644", "26_77_i", "26_77_ii")
    b.flag("26_77_i", "oos", 1)
    if not fed:
        b.marker("rubble", "5644", count=2)
    eliminate(b.act(), b.piece("26vg_hq"), "reason.combat", "52.7")
    b.turn("18AF").run(Return(w.GERMAN)).play("place_hq 26vg_hq 5644").run(MutualSupply())
    assert b.pos.in_supply(b.piece("26vg_hq")) is b.pos.in_supply(b.piece("26_77_i")) is fed
    assert b.pos.in_supply(b.piece("26_77_ii")), "it was before dawn"


# ---------------------------------------------------------------------- 23.1, 24
@pytest.mark.parametrize(("turn", "hqs", "crowded"), [
    ("16AF", "1ssd_hq,3fj_hq", ""), ("16MO", "1ssd_hq,3fj_hq", "1ssd_hq,3fj_hq"), ("18MO", "116pz_hq,560vg_hq", ""),
    ("20MO", "us_4id_hq,us_10ad_hq", ""), ("18MO", "1ssd_hq,3fj_hq,12vg_hq", "1ssd_hq,3fj_hq,12vg_hq"),
    ("18MO", "2pz_hq,26vg_hq", "2pz_hq,26vg_hq"),
])  # fmt: skip
def test_headquarters_of_divisions_that_stack_together_stand_in_one_hex(turn: str, hqs: str, crowded: str) -> None:
    """23.1b: the exceptions of 24 are for headquarters as well; a third one disrupts all (23.2)."""
    b = position(turn=turn).units("9421", *hqs.split(","))
    b.run(Excess(b.game.side_of[b.piece(hqs.split(",", maxsplit=1)[0])]))
    assert {hq for hq in hqs.split(",") if b.flagged(hq, "disrupt")} == set(filter(None, crowded.split(",")))


# ---------------------------------------------------------------------- 29.2.1, 32.3
@pytest.mark.parametrize(("ground", "firm", "goes"), [
    ("broken", "firm", True), ("forest", "firm", True), ("forest", "mud", False),
])  # fmt: skip
def test_a_resting_gun_that_limbers_up_still_has_its_one_hex(ground: str, firm: str, goes: bool) -> None:
    """29.2.1f, 13.5.1b, c: a horse-drawn battalion of 6 MF pays 2 for its mode and has 1 of its half left; with all of
    its MF it would have 4, enough for broken ground and a forest (4), but not for one in the mud (5)."""
    b = position(turn="18MO").ground(firm)
    here, there = next(
        (p, q) for p in range(b.pos.board.n_hexes) for q in b.game.ground.near[p]
        if b.pos.board.terrain[q] == ground and b.pos.board.terrain[p] == "clear" and p in b.game.ground.area["5pza"]
        and q in b.game.ground.area["5pza"] and not b.game.ground.water_between(p, q) and not b.game.ground.roads_of[q]
    )  # fmt: skip
    b.unit("26vg_fa_ii", b.pos.label(here), mode=1).unit("26vg_hq", b.pos.label(here), resting=1).corps("xlvii_hq")
    b.run(Movement(w.GERMAN)).play("change_mode 26vg_fa_ii")
    line = f"move 26vg_fa_ii {b.pos.label(there)}"
    assert (line in b.choices()) is goes
    if goes:
        b.play(line)
        assert b.refuses(f"move 26vg_fa_ii {b.pos.label(here)}").rule in ("TFT 29.1", "TFT 29.0")
        assert b.refuses("change_mode 26vg_fa_ii").rule == "TFT 32.2", "nothing is left to go into battery"


# ---------------------------------------------------------------------- 52.13.2
def test_an_engaged_tank_that_attacks_elsewhere_has_left_its_battle() -> None:
    """52.13.2e, 52.13.3: it fights on, disengages or withdraws; the defenders whom nobody else engages are free."""
    b = position(turn="18EV").unit("us_14_18_e", "9120").unit("us_14_18_f", "9020").unit("12vg_pzj", "9019")
    b.unit("12vg_hq", "9322").unit("i_ss_hq", "9423").unit("us_14cav_hq", "8616").unit("us_v_corps_hq", "8216")
    fight(b, "i_ss_hq", "attack 12vg_pzj 9120", 1, 2).run(EndOfCombat(w.GERMAN))
    assert b.flagged("us_14_18_e", "engaged") and b.flagged("12vg_pzj", "engaged")
    b.run(PlayerEnd(w.GERMAN), PlayerEnd(w.ALLIED)).turn("19AF")
    fight(b, "i_ss_hq", "attack 12vg_pzj 9020", 2, 3).run(EndOfCombat(w.GERMAN))
    assert b.on("12vg_pzj") == "9019", "it has lost a step and stands"
    assert not b.flagged("us_14_18_e", "engaged") and not b.flagged("12vg_pzj", "engaged")


# ---------------------------------------------------------------------- 35.3
def test_who_follows_an_overrun_is_held_by_stacking_alone() -> None:
    """35.3j: another enemy beside both hexes holds neither the tank, which has to go in, nor those who may."""
    b = overrun().unit("us_99_393_i", "8410").run(Movement(w.GERMAN))
    assert zoc.barred(b.pos, b.piece("kgp_2_iii"), b.hex("8511"), b.hex("8510"))
    b.play("overrun kgp_1_panther,kgp_2_iii 8510")
    assert b.on("kgp_1_panther") == "8510"
    b.play("advance kgp_2_iii 8510")
    assert b.on("kgp_2_iii") == "8510"


# ---------------------------------------------------------------------- 23.0
def test_units_that_a_retreat_brought_together_do_not_move_on_together() -> None:
    """23.0c, 23.7b: they part in the next movement."""
    b = position(turn="18MO").units("9321", "12_48_i", "277_989_i", "12vg_hq", "277vg_hq", "i_ss_hq").corps("i_ss_hq")
    b.run(Movement(w.GERMAN))
    assert b.refuses("end_segment").rule == "TFT 23.0"
    assert b.refuses("move 12_48_i,277_989_i 9420").rule == "TFT 23.7"
    b.play("move 12_48_i 9420", "end_segment")
    assert b.on("12_48_i") == "9420"


# ---------------------------------------------------------------------- 52.12.1, 54.2
@pytest.mark.parametrize("vacated", [False, True])
def test_nobody_retreats_into_a_position_that_is_being_vacated(vacated: bool) -> None:
    """52.12.1a, 54.2n: no friend enters it before the turn is over, in a retreat either."""
    b = position(turn="18AF").unit("us_99id_hq", "8616").unit("us_v_corps_hq", "8216").unit("12_48_i", "9019")
    b.unit("us_99_394_i", "8919", oos=1).unit("us_99_394_iii", "8718").starved("1a")
    if vacated:
        b.flag("us_99_394_iii", "counterattack", b.hex("8818") + 1)
    carried(b, "us_v_corps_hq", battle(b, "us_99_394_i", "9019"), "AR1")
    ends = {line.split()[-1] for line in b.choices() if line.startswith("retreat")} or {b.on("us_99_394_i")}
    assert ("8818" in ends) is not vacated


# ---------------------------------------------------------------------- 54.1, 9.16
@pytest.mark.parametrize(("marked", "cut", "free"), [
    (True, True, True), (True, False, False), (False, True, True), (False, False, False),
])  # fmt: skip
def test_who_is_isolated_at_the_moment_of_the_combat_retreats_anywhere(marked: bool, cut: bool, free: bool) -> None:
    """54.1j, 9.16, B-76: whatever was judged before dawn of a unit that is out of supply."""
    b = position(turn="18AF", options={"retreat_without_road": "eliminated"}).unit("us_99id_hq", "8616")
    b.unit("us_v_corps_hq", "8216").unit("us_99_394_iii", "8919", oos=1, isolated=int(marked)).unit("12_48_i", "9019")
    if cut:
        b.starved("1a")
    b.unit("12vg_hq", "9322").unit("i_ss_hq", "9423")
    carried(b, "i_ss_hq", battle(b, "12_48_i", "8919"), "DR1")
    ends = {line.split()[-1] for line in b.choices() if line.startswith("retreat")} or {b.on("us_99_394_iii")}
    assert {"8819", "8918"} <= ends and ("8818" in ends) is free, "that hex lies on no shortest way to a supply road"


@pytest.mark.parametrize("in_supply", [True, False])
def test_who_was_in_supply_before_dawn_is_not_isolated(in_supply: bool) -> None:
    """9.5c, 9.16a: isolated is only who is out of supply."""
    b = position(turn="18AF", options={"retreat_without_road": "eliminated"}).unit("12_48_i", "9019")
    b.unit("us_99_394_iii", "8919", oos=int(not in_supply)).starved("1a")
    b.unit("12vg_hq", "9322").unit("i_ss_hq", "9423")
    carried(b, "i_ss_hq", battle(b, "12_48_i", "8919"), "DR1")
    assert (b.offer is not None and "retreat" in b.offer.kinds) is not in_supply
    assert not in_supply or b.on("us_99_394_iii") == "-", "there is no road to retreat to"


# ---------------------------------------------------------------------- 16.0, 27.3
@pytest.mark.parametrize(("turn", "said", "rests"), [
    ("18MO", "", False), ("18MO", "resting", True), ("18EV", "", True), ("18EV", "active", False),
])  # fmt: skip
def test_a_headquarters_that_comes_in_chooses_its_status_with_the_others(turn: str, said: str, rests: bool) -> None:
    """16.0c, 27.3a-d, 13.4: its units come in at half their movement where it rests, and it has rested once more."""
    b = position(turn=turn).unit("us_v_corps_hq", "7202").pool("waiting", "us_1id_hq", "us_1_26_i")
    b.corps("us_v_corps_hq").run(CorpsActivation(w.ALLIED, b.piece("us_v_corps_hq")))
    b.play("end_segment")
    if said:
        b.play(f"set_status us_1id_hq status.{said}")
    b.play("end_segment")
    while b.offer is not None and "enter" not in b.offer.kinds:
        b.play("end_segment")
    assert (ways.halved(b.pos, b.piece("us_1_26_i")) is not None) is rests
    assert b.flagged("us_1id_hq", "night_moves") == int(said == "active")
    b.play("enter us_1id_hq 7501").run(MutualEnd())
    assert b.flagged("us_1id_hq", "rested") == 1 + rests


# ---------------------------------------------------------------------- 18.1, 52.7
def test_a_headquarters_that_surrenders_comes_back_as_any_that_is_eliminated() -> None:
    """18.1a, 52.7, B-77: with a unit that is left, out of command; it is rolled for like a unit."""
    b = position(turn="18MO", dice=(6,))
    hq = next(hq for hq in b.game.roster.level if b.game.side_of[hq] == w.GERMAN and _weak(b, hq))
    unit = next(c.id for c in b.game.counters if c.parent == b.game.counters[hq].id and "infantry" in c.traits)
    name = b.game.counters[hq].id
    b.unit(name, "9421", isolated=1, oos=1).unit(unit, "9321").corps(b.game.counters[hq].parent, "orders")
    b.run(Surrender())
    assert b.on(name) == "-" and b.on(unit) == "9321"
    b.turn("18AF").run(Return(w.GERMAN)).play(f"place_hq {name} 9321").run(MutualCommand())
    assert not b.pos.in_comm(b.piece(name)) and not b.pos.in_comm(b.piece(unit))


def _weak(b: Built, hq: int) -> bool:
    """A division HQ that may surrender."""
    return b.game.roster.level[hq] == "division" and b.game.roster.front[hq].get("er") < STUBBORN


# ---------------------------------------------------------------------- 21.5
def test_a_bridge_that_is_taken_down_carries_nobody_from_the_end_of_the_first_turn_on() -> None:
    """21.5a-c, B-83: the steps of its building the other way about; given up, it stands again."""
    one, other = "7848", "7948"
    b = position(turn="19MO").blown(one, other).marker("j_bridge", one, other).unit("999_br", other)
    b.unit("2pz_2_ii", other).unit("xlvii_hq", "8243").corps("xlvii_hq", "bridging")
    b.run(Bridging(w.GERMAN)).play(f"dismantle 999_br {one}")

    def passable() -> bool:
        return banks.bridged(b.pos, b.hex(one), b.hex(other))

    assert passable(), "in the turn in which it is begun"
    b.run(PlayerEnd(w.GERMAN))
    assert not passable() and b.pos.marker("j_bridge", b.hex(one), b.hex(other))
    b.corps("xlvii_hq").run(Movement(w.GERMAN))
    assert b.refuses(f"move 2pz_2_ii {one}").rule == "TFT 29.1", "no road leads over it"
    b.corps("xlvii_hq", "bridging").run(Bridging(w.GERMAN)).play("cancel_bridge 999_br")
    assert passable()


# ---------------------------------------------------------------------- 50.0
@pytest.mark.parametrize("ground", ["clear", "forest", "town"])
def test_what_weapons_do_hangs_on_no_ground(ground: str) -> None:
    """50.0c: tank destroyers against tanks, and heavy tanks where nobody has a gun for them."""
    b = position(turn="20MO")
    place, beside = next(
        (p, q) for p in range(b.pos.board.n_hexes) for q in b.game.ground.near[p]
        if b.pos.board.terrain[p] == ground and not b.game.ground.water_between(p, q)
        and p not in b.game.ground.villages
    )  # fmt: skip
    b.unit("kgp_1_panther", b.pos.label(beside)).units(b.pos.label(place), "us_99_393_i", "us_106_81_ce")
    found = battle(b, "kgp_1_panther", b.pos.label(place))
    told = {label: value for label, value, _ in md.drms(b.pos, found)}
    assert told["line.heavy_afv_attack"] < 0 and "line.anti_tank" not in told
    b.unit("us_viii_820_td", b.pos.label(place))
    assert {label: value for label, value, _ in md.drms(b.pos, found)}["line.anti_tank"] > 0


# ---------------------------------------------------------------------- 30.3
def over_a_bridge(kind: str) -> tuple[Built, str, str, str]:
    """The banks of a bridge that engineers have built, the far one in clear ground, and a hex beside that on the far
    side; bridges are counted."""
    b = position(turn="18MO", options={"bridge_bottleneck": "yes"})
    ground, board, area = b.game.ground, b.pos.board, b.game.ground.area["6pza"]
    near, far, side = next(
        (p, q, r) for p in sorted(area) for q in ground.near[p] for r in ground.near[q]
        if ground.key(p, q) in ground.bridges and ground.water_between(p, q) == "river" and q in area and r in area
        and board.terrain[q] == "clear" and q not in ground.villages and not ground.water_between(q, r)
        and board.terrain[r] == "clear" and r != p
    )  # fmt: skip
    b.blown(board.labels[near], board.labels[far]).marker(kind, board.labels[near], board.labels[far])
    return b, board.labels[near], board.labels[far], board.labels[side]


@pytest.mark.parametrize(("kind", "carries"), [("b_bridge", False), ("j_bridge", True)])
def test_a_tank_overruns_over_no_bridge_that_does_not_carry_it(kind: str, carries: bool) -> None:
    """30.3, 35.3g: a J bridge does, and counts a point."""
    b, near, far, side = over_a_bridge(kind)
    b.unit("us_99_370_fa", far).unit("kgp_2_panther", near).unit("kgp_1_panther", side).unit("kgp_2_iii", side)
    b.corps("i_ss_hq").run(Movement(w.GERMAN))
    line = f"overrun kgp_2_panther,kgp_1_panther,kgp_2_iii {far}"
    if carries:
        b.play(line)
        assert b.on("kgp_2_panther") == far and b.pos.marker("points", b.hex(near), b.hex(far)) == 1
    else:
        assert b.refuses(line).rule == "TFT 30.3"


@pytest.mark.parametrize(("kind", "saved"), [("b_bridge", False), ("j_bridge", True)])
def test_a_tank_retreats_over_no_bridge_that_does_not_carry_it(kind: str, saved: bool) -> None:
    """54.2n, 30.3: it may not enter the hex in movement either."""
    b, near, far, _ = over_a_bridge(kind)
    foe = max(b.game.ground.near[b.hex(near)], key=lambda p: b.pos.board.distance(p, b.hex(far)))
    b.unit("kgp_1_panther", near, oos=1).unit("us_99_370_fa", b.pos.label(foe)).starved("6pza")
    carried(b, "us_v_corps_hq", battle(b, "us_99_370_fa", near), "DR1")
    ends = {line.split()[-1] for line in b.choices() if line.startswith("retreat")} or {b.on("kgp_1_panther")}
    assert (far in ends) is saved


# ---------------------------------------------------------------------- 94.1, 18.4, 55.3
def test_an_infiltration_is_movement_and_needs_a_battle_group() -> None:
    """94.1, 18.4h, 55.3b: who infiltrates is in reserve no longer, and has begun its turn where it came from; Skorzeny
    accompanies, and does not go by himself."""
    b = skorzeny(2)
    assert b.refuses("infiltrate leader_skorzeny 9017,8917").rule == "TFT 94.1"
    b.flag("kg_x", "reserve", 1).play("infiltrate kg_x 9017,8917")
    assert b.on("kg_x") == "8917" and not b.flagged("kg_x", "reserve")
    assert b.flagged("kg_x", "began") == b.hex("9118") + 1


# ---------------------------------------------------------------------- 7.10d, 2.6.3e, 47.2
@pytest.mark.parametrize("near", ["us_28_109_cp", "us_28id_hq", "us_28_110_cp", ""])
def test_a_unit_of_a_command_post_is_led_by_whoever_of_its_division_is_near(near: str) -> None:
    """7.10d, 2.6.3e, B-84: a regiment gathers with its division's headquarters."""
    b = position(turn="18PD").unit("us_1a_hq", "5650", mode=1).unit("us_viii_corps_hq", "6250", mode=1)
    for hq, place in {"us_28id_hq": "5250", "us_28_110_cp": "4148", "us_28_109_cp": "4152"}.items():
        b.unit(hq, "6949" if hq == near else place, mode=1)
    b.unit("us_28_109_i", "7150").run(MutualCommand())
    assert b.pos.in_comm(b.piece("us_28_109_i")) is bool(near)


def test_artillery_under_a_command_post_serves_its_whole_division() -> None:
    """47.2a, 47.8, gaps 3.5: and it is one formation with the rest of that artillery."""
    b = position(turn="18MO").unit("us_1a_hq", "5650", mode=1).unit("us_viii_corps_hq", "5847", mode=1)
    b.unit("us_28id_hq", "6747", mode=1).unit("us_28_110_cp", "6747", mode=1).unit("us_28_109_cp", "6845", mode=1)
    b.units("6747", "us_28_107_fa", "us_28_109_fa", mode=1).unit("us_28_110_ii", "6949")
    guns = b.piece("us_28_107_fa"), b.piece("us_28_109_fa")
    assert set(fire.defence_guns(b.pos, b.hex("6949"))) == set(guns)
    assert fire.formations(b.pos, guns) == 1


# ---------------------------------------------------------------------- 11.0
def test_a_formation_whose_headquarters_was_forced_off_the_map_rolls_for_fuel_as_well() -> None:
    """11.0b, 54.1i: each turn, for each panzer formation."""
    b = position(turn="20MO", dice=(1,) * 20).unit("2pz_304_i", "7343").pool("fled", "2pz_hq").run(GermanFuel())
    assert b.flagged("2pz_hq", "low_fuel") == 1


# ---------------------------------------------------------------------- 19.5
def test_americans_hold_every_fort_when_the_campaign_begins() -> None:
    """19.5d: the twelve of the text; Monschau is 8507."""
    b = position("campaign", with_setup=True, seed="forts")
    twelve = ["8506", "8507", "8609", "8610", "9015", "9116", "9117", "9119", "8920", "7937", "7738", "7449"]
    for place in twelve:
        assert b.pos.marker("fort", b.hex(place)) and b.pos.friend_in(b.hex(place), w.ALLIED), place


# ---------------------------------------------------------------------- 20.0
def test_an_engineer_at_its_ford_is_offered_the_ford_even_where_a_road_round_it_is_cheaper() -> None:
    """20.0h, i, G-3.25: from 4425 the road by 4326 leads to the other bank for less."""
    b = position(turn="24MO").unit("26vg_eng", "4425").unit("26vg_hq", "4524", mode=1).unit("xlvii_hq", "4623", mode=1)
    b.corps("xlvii_hq", "fording").run(Fording(w.GERMAN)).play("ferry 26vg_eng 4426")
    b.corps("xlvii_hq").run(Movement(w.GERMAN))
    assert [line for line in b.choices() if line.startswith("move 26vg_eng")] == ["move 26vg_eng 4426"]
    assert b.play("move 26vg_eng 4426").on("26vg_eng") == "4426"


# ---------------------------------------------------------------------- 22.1, 21.5
def test_a_bridge_that_is_blown_while_it_is_being_taken_down_is_gone_and_its_engineers_are_free() -> None:
    """22.1h, k: the enemy's engineer stands on the other bank when the German movement begins."""
    one, other = "7848", "7948"
    b = position(turn="19MO", dice=(1,)).blown(one, other).marker("j_bridge", one, other).unit("999_br", other)
    b.unit("us_28_103_ce", one).unit("xlvii_hq", "8243").corps("xlvii_hq", "bridging")
    b.run(Bridging(w.GERMAN)).play(f"dismantle 999_br {one}", "end_segment")
    b.run(StartOfMovement(w.GERMAN)).play("blow us_28_103_ce").run(PlayerEnd(w.GERMAN)).run(PlayerEnd(w.ALLIED))
    assert not b.flagged("999_br", "bridging")
    sides = b.hex(one), b.hex(other)
    assert not any(b.pos.marker(name, *sides) for name in ("j_bridge", "bridge_work", "dismantling", "work_by"))
    b.turn("19AF").run(PlayerEnd(w.GERMAN))
    assert not banks.bridged(b.pos, *sides)
