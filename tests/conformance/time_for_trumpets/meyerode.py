"""Meyerode (ex 8675-8736): the 1SS and the 3FJ attack 8123, held by 27 AIB and 168 CE, with all their artillery."""

from __future__ import annotations

from hexledger.events import model as ev
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import combat

DIVISION_GUNS = ("1ss_fa_i", "1ss_fa_ii", "1ss_fa_iii")
PARA_GUNS = tuple(f"3fj_fa_{n}" for n in ("i", "ii", "iii", "iv", "v"))
SIX = ("i", "ii", "iii", "iv", "v", "vi")
NW9 = tuple(f"9nw_{n}" for n in SIX)
NW4 = tuple(f"4nw_{n}" for n in SIX)
VAK = tuple(f"402_vak_{n}" for n in SIX)
GERMAN_GUNS = (*DIVISION_GUNS, *PARA_GUNS, "1ss_nw", *NW9, *NW4, *VAK)
FAG = ("us_viii_559_fa", "us_viii_561_fa", "us_viii_740_fa", "us_viii_578_fa")
ATTACKERS = ("1ss_1_i", "1ss_1_ii", "1ss_1_iii", "1ss_2_i", "1ss_2_ii", "394_stug", "3fj_9_i", "3fj_9_ii", "3fj_9_iii")


def meyerode(*dice: int) -> Built:
    """The attack is declared; the artillery of the attacker is asked for."""
    b = position(turn="18AF", dice=dice).option("bombardment_shock")
    b.units("8123", "us_9_ccb_27_aib", "us_viii_168_ce")
    b.units("8122", "1ss_1_i", "1ss_1_ii", "1ss_1_iii").units("8222", "1ss_2_i", "1ss_2_ii", "394_stug")
    b.units("8223", "3fj_9_i", "3fj_9_ii", "3fj_9_iii")
    b.units("8421", "1ssd_hq", "3fj_hq").units("8520", "i_ss_hq", "6pza_hq")
    for place, units in (("8322", DIVISION_GUNS), ("8323", PARA_GUNS), ("8224", ("1ss_nw",)), ("8324", NW9)):
        for unit in units:
            b.unit(unit, place, mode=1)
    for place, units in (("8225", NW4), ("8422", VAK)):
        for unit in units:
            b.unit(unit, place, mode=1)
    b.units("7926", "us_viii_corps_hq", "us_fag_402_hq", "us_9_ccb_hq", "us_9ad_hq")
    for unit in FAG:
        b.unit(unit, "7925", mode=1)
    b.unit("us_viii_275_afa", "7924", mode=1)
    b.act().emit(ev.Attached(b.piece("us_viii_275_afa"), b.piece("us_viii_corps_hq") + 1))
    return combat(b, "i_ss_hq").play(f"attack {','.join(ATTACKERS)} 8123")


def fire(b: Built, guns: tuple[str, ...]) -> Built:
    """Artillery supports the side that is asked."""
    return b.play(f"support {','.join(guns)}")
