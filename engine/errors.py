"""What the engine says when it refuses, in one family, so that no traceback reaches a player."""

from __future__ import annotations

from collections.abc import Iterable


class EngineError(Exception):
    """Base of everything the engine refuses or lacks."""


class IllegalDecision(EngineError):
    """A decision that the rules do not allow: the rule's citation, and the reason in plain words."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{rule}: {reason}")
        self.rule = rule
        self.reason = reason


class NotOffered(IllegalDecision):
    """A decision of a kind that is not asked for now, or by a side whose turn it is not."""


class RuleNotImplemented(EngineError):
    """A rule that this version does not enforce; it says so instead of approximating."""

    def __init__(self, rule: str, what: str) -> None:
        super().__init__(f"NotImplemented: {rule} ({what})")
        self.rule = rule
        self.what = what


class BadDecision(EngineError):
    """A decision from outside that cannot be understood: what, where."""


class Unfinished(BadDecision):
    """A draft that is no decision yet: what it lacks."""


LONGEST = 60
"""Characters of a name that a message repeats: it may come from a log or a mail, and be a megabyte long."""


def quoted(text: object) -> str:
    """A word as an error quotes it. Of one longer than any name only the beginning is shown, too little to give a key
    away that was pasted in its place; a key in full is taken out of a message where it is printed."""
    said = str(text)
    return repr(said) if len(said) <= LONGEST else f"{said[:8]!r}... ({len(said):,} characters)"


class UnknownName(BadDecision):
    """A unit, hex, word or field that the game does not know. `near` lists what may be meant: what is given as such,
    else what of `there`, all that could stand there, is spelt alike, else all of it."""

    def __init__(self, what: str, name: str, near: Iterable[str] = (), *, there: Iterable[str] = ()) -> None:
        there = tuple(there)
        meant = tuple(near) or close_to(name.lower(), there)
        verb = "is" if len(there) == 1 else "are"
        listed = f"; there {verb} {', '.join(there)}" if there else ""
        hint = f"; did you mean {', '.join(meant)}?" if meant else listed
        super().__init__(f"no {what} called {quoted(name)}{hint}")
        self.name = name
        self.near = meant or there


class AmbiguousName(UnknownName):
    """A name that several units have; `near` lists each of them, and where it is."""

    def __init__(self, what: str, name: str, near: tuple[str, ...]) -> None:
        BadDecision.__init__(self, f"{quoted(name)} may be the {what} {', '.join(near[:-1])} or {near[-1]}; say which")
        self.name = name
        self.near = near


class EngineFault(EngineError):
    """The rules module broke a promise of its own (an endless agenda, an invalid event)."""


def close_to(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Up to three known names that are spelt much like `name`, the closest first."""
    # imported here: only a mistake needs it, and every start of the program would pay for it
    from difflib import get_close_matches

    return tuple(get_close_matches(name, list(dict.fromkeys(known)), n=3))
