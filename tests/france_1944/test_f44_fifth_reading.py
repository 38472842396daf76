"""France 1944: what a fifth reading of the original asked for, sentence by sentence."""

from __future__ import annotations

import pytest

from hexledger.engine.games.france_1944.questions import banks, zoc
from hexledger.engine.games.france_1944.rules import bridgeheads
from hexledger.engine.games.france_1944.sequence import Opportunity
from hexledger.engine.games.france_1944.tables import words as w
from tests.france_1944.builder import Built, position


# ---------------------------------------------------------------------- 12.6 a bridgehead stays but in German ZOC alone
def left_behind(*allied: str) -> Built:
    """A bridgehead at 3506 that nobody holds, a German corps at 3505 that is about to react, and Allied corps."""
    b = position(turn=9).supply("2907").unit("hq_us_9", "3307").unit("ge_lxxxvi", "3604").marker("bridgehead", "3506")
    for unit, place in zip(("us_v", "us_vii"), allied, strict=False):
        b.unit(unit, place)
    b.points("german", rp=3).points("allied").run(Opportunity(w.ALLIED))
    b.play("react_piece ge_lxxxvi", "administer -", "choose_box 1", "declare increment.m", "move ge_lxxxvi 3505")
    return b


@pytest.mark.parametrize(("allied", "stays"), [((), False), (("3406",), True), (("3606",), True), (("3304",), False)])
def test_a_bridgehead_in_both_zones_stays_whichever_bank_the_allied_zone_comes_from(
    allied: tuple[str, ...], stays: bool
) -> None:
    """12.6, R-19: it goes when its hex is empty and in German ZOC only; that a ZOC from the west bank makes none is of
    no account for one that is there."""
    b = left_behind(*allied)
    assert zoc.in_ezoc(b.pos, b.hex("3506"), w.ALLIED)
    assert banks.bridgehead(b.pos, b.hex("3506")) is stays


def test_an_allied_zone_from_the_west_bank_still_makes_no_bridgehead() -> None:
    """12.6, R-19: the other side of the line."""
    b = position(turn=9).supply("2907").unit("us_v", "3406")
    bridgeheads.test(b.act())
    assert not banks.bridgehead(b.pos, b.hex("3506"))
