"""June I from the set-up on: what paratroops and raiders find in their hexes shows when hidden units are revealed."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.events import model as ev
from tests.fortress_europa.builder import Built, position

DISPLAY = "pz_116:R7,i_275:D7,i_30:N5,ss_12:P9,ss_101:S9"


def on(b: Built, kind: str) -> Built:
    """Answer with the end of each phase, else with the first thing offered, until a kind of decision may be made."""
    for _ in range(60):
        prompt = b.offer
        assert prompt is not None
        if kind in prompt.kinds:
            return b
        offered = b.choices()
        b.play(next((one for one in offered if one.startswith("end_")), offered[0]))
    raise AssertionError(f"{kind} is never asked for")


def landing(hidden: str) -> Built:
    """The campaign up to the Allied landings; some hidden units are where the display has them, others as named."""
    b = position(with_setup=True, seed="june").play("end_set_up", f"hide_units {DISPLAY},{hidden}")
    return on(b, "declare_invasion").play("declare_invasion K4,L4", "invade us_1 L4")


def german_still(b: Built, place: str) -> bool:
    hex_ = b.hex(place)
    taken = [b.pos.state.marker(hex_, -1, one) for one in (f.FORTRESS_DESTROYED, f.BASE_CAPTURED, f.PORT_HISTORY)]
    return b.pos.controller(hex_) == f.GERMAN and not any(taken)


def rolls(b: Built, kind: str) -> int:
    return sum(1 for event in b.of(ev.Rolled) if event.purpose == b.game.words[kind])


def test_raiders_on_a_hidden_unit_take_neither_port_nor_fortress_before_it_is_revealed_nor_when_they_die() -> None:
    b = landing("pz_2:D13,pz_21:M7,i_352:L4,heydte:L5").play("raid us_ranger:D13")
    assert german_still(b, "D13") and not rolls(b, "roll.port"), "21.11, 30.2: nobody knows yet"
    on(b, "attack")
    assert b.at("us_ranger") == b.at("pz_2") == "D13" and german_still(b, "D13")
    b.play("end_attacks" if "end_attacks" in b.choices() else b.choices()[0])
    on(b, "end_moves")
    assert b.gone("us_ranger"), "they cannot fight a panzer division at legal odds and do not retreat"
    assert german_still(b, "D13")


def test_raiders_on_an_empty_hex_take_it_when_the_hidden_units_have_been_revealed() -> None:
    b = landing("pz_2:S7,pz_21:M7,i_352:L4,heydte:L5").play("raid us_ranger:D13")
    assert german_still(b, "D13")
    on(b, "attack")
    assert b.pos.controller(b.hex("D13")) == f.ALLIED, "21.4"
    assert b.pos.state.marker(b.hex("D13"), -1, f.FORTRESS_DESTROYED), "16.3"
    assert b.pos.state.marker(b.hex("D13"), -1, f.PORT_BY_AIR) == 1, "21.4: it works from next turn on"


def test_paratroops_on_a_hidden_unit_leave_its_v1_site_as_it_is_until_they_have_driven_it_out() -> None:
    b = landing("pz_2:S7,pz_21:M7,i_352:L4,heydte:K3").dice(1).play("drop us_101_ab:K3")
    assert b.at("us_101_ab") == "K3" and german_still(b, "K3"), "20.8"
    on(b, "attack")
    assert b.at("heydte") == "K3" and german_still(b, "K3")
    b.dice(6, 6).play("attack us_101_ab K3")
    on(b, "end_moves")
    assert b.at("us_101_ab") == "K3" and b.pos.controller(b.hex("K3")) == f.ALLIED
    assert b.pos.state.marker(b.hex("K3"), -1, f.BASE_CAPTURED), "30.2: no enemy is left, and they live"


def test_paratroops_on_an_empty_v1_site_capture_it_when_the_hidden_units_have_been_revealed() -> None:
    b = landing("pz_2:S7,pz_21:M7,i_352:L4,heydte:L5").dice(1).play("drop us_101_ab:K3")
    assert german_still(b, "K3")
    on(b, "attack")
    assert b.pos.controller(b.hex("K3")) == f.ALLIED and b.pos.state.marker(b.hex("K3"), -1, f.BASE_CAPTURED)
