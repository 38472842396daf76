"""Overrun, leaders, artillery, advance, retreat and the end of the turn at their limits: one hex more or less, who goes
along, who counts."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.questions import advances, fire, retreats, supply, ways
from hexledger.engine.games.time_for_trumpets.questions.battle import Battle
from hexledger.engine.games.time_for_trumpets.questions.sources import on_edge
from hexledger.engine.games.time_for_trumpets.rules.combat import EndOfCombat
from hexledger.engine.games.time_for_trumpets.rules.end_of_turn import PlayerEnd
from hexledger.engine.games.time_for_trumpets.rules.exploitation import Exploitation
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.rules.reaction import NoteContacts, triggered
from hexledger.engine.games.time_for_trumpets.rules.strike import Strike
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.chart import MF
from hexledger.events import model as ev
from tests.conformance.time_for_trumpets.test_tft_aftermath import peiper
from tests.conformance.time_for_trumpets.test_tft_movement import overrun
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import battle, carried, combat
from tests.time_for_trumpets.test_tft_artillery import HERE, TARGET, allied, german
from tests.time_for_trumpets.test_tft_blitz import open_pair


# ---------------------------------------------------------------------- 35
def test_the_tank_of_an_overrun_may_have_stopped_before_the_infantry_moved_up() -> None:
    """35.3f, g: all move beside the defender and stop; the tank needs the MF that it has left."""
    for far in (False, True):
        b = position(turn="18MO").unit("us_99_370_fa", "8510").corps("i_ss_hq")
        b.unit("kgp_1_panther", "8512").unit("kgp_2_iii", "8512").run(Movement(w.GERMAN))
        b.play("move kgp_1_panther 8511")
        if far:
            b.flag("kgp_1_panther", "moved", 8 * MF + 1)
        b.play("move kgp_2_iii 8511")
        if far:
            assert b.refuses("overrun kgp_1_panther,kgp_2_iii 8510").rule == "TFT 35.3"
            continue
        assert b.refuses("move kgp_1_panther 8510").rule == "TFT 29.0", "it has finished its move"
        b.play("overrun kgp_1_panther,kgp_2_iii 8510")
        assert b.on("kgp_1_panther") == "8510"


def test_a_unit_that_had_to_stop_overruns_nobody() -> None:
    """26.1.4e, 33.0j: it stopped at once, not for others."""
    b = overrun().flag("kgp_1_panther", "done", 1)
    assert b.refuses("overrun kgp_1_panther,kgp_2_iii 8510").rule == "TFT 29.0"


@pytest.mark.parametrize("goes", [True, False])
def test_a_tank_that_overruns_comes_beside_enemies_whose_leader_reacts(goes: bool) -> None:
    """38.0b, d, 35.3i: to enter the hex is movement."""
    b = position(turn="18MO").option("leaders").option("leader_reaction").unit("us_99_370_fa", "8510")
    b.unit("kgp_1_panther", "8511").unit("kgp_2_iii", "8511").corps("i_ss_hq")
    near, distance = b.game.ground.near, b.pos.board.distance
    there = next(p for p in near[b.hex("8510")] if distance(p, b.hex("8511")) == 2)
    b.unit("us_2_9_i", b.pos.label(there)).unit("leader_robertson", b.pos.label(there))
    b.run(NoteContacts(w.GERMAN), Movement(w.GERMAN))
    if goes:
        b.play("overrun kgp_1_panther,kgp_2_iii 8510", "pass")
    assert triggered(b.pos, b.piece("leader_robertson")) is goes
    assert bool(b.flagged("kgp_1_panther", "began")) is goes, "55.3: where it began the turn"


def test_an_army_unit_that_has_overrun_acts_with_no_other_corps() -> None:
    """14.2c."""
    b = position(turn="18MO").unit("us_99_370_fa", "8510").corps("i_ss_hq")
    tiger = next(
        c.id for c in b.game.counters
        if c.parent == "6pza_hq" and b.piece(c.id) in b.game.roster.tanks
    )  # fmt: skip
    b.unit(tiger, "8511").unit("kgp_2_iii", "8511").run(Movement(w.GERMAN))
    b.play(f"overrun {tiger},kgp_2_iii 8510")
    assert b.flagged(tiger, "acted") == b.piece("i_ss_hq") + 1


# ---------------------------------------------------------------------- 39
@pytest.mark.parametrize("cell", ["DE", "DR1"])
def test_a_leader_goes_along_with_a_unit_that_advances_while_others_stay(cell: str) -> None:
    """39.4c: he may, and only where one of his hex has gone."""
    b = position(turn="18MO")
    here, there = open_pair(b)
    b.units(here, "2pz_pziv_1", "2pz_2_ii", "leader_luttwitz").unit("us_28_110_a", there)
    carried(b, "xlvii_hq", battle(b, "2pz_pziv_1,2pz_2_ii", there), cell)
    if cell == "DR1":
        b.play(b.choices()[0])
    assert b.refuses(f"advance leader_luttwitz {there}").rule == "TFT 55.1"
    b.play(f"advance 2pz_pziv_1 {there}")
    assert b.on("leader_luttwitz") == here and f"advance leader_luttwitz {there}" in b.choices()
    b.play(f"advance leader_luttwitz {there}")
    assert b.on("leader_luttwitz") == there and b.on("2pz_2_ii") == here
    assert not any(line.startswith("advance leader") for line in b.choices()), "once"


def test_a_leader_passes_the_defender_of_a_blitz_with_a_tank() -> None:
    """39.4c, 57.3: on the way that it took."""
    b = position(turn="18MO")
    here, there = open_pair(b)
    b.units(here, "2pz_pziv_1", "2pz_2_ii", "leader_luttwitz").unit("us_28_110_a", there)
    carried(b, "xlvii_hq", battle(b, "2pz_pziv_1,2pz_2_ii", there)._replace(kind=1), "D2")
    way = max((c.split()[-1] for c in b.choices() if c.startswith("advance 2pz_pziv_1")), key=len)
    b.play(f"advance 2pz_pziv_1 {way}")
    assert [c for c in b.choices() if c.startswith("advance leader")] == [f"advance leader_luttwitz {way}"]
    b.play(f"advance leader_luttwitz {way}")
    assert b.on("leader_luttwitz") == b.on("2pz_pziv_1")


def test_a_leader_has_all_of_his_movement_whatever_befell_him_and_his_formation() -> None:
    """39.4a: disrupted as he fled off the map, or with a formation that is low on fuel."""
    b = position(turn="20MO").units("9320", "leader_peiper", "kgp_hq").corps("i_ss_hq")
    leader = b.piece("leader_peiper")
    b.flag("leader_peiper", "disrupt", 2).flag("kgp_hq", "low_fuel", 1)
    limits = ways.allowance(b.pos, leader)
    assert limits.quarters == 9 * MF and not limits.only


def test_a_leader_who_moved_with_his_corps_goes_all_of_his_way_in_exploitation() -> None:
    """59.2l: with all of his MF."""
    b = peiper().flag("leader_peiper", "moved", 9 * MF + 1).flag("leader_peiper", "first_step", 1)
    b.run(EndOfCombat(w.GERMAN), Exploitation(w.GERMAN))
    b.play(next(line for line in b.choices() if line.startswith("exploit leader_peiper kgp_1_panther")))
    assert any(line.startswith("move_leader leader_peiper") for line in b.choices())
    assert ways.left(b.pos, b.piece("leader_peiper")) == 9 * MF


def test_a_leader_is_taken_for_a_step_of_those_who_hold() -> None:
    """39.3e, 39.7e: what they lose instead of a retreat is a combat loss."""
    b = position(turn="20MO").option("leaders").units("5645", "us_101_501_i", "leader_mcauliffe", "us_101ab_hq")
    b.unit("26_77_i", "5745").unit("26vg_hq", "6046").unit("xlvii_hq", "6046")
    carried(b, "xlvii_hq", battle(b, "26_77_i", "5645"), "DR1")
    b.play("order_hold leader_mcauliffe")
    assert "lose_step leader_mcauliffe" in b.choices()
    b.play("lose_step leader_mcauliffe")
    assert b.on("leader_mcauliffe") == "-" and b.pos.steps(b.piece("us_101_501_i")) == 2
    assert b.on("us_101_501_i") == "5645"


# ---------------------------------------------------------------------- 48
def test_an_hq_directs_a_time_on_target_of_other_groups_alone() -> None:
    """48.4c, d, 48.4.1b: no battalion of its own need fire."""
    b = german(shock=True).option("bombardment_shock").unit("us_v_corps_hq", "8616")
    b.unit("us_fag_190_hq", "8617").unit("us_fag_187_hq", "8617").unit("us_fag_406_hq", "8617")
    own = [c.id for c in b.game.counters if c.parent == "us_fag_190_hq"]
    hqs = ("us_fag_187_hq", "us_fag_406_hq", "us_v_corps_hq")
    others = [c.id for c in b.game.counters if c.parent in hqs and b.piece(c.id) in b.game.arms.gun]
    for gun in others:
        b.unit(gun, "8718").flag(gun, "mode", 1)
    assert own and all(b.on(gun) == "-" for gun in own)
    units = (b.piece("us_99_394_iii"),)
    assert b.piece("us_fag_190_hq") in fire.directors(b.pos, units)
    guns = fire.mission_guns(b.pos, units, b.hex(TARGET), b.piece("us_fag_190_hq"))
    assert guns and {b.game.counters[gun].id for gun in guns} <= set(others)
    b.play(f"attack 12_48_i {TARGET}")
    names = ",".join(b.game.counters[gun].id for gun in guns)
    b.play(f"time_on_target us_fag_190_hq {names} 9019")
    assert b.flagged("us_fag_190_hq", "directed")


MISSION = ("us_v_272_fa", "us_v_268_fa", "us_v_751_fa", "us_v_997_fa", "us_v_76_fa", "us_v_941_fa", "us_v_953_fa")
"""Battalions of groups of V Corps, 26 CF and more."""


def called(*dice: int) -> Built:
    """A battalion of the 99th Division is attacked; all groups of V Corps stand behind it."""
    b = german(shock=True).unit("us_fag_190_hq", "8617").units("8617", "us_fag_187_hq", "us_fag_406_hq")
    for gun in (*MISSION, "us_v_190_fa", "us_v_987_fa", "us_99_370_fa"):
        b.unit(gun, "8718", mode=1)
    return b.dice(*dice).play(f"attack 12_48_i {TARGET}")


def test_artillery_that_takes_no_part_in_a_time_on_target_supports_the_battle_as_ever() -> None:
    """47.8, 48.2.2f, 48.4.1, B-52: the shock table leaves half of the mission's own CF, and the others add all of
    theirs; 48.4.1a: battalions of the directing HQ fire in it or not at all."""
    mission = ",".join(MISSION)
    known = {c.id: c.parent for c in called().game.counters}
    own = next(gun for gun in ("us_v_190_fa", *MISSION) if known[gun] == "us_fag_190_hq")
    part = ",".join(gun for gun in MISSION if gun != own)
    b = called(6, 3, 4)
    assert b.refuses(f"time_on_target us_fag_190_hq {part} 9019 {own}").rule == "TFT 48.4.1"
    assert b.refuses(f"time_on_target us_fag_190_hq {mission} 9019 {MISSION[-1]}").rule == "TFT 43.1", "not twice"
    assert any(c.startswith("time_on_target us_fag_190_hq") and len(c.split()) == 5 for c in b.choices())
    cf = {gun: b.game.arms.gun[b.piece(gun)].cf for gun in (*MISSION, "us_99_370_fa")}
    b.play(f"time_on_target us_fag_190_hq {mission} 9019 us_99_370_fa")
    assert b.flagged("us_99_370_fa", "fired")
    assert b.lines("reckon.defence")["line.artillery"] == -(-sum(cf[gun] for gun in MISSION) // 2) + cf["us_99_370_fa"]


def test_the_attackers_other_artillery_adds_its_cf_beside_a_time_on_target_and_nothing_to_its_shock() -> None:
    """47.7, 48.4.2c, d: the mission alone is looked up."""
    b = allied(*MISSION, "us_v_987_fa", "us_99_370_fa").option("bombardment_shock")
    b.unit("us_fag_190_hq", "8617").units("8617", "us_fag_187_hq", "us_fag_406_hq").dice(1, 3, 4, 3, 4)
    b.play(f"attack us_99_394_iii {HERE}")
    few = [gun for gun in MISSION if b.game.arms.gun[b.piece(gun)].cf][:2]
    assert sum(b.game.arms.gun[b.piece(gun)].cf for gun in few) < 26
    others = [gun for gun in MISSION if gun not in few]
    director = b.game.counters[b.pos.parent(b.piece(few[0]))].id
    others = [gun for gun in others if b.game.counters[b.pos.parent(b.piece(gun))].id != director]
    b.play(f"time_on_target {director} {','.join(few)} {HERE} {','.join(others)}")
    total = sum(b.game.arms.gun[b.piece(gun)].cf for gun in (*few, *others))
    assert total >= 26 and b.lines("reckon.attack")["line.artillery"] == total
    words = {b.game.word_key(event.table) for event in b.events if isinstance(event, ev.Resolved)}
    assert not words & {"table.shock_defender", "table.coordination"}
    assert not b.flagged("12_48_i", "shock")


@pytest.mark.parametrize("status", ["resting", "exhausted"])
def test_a_group_of_a_corps_that_rests_or_is_exhausted_directs_nothing(status: str) -> None:
    """B-51, 43.6, 43.7.2, G-3.44."""
    b = called()
    units = (b.piece("us_99_394_iii"),)
    assert fire.directors(b.pos, units)
    b.flag("us_v_corps_hq", status, 1)
    assert not fire.directors(b.pos, units)


def british() -> Built:
    """A British battalion and an American one beside Germans, with artillery of both in range."""
    b = position(turn="24MO").option("bombardment_shock").option("coordination", "always")
    here, there = open_pair(b)
    foot = [c for c in b.game.counters if c.type == "infantry"]
    units = [next(c.id for c in foot if c.nationality == nation) for nation in ("british", "us")]
    return b.units(here, *units).unit("2pz_2_ii", there)


@pytest.mark.parametrize(("enough", "americans", "shocks"), [(1, 0, True), (1, 12, True), (0, 12, False)])
def test_american_guns_without_a_mission_neither_add_to_a_british_bombardment_nor_bar_it(
    enough: int, americans: int, shocks: bool
) -> None:
    """48.3, 48.4c: it is of 31 CF of British artillery; the others add their CF to the attack only."""
    b = british()
    here, there = open_pair(b)
    arms = b.game.arms
    units = tuple(sorted(u for u in b.pos.units(b.hex(here))))
    own = sorted(gun for gun in arms.gun if gun in arms.british)
    few = [gun for n, gun in enumerate(own) if sum(arms.gun[g].cf for g in own[: n + 1]) < LEAST]
    guns = (*own[: len(few) + enough], *sorted(gun for gun in arms.gun if gun in arms.us)[:americans])
    assert sum(arms.gun[gun].cf for gun in guns) >= LEAST
    Strike(Battle(units, b.hex(there), guns=tuple(sorted(guns)))).run(b.dice(6, 6, 6).act())
    assert any(isinstance(event, ev.Rolled) for event in b.events) is shocks


LEAST = 31
"""48.3: CF of a British bombardment."""


# ---------------------------------------------------------------------- 52
def on_road(b: Built) -> tuple[str, str]:
    """Two clear hexes of a road in the area of XLVII Corps, the road going on beyond them."""
    ground = b.game.ground
    for here in range(b.pos.board.n_hexes):
        for there in ground.roads_of[here]:
            beyond = [p for p in ground.roads_of[there] if b.pos.board.distance(p, here) == 2]
            fit = all(
                p in ground.area["5pza"] and ground.terrain[p] == "clear" and p not in ground.villages
                and not ground.water_between(there, p)
                for p in (here, there, *beyond[:1])
            )  # fmt: skip
            if beyond and fit:
                return b.pos.label(here), b.pos.label(there)
    raise AssertionError("no such road")


@pytest.mark.parametrize("cell", ["DE", "/1"])
def test_after_an_elimination_tanks_and_recon_advance_one_hex_too(cell: str) -> None:
    """52.2, G-3.31: one hex; the road and recon rates (55.2c, d) are those of a DR result."""
    b = position(turn="18MO")
    here, there = on_road(b)
    b.units(here, "2pz_pziv_1", "2pz_rcn").unit("us_28_110_a", there)
    carried(b, "xlvii_hq", battle(b, "2pz_pziv_1,2pz_rcn", there), cell)
    for unit in ("2pz_pziv_1", "2pz_rcn"):
        assert [c for c in b.choices() if c.startswith(f"advance {unit}")] == [f"advance {unit} {there}"]
        after_dr1 = advances.ways(b.pos, b.piece(unit), b.hex(there), 1)
        assert max(map(len, after_dr1)) == 2, "D1 by road"


@pytest.mark.parametrize("first", [True, False])
def test_an_engaged_battle_ends_when_all_who_were_attacked_have_withdrawn(first: bool) -> None:
    """52.13.3, 52.13.5: reinforcements that stay without them are engaged no more."""
    b = position(turn="18MO")
    attacked, attacker = open_pair(b)
    ground, distance = b.game.ground, b.pos.board.distance
    behind = next(p for p in ground.near[b.hex(attacked)] if distance(p, b.hex(attacker)) == 2)
    b.unit("us_2_741_tk", attacked).unit("2pz_2_ii", attacker).unit("us_2_9_i", b.pos.label(behind))
    b.units("8616", "us_2id_hq", "us_v_corps_hq")
    for unit in ("us_2_741_tk", "2pz_2_ii"):
        b.flag(unit, "engaged", b.hex(attacked) + 1)
    b.corps("us_v_corps_hq").run(Movement(w.ALLIED)).play(f"move us_2_9_i {attacked}")
    assert b.flagged("us_2_9_i", "engaged") == b.hex(attacked) + 1
    if first:
        b.play(f"move us_2_741_tk {b.pos.label(behind)}")
    for unit in ("us_2_9_i", "2pz_2_ii"):
        assert bool(b.flagged(unit, "engaged")) is not first


@pytest.mark.parametrize("bound", ["counterattack", "engaged"])
def test_a_counterattack_may_be_a_blitz_attack_and_an_engaged_battle_may_not(bound: str) -> None:
    """57.1c, 57.2c: of the two only the battle that is fought on is excepted."""
    b = position(turn="18MO")
    here, there = open_pair(b)
    b.units(here, "2pz_pziv_1", "2pz_304_i").unit("us_28_110_a", there).units("7443", "2pz_hq", "xlvii_hq")
    place = here if bound == "counterattack" else there
    for unit in ("2pz_pziv_1", "2pz_304_i"):
        b.flag(unit, bound, b.hex(place) + 1)
    b.flag("us_28_110_a", "attacked", b.hex(here) + 1) if bound == "counterattack" else b.flag(
        "us_28_110_a", "engaged", b.hex(there) + 1
    )
    combat(b, "xlvii_hq", 3, 4)
    line = f"blitz 2pz_pziv_1,2pz_304_i {there}"
    if bound == "engaged":
        assert b.refuses(line).rule == "TFT 57.1"
    else:
        b.play(line)
        assert not b.flagged("2pz_304_i", "counterattack"), "52.12.2: it is made"


# ---------------------------------------------------------------------- 54
def test_a_retreat_that_reaches_a_source_at_the_edge_goes_off_the_map() -> None:
    """54.1h: it must, and does not go on along the edge towards another source."""
    b = position(turn="24MO")
    unit = "us_1_26_i"
    b.unit("us_1id_hq", "5011").unit(unit, "5012")
    piece, ground = b.piece(unit), b.game.ground
    tried = 0
    for source in supply.sources(b.pos, w.ALLIED, "1a"):
        if not on_edge(b.pos, source):
            continue
        for start in ground.roads_of[source]:
            if start not in b.pos.scenario.hexes or on_edge(b.pos, start):
                continue
            b.unit(unit, b.pos.label(start))
            for way in retreats.ways(b.pos, piece, 3, start):
                if source in way.path:
                    tried += 1
                    assert way.path[-1] == source and way.off
    assert tried


# ---------------------------------------------------------------------- 60
@pytest.mark.parametrize(("left", "stays"), [("us_99_rcn", False), ("us_99_393_k", False), ("us_99_324_ce", True)])
def test_a_company_does_not_keep_the_artillery_of_its_division(left: str, stays: bool) -> None:
    """60.5b: a front-line battalion with its unit id does; e: an engineer battalion counts."""
    b = position(turn="18MO").unit("us_99_370_fa", "8718", mode=1).unit("us_99id_hq", "8616").unit(left, "8717")
    b.run(PlayerEnd(w.GERMAN))
    assert (b.on("us_99_370_fa") != "-") is stays
