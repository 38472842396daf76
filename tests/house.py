"""`python -m tests.house [REV]`: how many lines the games write on the topics of docs/adding-a-game.md, as a table.

Lines of code: without blank lines, comments and docstrings; of lists in text files (`switches.txt`) the lines that say
something. Where a file is about more than the topic, the functions of it that are counted are named behind a colon.
REV is a commit; without it the tree as it lies there is read.
"""

from __future__ import annotations

import ast
import io
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
GAMES = ("case_yellow", "france_1944", "time_for_trumpets", "june_6", "fortress_europa")

TOPICS = {
    "front page": ("game.py",),
    "position basics, without ZOC": ("questions/position.py", "questions/standing.py"),
    "words": ("tables/words.py", "tables/flags.py", "shown/naming.py"),
    "options and readings": (
        *("tables/switches.py", "tables/options.py", "switches.txt", "options.txt"),
        "rules/setup.py:readings,lay_out,_together,_last",
    ),
    "calendar": ("tables/calendar.py", "game.py:turn,phasing"),
    "retreat": ("rules/retreat.py", "questions/retreats.py", "questions/retreat.py"),
    "ZOC": ("questions/zoc.py",),
    "reach": ("questions/ways.py:step,walk,reach,march,spent,reachable,_beyond", "questions/reach.py"),
    "supply trace": ("questions/supply.py",),
    "chart reading": ("tables/chart.py", "tables/charts.py"),
    "arrivals": (
        *("rules/reinforcements.py", "rules/arrivals.py", "rules/arriving.py"),
        *("questions/arrivals.py", "questions/entry.py"),
    ),
}
"""Topic -> files of the game's folder."""
TESTS = ("about.py", "builder.py")
"""What a game's tests write for those that every game has."""
PASSING = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def source(path: str, rev: str) -> str:
    """A file of the tree or of a commit; empty where there is none."""
    if not rev:
        file = ROOT / path
        return file.read_text(encoding="utf-8") if file.is_file() else ""
    shown = subprocess.run(["git", "show", f"{rev}:{path}"], cwd=ROOT, capture_output=True, text=True, check=False)
    return shown.stdout if shown.returncode == 0 else ""


def documented(tree: ast.AST) -> Iterator[int]:
    """Lines of docstrings, those behind assignments among them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)


def lines(text: str, functions: tuple[str, ...] = ()) -> int:
    """Lines of code of a Python file, or of some of its functions."""
    tree, found = ast.parse(text), set[int]()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in PASSING:
            found.update(range(token.start[0], token.end[0] + 1))
    found -= set(documented(tree))
    if functions:
        inside = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name in functions]
        found &= {line for node in inside for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    return len(found)


def counted(folder: str, place: str, rev: str) -> int:
    """Lines of one entry of `TOPICS`."""
    path, _, functions = place.partition(":")
    text = source(f"{folder}/{path}", rev)
    if path.endswith(".txt"):
        return sum(1 for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return lines(text, tuple(functions.split(",")) if functions else ()) if text else 0


def table(rev: str) -> Iterator[str]:
    """The table in Markdown."""
    yield f"| topic | {' | '.join(GAMES)} |"
    yield "|---" * (len(GAMES) + 1) + "|"
    sums = dict.fromkeys(GAMES, 0)
    for topic, places in TOPICS.items():
        row = {game: sum(counted(f"engine/games/{game}", place, rev) for place in places) for game in GAMES}
        sums = {game: sums[game] + row[game] for game in GAMES}
        yield f"| {topic} | {' | '.join(str(row[game]) for game in GAMES)} |"
    yield f"| together | {' | '.join(str(sums[game]) for game in GAMES)} |"
    tests = (str(sum(counted(f"tests/{game}", place, rev) for place in TESTS)) for game in GAMES)
    yield f"| for the tests that every game has | {' | '.join(tests)} |"


if __name__ == "__main__":
    sys.stdout.write("\n".join(table(sys.argv[1] if len(sys.argv) > 1 else "")) + "\n")
