"""The searching bot: plans of the greedy bot, compared by playing them out.

A plan is a way for the game's advisor to lean (`Game.plans`). Whenever the side begins to act (an activation, a player
turn), its plans are played out against the greedy bot, with the dice of a seed of their own (nobody looks at the
game's), and the one that comes out best is followed until the side begins to act anew. This is the rollout algorithm of
Tesauro and Galperin (1996).

Playouts go on to the end of the game and count its result. That tells little while much is open: plans are compared
near the end only (`Game.near_end`), and before it each side follows its first one, which did best in trials. A plan is
thought out once as far as it goes without dice. Where a game has plans for single activations (`Game.in_detail`), plans
that come to the same position are one, the bot does what it has thought out, and the choices of some single decisions
are compared as well.

The playouts are shared out by sequential halving (Karnin, Koren and Somekh 2013): in each round every plan that is left
is played as often as the others and with the same luck, and the worse half goes. Few playouts say little: the plan that
is followed anyway is played in every round, and another one is taken where it is better by more than a won game in all,
in detail also by `LEAD` in each playout and by a standard error; where a plan is surely no better it is given up, and
where one is left that is plainly better the comparison ends. In playouts the advisor is asked less often: marches of an
activation that it has thought out are made one after the other while they are legal (`Game.script`). The budget is a
number of decisions (`Game.budget`), never a time: the same seed gives the same game on every machine.

What a side has sealed is nobody's to look at: while a seal lies, the bot follows the plan that it has.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final, NamedTuple, TypeVar

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.playing import SALT, Bot, play_from
from hexledger.engine.dice.paired import Key, PairedLuck
from hexledger.engine.dice.rolling import NoDice
from hexledger.engine.errors import BadDecision, IllegalDecision
from hexledger.engine.kernel.deciding import Waiting, check, choices
from hexledger.engine.kernel.decisions import Decision, GoOn
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.stances import STEADY, WON, Stance
from hexledger.engine.kernel.steps import Prompt
from hexledger.events.model import PRACTICE
from hexledger.projections.digest import digest
from hexledger.projections.state import State

HORIZON: Final = 1500
"""Decisions after which a playout counts as a draw."""
LEAD: Final = 80
"""In detail: what another plan must be better by in each playout, of `WON`, over a standard error."""
LEAD_OF_ONE: Final = 100
"""The same for single decisions."""
MOST_CHOICES: Final = 8
"""Decisions of which each is played out; where there are more, the usual one is made."""
FEW: Final = 6
"""Playouts from which a standard error is believed when a contender is given up."""
SHARE: Final = 4
"""Part of the budget that a single decision has."""
REMEMBERED: Final = 256
"""Games that are remembered, the last ones."""

T = TypeVar("T")

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
        self.plans: OrderedDict[tuple[bytes, int], tuple[Moment, Course]] = OrderedDict()
        """(game and seed, side) -> the moment that it is in, and the plan that it follows there."""

    def __call__(self, game: Game[Any], state: State, prompt: Prompt, chance: Chance) -> Decision:
        """A legal decision of the side that is asked."""
        if prompt.kinds == (GoOn.kind(),) or len(game.stances) < 2:
            return greedy_bot(game, state, prompt, chance)
        course = self._course(game, state, prompt.side, chance)
        meant = course.moves.get(digest(state)) if course.moves else None
        if meant is not None and _legal(game, state, meant):
            return meant
        usual = greedy_bot(game.leaning(course.plan), state, prompt, chance)
        if not prompt.complete or state.seals or not game.in_detail(state) or not game.near_end(state):
            return usual
        if usual.kind() not in (game.weighed_kinds if running(game, state) else game.opening_kinds):
            return usual
        budget = (self.budget or game.budget(state)) // SHARE
        return best_choice(game, state, prompt.side, course, usual, chance, budget)

    def _course(self, game: Game[Any], state: State, side: int, chance: Chance) -> Course:
        """The plan that is followed now: compared with the others where the side begins to act."""
        key, now = (chance.game, side), moment(game, state, side)
        detail = game.in_detail(state)
        acting = running(game, state) if detail else game.phasing(state)
        if detail and not acting:
            # Between two activations: the next one begins anew, even where it looks like the one before.
            self.plans.pop(key, None)
        known = self.plans.get(key)
        if known is not None and known[0] == now:
            return known[1]
        if acting != side or state.seals or not game.near_end(state):
            return Course(usual(game, side))
        course = best_course(game, state, side, chance, self.budget or game.budget(state))
        self.plans[key] = now, course
        while len(self.plans) > REMEMBERED:
            self.plans.popitem(last=False)
        return course


def running(game: Game[Any], state: State) -> int:
    """The side whose activation runs, 0 between two of them."""
    return state.variable(game.words[game.acting]) if game.acting else game.phasing(state)


def moment(game: Game[Any], state: State, side: int) -> Moment:
    """What a plan is made for: until an activation ends, or a token is drawn for the next one."""
    activation = (state.variable(game.words[word]) for word in sorted(game.activation_words))
    tokens = sum(state.pool(game.words[game.cup]).values()) if game.cup else 0
    return (side, state.turn, *activation, tokens)


def usual(game: Game[Any], side: int) -> Stance:
    """The plan that a side follows without a comparison."""
    return next((plan for plan in game.stances if plan.side in (0, side)), STEADY)


class Course:
    """A plan, and what it comes to before the first die is thrown."""

    def __init__(self, plan: Stance, moves: dict[bytes, Decision] | None = None) -> None:
        self.plan = plan
        self.moves = moves or {}
        """Digest of a position -> what the side decides there."""


class Begun(NamedTuple):
    """A course, and the position in which its first die is to be thrown or another moment has begun; `waiting`: what
    else is known of it (`Stopped.waiting`)."""

    course: Course
    state: State
    digest: bytes
    waiting: Waiting | None = None


def best_course(game: Game[Any], state: State, side: int, chance: Chance, budget: int) -> Course:
    """The plan under which playouts from here come out best for a side; of equal ones the first. In detail, plans that
    come to the same position before the first die are one.

    `budget`: decisions that may be played; with less than one for each plan nothing is compared.
    """
    plans = game.plans(state, side)
    if budget < len(plans) or len(plans) < 2:
        return Course(plans[0])
    detail = game.in_detail(state)
    seed, here = str(chance.below(1 << 32)), moment(game, state, side)
    left: list[Begun] = []
    for plan in plans:
        begun = _begun(game, state, side, plan, here, seed)
        if not detail or all(begun.digest != other.digest for other in left):
            left.append(begun)

    def play(begun: Begun, seed: str) -> tuple[int, int]:
        return _played(game, begun, side, here, seed)

    return halving(left, play, budget, seed, WON, LEAD if detail else 0).course


def best_choice(
    game: Game[Any], state: State, side: int, course: Course, usual: Decision, chance: Chance, budget: int
) -> Decision:
    """The decision after which playouts come out best for a side, the usual one first among equals."""
    here = moment(game, state, side)
    others = [choice for choice in islice(choices(game, state), MOST_CHOICES + 1) if choice != usual]
    if not others or len(others) > MOST_CHOICES - 1:
        return usual
    begun = Begun(Course(course.plan), state, digest(state))

    def play(choice: Decision, seed: str) -> tuple[int, int]:
        return _played(game, begun, side, here, seed, choice)

    return halving([usual, *others], play, budget, str(chance.below(1 << 32)), WON, LEAD_OF_ONE)


def halving(
    contenders: Iterable[T], play: Callable[[T, str], tuple[int, int]], budget: int, seed: str, start: int, lead: int
) -> T:
    """The contender that playouts like best, by sequential halving; the first one where no other is surely better.

    The first is played in every round, so that each can be compared with it under the same luck.

    play    contender, seed of the luck -> what a playout is worth, and how many decisions it took
    budget  decisions that may be played; a round that has begun is finished
    start   what another must be better by in all; `lead`: and more in each playout, and then by a standard error
    """
    (_, first), *left = enumerate(contenders)
    gains = [Gain() for _ in range(len(left) + 1)]
    rounds, run, spent = len(left).bit_length(), 0, 0
    for number in range(1, rounds + 1):
        while left and spent < budget * number // rounds:
            luck = f"{seed}/{run}"
            usual, decisions = play(first, luck)
            spent += decisions
            for index, contender in left:
                worth, decisions = play(contender, luck)
                gains[index].add(worth - usual)
                spent += decisions
            run += 1
            left = [one for one in left if not gains[one[0]].hopeless(start, lead)]
            if len(left) == 1 and gains[left[0][0]].plain(start, lead):
                return left[0][1]
        left.sort(key=lambda one: (-gains[one[0]].total, one[0]))
        left = left[: (len(left) + 1) // 2]
    if not left:
        return first
    index, best = left[0]
    return best if gains[index].sure(start, lead) else first


class Gain:
    """What a contender had more than the first one, playout by playout."""

    def __init__(self) -> None:
        self.count = 0
        self.total = 0
        self.squares = 0

    def add(self, more: int) -> None:
        """Another playout of both, under the same luck."""
        self.count += 1
        self.total += more
        self.squares += more * more

    def sure(self, start: int, lead: int) -> bool:
        """Is it more than `start` in all and `lead` in each; with a lead by a standard error besides?"""
        excess = self.total - start - lead * self.count
        return excess > 0 and (not lead or excess * excess * (self.count - 1) >= self._spread())

    def hopeless(self, start: int, lead: int) -> bool:
        """With a lead: is it short of it by two standard errors?"""
        short = start + lead * self.count - self.total
        return bool(lead) and self.count >= FEW and short > 0 and short * short * (self.count - 1) >= 4 * self._spread()

    def plain(self, start: int, lead: int) -> bool:
        """With a lead: is it beyond it by three standard errors?"""
        excess = self.total - start - lead * self.count
        return (
            bool(lead) and self.count >= FEW and excess > 0 and excess * excess * (self.count - 1) >= 9 * self._spread()
        )

    def _spread(self) -> int:
        return self.count * self.squares - self.total * self.total


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


def _players(game: Game[Any], side: int, plan: Stance, here: Moment) -> dict[int, Bot]:
    """Greedy bots, that of the side leaning as a plan says as long as the moment lasts."""
    now = game.leaning(plan)

    def leaning(there: State) -> Game[Any]:
        return now if moment(game, there, side) == here else game.leaning(usual(game, side))

    players: dict[int, Bot] = {number: Marching(lambda _there: game) for number in range(1, len(game.sides) + 1)}
    players[side] = Marching(leaning)
    return players


def _begun(game: Game[Any], state: State, side: int, plan: Stance, here: Moment, seed: str) -> Begun:
    """A plan as far as it goes without dice."""
    course = Course(plan)
    players = _players(game, side, plan, here)
    player = players[side]

    def watched(game: Game[Any], state: State, prompt: Prompt, chance: Chance) -> Decision:
        decision = course.moves[digest(state)] = player(game, state, prompt, chance)
        return decision

    players[side] = watched
    stopped = play_from(
        game,
        state,
        digest(state),
        players,
        lambda: NoDice(PRACTICE, "a plan is looked at as far as it goes without dice"),
        lambda number: Chance(seed, "plan", number),
        HORIZON,
        until=lambda there: moment(game, there, side) != here,
    )
    return Begun(course, stopped.state, stopped.digest, stopped.waiting)


def _played(
    game: Game[Any], begun: Begun, side: int, here: Moment, seed: str, first: Decision | None = None
) -> tuple[int, int]:
    """What a playout of a course to the end of the game is worth to a side (0 to `WON`; half of it for a draw and for a
    game without an end), and how many decisions it took. `first`: what the side decides first."""
    made: dict[Key, int] = {}
    players = _players(game, side, begun.course.plan, here)
    if first is not None:
        players[side] = _beginning(first, players[side])
    ended = play_from(
        game,
        begun.state,
        begun.digest,
        players,
        lambda: PairedLuck(seed, made),
        lambda number: Chance(seed, "playout", number),
        HORIZON,
        (SALT,),
        known=begun.waiting,
    )
    winner = ended.state.winner if ended.state.over else 0
    return WON if winner == side else 0 if winner else WON // 2, max(1, ended.decisions)


def _beginning(first: Decision, player: Bot) -> Bot:
    """A bot that begins with a decision and plays on as another."""
    coming = iter((first,))

    def decides(game: Game[Any], state: State, prompt: Prompt, chance: Chance) -> Decision:
        return next(coming, None) or player(game, state, prompt, chance)

    return decides
