"""Naval units (19) and support committed before a landing (3.6, 17.10.2)."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.questions import naval
from hexledger.engine.games.fortress_europa.rules import naval as naval_rules
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.rules.ground_support import Commit
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.map.hexes import DIRECTIONS
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.fights import column, settle, strength


def landed(turn: str = "June II", weather: str = "clear") -> Built:
    """A turn after the primary invasion, with ships."""
    b = position(turn=turn, weather=weather).assign("invasions", 1).assign("invasion_turn", 1)
    return b.turn_of("allied", 1)


def test_ships_go_to_all_sea_hexes_before_the_first_combat_and_not_in_a_storm() -> None:
    b = landed().run(naval_rules.MoveNaval())
    assert b.refuses("move_ship naval_1 M5").rule == "FE 19.1"
    b.play("move_ship naval_1 M4", "end_naval")
    assert b.quiet and b.at("naval_1") == "M4"
    assert landed(weather="storm").run(naval_rules.MoveNaval()).quiet, "19.9"


def test_ships_do_not_go_north_of_gg1() -> None:
    b = landed()
    north = [p for p in sorted(b.pos.game.tables.ground.sea) if (naval_rules.may_be(b.pos, p) or ("", ""))[0] == "19.7"]
    limit = b.pos.board.xy(b.hex("GG1"))[1]
    assert all(b.pos.board.xy(place)[1] < limit for place in north)


def test_a_ship_supports_one_attack_a_turn_within_two_hexes() -> None:
    b = landed().unit("naval_1", "M4").unit("us_1", "L5").unit("i_352", "M5").unit("us_9", "O9").unit("i_353", "O10")
    b.run(CombatImpulse(f.ALLIED, 1))
    assert b.refuses("attack us_9 O10 - naval_1").rule == "FE 19.6"
    b.dice(6).play("attack us_1 M5 - naval_1")
    assert strength(b, "reckon.attack") == 10, "6 and the 4 of the ships, added after halving (C-78)"
    settle(b)
    assert b.has("naval_1", "supported") == 1


def test_ships_are_withdrawn_in_september_unless_a_second_invasion_keeps_them() -> None:
    b = landed("September I").unit("naval_1", "M4").run(naval_rules.MoveNaval())
    assert b.gone("naval_1") and "19.8" in b.rules()
    later = position(turn="September II").assign("invasions", 2).assign("invasion_turn", 12).turn_of("allied", 1)
    assert naval_rules.in_play(later.pos)
    early = position(turn="September III", options=("naval_withdrawal",)).assign("invasions", 2)
    assert not naval_rules.in_play(early.assign("invasion_turn", 14).pos)


def test_ground_support_committed_before_the_reveal_counts_in_its_hex_only() -> None:
    b = position(turn="June I").unit("us_1", "M5", invading=1).unit("i_352", "M5")
    b.assign("invasions", 1).assign("invasion_turn", 1)
    b.aircraft("ground_support", "9_tac_1", "9_tac_2", "9_tac_3", "1_tac").turn_of("allied", 1).run(Commit())
    assert b.refuses("commit_support 9_tac_1,9_tac_2,9_tac_3,1_tac M5").rule == "FE 17.10.2"
    b.play("commit_support 9_tac_1,9_tac_2 M5", "end_commit")
    b.run(CombatImpulse(f.ALLIED, 1))
    assert b.refuses("attack us_1 M5 9_tac_3").rule == "FE 3.6"
    b.dice(6).play("attack us_1 M5")
    assert column(b) == "3-1"


def test_beside_an_invadable_hex_at_the_edge_of_the_map_a_ship_lies_in_an_imaginary_hex() -> None:
    b = position(turn="June I").assign("invasions", 1).assign("invasion_turn", 1).turn_of("allied", 1)
    b.run(naval_rules.PlaceNaval())
    board, ground = game().board, game().tables.ground
    edge = next(p for p in sorted(ground.invadable) if len(board.neighbours[p]) < 6)
    label = board.labels[edge]
    q, r = board.q[edge], board.r[edge]
    missing = [1 + d for d, (dq, dr) in enumerate(DIRECTIONS) if board.at(q + dq, r + dr) is None]
    there = [1 + d for d, (dq, dr) in enumerate(DIRECTIONS) if board.at(q + dq, r + dr) is not None]
    assert b.refuses(f"move_ship naval_1 {label}").rule == "FE 19.1", "a land hex"
    assert b.refuses(f"move_ship naval_1 {label} {there[0]}").rule == "FE 19.7", "a hex of the map"
    b.play(f"move_ship naval_1 {label} {missing[0]}")
    ship = b.piece("naval_1")
    assert naval.reaches(b.pos, ship, edge) and not b.game.check_invariants(b.pos)
    far = next(p for p in board.within(edge, 3) if board.distance(p, edge) == 3)
    assert not naval.reaches(b.pos, ship, far)
    assert b.refuses("move_ship naval_2 O9 1").rule == "FE 19.7", "inland"
