"""Where lines come from: a terminal with completion and history, or a pipe (which does not load prompt_toolkit)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Protocol

from hexledger.cli.console import say
from hexledger.events.numbers import counted, whole_number

Complete = Callable[[str], Iterable[tuple[str, str]]]
"""Text before the cursor -> (whole word to stand where the last word stands, what it is)."""

LEAVING: Final = ("q", "quit", "exit")
"""What ends a sitting or a reading, and leaves whatever else is asked."""

LONGEST_NUMBER = 9
"""Digits that a typed number has at most."""


def number_of(text: str) -> int | None:
    """The number that a text is: plain digits, in brackets or after a `#` or not; None for anything else."""
    typed = text.strip()
    bracketed = typed.startswith("[") and typed.endswith("]")
    digits = typed[1:-1] if bracketed else typed.removeprefix("#")
    return whole_number(digits) if len(digits) <= LONGEST_NUMBER else None


class LineInput(Protocol):
    """A source of lines."""

    interactive: bool

    def ask(self, prompt: str, *, secret: bool = False) -> str | None:
        """The next line without its end; None at the end of input. `secret`: the line must not be seen afterwards."""
        ...


class PipedLines:
    """Lines from a pipe or a file; each is echoed so that a transcript can be read, secrets are not."""

    interactive = False

    def ask(self, prompt: str, *, secret: bool = False) -> str | None:
        line = sys.stdin.readline()
        if not line:
            return None
        line = line.strip()
        say(f"{prompt}{'(not shown)' if secret else line}")
        return line


class TerminalLines:
    """Lines typed at a terminal, with completion."""

    interactive = True

    def __init__(self, complete: Complete) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import CompleteEvent, Completer, Completion
        from prompt_toolkit.document import Document
        from prompt_toolkit.history import InMemoryHistory

        class Words(Completer):
            def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
                before = document.text_before_cursor
                last = before.rpartition(" ")[2]
                for word, about in complete(before):
                    yield Completion(word, start_position=-len(last), display_meta=about)

        self._session: Any = PromptSession(
            completer=Words(), complete_while_typing=False, history=InMemoryHistory(), enable_history_search=True
        )
        self._secret: Any = PromptSession(history=InMemoryHistory())

    def ask(self, prompt: str, *, secret: bool = False) -> str | None:
        while True:
            try:
                text: str = (self._secret if secret else self._session).prompt(prompt, is_password=secret)
            except EOFError:
                return None
            lines = text.strip().split("\n")
            if len(lines) == 1:
                return lines[0]
            say(f"that is {counted(len(lines), 'line')} at once, and none of them is taken; one at a time")


def open_input(complete: Complete) -> LineInput:
    """The terminal when somebody sits at it, else the pipe."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        return TerminalLines(complete)
    return PipedLines()
