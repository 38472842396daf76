"""Case Yellow: ZOC and terrain, lines and rivers, short retreats: what the other files leave."""

from __future__ import annotations

from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.questions import contact, retreats, stacking, supply, ways, zoc
from hexledger.engine.games.case_yellow.rules import overruns
from hexledger.engine.games.case_yellow.rules.results import carry_out
from hexledger.engine.games.case_yellow.tables import words as w
from tests.case_yellow.builder import position
from tests.case_yellow.fights import settle


def test_a_zoc_does_not_enter_cities_works_and_roadless_forest_and_leaves_them() -> None:
    """9.4b, 9.4c, G-A2."""
    b = position().unit("ge_x", "2413").unit("fr_i", "2123").unit("fr_iii", "2322")
    assert b.hex("2412") not in zoc.zone(b.pos, w.GERMAN), "Amiens"
    assert b.hex("2224") not in zoc.zone(b.pos, w.ALLIED), "works of Charleville"
    assert {b.hex("2423"), b.hex("2321")} <= set(zoc.zone(b.pos, w.ALLIED)), "forest along the road, and out of forest"
    beside = position().unit("ge_x", "2622")
    assert beside.hex("2522") not in zoc.zone(beside.pos, w.GERMAN), "no road into the forest of Couvin"


def test_each_projecting_enemy_is_compared_by_itself() -> None:
    """G-A21, 9.3."""
    b = position().unit("ge_5_pz", "2713").units("2811", "fr_10_di", "fr_14_di")
    assert [b.pos.tr(b.piece(unit)) for unit in ("fr_10_di", "fr_14_di")] == [3, 4]
    assert not zoc.ignores(b.pos, b.piece("ge_5_pz"), b.hex("2812")), "the 14e ties"


def test_a_line_is_stopped_by_enemies_their_zoc_and_rivers_without_our_crossings() -> None:
    """2.4i, 7.2a, 7.2b, 7.6a: attack supply is traced like a LOS."""
    b = position().unit("ge_agb_supply", "2812").unit("ge_x", "2814").taken("2813", "2912", "2913", "2712", "2713")
    net = supply.los_net(b.pos, w.GERMAN, [b.hex("2812")], 5)
    assert net[b.hex("2814")][0] == 2
    b.unit("fr_i", "2912").unit("fr_x", "2712")
    assert b.hex("2814") not in supply.los_net(b.pos, w.GERMAN, [b.hex("2812")], 3)
    assert not supply.los_step(b.pos, b.hex("1609"), b.hex("1508"), w.ALLIED)


def test_an_attack_with_units_out_of_supply_is_a_column_worse_even_with_attack_supply() -> None:
    """7.5d, 7.6."""
    b = position().unit("ge_x", "2812", oos=1).unit("fr_i", "2813").turn(1)
    fight = bt.Battle((b.piece("ge_x"),), b.hex("2813"), (b.piece("fr_i"),))
    assert ("line.unsupplied", -1, "7.6") in bt.other_lines(b.pos, fight)


def test_a_lone_unit_is_a_stack_and_strengths_are_those_of_the_side_that_lies_up() -> None:
    """8.2, 2.4e, 2.2a."""
    b = position().unit("ge_1_pz", "2812", reduced=True).unit("ge_fj1", "2813")
    assert stacking.limits_kept(b.pos, (b.piece("ge_1_pz"),))
    assert (b.pos.cs(b.piece("ge_1_pz")), b.pos.cs(b.piece("ge_fj1"))) == (6, 1), "in halves"


def test_roads_do_not_spare_the_cost_of_rivers_and_forest_roads_cost_two_with_a_motorized_unit_in_them() -> None:
    """10.4, 10.4c, 10.7e, G-C2."""
    b = position().unit("ge_x", "1609").taken("1608")
    assert ways.price(b.pos, b.piece("ge_x"), b.hex("1609"), b.hex("1608")) == 2, "road 1, Major River 1"
    b.marker("interdicted", "1609")
    assert ways.price(b.pos, b.piece("ge_x"), b.hex("1609"), b.hex("1608")) == 3
    forest = position().unit("ge_1_pz", "2730")
    before = ways.price(forest.pos, forest.piece("ge_1_pz"), forest.hex("2730"), forest.hex("2731"))
    forest.unit("ge_2_pz", "2731")
    after = ways.price(forest.pos, forest.piece("ge_1_pz"), forest.hex("2730"), forest.hex("2731"))
    assert (before, after) == (1, 2)


def test_only_yellow_ma_units_are_free_of_obligations_from_two_hexes() -> None:
    """11.2d, G-C7."""
    b = position().unit("ge_1_pz", "2812").unit("ge_arko1", "2912").unit("fr_i", "2911").unit("fr_iii", "2811")
    b.unit("ge_13_mot", "2912")
    units = (b.piece("ge_1_pz"), b.piece("ge_13_mot"))
    assert contact.obliged(b.pos, units, b.hex("2911")) == b.path("2811"), "an ARKO in the hex is no yMA unit"


def test_a_retreat_of_one_hex_may_end_beside_the_hex_left_and_is_not_waived() -> None:
    """11.4, 11.4d, 10.1d, 11.3, 11.3h."""
    b = position().unit("fr_i", "2812").unit("ge_x", "2813")
    assert {len(way) for way in retreats.ways(b.pos, b.piece("fr_i"), 1)} == {1}
    fight = bt.Battle((b.piece("ge_x"),), b.hex("2812"), (b.piece("fr_i"),))
    carry_out(b.act(), fight, w.COMBAT, False, "BL1")
    b.run()
    assert b.pos.steps(b.piece("ge_x")) == 1 and b.pos.steps(b.piece("fr_i")) == 1, "losses first"
    assert b.offer is not None and b.offer.kinds == ("retreat",), "then the retreat"
    b.play(b.choices()[0])
    assert b.offer is not None and b.offer.kinds == ("advance", "pass"), "then the advance"
    settle(b)
    assert b.pos.flag(b.piece("fr_i"), w.MOVED) == 0


def test_each_asset_is_a_column_and_two_stukas_over_the_port() -> None:
    """G-A17, 13.6, 13.4.1."""
    b = position().unit("ge_x", "2812").unit("fr_i", "2813")
    fight = bt.Battle((b.piece("ge_x"),), b.hex("2813"), (b.piece("fr_i"),), attack_air=2)
    assert bt.air_shift(b.pos, fight) == 2
    port = position().dynamo("3312").marker("port_disruption", "3312")
    from hexledger.engine.games.case_yellow.rules.evacuation import capacity

    assert capacity(port.pos) == 5


def test_a_stack_does_not_overrun_out_of_forest() -> None:
    """G-A50, 10.4b."""
    b = position().units("2731", "ge_1_pz", "ge_2_pz").unit("br_12", "2732").round_of("german", "move")
    why = overruns.refusal(b.pos, (b.piece("ge_1_pz"), b.piece("ge_2_pz")), b.hex("2732"))
    assert why is not None and why[0] in ("10.4b", "10.3c")
