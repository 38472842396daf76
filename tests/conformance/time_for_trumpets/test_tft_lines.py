"""Conformance cases of command, supply and zones of control (7, 9, 25), on the diagrams of the examples of play."""

from __future__ import annotations

from hexledger.engine.games.time_for_trumpets.questions import comm, lines, stacking, supply, ways, zoc
from hexledger.engine.games.time_for_trumpets.rules.command import MutualCommand
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.rules.supply import MutualSupply
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.events import model as ev
from tests.time_for_trumpets.builder import Built, position

SS_HQ, SS_I, SS_II, SS_ENG, SS_RCN = "1ssd_hq", "1ss_1_i", "1ss_1_ii", "1ss_eng", "1ss_rcn"
CHERRY, AAA, DESOBRY = "us_10_ccb_54_aib", "us_viii_467_aaa", "us_10_ccb_21_tk"


def chain(b: Built, road: bool = True) -> Built:
    """Army and corps HQ behind the 1st SS, all of them on the road net of the 6th Panzer Army."""
    b.unit("6pza_hq", "7817", mode=1).unit("i_ss_hq", "7518", mode=1)
    return b.unit(SS_HQ, "6921" if road else "6922", mode=1)


def around(b: Built, unit: str) -> set[str]:
    """Hexes next to a unit."""
    return {b.pos.label(there) for there in b.pos.board.neighbours[b.pos.at(b.piece(unit))]}


def into(b: Built, side: int) -> set[str]:
    """Hexes in the ZOC of a side, against any kind of unit."""
    return {b.pos.label(place) for place in zoc.covered(b.pos, 3 - side)}


def in_comm(b: Built, *units: str) -> list[bool]:
    """Are the units in command?"""
    found = comm.judge_all(b.pos)
    return [found[b.piece(unit)].good for unit in units]


def in_supply(b: Built, *units: str) -> list[bool]:
    """Does a supply path lead to the units from their HQ?"""
    return [bool(supply.path_from(b.pos, b.piece(SS_HQ), b.piece(unit))) for unit in units]


def yellow() -> Built:
    """Ex 8274: Americans whose ZOC covers every hex next to 6520, the 1SS engineers in one of them."""
    b = chain(position()).unit(SS_I, "6520").unit(SS_ENG, "6620")
    return americans(b)


def americans(b: Built) -> Built:
    """Three battalions on and around the hexes next to 6520."""
    return b.unit("us_82_504_i", "6419").unit("us_82_504_ii", "6421").unit("us_82_504_iii", "6619")


def test_TFT_040_a_friend_in_the_hex_negates_a_zoc_for_command_and_not_for_supply() -> None:
    b = yellow()
    assert around(b, SS_I) - {"6419", "6619"} <= into(b, w.ALLIED)
    assert in_comm(b, SS_I) == [True] and in_supply(b, SS_I) == [False]
    path = comm.judge_all(b.pos)[b.piece(SS_I)].path
    assert b.hex("6620") in path[1:-1], "through the engineers"
    bare = americans(chain(position()).unit(SS_I, "6520"))
    assert in_comm(bare, SS_I) == [False], "without them the way is barred"


def black(weather: str = "clear") -> Built:
    """Ex 8291: two units beyond the Salm; American infantry beside the Trois-Ponts bridge."""
    b = chain(position()).sky(weather).unit(SS_II, "6421").unit(SS_RCN, "6124")
    b.blown("6521", "6421")
    for a, c in sorted(salm_bridges(b)):
        if "6519" not in (a, c):
            b.blown(a, c)
    return b.unit("us_82_504_i", "6618").unit("us_82_504_ii", "6419")


def salm_bridges(b: Built) -> set[tuple[str, str]]:
    """Bridges over the Salm and the rivers it runs into, within the command range of 6921."""
    ground, found = b.game.ground, set()
    for key in ground.bridges:
        a, c = divmod(key, ground.n)
        if b.pos.board.distance(a, b.hex("6921")) <= 17 and ground.water[key] == "river" and a < c:
            found.add((b.pos.label(a), b.pos.label(c)))
    return found


def test_TFT_041_command_crosses_an_unbridged_river_and_supply_does_not() -> None:
    b = black()
    assert in_comm(b, SS_II, SS_RCN) == [True, True]
    assert in_supply(b, SS_II, SS_RCN) == [False, False]


def test_TFT_042_fog_takes_the_zoc_off_broken_ground_and_opens_the_way() -> None:
    clear, fog = yellow(), yellow().sky("fog")
    assert in_supply(clear, SS_I) == [False] and in_supply(fog, SS_I) == [True]
    assert in_comm(fog, SS_I) == [True]
    assert "6520" in into(clear, w.ALLIED) and not {"6520", "6620", "6521"} & into(fog, w.ALLIED)


def bastogne(weather: str = "clear", turn: str = "19MO") -> Built:
    """Ex 8323: American teams east of Bastogne, light flak in 6243, Team Desobry's tanks at 5643."""
    b = position(turn=turn).sky(weather).unit(AAA, "6243").unit(CHERRY, "6044").unit(DESOBRY, "5743")
    return b.unit("us_viii_corps_hq", "5644")


def test_tanks_have_no_zoc_into_a_town_and_foot_passes_there() -> None:
    b = position(turn="19MO").unit(DESOBRY, "5643")
    assert "5644" not in into(b, w.ALLIED) and b.pos.terrain(b.hex("5644")) == "town"
    assert into(b.unit(CHERRY, "5643"), w.ALLIED) >= {"5644"}, "infantry has one there"


def test_TFT_044_a_supply_path_runs_where_no_zoc_reaches() -> None:
    b = bastogne().unit("26vg_hq", "6743", mode=1).unit("26_77_i", "6542")
    assert supply.path_from(b.pos, b.piece("26vg_hq"), b.piece("26_77_i"))


def test_TFT_045_light_flak_does_not_stop_a_panzer_and_team_cherry_does() -> None:
    b = bastogne().unit("2pz_pziv_1", "6343").corps("xlvii_hq")
    path = b.path("6242", "6143", "6043")
    assert ways.walk(b.pos, b.piece("2pz_pziv_1"), path)[1] is None
    assert "6242" not in into(b, w.ALLIED), "a forest takes no ZOC of flak"
    beyond = next(p for p in b.game.ground.near[b.hex("6043")] if not b.pos.enemy_in(p, w.GERMAN))
    why = ways.walk(b.pos, b.piece("2pz_pziv_1"), (*path, beyond))[1]
    assert why is not None and why[0] == "25.6", "it stops beside Team Cherry"


def test_TFT_046_light_flak_stops_motorised_infantry_beside_it() -> None:
    b = bastogne().unit("2pz_2_i", "6343").corps("xlvii_hq")
    unit = b.piece("2pz_2_i")
    assert ways.walk(b.pos, unit, b.path("6242", "6143"))[1] is None, "through the forest, into 6143"
    why = ways.walk(b.pos, unit, b.path("6242", "6143", "6042"))[1]
    assert why is not None and why[0] == "25.6", "and no further"


def test_TFT_048_a_panzer_passes_the_flak_at_6345_and_6244() -> None:
    b = bastogne().unit("2pz_pziv_1", "6444").corps("xlvii_hq")
    unit = b.piece("2pz_pziv_1")
    assert ways.walk(b.pos, unit, b.path("6345", "6244", "6144"))[1] is None
    why = ways.walk(b.pos, unit, b.path("6345", "6244", "6144", "6043"))[1]
    assert why is not None and why[0] == "25.6", "a team's ZOC stops it in 6144"


def test_TFT_049_motorised_infantry_stops_in_a_clear_hex_beside_light_flak() -> None:
    b = position(turn="19MO").unit(AAA, "6543").unit("2pz_2_i", "6345").corps("xlvii_hq")
    clear = [
        p for p in b.game.ground.near[b.hex("6543")] if b.pos.terrain(p) == "clear" and p not in b.game.ground.villages
    ]
    assert clear and all(zoc.stops(b.pos, b.piece("2pz_2_i"), place) for place in clear)
    b.unit("2pz_pziv_1", "6346")
    assert not any(zoc.stops(b.pos, b.piece("2pz_pziv_1"), place) for place in clear), "an AFV does not"


def test_TFT_050_a_zoc_against_any_kind_of_unit_bars_supply() -> None:
    b = position(turn="19MO").unit(AAA, "6243")
    assert b.hex("6143") not in supply_open(b) and b.hex("6242") in supply_open(b)


def supply_open(b: Built) -> frozenset[int]:
    """Hexes through which German supply runs."""
    return lines.open_hexes(b.pos, w.GERMAN)


def test_infantry_of_either_kind_stops_in_5947() -> None:
    b = position(turn="19MO").unit("us_10_ccb_54_aib", "5846").unit("26_77_i", "6147").corps("xlvii_hq")
    why = ways.walk(b.pos, b.piece("26_77_i"), b.path("6046", "5947", "5948"))[1]
    assert why is not None and why[0] == "25.6"


def test_TFT_052_armoured_cavalry_bars_supply_too() -> None:
    b = position(turn="19MO").unit("us_10_90_cav", "5846")
    assert b.hex("5947") not in supply_open(b)


def test_TFT_053_fog_keeps_zocs_out_of_woods_broken_forest_and_marsh() -> None:
    b = position(turn="19MO").sky("fog").unit("us_82_504_i", "6520")
    kept = {b.pos.terrain(b.hex(label)) for label in into(b, w.ALLIED) if b.hex(label) not in b.game.ground.villages}
    assert kept <= {"clear", "town", "city"} and kept
    lost = around(b, "us_82_504_i") - into(b, w.ALLIED)
    assert {b.pos.terrain(b.hex(label)) for label in lost} & {"forest", "broken"}


def test_TFT_054_dense_fog_and_snow_leave_no_zoc_at_all() -> None:
    for weather in ("dense_fog", "snow"):
        assert into(position(turn="19MO").sky(weather).unit("us_82_504_i", "6520"), w.ALLIED) == set()


def test_night_takes_zocs_out_of_forest_and_marsh() -> None:
    day = into(position(turn="19MO").unit("us_82_504_i", "6520"), w.ALLIED)
    night = into(position(turn="19EV").unit("us_82_504_i", "6520"), w.ALLIED)
    b = position()
    assert {b.pos.terrain(b.hex(label)) for label in day - night} == {"forest"}


def test_TFT_056_on_a_boundary_road_the_worse_weather_holds() -> None:
    b = position(turn="16MO").sky(a6="dense_fog", a5="clear")
    assert b.pos.weather(b.hex("9223")) == b.pos.weather(b.hex("9124")) == w.DENSE_FOG
    assert b.pos.weather(b.hex("9024")) == w.CLEAR, "9024 lies south of the road"
    b.sky(a6="clear", a5="snow")
    assert b.pos.weather(b.hex("9223")) == w.SNOW


def test_TFT_057_no_zoc_out_of_dense_fog_and_none_into_it() -> None:
    b = position(turn="16MO").sky(a6="dense_fog", a5="clear")
    b.unit("us_14_18_e", "9122").unit("us_99_394_ii", "9125").unit("us_99_394_i", "9124")
    covered = into(b, w.ALLIED)
    assert "9124" not in covered and "9024" in covered, "from the south to the south only"
    assert not {label for label in covered if b.pos.weather(b.hex(label)) == w.DENSE_FOG}
    alone = position(turn="16MO").sky(a6="dense_fog", a5="clear").unit("us_99_394_i", "9124")
    assert into(alone, w.ALLIED) == set(), "a unit on the road stands in the fog"


def test_TFT_058_the_cavalry_in_roth_stops_the_assault_guns_in_9024() -> None:
    b = position(turn="16MO").sky(a6="dense_fog", a5="clear").unit("us_14_18_e", "9125").unit("244_stug_1", "9224")
    b.corps("lxvi_hq").run(Movement(w.GERMAN))
    assert b.refuses("move 244_stug_1 9223,9124,9024,8924").rule == "TFT 25.6"
    assert not zoc.stops(b.pos, b.piece("244_stug_1"), b.hex("9124")), "no ZOC on the road in dense fog"
    b.play("move 244_stug_1 9223,9124,9024")
    assert b.on("244_stug_1") == "9024" and b.refuses("move 244_stug_1 8924").rule == "TFT 25.6"


def test_TFT_096_light_flak_does_not_stop_a_jagdpanther() -> None:
    b = position(turn="22MO").unit("us_10_796_aaa", "5546").unit("lehr_559_jgpanther", "5748")
    near = b.game.ground.near[b.hex("5546")]
    assert not any(zoc.stops(b.pos, b.piece("lehr_559_jgpanther"), place) for place in near)
    b.unit("lehr_901_i", "5749")
    assert any(zoc.stops(b.pos, b.piece("lehr_901_i"), place) for place in near), "infantry would stop"


def test_TFT_016_a_zoc_reaches_beyond_the_edge_of_the_map_and_bars_entry_there() -> None:
    b = position(turn="22MO").unit("2pz_2_i", "7563")
    beyond = zoc.beyond_edge(b.pos, b.hex("7563"), w.ALLIED)
    assert beyond == {(74, 63), (75, 64), (76, 63)}
    assert zoc.beyond_edge(b.sky("snow").pos, b.hex("7563"), w.ALLIED) == frozenset()


def test_TFT_005_a_battalion_stacks_with_its_corps_and_its_armys_echelon() -> None:
    b = position()
    glider, corps, army = (b.piece(unit) for unit in ("us_82ab_325_i", "us_v_254_ce", "us_1a_291_ce"))
    b.act().emit(ev.Attached(corps, b.piece("us_xviii_corps_hq") + 1))
    assert stacking.mates(b.pos, glider, army) and stacking.mates(b.pos, glider, corps)
    assert not stacking.mates(b.pos, glider, b.piece("us_99_393_i")), "not with another corps"


def test_TFT_013_formations_of_one_row_pass_each_other_and_do_not_stack() -> None:
    b = position(turn="19MO")
    one, other, third = (b.piece(unit) for unit in ("18_294_i", "62_183_i", "feb_hq"))
    b.unit("62_183_i", "8229")
    assert not stacking.mates(b.pos, one, other), "they do not stack"
    assert stacking.may_enter(b.pos, one, b.hex("8229")), "they pass through each other"
    corps = {b.pos.above(unit, "corps") for unit in (one, other, third)}
    assert corps == {b.piece("lxvi_hq")}, "one corps attacks a hex together"


def test_TFT_014_two_tank_battalions_with_their_full_id_do_not_end_in_one_hex() -> None:
    b = position(turn="22MO").unit("us_9_ccb_14_tk", "7826").unit("us_2_741_tk", "7827")
    assert not stacking.room(b.pos, b.piece("us_2_741_tk"), b.hex("7826"))
    b.unit("us_2_741_tk", "7826")
    assert b.hex("7826") in stacking.overstacked(b.pos, w.ALLIED)
    worn = position(turn="22MO").unit("us_9_ccb_14_tk", "7826", steps=4).unit("us_2_741_tk", "7826")
    assert worn.hex("7826") not in stacking.overstacked(worn.pos, w.ALLIED), "steps have no such limit"


def test_the_standing_of_an_hq_is_written_with_the_path_that_proves_it() -> None:
    """7.11, 9.6."""
    b = chain(position(turn="18PD")).unit(SS_I, "6720")
    b.run(MutualCommand()).run(MutualSupply())
    word = b.game.words["subject.command"]
    standing = b.state.standing(b.piece(SS_HQ), word)
    assert standing is not None and standing[1][-1] == b.hex("6921")
