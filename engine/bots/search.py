"""The searching bot: plans of the greedy bot, compared by playing them out.

A plan is a way for the game's advisor to lean (`Game.plans`). Whenever the side begins to act (an activation, a player
turn), its plans are played out against the greedy bot, with the dice of a seed of their own (nobody looks at the
game's), and the one that comes out best is followed until the side begins to act anew. This is the rollout algorithm of
Tesauro and Galperin (1996).

Playouts go on to the end of the game and count its result. That tells little while much is open: plans are compared
near the end only (`Game.near_end`), and before it each side follows its first one, which did best in trials. Where the
game knows what a position near the end is worth (`Game.forecast`), plans are compared before as well, by playouts that
stop there (Tesauro and Galperin's truncated rollouts): most of what the rest would add is luck. A plan is thought out
once as far as it goes without dice. Where a game has plans for single activations (`Game.in_detail`), plans that come
to the same position are one, the bot does what it has thought out, and the choices of some single decisions are
compared as well.

The playouts are shared out by sequential halving (Karnin, Koren and Somekh 2013): in each round every plan that is left
is played as often as the others and with the same luck, and the worse half goes. Few playouts say little: the plan that
is followed anyway is played in every round, and another one is taken where it is better by more than a won game in all.

In detail what is thought of plans beforehand is weighed with what playouts say: another plan is worse by `WORSE`, as if
`DOUBT` playouts had said so, and the one with the best mean of the posterior is taken (`weighed`). What with two
standard deviations more would not be the best is given up at once, and where one is left that is plainly better the
comparison ends. The dice of a comparison are spread over its runs (`SpreadDice`). In playouts the advisor is asked less
often: marches of an activation that it has thought out are made one after the other while they are legal
(`Game.script`). The budget is a number of decisions (`Game.budget`), never a time: the same seed gives the same game on
every machine.

What a side has sealed is nobody's to look at: while a seal lies, the bot follows the plan that it has.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple, TypeVar

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.playing import SALT, Bot, play_from
from hexledger.engine.dice.paired import PairedLuck, SpreadDice, SpreadLuck
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
MOST_CHOICES: Final = 8
"""Decisions of which each is played out; where there are more, the usual one is made."""
DOUBT: Final = 20
"""What is thought of another contender before any playout counts as so many of them. Measured in Push to Caen: what
plans are truly worth differs by a fourth to a half of what one playout of two of them does."""
WORSE: Final = 200
"""By how much it is thought worse than the first one, of `WON`."""
NOISE: Final = 1900
"""What one playout of both is thought to err by (standard deviation); that counts as `GUESS` playouts."""
GUESS: Final = 2
TRIFLE: Final = 200
"""What hardly can be better than the first by so much, of `WON`, is given up."""
FEW: Final = 5
"""Playouts after which it is looked each time which contenders are given up."""
EACH: Final = 2_500
"""Decisions for each plan where playouts stop before the end of the game; half of them for each choice of a single
decision."""
SHARE: Final = 4
"""Part of the budget that a single decision of an activation has."""
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
        if not prompt.complete or state.seals or not game.in_detail(state) or not comparable(game, state, prompt.side):
            return usual
        acting = running(game, state)
        if usual.kind() not in (game.weighed_kinds if acting else game.opening_kinds):
            return usual
        budget = self._budget(game, state, prompt.side) // (SHARE if acting else 1)
        return best_choice(game, state, prompt.side, course, usual, chance, budget)

    def _budget(self, game: Game[Any], state: State, side: int) -> int:
        return game.budget(state, side) if self.budget is None else self.budget

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
        if acting != side or state.seals or not comparable(game, state, side):
            return Course(usual(game, side))
        course = best_course(game, state, side, chance, self._budget(game, state, side))
        self.plans[key] = now, course
        while len(self.plans) > REMEMBERED:
            self.plans.popitem(last=False)
        return course


def comparable(game: Game[Any], state: State, side: int) -> bool:
    """Can plans of a side be compared by playouts that end soon: with the game, or where its end can be forecast?"""
    return game.near_end(state) or game.forecast(state, side) is not None


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

    if not detail:

        def play(begun: Begun, seed: str) -> tuple[int, int]:
            return _played(game, begun, side, here, PairedLuck(seed, {}), seed)

        return halving(left, play, budget, seed, WON).course
    dice, early = SpreadDice(seed), not game.near_end(state)

    def spread(begun: Begun, run: int) -> tuple[int, int]:
        return _played(game, begun, side, here, dice.run(run), f"{seed}/{run}", early=early)

    return weighed(left, spread, min(budget, EACH * len(left)) if early else budget).course


def best_choice(
    game: Game[Any], state: State, side: int, course: Course, usual: Decision, chance: Chance, budget: int
) -> Decision:
    """The decision after which playouts come out best for a side, the usual one first among equals."""
    here = moment(game, state, side)
    others = [choice for choice in islice(choices(game, state), MOST_CHOICES + 1) if choice != usual]
    if not others or len(others) > MOST_CHOICES - 1:
        return usual
    begun = Begun(Course(course.plan), state, digest(state))

    seed = str(chance.below(1 << 32))
    dice, early = SpreadDice(seed), not game.near_end(state)

    def play(choice: Decision, run: int) -> tuple[int, int]:
        return _played(game, begun, side, here, dice.run(run), f"{seed}/{run}", choice, early)

    return weighed([usual, *others], play, min(budget, EACH // 2 * (1 + len(others))) if early else budget)


def halving(
    contenders: Iterable[T], play: Callable[[T, str], tuple[int, int]], budget: int, seed: str, start: int
) -> T:
    """The contender that playouts like best, by sequential halving; the first one where no other is better.

    The first is played in every round, so that each can be compared with it under the same luck.

    play    contender, seed of the luck -> what a playout is worth, and how many decisions it took
    budget  decisions that may be played; a round that has begun is finished
    start   what another must be better by in all
    """
    (_, first), *left = enumerate(contenders)
    totals = [0] * (len(left) + 1)
    rounds, run, spent = len(left).bit_length(), 0, 0
    for number in range(1, rounds + 1):
        while spent < budget * number // rounds:
            luck = f"{seed}/{run}"
            usual, decisions = play(first, luck)
            spent += decisions
            for index, contender in left:
                worth, decisions = play(contender, luck)
                totals[index] += worth - usual
                spent += decisions
            run += 1
        left.sort(key=lambda one: (-totals[one[0]], one[0]))
        left = left[: (len(left) + 1) // 2]
    if not left:
        return first
    index, best = left[0]
    return best if totals[index] > start else first


def weighed(contenders: Sequence[T], play: Callable[[T, int], tuple[int, int]], budget: int) -> T:
    """The contender that is best by what is thought of it before and by its playouts (the mean of the posterior), by
    sequential halving; the first one where no other is better.

    The first is played in every run, so that each can be compared with it under the same luck. What surely is not the
    best is given up before its round ends.

    play    contender, number of the run -> what a playout is worth, and how many decisions it took
    budget  decisions that may be played; a run that has begun is finished
    """
    first, *others = contenders
    left = [(Gain(), other) for other in others]
    rounds, run, spent = len(left).bit_length(), 0, 0
    for number in range(1, rounds + 1):
        while left and spent < budget * number // rounds:
            usual, decisions = play(first, run)
            spent += decisions
            for gain, contender in left:
                worth, decisions = play(contender, run)
                gain.add(worth - usual)
                spent += decisions
            run += 1
            if run % FEW == 0:
                left = hopeful(left)
                if len(left) == 1 and left[0][0].plain():
                    return left[0][1]
        left.sort(key=lambda one: -one[0].mean)
        left = left[: (len(left) + 1) // 2]
    return left[0][1] if left and left[0][0].mean > 0 else first


def hopeful(left: list[tuple[Gain, T]]) -> list[tuple[Gain, T]]:
    """Those that may yet turn out to be best: with two standard deviations more they are better than the best so far,
    and than the first one by more than a trifle."""
    best = max(gain.mean for gain, _ in left)
    return [one for one in left if one[0].may_reach(max(best, TRIFLE)) or one[0].mean == best > 0]


class Gain:
    """What a contender has more than the first one: what is thought of it after some playouts of both."""

    def __init__(self) -> None:
        self.count = 0
        self.total = 0
        self.squares = 0

    def add(self, more: int) -> None:
        """Another playout of both, under the same luck."""
        self.count += 1
        self.total += more
        self.squares += more * more

    @property
    def mean(self) -> int:
        """By how much it is better, as far as is known."""
        return (self.total - WORSE * DOUBT) // (DOUBT + self.count)

    @property
    def variance(self) -> int:
        """Of the mean."""
        spread = self.squares - self.total * self.total // max(1, self.count)
        noise = (GUESS * NOISE**2 + spread) // (GUESS + self.count)
        return noise // (DOUBT + self.count)

    def may_reach(self, mean: int) -> bool:
        """Is it no more than two standard deviations below that?"""
        short = mean - self.mean
        return short <= 0 or short * short < 4 * self.variance

    def plain(self) -> bool:
        """Is it better by three standard deviations?"""
        return self.mean > 0 and self.mean**2 >= 9 * self.variance


class Marching:
    """The greedy bot of a side in playouts: what its advisor has said to come is done without asking it again, as long
    as the same is asked and it is legal."""

    def __init__(self, leaning: Callable[[State], Game[Any]], seed: str = "") -> None:
        self.leaning = leaning
        """Position -> the game whose advisor is asked there."""
        self.seed = seed
        """Of a chance that hangs on what is asked, not on how many decisions came before; "" for the chance given."""
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
        if self.seed:
            chance = Chance(self.seed, repr(asked), 0)
        self._asked, self._coming = asked, self.leaning(state).script(state, prompt, chance)
        return next(self._coming)


def _legal(game: Game[Any], state: State, decision: Decision) -> bool:
    try:
        check(game, state, decision)
    except (IllegalDecision, BadDecision):
        return False
    return True


def _players(game: Game[Any], side: int, plan: Stance, here: Moment, seed: str = "") -> dict[int, Bot]:
    """Greedy bots, that of the side leaning as a plan says as long as the moment lasts."""
    now = game.leaning(plan)

    def leaning(there: State) -> Game[Any]:
        return now if moment(game, there, side) == here else game.leaning(usual(game, side))

    players: dict[int, Bot] = {number: Marching(lambda _there: game, seed) for number in range(1, len(game.sides) + 1)}
    players[side] = Marching(leaning, seed)
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
    game: Game[Any],
    begun: Begun,
    side: int,
    here: Moment,
    luck: PairedLuck | SpreadLuck,
    seed: str,
    first: Decision | None = None,
    early: bool = False,
) -> tuple[int, int]:
    """What a playout of a course to the end of the game is worth to a side (0 to `WON`; half of it for a draw and for a
    game without an end), and how many decisions it took.

    first  what the side decides first
    early  the playout stops where the game is near its end, and what the game says of that position counts
    """
    players = _players(game, side, begun.course.plan, here, seed if isinstance(luck, SpreadLuck) else "")
    if first is not None:
        players[side] = _beginning(first, players[side])

    turn = begun.state.turn

    def entered(there: State) -> bool:
        if isinstance(luck, SpreadLuck):
            luck.now = moment(game, there, 0)
        return early and there.turn > turn and game.near_end(there)

    entered(begun.state)
    ended = play_from(
        game,
        begun.state,
        begun.digest,
        players,
        lambda: luck,
        lambda number: Chance(seed, "playout", number),
        HORIZON,
        (SALT,),
        entered if isinstance(luck, SpreadLuck) else None,
        begun.waiting,
    )
    told = game.forecast(ended.state, side) if early and not ended.state.over else None
    if told is not None:
        return told, max(1, ended.decisions)
    winner = ended.state.winner if ended.state.over else 0
    return WON if winner == side else 0 if winner else WON // 2, max(1, ended.decisions)


def _beginning(first: Decision, player: Bot) -> Bot:
    """A bot that begins with a decision and plays on as another."""
    coming = iter((first,))

    def decides(game: Game[Any], state: State, prompt: Prompt, chance: Chance) -> Decision:
        return next(coming, None) or player(game, state, prompt, chance)

    return decides
