"""A lint for code that decides: nothing in it may depend on chance, time, hash order, floats or hidden state.

`complaints(source)` reads one module. What it can see is what is written: a set that comes out of a function call or
hides behind a name of another module is not seen; PYTHONHASHSEED runs and the audit catch those.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final, NamedTuple

BANNED_MODULES: Final = ("random", "secrets", "time", "datetime", "uuid", "locale")
BANNED_CALLS: Final = ("hash", "float", "id", "input")
ORDER_FREE: Final = ("sorted", "len", "sum", "min", "max", "any", "all", "set", "frozenset", "bool")
"""What may be fed from a set: its result does not depend on the order."""
SET_TYPES: Final = ("set", "frozenset", "Set", "AbstractSet", "MutableSet")
MUTATORS: Final = ("append", "add", "update", "pop", "clear", "insert", "extend", "setdefault", "remove", "popitem")


class Complaint(NamedTuple):
    """Line, kind of complaint, and what was found there."""

    line: int
    kind: str
    what: str


def complaints(source: str) -> list[Complaint]:
    """Everything in a module that could make two runs differ, by line."""
    tree = ast.parse(source)
    lint = _Lint()
    lint.visit(tree)
    return sorted([*lint.found, *_module_state(tree)])


def _is_set(node: ast.expr, names: frozenset[str]) -> bool:
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    if isinstance(node, ast.Call):
        called = node.func
        if isinstance(called, ast.Name) and called.id in ("set", "frozenset"):
            return True
        if isinstance(called, ast.Attribute) and called.attr in ("union", "intersection", "difference"):
            return _is_set(called.value, names)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr | ast.BitAnd | ast.Sub | ast.BitXor):
        return _is_set(node.left, names) or _is_set(node.right, names)
    return isinstance(node, ast.Name) and node.id in names


def _annotated_set(annotation: ast.expr | None) -> bool:
    if isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    return isinstance(annotation, ast.Name) and annotation.id in SET_TYPES


def _set_names(body: ast.AST) -> frozenset[str]:
    """Names that are annotated as sets or assigned one in this function (or module)."""
    names: list[str] = []
    for node in _within(body):
        if isinstance(node, ast.arg) and _annotated_set(node.annotation):
            names.append(node.arg)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and _annotated_set(node.annotation):
            names.append(node.target.id)
        elif isinstance(node, ast.Assign) and _is_set(node.value, frozenset()):
            names += [target.id for target in node.targets if isinstance(target, ast.Name)]
    return frozenset(names)


def _within(body: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function, without those of functions inside it."""
    queue = list(ast.iter_child_nodes(body))
    while queue:
        node = queue.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            queue.extend(ast.iter_child_nodes(node))


class _Lint(ast.NodeVisitor):
    def __init__(self) -> None:
        self.found: list[Complaint] = []
        self._sets: list[frozenset[str]] = []
        self._free: list[ast.AST] = []

    def _say(self, node: ast.AST, kind: str, what: str) -> None:
        self.found.append(Complaint(getattr(node, "lineno", 0), kind, what))

    def _names(self) -> frozenset[str]:
        return frozenset().union(*self._sets)

    def _scope(self, node: ast.AST) -> None:
        self._sets.append(_set_names(node))
        self.generic_visit(node)
        self._sets.pop()

    visit_Module = visit_FunctionDef = visit_AsyncFunctionDef = _scope  # noqa: N815 - names that ast asks for

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, float | complex):
            self._say(node, "float", repr(node.value))

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Div):
            self._say(node, "division", "true division")
        self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        for name in node.names:
            self._module(node, name.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self._module(node, node.module or "")
        if node.module == "os":
            for name in node.names:
                if name.name in ("environ", "getenv", "urandom"):
                    self._say(node, "environment", f"os.{name.name}")

    def _module(self, node: ast.AST, name: str) -> None:
        if name.partition(".")[0] in BANNED_MODULES:
            self._say(node, "import", name)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name) and node.value.id == "os" and node.attr in ("environ", "getenv", "urandom"):
            self._say(node, "environment", f"os.{node.attr}")
        self.generic_visit(node)

    def visit_Global(self, node: ast.Global) -> None:
        self._say(node, "module state", f"global {', '.join(node.names)}")

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in BANNED_CALLS:
            self._say(node, "call", f"{name}()")
        if name in ORDER_FREE:
            self._free.extend(node.args)
        elif name in ("list", "tuple", "iter", "enumerate", "next", "zip", "map", "filter", "reversed"):
            for argument in node.args:
                self._ordered(argument)
        elif isinstance(node.func, ast.Attribute):
            if node.func.attr == "join":
                for argument in node.args:
                    self._ordered(argument)
            if node.func.attr == "pop" and not node.args and _is_set(node.func.value, self._names()):
                self._say(node, "set order", f"{ast.unparse(node.func.value)}.pop()")
        self.generic_visit(node)

    def visit_Starred(self, node: ast.Starred) -> None:
        # within a set, or handed to sorted(), the order is of no account
        if node not in self._free:
            self._ordered(node.value)
        self.generic_visit(node)

    def visit_Set(self, node: ast.Set) -> None:
        self._free.extend(node.elts)
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        self._ordered(node.iter)
        self.generic_visit(node)

    def _comprehension(self, node: ast.ListComp | ast.GeneratorExp | ast.DictComp | ast.SetComp) -> None:
        if node not in self._free and not isinstance(node, ast.SetComp):
            for generator in node.generators:
                self._ordered(generator.iter)
        self.generic_visit(node)

    visit_ListComp = visit_GeneratorExp = visit_DictComp = visit_SetComp = _comprehension  # noqa: N815

    def _ordered(self, node: ast.expr) -> None:
        if _is_set(node, self._names()):
            self._say(node, "set order", ast.unparse(node))


def _module_state(tree: ast.Module) -> Iterator[Complaint]:
    """Lists, dicts and sets of a module that are not constants by name, and constants that are changed after all."""
    constants: list[str] = []
    for node in tree.body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        for target in targets:
            if not isinstance(target, ast.Name) or not _mutable(value):
                continue
            if target.id.lstrip("_").isupper() or target.id == "__all__":
                constants.append(target.id)
            else:
                yield Complaint(node.lineno, "module state", target.id)
    for inner in ast.walk(tree):
        changed: ast.expr | None = None
        if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute) and inner.func.attr in MUTATORS:
            changed = inner.func.value
        elif isinstance(inner, ast.Subscript) and isinstance(inner.ctx, ast.Store | ast.Del):
            changed = inner.value
        if isinstance(changed, ast.Name) and changed.id in constants:
            yield Complaint(inner.lineno, "module state", f"{changed.id} is changed")


def _mutable(value: ast.expr | None) -> bool:
    if isinstance(value, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp):
        return True
    return (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Name)
        and value.func.id in ("list", "dict", "set", "bytearray", "defaultdict", "deque", "Counter", "OrderedDict")
    )
