"""Engaged battles and formations that cannot fight (4.4, 4.5, 13.6, 13.7, 52.13), played through the combat segment."""

from __future__ import annotations

from hexledger.engine.games.time_for_trumpets.rules.combat import Combat, NoRefight
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.tables import words as w
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import battle, carried

TARGET = "8919"
INFANTRY, PANZER = "12_48_i", "12_pzj"


def engaged(units: dict[str, str], *, status: str = "", turn: str = "18MO") -> Built:
    """German units are engaged with an American battalion in 8919; their division rests, is exhausted, or neither."""
    b = position(turn=turn).unit("us_99_394_iii", TARGET).unit("12vg_hq", "9322").unit("i_ss_hq", "9423")
    for unit, place in units.items():
        b.unit(unit, place)
    carried(b, "i_ss_hq", battle(b, ",".join(units), TARGET), "Eng")
    b.run()
    assert b.flagged("us_99_394_iii", "engaged")
    if status:
        b.flag("12vg_hq", status)
    return b.turn("18AF").corps("i_ss_hq", "combat")


def test_engaged_infantry_whose_division_is_exhausted_is_eliminated_instead_of_fighting_on() -> None:
    """4.5c, 52.13.2a."""
    b = engaged({INFANTRY: "9019"}, status="exhausted").run(NoRefight(w.GERMAN), Combat(w.GERMAN))
    assert b.on(INFANTRY) == "-" and not b.flagged("us_99_394_iii", "engaged")


def test_engaged_infantry_whose_division_rests_is_eliminated_too() -> None:
    """13.7h, 52.13.4g."""
    b = engaged({INFANTRY: "9019"}, status="resting").run(NoRefight(w.GERMAN), Combat(w.GERMAN))
    assert b.on(INFANTRY) == "-"


def test_engaged_vehicles_disengage_where_they_are_when_their_division_cannot_fight() -> None:
    """4.5a, 13.7g, 52.13.2e."""
    from hexledger.engine.games.time_for_trumpets.rules.combat import EndOfCombat

    b = position()
    vehicle = next(c.id for c in b.game.counters if c.parent == "12vg_hq" and "afv" in c.traits)
    for status in ("resting", "exhausted"):
        b = engaged({vehicle: "9019"}, status=status)
        b.run(NoRefight(w.GERMAN), Combat(w.GERMAN), EndOfCombat(w.GERMAN))
        assert b.on(vehicle) == "9019" and not b.flagged(vehicle, "engaged")


def test_engaged_infantry_of_an_active_division_fights_on_and_cannot_leave() -> None:
    """52.13.2a, 52.13.4c."""
    b = engaged({INFANTRY: "9019"})
    b.run(Movement(w.GERMAN))
    assert b.refuses(f"move {INFANTRY} 9121").rule == "TFT 52.13.2"
    b.run(NoRefight(w.GERMAN), Combat(w.GERMAN))
    assert b.on(INFANTRY) == "9019" and b.refuses("end_segment").rule == "TFT 52.13.4"


def test_engaged_defenders_strike_back_all_together() -> None:
    """52.13.6d: those who cannot withdraw take part."""
    b = position(turn="18MO").units(TARGET, "us_99_394_iii", "us_99_394_ii").unit("us_99id_hq", "8616")
    b.unit("us_v_corps_hq", "8216").unit(INFANTRY, "9019").unit("12vg_hq", "9322").unit("i_ss_hq", "9423")
    carried(b, "i_ss_hq", battle(b, INFANTRY, TARGET), "Eng")
    b.corps("us_v_corps_hq", "combat").dice(3, 4).run(NoRefight(w.ALLIED), Combat(w.ALLIED))
    assert b.refuses("attack us_99_394_iii 9019").rule == "TFT 52.13.6"
    b.play("attack us_99_394_ii,us_99_394_iii 9019")
    assert not b.flagged("us_99_394_iii", "engaged") and not b.flagged(INFANTRY, "engaged")
