"""Words that somebody types to break the page: signs of patterns and of HTML, ten thousand letters, other scripts."""

from __future__ import annotations

import pytest

MARKUP = '<img src=x onerror="window.broken=1"><script>window.broken=1</script>"\'><svg onload=window.broken=1>'
WORDS = (
    *(".*", "[", "(?:x+)+y", "\\", "$&", "^$", "%s", "{{}}", MARKUP),
    *("😀", "👩‍👩‍👧", "\u202eabc", "שלום", "مرحبا", "İ", "ß", "\0", "\t\n", "constructor", "__proto__"),
    *("a" * 10_000, "ab " * 5_000),
)
LONGER = 12
"""Times as long as a search for a plain word that one for anything may take, on a busy machine."""
VIEWS = ("combats", "supply", "timeline")
FIELDS = ("search", "f-unit", "f-hex", "f-rule", "combat-words")

_TYPE = """([field, words, views]) => {
  const begun = performance.now();
  const box = document.getElementById(field);
  box.value = words;
  box.dispatchEvent(new Event("input", { bubbles: true }));
  for (const view of views) desk.list(view);
  return performance.now() - begun;
}"""


def _typed(page, words: str, fields: tuple[str, ...] = FIELDS) -> float:
    """Milliseconds in which the fields answered these words; they are empty again."""
    taken = 0.0
    for field in fields:
        for typed, views in ((words, VIEWS), ("", VIEWS[-1:])):
            taken += page.js(_TYPE, [field, typed, views])
            assert page.text("#found")
    return taken


BY_DAY = 3
"""By day each word is typed in one or two of the fields, each field gets a third of them; in the long run each word
in all fields."""


def _turns() -> list[tuple[str, tuple[str, ...]]]:
    """(words, the fields that they are typed in by day); a broken pattern and markup are typed in all of them."""
    turns = [(words, FIELDS[number % BY_DAY :: BY_DAY]) for number, words in enumerate(WORDS)]
    return [(words, FIELDS if words in ("[", MARKUP) else fields) for words, fields in turns]


@pytest.mark.parametrize(
    "turns",
    [
        pytest.param(_turns(), id="some fields"),
        pytest.param([(words, FIELDS) for words in WORDS], id="all fields", marks=pytest.mark.long),
    ],
)
def test_a_search_for_anything_is_answered_at_once_and_is_never_taken_for_markup(desk, turns):
    page = desk("caen")
    _typed(page, "ca")
    plain = {fields: _typed(page, "caen", fields) for fields in dict.fromkeys(fields for _, fields in turns)}
    for words, fields in turns:
        said = ascii(words[:12])
        assert _typed(page, words, fields) < LONGER * plain[fields], said
        page.js("(words) => { desk.findUnit(words); desk.findHex(words); }", words)
        assert len(page.rows) == len(page.line), f"{said}: the fields are empty again"
        assert page.js("document.querySelectorAll('img, svg script, main script').length") == 0, said
        assert page.js("window.broken") is None, said


def test_notes_names_and_chapters_with_markup_are_shown_as_they_were_typed(desk):
    page = desk("caen", "#at=20")
    write = "(text) => desk.note(true, text, { by: text.slice(0, 80), to: 'all', chapter: text, draw: [['ring', 5]] })"
    page.js(write, MARKUP)
    for show in ("desk.show('notes')", "desk.review.go(0)", "desk.list('report')", "desk.list('timeline')"):
        page.js(f"{show}, 1")
        page.page.wait_for_timeout(50)
        assert page.js("document.querySelectorAll('img, #panel script, #report script, #tourbar script').length") == 0
        assert page.js("window.broken") is None
    page.js("desk.show('notes')")
    assert "onerror" in page.text("#panel"), "it is there as text"
    page.js("(text) => desk.note(true, text)", "x" * 9_000)
    assert page.js("document.documentElement.scrollWidth") <= 1280


@pytest.mark.parametrize(
    "fragment",
    [
        f"#at={MARKUP}",
        f"#at=40&unit={MARKUP}&hex=<b>",
        "#at=9e99&list=__proto__&tab=constructor",
        "#at=40&show=zoc,<x>&since=-1&with=zz&line=__proto__&lockstep=constructor&when=toString",
        "#%E0%A4%A",
    ],
)
def test_an_address_that_says_nonsense_opens_the_game(desk, fragment):
    page = desk("caen", fragment)
    assert page.seq in page.line and page.js("desk.tab") == "decision" and page.js("desk.view") == "timeline"
    assert page.js("window.broken") is None
