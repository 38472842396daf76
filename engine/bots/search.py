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
from collections.abc import Sequence
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

BUDGET: Final = 1200
"""Decisions that one comparison of plans may play."""
LATE: Final = 0
"""Turns after the present one up to which plans are compared."""
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

    def __init__(self, budget: int = BUDGET) -> None:
        self.budget = budget
        self.plans: OrderedDict[tuple[bytes, Moment], Stance] = OrderedDict()
        """(game and seed, moment) -> the plan that is followed there."""

    def __call__(self, game: Game[Any], state: State, prompt: Prompt, chance: Chance) -> Decision:
        """A legal decision of the side that is asked."""
        plans = plans_of(game, prompt.side)
        if prompt.kinds == (GoOn.kind(),):
            return GoOn()
        return greedy_bot(game.leaning(self._plan(game, state, prompt.side, plans, chance)), state, prompt, chance)

    def _plan(
        self, game: Game[Any], state: State, side: int, plans: Sequence[Stance], chance: Chance
    ) -> Stance:
        """The plan that is followed now: compared with the others when the moment is met, where it is late enough."""
        if len(plans) < 2 or turns_left(game, state) > LATE:
            return plans[0]
        key = (chance.game, moment(game, state, side))
        if key not in self.plans and not state.seals:
            self.plans[key] = best_plan(game, state, side, chance, self.budget)
            while len(self.plans) > REMEMBERED:
                self.plans.popitem(last=False)
        return self.plans.get(key, plans[0])


def plans_of(game: Game[Any], side: int) -> tuple[Stance, ...]:
    """The plans that a side may follow, the one that it follows without a search first."""
    return tuple(plan for plan in game.stances if plan.side in (0, side)) or (STEADY,)


def turns_left(game: Game[Any], state: State) -> int:
    """Turns of the scenario after the present one."""
    turns = game.view().turns(game.position(state))
    return sum(turn > state.turn for turn in turns)


def moment(game: Game[Any], state: State, side: int) -> Moment:
    """What a plan is made for."""
    activation = (state.variable(game.words[word]) for word in sorted(game.activation_words))
    return (side, state.turn, state.phase, *activation, sum(state.pools.values()))


def best_plan(game: Game[Any], state: State, side: int, chance: Chance, budget: int = BUDGET) -> Stance:
    """The plan under which a side wins most playouts from here, by sequential halving; of equal ones the first.
    `budget`: decisions that may be played; the playouts that it ends in are finished."""
    plans = list(plans_of(game, side))
    seed = str(chance.below(1 << 32))
    rounds = (len(plans) - 1).bit_length()
    wins = dict.fromkeys(plans, 0)
    run, here, spent = 0, moment(game, state, side), 0
    for number in range(1, rounds + 1):
        while spent < budget * number // rounds:
            for plan in plans:
                worth, decisions = _played(game, state, side, plan, here, f"{seed}/{run}")
                wins[plan] += worth
                spent += decisions
            run += 1
        plans.sort(key=lambda plan: -wins[plan])
        plans = plans[: (len(plans) + 1) // 2]
    return plans[0]


def _played(
    game: Game[Any], state: State, side: int, plan: Stance, here: Moment, seed: str
) -> tuple[int, int]:
    """What a playout is worth to a side (2 a win, 1 a draw or a game without an end, 0 a loss), and its decisions."""
    made: dict[Key, int] = {}
    leaning, later = game.leaning(plan), game.leaning(plans_of(game, side)[0])

    def planned(game: Game[Any], state: State, prompt: Prompt, chance: Chance) -> Decision:
        return greedy_bot(leaning if moment(game, state, side) == here else later, state, prompt, chance)

    players: dict[int, Bot] = dict.fromkeys(range(1, len(game.sides) + 1), greedy_bot) | {side: planned}
    ended, _, decisions = play_from(
        game,
        state,
        digest(state),
        players,
        lambda: PairedLuck(seed, made),
        lambda number: Chance(seed, "playout", number),
        HORIZON,
    )
    if not ended.over or not ended.winner:
        return 1, decisions
    return 2 * int(ended.winner == side), decisions
