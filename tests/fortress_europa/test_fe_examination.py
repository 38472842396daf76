"""Fortress Europa: positions that a reading of the original rulebook put to the engine, chapters 5-11 and 14-16.

Each row says who stands where, what is tried, and the rule that refuses it; no rule: it is allowed.
"""

from __future__ import annotations

import pytest

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa import sequence
from hexledger.engine.games.fortress_europa.questions import trains
from hexledger.engine.games.fortress_europa.rules import capacity, rail
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel import deciding as kernel
from tests.fortress_europa.builder import Built, position
from tests.fortress_europa.fights import column, result, strength


def stood(facts: str, scenario: str = "campaign", turn: str = "July I", weather: str = "clear") -> Built:
    """A position of facts: `us_1 O9, i_77 I7 frozen 3, held K2 K3, broken orne, razed H5`."""
    b = position(scenario, turn=turn, weather=weather)
    for fact in filter(None, (part.split() for part in facts.split(","))):
        if fact[0] == "held":
            b.control("allied", *fact[1:])
        elif fact[0] == "broken":
            b.broken(fact[1])
        elif fact[0] == "razed":
            b.marker("fortress_destroyed", fact[1])
        else:
            marks = {fact[2]: int(fact[3])} if len(fact) == 4 else {}
            b.unit(fact[0], fact[1], reduced="reduced" in fact, **marks)
    return b


def impulse(b: Built, whose: str) -> Built:
    """The move impulse of a side begins (`german 2`)."""
    side, number = whose.split()
    b.turn_of(side, int(number))
    if whose == "allied 1":
        capacity.turn_began(b.act())
    return b.run(sequence.BeginMove(f.SIDES[side], int(number)))


def second(b: Built, side: str = "allied") -> Built:
    """The side ends its first move impulse; its second one begins."""
    b.play("end_moves")
    while not b.quiet:
        b.play(b.choices()[-1])
    return impulse(b, f"{side} 2")


def says(b: Built, line: str) -> str:
    """The rule that refuses a decision now, `` when it is allowed."""
    try:
        kernel.check(b.game, b.state, b.decision(line))
    except IllegalDecision as refusal:
        return refusal.rule
    return ""


# ---------------------------------------------------------------------- 5, 7, 8 movement
@pytest.mark.parametrize(
    ("whose", "facts", "line", "rule"),
    [
        ("allied 1", "us_2_arm O9", "move us_2_arm O10,O11,O12,O13,O14,O15", ""),
        ("allied 1", "us_2_arm O9", "move us_2_arm O10,O11,O12,O13,O14,O15,O16", "FE 5.4"),
        ("allied 1", "us_2_arm O9", "move us_2_arm N8,M8,L7,K7", ""),
        ("allied 1", "us_2_arm O9", "move us_2_arm N8,M8,L7,K7,K6", "FE 8.1"),
        ("allied 1", "us_2_arm N8", "move us_2_arm M8,L7,K7,K6", "FE 8.1"),
        ("allied 1", "us_2_arm M8", "move us_2_arm L7,K7,K6", ""),
        ("allied 1", "us_2_arm M8", "move us_2_arm L7,K7,K6,K5", "FE 8.1"),
        ("allied 1", "us_2_arm M8", "move us_2_arm L7,K7,K8,J7", "FE 8.1"),
        ("allied 1", "us_2_arm K7", "move us_2_arm K8,J7,I7,I8,H7,G7", ""),
        ("german 1", "pz_2 O9", "move pz_2 N8,M8,L7,K7", ""),
        ("german 1", "pz_2 O9", "move pz_2 N8,M8,L7,K7,K6", "FE 8.1"),
        ("german 1", "pz_2 N8", "move pz_2 M8,L7,K7,K6", ""),
        ("german 1", "pz_2 N8", "move pz_2 M8,L7,K7,K6,K5", "FE 8.1"),
        ("german 2", "pz_2 M8", "move pz_2 L7,K7", ""),
        ("german 2", "pz_2 M8", "move pz_2 L7,K7,K6", "FE 8.1"),
        ("allied 1", "us_1 N8", "move us_1 M8,L7,K7,K6", ""),
        ("allied 1", "us_1 DD5", "move us_1 DD4", ""),
        ("allied 1", "us_1 DD5", "move us_1 DD4,CC5", "FE 8.2"),
        ("allied 2", "hq_bradley EE5", "move hq_bradley DD4,DD5", "FE 8.2"),
        ("allied 1", "us_1 L21", "move us_1 L22,K23", "FE 8.3"),
        ("allied 2", "hq_bradley N22", "move hq_bradley M23,M22", "FE 8.3"),
        ("allied 1", "br_52 N22", "move br_52 M23,L22,L23,L24", ""),
        ("allied 1", "fr_4_dmm W25", "move fr_4_dmm W26", ""),
        ("allied 1", "fr_4_dmm W25", "move fr_4_dmm W26,X26", "FE 8.4"),
        ("allied 1", "us_1 W25", "move us_1 W26", "FE 8.4"),
        ("allied 1", "us_1 AA28", "move us_1 AA27", "FE 8.6"),
        ("allied 1", "us_1 HH1", "move us_1 II2", "FE 8.7"),
        ("allied 1", "us_1 HH1", "move us_1 II2,JJ2", ""),
        ("allied 1", "us_1 HH1, i_352 JJ1", "move us_1 II2,JJ2", "FE 7.2"),
        ("allied 1", "us_1 A2", "move us_1 A3", "FE 8.8"),
        ("allied 1", "us_1 P4", "move us_1 P5", "FE 8.8"),
        ("allied 1", "us_1 O9, i_352 N7", "move us_1 N8", ""),
        ("allied 1", "us_1 O9, i_352 N7", "move us_1 N8,M8", "FE 7.2"),
        ("allied 1", "us_1 O9, i_352 N7 frozen 2", "move us_1 N8,M8", ""),
        ("allied 1", "us_1 O8, i_352 N7", "move us_1 N8", "FE 8.10"),
        ("allied 1", "us_1 O8, i_352 N7", "move us_1 P8,O9,N8", ""),
        ("allied 2", "us_1 O8, i_352 N7", "move us_1 P8", "FE 8.9"),
        ("allied 2", "us_1 O8, i_352 N7 frozen 2", "move us_1 P8", ""),
        ("german 1", "i_352 I6, us_1 H6", "move i_352 H5", ""),
        ("german 1", "i_352 I6, us_1 H6, razed H5", "move i_352 H5", "FE 8.10"),
        ("allied 1", "us_1 M7", "move us_1 N6,O6", ""),
        ("allied 1", "us_1 M7, broken orne", "move us_1 N6,O6", "FE 17.10.4"),
        ("german 1", "i_91 M7, broken orne", "move i_91 N6,O6", "FE 17.10.4"),
        ("allied 2", "us_1 M7, broken orne", "move us_1 N6,O6", ""),
        ("allied 2", "us_1 N6, i_352 M6", "move us_1 N5", "FE 8.9"),
        ("allied 2", "us_1 N6, i_352 M6, broken orne", "move us_1 N5,O6", ""),
        ("allied 1", "us_1 O6, i_352 M5", "move us_1 N5,N6", ""),
        ("allied 1", "hq_bradley O9", "move hq_bradley O10", "FE 13.1"),
        ("german 1", "cd_7a K4", "move cd_7a L4,L5", ""),
        ("german 1", "cd_7a K4", "move cd_7a L4,L5,M6", "FE 5.4"),
        ("german 1", "i_352 K5 frozen 3", "move i_352 K6", "FE 9.1"),
    ],
)
def test_a_march_goes_as_far_as_chapters_5_to_9_let_it(whose: str, facts: str, line: str, rule: str) -> None:
    assert says(impulse(stood(facts), whose), line) == rule


@pytest.mark.parametrize(
    ("whose", "weather", "facts", "line", "rule"),
    [
        ("german 2", "storm", "pz_2 L7", "move pz_2 K7", ""),
        ("german 1", "storm", "pz_2 M8", "move pz_2 L7,K7", ""),
        ("german 1", "storm", "pz_2 M8", "move pz_2 L7,K7,K6", "FE 8.1"),
        ("allied 2", "storm", "br_3 O9", "move br_3 O10", ""),
        ("allied 2", "storm", "br_3 O9", "move br_3 O10,O11", "FE 5.4"),
        ("allied 2", "storm", "hq_bradley O9", "move hq_bradley O10,O11,O12,O13,O14", ""),
        ("allied 1", "storm", "us_1 england, held K2", "sea_move us_1 K2", "FE 11.9"),
        ("german 1", "storm", "i_352 X7", "rail_move i_352 W8,V8,U9,T8,S9,S10,R10,R11", ""),
        ("allied 1", "storm", "us_ranger england", "raid us_ranger:K4", "FE 21.10"),
        ("allied 1", "overcast", "us_ranger england", "raid us_ranger:K4", ""),
        ("allied 1", "overcast", "us_82_ab england", "drop us_82_ab:L8", "FE 20.1"),
        ("allied 1", "overcast", "us_82_ab england, held R11", "airlift us_82_ab R11", "FE 20.10"),
        ("german 1", "overcast", "fj_3 RR7", "airlift fj_3 R11", "FE 20.11"),
    ],
)
def test_weather_changes_what_it_is_said_to_change(whose: str, weather: str, facts: str, line: str, rule: str) -> None:
    assert says(impulse(stood(facts, weather=weather), whose), line) == rule


@pytest.mark.parametrize(
    ("facts", "first", "then", "rule"),
    [
        ("us_1 DD5", "move us_1 DD4", "move us_1 DD5", "FE 8.2"),
        ("us_1 DD4", "", "move us_1 DD5", ""),
        ("us_1 FF3, held EE4", "move us_1 EE4", "sea_move us_1 england", ""),
        ("us_1 england, held EE4", "sea_move us_1 EE4", "move us_1 EE5", ""),
        ("i_352 EE5", "rail_move i_352 EE4", "move i_352 FF3", ""),
        ("i_352 FF3", "move i_352 EE4", "move i_352 FF3", "FE 8.2"),
    ],
)
def test_flooded_ground_holds_for_the_turn_but_not_a_train_or_a_ship(
    facts: str, first: str, then: str, rule: str
) -> None:
    """8.2: who is already there may go in the second impulse; who walks in may still sail out."""
    side = "german" if facts.startswith("i_") else "allied"
    b = impulse(stood(facts), f"{side} 1")
    if first:
        b.play(first)
    assert says(second(b, side), then) == rule


# ---------------------------------------------------------------------- 9 districts
FROZEN = "i_719 FF5 frozen 1, i_352 S8 frozen 2, i_77 I7 frozen 3, i_708 C16 frozen 4, i_271 M31 frozen 5"


@pytest.mark.parametrize(
    ("facts", "line", "released"),
    [
        ("us_1 L7", "move us_1 L8", False),
        ("us_1 M8", "move us_1 M9", False),
        ("us_1 L7", "move us_1 M8", True),
        ("us_1 M7", "move us_1 N7", True),
        ("us_1 E9", "move us_1 E10", False),
        ("us_1 C17, us_9 C17", "attack us_1,us_9 C16", True),
        ("us_1 C17, us_9 C17, i_91 C16", "attack us_1,us_9 C16", True),
        ("us_1 C17, us_9 C17, i_91 B16", "attack us_1,us_9 B16", False),
    ],
)
def test_frozen_germans_are_released_by_what_9_1_names_and_no_more(facts: str, line: str, released: bool) -> None:
    """9.1 D-F, 9.9; the 7th Army's district is the invaded one."""
    b = stood(f"{FROZEN}, {facts}").assign("invaded_districts", 1 << f.SEVENTH).assign("invasions", 1).dice(3)
    if line.startswith("move"):
        impulse(b, "allied 1")
    else:
        b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    b.play(line)
    assert [b.has(unit, "frozen") for unit in ("i_719", "i_352", "i_708", "i_271")] == (
        [0] * 4 if released else [1, 2, 4, 5]
    )


def test_an_attack_that_wakes_more_germans_than_can_be_attacked_is_refused() -> None:
    """9.8: those whose ZOC then covers Allied units must be attacked as well."""
    b = stood(f"{FROZEN}, us_1 C17, us_9 C17, i_91 D17, i_265 C18 frozen 4").assign("invaded_districts", 1 << f.SEVENTH)
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert says(b, "attack us_1,us_9 C16") == "FE 9.8" and says(b, "attack us_1,us_9 D17") == ""


@pytest.mark.parametrize(
    ("facts", "line", "rule"),
    [
        ("i_34 U34 italy_only 1", "move i_34 T34", "FE 9.3"),
        ("i_34 U34 italy_only 1", "move i_34 V34", ""),
    ],
)
def test_the_germans_of_torino_and_genova_stay_in_italy_until_the_allies_enter_it(
    facts: str, line: str, rule: str
) -> None:
    """9.3."""
    assert says(impulse(stood(facts), "german 1"), line) == rule
    b = impulse(stood("i_34 Y34 italy_only 1, us_1_ssf africa"), "allied 1").play("raid us_1_ssf:V34")
    assert not b.has("i_34", "italy_only")


# ---------------------------------------------------------------------- 10 railways
LILLE_PARIS = "rail_move i_352 W8,V8,U9,T8,S9,S10,R10,R11"


@pytest.mark.parametrize(
    ("whose", "facts", "line", "rule"),
    [
        ("german 1", "i_352 X7", LILLE_PARIS, ""),
        ("german 2", "i_352 X7", LILLE_PARIS, "FE 10.3"),
        ("german 1", "i_352 X7, us_1 Y7", LILLE_PARIS, "FE 10.4"),
        ("german 1", "i_352 X7, us_1 T9", LILLE_PARIS, "FE 10.4"),
        ("german 1", "i_352 X7, held T8", LILLE_PARIS, "FE 10.6"),
        ("german 1", "i_352 X7, partisan U9", LILLE_PARIS, "FE 10.9"),
        ("german 1", "i_352 Q11, broken seine_3", "rail_move i_352 R11", "FE 10.9"),
        ("german 1", "hq_7 Q11", "rail_move hq_7 R11", "FE 13.1"),
        ("german 2", "hq_7 Q11", "rail_move hq_7 R11", ""),
        ("german 1", "cd_7a K4", "rail_move cd_7a L4,L5,M6", ""),
        ("german 1", "i_352 RR13", "rail_move i_352 RR7", ""),
        ("german 1", "i_352 RR13", "rail_move i_352 AA35", "FE 10.4"),
        ("german 1", "i_352 RR26", "rail_move i_352 AA35", ""),
        ("german 1", "i_352 BB30", "rail_move i_352 RR26", ""),
        ("german 1", "i_352 BB30", "rail_move i_352 RR25", "FE 10.4"),
        ("german 1", "i_352 KK29", "rail_move i_352 BB31", ""),
    ],
)
def test_a_train_runs_where_chapter_10_lets_it(whose: str, facts: str, line: str, rule: str) -> None:
    assert says(impulse(stood(facts), whose), line) == rule


def test_six_trains_a_turn_and_one_hq_a_month_beside_them() -> None:
    """10.1, 10.10."""
    b = stood("i_352 X7, i_77 X7, i_719 X7, i_709 T8, i_716 T8, i_91 T8, i_265 Q7, hq_7 Q11, hq_15 Q11")
    impulse(b, "german 1")
    for unit, place in (("i_352", "W8"), ("i_77", "W8"), ("i_719", "W8"), ("i_709", "S9"), ("i_716", "S9")):
        b.play(f"rail_move {unit} {place}")
    assert says(b, "rail_move i_265 Q6") == ""
    b.play("rail_move i_91 S9")
    assert says(b, "rail_move i_265 Q6") == "FE 10.1"
    b.turn_of("german", 2).run(sequence.BeginMove(f.GERMAN, 2))
    b.play("rail_move hq_7 R11")
    assert says(b, "rail_move hq_15 R11") == "FE 10.10"


@pytest.mark.parametrize(
    ("aircraft", "left"),
    [
        ((), 6),
        (("us_8_af_1",), 4),
        (("2_tac_1",), 6),
        (("us_8_af_1", "2_tac_1"), 2),
        (("us_8_af_1", "us_8_af_2", "2_tac_1", "2_tac_2"), 0),
    ],
)
def test_two_trains_an_aircraft_and_tac_with_sac_only(aircraft: tuple[str, ...], left: int) -> None:
    """17.10.3."""
    assert trains.capacity(position().aircraft("railway_attack", *aircraft).pos) == left


@pytest.mark.parametrize(
    ("facts", "path", "gained"),
    [
        ("us_2_arm T8, held T8", "U9,V8", "T8 U9 V8"),
        ("us_2_arm T8, held T8, i_352 W9", "U9,V8", "T8 U9"),
        ("us_2_arm T9", "U9,V8", ""),
        ("us_2_arm T9, held X7", "U9,V8", "X7 W8 V8 U9"),
    ],
)
def test_the_allies_gain_the_rails_that_lead_back_to_a_city_of_theirs(facts: str, path: str, gained: str) -> None:
    """10.7: free of German ZOCs, at the end of their turn."""
    b = impulse(stood(facts), "allied 1").play(f"move us_2_arm {path}").run(rail.RailControl(f.ALLIED))
    line = ("X7", "W8", "V8", "U9", "T8", "S9")
    assert [at for at in line if b.state.marker(b.hex(at), -1, f.RAILHEAD)] == [at for at in line if at in gained]


@pytest.mark.parametrize(
    ("whose", "unit", "die", "over"),
    [
        ("allied 1", "us_2_arm", 4, True),
        ("allied 1", "us_2_arm", 5, False),
        ("allied 2", "us_2_arm", 4, False),
        ("german 1", "pz_2", 3, True),
        ("german 2", "pz_2", 3, False),
    ],
)
def test_armour_rolls_to_cross_where_the_bridges_are_out(whose: str, unit: str, die: int, over: bool) -> None:
    """17.10.4: who fails stays before the river and may go on elsewhere."""
    b = impulse(stood(f"{unit} M7, broken orne"), whose).dice(die).play(f"move {unit} N6")
    assert b.at(unit) == ("N6" if over else "M7")
    assert over or (says(b, "continue M8") == "" and says(b, "continue N6") == "FE C-84")


# ---------------------------------------------------------------------- 11 sea
@pytest.mark.parametrize(
    ("whose", "facts", "line", "rule"),
    [
        ("allied 1", "us_1 england", "sea_move us_1 K2", ""),
        ("allied 1", "us_1 england", "sea_move us_1 N33", "FE 11.4"),
        ("allied 1", "us_1 africa", "sea_move us_1 N33", ""),
        ("allied 1", "us_1 england", "sea_move us_1 africa", ""),
        ("allied 1", "us_1 K2", "sea_move us_1 england", ""),
        ("allied 1", "us_1 K2", "sea_move us_1 africa", "FE 11.4"),
        ("allied 1", "us_1 K2", "sea_move us_1 P4", "FE 11.4"),
        ("allied 1", "us_1 england, i_352 K3", "sea_move us_1 K2", "FE 11.8"),
        ("allied 1", "us_1 england, i_352 K3 frozen 3", "sea_move us_1 K2", ""),
        ("allied 1", "us_1 england, us_2 K2, i_352 K3", "sea_move us_1 K2", ""),
        ("allied 1", "us_1 K2, i_352 K3", "sea_move us_1 england", ""),
        ("allied 2", "us_1 K2, i_352 K3", "sea_move us_1 england", "FE 8.9"),
        ("allied 1", "hq_bradley england", "sea_move hq_bradley K2", "FE 13.1"),
        ("allied 2", "hq_bradley england", "sea_move hq_bradley K2", ""),
        *(
            ("allied 1", f"us_1 england, us_2 CC6, i_352 {place}", "sea_move us_1 CC6", rule)
            for place, rule in (("BB4", "FE 11.4"), ("CC5", "FE 11.4"), ("DD3", ""), ("DD5", ""))
        ),
        *(
            ("allied 1", f"us_1 england, us_2 GG3, i_352 {place}", "sea_move us_1 GG3", rule)
            for place, rule in (("HH1", "FE 11.4"), ("HH2", "FE 11.4"), ("JJ2", "FE 11.4"), ("GG4", ""), ("JJ3", ""))
        ),
    ],
)
def test_a_ship_sails_where_chapter_11_lets_it(whose: str, facts: str, line: str, rule: str) -> None:
    b = stood(f"{facts}, held K2 N33 P4 CC6 GG3").assign("invasions", 1).assign("invasion_turn", 1)
    assert says(impulse(b, whose), line) == rule


def test_half_the_march_before_or_after_the_voyage() -> None:
    """11.3: rounded down; three hexes of four are too many before, and after."""
    b = impulse(stood("us_1 england, us_2 L4, us_4 K4, held K2 K3"), "allied 1")
    b.play("sea_move us_1 K2")
    assert (says(b, "move us_1 K3,K4"), says(b, "move us_1 K3,K4,K5")) == ("", "FE 5.4")
    b.play("move us_2 K4,K3,K2", "move us_4 K3,K2")
    assert (says(b, "sea_move us_2 england"), says(b, "sea_move us_4 england")) == ("FE 11.3", "")


# ---------------------------------------------------------------------- 14-16 strengths
@pytest.mark.parametrize(
    ("side", "facts", "line", "sums"),
    [
        ("allied", "us_1 O9, us_9 O9, i_352 O10", "us_1,us_9 O10", (12, 5, "2-1")),
        ("allied", "us_1 S8, us_9 S8, i_352 T8", "us_1,us_9 T8", (12, 10, "1-1")),
        ("allied", "us_1 N6, us_9 N6, i_352 M7", "us_1,us_9 M7", (12, 10, "1-1")),
        ("allied", "us_1 N6, us_9 M8, i_352 M7", "us_1,us_9 M7", (12, 5, "2-1")),
        ("allied", "us_1 N6, us_9 N6, i_352 M6", "us_1,us_9 M6", (12, 10, "1-1")),
        ("german", "pz_2 R10, us_1 R11", "pz_2 R11", (4, 12, "1-4/1-3")),
        ("german", "pz_lehr L7, us_1 K7", "pz_lehr K7", (5, 6, "1-2")),
        ("german", "us_2_arm K7, i_352 L7, i_77 L7", "i_352,i_77 K7", (9, 5, "1-1")),
        ("german", "us_2_arm R11, i_352 R10, i_77 R10", "i_352,i_77 R11", (9, 10, "1-2")),
        ("german", "us_2_arm T8, i_352 T9, i_77 T9", "i_352,i_77 T8", (9, 5, "1-1")),
        ("allied", "us_1 B3, us_9 B3, pz_2 B2", "us_1,us_9 B2", (12, 7, "1-1")),
        ("allied", "us_1 B3, us_9 B3, pz_2 B2, razed B2", "us_1,us_9 B2", (12, 4, "3-1")),
        ("allied", "us_1 CC16, us_9 CC16, us_2 CC16, pz_2 CC15", "us_1,us_2,us_9 CC15", (18, 14, "1-1")),
        ("allied", "us_2_arm B3, us_9 B3, i_352 B2", "us_2_arm,us_9 B2", (11, 10, "1-1")),
        ("allied", "us_2_arm H6, us_9 H6, i_352 H5", "us_2_arm,us_9 H5", (15, 10, "1-1")),
        ("allied", "us_1 B3, us_9 B3, i_352 B2", "us_1,us_9 B2", (12, 10, "1-1")),
        ("allied", "us_1 H6, us_9 H6, us_2 H6, pz_2 H5", "us_1,us_2,us_9 H5", (18, 14, "1-1")),
        ("allied", "us_1 GG12, us_9 GG12, us_2 GG12, pz_2 HH11", "us_1,us_2,us_9 HH11", (18, 7, "2-1")),
        ("german", "us_1 H5, i_352 H6, i_77 H6, razed H5", "i_352,i_77 H5", (9, 6, "1-1")),
        ("allied", "us_2_arm L21, us_9 L21, i_352 L22", "us_2_arm,us_9 L22", (15, 10, "1-1")),
        ("german", "us_2_arm L22, pz_2 L21", "pz_2 L22", (7, 18, "1-4/1-3")),
        ("allied", "us_1 L7, us_9 L7, us_2_arm L7, i_352 K7, i_77 K8", "us_1,us_2_arm,us_9 K7,K8", (17, 9, "1-1")),
        ("allied", "us_1 O9, us_2_arm O9, us_9 O9, sec_221 O10", "us_1,us_2_arm,us_9 O10", (21, 1, "7-1")),
        ("allied", "us_1 O9 reduced, i_352 O10, i_77 O10", "us_1 O10", (3, 9, "1-4/1-3")),
        (
            "allied",
            "us_1 O9 reduced, us_ranger O9, i_352 O10, i_77 O10, pz_2 O10",
            "us_1,us_ranger O10",
            (5, 16, "1-4/1-3"),
        ),
        ("allied", "br_3 O9, po_1_arm O9, i_352 O10", "br_3,po_1_arm O10", (13, 5, "2-1")),
        ("allied", "us_1 O9, br_1_cdo O9, us_ranger O9, i_352 O10", "us_1,br_1_cdo,us_ranger O10", (10, 5, "2-1")),
    ],
)
def test_strengths_and_odds(side: str, facts: str, line: str, sums: tuple[int, int, str]) -> None:
    """14.4, 15.1, 16.1-16.5, 16.8, 6.2, 21.3."""
    b = stood(facts).turn_of(side, 1).run(CombatImpulse(f.SIDES[side], 1)).dice(3).play(f"attack {line}")
    assert (strength(b, "reckon.attack"), strength(b, "reckon.defence"), column(b)) == sums


@pytest.mark.parametrize(
    ("side", "facts", "line", "rule"),
    [
        ("allied", "us_1 O9, us_9 O9, i_352 O10", "end_attacks", "FE 14.6"),
        ("allied", "us_1 O9, br_3 O9, i_352 O10", "attack us_1,br_3 O10", "FE 6.2"),
        ("allied", "br_3 O9, ca_2 O9, i_352 O10", "attack br_3,ca_2 O10", "FE 6.2"),
        ("allied", "us_1 O9, br_3 P9, br_1_cdo O9, i_352 O10", "attack us_1,br_3,br_1_cdo O10", "FE 6.2"),
        ("allied", "us_1 N6, us_9 M8, i_352 M7, broken orne", "attack us_1,us_9 M7", "FE 14.1"),
        ("allied", "us_1 N6, us_9 M8, i_352 M7, broken orne", "attack us_9 M7", ""),
        ("allied", "us_1 O9, i_352 O10 frozen 2", "end_attacks", ""),
        ("german", "i_352 H5, us_1 H6", "end_attacks", ""),
        ("german", "i_352 H5, us_1 H6, us_2 I6", "attack i_352 H6", "FE 14.6"),
        ("german", "i_352 H5, us_1 H6, us_2 I6", "attack i_352 H6,I6", ""),
        ("german", "i_352 H5, us_1 H6, razed H5", "end_attacks", "FE 14.6"),
        ("allied", "us_1 H6, i_352 H5", "end_attacks", "FE 14.6"),
        ("german", "i_352 O9, us_ranger O10", "end_attacks", ""),
        ("allied", "us_ranger O9, i_352 O10", "end_attacks", "FE 14.6"),
    ],
)
def test_who_must_and_who_may_attack(side: str, facts: str, line: str, rule: str) -> None:
    """6.2, 14.1, 14.6, 14.13, 16.3, 21.3, 21.6, 21.9."""
    b = stood(facts).turn_of(side, 1).run(CombatImpulse(f.SIDES[side], 1))
    assert says(b, line) == rule


@pytest.mark.parametrize(
    "facts", ["us_1 N6, i_352 M7, broken orne", "us_1 N5, i_352 M5", "be_bde B3, i_352 B2, i_77 B2"]
)
def test_across_broken_bridges_and_estuaries_and_below_one_to_six_there_is_no_attack(facts: str) -> None:
    """7.1, 14.1, 14.10."""
    b = stood(facts).turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert b.choices() == (["remove_unattackable be_bde"] if "be_bde" in facts else [])


def fought(facts: str, line: str, die: int) -> Built:
    """What an Allied attack of the first impulse brought."""
    return stood(facts).turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1)).dice(die).play(f"attack {line}")


def test_results_move_and_cost_what_15_3_says() -> None:
    """15.2-15.5, 15.9, 16.4."""
    b = fought("us_1 O9, us_9 O9, i_352 O10", "us_1,us_9 O10", 6)
    assert result(b) == "dr" and {len(line.split()[2].split(",")) for line in b.choices()} == {2}
    b = fought("us_1 O9, us_9 O9, us_2 O9, i_352 O10", "us_1,us_2,us_9 O10", 3)
    assert result(b) == "e2" and sorted(b.choices()) == [f"retreat i_352 {at}" for at in ("N10", "O11", "P10")]
    b = fought("us_1 O9, us_9 O9, us_2 P10, us_4 N9, i_352 O10", "us_1,us_2,us_4,us_9 O10", 1)
    assert result(b) == "e2" and b.gone("i_352") and b.choices()[0] == "lose_step us_1"
    b = fought("us_1 O9, i_352 O10", "us_1 O10", 4)
    assert result(b) == "ar" and {len(line.split()[2].split(",")) for line in b.choices()} == {1, 2}
    b = fought("us_1 O6, us_9 O7, us_2 O6, i_352 N6, broken orne", "us_1,us_2,us_9 N6", 5)
    assert result(b) == "dr" and b.gone("i_352"), "not over a river without bridges"
    b = fought("us_1 K7, i_352 L7", "us_1 L7", 3)
    assert result(b) == "a1" and b.offer is not None and b.choices() == ["stand us_1", "stand -"]
    b.play("stand us_1")
    assert b.at("us_1") == "K7" and b.state.steps[b.piece("us_1")] == 1


def test_a_stack_that_would_be_too_many_is_no_refuge() -> None:
    """15.5, 15.7."""
    b = fought("us_1 O9, us_9 O9, us_2 P10, i_352 O10, i_77 N10, i_719 N10, i_709 N10", "us_1,us_2,us_9 O10", 5)
    assert sorted(b.choices()) == ["retreat i_352 N10,M10", "retreat i_352 N10,M11", "retreat i_352 N10,N11"]


def test_the_other_nationality_goes_back_with_those_who_attacked_and_loses_nothing() -> None:
    """14.11."""
    b = fought("us_1 O9, br_3 O9, i_719 O10", "us_1 O10", 1)
    assert (column(b), result(b)) == ("2-1", "a1")
    b.play("retreat us_1 P8")
    assert all(line.startswith("retreat br_3") for line in b.choices())
    b.play("retreat br_3 N8")
    assert (b.at("br_3"), b.state.steps[b.piece("br_3")], b.state.steps[b.piece("us_1")]) == ("N8", 2, 1)
