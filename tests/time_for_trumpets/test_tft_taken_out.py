"""Rules of A Time for Trumpets that were taken out whole, one at a time, and that no test had missed: each test turns
red without its rule."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.questions import battle as bt
from hexledger.engine.games.time_for_trumpets.questions import modifiers as md
from hexledger.engine.games.time_for_trumpets.questions import retreats
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.tables import words as w
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import battle


def one_of(b: Built, trait: str, side: str, cls: str = "") -> str:
    """The first unit of a side with a trait, of a class where one is named."""
    return next(
        c.id for c in b.game.counters if c.has(trait) and c.side == side and (not cls or c.details.get("cls") == cls)
    )


def on(terrain: str) -> tuple[str, str]:
    """A hex of a terrain without a village, and a hex beside it, no water between."""
    b = position()
    ground = b.game.ground
    for place in range(b.game.board.n_hexes):
        if ground.terrain[place] == terrain and place not in ground.villages:
            for there in ground.near[place]:
                if not ground.water_between(place, there):
                    return b.pos.label(place), b.pos.label(there)
    raise AssertionError(terrain)


def shifts(b: Built, units: str, at: str, **kind: int) -> dict[str | int, int]:
    """Column shifts of an attack by their labels."""
    return {label: value for label, value, _ in md.shifts(b.pos, battle(b, units, at)._replace(**kind))}


def drms(b: Built, units: str, at: str, **kind: int) -> dict[str | int, int]:
    """Modifiers of the roll by their labels."""
    return {label: value for label, value, _ in md.drms(b.pos, battle(b, units, at)._replace(**kind))}


@pytest.mark.parametrize(("turn", "scared"), [("17EV", True), ("18PD", False)])
def test_tigers_frighten_until_the_evening_of_the_17th(turn: str, scared: bool) -> None:
    """40: an attack with Tigers a column right, an American one on Tigers a column left."""
    b = position(turn=turn)
    tiger = one_of(b, "tiger", "german", "front_line")
    b.unit("us_99_393_i", "6020").unit("us_99_393_ii", "6022").unit(tiger, "6021")
    assert shifts(b, tiger, "6020").get("line.tiger_scare", 0) == int(scared)
    assert shifts(b, "us_99_393_ii", "6021").get("line.tiger_scare", 0) == -int(scared)
    assert "line.tiger_scare" not in shifts(b.unit("12_48_i", "5920"), "12_48_i", "6020")


def test_americans_and_british_together_are_a_column_worse() -> None:
    """42.3: in favour of the Germans, whoever attacks."""
    b = position(turn="24MO")
    british = next(c.id for c in b.game.counters if c.nationality == "british" and c.details.get("cls") == "front_line")
    b.unit("us_99_393_i", "6020").unit(british, "6020").unit("12_48_i", "6021")
    assert shifts(b, "12_48_i", "6020").get("line.us_british") == 1
    assert shifts(b, f"us_99_393_i,{british}", "6021").get("line.us_british") == -1
    alone = position(turn="24MO").unit("us_99_393_i", "6020").unit("12_48_i", "6021")
    assert "line.us_british" not in shifts(alone, "12_48_i", "6020")


def test_tanks_defend_badly_without_infantry() -> None:
    """50: all front-line units of the hex are tanks."""
    b = position().unit("us_2_741_tk", "6020").unit("12_48_i", "6021")
    assert shifts(b, "12_48_i", "6020").get("line.unsupported_tank", 0) > 0
    assert "line.unsupported_tank" not in shifts(b.unit("us_99_393_i", "6020"), "12_48_i", "6020")


def test_afv_do_not_attack_alone_into_close_ground() -> None:
    """50: forest, broken ground, towns and villages; in the open nothing."""
    for terrain, close in (("broken", True), ("forest", True), ("clear", False)):
        place, beside = on(terrain)
        b = position().unit("us_99_393_i", place).unit("12ss_pziv_1", beside)
        assert (shifts(b, "12ss_pziv_1", place).get("line.tanks_alone", 0) < 0) is close, terrain
        b.unit("12ss_26_i", beside)
        assert "line.tanks_alone" not in shifts(b, "12ss_pziv_1,12ss_26_i", place), terrain


def test_an_attack_over_a_stream_from_all_its_hexes_is_a_column_left() -> None:
    """49: one hex that is not across it, and there is no shift."""
    b = position()
    ground = b.game.ground
    a, c = next(divmod(key, ground.n) for key in sorted(ground.water) if ground.water[key] == "stream")
    dry = next(p for p in ground.near[a] if not ground.water_between(a, p))
    b.unit("us_99_393_i", b.pos.label(a)).unit("12_48_i", b.pos.label(c)).unit("12_48_ii", b.pos.label(dry))
    assert shifts(b, "12_48_i", b.pos.label(a)).get("line.stream") == b.game.combat.stream_shift
    assert "line.stream" not in shifts(b, "12_48_i,12_48_ii", b.pos.label(a))


@pytest.mark.parametrize("kind", [bt.CLEAR_BLITZ, bt.MIST_BLITZ])
def test_reconnaissance_counts_in_a_blitz_attack_on_both_sides(kind: int) -> None:
    """57.1f-g, 57.2h-i; in a normal combat it does not."""
    b = position().unit("us_99_rcn", "6020").units("6021", "12ss_pziv_1", "12ss_26_i", "12ss_rcn")
    units = "12ss_pziv_1,12ss_26_i,12ss_rcn"
    found = drms(b, units, "6020", kind=kind)
    assert found.get("line.recon_attack", 0) < 0 < found.get("line.recon_defence", 0)
    plain = drms(b, units, "6020")
    assert "line.recon_attack" not in plain and "line.recon_defence" not in plain


def test_anti_tank_weapons_help_against_afv_wherever_they_stand() -> None:
    """50.0c."""
    for terrain in ("clear", "forest"):
        place, beside = on(terrain)
        b = position().unit("us_9_811_td", place).unit("12ss_pziv_1", beside)
        assert "line.anti_tank" in drms(b, "12ss_pziv_1", place), terrain
    place, beside = on("clear")
    b = position().unit("us_9_811_td", place).unit("12_48_i", beside)
    assert "line.anti_tank" not in drms(b, "12_48_i", place), "no AFV attacks"


def test_a_light_aa_counts_one_against_afv_alone() -> None:
    """50: where every attacker is an AFV."""
    b = position()
    light = next(c.id for c in b.game.counters if b.piece(c.id) in b.game.arms.aa_light and c.front.get("defence") > 1)
    b.unit(light, "6020")
    tank, foot = b.piece("12ss_pziv_1"), b.piece("12_48_i")
    assert bt.defence_cf(b.pos, b.piece(light), (tank,)) == 1
    assert bt.defence_cf(b.pos, b.piece(light), (tank, foot)) == b.game.counters[b.piece(light)].front.get("defence")


def test_an_immobile_unit_cannot_retreat() -> None:
    """32.4, 54.2: it is lost where it stands."""
    b = (
        position()
        .unit("7a_501_pzj", "6021")
        .unit("us_99_393_i", "6019")
        .unit("12_48_i", "6021")
        .unit("6pza_hq", "9322")
    )
    assert b.piece("7a_501_pzj") in b.game.roster.immobile
    assert retreats.ways(b.pos, b.piece("7a_501_pzj"), 1, b.hex("6021")) == ()
    assert retreats.ways(b.pos, b.piece("12_48_i"), 1, b.hex("6021")) != ()


def test_strategic_movement_ends_when_an_enemy_comes_beside() -> None:
    """28.1c."""
    b = position(turn="19MO").unit("us_99_393_i", "6020", strategic=1).unit("12ss_26_i", "6022").corps("i_ss_hq")
    b.run(Movement(w.GERMAN)).play("move 12ss_26_i 6021")
    assert not b.flagged("us_99_393_i", "strategic")
