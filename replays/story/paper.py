"""Pages that print on A4: one file, no script, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from hexledger.events.showing import html_text as _

STYLE: Final = Path(__file__).with_name("report.css")


def paper(title: str, parts: Iterable[str], footer: str) -> str:
    """A page of these parts (HTML); `title` is text, `footer` HTML."""
    style = STYLE.read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        'img-src data:">'
        f"<title>{_(title)}</title><style>{style}</style></head>\n<body><main>"
        f"{''.join(parts)}<footer>{footer}</footer></main></body></html>\n"
    )


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], numbers: int = 0) -> str:
    """A table: `heads` are text, cells HTML; the last `numbers` columns are numbers."""
    least = len(heads) - numbers

    def cells(row: Sequence[str], tag: str) -> str:
        return "".join(
            f"<{tag}{' class=n' if column >= least else ''}>{cell}</{tag}>" for column, cell in enumerate(row)
        )

    body = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    return f"<table><thead><tr>{cells([_(head) for head in heads], 'th')}</tr></thead><tbody>{body}</tbody></table>"


def bare(drawn: str) -> str:
    """An SVG without what stands before its element."""
    return drawn[drawn.index("<svg") :]
