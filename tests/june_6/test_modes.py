"""Combat modes: sealed, forced, revealed (J6 12.4, R-40, R-61)."""

from __future__ import annotations

from hexledger.engine.games.june_6.questions.fight import FIGHT_GCA, FIGHT_ROUT
from hexledger.engine.games.june_6.rules.modes import ChooseMode
from hexledger.engine.kernel.decisions import Seal, WordId
from hexledger.engine.kernel.seals import reveal, seal
from hexledger.events import model as ev
from tests.june_6.builder import Built
from tests.june_6.combats import SALT, answer, declare, field, fight, results_not_applied, special


def open_fight() -> Built:
    """A British attack on a regiment that may choose its mode."""
    return field().unit("16lw_32", "E1833").unit("3_br_8", "E1932").active("3_br_8")


def chosen(b: Built, mode: str) -> ChooseMode:
    """A mode as a decision."""
    return ChooseMode(WordId(b.game.words[f"mode.{mode}"]))


def test_both_sides_choose_secretly_when_both_are_free() -> None:
    outcome = fight(open_fight(), "E1833", "3_br_8", mode="probe", defence="retreat", dice=[])
    assert outcome.asked == ["ask.seal_mode", "ask.defence_mode", "ask.reveal_mode"]
    words = outcome.built.game.words
    assert (outcome.fight.attack_mode, outcome.fight.defence_mode) == (words["mode.probe"], words["mode.retreat"])
    kinds = [type(event) for event in outcome.events if isinstance(event, (ev.Sealed, ev.Revealed))]
    assert kinds == [ev.Sealed, ev.Revealed]
    assert not outcome.built.state.seals


def test_the_record_shows_no_attack_mode_before_the_defender_has_chosen() -> None:
    b = open_fight()
    outcome = declare(b, "E1833 3_br_8")
    with results_not_applied():
        b.play(seal(chosen(b, "probe"), SALT))
    outcome.events += b.events
    assert not outcome.declared("mode.probe")
    assert not any(b.game.words["mode.probe"] in step[1][0] for step in b.state.agenda if step[0] == 53)  # type: ignore[operator]


def test_a_seal_opens_only_with_its_own_choice_and_salt() -> None:
    b = open_fight()
    declare(b, "E1833 3_br_8")
    assert b.refuses(chosen(b, "probe")).rule == "J6 12.41"
    assert b.refuses(Seal("not a seal")).rule == "J6 12.41"
    b.play(seal(chosen(b, "probe"), SALT), chosen(b, "stand"))
    for wrong in (
        reveal(chosen(b, "assault"), SALT),
        reveal(chosen(b, "probe"), "another salt"),
        chosen(b, "probe"),
    ):
        assert b.refuses(wrong).rule == "J6 12.41"
    b.dice(5)
    with results_not_applied():
        b.play(reveal(chosen(b, "probe"), SALT))
    assert b.quiet


def test_a_seal_over_something_that_is_no_attack_mode_cannot_be_opened() -> None:
    b = open_fight()
    declare(b, "E1833 3_br_8")
    b.play(seal(chosen(b, "stand"), SALT), chosen(b, "stand"))
    assert "not Stand" in b.refuses(reveal(chosen(b, "stand"), SALT)).reason


def test_the_defender_chooses_stand_or_retreat_and_nothing_else() -> None:
    b = open_fight()
    declare(b, "E1833 3_br_8")
    b.play(seal(chosen(b, "probe"), SALT))
    assert b.refuses(chosen(b, "assault")).rule == "J6 12.41"
    assert b.choices() == ["choose_mode mode.stand", "choose_mode mode.retreat"]
    assert b.check_choices() == 2


def test_a_hex_with_an_ss_unit_stands_and_the_attacker_chooses_in_the_open() -> None:
    b = field().units("E1833", "16lw_32", "12ss_pzjg").unit("3_br_8", "E1932").active("3_br_8")
    outcome = fight(b, "E1833", "3_br_8", mode="probe")
    assert outcome.asked == ["ask.attack_mode"]
    (stand,) = outcome.declared("mode.stand")
    assert b.game.rule(stand.rule) == "J6 PB 6.102"
    assert outcome.drm("probe") == -3


def test_an_ss_hq_alone_makes_its_hex_stand() -> None:
    b = field().units("E1833", "16lw_32", "12ss_hq").unit("3_br_8", "E1932").active("3_br_8")
    assert fight(b, "E1833", "3_br_8").asked == ["ask.defence_artillery", "ask.attack_mode"]


def test_the_british_stand_against_every_attack_counterattacks_and_routs_included() -> None:
    b = field().unit("16lw_32", "E1833").unit("3_br_8", "E1932").active("16lw_32")
    assert fight(b, "E1932", "16lw_32", dice=[5]).asked == ["ask.attack_mode"]
    for kind in (FIGHT_GCA, FIGHT_ROUT):
        b = field().unit("16lw_32", "E1833").unit("3_br_8", "E1932").active("3_br_8")
        outcome = special(b, kind, "E1932", "16lw_32", dice=[5])
        assert outcome.asked == ["ask.attack_mode"]
        assert [event.kind for event in outcome.declared("mode.stand")]


def test_scenarios_without_prescribed_modes_leave_both_sides_free() -> None:
    b = field()
    b.act().assign("var.scenario", b.game.scenario_number("st_lo"))
    b.unit("12ss_25", "E1833").unit("3_br_8", "E1932").active("3_br_8")
    outcome = declare(b, "E1833 3_br_8")
    answer(outcome)
    assert outcome.asked[0] == "ask.seal_mode"
