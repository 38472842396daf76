"""Decisions in words: one phrase for every kind, as a player would write it down."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.questions.letters import REDUCED, Loss
from hexledger.engine.games.june_6.rules.attachment import Attachments
from hexledger.engine.games.june_6.rules.attack import DeclareAttacks, EndAttacks
from hexledger.engine.games.june_6.rules.letters import ReduceOne, ShareOut
from hexledger.engine.games.june_6.rules.modes import ChooseMode
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.engine.games.june_6.shown.telling import Telling
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, Reveal, Seal, WordId
from hexledger.engine.kernel.seals import reveal
from hexledger.engine.naming.telling import phrases_of
from hexledger.projections.phrases import Phrases
from tests.june_6.builder import Built, position


def words(b: Built, decision: Decision | str) -> str:
    """What a decision is called in this position."""
    return b.game.tell(b.pos, b.decision(decision))


def front() -> Built:
    """Two British brigades and a German detachment; the British may move."""
    b = position().unit("det_1", "E2137").unit("3_br_8", "E2336").unit("3_br_27", "E2337").unit("3_br_hq", "E2438")
    return b.active("3_br_8", "3_br_27", "3_br_hq").run(Movement(), DeclareAttacks())


def test_a_move_is_told_with_its_hexes_and_its_cost() -> None:
    assert words(front(), "move 3_br_8 E2237") == "8/3 moves E2336-E2237 (2 MP)"
    assert words(front(), "move 3_br_27 E2338,E2239") == "27/3 moves E2337-E2338-E2239 (2 MP)"


def test_a_move_that_cannot_be_made_is_told_without_a_cost() -> None:
    assert words(front(), "move 3_br_8 E1737") == "8/3 moves E2336-E1737"
    assert words(front(), "move 3_br_27 E2238,E2239") == "27/3 moves E2337-E2238-E2239", "it must stop in E2238"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("attack E2137 3_br_8", "attack E2137 with 8/3"),
        ("attack E2137 3_br_8,3_br_27", "attack E2137 with 8/3 and 27/3"),
        ("attack E2137 3_br_8,3_br_9,3_br_27", "attack E2137 with 8/3, 9/3 and 27/3"),
        ("attack E1838 3_br_8 3_br_hq", "attack E1838 with 8/3, over the river with engineers of HQ/3"),
        ("artillery 3_br_hq:2,i_br_hq:5", "artillery: HQ/3 2 and HQ/I 5"),
        ("artillery -", "no artillery"),
        ("ground_support 2 0", "2 air markers for the fight"),
        ("ground_support 0 1", "1 naval marker for the fight"),
        ("ground_support 0 0", "no air or naval marker"),
        ("bombard_hex E2137 track.naval 1", "1 naval marker bombards E2137"),
        ("choose_mode mode.probe", "Probe"),
        ("recover 3_br_8 no", "8/3 recovers from Disorder"),
        ("recover 3_br_8 yes", "8/3 recovers from Reduced"),
        ("retreat det_1 E2036", "Det 1 retreats E2137-E2036"),
        ("retreat det_1,12ss_25 E2036,E1936", "Det 1 and 25/12SS retreat E2137-E2036-E1936"),
        ("advance 3_br_27 E2237,E2137", "27/3 advances E2337-E2237-E2137"),
        ("demolish 12ss_hq E1738 E1838", "HQ/12SS orders the bridge E1738-E1838 blown"),
        ("re_first no", "the other side's RE units act first"),
        ("activate_re 3_br_hq", "British 3 Infantry Division acts in RE"),
        ("activate_re viii_br_79", "79Ar/VIII C acts in RE"),
        ("end_movement", "movement ends"),
        ("buy_am am.12ss", "AM of 12SS Panzer Division is bought"),
        ("buy_corps_activation xxx_br_hq -", "Corps Activation of HQ/XXX is bought"),
        (
            "buy_corps_activation i_ss_hq 12ss_hq,21pz_hq",
            "Corps Activation of HQ/I SS is bought, with HQ/12SS and HQ/21Pz",
        ),
        ("choose_entry 12ss_hq E2147", "HQ/12SS will enter at E2147"),
        ("assign_corps g503 i_ss_hq", "503/- is assigned to HQ/I SS"),
        ("interdict interdiction_ab track.air 2", "2 air markers go to Reinforcement Interdiction A+B"),
        ("break_down 12ss_25 yes E2035,E2036", "25/12SS breaks up into Detachments in E2035 and E2036"),
        ("leave 3_br_8 -", "8/3 leaves the area"),
        ("leave 3_br_8 E2337", "8/3 leaves the area by E2336-E2337"),
        ("end_purchase", "nothing more is bought"),
    ],
)
def test_a_decision_is_told_in_one_phrase(line: str, text: str) -> None:
    assert words(front(), line) == text


def test_attached_units_are_told_with_the_division() -> None:
    b = position().unit("3_cdn_hq", "E2435").unit("i_br_79", "E2334").unit("i_br_hq", "E2436")
    b.active("3_cdn_hq").run(Attachments(b.game.formation_number["3_cdn"]))
    assert words(b, "attach i_br_79") == "79Ar/I C attached to Canadian 3 Infantry Division"
    assert words(b, "attach -") == "no attachment"


def test_the_end_of_the_declarations_says_whether_there_are_any() -> None:
    b = position().unit("det_1", "E2137").unit("3_br_8", "E2237").active("3_br_8").run(DeclareAttacks())
    assert words(b, EndAttacks()) == "no attack"
    b.play("attack E2137 3_br_8")
    assert words(b, EndAttacks()) == "the attacks are declared"


def test_a_unit_that_is_named_is_told_with_what_it_is_named_for() -> None:
    b = position().units("E2236", "3_br_8", "3_br_9")
    units = tuple(sorted((b.piece("3_br_8"), b.piece("3_br_9"))))
    b.run(ReduceOne(f.ALLIED, units, "13.22"))
    assert words(b, "choose_unit 3_br_8") == "8/3 is reduced"
    b = position().units("E2236", "3_br_8", "3_br_9")
    b.run(ShareOut(f.ALLIED, b.hex("E2236"), units, (tuple(Loss(REDUCED, "B")),), False, "13.71"))
    assert words(b, "choose_unit 3_br_8") == "8/3 is spared"


def test_a_seal_tells_nothing_and_its_opening_the_choice() -> None:
    b = front()
    mode = ChooseMode(WordId(f.ASSAULT))
    assert words(b, Seal("0" * 64)) == "the choice is sealed"
    opened = reveal(mode, "salt")
    assert isinstance(opened, Reveal) and words(b, opened) == "opened: Assault"


# ---------------------------------------------------------------------- the table of phrases
def test_another_language_is_another_table() -> None:
    table = Phrases(
        ["move = {unit}: {path}, {cost}", "list.two = {first} + {last}"], phrases_of("hexledger.engine.games.june_6")
    )
    b = front()
    assert Telling(b.pos, table).say(b.decision("move 3_br_8 E2237")) == "8/3: E2336-E2237, 2"
    assert Telling(b.pos, table).say(b.decision("counterattack 3_br_8,3_br_27")) == "counterattack with 8/3 + 27/3"
