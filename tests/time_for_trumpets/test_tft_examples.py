"""The examples of play of the original as whole playthroughs: each decision in the order of the text, with the dice
that the text names, and all that followed from it, kept line by line.

The golden lines lie in `__snapshots__/test_tft_examples.ambr`; they are written anew by
`pytest tests/time_for_trumpets/test_tft_examples.py --snapshot-update`. What the text itself says in numbers is
asserted beside them. Where the text leaves a die open, one is named here that brings what the text goes on with.
"""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from hexledger.engine.games.time_for_trumpets.rules.breakout import Alert
from hexledger.engine.games.time_for_trumpets.rules.command import MutualCommand
from hexledger.engine.games.time_for_trumpets.rules.exploitation import Exploitation
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.rules.orders import BeginOrders
from hexledger.engine.games.time_for_trumpets.rules.supply import MutualSupply
from hexledger.engine.games.time_for_trumpets.sequence import ChooseArmy
from hexledger.engine.games.time_for_trumpets.tables import words as w
from tests.conformance.time_for_trumpets import meyerode as my
from tests.conformance.time_for_trumpets import test_tft_aftermath as aftermath
from tests.conformance.time_for_trumpets import test_tft_air as air
from tests.conformance.time_for_trumpets import test_tft_combat as bastogne
from tests.conformance.time_for_trumpets import test_tft_lines as diagrams
from tests.conformance.time_for_trumpets import test_tft_movement as marches
from tests.conformance.time_for_trumpets import test_tft_turn as turns
from tests.time_for_trumpets import builder
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import combat
from tests.time_for_trumpets.told import Told

QUARTERS = 4


@pytest.fixture(autouse=True)
def remembering(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions of this file remember what happened in them."""
    monkeypatch.setattr(builder, "Built", Told)


def played(b: Built, *lines: str, to_the_end: bool = False) -> str:
    """The decisions one after another with their explanations; `to_the_end`: what is asked after them is answered with
    the last choice, until the next attack is asked for."""
    assert isinstance(b, Told)
    found = [b.told(line) for line in lines]
    while to_the_end and (prompt := b.offer) is not None and prompt.kinds and "attack" not in prompt.kinds:
        found.append(b.told(b.choices()[-1]))
    return "\n".join(found)


def missing(text: str, *wanted: str) -> list[str]:
    """What of the wanted is in no line."""
    return [one for one in wanted if one not in text]


# ---------------------------------------------------------------------- aircraft
def test_strafing_of_the_corps_headquarters_at_7443(snapshot: SnapshotAssertion) -> None:
    """TFT 5.7.5; items 12 to 15: red 2 and 2 for the heavy AA, white 4 and 2: the HQ is disrupted, the B26 stays."""
    b = air.strafers(2, 1, 2, 4)
    text = played(b, f"strafe_unit {air.HEAVY}", "stop_strafing")
    assert b.flagged("xlvii_hq", "disrupt") == 2 and not b.flagged("xlvii_hq", "mode") and b.on("air_b26g_1") != "-"
    assert text == snapshot


def test_a_jet_meets_the_strafing_bomber(snapshot: SnapshotAssertion) -> None:
    """TFT 5.7.4; items 1 to 14: 8 against 7 drives the B26 home, 9 against 9 leaves the Me262 where it is."""
    b = air.jet(2, 4, 6, 2)
    text = played(b, "intercept air_me262a_1 air_b26g_1")
    assert missing(text, "result 8 against 7: +1", "result 9 against 9: +0") == []
    assert b.on("air_b26g_1") == "-" and b.on("air_me262a_1") == "7443"
    assert text == snapshot


# ---------------------------------------------------------------------- activation
def test_the_5th_panzer_army_and_its_xlvii_corps_are_activated(snapshot: SnapshotAssertion) -> None:
    """TFT 14-16; items 1 to 3: army active, random event of the corps, 2Pz rests, 26VG and Lehr are active."""
    b = turns.xlvii().run(ChooseArmy(w.GERMAN))
    text = played(b, "end_segment", "end_segment", "set_status 2pz_hq status.resting", "end_segment")
    assert [b.flagged(hq, "resting") for hq in ("2pz_hq", "26vg_hq", "lehr_hq")] == [1, 0, 0]
    assert text == snapshot


# ---------------------------------------------------------------------- movement
def test_the_our_is_crossed(snapshot: SnapshotAssertion) -> None:
    """TFT 20.0, 30.1, 30.2; items 1, 3, 4, 6 to 9, of a clear day."""
    b = marches.our().unit("26_77_ii", "7946").unit("26_77_i", "7946").unit("2pz_304_i", "7844")
    marches.ferry(b.unit("26vg_fa_ii", "7846"), "26vg_eng", "7846", "7747")
    marches.ferry(b.unit("2pz_flak", "7945").unit("2pz_2_ii", "7943"), "2pz_eng", "7843", "7743").unit(
        "2pz_pziv_1", "7843"
    )
    by_road = ",".join(marches.road_to(b, "7945", "7843"))
    b.run(Movement(w.GERMAN))
    lines = ("move 26_77_ii 7845", "move 26_77_i 7846,7747", "move 2pz_304_i 7744", "move 26vg_fa_ii 7747")
    text = played(b, *lines, "change_mode 26vg_fa_ii", f"move 2pz_flak {by_road},7743")
    assert b.refuses("move 2pz_pziv_1 7743").rule == "TFT 29.1", "nine are more than it has"
    text += played(b, "move 2pz_2_ii 7842,7843", "move 2pz_2_ii 7743")
    spent = {unit: (b.flagged(unit, "moved") - 1) / QUARTERS for unit in ("26_77_ii", "26_77_i", "2pz_304_i")}
    assert spent == {"26_77_ii": 4, "26_77_i": 4, "2pz_304_i": 5}
    assert [(b.flagged(unit, "moved") - 1) / QUARTERS for unit in ("2pz_flak", "2pz_2_ii")] == [7, 8]
    assert text == snapshot


def test_interdicted_roads_west_of_houffalize(snapshot: SnapshotAssertion) -> None:
    """TFT 5.8, 33.0; items 2 to 6: the open road, the forest road with and without avoidance, and reconnaissance."""
    told = []
    for unit, at, dice, lines, total in (
        ("116pz_panther_1", "6135", (), ("move 116pz_panther_1 6035,6034,5935,5834",), 7),
        ("116pz_panther_1", "6135", (), ("move 116pz_panther_1 6035,5936,5835",), 7.5),
        (
            *("116pz_panther_1", "6135", (2,)),
            ("move 116pz_panther_1 6035", "avoid 116pz_panther_1 5936", "move 116pz_panther_1 5835,5736,5635,5535"),
            7.5,
        ),
        ("116pz_rcn", "6136", (4, 4, 4, 4), ("move 116pz_rcn 6135,6035,6034,5935,5834,5734",), 9),
        ("116pz_rcn", "6136", (4, 4), ("move 116pz_rcn 6135,6035,5936,5835,5736",), 7.5),
    ):
        b = marches.houffalize(unit, at, dice).run(Movement(w.GERMAN))
        told.append(played(b, *lines))
        assert (b.flagged(unit, "moved") - 1) / QUARTERS == total, lines
    assert "\n".join(told) == snapshot


def test_skorzenys_battle_groups_infiltrate(snapshot: SnapshotAssertion) -> None:
    """TFT 94.1; items 4 to 7: KG X to 8917, JG Y with the HQ and Skorzeny to 8918, KG Z stays in 9118."""
    b = marches.skorzeny(2, 2, 6).unit("us_99_393_i", "9117")
    lines = ("infiltrate kg_x 9017,8917", "infiltrate jg_y,150bde_hq,leader_skorzeny 9017,8918")
    text = played(b, *lines, "infiltrate kg_z 9117,9017,8918")
    assert [b.on(unit) for unit in ("kg_x", "jg_y", "150bde_hq", "kg_z")] == ["8917", "8918", "8918", "9118"]
    assert text == snapshot


# ---------------------------------------------------------------------- leaders
def test_remer_reacts_at_petit_han(snapshot: SnapshotAssertion) -> None:
    """TFT 38, 39.6; items 1 to 10: the grenadiers reinforce the tanks, the foot battalion crosses the Ourthe, Remer is
    spent."""
    b = aftermath.remer(beside=False, foot="4323")
    into = next(c for c in b.choices() if c.startswith("react leader_remer fe_100_i") and c.endswith("4322"))
    text = played(b, into, "react leader_remer fe_928_i 4223", "pass")
    assert [b.on(unit) for unit in ("fe_100_i", "fe_928_i")] == ["4322", "4223"] and b.flagged("leader_remer", "spent")
    assert "FE/928/I: reaction 4323-4223, 3 MP" in text, "one for the ground and two for the river"
    assert text == snapshot


# ---------------------------------------------------------------------- combat
def test_meyerode(snapshot: SnapshotAssertion) -> None:
    """TFT 45-49, 51; items 2 to 14: 37 and 58 against 5 and 12, 5:1, one left for broken ground, drm -1."""
    b = my.meyerode(3, 3, 4, 3, 4)
    text = played(b, f"support {','.join(my.GERMAN_GUNS)}", f"support {','.join((*my.FAG, 'us_viii_275_afa'))}")
    numbers = ("artillery 58", "total 95", "shocked -4", "artillery 12", "total 17", "5:1 7", "broken ground -1")
    assert missing(text, *numbers, "Combat Results Table 4:1", "bombardment -1", "village 1") == [], text
    text += played(b, to_the_end=True)
    assert b.on("us_9_ccb_27_aib") != "8123", "the defender is gone"
    assert text == snapshot


def test_twenty_against_sixteen_at_bastogne(snapshot: SnapshotAssertion) -> None:
    """TFT 47.8, 51.1; item 3: the 402nd FA Group adds 10 of its 20 against two hexes, and 20 against 16 is 1:1."""
    b = bastogne.bastogne(1, 1, defenders=("us_101_502_i",)).unit("26vg_eng", "5744")
    b.act().steps(b.piece("us_101_502_i"), 1)
    combat(b, "xlvii_hq").play(f"attack {bastogne.ASSAULT},26vg_eng 5644")
    text = played(b, f"support {','.join(my.FAG)}")
    sums = ("artillery 10", "attack from several hexes -10", "town 3", "total 16", "total 20", "1:1 3")
    assert missing(text, *sums) == [], text
    text += played(b, to_the_end=True)
    assert text == snapshot


def test_time_on_target_at_bastogne(snapshot: SnapshotAssertion) -> None:
    """TFT 48.4; item 4: 52 CF directed by the 174th FA Group at the Jagdpanthers, coordinated by 1 to 5: shocked, they
    retreat a hex."""
    b = bastogne.jagdpanthers(5, 4, 5, 1, 1)
    combat(b, "xlvii_hq").play(f"attack lehr_559_jgpanther,{','.join(bastogne.PANZER_GRENADIERS)} 5645")
    guns = [b.game.counters[gun].id for gun in b.game.arms.gun if b.pos.on_map(gun)]
    assert sum(b.game.arms.gun[b.piece(gun)].cf for gun in guns) == 52
    text = played(b, f"time_on_target us_fag_174_hq {','.join(guns)} 5546")
    assert missing(text, "coordination result, row 5: coordinated", "559 JgPanther: shocked") == [], text
    text += played(b, to_the_end=True)
    assert b.on("lehr_559_jgpanther") != "5546"
    assert text == snapshot


# ---------------------------------------------------------------------- command, supply and zones of control
def test_lines_of_command_and_supply_at_trois_ponts(snapshot: SnapshotAssertion) -> None:
    """TFT 7.2, 7.3, 9.4, 9.7, 25.2; yellow, black and red: the mutual segments of a clear day, and of one in fog, in
    which units that had no supply find it again."""
    beyond = (diagrams.SS_II, diagrams.SS_RCN)
    told = [judged(diagrams.yellow(), diagrams.SS_I, supplied=False), judged(salm(), *beyond, supplied=False)]
    fog = salm().sky("fog").unit(diagrams.SS_I, "6520").unit(diagrams.SS_ENG, "6620")
    told.append(judged(fog, diagrams.SS_I, *beyond, supplied=True))
    assert "\n".join(told) == snapshot


def salm() -> Built:
    """Two units beyond the Salm; of its bridges that of Trois-Ponts stands, in the zone of American infantry."""
    b = (
        diagrams.chain(position())
        .unit(diagrams.SS_II, "6421")
        .unit(diagrams.SS_RCN, "6124")
        .unit("us_82_504_i", "6319")
    )
    for a, c in sorted(diagrams.salm_bridges(b) | {("6521", "6421")}):
        if "6519" not in (a, c):
            b.blown(a, c)
    return b


def judged(b: Built, *units: str, supplied: bool) -> str:
    """The mutual command and supply segments of a day, for units that were out of supply: all are in command."""
    assert isinstance(b, Told)
    for unit in units:
        b.flag(unit, "oos")
    told = b.ran(MutualCommand(), MutualSupply())
    assert all(b.pos.in_comm(b.piece(unit)) and b.pos.in_supply(b.piece(unit)) is supplied for unit in units)
    return told


def test_zones_of_control_east_of_bastogne(snapshot: SnapshotAssertion) -> None:
    """TFT 25.1, 25.2, 25.6; items 1 to 9: who is stopped where by tanks, flak and infantry."""
    told = []
    for units, at, line, end, onward in (
        ("2pz_304_i", "5943", "5843,5744,5644", "5644", ""),
        ("2pz_pziv_1", "6343", "6242,6143,6043", "6043", "5943"),
        ("2pz_2_i", "6343", "6242,6143", "6143", "6042"),
        ("2pz_pziv_1", "6444", "6345,6244,6144", "6144", "6043"),
        ("2pz_2_i", "6345", "6445,6545,6544", "6544", "6643"),
        ("26_77_i", "6147", "6046,5947", "5947", "5948"),
    ):
        b = east_of_bastogne(units, at)
        told.append(played(b.run(Movement(w.GERMAN)), f"move {units} {line}"))
        assert b.on(units) == end, (units, line)
        if onward:
            assert b.refuses(f"move {units} {onward}").rule == "TFT 25.6", (units, onward)
    assert "\n".join(told) == snapshot


def east_of_bastogne(unit: str, at: str) -> Built:
    """Teams Cherry, Desobry and O'Hara and the flak at 6243, and one German unit of XLVII Corps that moves; the foot of
    2Pz goes round Team Desobry in 5544."""
    b = diagrams.bastogne().unit("us_10_ccb_54_aib" if unit == "26_77_i" else "us_10_90_cav", "5846")
    if at == "6345":
        # on this map 6244 is a village, into which flak has no zone: the clear ground beside it is at 6543
        b.unit(diagrams.AAA, "6543")
    if unit == "2pz_304_i":
        b = position(turn="19MO", dice=(3, 4)).unit(diagrams.DESOBRY, "5544")
    return b.unit(unit, at).corps("xlvii_hq")


def test_lxvi_corps_and_i_ss_corps_at_the_boundary_in_dense_fog(snapshot: SnapshotAssertion) -> None:
    """TFT 3.3.2c, 3.3.3c, 25.6, 26.1; items 1 to 8: the guns leave the road and are stopped by the cavalry in Roth;
    units of I SS Corps pass between the Americans north of it."""
    b = position(turn="16MO").sky(a6="dense_fog", a5="clear")
    b.unit("us_14_18_e", "9125").unit("us_99_394_i", "9121").unit("us_99_394_ii", "9123").unit("244_stug_1", "9224")
    b.corps("lxvi_hq").run(Movement(w.GERMAN))
    text = played(b, "move 244_stug_1 9223,9124,9024")
    assert b.refuses("move 244_stug_1 8924").rule == "TFT 25.6"
    b.corps("i_ss_hq").unit("12_48_i", "9323").run(Movement(w.GERMAN))
    text += "\n" + played(b, "move 12_48_i 9222,9122")
    assert b.on("12_48_i") == "9122", "between two battalions that exert no zone"
    assert text == snapshot


# ---------------------------------------------------------------------- the breakout of KG Peiper
def test_kg_peiper_breaks_out_in_the_evening_of_the_16th(snapshot: SnapshotAssertion) -> None:
    """H-5, 18.4, 39.5, 59.2; items 1 to 5: Peiper has put his group into reserve; Americans beside I SS Corps are alert
    when it has moved; the others are surprised when his panzers come beside them; north of the Warche nobody is."""
    b = aftermath.peiper().flag("kgp_1_panther", "reserve", 0).unit("us_14_32_a", "8620").unit("us_99_393_i", "8716")
    assert isinstance(b, Told)
    b.corps("i_ss_hq", "orders").run(BeginOrders(w.GERMAN, b.piece("i_ss_hq")))
    text = played(b, "designate leader_peiper kgp_1_panther") + "\n" + b.ran(Alert())
    assert b.flagged("us_99_394_ii", "alert") and not b.flagged("us_14_32_a", "alert")
    b.corps("i_ss_hq", "exploitation").run(Exploitation(w.GERMAN))
    text += "\n" + played(b, "exploit leader_peiper kgp_1_panther 9121,9221,9122,9022,8923,8822,8723,8722,8721")
    assert b.on("kgp_1_panther") == "8721" and b.flagged("us_14_32_a", "surprised")
    assert not b.flagged("us_99_394_ii", "surprised") and not b.flagged("us_99_393_i", "surprised")
    assert text == snapshot
