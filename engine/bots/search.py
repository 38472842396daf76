"""The searching bot: plans of the greedy bot, compared by playing them out.

A plan is a way for the game's advisor to lean (`Game.stances`), kept for one turn or activation of the side. When the
side is first asked in it, each plan is played out to the end of the game against the greedy bot, with the dice of a
seed of its own (nobody looks at the game's), and the plan that wins most is followed. The playouts are shared out by
sequential halving (Karnin, Koren and Somekh 2013): in each round every plan that is left is played as often as the
others and with the same luck, and the worse half goes. The budget is a number of playouts, never a time: the same seed
gives the same game on every machine.

What a side has sealed is nobody's to look at: while a seal lies, the bot follows the plan that it has.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.playing import Bot, play_from
from hexledger.engine.dice.paired import Key, PairedLuck
from hexledger.engine.kernel.decisions import Decision, GoOn
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.stances import STEADY, Stance
from hexledger.engine.kernel.steps import Prompt
from hexledger.projections.digest import digest
from hexledger.projections.state import State

PLAYOUTS: Final = 48
"""Playouts of one comparison of plans."""
HORIZON: Final = 1500
"""Decisions after which a playout counts as a draw."""
REMEMBERED: Final = 256
"""Plans that are remembered, the last ones."""

Moment = tuple[int, ...]
"""Side, turn, and what tells one activation from the next."""


def greedy_bot(game: Game[Any], state: State, prompt: Prompt, chance: Chance) -> Decision:
    """What the game's own advisor values most; ties are broken by chance. A set-up that waits for its dice goes on."""
    if prompt.kinds == (GoOn.kind(),):
        return GoOn()
    return game.advise(state, prompt, chance)


class SearchBot:
    """The greedy bot's decision under the plan that playouts like best. A game whose advisor knows one plan only is
    played as the greedy bot plays it.

    A bot remembers the plans of the games that it plays; one that sits down in the middle of a turn plans anew.
    """

    def __init__(self, playouts: int = PLAYOUTS) -> None:
        self.playouts = playouts
        self.plans: OrderedDict[tuple[bytes, Moment], Stance] = OrderedDict()
        """(game and seed, moment) -> the plan that is followed there."""

    def __call__(self, game: Game[Any], state: State, prompt: Prompt, chance: Chance) -> Decision:
        """A legal decision of the side that is asked."""
        if len(game.stances) < 2 or prompt.kinds == (GoOn.kind(),):
            return greedy_bot(game, state, prompt, chance)
        key = (chance.game, moment(game, state, prompt.side))
        if key not in self.plans and not state.seals:
            self.plans[key] = best_plan(game, state, prompt.side, chance, self.playouts)
            while len(self.plans) > REMEMBERED:
                self.plans.popitem(last=False)
        return greedy_bot(game.leaning(self.plans.get(key, STEADY)), state, prompt, chance)


def moment(game: Game[Any], state: State, side: int) -> Moment:
    """What a plan is made for."""
    activation = (state.variable(game.words[word]) for word in sorted(game.activation_words))
    return (side, state.turn, *activation)


def best_plan(game: Game[Any], state: State, side: int, chance: Chance, playouts: int = PLAYOUTS) -> Stance:
    """The stance under which a side wins most playouts from here, by sequential halving; the steady one where there
    are fewer playouts than plans."""
    plans = list(game.stances)
    if playouts < len(plans):
        return plans[0]
    seed = str(chance.below(1 << 32))
    rounds = (len(plans) - 1).bit_length()
    wins = dict.fromkeys(plans, 0)
    run, here = 0, moment(game, state, side)
    for _ in range(rounds):
        for _ in range(max(1, playouts // (rounds * len(plans)))):
            for plan in plans:
                wins[plan] += _worth(game, state, side, plan, here, f"{seed}/{run}")
            run += 1
        plans.sort(key=lambda plan: -wins[plan])
        plans = plans[: (len(plans) + 1) // 2]
    return plans[0]


def _worth(game: Game[Any], state: State, side: int, plan: Stance, here: Moment, seed: str) -> int:
    """What a playout is worth to a side: 2 a win, 1 a draw or a game without an end, 0 a loss."""
    made: dict[Key, int] = {}
    leaning = game.leaning(plan)

    def planned(game: Game[Any], state: State, prompt: Prompt, chance: Chance) -> Decision:
        return greedy_bot(leaning if moment(game, state, side) == here else game, state, prompt, chance)

    players: dict[int, Bot] = dict.fromkeys(range(1, len(game.sides) + 1), greedy_bot) | {side: planned}
    ended = play_from(
        game,
        state,
        digest(state),
        players,
        lambda: PairedLuck(seed, made),
        lambda number: Chance(seed, "playout", number),
        HORIZON,
    ).state
    if not ended.over or not ended.winner:
        return 1
    return 2 * int(ended.winner == side)
