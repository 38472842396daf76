"""Notes with drawings, chapters and a guided review, written and read on the desk."""

from __future__ import annotations

import json


def _write(page, seq, text, chapter=""):
    page.js("(seq) => desk.go(seq)", seq)
    page.js("desk._comment()")
    page.page.fill("#note-text", text)
    page.page.fill("#note-by", "Ann")
    page.page.fill("#note-chapter", chapter)
    page.page.select_option("#note-to", "all")
    page.page.get_by_role("button", name="Keep comment").click()
    page.page.wait_for_function("(seq) => desk.notes.has(seq)", arg=seq)


def test_a_note_draws_arrows_and_rings_on_the_map_by_clicks(desk):
    page = desk("caen", "#at=57")
    here, there, far = page.js("['E2138', 'E2137', 'E1837'].map((label) => desk.game.findPlace(label))")
    page.js("desk._comment()")
    page.page.fill("#note-text", "through here")
    page.page.get_by_role("button", name="Draw arrow").click()
    for place in (here, there):
        page.js("(place) => desk.chooseHex(place)", place)
    assert page.js("desk.map.shown.drawn") == [["arrow", here, there]], "it is seen while it is drawn"
    assert page.js("desk.hex") == -1 and page.js("desk.tab") == "decision", "the map chooses nothing meanwhile"
    page.page.get_by_role("button", name="Draw arrow").click()
    page.page.get_by_role("button", name="Ring hexes").click()
    page.js("(place) => desk.chooseHex(place)", far)
    page.page.get_by_role("button", name="Ring hexes").click()
    assert page.page.input_value("#note-text") == "through here", "what was typed is still there"
    page.page.get_by_role("button", name="Keep comment").click()
    drawn = [["arrow", here, there], ["ring", far]]
    assert page.js("desk.notes.get(57).draw") == drawn
    page.js("desk.go(58)")
    assert page.js("desk.map.shown.drawn") == []
    page.open_anew("#57")
    assert page.js("desk.map.shown.drawn") == drawn
    page.page.get_by_role("button", name="Rub out").click()
    assert page.js("desk.map.shown.drawn") == []
    assert page.js("desk.notes.get(57).draw") == drawn, "kept until the note is kept"


def test_a_guided_review_goes_through_the_chapters_by_keys(desk):
    page = desk("caen", "#at=5")
    _write(page, 90, "And it ended here.", "2 The end")
    _write(page, 40, "The plan.", "1 The plan")
    _write(page, 20, "Why not E2237?", "1 The plan")
    page.js("desk.show('notes')")
    assert page.js("[...document.querySelectorAll('#note-list h3')].map((h) => h.textContent)") == [
        "1 The plan",
        "2 The end",
    ]
    page.page.get_by_role("button", name="Later in the chapter").first.click()
    page.page.wait_for_function("() => desk.notes.list().some((note) => note.order === 1)")
    page.page.get_by_role("button", name="Guided review (3)").click()
    seen = []
    for _ in range(3):
        seen.append([page.seq, page.text(".tourtext")])
        page.js("document.activeElement.blur()")
        page.page.keyboard.press(".")
    assert seen == [[40, "The plan."], [20, "Why not E2237?"], [90, "And it ended here."]]
    assert page.seq == 90, "the last one stays"
    page.page.keyboard.press(",")
    assert page.seq == 20
    assert "Ann" in page.text("#tourbar") and "UTC" in page.text("#tourbar")
    page.page.keyboard.press("Escape")
    assert not page.page.is_visible("#tourbar")


def test_notes_are_found_by_author_chapter_and_words_also_from_the_timeline(desk):
    page = desk("caen", "#at=5")
    _write(page, 33, "a bridge too far", "1 Orne")
    _write(page, 44, "another thing")
    page.js("desk.show('notes')")
    page.page.fill("#note-search", "ann bridge")
    assert page.js("[...document.querySelectorAll('.noterow .jump')].map((b) => b.textContent)") == ["#33"]
    page.page.fill("#note-search", "nobody wrote this")
    assert "No note holds these words" in page.text("#note-list")
    page.page.fill("#search", "bridge too far")
    assert page.rows == [33]


def test_what_is_typed_outlives_other_moments_and_a_new_decision(desk):
    page = desk("caen", "#at=12")
    page.js("desk._comment()")
    page.page.fill("#note-text", "half a thought")
    page.page.fill("#note-chapter", "3 Later")
    page.js("desk.go(30)")
    assert page.page.locator("#note-text").count() == 0, "a form is made when it is opened"
    page.page.click("#note-box summary")
    assert page.page.input_value("#note-text") == ""
    page.js("desk.list('report')")
    page.js("desk.list('timeline')")
    page.js("desk.go(12)")
    assert page.page.input_value("#note-text") == "half a thought"
    assert page.page.input_value("#note-chapter") == "3 Later"
    assert "not kept yet" in page.text("#note-box summary")


def test_a_file_of_two_readers_is_merged_and_a_stranger_cannot_write_markup(desk):
    page = desk("caen", "#at=12")
    _write(page, 12, "mine", "1 A")
    hash_ = page.js("desk.game.frames[12].h")
    hostile = {
        "mark": True,
        "text": "<img src=x onerror=alert(1)>",
        "by": "<b>Eve</b>",
        "chapter": "<i>x</i>",
        "draw": [["ring", 4]],
    }
    file = json.dumps({"log": page.js("desk.game.data.game.log"), "notes": {hash_: hostile}})
    page.js("(text) => desk.notes.merge(text)", file)
    page.js("desk.show('notes')")
    text = page.text("#note-list")
    assert "mine" in text and "<img src=x" in text and "<b>Eve</b>" in text
    assert page.page.locator("#panel img, #panel i").count() == 0
    assert page.js("desk.notes.get(12).chapter") == "1 A"
