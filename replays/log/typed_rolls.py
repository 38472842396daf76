"""Rolls as people type them: a number, or the name of a token."""

from __future__ import annotations

from typing import Any

from hexledger.engine.dice.entered import BadRoll
from hexledger.engine.dice.rolling import Asked
from hexledger.engine.kernel.game import Game
from hexledger.events.numbers import whole_number


def shown_value(game: Game[Any], asked: Asked, text: str) -> int:
    """What a typed roll means: the number that a die showed, or the number of the token that was drawn.

    A token is named by the key of its word, the end of that key, the name of a unit, or its name in words.
    """
    if not asked.tokens:
        number = whole_number(text, signed=True)
        if number is None:
            raise BadRoll(f"a d{asked.below} shows a number, not {text!r}")
        return number
    found = [token for token, _ in asked.tokens if text.lower() in token_names(game, asked.purpose, token)]
    if len(found) != 1:
        cup = ", ".join(token_names(game, asked.purpose, token)[0] for token, _ in asked.tokens)
        raise BadRoll(f"{text!r} is {'several tokens' if found else 'no token'} of the cup, which holds {cup}")
    return found[0]


def token_names(game: Game[Any], pool: int, token: int) -> list[str]:
    """How a token of a pool may be written, the exact way first; all in small letters and without spaces."""
    key = game.word_key(token)
    told = [game.value(pool, token).lower().replace(" ", "")]
    if not key.startswith("?"):
        return [key, key.rpartition(".")[2], *told]
    return [game.piece(token), *told]


def asked_text(game: Game[Any], asked: Asked) -> str:
    """The roll that is asked for, in words: `attack (B2) [DR 3.4], d10, 0 to 9`."""
    subject = game.subject(asked.purpose, asked.subject) if asked.subject >= 0 else ""
    rule = f" [{game.rule(asked.rule)}]" if asked.rule else ""
    about = game.word(asked.purpose) + (f" ({subject})" if subject else "") + rule
    if asked.tokens:
        names = ((count, token_names(game, asked.purpose, token)) for token, count in asked.tokens)
        tokens = ", ".join(f"{count} {name[min(1, len(name) - 1)]}" for count, name in names)
        return f"{about}, a draw from {tokens}"
    return f"{about}, d{asked.below}, {asked.faces_text()}"
