"""Paradrops, airlifts and raids (20, 21)."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.questions import capacity, contact
from hexledger.engine.games.fortress_europa.rules import raids
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, position
from tests.fortress_europa.fights import settle


def ready(side: str = "allied", impulse: int = 1, **how: str) -> Built:
    """Paratroops and raiders in England, an Allied division ashore."""
    b = position(**how).units("england", "us_101_ab", "us_17_ab", "br_6_ab", "br_1_ab", "us_ranger", "br_1_cdo")  # type: ignore[arg-type]
    b.unit("us_1", "L4").assign("invasions", 1).assign("invasion_turn", 1).control("allied", "L4")
    b.assign("start_capacity", 5)
    return b.turn_of(side, impulse)


def moving(b: Built, side: int = f.ALLIED, impulse: int = 1) -> Built:
    return b.run(MoveImpulse(side, impulse))


def test_a_drop_rolls_for_every_unit_and_uses_neither_ports_nor_capacity() -> None:
    b = moving(ready())
    before = capacity.reckon(b.pos)
    b.dice(1, 6).play("drop us_101_ab:L8,us_17_ab:L7")
    assert (b.at("us_101_ab"), b.pos.steps(b.piece("us_17_ab"))) == (
        "L8",
        1 if b.pos.terrain(b.hex("L7")) == "clear" else 0,
    )
    assert b.has("us_101_ab", "dropped") == b.has("us_101_ab", "by_air") == 1
    assert capacity.reckon(b.pos) == before, "20.15"
    assert b.pos.controller(b.hex("L8")) == f.ALLIED


def test_a_drop_is_a_close_cluster_in_range_before_all_other_movement() -> None:
    b = moving(ready())
    assert b.refuses("drop us_101_ab:L8,us_17_ab:P8").rule == "FE 20.4"
    assert b.refuses("drop us_101_ab:O20").rule == "FE 20.2"
    assert b.refuses("drop us_ranger:L8").rule == "FE 20.2"
    assert b.refuses("drop us_101_ab:L8,us_17_ab:L8,br_6_ab:L8,br_1_ab:L8").rule == "FE 20.4"
    assert moving(ready(weather="overcast")).refuses("drop us_101_ab:L8").rule == "FE 20.1"
    assert moving(ready(impulse=2), impulse=2).refuses("drop us_101_ab:L8").rule == "FE 20.7"
    moved = ready()
    moved.act().flag(moved.piece("us_1"), f.MOVED, 1)
    assert moving(moved).refuses("drop us_101_ab:L8").rule == "FE 20.9"
    b.check_choices()


def test_units_dropped_have_a_zone_in_their_own_hex_only_until_the_player_turn_ends() -> None:
    b = moving(ready())
    b.dice(1).play("drop us_101_ab:L8")
    assert not b.pos.in_ezoc(b.hex("L9"), f.GERMAN) and b.pos.in_ezoc(b.hex("L8"), f.GERMAN)


def test_a_drop_on_enemies_fights_first_and_fights_nobody_else() -> None:
    b = position().unit("us_101_ab", "O10", dropped=1).unit("i_343", "O10").unit("i_352", "O11")
    b.unit("us_1", "R9").unit("i_353", "R10").turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert b.refuses("attack us_1 R10").rule == "FE 20.8"
    assert contact.reach(b.pos, b.piece("us_101_ab")) == (b.hex("O10"),)
    b.dice(4).play("attack us_101_ab O10")
    settle(b)
    assert b.gone("us_101_ab") or not b.pos.enemies_in(b.hex("O10"), f.ALLIED), "20.8: they win or die"


def test_the_germans_drop_heydte_from_a_city_in_germany_and_only_from_the_second_turn_of_the_bulge() -> None:
    b = position("battle_of_the_bulge", turn="December IV")
    city = next(p for p in sorted(b.pos.game.tables.ground.german_cities) if not b.pos.in_ezoc(p, f.GERMAN))
    label = b.game.place(city)
    b.units(label, "heydte", "fj_3").turn_of("german", 1)
    moving(b, f.GERMAN)
    near = b.game.place(
        next(p for p in b.pos.board.within(city, 1) if p in b.pos.game.tables.ground.germany and p != city)
    )
    assert b.refuses(f"drop fj_3:{near}").rule == "FE 33.3.3"
    b.dice(1).play(f"drop heydte:{near}")
    assert b.at("heydte") == near
    first = position("battle_of_the_bulge", turn="December III").unit("heydte", label).turn_of("german", 1)
    assert moving(first, f.GERMAN).refuses(f"drop heydte:{near}").rule == "FE 33.3.3"


def test_an_airlift_goes_from_city_to_city_once_a_turn() -> None:
    b = ready().control("allied", "M6", "K2")
    b.track("supply_capacity", 5, f.ALLIED).unit("mulberry_12", "L4").assign("start_capacity", 5)
    moving(b)
    assert b.refuses("airlift us_101_ab L8").rule == "FE 20.10"
    b.play("airlift us_101_ab K2")
    assert b.at("us_101_ab") == "K2" and b.has("us_101_ab", "by_air") == 0, "it counts for capacity"
    assert b.refuses("airlift us_17_ab K2").rule == "FE 20.10"


def test_raiders_land_in_invadable_hexes_of_their_sea_next_to_each_other() -> None:
    b = moving(ready(impulse=2), impulse=2)
    assert b.refuses("raid us_ranger:O9").rule == "FE 21.2"
    assert b.refuses("raid us_ranger:K2,br_1_cdo:P4").rule == "FE 21.2"
    b.dice(1).play("raid us_ranger:K2,br_1_cdo:K2")
    assert raids.raids_left(b.pos) == 1 and b.has("us_ranger", "raiding") == 2
    assert moving(ready(weather="storm")).refuses("raid us_ranger:K2").rule == "FE 21.10"


def test_a_port_taken_by_raiders_works_from_the_next_turn() -> None:
    b = moving(ready()).dice(1)
    b.play("raid us_ranger:K2")
    assert b.pos.controller(b.hex("K2")) == f.ALLIED
    assert not capacity.usable_port(b.pos, b.hex("K2")), "21.4"


def test_raiders_do_not_land_on_enemies_and_germans_need_not_attack_them() -> None:
    b = ready().unit("i_343", "K2")
    assert moving(b).refuses("raid us_ranger:K2").rule == "FE 21.9"
    lone = position().unit("us_ranger", "O9").unit("i_352", "O10").turn_of("german", 1)
    assert contact.obliged(lone.pos, lone.piece("i_352")) == ()
    assert contact.reach(lone.pos, lone.piece("i_352")) == (lone.hex("O9"),), "21.6: they may"
