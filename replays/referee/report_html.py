"""The report as one self-contained HTML page: no script, no font or picture from elsewhere; it prints on paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from hexledger.events.showing import html_text as _
from hexledger.projections.names import capital

Row = dict[str, Any]

STYLE = Path(__file__).with_name("report.css")


def html(report: Row) -> str:
    """A report (see `report.build`) as a page."""
    title = f"{report.get('title') or report['identity']['game'] or 'Hexledger'}: verdict"
    return document(title, "\n".join(_body(report)))


def document(title: str, body: str) -> str:
    """A page around a body that is HTML already."""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{_(title)}</title><style>{STYLE.read_text(encoding='utf-8')}</style></head>\n<body><main>\n{body}\n</main></body></html>\n"
    )


def _body(report: Row) -> Iterator[str]:
    yield from head(report)
    yield from verdict(report["verdict"])
    yield from checked(report)
    yield from trust(report["trust"])
    if "unread" not in report:
        yield from game(report)
        yield from history(report)
    yield (
        "<footer>Written by hexledger verify. Anybody who has the log can repeat this audit: "
        f"<code>hexledger verify {_(report['log'])}</code></footer>"
    )


def checked(report: Row) -> Iterator[str]:
    """What was checked, with the audit's notes."""
    yield "<h2>What was checked</h2>"
    yield table(
        ("", "check", "found"), ((_mark(row["ok"]), _(row["check"]), _(row["found"])) for row in report["checks"])
    )
    if report["notes"]:
        yield f"<ul>{''.join(f'<li>{_(note)}</li>' for note in report['notes'])}</ul>"
    if "unread" in report:
        yield f'<p class="none">The log could not be read further: {_(report["unread"])}</p>'


def history(report: Row) -> Iterator[str]:
    """Times, undos, claims, rulings, irregular decisions and luck."""
    yield from times(report["times"])
    yield from _undos(report["undos"])
    yield from _claims(report["claims"], report["void_dice"])
    yield from _rulings(report["rulings"], report["readings"])
    yield from _irregular(report["irregular"])
    if "luck" in report:
        yield from _luck(report["luck"])


def head(report: Row) -> Iterator[str]:
    """What the log is."""
    identity = report["identity"]
    yield f"<header><h1>{_(report.get('title') or identity['game'] or 'A log')}</h1>"
    if identity["scenario"]:
        kind = f"{identity['edition_kind']} edition"
        scenario = report.get("scenario_title") or identity["scenario"]
        yield f"<p>{_(scenario)} · {_(kind)} · {_(identity['dice_mode'])} dice</p>"
    yield f"<p>log <code>{_(identity['log_id'] or '-')}</code></p></header>"


def verdict(verdict: Row) -> Iterator[str]:
    """The verdict, and what contradicts."""
    found = verdict["contradiction"]
    style = "bad" if found else "good" if verdict["word"] == verdict["text"] == "intact" else "wait"
    said = verdict["text"].removeprefix(verdict["word"]).lstrip(": ")
    if not found and style == "good":
        said = "Bytes, chain, positions, rules and dice agree."
    yield f'<div class="word {style}"><strong>{_(verdict["word"])}</strong>{_(said)}</div>'
    if found:
        yield pairs(
            ("where", found["address"]),
            ("field", found["where"]),
            ("rule", found["rule"] or "-"),
            ("found", found["found"]),
            ("expected", found["expected"] or "-"),
        )


def game(report: Row) -> Iterator[str]:
    """The game: players, result, edition, policies."""
    identity, result = report["identity"], report["result"]
    players = ", ".join(
        f"{capital(p['side'])}: {p['name']}" + (f" ({p['key'][:12]})" if p["key"] else "") for p in report["players"]
    )
    over = (
        f"{capital(result['winner'] if result['winner'] != 'nobody' else 'draw')}: {result['level']}"
        if result["over"]
        else "not over"
    )
    policy = report["error_policy"]
    errors = f"{policy['name']} ({policy['about']})" if policy["about"] else policy["name"] or "by agreement"
    yield "<h2>The game</h2>"
    yield pairs(
        ("players", players or "not named"),
        ("result", over),
        ("turn", result["turn"]),
        ("edition", f"{identity['edition']}, {identity['edition_kind']} edition, {report['edition_fingerprint'][:16]}"),
        ("rules version", identity["rules_version"]),
        ("undo policy", report["undo_policy"]),
        ("error policy", errors),
    )


def trust(found: Row) -> Iterator[str]:
    """Who could have influenced the dice, and what else a verdict says of trust."""
    yield "<h2>Who could have influenced the dice, and who signed</h2>"
    if not found["lines"]:
        yield '<p class="none">No die fell, and nobody signs.</p>'
        return
    told = (f"<li{' class=dice' if 'dice could have been' in line else ''}>{_(line)}</li>" for line in found["lines"])
    yield f"<ul>{''.join(told)}</ul>"


def times(found: Row | None) -> Iterator[str]:
    """Time used by each side."""
    yield "<h2>Time used</h2>"
    if found is None:
        yield '<p class="none">The game has no clock.</p>'
        return
    yield table(
        ("side", "time used", "decisions", "longest", "before"),
        (
            (
                _(capital(row["side"])),
                _(row["text"]),
                str(row["decisions"]),
                _(row["longest_text"]),
                f"#{row['longest_at']}" if row["longest_at"] is not None else "-",
            )
            for row in found["sides"]
        ),
        numbers=(1, 2, 3, 4),
    )
    if found["went_back"]:
        told = ", ".join(f"#{seq}" for seq in found["went_back"])
        yield f'<p class="none">The clock of a player went back before {told}; that counts as no time.</p>'


def _undos(undos: list[Row]) -> Iterator[str]:
    yield f"<h2>Undos ({len(undos)})</h2>"
    if not undos:
        yield '<p class="none">Nothing was taken back.</p>'
        return
    yield table(
        ("frame", "by", "from", "to", "across", "agreed by", "reason"),
        (
            (
                f"#{row['frame']}",
                _(capital(row["by"])),
                f"#{row['from']}",
                f"#{row['to']}",
                _(", ".join(row["crossed"]) or "-"),
                _(", ".join(row["consent"]) or (f"policy {row['policy']}" if row["claim"] is not None else "-")),
                _(row["reason"] or "-"),
            )
            for row in undos
        ),
    )


def _claims(claims: list[Row], void: list[Row]) -> Iterator[str]:
    if not claims:
        return
    yield f"<h2>Claims ({len(claims)})</h2>"
    yield table(
        ("frame", "by", "about", "error of", "reason", "outcome", "policy"),
        (
            (
                f"#{row['frame']}",
                _(capital(row["by"])),
                f"#{row['about']}",
                _(row["what"]),
                _(row["reason"]),
                _(row["outcome"]),
                _(row["policy"]),
            )
            for row in claims
        ),
    )
    for one in void:
        if one["dice"]:
            yield f"<h3>Dice made void by frame #{one['frame']}, and those that replaced them</h3>"
            yield table(("die", "void", "value", "in its place", "value"), (_pair(die) for die in one["dice"]))


def _pair(die: Row) -> tuple[str, ...]:
    about = f", {die['subject']}" if die["subject"] else ""
    new = die["new"]
    fresh = (new["address"], str(new["value"])) if new else ("not rolled yet", "-")
    return (_(die["for"] + about), _(die["void"]["address"]), _(die["void"]["value"]), _(fresh[0]), _(fresh[1]))


def _rulings(rulings: list[Row], readings: list[Row]) -> Iterator[str]:
    yield f"<h2>Rulings ({len(rulings)})</h2>"
    if not rulings:
        yield '<p class="none">The referee was not called.</p>'
    for row in rulings:
        about = f" about #{row['about']}" if row["about"] is not None else ""
        yield f"<h3>#{row['frame']} {_(row['scope_text'])}{_(about)}</h3>"
        told = [("by", capital(row["by"])), ("reason", row["reason"])]
        told += [("from", row["source"])] if row["source"] else []
        told += [("agreed by", ", ".join(row["consent"]))] if row["consent"] else []
        told += [("decision", row["decision"]), ("refused by", row["refused"])] if row["decision"] else []
        told += [("effect", "; ".join(row["effects"]) or "none")]
        yield pairs(*told)
    other = [row for row in readings if not row["default"]]
    if other:
        yield "<h3>Rules read in another way than by default</h3>"
        yield table(
            ("rule", "question", "reading"),
            ((_(row["rule"]), _(row["about"]), _(f"{row['switch']} = {row['reading']}")) for row in other),
        )


def _irregular(rows: list[Row]) -> Iterator[str]:
    if not rows:
        return
    yield f"<h2>Irregular decisions ({len(rows)})</h2>"
    yield table(
        ("frame", "decision", "refused by", "ruling"),
        (
            (f"#{r['frame']}", _(r["what"]), _(r["refused"]), f"#{r['ruled']}" if r["ruled"] is not None else "none")
            for r in rows
        ),
    )


# ---------------------------------------------------------------------- luck
def _luck(luck: Row) -> Iterator[str]:
    yield "<h2>Luck</h2>"
    if not luck["throws"]:
        yield '<p class="none">No die has been read on a table.</p>'
        return
    yield (
        '<p class="none">For each die: the exact chance of its outcome or a better one. Luck is the chance of a worse '
        "outcome less that of a better one: 0 on average, whatever the odds.</p>"
    )
    yield table(
        ("side", "dice", "luck", "standard deviation", "as lucky or luckier"),
        (
            (
                _(capital(row["side"])),
                str(row["throws"]),
                _(row["luck_text"]),
                _(row["deviation"]),
                _(f"{row['as_good_or_better_text']} of games"),
            )
            for row in luck["sides"]
        ),
        numbers=(1, 2, 3, 4),
    )
    yield _curve(luck)
    yield f"<details><summary>All {len(luck['throws'])} dice</summary>"
    yield table(
        ("event", "turn", "side", "for", "die", "this or better", "luck"),
        (
            (
                _(row["address"]),
                _(row["turn"]),
                _(capital(row["side"])),
                _(row["for"] + (f", {row['subject']}" if row["subject"] else "")),
                _(f"d{row['faces']} = {row['value']}"),
                _(row["this_or_better_text"]),
                _(row["luck_text"]),
            )
            for row in luck["throws"]
        ),
        numbers=(4, 5, 6),
    )
    yield "</details>"


WIDE, HIGH, EDGE = 900, 200, 34


def _curve(luck: Row) -> str:
    """The sum of luck of each side over the game, as a step line; everything in whole pixels."""
    throws = luck["throws"]
    sides = [row["side"] for row in luck["sides"]]
    sums: dict[str, list[int]] = {side: [0] for side in sides}
    for throw in throws:
        up, down = (int(part) for part in throw["luck"])
        for side in sides:
            sums[side].append(sums[side][-1] + (1000 * up // down if side == throw["side"] else 0))
    most = max(1000, *(abs(value) for values in sums.values() for value in values))
    middle = HIGH // 2

    def x(index: int) -> int:
        return EDGE + index * (WIDE - 2 * EDGE) // len(throws)

    def y(value: int) -> int:
        return middle - value * (middle - 16) // most

    lines = [
        f'<line x1="{EDGE}" y1="{middle}" x2="{WIDE - EDGE}" y2="{middle}" stroke="var(--line)" stroke-width="2"/>',
        f'<text x="4" y="{middle + 4}" font-size="12" fill="var(--soft)">0</text>',
    ]
    for value in (most, -most):
        text = f"{'+' if value > 0 else '-'}{most // 1000}.{most % 1000 // 100}"
        lines.append(f'<text x="4" y="{y(value) + 4}" font-size="12" fill="var(--soft)">{text}</text>')
    for number, side in enumerate(sides):
        colour = f"var(--{'one' if number == 0 else 'two'})"
        points = []
        for index, value in enumerate(sums[side]):
            if index:
                points.append(f"{x(index)},{y(sums[side][index - 1])}")
            points.append(f"{x(index)},{y(value)}")
        lines.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        at = f'x="{EDGE + 8 + 120 * number}" y="{HIGH - 6}"'
        lines.append(f'<text {at} font-size="13" fill="{colour}">{_(capital(side))}</text>')
    label = "Sum of luck of each side over the game"
    return f'<svg viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{label}">{"".join(lines)}</svg>'


# ---------------------------------------------------------------------- pieces
def _mark(ok: bool | None) -> str:
    kind, sign = ("yes", "✓") if ok else ("open", "–") if ok is None else ("no", "✗")
    return f'<span class="mark {kind}">{sign}</span>'


def table(heads: Iterable[str], rows: Iterable[Iterable[str]], numbers: Iterable[int] = ()) -> str:
    """A table; `rows` are HTML already, `numbers` the columns that are set right."""
    right = set(numbers)

    def cell(tag: str, index: int, text: str) -> str:
        return f"<{tag}{' class=n' if index in right else ''}>{text}</{tag}>"

    head = "".join(cell("th", index, _(text)) for index, text in enumerate(heads))
    body = "".join("<tr>" + "".join(cell("td", i, text) for i, text in enumerate(row)) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def pairs(*rows: tuple[str, object]) -> str:
    """Names and values."""
    return "<dl>" + "".join(f"<dt>{_(name)}</dt><dd>{_(value)}</dd>" for name, value in rows) + "</dl>"
