"""What is kept is what a fresh look finds, and a list of one kind is that part of the whole list: in games of every
rulebook, played in a checked twin (`Game.checked`)."""

from __future__ import annotations

import pytest

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import greedy_bot, random_bot
from hexledger.engine.dice.rolling import PracticeRoller
from hexledger.engine.errors import EngineError, RuleNotImplemented
from hexledger.engine.kernel.deciding import Draft, Listing, begin, choices, decide, offer
from hexledger.engine.kernel.decisions import Decision, Reveal
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.seals import reveal, seal, wants_reveal, wants_seal
from tests.every_game.about import About, Match
from tests.every_game.catalogue import begun, every_game, matches

KEY = bytes(32)


def checked_game(one: About, match: Match, most: int) -> int:
    """Play in the checked twin, every second open decision by the greedy bot; how many decisions were made."""
    game = one.open().checked()
    draft = begin(game, match.scenario, dict(match.options), PracticeRoller(KEY, match.seed, 0))
    hidden: list[Decision] = []
    for seq in range(1, most + 1):
        prompt = offer(game, draft.state)
        if prompt is None:
            return seq - 1
        chance = Chance(match.seed, "checked", seq)
        decision: Decision
        if wants_reveal(prompt.kinds):
            decision = opening(draft, hidden)
        elif wants_seal(prompt.kinds):
            hidden.append(random_bot(game, draft.state, prompt, chance))
            decision = seal(hidden[-1], "salt")
        else:
            decision = advised(game, draft, chance) if seq % 2 else random_bot(game, draft.state, prompt, chance)
        roller = PracticeRoller(KEY, match.seed, seq)
        draft = decide(game, draft.state, draft.digest, prompt.side, decision, roller, draft.waiting)
    return most


def advised(game: Game, draft: Draft, chance: Chance) -> Decision:  # type: ignore[type-arg]
    """What the greedy bot does, or the random one in a game that has none."""
    prompt = offer(game, draft.state)
    assert prompt is not None
    try:
        return greedy_bot(game, draft.state, prompt, chance)
    except RuleNotImplemented:
        return random_bot(game, draft.state, prompt, chance)


def opening(draft: Draft, hidden: list[Decision]) -> Reveal:
    """The opening of one of the seals that the step on top accepts."""
    assert draft.waiting is not None
    for choice in hidden:
        shown = reveal(choice, "salt")
        try:
            draft.waiting.step.check(draft.waiting.pos, shown)
        except EngineError:
            continue
        return shown
    raise AssertionError("no seal fits")


@pytest.mark.whole
@every_game
def test_every_kept_value_of_a_game_is_what_a_fresh_look_finds(one: About) -> None:
    assert checked_game(one, one.branched, one.checked) > 10


@pytest.mark.long
@matches("random")
def test_every_kept_value_of_many_games_is_what_a_fresh_look_finds(one: About, match: Match) -> None:
    assert checked_game(one, match, 400) > 10


@every_game
def test_the_list_of_one_kind_is_that_part_of_the_whole_list(one: About) -> None:
    match, lists = one.branched, 0
    b = begun(one, match)
    for number in range(match.most):
        prompt = b.offer
        if prompt is None:
            break
        if number % 5 == 0:
            whole, listing = list(choices(b.game, b.state)), Listing(b.game, b.state)
            assert sorted(listing.kinds()) == sorted({choice.kind() for choice in whole})
            assert set(listing.kinds()) <= set(prompt.kinds)
            for kind in listing.kinds():
                assert listing.of(kind) == [choice for choice in whole if choice.kind() == kind]
                lists += 1
        b.play(match.players()[prompt.side](b.game, b.state, prompt, Chance(match.seed, "games", number)))
    assert lists > 5
