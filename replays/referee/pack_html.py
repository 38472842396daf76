"""The adjudication pack as one page: it prints, loads nothing from elsewhere, and carries its data as JSON."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from html import escape
from typing import Any, Final

import msgspec

from hexledger.events.showing import html_text as _
from hexledger.events.showing import one_line
from hexledger.projections.names import capital
from hexledger.replays.referee import report_html as page
from hexledger.replays.referee.report_html import pairs, table

Row = dict[str, Any]

DATA: Final = "hexledger-pack"
"""Id of the element that holds the pack as JSON."""


def html(pack: Row) -> str:
    """A pack (see `pack.build_pack`) as a page."""
    title = f"{pack.get('title') or pack['identity']['game'] or 'Hexledger'}: adjudication pack"
    body = "\n".join(_body(pack))
    return page.document(title, f"{body}\n{_data(pack)}")


def data_of(text: str) -> Row:
    """The pack in a page again."""
    found = text.partition(f'id="{DATA}">')[2].partition("</script>")[0]
    pack: Row = msgspec.json.decode(found)
    return pack


def _data(pack: Row) -> str:
    bare = {key: _without_picture(value) for key, value in pack.items()}
    # `<` is written as JSON may write it, so that no text of a log ends the element
    text = msgspec.json.encode(bare).decode().replace("<", "\\u003c")
    return f'<script type="application/json" id="{DATA}">{text}</script>'


def _without_picture(value: Any) -> Any:
    """The pictures stand in the page itself."""
    if not isinstance(value, dict):
        return value
    return {key: _without_picture(item) for key, item in value.items() if key != "picture"}


def _body(pack: Row) -> Iterator[str]:
    yield from page.head(pack)
    yield from page.verdict(pack["verdict"])
    if pack.get("contested"):
        found = pack["contested"]
        said = f"{_(capital(found['by']))}: {_(found['decision'])}"
        yield f'<p>Contested: <a href="#contested">#{found["frame"]}</a>, {said}</p>'
    yield from page.trust(pack["trust"])
    yield from page.checked(pack)
    if "unread" not in pack:
        yield from page.game(pack)
        if pack["contested"]:
            yield from _contested(pack["contested"])
        yield from _position("The end", pack["end"])
        yield from _statements(pack["statements"], pack["said"])
        yield from page.history(pack)
    else:
        yield from _statements(pack["statements"], [])
    yield (
        "<footer>Written by hexledger pack. Whoever has the log makes the same page of it, byte for byte; its data "
        f"stand in it as JSON (element <code>{DATA}</code>).</footer>"
    )


def _contested(found: Row) -> Iterator[str]:
    yield f'<h2 id="contested">The contested decision: #{found["frame"]}</h2>'
    rows = [("by", capital(found["by"])), ("decision", found["decision"]), ("why this one", found["chosen"])]
    yield pairs(*rows, *([("time", found["time"])] if found["time"] else []))
    yield "<h3>The calculation</h3>"
    yield f"<pre>{escape(chr(10).join(one_line(line) for line in found['calculation_text'].split(chr(10))))}</pre>"
    yield from _picture(found["picture"], "The hexes concerned, as the players saw them before it")
    yield from _position(f"The position it was made in: #{found['before']['frame']}", found["before"])


def _position(title: str, found: Row) -> Iterator[str]:
    yield f"<h2>{_(title)}</h2>"
    over = f"{capital(found['winner'] or 'draw')}: {found['level']}" if found["over"] else "not over"
    yield pairs(
        ("after frame", f"#{found['frame']}"),
        ("turn", found["turn"]),
        ("phase", found["phase"] or "-"),
        ("asked", found["asked"] or "nobody"),
        ("by the rules", over),
    )
    yield from _victory(found["victory"])
    yield from _picture(found.get("picture", ""), "The board")
    yield from _tracks(found["tracks"])
    sides = sorted({unit["side"] for unit in found["units"]})
    for side in sides:
        units = [unit for unit in found["units"] if unit["side"] == side]
        yield f"<h3>{_(capital(side))} units ({len(units)})</h3>"
        yield table(
            ("place", "unit", "values", "steps", "state"),
            (
                (
                    _(unit["where"] or "-"),
                    _(unit["name"]),
                    _(unit["values"]),
                    str(unit["steps"]),
                    _(", ".join((["reduced"] if unit["reduced"] else []) + unit["flags"]) or "-"),
                )
                for unit in sorted(units, key=lambda unit: (unit["place"] or "~", unit["unit"]))
            ),
            numbers=(3,),
        )


def _victory(found: Row) -> Iterator[str]:
    if found["when"]:
        yield f"<p>Decided {_(found['when'])}.</p>"
    if found["conditions"]:
        yield table(
            ("", "side", "condition", "now", "rule"),
            (
                (
                    _("holds" if row["holds"] else "missing"),
                    _(capital(row["side"] or "-")),
                    _(row["wanted"]),
                    _(row["now"] or "-"),
                    _(row["rule"]),
                )
                for row in found["conditions"]
            ),
        )
    if found["if_now"]:
        yield f"<p>If it were decided now: {_(found['if_now'])}.</p>"


def _tracks(tracks: list[Row]) -> Iterator[str]:
    rows = [(row["name"], row["current"] if "cells" in row else "; ".join(row["lines"])) for row in tracks]
    shown = [(name, value) for name, value in rows if value]
    if shown:
        yield pairs(*shown)


def _picture(svg: str, alt: str) -> Iterator[str]:
    if svg:
        data = b64encode(svg.encode()).decode()
        image = f'<img alt="{_(alt)}" src="data:image/svg+xml;base64,{data}">'
        yield f"<figure>{image}<figcaption>{_(alt)}</figcaption></figure>"


def _statements(written: list[Row], said: list[Row]) -> Iterator[str]:
    yield "<h2>What the sides say</h2>"
    for one in written:
        yield f"<h3>{_(capital(one['by']))}</h3>"
        yield "".join(f"<p>{_(line)}</p>" for line in one["text"].splitlines() if line.strip())
    if said:
        yield "<h3>Reasons in the log</h3>"
        yield table(
            ("frame", "by", "about", "in their words", "time"),
            (
                (
                    f"#{row['frame']}",
                    _(capital(row["by"])),
                    f"#{row['about']}" if row["about"] is not None else "-",
                    _(row["text"]),
                    _(row["time"] or "-"),
                )
                for row in said
            ),
        )
    if not written and not said:
        yield '<p class="none">Nothing was handed in, and no reason stands in the log.</p>'
