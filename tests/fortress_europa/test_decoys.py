"""Units under decoys in Germany (31.6): covering, mixing, moving, showing, and what the Allied player sees."""

from __future__ import annotations

from contextlib import suppress

import pytest

from hexledger.engine.bots.chance import Chance
from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa.questions import decoys, movement
from hexledger.engine.games.fortress_europa.rules import decoys as decoys_rules
from hexledger.engine.games.fortress_europa.rules import sight, sudden_death
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.rules.decoys import UnderDecoy
from hexledger.engine.games.fortress_europa.rules.move_impulse import MoveImpulse
from hexledger.engine.games.fortress_europa.sequence import EndMove, PlayerTurn
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel import deciding as kernel
from hexledger.engine.kernel.seals import reveal, seal
from tests.fortress_europa.builder import Built, game, position

HOME = "MM18"
"""A clear hex well inside Germany."""


def ready(*units: str, at: str = HOME, turn: str = "December I", impulse: int = 1, **marks: int) -> Built:
    b = position(turn=turn, options=("31.6",)).units(at, *units, **marks)
    return b.turn_of("german", impulse).run(MoveImpulse(f.GERMAN, impulse))


def cover(b: Built, *units: str, at: str = HOME) -> Built:
    """Units go under decoys, sealed as bots would."""
    b.play(f"conceal {at} {','.join(units)}")
    while b.offer is not None and b.offer.kinds[0] == "seal":
        b.play(seal(next(iter(kernel.choices(b.game, b.state))), "salt"))
    return b


def reaches(b: Built, unit: str, hexes: int) -> str:
    """A way of so many hexes in Germany for a unit from where it stands, as text."""
    found = movement.reach(b.pos, b.piece(unit))
    ground = game().tables.ground
    way = next(path for path in found.values() if len(path) == hexes and set(path) <= ground.germany)
    return ",".join(game().place(place) for place in way)


def may_be(b: Built, decoy: str) -> list[str]:
    return [game().piece(piece) for piece in decoys.candidates(b.pos, b.piece(decoy))]


# ---------------------------------------------------------------------- covering
def test_a_unit_in_germany_goes_under_a_decoy_and_nobody_sees_it_on_the_map() -> None:
    b = cover(ready("pz_2"), "pz_2")
    assert b.gone("pz_2") and b.at("decoy_1") == HOME
    assert b.pos.decoys_out == (b.piece("decoy_1"),) and may_be(b, "decoy_1") == ["pz_2"]
    assert len(b.state.seals) == 1
    assert game().check_invariants(b.pos) == []


def test_units_of_one_hex_lie_under_its_decoys_in_an_order_that_only_their_owner_knows() -> None:
    b = cover(ready("pz_2", "i_352"), "pz_2", "i_352")
    assert may_be(b, "decoy_1") == may_be(b, "decoy_2") == sorted(["pz_2", "i_352"], key=b.piece)
    b.play("show_unit decoy_1", reveal(UnderDecoy(b.piece("i_352")), "salt"))  # type: ignore[arg-type]
    assert b.at("i_352") == HOME and b.gone("pz_2") and b.gone("decoy_1")
    assert may_be(b, "decoy_2") == ["pz_2"], "what is left is known"


@pytest.mark.parametrize(
    ("where", "units", "why"),
    [
        (HOME, "us_1", "no German land unit"),
        (HOME, "pz_2,pz_2", "covers one unit"),
        (HOME, "i_30", "no German land unit"),
        ("R11", "ss_1", "not in Germany"),
        ("GG17", "i_47", "within 5 hexes"),
        (HOME, "", "no two decoys"),
        (HOME, "heydte", "may not lie"),
    ],
)
def test_who_may_not_be_covered(where: str, units: str, why: str) -> None:
    b = ready("pz_2").unit("ss_1", "R11").unit("i_47", "GG17").unit("us_1", "FF17").unit("heydte", HOME, italy_only=1)
    refusal = b.refuses(decoys_rules.Conceal(b.hex(where), tuple(b.piece(u) for u in units.split(",") if u)))  # type: ignore[arg-type]
    assert refusal.rule == "FE 31.6" and why in str(refusal)


def test_there_are_no_more_decoys_than_in_the_box() -> None:
    b = ready("pz_2")
    for number, decoy in enumerate(game().tables.roster.decoys):
        b.unit(game().piece(decoy), "NN17" if number % 2 else "NN18", covers=1)
    assert "0 decoys left" in str(b.refuses(f"conceal {HOME} pz_2"))


def test_without_the_option_nothing_is_covered_and_it_is_not_asked_for() -> None:
    b = position(turn="December I").unit("pz_2", HOME).turn_of("german", 1).run(MoveImpulse(f.GERMAN, 1))
    assert b.offer is not None and "conceal" not in b.offer.kinds
    assert b.refuses(f"conceal {HOME} pz_2").rule == "FE 5.1"


def test_the_allied_player_has_no_decoys() -> None:
    b = position(turn="December I", options=("31.6",)).unit("us_1", "R11").unit("pz_2", HOME)
    b.turn_of("allied", 1).run(MoveImpulse(f.ALLIED, 1))
    assert b.refuses(f"conceal {HOME} pz_2").rule == "FE 31.6"
    assert [one for one in b.choices() if one.startswith(("conceal", "show", "move_decoy"))] == []


# ---------------------------------------------------------------------- moving
def test_a_decoy_moves_at_the_rate_of_what_may_lie_under_it_and_tells_so_much() -> None:
    b = ready("pz_2", "i_352")
    three, five = reaches(b, "i_352", 3), reaches(b, "pz_2", 5)
    cover(b, "pz_2", "i_352").play(f"move_decoy decoy_1 {three}")
    assert b.at("decoy_1") == three.split(",")[-1]
    assert len(may_be(b, "decoy_1")) == 2, "either could have gone so far"
    b.play(f"move_decoy decoy_2 {five}")
    assert may_be(b, "decoy_2") == ["pz_2"], "infantry does not go five hexes"
    assert set(may_be(b, "decoy_1")) == {"pz_2", "i_352"}
    assert b.refuses(f"move_decoy decoy_2 {HOME}").rule in ("FE C-112", "FE 5.2"), "one move in an impulse"


def test_no_two_decoys_go_as_far_as_one_of_them_could() -> None:
    b = ready("pz_2", "i_352")
    five = reaches(b, "pz_2", 5)
    cover(b, "pz_2", "i_352").play(f"move_decoy decoy_2 {five}")
    refusal = b.refuses(f"move_decoy decoy_1 {five}")
    assert refusal.rule == "FE 31.6" and "as others must" in str(refusal)


def test_a_decoy_does_not_leave_germany() -> None:
    b = cover(ready("pz_2", at="FF16"), "pz_2", at="FF16")
    out = next(p for p in game().tables.ground.links[b.hex("FF16")] if p not in game().tables.ground.germany)
    assert b.refuses(f"move_decoy decoy_1 {game().place(out)}").rule == "FE 31.6"
    b.play("show_unit decoy_1", reveal(UnderDecoy(b.piece("pz_2")), "salt"))  # type: ignore[arg-type]
    b.play(f"move pz_2 {game().place(out)}")
    assert b.at("pz_2") == game().place(out), "shown, it moves on as any unit"


def test_who_was_covered_after_a_move_does_not_move_again_in_the_impulse() -> None:
    b = ready("pz_2")
    way = reaches(b, "pz_2", 2)
    end = way.split(",")[-1]
    cover(b.play(f"move pz_2 {way}"), "pz_2", at=end)
    assert b.refuses(f"move_decoy decoy_1 {HOME}").rule == "FE C-112"
    b.play("show_unit decoy_1", reveal(UnderDecoy(b.piece("pz_2")), "salt"))  # type: ignore[arg-type]
    assert b.has("pz_2", "moved") == 1


def test_decoys_that_are_mixed_have_all_done_what_one_of_them_has() -> None:
    b = cover(ready("pz_2").unit("i_352", HOME, moved=1), "pz_2", "i_352")
    assert b.refuses("move_decoy decoy_1 MM17").rule == "FE C-112"


def test_a_reduced_unit_and_one_on_its_other_side_come_back_as_they_were() -> None:
    b = position(turn="December I", options=("31.6",)).unit("pz_2", HOME, reduced=True).unit("t_165", HOME, flipped=1)
    b.turn_of("german", 1).run(MoveImpulse(f.GERMAN, 1))
    b.play(f"conceal {HOME} pz_2,t_165")
    b.play(*(seal(UnderDecoy(b.piece(unit)), "salt") for unit in ("pz_2", "t_165")))  # type: ignore[arg-type]
    for decoy, unit in (("decoy_1", "pz_2"), ("decoy_2", "t_165")):
        b.play(f"show_unit {decoy}", reveal(UnderDecoy(b.piece(unit)), "salt"))  # type: ignore[arg-type]
    assert b.pos.reduced(b.piece("pz_2")) and b.has("t_165", "flipped") == 1
    assert decoys.covered(b.pos) == () and not b.state.seals


def test_each_decoy_counts_as_a_unit_of_its_stack() -> None:
    b = ready("pz_2", "i_352")
    limit = b.pos.stack_limit(b.hex(HOME))
    more = ("ss_1", "ss_2", "i_47", "i_48")[: limit - 2]
    b.units(HOME, *more).unit("i_49", "MM17")
    cover(b, "pz_2", "i_352")
    assert not b.pos.fits(b.hex(HOME), (b.piece("i_49"),))
    b.play(f"move i_49 {HOME}")
    b.state.agenda = b.state.agenda[:-1]
    b.run(EndMove(f.GERMAN, 1))
    assert b.offer is not None and b.offer.kinds == ("remove_excess",)
    assert b.check_choices() > 0
    b.play("remove_excess i_49")
    assert b.quiet


# ---------------------------------------------------------------------- mixing
def test_decoys_of_one_hex_are_mixed_with_what_is_covered_there_and_all_are_sealed_anew() -> None:
    b = cover(ready("pz_2").unit("i_352", "MM17"), "pz_2")
    b.play(f"move i_352 {HOME}", f"conceal {HOME} i_352")
    pz, infantry = b.piece("pz_2"), b.piece("i_352")
    old = dict(b.state.seals)
    # The first decoy, which covered the panzers, now covers the infantry.
    b.play(seal(UnderDecoy(infantry), "one"), seal(UnderDecoy(pz), "two"))  # type: ignore[arg-type]
    assert may_be(b, "decoy_1") == may_be(b, "decoy_2") == sorted(["pz_2", "i_352"], key=b.piece)
    assert set(old) < set(b.state.seals) and all(b.state.seals[key] != old[key] for key in old)
    b.play("show_unit decoy_2", reveal(UnderDecoy(pz), "two"))  # type: ignore[arg-type]
    assert b.at("pz_2") == HOME and may_be(b, "decoy_1") == ["i_352"]


def test_a_seal_is_proved_before_it_is_made_and_one_that_lies_shows_the_weakest_unit() -> None:
    b = ready("pz_2", "i_352")
    b.play(f"conceal {HOME} pz_2,i_352")
    step, _ = kernel.waiting(b.game, b.state, b.pos)[:2]
    step.check_secret(b.pos, UnderDecoy(b.piece("pz_2")))  # type: ignore[arg-type]
    with pytest.raises(IllegalDecision, match="cannot lie under this decoy"):
        step.check_secret(b.pos, UnderDecoy(b.piece("ss_1")))  # type: ignore[arg-type]
    lie = UnderDecoy(b.piece("ss_1"))  # type: ignore[arg-type]
    b.play(seal(lie, "salt"), seal(lie, "salt"), "show_unit decoy_2", reveal(lie, "salt"))
    assert b.at("i_352") == HOME, "the infantry is weaker than the panzers"
    b.play("show_unit decoy_1", reveal(lie, "salt"))
    assert b.at("pz_2") == HOME and b.gone("ss_1")


def test_what_was_not_sealed_is_not_shown() -> None:
    b = cover(ready("pz_2", "i_352"), "pz_2", "i_352").play("show_unit decoy_1")
    assert b.refuses(reveal(UnderDecoy(b.piece("pz_2")), "another salt")).rule == "FE 31.6"  # type: ignore[arg-type]


def test_what_one_decoy_shows_says_nothing_of_one_that_was_never_beside_it() -> None:
    """31.6: only decoys of one hex are mixed."""
    b = cover(ready("pz_2").unit("i_352", "MM17"), "pz_2")
    cover(b, "i_352", at="MM17").play("show_unit decoy_1", reveal(UnderDecoy(b.piece("pz_2")), "salt"))  # type: ignore[arg-type]
    assert may_be(b, "decoy_2") == ["i_352"] and game().check_invariants(b.pos) == []


# ---------------------------------------------------------------------- showing
def six_hexes_away() -> tuple[str, str]:
    """A hex six hexes from HOME and one next to it five hexes away, both clear and west of it."""
    board, ground, home = game().board, game().tables.ground, game().find_place(HOME)
    far = next(
        (a, b)
        for a in sorted(ground.land)
        if board.distance(a, home) == 6 and board.terrain[a] == "clear"
        for b in ground.links[a]
        if board.distance(b, home) == 5 and board.terrain[b] == "clear"
    )
    return game().place(far[0]), game().place(far[1])


def test_an_allied_unit_that_comes_within_five_hexes_sees_what_the_decoy_covers() -> None:
    far, near = six_hexes_away()
    b = cover(ready("pz_2"), "pz_2").unit("us_1", far)
    b.state.agenda = b.state.agenda[:1]
    b.turn_of("allied", 1).run(MoveImpulse(f.ALLIED, 1))
    assert decoys.spotted(b.pos) == () and "end_moves" in b.choices(), "six hexes away it does not"
    b.play(f"move us_1 {near}")
    assert b.offer is not None and b.offer.side == f.GERMAN and b.offer.kinds[0] == "reveal"
    b.play(reveal(UnderDecoy(b.piece("pz_2")), "salt"))  # type: ignore[arg-type]
    assert b.at("pz_2") == HOME and b.offer is not None and b.offer.side == f.ALLIED, "then the Allies move on"


def test_one_that_has_passed_within_five_hexes_has_seen_it_as_well() -> None:
    far, near = six_hexes_away()
    b = cover(ready("pz_2"), "pz_2").unit("us_1", far)
    b.turn_of("allied", 1)
    act = b.act()
    sight.passed(act, b.piece("us_1"), b.path(far, near, far))
    assert decoys.spotted(b.pos) == (b.piece("decoy_1"),)
    sight.passed(act, b.piece("pz_2"), b.path(far, near, far))
    assert b.has("decoy_1", "spotted") == 1


def test_before_a_combat_impulse_goes_on_what_is_near_is_shown() -> None:
    _, near = six_hexes_away()
    b = cover(ready("pz_2"), "pz_2").unit("us_1", near)
    b.state.agenda = b.state.agenda[:1]
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert b.offer is not None and b.offer.kinds == ("reveal", "under_decoy")
    b.play(reveal(UnderDecoy(b.piece("pz_2")), "salt"))  # type: ignore[arg-type]
    assert b.quiet and b.at("pz_2") == HOME


def test_to_the_allies_a_decoy_is_a_unit_with_a_zone() -> None:
    b = cover(ready("pz_2"), "pz_2")
    shown = position(turn="December I").unit("pz_2", HOME).turn_of("german", 1)
    assert set(b.pos.zoc(f.GERMAN)) == set(shown.pos.zoc(f.GERMAN))
    assert b.pos.enemies_in(b.hex(HOME), f.ALLIED) and not b.pos.enemies_in(b.hex(HOME), f.GERMAN)


def test_units_that_are_withdrawn_are_shown_first_with_every_decoy_under_which_they_may_lie() -> None:
    b = cover(ready("ss_2", "i_352", turn="January II"), "ss_2", "i_352").unit("i_47", "NN17")
    b.play("conceal NN17 i_47")
    b.play(seal(UnderDecoy(b.piece("i_47")), "salt"))  # type: ignore[arg-type]
    b.state.agenda = b.state.agenda[:1]
    b.state.turn = game().tables.calendar.number("January III")
    b.run(PlayerTurn(f.GERMAN))
    for _ in range(2):
        assert b.offer is not None and b.offer.kinds[0] == "reveal"
        for unit in ("ss_2", "i_352"):
            shown = reveal(UnderDecoy(b.piece(unit)), "salt")  # type: ignore[arg-type]
            with suppress(IllegalDecision):
                b.play(shown)
                break
    assert b.at("ss_2") == b.at("i_352") == HOME
    assert b.offer is not None and b.offer.kinds == ("withdraw_instead",), "for one of the display that is not here"
    while b.offer is not None and b.offer.kinds == ("withdraw_instead",):
        b.play(b.choices()[0])
    assert b.pooled("withdrawn", "ss_2") == 1
    assert b.pos.decoys_out == (b.piece("decoy_3"),), "the other decoy stays"


def test_panzer_divisions_under_decoys_are_on_the_map_for_the_objectives() -> None:
    row = {"id": "x", "full_strength_panzer_divisions": 1}
    b = cover(ready("pz_2"), "pz_2")
    assert sudden_death.met(b.pos, f.GERMAN, row)
    reduced = position(turn="December I", options=("31.6",)).unit("pz_2", HOME, reduced=True)
    reduced.turn_of("german", 1).run(MoveImpulse(f.GERMAN, 1))
    assert not sudden_death.met(cover(reduced, "pz_2").pos, f.GERMAN, row)


# ---------------------------------------------------------------------- choices
def test_every_choice_is_legal_and_no_listed_move_tells_anything() -> None:
    b = cover(ready("pz_2", "i_352"), "pz_2", "i_352").unit("ss_1", "NN18")
    offered = b.choices()
    assert "conceal NN18 ss_1" in offered and "show_unit decoy_1" in offered
    moves = [one for one in offered if one.startswith("move_decoy")]
    assert moves and b.check_choices() == len(offered)
    b.play(moves[0])
    assert may_be(b, "decoy_1") == sorted(["pz_2", "i_352"], key=b.piece)


def test_the_greedy_german_covers_what_is_far_from_the_front_and_shows_it_in_time() -> None:
    far = position(turn="December I", options=("31.6",)).units("QQ20", "pz_2", "i_352").unit("us_1", "R11")
    far.turn_of("german", 2).run(MoveImpulse(f.GERMAN, 2))
    far.assign("impulse", 2)
    chosen = []
    for number in range(12):
        prompt = far.offer
        assert prompt is not None
        if "conceal" not in prompt.kinds:
            break
        chosen.append(game().advise(far.state, prompt, Chance("hide", "games", number)))
        far.play(chosen[-1])
    assert [one.kind() for one in chosen if one.kind() == "conceal"] == ["conceal"]
    near = cover(ready("pz_2", "i_352"), "pz_2", "i_352").unit("us_1", "GG18")
    assert near.offer is not None
    decision = game().advise(near.state, near.offer, Chance("show", "games", 0))
    assert decision == decoys_rules.ShowUnit(near.piece("decoy_1"))  # type: ignore[arg-type]


def test_the_choices_of_a_seal_are_the_same_whatever_the_other_seals_hold() -> None:
    seen = []
    for first in ("pz_2", "i_352"):
        b = ready("pz_2", "i_352").play(f"conceal {HOME} pz_2,i_352")
        b.play(seal(UnderDecoy(b.piece(first)), "salt"))  # type: ignore[arg-type]
        seen.append((b.choices(), b.offer, {**b.state.pools}, {**b.state.flags}, b.state.agenda))
    assert seen[0] == seen[1]
