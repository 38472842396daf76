"""Cases on victory in scenarios 3, 4 and 5a (PB 4.10, 5.10, 6.111): one test a case, named by its id."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.rules import victory
from hexledger.engine.games.june_6.rules.endphase import EndPhase
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.events import model as ev
from tests.june_6.builder import Built, position


def verdict(b: Built) -> tuple[int, str]:
    victory.judge(b.act())
    return b.state.winner, b.game.words.key(b.state.level)


@pytest.mark.parametrize(
    ("hexes", "winner", "level"), [(1, f.GERMAN, "level.win"), (2, 0, "level.draw"), (3, f.ALLIED, "level.win")]
)
def test_J6_311_epsom_is_decided_by_hexes_on_the_south_bank_of_the_odon(hexes: int, winner: int, level: str) -> None:
    b = position("epsom", turn=3)
    bank = [b.game.place(place) for place in b.pos.board.areas["odon_south_bank"]]
    for unit, place in zip(("15_br_44", "15_br_46", "15_br_227"), bank[:hexes], strict=False):
        b.unit(unit, place)
    b.unit("15_br_hq", bank[0])
    assert verdict(b) == (winner, level)


@pytest.mark.parametrize(
    ("distance", "winner", "level"),
    [
        (1, f.ALLIED, "level.major"),
        (2, f.ALLIED, "level.minor"),
        (3, f.GERMAN, "level.minor"),
        (4, f.GERMAN, "level.major"),
    ],
)
def test_J6_439_saint_lo_is_decided_by_the_nearest_allied_unit(distance: int, winner: int, level: str) -> None:
    b = position("st_lo", turn=6)
    town = b.pos.board.areas["objective_saint_lo"]
    far = next(
        place
        for place in sorted(b.pos.scenario.area)
        if min(b.pos.board.distance(place, there) for there in town) == distance
    )
    b.unit("1_us_18", b.game.place(far)).unit("1_us_hq", "E2520").unit("g352_hq", "E1018")
    assert verdict(b) == (winner, level)


def cherbourg_taken(b: Built, *besides: str) -> Built:
    """Every hex of Cherbourg is Allied, but for these."""
    for place in b.pos.board.in_area("supply_cherbourg"):
        if b.pos.label(place) not in besides:
            b.act().emit(ev.Controlled(place, f.ALLIED))
    return b


@pytest.mark.parametrize(
    ("turn", "winner", "level"),
    [(4, f.ALLIED, "level.major"), (5, f.ALLIED, "level.minor"), (6, f.GERMAN, "level.minor")],
)
def test_J6_440_cherbourg_is_decided_by_the_turn_in_which_the_last_german_falls(
    turn: int, winner: int, level: str
) -> None:
    b = cherbourg_taken(position("drive_on_cherbourg", turn=turn)).unit("4_us_8", "W4911").run(EndPhase())
    assert (b.state.winner, b.game.words.key(b.state.level)) == (winner, level), "the game ends at once"
    last = position("drive_on_cherbourg", turn=6).unit("4_us_8", "W4911").unit("cher_navy", "W5211").run(EndPhase())
    assert (last.state.winner, last.game.words.key(last.state.level)) == (f.GERMAN, "level.major")


@pytest.mark.parametrize("turn", [4, 5])
def test_the_drive_on_cherbourg_wants_every_hex_of_the_city_until_nobody_can_hold_them(turn: int) -> None:
    """PB 4.10.1a, b, R-82: without a German in the area but with an open hex the game goes on after 25/26 June; at the
    end of 27/28 June it is a minor Allied victory all the same, since c wants a German unit."""
    b = cherbourg_taken(position("drive_on_cherbourg", turn=turn), "W5013").unit("4_us_8", "W4911")
    rows = [row for row in b.game.view().victory(b.pos).conditions if row.side == f.ALLIED]
    assert [row.holds for row in rows] == [False, turn == 5]
    assert ("every hex of Cherbourg" in rows[0].wanted and "5 of 6 hexes" in rows[0].now) is (turn == 4)
    b.run(EndPhase())
    assert b.state.winner == (-1 if turn == 4 else f.ALLIED)
    if turn == 5:
        assert b.game.words.key(b.state.level) == "level.minor"


def test_J6_068_the_variant_of_the_drive_on_cherbourg_raises_an_allied_victory_by_a_level() -> None:
    b = position("drive_on_cherbourg", turn=5).unit("4_us_8", "W4911")
    assert verdict(b) == (f.ALLIED, "level.minor")
    b = position("drive_on_cherbourg", turn=5).unit("4_us_8", "W4911")
    b.act().assign("var.variant", 1)
    assert verdict(b) == (f.ALLIED, "level.major")
