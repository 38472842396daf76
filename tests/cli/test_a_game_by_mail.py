"""A whole Push to Caen by mail, in duel dice and with a keeper, by the commands of docs/signatures-and-mail.md only;
what it costs in mails stands there and is held here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexledger.events.model import Drawn, Rolled
from hexledger.replays.log.chronicle import Chronicle
from tests.cli.by_mail import PAGE, ByMail, Counted, counted
from tests.cli.conftest import Run

DICE = ("duel", "referee")
SCENARIOS = (
    *("fortress_europa/battle_of_the_bulge", "case_yellow/historical", "france_1944/falaise_gap"),
    "time_for_trumpets/losheim_gap",
)
"""One of each other game."""
ROWS = {
    "mails, keeper's included": lambda one, _: str(one.mails),
    "mails a turn": lambda one, _: _tenths(one.mails, one.turns),
    "mails from the first decision about a combat to its die, on average": lambda one, _: _tenths(
        one.to_the_die, one.combats
    ),
    "mails that a person must answer, no orders": lambda one, _: str(one.waited),
    "the same with the orders `only` and `roll`": lambda _, two: str(two.waited),
    "the same for a combat to its die, no orders": lambda one, _: _tenths(one.waited_to_the_die, one.combats),
    "the same with `only` and `roll`": lambda _, two: _tenths(two.waited_to_the_die, two.combats),
}


def _tenths(number: int, by: int) -> str:
    """A quotient with one decimal, rounded."""
    tenths = (20 * number + by) // (2 * by)
    return f"{tenths // 10}.{tenths % 10}"


def _on_the_page(dice: str) -> dict[str, str]:
    """The column of a dice mode in the page's table of mails."""
    rows = re.findall(r"^\| (.+?) \| ([\d.?]+) \| ([\d.?]+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return {what: (duel if dice == "duel" else referee) for what, duel, referee in rows}


def _end(game: ByMail) -> None:
    """Both files are one, intact, and every command that was typed stands on the page."""
    assert game.log("ann").read_bytes() == game.log("bob").read_bytes()
    for who in ("ann", "bob"):
        assert game.type(who, "hexledger verify g.hxl --require-anchor").rstrip().endswith("intact")
    if game.dice == "referee":
        game.type("ann", "hexledger send g.hxl --to referee --as allied -o to-referee")
        game.type("rex", "hexledger receive to-referee g.hxl")
        game.type("rex", "hexledger keeper reveal g.hxl.keeper g.hxl")
        opened = game.type("rex", "hexledger verify g.hxl")
        assert re.search(r"referee dice: (\d+) of \1 made again and equal", opened), opened


@pytest.mark.long
@pytest.mark.parametrize("dice", DICE)
def test_a_whole_game_by_mail_costs_the_mails_that_the_page_says(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dice: str
) -> None:
    costs: list[Counted] = []
    for name, orders in (("by-hand", False), ("with-orders", True)):
        (tmp_path / name).mkdir()
        with monkeypatch.context() as patch:
            game = ByMail(run, tmp_path / name, patch, dice)
            game.begin()
            if orders:
                game.order()
            game.play()
            _end(game)
        costs.append(counted(game))
    found = {what: of(*costs) for what, of in ROWS.items()}
    assert found == _on_the_page(dice)


@pytest.mark.whole
@pytest.mark.parametrize("dice", DICE)
def test_a_first_stretch_of_a_game_by_mail_needs_nothing_but_the_page(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dice: str
) -> None:
    game = ByMail(run, tmp_path, monkeypatch, dice)
    game.begin()
    game.order()
    game.play(mails=16)
    assert len(game.mails) in (16, 17), "a question to the keeper and his answer come together"
    assert {mail.sender for mail in game.mails} == ({"ann", "bob"} if dice == "duel" else {"ann", "bob", "rex"})


def _dice_in(log: Path) -> int:
    """Dice and draws of a log."""
    with Chronicle.read(log) as chronicle:
        frames = chronicle.frames(chronicle.timeline.head)
        return sum(isinstance(event, Rolled | Drawn) for frame in frames for event in frame.events)


@pytest.mark.whole
@pytest.mark.parametrize("dice", DICE)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_game_is_played_by_mail_by_the_same_lines(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scenario: str, dice: str
) -> None:
    game = ByMail(run, tmp_path, monkeypatch, dice, scenario)
    game.begin()
    game.order()
    game.play(mails=6)
    assert len(game.mails) >= 6 and max(_dice_in(game.log(who)) for who in ("ann", "bob"))
    for who in ("ann", "bob"):
        told = game.type(who, "hexledger verify g.hxl", told=True)
        assert told.splitlines()[0].startswith("g.hxl") and "intact" in told, told
