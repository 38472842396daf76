"""Artillery committed unseen (51.2, optional steps 6b and 6e), played through the combat segment."""

from __future__ import annotations

import pytest

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.time_for_trumpets.rules.combat import Combat
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.seals import reveal
from hexledger.events import model as ev
from tests.time_for_trumpets.builder import Built, position

TARGET, HERE = "8919", "9019"
GUNS = "12vg_fa_i,12vg_fa_ii"
COVER = "us_99_370_fa"


def opened(*, hidden: bool = True, sky: str = "clear") -> Built:
    """The 12th VG Division attacks a battalion of the 99th; both have artillery in reach."""
    b = position(turn="18MO", dice=(3, 4)).sky(sky)
    if hidden:
        b.option("hidden_artillery")
    b.unit("12_48_i", HERE).unit("12vg_hq", "9322").unit("i_ss_hq", "9423").unit("6pza_hq", "9523")
    for gun in GUNS.split(","):
        b.unit(gun, "9221", mode=1)
    b.unit("us_99_394_iii", TARGET).unit("us_99id_hq", "8616").unit("us_v_corps_hq", "8216").unit(COVER, "8718", mode=1)
    return b.corps("i_ss_hq", "combat").run(Combat(w.GERMAN)).play(f"attack 12_48_i {TARGET}")


def test_the_attackers_guns_are_sealed_until_the_defender_has_committed_his_own() -> None:
    """51.2b, c."""
    b = opened()
    assert b.offer is not None and b.offer.kinds[0] == "seal"
    b.play(f"support {GUNS}")
    assert not any(b.flagged(gun, "fired") for gun in GUNS.split(",")), "nothing of it is on the board"
    assert b.offer is not None and b.offer.side == w.ALLIED and "support" in b.offer.kinds
    b.play(f"support {COVER}")
    assert b.offer is not None and b.offer.kinds[0] == "reveal" and b.offer.side == w.GERMAN
    b.play(f"support {GUNS}")
    assert all(b.flagged(gun, "fired") for gun in GUNS.split(","))
    assert b.lines("reckon.attack")["line.artillery"] and b.lines("reckon.defence")["line.artillery"]


def test_what_was_sealed_may_be_nothing() -> None:
    """51.2."""
    b = opened().play("pass", "pass", "pass")
    assert "line.artillery" not in b.lines("reckon.attack")


def test_only_what_was_sealed_is_opened() -> None:
    """51.2."""
    b = opened().play(f"support {GUNS}", "pass")
    with pytest.raises(IllegalDecision):
        b.play(reveal(b.decision("pass"), "salt"))


def test_a_sealed_commitment_against_the_rules_is_refused_when_it_is_opened() -> None:
    """51.2, 43.1: a battalion that cannot fire."""
    b = opened().play("support 277vg_fa_i", "pass")
    with pytest.raises(IllegalDecision, match=r"51\.2"):
        b.play(reveal(b.decision("support 277vg_fa_i"), "salt"))


def test_in_a_mist_blitz_guns_are_committed_openly() -> None:
    """51.2b, 57.2f: what the defender may commit hangs on whether the attacker has committed any."""
    b = position(turn="18MO", dice=(3, 4)).sky("fog").option("hidden_artillery").unit("i_ss_hq", "9423")
    tank = next(c.id for c in b.game.counters if c.parent == "12ssd_hq" and c.type == "panther")
    b.unit(tank, HERE).unit("12ssd_hq", "9322").unit("12ss_fa_i", "9221", mode=1).unit("6pza_hq", "9523")
    b.unit("us_99_394_iii", TARGET).unit("us_99id_hq", "8616").unit("us_v_corps_hq", "8216").unit(COVER, "8718", mode=1)
    b.corps("i_ss_hq", "combat").run(Combat(w.GERMAN)).play(f"blitz {tank} {TARGET}")
    assert b.offer is not None and b.offer.kinds[0] == "support"
    b.play("pass")
    assert b.offer is None or "support" not in b.offer.kinds, "none for the defender either"


def test_without_the_option_guns_are_committed_openly() -> None:
    """51.2b."""
    b = opened(hidden=False)
    assert b.offer is not None and b.offer.kinds[0] == "support"
    b.play(f"support {GUNS}")
    assert b.flagged("12vg_fa_i", "fired") == 1 and not b.of(ev.Sealed)
