"""Case Yellow: what is refused, rule by rule, with the reason that a player reads."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.rules import combat, paradrop, reinforcements, replacements, terror
from hexledger.engine.games.case_yellow.rules.air import Interdiction, Stukas
from hexledger.engine.games.case_yellow.rules.better_defence import BetterDefence
from hexledger.engine.games.case_yellow.rules.bridgeheads import BeforeCombat
from hexledger.engine.games.case_yellow.rules.combat import Combats, EngagedCombats
from hexledger.engine.games.case_yellow.rules.fight import AirSupport, Defenders, SupplySource
from hexledger.engine.games.case_yellow.rules.movement import Excess, Movement
from hexledger.engine.games.case_yellow.rules.recovery import Crossings
from hexledger.engine.games.case_yellow.rules.refit import Declaration, ReturnPanzers, SpendPoints
from hexledger.engine.games.case_yellow.rules.reinforcements import Reinforcements
from hexledger.engine.games.case_yellow.rules.results import MarkEngaged
from hexledger.engine.games.case_yellow.rules.retreat import Retreats
from hexledger.engine.games.case_yellow.tables import words as w
from tests.case_yellow.builder import Built, position
from tests.case_yellow.fights import attack, settle


def fight(b: Built, units: tuple[str, ...], at: str) -> bt.Battle:
    place = b.hex(at)
    return bt.Battle(tuple(b.piece(unit) for unit in units), place, b.pos.fighters(place))


def engaged(b: Built, units: tuple[str, ...], at: str) -> Built:
    return b.run(MarkEngaged(fight(b, units, at)))


def moving(b: Built, side: str = "german", turn: int = 3) -> Built:
    return b.round_of(side, "move", turn=turn).run(Movement(w.SIDES.index(side) + 1))


def fighting(b: Built, side: str = "german", kind: str = "combat", turn: int = 3) -> Built:
    return b.round_of(side, kind, turn=turn).run(Combats(w.SIDES.index(side) + 1))


# ---------------------------------------------------------------------- 5 air
def interdicting() -> Built:
    b = position().unit("ge_1_pz", "2125").marker("interdicted", "2225").taken("2225").air("allied", 2)
    return b.run(Interdiction())


def one_asset() -> Built:
    return position().unit("ge_1_pz", "2125").air("allied", 1).run(Interdiction())


def bombing() -> Built:
    return position().unit("fr_x", "2124").air("german", 2).run(Stukas())


def dropping() -> Built:
    b = position("historical").turn(1).unit("nl_1", "4024")
    for unit in ("ge_fj1", "ge_22_al"):
        b.unit(unit, "german_airborne")
    b.unit("ge_x", "3924").unit("ge_fj2", "3924")
    return b.run(paradrop.Paradrop(False))


# ---------------------------------------------------------------------- 10, 12 movement and END
def marching() -> Built:
    b = position().units("2812", "ge_1_pz", "ge_2_pz", "ge_9_pz").units("2911", "ge_x", "ge_3_pz").unit("fr_i", "2609")
    return moving(b.unit("ge_agb_supply", "3012", flipped=1))


def on_the_move() -> Built:
    b = position().unit("ge_1_pz", "2812").unit("ge_3_pz", "2811").unit("fr_i", "2509")
    return moving(b).play("move ge_1_pz 2811")


def into_the_fight() -> Built:
    b = position().units("2911", "ge_4_pz", "ge_5_pz").unit("fr_iii", "3011").unit("ge_1_pz", "2812")
    b.unit("ge_x", "2712").unit("fr_x", "2711")
    return moving(engaged(engaged(b, ("ge_4_pz",), "3011"), ("ge_x",), "2711"))


def overrunning() -> Built:
    b = position().units("3123", "ge_1_pz", "ge_2_pz").unit("br_12", "3122")
    return moving(b.units("1609", "ge_3_pz", "ge_4_pz").unit("br_23", "1608"))


def trying() -> Built:
    return moving(position().unit("ge_1_pz", "2125", moved=1).unit("fr_x", "2024").marker("tried", "2124"))


def before_combat() -> Built:
    b = (
        position()
        .unit("ge_1_pz", "2125")
        .unit("fr_x", "2124")
        .unit("fr_i", "2024")
        .round_of("german", "combat", turn=3)
    )
    return b.run(BeforeCombat((b.piece("ge_1_pz"),), b.hex("2124"), w.COMBAT))


def crossing() -> Built:
    b = position().unit("ge_1_pz", "2125").unit("ge_x", "2125").unit("ge_2_pz", "2812").marker("bridgehead", "2124")
    b.unit("ge_3_pz", "2225")
    return b.run(Crossings())


def better() -> Built:
    b = position().unit("fr_iii", "1610").unit("fr_i", "1609").marker("better_defence", "1610").unit("ge_x", "1711")
    return b.turn(6).track("better_defence", 1, w.ALLIED).run(BetterDefence())


def all_placed() -> Built:
    b = position().unit("fr_iii", "1610").unit("fr_i", "1609").marker("better_defence", "1610")
    return b.turn(6).run(BetterDefence())


def replacing() -> Built:
    b = position().unit("fr_i", "1610").unit("fr_iii", "1609", reduced=True).unit("fr_ag1_supply", "1509")
    b.pool("dead", "fr_x").track("infantry", 1, w.ALLIED).turn(6)
    return b.run(replacements.Replacements(w.ALLIED))


def refitting() -> Built:
    b = position().turn(7).track("refit", 2, w.GERMAN)
    b.act().pool("pool.refit", b.piece("ge_1_pz"), 1)
    b.act().pool("pool.refit", b.piece("ge_2_pz"), 2)
    return b.run(SpendPoints())


def returning() -> Built:
    b = position().turn(7).unit("fr_x", "2931")
    b.act().pool("pool.refit", b.piece("ge_1_pz"), 2)
    return b.run(ReturnPanzers())


def reinforcing() -> Built:
    b = (
        position("historical")
        .round_of("german", "move", turn=3)
        .pool("due", "ge_xliii", "fr_2_di")
        .assign("okh_left", 1)
    )
    return b.run(Reinforcements(w.GERMAN))


def arriving() -> Built:
    b = position("historical").round_of("allied", "move", turn=3).pool("due", "fr_2_di")
    south = sorted(b.pos.game.ground.south_edge)
    return b.taken(b.pos.label(south[0])).units(b.pos.label(south[1]), "fr_i", "fr_10_di").run(Reinforcements(w.ALLIED))


def edge(number: int) -> str:
    """A hex of the south edge."""
    b = position()
    return b.pos.label(sorted(b.pos.game.ground.south_edge)[number])


# ---------------------------------------------------------------------- 11, 13 combat and Dynamo
def attacking() -> Built:
    b = position().units("2812", "ge_x", "ge_1kav").unit("ge_arko1", "2813").unit("fr_i", "2811").unit("fr_iii", "2613")
    return fighting(b)


def gun() -> Built:
    b = position().unit("ge_x", "3222").unit("ge_arko1", "3123").unit("be_1ch", "3122")
    return fighting(b, turn=1)


def deciding_air() -> Built:
    b = position().unit("ge_x", "2812").unit("fr_i", "2811").air("german", 2)
    return b.run(AirSupport(fight(b, ("ge_x",), "2811"), w.COMBAT, False, w.GERMAN))


def defending_port() -> Built:
    b = position().dynamo("3312").units("3312", "br_i", "br_ii", "br_5").unit("ge_x", "3313")
    b.round_of("german", "combat", turn=4)
    return b.run(Defenders((b.piece("ge_x"),), b.hex("3312"), w.COMBAT, False))


def wall() -> Built:
    b = position().turn(4).unit("ge_xii", "1633").unit("fr_i", "1632").marker("destroyed", "1632")
    b.round_of("german", "combat", turn=4)
    return b.run(SupplySource((b.piece("ge_xii"),), b.hex("1632"), w.COMBAT))


def sacrificing() -> Built:
    b = position().turn(4).unit("fr_i", "2812").unit("fr_ag1_supply", "2810").unit("ge_x", "2813")
    ground = b.pos.game.ground
    b.taken(*map(b.pos.label, sorted(ground.west_edge | ground.south_edge))).round_of("allied", "combat", turn=4)
    return b.run(SupplySource((b.piece("fr_i"),), b.hex("2813"), w.COMBAT))


def fighting_on() -> Built:
    b = position().unit("ge_x", "2812").unit("fr_i", "2811").unit("ge_xi", "2912").unit("fr_iii", "2913")
    engaged(b, ("ge_x",), "2811")
    engaged(b, ("ge_xi",), "2913")
    return b.round_of("german", "combat", turn=3).run(EngagedCombats(w.GERMAN))


def evacuating() -> Built:
    b = position().dynamo("3312").units("3312", "br_5", "br_50").unit("br_i", "3212").unit("fr_ag1_supply", "3312")
    return moving(b, "allied", turn=4)


def retreating() -> Built:
    b = position().unit("fr_i", "2811").unit("fr_iii", "2611").unit("ge_x", "2812")
    return b.run(Retreats(w.ALLIED, (b.piece("fr_i"),), 2, "11.4b"))


def over_limit() -> Built:
    b = position().units("2811", "fr_i", "fr_iii").unit("fr_x", "2611").round_of("allied", "move", turn=4)
    return b.run(Excess(w.ALLIED))


Case = tuple[str, Callable[[], Built], str, str, str]
CASES: tuple[Case, ...] = (
    ("a hex without crossings", interdicting, "interdict asset.french 2812", "5.1c", "no crossing"),
    ("an Allied hex", interdicting, "interdict asset.french 2124", "5.1c", "not German-controlled"),
    ("twice", interdicting, "interdict asset.french 2225", "5.1c", "interdicted already"),
    ("an asset that is not at hand", one_asset, "interdict asset.aasf 2125", "5.1c", "asset"),
    ("nobody there", bombing, "bomb 2812", "5.1e", "nothing in 2812"),
    ("in France", dropping, "drop ge_fj1 2812", "5.1d", "not in the Netherlands or Belgium"),
    ("on defenders", dropping, "drop ge_fj1 4024", "5.1d", "holds Allied units"),
    ("on a fortified line", dropping, "drop ge_fj1 2928", "5.1d", "fortified line"),
    ("too far", dropping, "drop ge_fj1 3414", "5.1d", "too far"),
    ("on the map already", dropping, "drop ge_fj2 4023", "5.1d", "cannot drop"),
    ("not in scenario 1", dropping, "assault_eben_emael", "5.1d", "no assault"),
    ("nobody", marching, "move - 2811", "10.1b", "named once each"),
    ("twice the same", marching, "move ge_x,ge_x 2910", "10.1b", "named once each"),
    ("the enemy's unit", marching, "move fr_i 2608", "10.1", "not yours to move now"),
    ("not on the map", marching, "move ge_xi 2811", "10.1", "not yours to move now"),
    ("from two hexes", marching, "move ge_1_pz,ge_3_pz 2811", "10.1b", "stand in one hex"),
    ("over the limit", marching, "move ge_1_pz,ge_2_pz,ge_9_pz 2811", "8.3", "keeps the stacking limits"),
    ("nowhere", marching, "move ge_x -", "10.1", "enters a hex"),
    ("a supply unit that has moved this turn", marching, "move ge_agb_supply 3013", "7.9", "an earlier round"),
    ("joining a stack in motion", on_the_move, "move ge_1_pz,ge_3_pz 2810", "10.1b", "nobody joins a stack"),
    ("through a fight", into_the_fight, "move ge_1_pz 2712,2612", "11.9c", "stays there"),
    ("into a full fight", into_the_fight, "move ge_1_pz 2911", "11.9c", "no room in the Engaged hex"),
    ("over a city", overrunning, "overrun ge_1_pz,ge_2_pz 3122", "10.3c", "cannot be overrun"),
    ("over a river", overrunning, "overrun ge_3_pz,ge_4_pz 1608", "10.3c", "nobody overruns over a river"),
    ("tried already", trying, "try_bridgehead 2124", "10.8f", "attempted in this round"),
    ("defended", trying, "try_bridgehead 2024", "10.8c.1", "no empty Allied hex"),
    ("nobody beside it", trying, "try_bridgehead 2812", "10.8c.1", "no yMA unit has moved or advanced"),
    ("another hex than the combat's", before_combat, "try_bridgehead 2024", "10.8c.3", "the combat is in 2124"),
    ("no bridgehead there", trying, "remove_bridgehead 2124", "10.8d", "no bridgehead to be removed"),
    ("foot does not cross", crossing, "cross_bridgehead ge_x 2124", "12.3", "only German yMA units"),
    ("no marker", crossing, "cross_bridgehead ge_1_pz 2024", "12.3", "no bridgehead in 2024"),
    ("not across the river", crossing, "cross_bridgehead ge_2_pz 2124", "12.3", "not across the river"),
    ("no marker to lift", better, "lift_better 1609", "12.11", "no marker"),
    ("nobody to place it on", better, "place_better 1509", "12.11", "no Allied unit"),
    ("a second marker", better, "place_better 1610", "12.11", "has a marker"),
    ("on Germans", better, "place_better 1711", "12.11", "no Allied unit"),
    ("none at hand", all_placed, "place_better 1609", "12.11", "no marker is at hand"),
    ("full strength", replacing, "replace fr_i", "12.10", "full strength"),
    ("supply units", replacing, "replace fr_ag1_supply", "12.10", "takes no replacements"),
    ("armour without a step", replacing, "replace fr_1_dcr", "12.10", "no armour step"),
    ("not eliminated", replacing, "replace fr_iv", "12.10", "has not been eliminated"),
    ("the enemy's", replacing, "replace ge_x", "12.10", "is not yours"),
    ("not in refit", refitting, "refit_panzer ge_3_pz", "12.12", "is not in refit"),
    ("whole", refitting, "refit_panzer ge_2_pz", "12.12", "full strength"),
    ("not in refit either", returning, "return_panzer ge_3_pz 3331", "12.12", "is not in refit"),
    ("onto the enemy", returning, "return_panzer ge_1_pz 2931", "12.12", "not in German hands"),
    ("onto Allied ground", returning, "return_panzer ge_1_pz 2812", "12.12", "not in German hands"),
    ("not due", reinforcing, "reinforce ge_xlii 3331", "10.2", "is not due"),
    ("the enemy's arrival", reinforcing, "reinforce fr_2_di 3331", "10.2", "is not due"),
    ("not an entry hex", reinforcing, "reinforce ge_xliii 2812", "10.2", "does not enter in"),
    ("entry hex lost", arriving, f"reinforce fr_2_di {edge(0)}", "10.2", "is not in our hands"),
    ("entry hex full", arriving, f"reinforce fr_2_di {edge(1)}", "8.4", "no room in"),
    ("they do not wait", arriving, "pass", "10.2", "only OKH units may wait"),
    ("nobody", attacking, "attack - 2811", "11.2", "named once each"),
    ("twice the same", attacking, "attack ge_x,ge_x 2811", "11.2", "named once each"),
    ("the enemy's unit", attacking, "attack fr_i 2811", "11.2", "not yours to attack with"),
    ("not on the map", attacking, "attack ge_xi 2811", "11.2", "not yours to attack with"),
    ("an ARKO alone", gun, "attack ge_arko1 3122", "11.8", "does not attack alone"),
    ("an ARKO against open ground", attacking, "attack ge_x,ge_arko1 2811", "11.8", "cannot support"),
    ("more than there are", deciding_air, "commit_air 3", "11.3c", "2 air assets are available"),
    ("none may defend", defending_port, "defend_port -", "13.5", "name units that stand in the port"),
    ("not in the port", defending_port, "defend_port br_iii", "13.5", "name units that stand in the port"),
    ("too many", defending_port, "defend_port br_i,br_ii", "8.3", "limit"),
    ("AG1 is no German's", wall, "sacrifice_ag1", "7.6", "does not help"),
    ("the West Wall is no Ally's", sacrificing, "draw_wall", "7.6", "does not help"),
    ("no Engaged combat", fighting_on, "fight_on 3012", "11.9", "no Engaged combat"),
    ("a gun that is none", fighting_on, "fight_on 2811 ge_xi", "11.8", "support"),
    ("outside the port", evacuating, "evacuate br_i 1", "13.4", "not in the Dynamo port"),
    ("supply units stay", evacuating, "evacuate fr_ag1_supply 1", "13.4", "is not evacuated"),
    ("more steps than it has", evacuating, "evacuate br_5 3", "13.4", "can still be evacuated"),
    ("somebody else", retreating, "retreat fr_iii 2610,2510", "11.4b", "does not retreat"),
    ("not overstacked", over_limit, "remove_excess fr_x", "8.4", "not in a hex over the stacking limit"),
)


@pytest.mark.parametrize(
    ("build", "line", "rule", "words"), [pytest.param(*case[1:], id=f"{case[2]}: {case[0]}") for case in CASES]
)
def test_it_is_refused_by_the_rule_and_told_why(build: Callable[[], Built], line: str, rule: str, words: str) -> None:
    why = build().refuses(line)
    assert why.rule == f"CY {rule}", str(why)
    assert words in str(why), str(why)


def test_the_refit_must_be_declared_on_turn_6() -> None:
    """12.12b."""
    b = position().turn(6).run(Declaration())
    assert b.refuses("pass").rule == "CY 12.12" and b.choices() == ["declare_refit"]
    assert position().turn(5).run(Declaration()).play("pass").pos.var("refit") == 0


def test_refugees_are_placed_and_lifted_where_the_rules_let_them() -> None:
    """12.6."""
    b = position().unit("ge_x", "3123").marker("refugee_city", "3122").track("refugees", 3, w.GERMAN).turn(3)
    b.run(terror.Refugees(1, 1))
    assert b.refuses("place_refugees 3122").rule == "CY 12.6", "it has a marker"
    assert b.refuses("place_refugees 1411").rule == "CY 12.6", "too far"
    assert b.refuses("lift_refugees 3016").rule == "CY 12.6", "none there"


def test_a_move_in_two_hexes_is_for_german_combat_rounds() -> None:
    """11.5f, 11.6b."""
    b = position().units("2812", "ge_1_pz", "ge_2_pz").unit("fr_53_di", "2912").air("german", 4)
    attack(b, "german", "attack ge_1_pz,ge_2_pz 2912", dice=(6,), kind="move")
    settle(b, until="advance")
    why = b.refuses("advance ge_1_pz 2912,3013")
    assert why.rule == "CY 11.5f" and "one hex only" in str(why)


def test_a_replaced_unit_enters_where_it_has_a_line_and_nobody_enters_an_open_paris() -> None:
    """12.10g, G-A55, 12.7."""
    b = position().turn(6).pool("returning", "fr_x")
    paris = b.pos.game.ground.paris[0]
    assert reinforcements.fits(b.pos, b.piece("fr_x"), paris) is None
    assert (reinforcements.fits(b.assign("open_city", 5).pos, b.piece("fr_x"), paris) or ("",))[0] == "12.7"
    cut = position().turn(6).pool("returning", "fr_x")
    ground = cut.pos.game.ground
    cut.taken(
        *(
            cut.pos.label(p)
            for p in sorted(ground.west_edge | ground.south_edge | ground.ports)
            if p not in ground.paris
        )
    )
    assert (reinforcements.fits(cut.pos, cut.piece("fr_x"), paris) or ("",))[0] == "12.10"


def test_an_arko_keeps_out_of_motorized_combat_and_is_named_once() -> None:
    """11.8, 11.2."""
    b = position().unit("ge_1_pz", "3123").unit("ge_arko1", "3124").unit("be_1ch", "3122")
    why = fighting(b, kind="move", turn=1).refuses("attack ge_1_pz,ge_arko1 3122")
    assert why.rule in ("CY 11.6b", "CY 11.8")
    assert combat.arko(b.pos, b.piece("ge_arko1"), b.hex("3122"), w.MOVE) == (
        "11.8",
        "an ARKO takes no part in motorized combat",
    )
    again = position().unit("ge_x", "3123").unit("ge_arko1", "3124").unit("be_1ch", "3122").turn(1)
    again.run(MarkEngaged(fight(again, ("ge_x",), "3122"))).round_of("german", "combat", turn=1)
    again.unit("ge_xi", "2812").unit("fr_i", "2811").run(MarkEngaged(fight(again, ("ge_xi",), "2811")))
    again.round_of("german", "combat", turn=1).run(EngagedCombats(w.GERMAN))
    assert again.refuses("fight_on 3122 ge_arko1,ge_arko1").rule == "CY 11.8"
    again.dice(3).play("fight_on 3122 ge_arko1")


def test_six_steps_leave_in_a_round_and_the_seventh_does_not() -> None:
    """13.4.2."""
    b = evacuating().assign("evacuated", 5)
    b.play("evacuate br_50 1")
    why = b.refuses("evacuate br_5 1")
    assert why.rule == "CY 13.4" and "no more steps" in str(why)
