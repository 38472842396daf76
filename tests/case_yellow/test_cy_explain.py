"""Case Yellow: what `explain` says of a combat, an Engaged result, an interdiction, a Stuka, from recorded games."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexledger.engine.games.case_yellow.rules.combat import Combats
from hexledger.engine.games.case_yellow.rules.movement import Movement
from hexledger.engine.games.case_yellow.rules.terror import Surrender, Terror
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.events import model as ev
from hexledger.projections.explain import explain, explain_text
from hexledger.replays.log.chronicle import Chronicle
from tests.case_yellow.builder import position
from tests.case_yellow.explained import explained

GAMES = Path(__file__).parents[1] / "corpus" / "games" / "case_yellow"


def told(log: str, table: str, result: str) -> str:
    """The explanation of the first frame in which a table gave a result."""
    with Chronicle.read(GAMES / log) as chronicle:
        game = chronicle.game
        for seq in range(len(chronicle.timeline)):
            for event in chronicle.frame(seq).events:
                read = isinstance(event, ev.Resolved) and event.table == game.words[table]
                if read and game.words[result] in event.results:  # type: ignore[attr-defined]
                    return explain_text(explain(list(chronicle.frames(seq)), seq, game, game.decide_text))
    raise AssertionError(f"no {result} in {log}")


@pytest.mark.parametrize(
    ("log", "table", "result", "words"),
    [
        (
            "02-greedy-greedy.hxl",
            "table.crt",
            "result.DR",
            ("attack strength", "defence strength", "odds and shifts", "Combat Results Table", "CY 11.3a", "DR"),
        ),
        (
            "02-greedy-greedy.hxl",
            "table.crt",
            "result.ENG",
            ("tactical ratings", "best TR of the attackers", "against", "best TR of the defenders", "CY 11.9a"),
        ),
        ("03-greedy-random.hxl", "table.interdiction", "result.hit", ("River Crossing Interdiction Table", "CY 5.1c")),
        ("00-random-random.hxl", "table.stuka", "result.DIS_DL1", ("Stuka modifiers", "Stuka Dive Bombing Table")),
    ],
)
def test_the_calculation_is_told_line_by_line_with_its_rules(
    log: str, table: str, result: str, words: tuple[str, ...]
) -> None:
    text = told(log, table, result)
    assert [word for word in words if word not in text] == [], text


def test_an_overrun_is_told_with_both_strengths_the_odds_it_needs_and_what_it_costs() -> None:
    """10.3c, 6.1b."""
    b = position().units("2812", "ge_1_pz", "ge_2_pz").unit("br_12", "2811").marker("better_defence", "2811")
    text = explained(b.round_of("german", "move").run(Movement(w.GERMAN)), "overrun ge_1_pz,ge_2_pz 2811")
    told = [" ".join(line.split()) for line in text.splitlines()]
    strengths = ["1. Panzer 5 [CY 10.3c: Overrun]", "2. Panzer 5 [CY 10.3c: Overrun]", "total 10"]
    against = ["12th Division (TA) 1 [CY 10.3c: Overrun]", "total 1"]
    odds = ["odds on open ground 9 [CY 10.3c: Overrun]", "Better Defence 1 [CY 12.11: Better Defence]", "total 10"]
    sums = [line for line in told if not line.startswith("#")]
    assert [line for line in (*strengths, *against, *odds) if line not in sums] == [], text
    heads = (
        "overrun strength",
        "strength overrun",
        "odds to one that the overrun needs",
        "12th Division (TA): disrupted",
    )
    assert [head for head in heads if head not in text] == [], text


def test_an_attack_tells_where_each_unit_draws_attack_supply_and_who_has_none() -> None:
    """7.6a, 7.6c, 7.6d, 7.6e."""
    b = position(dice=(3,)).unit("ge_x", "2812").unit("ge_ix", "2831").unit("ge_agb_supply", "2932").turn(3)
    b.unit("br_12", "2813").round_of("german", "combat", turn=3).run(Combats(w.GERMAN))
    text = explained(b, "attack ge_x 2813")
    assert "X. Armeekorps: no attack supply" in text and "[CY 7.6" in text, text
    assert "attackers out of supply or without attack supply -1" in " ".join(text.split()), text
    linked = position(dice=(3,)).unit("ge_x", "2831").unit("ge_agb_supply", "2932").unit("br_12", "2830")
    told = explained(linked.round_of("german", "combat", turn=3).run(Combats(w.GERMAN)), "attack ge_x 2830")
    assert "X. Armeekorps, attack supply: in attack supply by 2831-2931-2932" in told, told


def test_a_surrender_is_told_with_what_was_counted_and_all_that_follows() -> None:
    """12.5a, 12.5b, 10.9d."""
    b = position().unit("be_iii", "2724").unit("nl_1", "4024").taken("4326", "4123", "4127", "4030", "3725", "3727")
    b.taken("3627", *(b.pos.label(city) for city in b.pos.game.ground.belgian_cities)).run(Terror(), Surrender())
    text = explained(b, "terror_bomb 4024")
    for wanted in ("cities counted for surrender", "cities counted for the surrender of Belgium", "Belgian units left"):
        assert wanted in text, text
    assert "III Corps BE" in text and "[CY 12.5b" in text and "[CY 10.9" in text, text
