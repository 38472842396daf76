"""The plans that a searching bot compares in an activation of June 6."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import greedy_bot
from hexledger.engine.bots.search import SearchBot, best_course, running
from hexledger.engine.games.june_6.advisor import candidates
from hexledger.engine.games.june_6.advisor.candidates import WHIMS
from hexledger.engine.games.june_6.advisor.whims import ATTACKS, HEXES, OUT, attack_off, hex_off, stays_out
from hexledger.engine.games.june_6.game import June6
from hexledger.engine.games.june_6.rules.attachment import Attachments
from hexledger.engine.games.june_6.rules.attack import Attack, DeclareAttacks, EndAttacks
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.engine.games.june_6.rules.recovery import Recover
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.deciding import check
from hexledger.engine.kernel.stances import STEADY, Stance
from hexledger.projections.digest import digest
from tests.june_6.builder import Built, position

LAST = 3
"""The last turn of Push to Caen."""


def last_turn() -> Built:
    """An empty map in the last turn."""
    return position(turn=LAST)


def test_a_scenario_of_which_nothing_was_learned_has_no_plans_of_single_activations() -> None:
    b = position("st_lo")
    assert position().game.in_detail(position().state) and not b.game.in_detail(b.state)
    assert b.game.plans(b.state, f.ALLIED) == tuple(one for one in b.game.stances if one.side in (0, f.ALLIED))


def acting() -> Built:
    """12SS acts before Caen, a brigade beside it."""
    b = last_turn().unit("12ss_hq", "E1736").unit("12ss_25", "E1836").unit("12ss_26", "E1937").unit("3_br_8", "E2037")
    return b.active("12ss_hq", "12ss_25", "12ss_26").run(Movement(), DeclareAttacks())


def test_an_activation_has_plans_about_single_hexes_and_units() -> None:
    b = acting()
    plans = b.game.plans(b.state, f.GERMAN)
    assert plans[:2] == (Stance("skilled", f.GERMAN, aims=40, skilled=True), STEADY)
    spared = [plan for plan in plans if plan.name == "spare"]
    assert [b.game.place(plan.place) for plan in spared] == ["E2037"]
    sent = [(b.game.piece(plan.piece), b.game.place(plan.place)) for plan in plans if plan.name == "send"]
    assert ("12ss_25", "E1837") in sent and len(set(sent)) == len(sent)
    assert len([plan for plan in b.game.plans(b.state, f.ALLIED) if plan.name in ("spare", "send", "halt")]) == 0


def test_a_unit_that_is_sent_goes_there() -> None:
    b = acting()
    plan = replace(STEADY, name="send", place=b.hex("E1738"), pull=200, piece=b.piece("12ss_25"), daring=-1000)
    twin = b.game.leaning(plan)
    for number in range(4):
        prompt = b.offer
        assert prompt is not None
        b.play(twin.advise(b.state, prompt, Chance("s", "log", number)))
    assert b.at("12ss_25") == "E1738"


def test_what_is_spared_is_not_attacked() -> None:
    b = position().unit("det_1", "E2137").unit("3_br_hq", "E2337")
    b.unit("3_br_8", "E2136").unit("3_br_9", "E2238").unit("3_br_27", "E2238")
    b.active("3_br_8", "3_br_9", "3_br_27", "3_br_hq").run(DeclareAttacks())
    first = b.game.plans(b.state, f.ALLIED)[0]
    assert isinstance(b.game.leaning(first).advise(b.state, b.offer, Chance("s", "log", 1)), Attack)
    for plan in b.game.plans(b.state, f.ALLIED):
        if plan.name in ("spare", "halt"):
            assert isinstance(b.game.leaning(plan).advise(b.state, b.offer, Chance("s", "log", 1)), EndAttacks)


def attacking(turn: int = LAST) -> Built:
    """Three brigades beside a detachment in the town, two of them beside a regiment of 12SS there and a gun outside."""
    b = (
        position(turn=turn)
        .unit("det_1", "E1837")
        .unit("12ss_25", "E1838")
        .unit("12ss_pzjg", "E2037")
        .unit("3_br_hq", "E2035")
    )
    b.unit("3_br_8", "E1936").unit("3_br_9", "E1937").unit("3_br_27", "E1937")
    return b.active("3_br_8", "3_br_9", "3_br_27", "3_br_hq").run(DeclareAttacks())


def test_what_is_stormed_is_attacked_first_and_by_all_who_can() -> None:
    b = attacking()
    stormed = [plan for plan in b.game.plans(b.state, f.ALLIED) if plan.name == "storm"]
    alone = [plan for plan in b.game.plans(b.state, f.ALLIED) if plan.name == "only"]
    assert [plan.place for plan in alone] == [plan.place for plan in stormed]
    assert [b.game.place(plan.place) for plan in stormed] == ["E1837", "E1838"]
    attacks = [b.game.leaning(plan).advise(b.state, b.offer, Chance("s", "log", 1)) for plan in stormed]
    beside = [("3_br_8", "3_br_9", "3_br_27"), ("3_br_9", "3_br_27")]
    assert attacks == [
        Attack(plan.place, tuple(sorted(b.piece(unit) for unit in units)))
        for plan, units in zip(stormed, beside, strict=True)
    ]
    b.play(attacks[1])
    assert isinstance(b.game.leaning(stormed[1]).advise(b.state, b.offer, Chance("s", "log", 1)), Attack)
    assert isinstance(b.game.leaning(alone[1]).advise(b.state, b.offer, Chance("s", "log", 1)), EndAttacks)


def test_before_the_last_turn_fewer_plans_are_compared() -> None:
    """Allies: storms and whims of odd numbers, which are mild ones; Germans: all but that they gather in one hex."""
    found = {}
    for turn in (1, 2, LAST):
        b = attacking(turn)
        plans = b.game.plans(b.state, f.ALLIED)
        found[turn] = {plan.name for plan in plans}
        assert all(plan.whim % 2 for plan in plans if plan.name == "whim") is (turn < LAST)
        assert len({plan.whim for plan in plans if plan.whim}) == WHIMS
    assert found[1] == found[2] < found[LAST]
    assert found[LAST] - found[1] == {"halt", "only", "spare"} and {"storm", "whim"} < found[1]
    german = {}
    for turn in (2, LAST):
        b = position(turn=turn).unit("12ss_hq", "E1736").unit("12ss_25", "E1836").unit("12ss_26", "E1937")
        b.unit("3_br_8", "E2037").active("12ss_hq", "12ss_25", "12ss_26").run(Movement(), DeclareAttacks())
        german[turn] = {plan.name for plan in b.game.plans(b.state, f.GERMAN)}
    assert german[LAST] - german[2] == {"gather"} and {"halt", "send", "spare", "whim"} < german[2]


def test_a_whim_is_off_by_so_much_at_most_and_without_one_nothing_is() -> None:
    assert attack_off(0, 5) == hex_off(0, 1, 5) == 0 and not stays_out(0, 1, 5)
    for whim in (1, 2):
        least, most = -ATTACKS[1 - whim % 2], ATTACKS[1 - whim % 2]
        attacks = [attack_off(whim, target) for target in range(400)]
        hexes = [hex_off(whim, piece, place) for piece in range(20) for place in range(20)]
        assert least <= min(attacks) < least // 2 and most // 2 < max(attacks) <= most
        assert len(set(hexes)) == 2 * HEXES[1 - whim % 2] + 1
        assert abs(sum(stays_out(whim, piece, 9) for piece in range(400)) - 400 // OUT[1 - whim % 2]) < 40
        assert attacks == [attack_off(whim, target) for target in range(400)]
    assert [attack_off(1, target) for target in range(9)] != [attack_off(3, target) for target in range(9)]


def test_in_whims_other_attacks_are_made_and_units_go_elsewhere() -> None:
    b = attacking()
    plans = b.game.plans(b.state, f.ALLIED)
    whims = [plan for plan in plans if plan.name == "whim"]
    assert len(whims) == WHIMS and len({plan.whim for plan in whims}) == WHIMS
    assert all(replace(plan, name=plans[0].name, whim=0) == plans[0] for plan in whims)
    declared = {b.game.leaning(plan).advise(b.state, b.offer, Chance("s", "log", 1)) for plan in whims}
    assert len(declared) > 1
    b = acting()
    marches = {
        b.game.leaning(plan).advise(b.state, b.offer, Chance("s", "log", 1))
        for plan in b.game.plans(b.state, f.GERMAN)
        if plan.name == "whim"
    }
    assert len(marches) > 1


def test_in_whims_other_units_are_attached() -> None:
    b = last_turn().unit("3_br_hq", "E2336").unit("3_br_8", "E2236")
    b.unit("i_br_79", "E2337").unit("viii_br_79", "E2337").unit("xxx_br_79", "E2437")
    b.active("3_br_hq", "3_br_8").run(Attachments(b.game.formation_number["3_br"]), Movement(), DeclareAttacks())
    whims = [plan for plan in b.game.plans(b.state, f.ALLIED) if plan.name == "whim"]
    assert len({b.game.leaning(plan).advise(b.state, b.offer, Chance("s", "log", 1)) for plan in whims}) > 1


def test_units_that_recover_one_after_the_other_are_thought_out_at_once() -> None:
    """As far as none of them is to attack: what is meant to follow stays as it was."""
    b = last_turn().unit("12ss_hq", "E1736").unit("12ss_25", "E1836", disorder=1).unit("12ss_26", "E1735", disorder=2)
    b.unit("3_br_8", "E2437").active("12ss_hq", "12ss_25", "12ss_26").run(Movement(), DeclareAttacks())
    coming = list(b.game.script(b.state, b.offer, Chance("s", "log", 1)))
    rested = [decision.unit for decision in coming if isinstance(decision, Recover)]
    assert rested == [b.piece("12ss_26"), b.piece("12ss_25")]
    for decision in coming:
        b.play(decision)


def test_where_all_gather_there_they_go() -> None:
    b = last_turn().unit("12ss_hq", "E1736").unit("12ss_25", "E1836").unit("12ss_26", "E1735").unit("3_br_8", "E2437")
    b.active("12ss_hq", "12ss_25", "12ss_26").run(Movement(), DeclareAttacks())
    plan = next(
        plan
        for plan in b.game.plans(b.state, f.GERMAN)
        if plan.name == "gather" and b.game.place(plan.place) == "E1738"
    )
    twin = b.game.leaning(plan)
    for number in range(4):
        assert b.offer is not None
        b.play(twin.advise(b.state, b.offer, Chance("s", "log", number)))
    assert (b.at("12ss_25"), b.at("12ss_26")) == ("E1738", "E1738")


def begun(moves: int) -> Built:
    """The scenario itself, so many decisions of greedy bots later."""
    b = position(with_setup=True, seed="a")
    for number in range(moves):
        prompt = b.offer
        assert prompt is not None
        b.play(greedy_bot(b.game, b.state, prompt, Chance("s", "log", number)))
    return b


@pytest.mark.whole
def test_a_course_says_what_it_does_until_a_die_is_thrown_and_the_bot_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(June6, "near_end", lambda _game, _state: True)
    monkeypatch.setattr(candidates, "WHIMS", 1)
    b = begun(8)
    prompt, bot = b.offer, SearchBot(60)
    assert prompt is not None and running(b.game, b.state) == prompt.side
    before = digest(b.state)
    course = best_course(b.game, b.state, prompt.side, Chance("s", "log", 1), 60)
    assert digest(b.state) == before and before in course.moves
    decided = bot(b.game, b.state, prompt, Chance("s", "log", 1))
    assert decided == course.moves[before]
    check(b.game, b.state, decided)
