"""What the ground does to a battle (16)."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.questions import battle
from hexledger.engine.games.fortress_europa.rules import retreat
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.fights import line, settle, strength


def named(terrain: str, *, city: bool = False, fortress: bool = False) -> str:
    """A hex of a terrain with two clear hexes next to it over land and without rivers around it."""
    ground, board = game().tables.ground, game().board
    for place in sorted(ground.land):
        near = [there for there in ground.links[place] if board.terrain[there] == "clear"]
        dry = all(ground.key(place, there) not in ground.rivers for there in ground.links[place])
        if board.terrain[place] != terrain or len(near) < 2 or not dry:
            continue
        if (place in ground.cities) == city and (place in ground.fortresses) == fortress:
            return game().place(place)
    raise AssertionError(f"no {terrain}")


def beside(label: str, number: int = 0) -> str:
    ground, board = game().tables.ground, game().board
    near = [there for there in ground.links[game().find_place(label)] if board.terrain[there] == "clear"]
    return game().place(near[number])


def river() -> tuple[str, str]:
    """Two clear hexes without cities on either side of a river."""
    ground, board = game().tables.ground, game().board
    plain = ground.land - ground.cities - ground.fortresses
    for key in sorted(ground.rivers):
        a, b = divmod(key, ground.n)
        if a in plain and b in plain and b in ground.links[a] and board.terrain[a] == board.terrain[b] == "clear":
            return game().place(a), game().place(b)
    raise AssertionError("no river")


def defending(b: Built, place: str, *attackers: str) -> int:
    return battle.defence(b.pos, b.hex(place), [b.piece(unit) for unit in attackers]).total


def test_mountains_cities_and_rivers_double_who_defends_there_and_clear_ground_does_not() -> None:
    """16.1: i_352 has a combat factor of its own in clear terrain, twice that elsewhere."""
    plain = line(us_1="O9", i_352="O10")
    single = defending(plain, "O10", "us_1")
    mountain = named("mountain")
    b = position().unit("i_352", mountain).unit("us_1", beside(mountain))
    assert defending(b, mountain, "us_1") == 2 * single
    city = named("clear", city=True)
    assert defending(position().unit("i_352", city).unit("us_1", beside(city)), city, "us_1") == 2 * single
    here, there = river()
    assert defending(position().unit("i_352", there).unit("us_1", here), there, "us_1") == 2 * single


def test_allies_behind_a_river_and_in_a_city_are_doubled_too_but_never_by_a_fortress() -> None:
    """16.1, 16.3: the fortress gives the Allies nothing."""
    here, there = river()
    b = position().unit("us_1", there).unit("i_352", here)
    assert defending(b, there, "i_352") == 12
    fort = named("clear", fortress=True)
    b = position().unit("us_1", fort).unit("i_352", beside(fort))
    assert defending(b, fort, "i_352") == 6


def test_only_mountain_units_enter_alpine_hexes_but_anybody_attacks_them() -> None:
    """16.6: moving and retreating into alpine hexes is for mountain units; attacking them is not."""
    ground, board = game().tables.ground, game().board
    alpine, near = next(
        (game().place(place), game().place(there))
        for place in sorted(ground.land)
        if board.terrain[place] == "alpine"
        for there in ground.links[place]
        if board.terrain[there] == "clear"
    )
    b = position().unit("us_1", near).unit("br_52", near).turn_of("allied", 1).run(MoveImpulse(f.ALLIED, 1))
    assert b.refuses(f"move us_1 {alpine}").rule == "FE 8.4"
    b.play(f"move br_52 {alpine}")
    assert b.at("br_52") == alpine, "20.13: the 52nd is a mountain unit as well"
    mountain = next(p for p in sorted(game().tables.roster.mountain) if game().side_of[p] == f.GERMAN)
    fight = position().unit("us_1", near).unit(game().piece(mountain), alpine)
    assert defending(fight, alpine, "us_1") == 2 * fight.pos.cf(mountain)
    fight.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert any(one.startswith(f"attack us_1 {alpine} ") for one in fight.choices())
    assert retreat.no_entry(b.pos, b.piece("us_1"), b.hex(near), b.hex(alpine)) is not None


def test_attackers_in_rough_ground_need_not_retreat_when_the_attack_fails() -> None:
    """16.4: who attacks out of rough terrain ignores AR; who attacks from clear ground beside him goes back."""
    rough, target, clear = next(
        (game().place(place), game().place(there), game().place(other))
        for place in sorted(game().tables.ground.land)
        if game().board.terrain[place] == "rough"
        for there in game().tables.ground.links[place]
        if game().board.terrain[there] == "clear" and there not in game().tables.ground.cities
        for other in game().tables.ground.links[there]
        if other != place and game().board.terrain[other] == "clear"
    )
    b = position().unit("us_1", rough).unit("us_4", clear).units(target, "i_352", "i_353")
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    b.dice(4).play(f"attack us_1,us_4 {target}")
    assert b.offer is not None and "stand" in b.offer.kinds and b.offer.side == f.ALLIED
    b.play("stand us_1")
    settle(b)
    assert b.at("us_1") == rough and b.at("us_4") != clear


def test_a_battle_against_several_hexes_adds_each_at_its_own_ground_and_only_the_rough_one_stands() -> None:
    """16.8: each hex is reckoned for itself; on DR the rough hex may stay, the clear one must go."""
    ground, board = game().tables.ground, game().board
    dry = {
        place for place in ground.land if not any(ground.key(place, t) in ground.rivers for t in ground.links[place])
    }
    rough, clear, here = next(
        (game().place(place), game().place(other), game().place(there))
        for place in sorted(dry - ground.cities)
        if board.terrain[place] == "rough"
        for there in ground.links[place]
        if there in dry and board.terrain[there] == "clear"
        for other in ground.links[there]
        if other != place and other in dry - ground.cities and board.terrain[other] == "clear"
    )
    b = position().units(here, "us_1", "us_4", "us_5").unit("pz_2", rough).unit("i_352", clear)
    armor, foot = b.pos.cf(b.piece("pz_2")), b.pos.cf(b.piece("i_352"))
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1)).dice(6)
    b.play(f"attack us_1,us_4,us_5 {rough},{clear}")
    assert strength(b, "reckon.defence") == (armor + 1) // 2 + foot
    assert b.offer is not None and b.offer.side == f.GERMAN and "stand" in b.offer.kinds
    b.play("stand pz_2")
    settle(b)
    assert b.at("pz_2") == rough and b.at("i_352") != clear
