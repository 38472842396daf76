"""What the page is told before a decision is made, in every game: the odds with every modifier, what a way costs, how
a field is called, and why not, with the place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hexledger.engine.catalogue import GAMES, open_game
from hexledger.engine.kernel.decisions import KERNEL_KINDS, Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.table.drafting import NUMBER, ROUTE, WORD, fields_of, kind_words
from hexledger.engine.table.onward import ahead, begins_a_fight
from hexledger.engine.table.preview import Preview, preview
from hexledger.events.model import Moved, Reckoned
from hexledger.replays.log.chronicle import Chronicle
from tests.every_game.about import About
from tests.every_game.catalogue import every_game, outside_the_catalogue
from tests.every_game.test_records import Play

FIGHTS = 6
"""Attacks of a game that are looked at before they are made."""
WAYS = 20
"""Moves of a game that are looked at before they are made."""
SHORT = 2
"""Letters of a name that says nothing to a player (`am`, `at`, `a`)."""


def decided(chronicle: Chronicle, game: Game[Any]) -> Iterator[tuple[Any, Decision, Preview]]:
    """Each open decision of a game with the frame that holds it, and what it looks like before it is made."""
    for frame in chronicle.frames(chronicle.timeline.head):
        decision = chronicle.decision(frame.seq)
        if frame.seq and isinstance(decision, Decision) and decision.kind() not in KERNEL_KINDS:
            yield frame, decision, preview(game, chronicle.state(frame.parent), decision)


@pytest.mark.whole
@every_game
def test_an_attack_shows_both_strengths_and_every_modifier_before_it_is_made(one: About, played: Play) -> None:
    path, game, _ = played(one)
    attack, defence, _ = game.view().fight_sums
    with Chronicle.read(path, game=outside_the_catalogue(one.game)) as chronicle:
        seen = 0
        for _frame, decision, looked in decided(chronicle, game):
            if not begins_a_fight(game, looked.events):
                continue
            later = ahead(game, decision, looked)
            events = (*looked.events, *(later.events if later else ()))
            sums = {game.word_key(event.kind): event for event in events if isinstance(event, Reckoned)}
            if one.game in GAMES and (looked.asked or later):
                lines = [line for event in sums.values() for line in event.lines]
                assert lines and all(rule for _, _, rule in lines), "every modifier names its rule"
                assert bool(sums.keys() & attack) == bool(sums.keys() & defence), (decision, sorted(sums))
                seen += bool(sums.keys() & attack)  # a bombardment has its DRM, and no strengths
            if seen == FIGHTS:
                break
        assert seen or one.game not in GAMES


@every_game
def test_a_way_tells_what_it_costs_before_it_is_gone(one: About, played: Play) -> None:
    path, game, _ = played(one)
    with Chronicle.read(path, game=outside_the_catalogue(one.game)) as chronicle:
        seen = 0
        for frame, decision, looked in decided(chronicle, game):
            ways = any(field.role == ROUTE for field in fields_of(game, decision.kind()))
            made = [event for event in frame.events if isinstance(event, Moved) and event.cost]
            if not ways or not made or looked.asked is not None:
                continue
            told = [event for event in looked.events if isinstance(event, Moved) and event.cost]
            assert told == made and all(game.cost(event.cost) for event in told)
            seen += 1
            if seen == WAYS:
                break
        assert seen


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_kind_and_field_is_called_something_that_a_player_reads(game: str) -> None:
    opened = open_game(game)
    for kind in set(opened.codec.classes) - KERNEL_KINDS:
        for called in (kind_words(opened, kind), *(field.words for field in fields_of(opened, kind))):
            assert "_" not in called, (kind, called)
            assert len(called) > SHORT or called.isupper(), (kind, called)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_word_about_a_field_is_of_a_field_that_there_is(game: str) -> None:
    opened = open_game(game)
    kinds = {kind: {field.name for field in fields_of(opened, kind)} for kind in opened.codec.classes}
    everywhere = {name for names in kinds.values() for name in names}
    own = [key.split(".") for key, number in opened.words.items() if number >= 200]
    for what, *rest in own:
        if what in ("field", "help"):
            assert rest[-1] in (kinds[rest[0]] if len(rest) == 2 else everywhere), (what, rest)
        elif what == "decide":
            assert rest[0] in kinds, rest


def test_what_a_supply_point_does_is_said_where_it_is_picked() -> None:
    """F44 2.0-6, 2.0-8: a committed point is a chit in the cup of the next turn."""
    (points,) = fields_of(open_game("france_1944"), "commit_supply")
    assert points.role == NUMBER and points.words == "supply points committed"
    assert "initiative chit" in points.help and "next turn" in points.help


def test_a_field_of_words_and_one_of_units_are_called_by_the_word_list() -> None:
    game = open_game("june_6")
    (am,) = fields_of(game, "pick_am")
    assert (am.role, am.words, am.help) == (WORD, "AM", "")
    target, units, engineers = fields_of(game, "attack")
    assert (target.words, units.words) == ("target", "units")
    assert engineers.words == "HQs whose engineers carry the attack over a great river"
    assert kind_words(game, "end_attacks") == "end attacks" and kind_words(game, "pick_am").startswith("keep an AM")
