"""What a new game is begun with: optional rules and agreements of the scenario, and readings of doubtful rules.

One parser for all games: names and values are those that `hexledger games` lists; `yes` and `no` may be said in the
usual ways, in large or small letters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from hexledger.engine.errors import BadDecision, UnknownName, quoted
from hexledger.engine.naming.switches import Switch

if TYPE_CHECKING:
    from hexledger.engine.kernel.game import Game

Options = Mapping[str, str | int | bool]


def chosen(game: Game[Any], scenario: str, options: Options) -> list[tuple[Switch, int]]:
    """Each option (or switch) that was named, with the value that it is given, in the order given.

    Raises UnknownName for one that no scenario of the game knows, BadDecision for one of other scenarios and for a
    value that is none of its own.
    """
    named = [(offered(game, scenario, name), value) for name, value in options.items()]
    return [(option, option.value(value)) for option, value in named]


def offered(game: Game[Any], scenario: str, name: str) -> Switch:
    """The switch of the game, or option of the scenario, with a name; refusals as in `chosen`."""
    known = {**game.switches, **game.options(scenario)}
    if name in known:
        return known[name]
    others = [other for other in game.scenario_ids if name in game.options(other)]
    if others:
        raise BadDecision(f"option {name} is for {', '.join(others)}, not for {scenario}")
    raise UnknownName(f"option of {game.id}/{scenario}", name, there=known)


def last_turn(said: str | int | bool, first: int, last: int, name: Callable[[int], str] = str) -> int:
    """What `turns=...` of a new game says: number of an earlier last turn of a scenario that has turns `first` to
    `last`, by its name. BadDecision for any other."""
    turns = {name(number): number for number in range(first, last + 1)}
    if str(said) not in turns:
        raise BadDecision(f"option turns: a last turn from {name(first)} to {name(last)} is wanted, not {quoted(said)}")
    return turns[str(said)]
