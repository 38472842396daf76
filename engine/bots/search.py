"""The searching bot: plans of the greedy bot, compared by playing them out.

A plan is a way for the game's advisor to lean (`Game.stances`). Each side has one that it follows from the beginning,
the one that did best in trials. In the last turn, whenever the side begins to act (an activation, a player turn), its
plans are played out to the end of the game against the greedy bot, with the dice of a seed of their own (nobody looks
at the game's), and the one that wins most is followed until the side begins to act anew. The playouts are shared out by
sequential halving (Karnin, Koren and Somekh 2013): in each round every plan that is left is played as often as the
others and with the same luck, and the worse half goes. Few playouts say little, so the plan that is followed anyway has
a start of one win. In playouts the advisor is asked less often: marches of an activation that it has thought out are
made one after the other while they are legal (`Game.script`). The budget is a number of decisions (`Game.lookahead`),
never a time: the same seed gives the same game on every machine, and the later it is in the game, the more often each
plan is played.

What a side has sealed is nobody's to look at: while a seal lies, the bot follows the plan that it has.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any, Final

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.playing import Bot, play_from
from hexledger.engine.dice.paired import Key, PairedLuck
from hexledger.engine.errors import BadDecision, IllegalDecision
from hexledger.engine.kernel.deciding import check
from hexledger.engine.kernel.decisions import Decision, GoOn
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.stances import STEADY, Stance
from hexledger.engine.kernel.steps import Prompt
from hexledger.projections.digest import digest
from hexledger.projections.state import State

HORIZON: Final = 1500
"""Decisions after which a playout counts as a draw."""
WIN: Final = 2
"""What a won playout is worth; a drawn one half of it."""
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

    A bot remembers the plans of the games that it plays; one that sits down in the middle of an activation plans anew.
    """

    def __init__(self, budget: int | None = None) -> None:
        self.budget = budget
        """Decisions of one comparison of plans; None: what the game says."""
        self.plans: OrderedDict[tuple[bytes, Moment], Stance] = OrderedDict()
        """(game and seed, moment) -> the plan that is followed there."""

    def __call__(self, game: Game[Any], state: State, prompt: Prompt, chance: Chance) -> Decision:
        """A legal decision of the side that is asked."""
        if prompt.kinds == (GoOn.kind(),) or len(game.stances) < 2:
            return greedy_bot(game, state, prompt, chance)
        plan = self._plan(game, state, prompt.side, chance)
        return greedy_bot(game.leaning(plan), state, prompt, chance)

    def _plan(self, game: Game[Any], state: State, side: int, chance: Chance) -> Stance:
        """The plan that is followed now: compared with the others where the side begins to act in the last turn."""
        if not _last_turn(game, state):
            return plans_of(game, side)[0]
        key = (chance.game, moment(game, state, side))
        if key not in self.plans and not state.seals and game.phasing(state) == side:
            self.plans[key] = best_plan(game, state, side, chance, self.budget or game.lookahead)
            while len(self.plans) > REMEMBERED:
                self.plans.popitem(last=False)
        return self.plans.get(key, plans_of(game, side)[0])


def plans_of(game: Game[Any], side: int) -> tuple[Stance, ...]:
    """The plans of a side, the one that it follows without a search first."""
    return tuple(plan for plan in game.stances if plan.side in (0, side)) or (STEADY,)


def _last_turn(game: Game[Any], state: State) -> bool:
    """Is this the last turn of the scenario, as far as its calendar says?"""
    return all(turn <= state.turn for turn in game.view().turns(game.position(state)))


def moment(game: Game[Any], state: State, side: int) -> Moment:
    """What a plan is made for: until an activation ends, or a token is drawn for the next one."""
    activation = (state.variable(game.words[word]) for word in sorted(game.activation_words))
    pool = state.pool(game.words[game.cup]) if game.cup else state.pools
    return (side, state.turn, *activation, sum(pool.values()))


def best_plan(game: Game[Any], state: State, side: int, chance: Chance, budget: int) -> Stance:
    """The plan under which a side wins most playouts from here, by sequential halving; of equal ones the first.

    `budget`: decisions that may be played; a round that has begun is finished. With less than one decision for each
    plan nothing is compared.
    """
    plans = list(plans_of(game, side))
    if budget < len(plans) or len(plans) < 2:
        return plans[0]
    seed = str(chance.below(1 << 32))
    rounds = (len(plans) - 1).bit_length()
    wins = dict.fromkeys(plans, 0) | {plans[0]: WIN}
    run, spent, here = 0, 0, moment(game, state, side)
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


class Marching:
    """The greedy bot of a side in playouts: what its advisor has said to come is done without asking it again, as long
    as the same is asked and it is legal."""

    def __init__(self, leaning: Callable[[State], Game[Any]]) -> None:
        self.leaning = leaning
        """Position -> the game whose advisor is asked there."""
        self._coming: Iterator[Decision] = iter(())
        self._asked: Moment = ()
        """Question and moment that what is to come belongs to."""

    def __call__(self, game: Game[Any], state: State, prompt: Prompt, chance: Chance) -> Decision:
        """A legal decision."""
        if prompt.kinds == (GoOn.kind(),):
            return GoOn()
        asked = (prompt.word, *moment(game, state, prompt.side))
        if asked == self._asked:
            decision = next(self._coming, None)
            if decision is not None and _legal(game, state, decision):
                return decision
        self._asked, self._coming = asked, self.leaning(state).script(state, prompt, chance)
        return next(self._coming)


def _legal(game: Game[Any], state: State, decision: Decision) -> bool:
    try:
        check(game, state, decision)
    except (IllegalDecision, BadDecision):
        return False
    return True


def _played(game: Game[Any], state: State, side: int, plan: Stance, here: Moment, seed: str) -> tuple[int, int]:
    """What a playout is worth to a side (`WIN`, half of it for a draw or a game without an end, or nothing), and how
    many decisions it took."""
    made: dict[Key, int] = {}
    now, later = game.leaning(plan), game.leaning(plans_of(game, side)[0])

    def leaning(there: State) -> Game[Any]:
        return now if moment(game, there, side) == here else later

    players: dict[int, Bot] = {number: Marching(lambda _there: game) for number in range(1, len(game.sides) + 1)}
    players[side] = Marching(leaning)
    ended = play_from(
        game,
        state,
        digest(state),
        players,
        lambda: PairedLuck(seed, made),
        lambda number: Chance(seed, "playout", number),
        HORIZON,
    )
    winner = ended.state.winner if ended.state.over else 0
    return (WIN if winner == side else 0 if winner else WIN // 2), ended.decisions
