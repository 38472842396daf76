"""Any event of any kind, with numbers such as games use, for property tests."""

from hypothesis import strategies as st

from hexledger.events import model as ev
from hexledger.events.registry import KINDS

PIECE = st.integers(0, 5)
PLACE = st.integers(0, 6)
WORD = st.integers(1, 4)
SIDE = st.integers(0, 2)
SMALL = st.integers(-3, 3)
PATH = st.lists(PLACE, max_size=4).map(tuple)
ATOM = st.one_of(st.integers(-2, 2), st.booleans(), st.none(), st.sampled_from(["", "word"]))
DATA = st.recursive(ATOM, lambda inner: st.lists(inner, max_size=2).map(tuple), max_leaves=4)
STEP_DATA = st.lists(st.one_of(ATOM, st.lists(ATOM, max_size=2).map(tuple)), max_size=3).map(tuple)

_FIELDS = {
    "piece": PIECE, "at": PLACE, "steps": st.integers(0, 3), "path": PATH, "mode": WORD, "cost": SMALL, "rule": SIDE,
    "reason": WORD, "flag": WORD, "value": SMALL, "formation": st.integers(0, 2), "place": PLACE, "side": SIDE,
    "a": PLACE, "b": st.integers(-1, 6), "marker": WORD, "count": st.integers(0, 2), "track": WORD, "pool": WORD,
    "token": PIECE, "delta": st.integers(-2, 2), "variable": WORD, "turn": st.integers(1, 9), "phase": WORD,
    "step": WORD, "data": STEP_DATA, "purpose": WORD, "subject": st.integers(-1, 5), "faces": st.just(10), "of": WORD,
    "kind": WORD, "pieces": PATH, "targets": PATH, "total": SMALL, "table": WORD, "column": WORD, "row": SMALL,
    "results": PATH, "status": WORD, "slot": WORD, "commitment": st.sampled_from(["aa", "bb"]), "message": WORD,
    "args": PATH, "level": WORD, "lines": st.lists(st.tuples(WORD, SMALL, SIDE), max_size=2).map(tuple),
}  # fmt: skip


def _kind(cls: type[ev.Event], fields: dict[str, st.SearchStrategy[object]]) -> st.SearchStrategy[ev.Event]:
    return st.builds(cls, **{name: fields[name] for name in cls.__struct_fields__})


EVENT = st.one_of([_kind(kind.cls, _FIELDS) for kind in KINDS])
"""One event of any kind."""

_ANY_INT = st.integers(-(2**63), 2**63 - 1)
_WILD = {
    name: _ANY_INT
    if name not in ("path", "data", "pieces", "targets", "results", "args", "lines", "commitment")
    else strategy
    for name, strategy in _FIELDS.items()
} | {"path": st.lists(_ANY_INT, max_size=3).map(tuple), "data": st.lists(_ANY_INT, max_size=3).map(tuple)}
WILD_EVENT = st.one_of([_kind(kind.cls, _WILD) for kind in KINDS])
"""One event of any kind with any numbers that a log's bytes can hold."""

_HALF = 1 << 32
_ODD = st.sampled_from(
    (0, 1, 2, -1, -2, _HALF - 1, _HALF, _HALF + 1, -_HALF, 3 << 32 | 1, 1 << 16, 1 - (1 << 16), 1 << 48)
)
_ODD_SUBJECT = st.sampled_from((0, 1, 2, 3, -1, _HALF, -_HALF))
COLLIDING_EVENT = st.one_of(
    st.builds(ev.JudgedFor, _ODD, WORD, st.just(()), st.just(0), _ODD_SUBJECT),
    st.builds(ev.Judged, _ODD, WORD),
    st.builds(ev.Removed, _ODD, WORD),
    st.builds(ev.Flagged, _ODD, _ODD, SIDE),
    st.builds(ev.Placed, _ODD, _ODD, WORD),
    st.builds(ev.Moved, _ODD, st.tuples(_ODD, _ODD), WORD),
)
"""One event of a piece below 0 or beyond 2^32, whose packed keys are those of other pieces in other respects."""
