"""Which places of a source are worth mutating: rules, and not what never runs or changes no rule."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final, NamedTuple

CACHES: Final = frozenset({"kept", "cached_property", "property", "checked"})
"""Decorators without which the same values come out, slower or not at all."""


class Span(NamedTuple):
    """(line, column) of the first character and of the first one behind; lines from 1, columns from 0."""

    start: tuple[int, int]
    end: tuple[int, int]


def idle(source: str) -> tuple[Span, ...]:
    """Stretches of a module in which a mutant proves nothing: annotations, which are never evaluated, decorators that
    keep values, and the keywords of a class (the tag of a step or a decision is its name in a log, not a rule)."""
    return tuple(_span(node) for node in _idle_nodes(ast.parse(source)))


def _idle_nodes(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef():
                yield from (one for one in node.decorator_list if _cache(one))
                if node.returns is not None:
                    yield node.returns
            case ast.ClassDef():
                yield from (keyword.value for keyword in node.keywords)
                yield from (one for one in node.bases if not isinstance(one, ast.Name))
            case ast.arg() if node.annotation is not None:
                yield node.annotation
            case ast.AnnAssign():
                yield node.annotation


def _cache(node: ast.expr) -> bool:
    called = node.func if isinstance(node, ast.Call) else node
    return isinstance(called, ast.Name) and called.id in CACHES


def _span(node: ast.expr) -> Span:
    assert node.end_lineno is not None and node.end_col_offset is not None
    return Span((node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset))


def lies_in(place: tuple[int, int], spans: tuple[Span, ...]) -> bool:
    """Is a place inside one of the stretches? The sign before a decorator counts as part of it."""
    line, column = place
    return any(start <= place < end or (line, column + 1) == start for start, end in spans)
