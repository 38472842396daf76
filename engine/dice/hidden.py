"""A hidden draw: a side draws from its own cup, and the other side does not see which token.

The owner seals a number s of his choice before the die is known; the die d is open; his token is the one at place
(s + d) mod n of the n tokens in his cup, in ascending order. He cannot choose it, because he does not know d when he
seals s; nobody else knows it, because s is sealed. When s is opened everybody can draw again. Not for a cup from which
both sides draw: the first to draw would know what is left.
"""

from __future__ import annotations

from collections.abc import Mapping

from hexledger.engine.errors import BadDecision


def hidden_token(cup: Mapping[int, int], sealed: int, die: int) -> int:
    """The token that its owner drew: `cup` is token -> how many; `sealed` his number, 0 <= sealed < n; `die` the open
    die, 0 <= die < n. BadDecision for a number that the cup does not have."""
    size = sum(cup.values())
    if not 0 <= sealed < size:
        raise BadDecision(f"a hidden draw from {size} tokens seals a number from 0 to {size - 1}, not {sealed}")
    place = (sealed + die) % size
    for token in sorted(cup):
        if place < cup[token]:
            return token
        place -= cup[token]
    raise BadDecision("the cup is empty")
