"""France 1944: what `explain` says of combats, supply, reactions, bridges, attrition and air, from played games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hexledger.engine.bots.players import greedy_bot
from hexledger.engine.games.france_1944.rules.victory import Victory
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.table.ruling_effects import parse
from hexledger.events import model as ev
from hexledger.projections.explain import explain, explain_text
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import new_genesis
from hexledger.replays.log.table import play_on
from hexledger.replays.referee.rulings import correct_position
from tests.france_1944.builder import position

GAMES = Path(__file__).parents[1] / "corpus" / "games" / "france_1944"
Test = Callable[[ev.Event, Any], bool]

AT_THE_RHINE = (
    "control 2907 allied; move hq_us_1 3308; move us_v 3308; move us_2ad 3308; move ge_lxxxviii 3710;"
    "move us_vii 2017; flag us_vii oos 1"
)
"""A referee's ruling that puts an army on the lower Rhine, and a corps out of supply for the second time."""


@pytest.fixture(scope="module")
def rhine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign in which an Allied chit is drawn with an army at the Rhine, and a bridge is entered; then both sides
    do nothing until a corps out of supply has been checked."""
    path = tmp_path_factory.mktemp("explain") / "rhine.hxl"
    with Chronicle.create(path, new_genesis("france_1944/campaign", seed="rhine 4")) as log:
        bots = {1: greedy_bot, 2: greedy_bot}
        while "activate_hq" not in (prompt := log.offer()).kinds or prompt.side != w.ALLIED:  # type: ignore[union-attr]
            play_on(log, bots, limit=1)
        correct_position(log, parse(log.game, log.state(), AT_THE_RHINE), "an example of the Rhine")
        for line in (
            "activate_hq hq_us_1",
            "designate us_v,us_2ad",
            "administer -",
            "choose_box 1",
            "declare increment.m",
            "move us_2ad 3309,3409",
            "end_increment",
        ):
            log.submit(w.ALLIED, log.game.codec.from_text(line))
        while log.state().turn < 3:
            prompt = log.offer()
            assert prompt is not None
            offered = {decision.kind(): decision for decision in log.choices()}
            quiet = next((kind for kind in ("pass", "end_phase", "end_increment", "check_rest") if kind in offered), "")
            log.submit(prompt.side, offered.get(quiet, next(iter(offered.values()))))
    assert audit(path).intact
    return path


def told(paths: Path | list[Path], test: Test) -> str:
    """The explanation of the first decision with an event that passes the test."""
    for path in [paths] if isinstance(paths, Path) else paths:
        with Chronicle.read(path) as log:
            for seq in range(len(log.timeline)):
                if any(test(event, log.game) for event in log.frame(seq).events):
                    return explain_text(explain(list(log.frames(seq)), seq, log.game, log.game.decide_text))
    raise AssertionError("there is no such decision")


def corpus() -> list[Path]:
    """The recorded games."""
    return sorted(GAMES.glob("*.hxl"))


def resolved(table: str, column: str = "") -> Test:
    """A table was read."""

    def test(event: ev.Event, game: Any) -> bool:
        here = isinstance(event, ev.Resolved) and event.table == game.words[table]
        return here and (not column or event.column == game.words[column])  # type: ignore[union-attr]

    return test


def lines(text: str, *wanted: str) -> Iterator[str]:
    """What of the wanted is not in the text, in any line."""
    flat = [" ".join(line.split()) for line in text.splitlines()]
    return (one for one in wanted if not any(one in line for line in flat))


@pytest.mark.parametrize(("column", "kind"), [("column.set_piece", "set-piece"), ("column.mobile", "mobile")])
def test_a_combat_is_told_with_every_modifier_die_and_cell(column: str, kind: str) -> None:
    """8.0, 9.1-9.6."""
    text = told(corpus(), resolved("table.combat_matrix", column))
    wanted = ("[F44 3.8", "[F44 9.3", "morale of the attacking lead", "strength ratio attacker to defender", "hit die")
    sums = ("strength of the attackers", "strength of the defenders", "hits on the attackers", "hits on the defenders")
    checks = ("morale check attacker, row", "morale check defender, row", f"Combat Matrix {kind}, row", "combat matrix")
    missing = lines(text, *wanted, *sums, *checks)
    assert list(missing) == [], text


def test_the_type_of_a_combat_is_told_with_what_was_looked_at() -> None:
    """9.1."""

    def attack(event: ev.Event, game: Any) -> bool:
        return isinstance(event, ev.Reckoned) and event.kind == game.words["reckon.type"]

    text = told(corpus(), attack)
    missing = lines(text, "entered its hex just before", "attackers over a river", "targets that bar mobile combat")
    assert list(missing) == [] and "combat  [F44 9.1" in text, text


def test_a_bridge_roll_is_told_with_its_die_its_bridge_and_what_followed(rhine: Path) -> None:
    """12.7."""
    text = told(rhine, resolved("table.bridge"))
    missing = lines(text, "2 Armored Division moves 3308-3309-3409", "bridge, 3509: d6 =", "blowing a bridge die, row")
    assert list(missing) == [] and "3409/3509: bridge" in text, text


def test_an_attrition_check_is_told_with_its_lines_and_the_way_out(rhine: Path) -> None:
    """10.1.1."""

    def check(event: ev.Event, game: Any) -> bool:
        return isinstance(event, ev.Reckoned) and event.kind == game.words["reckon.attrition"] and event.total > 0

    text = told(rhine, check)
    why = ("VII Corps: out of supply", "VII Corps: no headquarters in supply that may", "attrition, steps, VII Corps")
    missing = lines(text, *why, "out of supply, for the first time or already 1", "VII Corps loses 1 step")
    assert list(missing) == [], text
    assert "not surrounded by 2017-" in text, "the way that is open"


def test_a_reaction_is_told_with_its_price_and_the_line_that_supplies_the_piece() -> None:
    """5.2, 11.1, 11.5."""

    def reaction(event: ev.Event, _game: Any) -> bool:
        return isinstance(event, ev.Assigned) and event.value == w.SINGLE and event.variable == w.VAR["kind"]

    text = told(corpus(), reaction)
    missing = lines(text, "reaction points, ", "[F44 5.2", "supply", "[F44 11.5")
    assert list(missing) == [], text


def test_air_support_is_told_with_the_number_that_its_die_must_not_exceed() -> None:
    """2.0-3."""
    text = told(corpus(), resolved("table.air"))
    missing = lines(text, "air availability die, row", "highest die that brings air support", "listed for the turn 5")
    assert list(missing) == [], text


def test_the_points_at_the_end_are_about_no_hex() -> None:
    """13: not about the first hex of the map, which is what no place was told as."""
    b = position("falaise_gap", with_setup=True, seed="told")
    b.run(Victory())
    (made,) = [event for event in b.of(ev.Reckoned) if event.kind == b.game.words["reckon.vp"]]
    assert b.game.subject(made.kind, made.subject) == ""
    assert b.game.subject(b.game.words["reckon.sp"], w.GERMAN) == "German"
