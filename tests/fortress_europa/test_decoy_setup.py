"""Decoys instead of hidden units (31.7): which units they cover, where they lie, what is seen of them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from hexledger.engine.bots.chance import Chance
from hexledger.engine.building.floor import Halt
from hexledger.engine.games.fortress_europa.questions import boxes, decoy_setup
from hexledger.engine.games.fortress_europa.rules import decoy_setup as decoy_setup_rules
from hexledger.engine.games.fortress_europa.rules.decoy_setup import UnderDecoys
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel import deciding as kernel
from hexledger.engine.kernel.seals import reveal
from tests.fortress_europa.builder import Built, game, position

HIDDEN = ("pz_2", "pz_21", "pz_116", "ss_12", "ss_101", "i_352", "heydte", "i_30", "i_275")


def begun(*more: str) -> Built:
    return position(with_setup=True, options=("31.7", *more))


def put_out(b: Built) -> Built:
    """The decoys as the first listed choice has them."""
    b.play("end_set_up")
    return b.play(next(iter(kernel.choices(b.game, b.state))))


def shown(b: Built, plan: UnderDecoys) -> Built:
    """The plan sealed, and the decoys shown at once."""
    b.play(plan)
    b.state.agenda = ()
    b.act().then(Halt())
    return b.run(decoy_setup_rules.RevealDecoys()).play(plan)


def decoys(b: Built) -> dict[str, str]:
    return {
        game().piece(piece): b.at(game().piece(piece)) for piece in game().tables.roster.decoys if b.pos.on_map(piece)
    }


def test_there_are_nineteen_decoys_ten_of_them_on_blanks_and_nine_on_units() -> None:
    assert (len(game().tables.roster.decoys), len(game().tables.roster.blanks)) == (19, 10)
    b = begun()
    assert decoy_setup.number(b.pos) == 9
    assert sorted(decoy_setup.covered(b.pos)) == sorted(b.piece(unit) for unit in HIDDEN), "the display's, at first"


def test_the_german_chooses_the_nine_units_among_all_of_his_set_up() -> None:
    b = begun()
    assert b.refuses("cover ss_1").rule == "FE 31.7", "nine are chosen already"
    b.play("set_up heydte L5")
    assert b.at("heydte") == "L5"
    assert b.refuses("end_set_up").rule == "FE 31.7", "every decoy lies on something"
    assert "end_set_up" not in b.choices()
    assert b.refuses("cover us_1").rule == "FE 31.7"
    b.play("cover ss_1")
    assert b.gone("ss_1") and b.piece("ss_1") in decoy_setup.covered(b.pos)
    b.play("end_set_up")
    assert b.offer is not None and b.offer.kinds == ("put_decoys",)


def test_decoys_lie_where_a_unit_may_stand_and_each_covered_unit_finds_one() -> None:
    b = begun().play("end_set_up")
    first = next(iter(kernel.choices(b.game, b.state)))
    hexes = [game().place(place) for place in first.hexes]  # type: ignore[attr-defined]
    assert len(hexes) == 19
    assert b.refuses(f"put_decoys {','.join(hexes[:-1])}").rule == "FE 31.7", "eighteen"
    assert b.refuses(f"put_decoys {','.join([*hexes[:-1], 'T4'])}").rule == "FE 31.7", "T4 is sea"
    paris = ",".join(["R11"] * 19)
    assert "275" in str(b.refuses(f"put_decoys {paris}")) or "30" in str(b.refuses(f"put_decoys {paris}"))
    assert b.check_choices() >= 2
    b.play(first)
    assert len(decoys(b)) == 19 and sorted(decoys(b).values()) == sorted(hexes)


def test_when_they_are_shown_all_decoys_go_and_the_nine_units_stand_where_they_lay() -> None:
    b = put_out(begun())
    plans = list(kernel.choices(b.game, b.state))
    assert len(plans) > 5, "bots have something to choose"
    plan = plans[3]
    assert isinstance(plan, UnderDecoys)
    wanted = {unit: b.pos.at(decoy) for unit, decoy in plan.units}
    shown(b, plan)
    assert decoys(b) == {} and not b.state.seals
    assert {unit: b.pos.at(unit) for unit in wanted} == wanted
    assert b.has("i_275", "frozen") == f.SEVENTH and b.has("pz_21", "frozen") == 0, "9.4"
    assert decoy_setup.covered(b.pos) == ()
    assert game().check_invariants(b.pos) == []


def test_a_unit_that_was_written_where_it_may_not_be_stands_where_the_display_has_it() -> None:
    b = put_out(begun())
    far = next(
        piece for piece in game().tables.roster.decoys if game().tables.ground.district[b.pos.at(piece)] != f.FIFTEENTH
    )
    decoy = next(piece for piece in game().tables.roster.decoys if piece != far)
    one = decoy_setup_rules.UnderDecoys(
        ((b.piece("i_30"), far), (b.piece("pz_2"), decoy), (b.piece("pz_21"), decoy))  # type: ignore[arg-type]
    )
    lay = b.pos.at(decoy)
    shown(b, one)
    assert b.at("i_30") == "N5", "the 30th belongs to the 15th Army"
    assert b.pos.at(b.piece("pz_2")) == lay and b.at("pz_21") == "M7", "one decoy covers one unit"
    assert all(b.pos.on_map(b.piece(unit)) for unit in HIDDEN), "all nine come"


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 18), min_size=0, max_size=9), st.permutations(HIDDEN))
def test_whatever_was_written_all_nine_stand_where_they_may_when_the_decoys_are_gone(
    numbers: list[int], units: list[str]
) -> None:
    b = put_out(begun())
    lay = {decoy: b.pos.at(decoy) for decoy in game().tables.roster.decoys}
    pairs = tuple((b.piece(u), game().tables.roster.decoys[n]) for u, n in zip(units, numbers, strict=False))
    good = {
        unit: lay[decoy]
        for unit, decoy in pairs
        if boxes.why_not(b.pos, unit, lay[decoy]) is None and [d for _, d in pairs].count(decoy) == 1
    }
    shown(b, UnderDecoys(pairs))  # type: ignore[arg-type]
    assert decoys(b) == {} and decoy_setup.covered(b.pos) == ()
    assert [unit for unit in HIDDEN if b.pos.at(b.piece(unit)) not in boxes.zone(b.pos, b.piece(unit))] == []
    alone = [unit for unit in good if list(good.values()).count(good[unit]) == 1]
    assert [unit for unit in alone if b.pos.at(unit) != good[unit]] == [], "a good word is kept"
    assert game().check_invariants(b.pos) == []


def test_a_plan_is_proved_before_it_is_sealed() -> None:
    b = put_out(begun())
    plan = next(iter(kernel.choices(b.game, b.state)))
    assert isinstance(plan, UnderDecoys)
    assert decoy_setup_rules.plan_refusal(b.pos, plan) is None
    assert decoy_setup_rules.plan_refusal(b.pos, UnderDecoys(plan.units[1:])) is not None
    twice = ((plan.units[0][0], plan.units[1][1]), *plan.units[1:])
    assert decoy_setup_rules.plan_refusal(b.pos, UnderDecoys(twice)) == ("31.7", "each unit has a decoy of its own")


def test_what_was_not_sealed_does_not_open() -> None:
    b = put_out(begun())
    first, second, *_ = kernel.choices(b.game, b.state)
    b.play(first)
    b.state.agenda = ()
    b.act().then(decoy_setup_rules.RevealDecoys(), Halt())
    assert b.refuses(reveal(second, "salt")).rule == "FE 31.7"


def test_while_they_are_out_decoys_have_no_zone_do_not_stack_and_hold_nothing() -> None:
    b = put_out(begun())
    plain = position(with_setup=True).play("end_set_up")
    assert b.pos.zoc(f.GERMAN) == plain.pos.zoc(f.GERMAN)
    assert b.pos.ashore(f.GERMAN) == plain.pos.ashore(f.GERMAN)
    lone = next(
        place for piece in game().tables.roster.decoys if not b.pos.units_of(place := b.pos.at(piece), f.GERMAN)
    )
    assert not b.pos.enemies_in(lone, f.ALLIED)
    assert game().check_invariants(b.pos) == []


def test_with_both_options_any_unit_of_any_box_may_lie_under_a_decoy() -> None:
    b = begun("31.8").play("exchange pz_21 i_347")
    assert b.at("pz_21") == "GG2" and b.piece("i_347") in decoy_setup.covered(b.pos)
    put_out(b)
    plan = next(iter(kernel.choices(b.game, b.state)))
    shown(b, plan)  # type: ignore[arg-type]
    assert b.pos.on_map(b.piece("i_347")) and b.has("i_347", "frozen") == 0


def test_a_game_with_decoys_goes_on_to_their_showing_and_beyond() -> None:
    b = begun("31.8")
    for number in range(400):
        if b.state.turn and not decoys(b):
            break
        prompt = b.offer
        assert prompt is not None
        offered = list(kernel.choices(b.game, b.state))
        sealing = prompt.kinds[0] in ("seal", "reveal")
        chance = Chance("decoys", "games", number)
        b.play(
            next(iter(b.sealed.get(prompt.side, ())), offered[-1])
            if sealing
            else game().advise(b.state, prompt, chance)
        )
    assert not decoys(b)
    assert all(b.pos.on_map(piece) for piece in boxes.units(b.pos)), "every unit of the display is on the map"
    assert game().check_invariants(b.pos) == []
