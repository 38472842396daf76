"""Blitzkrieg 44 and advances, played through the combat segment (25.8, 55, 56, 57)."""

from __future__ import annotations

from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import battle, carried, combat, settle


def names(b: Built) -> dict[str, str]:
    """A tank, an infantry battalion and a recon unit of the 2nd Panzer Division by type."""
    found: dict[str, str] = {}
    for counter in b.game.counters:
        if counter.parent == "2pz_hq":
            found.setdefault(counter.type, counter.id)
    return found


def open_pair(b: Built) -> tuple[str, str]:
    """Two adjacent clear hexes with clear ground around, no village, road or water."""
    ground, board = b.game.ground, b.pos.board
    bad = ground.villages
    for place in range(board.n_hexes):
        around = board.within(place, 2)
        ours = all(p in ground.area["5pza"] and ground.weather_of[p] for p in around)
        if ours and len(around) == 19 and all(board.terrain[p] in ("clear", "woods") and p not in bad for p in around):
            own = {place, *ground.near[place]}
            dry = not any(ground.water_between(a, c) for a in own for c in ground.near[a])
            if dry:
                return board.labels[place], board.labels[ground.near[place][0]]
    raise AssertionError("no open ground")


def before(turn: str, *units: str, sky: str = "clear", dice: tuple[int, ...] = ()) -> tuple[Built, str, str]:
    """Units of the 2nd Panzer Division beside one weak American company, in the combat segment of XLVII Corps."""
    b = position(turn=turn, dice=dice)
    b.sky(sky)
    here, there = open_pair(b)
    b.units(here, *units).unit("us_28_110_a", there).unit("2pz_hq", "7443").unit("xlvii_hq", "7443")
    return combat(b, "xlvii_hq"), here, there


def kinds() -> dict[str, str]:
    return names(position())


def test_a_blitz_by_day_needs_a_tank_and_infantry_in_supply_and_nobody_shocked() -> None:
    """57.1b, d, e."""
    k = kinds()
    b, _, there = before("18MO", k["pziv"], k["infantry"])
    assert b.refuses(f"blitz {k['infantry']} {there}").rule == "TFT 57.1"
    assert b.refuses(f"blitz {k['pziv']} {there}").rule == "TFT 57.1"
    for flag in ("oos", "shock"):
        b.flag(k["pziv"], flag, 1)
        assert b.refuses(f"blitz {k['pziv']},{k['infantry']} {there}").rule == "TFT 57.1", flag
        b.flag(k["pziv"], flag, 0)
    assert any(choice.startswith("blitz") for choice in b.choices())


def test_a_blitz_in_fog_needs_a_tank_only() -> None:
    """57.2e."""
    k = kinds()
    b, _, there = before("18MO", k["pziv"], k["infantry"], sky="fog")
    assert b.refuses(f"blitz {k['infantry']} {there}").rule == "TFT 57.2"
    b.dice(3, 4).play(f"blitz {k['pziv']} {there}")


def test_a_blitz_attack_hurts_no_defender_and_the_tank_passes_while_the_infantry_stays() -> None:
    """57.1l, 57.3b, c, 57.4: D4 at the road rate of a tank."""
    k = kinds()
    b, here, there = before("18MO", k["pziv"], k["infantry"], dice=(1, 1))
    b.play(f"blitz {k['pziv']},{k['infantry']} {there}")
    assert b.on("us_28_110_a") == there
    ways = [line for line in b.choices() if line.startswith("advance")]
    assert ways and not any(k["infantry"] in line for line in ways), "nobody on foot"
    beyond = {line.split()[-1].split(",")[-1] for line in ways}
    assert there not in beyond, "not into the hex that it passes"
    longest = max(len(line.split()[-1].split(",")) for line in ways)
    assert longest > 1
    near = {b.pos.label(p) for p in b.game.ground.near[b.hex(there)]}
    assert not beyond & (near - {here}), "57.3g: not into the zone of who was attacked"
    settle(b)
    assert b.on(k["infantry"]) == here


def test_a_blitz_below_two_to_one_is_a_normal_combat_without_the_shift_of_the_mist() -> None:
    """57.2j, l, m."""
    k = kinds()
    b, _, there = before("18MO", k["pziv"], sky="fog", dice=(6, 6))
    strong = ("us_2_9_i", "us_2_9_ii")
    b.units(there, *strong).unit("us_2id_hq", "5050")
    b.play(f"blitz {k['pziv']} {there}")
    lines = b.lines("reckon.odds")
    assert "line.mist_blitz" not in lines
    found = battle(b, k["pziv"], there)
    assert found.kind == 0


def test_an_advance_ignores_zones_in_the_hex_of_the_defender_and_stops_in_the_next() -> None:
    """25.8, 55.1e, f."""
    k = kinds()
    b = position(turn="18MO")
    here, there = open_pair(b)
    b.unit(k["pziv"], here).unit("2pz_hq", "7443").unit("xlvii_hq", "7443").unit("us_28_110_a", there)
    side = [p for p in b.game.ground.near[b.hex(there)] if b.pos.board.distance(p, b.hex(here)) == 2]
    b.unit("us_2_9_i", b.pos.label(side[0]))
    carried(b, "xlvii_hq", battle(b, k["pziv"], there), "DE")
    reach = [line.split()[-1].split(",") for line in b.choices() if line.startswith("advance")]
    assert [there] in reach, "the zone of the battalion beside it does not matter there"
    b2 = position(turn="18MO")
    b2.unit(k["pziv"], here).unit("2pz_hq", "7443").unit("xlvii_hq", "7443").unit("us_28_110_a", there)
    b2.unit("us_2_9_i", b2.pos.label(side[0]))
    carried(b2, "xlvii_hq", battle(b2, k["pziv"], there), "DR4")
    settle(b2, until="advance")
    ways = [line.split()[-1].split(",") for line in b2.choices() if line.startswith("advance")]
    hot = {b2.pos.label(p) for p in b2.game.ground.near[b2.hex(b2.on("us_2_9_i"))]}
    for way in ways:
        for place in way[1:-1]:
            assert place not in hot, "it would have stopped there"
    assert any(way[0] in hot and len(way) > 1 for way in ways), "it goes on from the defender's hex all the same"


def test_at_night_only_panzers_of_three_divisions_overrun_in_an_advance() -> None:
    """56.1, 56.2: and nobody in fog."""
    from hexledger.engine.games.time_for_trumpets.questions import advances

    k = kinds()
    for turn, sky, rule in (
        ("18MO", "clear", None),
        ("18EV", "clear", None),
        ("18MO", "fog", "56.1"),
        ("18EV", "fog", "56.1"),
    ):
        b = position(turn=turn)
        b.sky(sky)
        here, there = open_pair(b)
        b.unit(k["pziv"], here).unit("us_99_370_fa", there, mode=1)
        why = advances.may_overrun(b.pos, b.piece(k["pziv"]), b.hex(there))
        assert (why[0] if why else None) == rule, (turn, sky)
    b = position(turn="18EV")
    b.unit("lehr_panther_1", here).unit("us_99_370_fa", there)
    why = advances.may_overrun(b.pos, b.piece("lehr_panther_1"), b.hex(there))
    assert why is not None and why[0] == "56.2"
