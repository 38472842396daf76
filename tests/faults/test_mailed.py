"""Bundles after a journey by mail: read again, or refused with what happened to them and what to ask for."""

import json
import quopri
import tracemalloc
from html import escape
from textwrap import wrap as wrapped_lines

import pytest

from hexledger.events import armour
from hexledger.events.file_kinds import kind_of
from hexledger.replays.log import mail
from hexledger.replays.log.mail import BadBundle, decode_bundle


@pytest.fixture
def sent(run, fresh, tmp_path):
    """A bundle as JSON and as text, and the log that it was made of."""
    for number, more in enumerate(((), ("--text",))):
        out = tmp_path / str(number)
        assert run("send", fresh, "--to", "german", "--since", "0", "-o", out, *more).code == 0
    return (tmp_path / "0").read_bytes(), (tmp_path / "1").read_bytes(), fresh.read_bytes()


def quoted(text):
    return "".join(f"> {line}\n" for line in text.split("\n"))


JOURNEYS = {
    "as it is": lambda text: text,
    "wrapped at 76 columns": lambda text: "\n".join(
        part for line in text.split("\n") for part in (wrapped_lines(line, 76, break_on_hyphens=False) or [""])
    ),
    "quoted in an answer": lambda text: f"On Friday Ann wrote:\n{quoted(text)}\nThanks!\n",
    "quoted twice and wrapped": lambda text: quoted(quoted("\n".join(wrapped_lines(text, 60, break_on_hyphens=False)))),
    "with a greeting and a footer": lambda text: f"Hello Bob,\n\n{text}\n--\nAnn\nSent from my phone {{:-)\n",
    "with line ends of Windows": lambda text: text.replace("\n", "\r\n"),
    "with a byte order mark": lambda text: "\ufeff" + text,
    "saved with non-breaking blanks": lambda text: "\u00a0" + text.replace("\n", "\u00a0\n"),
    "saved in quoted-printable": lambda text: quopri.encodestring(text.encode()).decode(),
    "saved as a page": escape,
}


@pytest.mark.parametrize("form", [0, 1], ids=["JSON", "text"])
@pytest.mark.parametrize("how", JOURNEYS)
def test_a_bundle_survives_mail(run, sent, tmp_path, how, form):
    """B3"""
    text = sent[form].decode()
    came, log = tmp_path / "came", tmp_path / "mine.hxl"
    for data in (JOURNEYS[how](text).encode(), JOURNEYS[how](text).encode("utf-16")):
        came.write_bytes(data)
        ran = run("receive", came, log)
        assert ran.code == 0, ran
        assert log.read_bytes() == sent[2]


CAUSES = {
    "cut short": (lambda data: data[: len(data) * 2 // 3], "is cut short"),
    "without its last line": (lambda data: data[: data.rstrip().rfind(b"\n") - 30], "is cut short"),
    "one sign changed": (lambda data: data[:400] + bytes([data[400] ^ 2]) + data[401:], "changed on the way"),
    "doubled lines": (lambda data: data[:600] + data[500:], "changed on the way"),
    "without its head": (lambda data: data.replace(b"Bytes:", b"By:"), "first lines"),
}


@pytest.mark.parametrize("name", CAUSES)
def test_what_happened_to_a_text_is_said_with_what_to_ask_for(run, sent, tmp_path, name):
    """B3"""
    harm, cause = CAUSES[name]
    came, log = tmp_path / "came", tmp_path / "mine.hxl"
    came.write_bytes(harm(sent[1]))
    ran = run("receive", came, log)
    assert ran.code == 3 and cause in ran.err and "ask for it again" in ran.err, ran
    assert "JSON" not in ran.err and ran.err.count("\n") == 1 and not log.exists()


def test_a_bundle_of_json_that_was_cut_is_said_to_be_cut(run, sent, tmp_path):
    came = tmp_path / "came"
    for size in (len(sent[0]) // 3, len(sent[0]) - 4):
        came.write_bytes(sent[0][:size])
        ran = run("receive", came, tmp_path / "mine.hxl")
        assert ran.code == 3 and "the bundle is cut short or changed" in ran.err and "ask for it again" in ran.err, ran


def test_the_log_itself_or_a_letter_in_the_place_of_a_bundle_is_named(run, fresh, tmp_path):
    """B3"""
    ran = run("receive", fresh, tmp_path / "mine.hxl")
    assert (
        ran.code == 4 and "that is a log" in ran.err and "ask for what `send LOG --to SIDE -o FILE` writes" in ran.err
    )
    with pytest.raises(BadBundle, match="that is the log itself"):
        decode_bundle(fresh.read_bytes())
    letter = tmp_path / "letter"
    letter.write_text("Hello Bob, my turn is attached.\n", encoding="utf-8")
    ran = run("receive", letter, tmp_path / "mine.hxl")
    assert ran.code == 3 and "there is none in this text" in ran.err and "attachment" in ran.err


def test_armour_holds_any_bytes_and_finds_any_accident():
    for size in (0, 1, 2, 3, 47, 48, 49, 1000):
        data = bytes(at % 251 for at in range(size))
        text = armour.wrap("BUNDLE", data)
        assert armour.unwrap(text) == data
        assert max(map(len, text.split("\n"))) <= armour.WIDTH and text.isascii()
        assert kind_of(text.encode()) == "a bundle"
        body = text.index("\n\n") + 2
        for at in range(body, len(text) - 34):
            if text[at] in "\n=":
                continue
            harmed = text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :]
            try:
                same = armour.unwrap(harmed) == data  # bits that base64 does not use
            except armour.BadArmour as error:
                same = "changed on the way" in str(error)
            assert same, (size, at)
    assert armour.unwrap("no armour here") is None


def test_a_bundle_of_more_frames_than_any_game_has_is_refused_before_they_are_made(sent, monkeypatch):
    """Each took thirty times the bytes that it had in the file: 64 megabytes would have been two gigabytes."""
    monkeypatch.setattr(mail, "MOST_SENT", 40)
    made = []
    monkeypatch.setattr(mail, "_decoder", type("Decoder", (), {"decode": lambda _self, data: made.append(data)})())
    bundle = json.loads(sent[0])
    bundle["frames"] += ["AA=="] * 60
    for text in (json.dumps(bundle), armour.wrap("BUNDLE", json.dumps(bundle).encode())):
        with pytest.raises(BadBundle, match="no game is that long"):
            decode_bundle(text.encode() if isinstance(text, str) else text)
    assert not made


def test_what_a_file_is_its_head_tells():
    """All of it was made into objects, to look at the names of a few fields."""
    long = b'{"bundle":1,"log":"x","frames":[' + b'"AA==",' * 1_000_000 + b'"AA=="]}'
    tracemalloc.start()
    try:
        assert kind_of(long) == kind_of(long[:200])
        assert tracemalloc.get_traced_memory()[1] < 1 << 23
    finally:
        tracemalloc.stop()
