"""The original read an eighth time, and what earlier readings had left open: strafers, shock in a Blitz attack, roads
of a retreat, fords in an advance, the edge of the map, hexes that nobody stands in."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.questions import scoring, sources, supply, ways, zoc
from hexledger.engine.games.time_for_trumpets.rules.aircraft import bomb
from hexledger.engine.games.time_for_trumpets.rules.exploitation import Exploitation
from hexledger.engine.games.time_for_trumpets.rules.leaving import retreat_off
from hexledger.engine.games.time_for_trumpets.rules.movement import BeginMovement, Movement
from hexledger.engine.games.time_for_trumpets.rules.strafing import PlaceStrafers
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.events import model as ev
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import battle, carried, combat, settle
from tests.time_for_trumpets.test_tft_blitz import open_pair
from tests.time_for_trumpets.test_tft_missions import fly

# ---------------------------------------------------------------------- 57.1d, 48
PANTHERS = ("2pz_panther_1", "2pz_panther_2")
FOOT = ("2pz_2_i", "2pz_2_ii", "2pz_304_ii")
GUNS = ("us_viii_559_fa", "us_viii_561_fa", "us_viii_770_fa", "us_viii_333_fa", "us_viii_755_fa", "us_viii_771_fa")


def shocked_blitz(shocked: tuple[str, ...], *others: tuple[str, ...]) -> Built:
    """A company of VIII Corps in open ground, units of the 2nd Panzer Division in three hexes beside it; 26 CF of
    American artillery come down on the first of these hexes."""
    b = position(turn="21AF", dice=(1, 2, 3, 1, 1)).option("bombardment_shock")
    here, there = open_pair(b)
    target = b.hex(there)
    sides = [p for p in b.pos.board.within(b.hex(here), 2) if p in b.game.ground.near[target]]
    for place, units in zip(sides, (shocked, *others), strict=False):
        b.units(b.pos.label(place), *units)
    b.unit("us_28_110_a", there).units("7443", "2pz_hq", "xlvii_hq", "5pza_hq")
    far = next(p for p in b.pos.board.within(target, 6) if b.pos.board.distance(p, target) == 6)
    b.units(b.pos.label(far), "us_28id_hq", "us_viii_corps_hq", *(f"us_fag_{n}_hq" for n in (333, 174, 402)))
    for number, gun in enumerate(GUNS):
        b.unit(gun, b.pos.label(b.game.ground.near[far][number % 3]), mode=1)
    blitz = ",".join((*shocked, *(unit for units in others for unit in units)))
    combat(b, "xlvii_hq").play(f"blitz {blitz} {there}")
    return b.play(f"time_on_target us_fag_333_hq {','.join(GUNS)} {here}")


def attacking(b: Built) -> set[str]:
    """Units whose CF the last calculation of an attack counts."""
    word = b.game.words["reckon.attack"]
    lines = [event.lines for event in b.of(ev.Reckoned) if event.kind == word][-1]
    return {b.game.counters[~label].id for label, _, _ in lines if label < 0}


def test_shocked_attackers_take_no_part_in_a_blitz_attack_and_do_not_advance_after_it() -> None:
    """57.1d, G-D36, B-88: the others make it."""
    others = ((*PANTHERS, "2pz_pziv_1"), FOOT)
    b = shocked_blitz(("2pz_pziv_2",), *others)
    assert attacking(b) == {unit for units in others for unit in units}
    assert b.on("2pz_pziv_2") != open_pair(b)[0] and b.flagged("2pz_pziv_2", "shock"), "it has left its hex"
    advancing = {line.split()[1] for line in b.choices() if line.startswith("advance")}
    assert set(others[0]) <= advancing and "2pz_pziv_2" not in advancing


def test_a_blitz_attack_whose_tanks_are_all_shocked_is_a_normal_combat() -> None:
    """57.1d, e, B-88: by all of them, the shocked ones at half their CF."""
    others = (FOOT, ("2pz_304_i", "2pz_rcn", "2pz_pzj_1"))
    b = shocked_blitz(PANTHERS, *others)
    tables = [b.game.word_key(event.table) for event in b.of(ev.Resolved)]
    assert "table.crt" in tables and "table.blitz" not in tables
    assert attacking(b) == {*PANTHERS, *others[0], *others[1]}


# ---------------------------------------------------------------------- 54.1d
def along(b: Built, side: int, army: str, beside: bool) -> tuple[int, int, int]:
    """A hex in open ground, the hex through which its supply road goes on, and one for an enemy, beside both
    (`beside`); or else away from that hex and from another one of the net that no road joins to the first."""
    ground, net, distance = b.game.ground, supply.road_net(b.pos, side, army, False), b.pos.board.distance
    for here in net:
        toward = [p for p in ground.roads_of[here] if p in net and net.length(p) < net.length(here)]
        aside = [p for p in ground.near[here] if p in net and p not in ground.roads_of[here]]
        calm = not any(ground.water_between(p, q) for p in ground.near[here] for q in ground.near[p])
        if len(toward) != 1 or not aside or not calm or ground.terrain[here] not in ("clear", "woods"):
            continue
        for foe in ground.near[here]:
            apart = min(distance(foe, toward[0]), distance(foe, aside[0]))
            if foe not in ground.roads_of[here] and (distance(foe, toward[0]) == 1 if beside else apart == 2):
                return here, toward[0], foe
    raise AssertionError("no such road")


def test_who_stands_on_a_supply_road_retreats_along_it_and_not_to_another_one() -> None:
    """54.1c, d, B-87: though the attacker's ZOC lies on his hex, and another road of the net is as near."""
    b = position(turn="18AF").unit("us_99id_hq", "8316")
    here, toward, foe = along(b, w.ALLIED, "1a", beside=False)
    b.unit("us_99_394_i", b.pos.label(here)).unit("12_48_i", b.pos.label(foe))
    assert here in zoc.covered(b.pos, w.ALLIED) and toward not in zoc.covered(b.pos, w.ALLIED)
    carried(b, "i_ss_hq", battle(b, "12_48_i", b.pos.label(here)), "DR1")
    assert b.on("us_99_394_i") == b.pos.label(toward), "it is not asked where it goes"


def test_a_shocked_attacker_whose_retreat_leaves_him_beside_the_defender_does_not_advance() -> None:
    """G-D36, 48.1c: also where the road of his retreat leads by the defender's hex."""
    b = position(turn="18AF").unit("12vg_hq", "9322").unit("i_ss_hq", "9423").unit("us_99id_hq", "8316")
    here, toward, foe = along(b, w.GERMAN, "6pza", beside=True)
    b.unit("12_48_i", b.pos.label(here), shock=1).unit("us_99_370_fa", b.pos.label(foe))
    found = battle(b, "12_48_i", b.pos.label(foe))._replace(aim=here)
    carried(b, "i_ss_hq", found, "DE")
    assert b.on("12_48_i") == b.pos.label(toward) and b.quiet, "nobody is asked to advance"


# ---------------------------------------------------------------------- 5.6.3, 5.8 interdiction
def peiper_reserve(strafed: bool) -> Built:
    """A tank company of KG Peiper in reserve behind the front, under Allied strafers or not."""
    b = position("losheim_gap", turn="17AF", options={"leaders": "yes", "reserves": "yes", "exploitation": "yes"})
    b.units("9020", "leader_peiper", "kgp_hq").unit("kgp_1_panther", "9020", reserve=1)
    b.unit("i_ss_hq", "9421").unit("1ssd_hq", "9321").ground("mud")
    return b.marker("strafe_allied", "9020") if strafed else b


def test_strafers_interdict_the_movement_segment_and_not_exploitation() -> None:
    """5.6.3a, 5.8a, 33.0a, B-86."""
    moves, exploits = {}, {}
    for strafed in (False, True):
        b = peiper_reserve(strafed).corps("i_ss_hq", "movement").run(Movement(w.GERMAN))
        moves[strafed] = {line.split(",")[-1] for line in b.choices() if line.startswith("move kgp_1_panther")}
        b = peiper_reserve(strafed).corps("i_ss_hq", "exploitation").run(Exploitation(w.GERMAN))
        exploits[strafed] = {line for line in b.choices() if line.startswith(("reposition", "exploit"))}
    assert moves[True] < moves[False], "in the movement segment it does not come as far"
    assert exploits[True] == exploits[False] and exploits[True]


def test_strafers_do_not_interdict_a_reaction() -> None:
    """5.6.3a, 38.0b, B-86: the segment in which it happens is the movement of their own side."""
    b = position(turn="18MO").unit("fe_100_i", "4523").marker("strafe_allied", "4523").corps("us_xviii_corps_hq")
    assert ways.interdicted(b.pos, w.GERMAN)
    b.corps("us_xviii_corps_hq", "reaction")
    assert not ways.interdicted(b.pos, w.GERMAN)


# ---------------------------------------------------------------------- 34.0d, 29.2.1f
@pytest.mark.parametrize(("halved", "entered", "goes"), [(0, 0, True), (2, 0, True), (2, 1, False)])
def test_a_halved_unit_leaves_the_map_as_its_one_hex(halved: int, entered: int, goes: bool) -> None:
    """29.2.1f, 34.0d, e: where its full MF of 8 would do (5 for a truck in the mud by night), and it has entered no
    hex; the hexes beyond the edge are hexes like others (25.4a)."""
    b = position(turn="20EV").ground("mud").unit("us_iii_corps_hq", "8860")
    edge = next(
        p for p in sorted(b.pos.scenario.hexes)
        if sources.zone_of(b.pos, p) >= 0 and not b.game.ground.roads_of[p] and b.pos.board.terrain[p] == "clear"
    )  # fmt: skip
    unit = next(
        c.id for c in b.game.counters
        if c.parent == "us_iii_corps_hq" and c.details["move"] == "truck" and c.details["cls"] == "front_line"
    )  # fmt: skip
    b.unit(unit, b.pos.label(edge), disrupt=halved).flag(unit, "first_step", entered)
    b.corps("us_iii_corps_hq").run(Movement(w.ALLIED))
    assert (f"leave_map {unit}" in b.choices()) is goes
    if goes:
        assert b.play(f"leave_map {unit}").pos.at(b.piece(unit)) in b.game.ground.zone_hexes


# ---------------------------------------------------------------------- 5.7.3, 5.7.4, 5.7.5, 5.9.2, 5.9.3
def test_strafers_of_a_wave_attack_in_the_order_that_their_owner_likes() -> None:
    """5.7.5c, B-85: the text orders kinds of aircraft, not aircraft of a kind; each finishes before the next begins."""
    b = position(turn="23MO", dice=(4, 1) * 2).unit("us_v_corps_hq", "8216")
    b.unit("12_48_i", "8919").unit("12_48_ii", "8517")
    fly(b, "air_b26g_1", "air_b26g_2", hq="us_v_corps_hq")
    b.run(PlaceStrafers(0)).play("strafe air_b26g_1 8919", "strafe air_b26g_2 8516")
    assert set(b.choices()) == {"strafe air_b26g_1 8919", "strafe air_b26g_2 8516"}
    assert b.refuses("strafe air_b26g_2 8919").rule == "TFT 5.7.5", "where it was placed"
    assert b.refuses("strafe_unit 12_48_i").rule == "TFT 5.7.5", "which of them comes first"
    b.play("strafe air_b26g_2 8516", "strafe_unit 12_48_ii")
    assert b.flagged("12_48_ii", "disrupt") == 2 and not b.flagged("12_48_i", "disrupt")
    b.play("strafe_unit 12_48_i")
    assert b.flagged("12_48_i", "disrupt") == 2 and b.quiet


def test_fighters_are_put_at_strafers_one_side_after_the_other_before_any_of_them_fights() -> None:
    """5.7.3c-f, 5.7.4: a German fighter, then an Allied one, then the dice, German ones first; 5.7.4a.9: who has met a
    strafer is free again for the combats of the turn only."""
    b = position(turn="23MO", dice=(1, 6, 1, 6, 6, 1, 1, 6)).option("interception")
    b.unit("us_v_corps_hq", "8216").unit("i_ss_hq", "9423")
    fly(b, "air_b26g_1", "air_b26g_2", "air_p47d_1", hq="us_v_corps_hq")
    fly(b, "air_ju88a4_1", "air_fw190d9_1", hq="i_ss_hq")
    b.run(PlaceStrafers(0)).play("strafe air_ju88a4_1 8716", "strafe air_b26g_1 8919", "strafe air_b26g_2 8516")
    b.play("pass", "pass", "intercept air_fw190d9_1 air_b26g_1")
    assert not b.of(ev.Rolled), "the Allied fighter is put first"
    b.play("intercept air_p47d_1 air_ju88a4_1")
    shots = [b.game.counters[event.subject].id for event in b.of(ev.Rolled)]
    german, allied = ("air_fw190d9_1", "air_b26g_1"), ("air_p47d_1", "air_ju88a4_1")
    assert shots == [*german, *reversed(german), *allied, *reversed(allied)]
    assert b.on("air_ju88a4_1") == "-" and not b.pos.marker("strafe_german", b.hex("8716"))
    assert b.on("air_fw190d9_1") != "-", "it is back on its headquarters"


# ---------------------------------------------------------------------- 46.8.1, 43.3, 42.4, 5.9.1: rulings
TARGET, HERE, BACK = "8919", "9019", "9220"


def corps_attack(*guns: str, attackers: tuple[str, ...], corps: str, beside: str = "") -> Built:
    """Units of a corps attack a battalion of the 99th Division; these guns are in battery behind; somebody else stands
    beside the defender."""
    b = position(turn="18MO", dice=[3, 4] * 6).units(HERE, *attackers).units(BACK, *guns, mode=1)
    b.units("9321", "12vg_hq", corps).units("9523", "6pza_hq")
    b.unit("us_99_394_iii", TARGET).unit("us_99id_hq", "8616").unit("us_v_corps_hq", "8216")
    if beside:
        b.unit(beside, "9020")
    return combat(b, corps).play(f"attack {','.join(attackers)} {TARGET}")


def test_corps_and_army_artillery_fire_together_for_the_corps_echelon_alone() -> None:
    """46.3c, 46.4c, 46.8.1, B-91: what 46.8.1 asks of a division is for the artillery of the division."""
    guns = ("76_vak_i", "6pza_1098_hvy")
    b = corps_attack(*guns, attackers=("667_stug",), corps="lxvii_hq")
    b.play(f"support {','.join(guns)}")
    assert b.lines("reckon.attack")["line.artillery"] > 0


def test_a_division_that_stands_beside_the_defender_and_does_not_attack_lends_no_artillery() -> None:
    """46.2a, c, 46.8.1, B-91: its guns support units of its own, and those attack."""
    guns = ("76_vak_i", "6pza_1098_hvy", "12vg_fa_i")
    b = corps_attack(*guns, attackers=("667_stug",), corps="lxvii_hq", beside="12_48_i")
    assert b.refuses(f"support {','.join(guns)}").rule.startswith("TFT 43"), "the guns of the 12th VG"
    assert not any("12vg_fa_i" in line for line in b.choices())


@pytest.mark.parametrize(("gun", "asked"), [("9nw_i", True), ("12vg_fa_i", False)])
def test_nebelwerfers_beside_an_enemy_fire_as_ever_and_field_artillery_does_not(gun: str, asked: bool) -> None:
    """43.3b, c, 43.4b, B-92: at other hexes too."""
    b = position(turn="18MO", dice=[3, 4] * 6).unit("12_48_i", HERE).unit(gun, BACK, mode=1)
    b.units("9321", "12vg_hq", "i_ss_hq").unit("us_99_394_iii", TARGET).unit("us_99id_hq", "8616")
    b.unit("us_v_corps_hq", "8216").unit("us_2_38_i", "9221")
    assert b.pos.enemy_beside(b.hex(BACK), w.GERMAN)
    combat(b, "i_ss_hq").play(f"attack 12_48_i {TARGET}")
    assert (b.offer is not None and "support" in b.offer.kinds) is asked


@pytest.mark.parametrize(("plane", "corps", "flies"), [
    ("air_typhoon_1", "us_vii_corps_hq", True), ("air_p47d_1", "us_vii_corps_hq", True),
    ("air_p47d_1", "br_xxx_corps_hq", False), ("air_typhoon_1", "br_xxx_corps_hq", False),
])  # fmt: skip
def test_aircraft_of_either_nation_support_the_corps_that_has_them_and_no_other(
    plane: str, corps: str, flies: bool
) -> None:
    """42.4b, 5.9.1e, B-93: the nation is for artillery (42.4a), the corps for aircraft."""
    b = position(turn="25AF", dice=[3, 4] * 6).unit("us_vii_4_cav", "4320").unit("fe_pziv", "4220")
    b.units("4119", "us_vii_corps_hq", "br_xxx_corps_hq", "us_1a_hq").unit("lxvi_hq", "4725").unit("feb_hq", "4423")
    fly(b, plane, hq=corps)
    combat(b, "us_vii_corps_hq").play("attack us_vii_4_cav 4220")
    assert (b.offer is not None and "fly" in b.offer.kinds) is flies


# ---------------------------------------------------------------------- 39.7
@pytest.mark.parametrize(("reduced", "advance"), [(False, False), (True, True)])
def test_nobody_advances_while_a_holder_is_left(reduced: bool, advance: bool) -> None:
    """39.7, G-D38, B-90: where holding costs the last of them, the attackers advance as after the retreat."""
    b = position(turn="20MO").option("leaders").units("5645", "us_101_501_i").units("5344", "us_101ab_hq")
    b.unit("leader_mcauliffe", "5545").units("5745", "26_77_i").units("6046", "26vg_hq", "xlvii_hq")
    if reduced:
        b.act().steps(b.piece("us_101_501_i"), 1)
    carried(b, "xlvii_hq", battle(b, "26_77_i", "5645"), "DR1").play("order_hold leader_mcauliffe")
    assert (b.on("us_101_501_i") == "-") is reduced
    assert any(line.startswith("advance 26_77_i") for line in b.choices()) is advance


# ---------------------------------------------------------------------- 55.1h, i
@pytest.mark.parametrize(("unit", "ground", "goes"), [
    ("26_77_i", "firm", True), ("2pz_2_i", "firm", True), ("2pz_2_i", "mud", False), ("2pz_2_ii", "firm", False),
])  # fmt: skip
def test_an_advance_goes_on_over_a_ford_that_needs_no_engineer(unit: str, ground: str, goes: bool) -> None:
    """55.1h, i, 30.2: beyond the defender's hex (7846) to 7747, as in a move; foot and, on firm ground, armoured
    infantry do, trucks would need help. Water that has neither ford nor bridge is crossed with a first step only
    (30.1b)."""
    b = position(turn="18MO").ground(ground).unit("us_28_110_a", "7846").units("7945", "2pz_hq", "26vg_hq", "xlvii_hq")
    here = next(p for p in b.game.ground.near[b.hex("7846")] if not b.game.ground.water_between(p, b.hex("7846")))
    b.unit(unit, b.pos.label(here))
    carried(b, "xlvii_hq", battle(b, unit, "7846"), "DR2")
    settle(b, until="advance")
    assert (f"advance {unit} 7846,7747" in b.choices()) is goes
    others = [
        b.pos.label(p) for p in b.game.ground.near[b.hex("7846")] if b.game.ground.water_between(p, b.hex("7846"))
    ]
    assert not any(f"7846,{place}" in line for place in others if place != "7747" for line in b.choices())


# ---------------------------------------------------------------------- 54.1i, 18.4k, 28.1c
def test_who_comes_back_to_the_map_beside_an_enemy_ends_his_reserve_and_strategic_movement() -> None:
    """18.4k, 28.1c, 34.3, 54.1i: as who moves beside him does; and holds the hex (H-6)."""
    b = position(turn="18MO", options={"reserves": "yes"})
    source = next(p for p in b.pos.scenario.sources["6pza"] if sources.on_edge(b.pos, p) and b.game.ground.roads_of[p])
    beside = next(p for p in b.game.ground.near[source] if p in b.pos.scenario.hexes)
    b.unit("12_48_i", b.pos.label(source))
    retreat_off(b.act(), b.piece("12_48_i"))
    b.unit("us_99_394_i", b.pos.label(beside), reserve=1).turn("18AF").corps("i_ss_hq").run(BeginMovement(w.GERMAN))
    assert b.on("12_48_i") == b.pos.label(source) and not b.flagged("us_99_394_i", "reserve")


# ---------------------------------------------------------------------- H-6, 5.1
def scores(b: Built, place: str) -> bool:
    return scoring.scored(b.pos, b.hex(place))


def test_an_empty_hex_scores_for_the_germans_who_were_there_last_as_long_as_supply_reaches_it() -> None:
    """H-6: the last ground unit in it was German, and it is in German supply, or occupied, at the end."""
    b = position("losheim_gap", turn="17EV").unit("12_48_i", "8717").unit("12vg_hq", "9322").unit("i_ss_hq", "9423")
    assert not scores(b, "8716"), "nobody has been there"
    b.corps("i_ss_hq").run(Movement(w.GERMAN)).play("move 12_48_i 8716")
    assert scores(b, "8716"), "he is there"
    b.play("move 12_48_i 8715")
    assert scores(b, "8716"), "he was there last, and a path leads to it"
    foes = (c.id for c in b.game.counters if c.parent == "us_2id_hq" and c.type == "infantry")
    for place in b.game.ground.near[b.hex("8716")]:
        if not b.pos.fighters(place):
            b.unit(next(foes), b.pos.label(place))
    assert not scores(b, "8716"), "it is cut off"


@pytest.mark.parametrize(("name", "dice", "entered", "falls"), [
    ("Bitburg", (1, 4), "", True), ("Sankt Vith", (3, 3), "", False), ("Sankt Vith", (3, 3), "german", True),
])  # fmt: skip
def test_an_empty_town_is_bombed_that_germans_held_last(
    name: str, dice: tuple[int, int], entered: str, falls: bool
) -> None:
    """5.1, B-89: Sankt Vith once they have been there; Bitburg lies behind their front of 16 December."""
    b = position(turn="23MO", dice=dice)
    place = b.game.ground.named[name][0]
    if entered:
        b.control(entered, b.pos.label(place))
    bomb(b.act())
    assert bool(b.pos.state.marker(place, -1, w.RUBBLE)) is falls
