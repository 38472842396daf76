"""One HTML file that needs nothing else: style, script and data inside, and a policy that forbids the network."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any, Final, TypeAlias

Row: TypeAlias = dict[str, Any]

FIRST: Final = (
    *("util", "store", "finding", "model", "geometry", "near", "story", "textures", "ground", "counters", "arrows"),
    *("overlays", "map", "parts", "decision", "lockstep", "link", "notes", "review", "server", "desk"),
)
"""The modules that the first picture is made by, each after those that it imports from."""
LATE: Final = (
    *("outline", "virtual", "vlist", "life", "combats", "supply", "places", "lines", "victory", "uplot", "plots"),
    *("strips", "timeline", "still", "report", "refusal", "curtain", "begun", "studytree", "tabletop", "late"),
)
"""The others, which the page holds as a text: a browser reads a script whole before it runs, and would show the first
picture the later."""

_IMPORT: Final = re.compile(r"^import (\{[^}]*\}) from \"\./(\w+)\.js\";$", re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ((?:async )?(?:function|class|const|let) (\w+))", re.MULTILINE)
_ABOUT: Final = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/\n", re.MULTILINE | re.DOTALL)
"""A comment with lines of its own."""
_WIDE: Final = re.compile(r"[^\x00-\xff]")
"""A sign with which a browser keeps the whole text in two bytes a sign, and reads it the slower."""
_SLOT: Final = re.compile(r"%%([A-Z]+)%%")


_READ: Final = """const $late = (() => {
  let made;
  const late = () => (made ??= read());
  function read() {
    const box = document.getElementById("late");
    const run = document.createElement("script");
    run.textContent = box.textContent;
    document.head.append(run);
    run.remove();
    box.remove();
    const make = globalThis.hexledgerLate;
    delete globalThis.hexledgerLate;
    return make(%s);
  }
  return { late };
})();"""
"""The module `late` as the first script has it: runs the text of the others, which takes what it imports by name."""


@lru_cache(maxsize=1)
def scripts() -> tuple[str, str]:
    """The script of the first picture, and the text of all other modules, a script that hands over a function."""
    given = "{ " + ", ".join(f"${name}" for name in FIRST[:-1]) + " }"
    first = [_READ % given, *map(_module, FIRST)]
    late = "\n".join(map(_module, LATE))
    return (
        '"use strict";\n(() => {\n' + "\n".join(first) + "\n})();",
        f'"use strict";\nglobalThis.hexledgerLate = ({given}) => {{\n{late}\nreturn $late.late();\n}};',
    )


def _module(name: str) -> str:
    """A module as a function of its own that gives what the module exports. Without what is there for readers of the
    module only, as the browser reads all of it."""
    text = _IMPORT.sub(r"const \1 = $\2;", narrow(_ABOUT.sub("", _read(f"{name}.js"))))
    exported = ", ".join(found[2] for found in _EXPORT.finditer(text))
    body = _EXPORT.sub(r"\1", text).rstrip()
    return f"const ${name} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();"


def html(data: Row, *, online: bool = False) -> str:
    """The page. `online`: it may ask the server that it came from (the desk); else nothing at all."""
    first, late = scripts()
    hashes = " ".join(f"'sha256-{_hashed(code)}'" for code in (first, late))
    asks = "'self'" if online else "'none'"
    policy = (
        f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; img-src data: blob:; "
        f"connect-src {asks}; form-action 'none'; base-uri 'none'"
    )
    title = f"{data['game']['title']}: {data['game']['scenario']} - review desk"
    slots = {
        "POLICY": policy,
        "TITLE": escape(title),
        "NOTE": _note(data.get("left_out")),
        "STYLE": _read("uplot.css") + _read("desk.css"),
        "DATA": embedded(data),
        "SCRIPT": first,
        "LATE": late,
    }
    return _SLOT.sub(lambda found: slots[found[1]], _read("desk.html"))


def _hashed(code: str) -> str:
    """By what the page's policy knows a script that stands on lines of its own."""
    return b64encode(sha256(f"\n{code}\n".encode()).digest()).decode("ascii")


def _note(missing: str | None) -> str:
    """The line above everything that says what is missing."""
    return f'<p role="alert" class="left-out">{escape(missing)}</p>' if missing else ""


def embedded(data: Row) -> str:
    """JSON that can stand in a `script` element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return narrow(text.replace("<", "\\u003c"))


def narrow(text: str) -> str:
    """A text of JSON or of the script with its signs beyond Latin-1, which stand in strings, as escapes."""
    return _WIDE.sub(lambda found: json.dumps(found[0])[1:-1], text)


def _read(name: str) -> str:
    return files(__package__).joinpath("assets", name).read_text(encoding="utf-8")
