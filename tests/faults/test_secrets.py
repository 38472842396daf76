"""Hidden choices: nothing that one side receives depends on what the other has sealed; at the end everything opens."""

import json
import re
import shutil

import msgspec
import pytest

from hexledger.engine.bots.players import bot
from hexledger.engine.errors import IllegalDecision
from hexledger.engine.kernel.decisions import Reveal, Seal
from hexledger.engine.kernel.seals import wants_seal
from hexledger.events.errors import DiskError
from hexledger.events.frame import OPENING, Opening, encode_frame, encode_value
from hexledger.events.ledger import Ledger
from hexledger.events.private import Exposed
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle, ReplayError, new_genesis
from hexledger.replays.log.mail import encode_bundle, make_bundle
from hexledger.replays.log.table import hand_in, opening, play_on
from hexledger.replays.secrets import vault as vault_module
from hexledger.replays.secrets.binding import commitment_of
from hexledger.replays.secrets.reveal_all import book_of, reveal_all
from hexledger.replays.secrets.vault import Vault, vault_path
from hexledger.replays.viewer.builder import Builder
from tests.cli.test_play import at_a_seal
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, advance, edited, frames_of, genesis, to_the_end, until, written
from tests.drill.signed import RED_KEY, signed_game, with_keys

HEX = re.compile(rb"[0-9a-f]{8,}")


def verdict(path):
    return audit(path, game=drill())


def sealed_by(game):
    """Play on to a seal; the side that is asked for it."""
    until(game, "seal")
    return game.offer().side


def secret_choices(game):
    return list(game.choices())


# ------------------------------------------------------------------ where a secret is
def test_the_secret_is_in_its_owners_vault_only_and_the_log_holds_its_commitment(tmp_path):
    path = tmp_path / "g.hxl"
    with signed_game(path) as game:
        side = sealed_by(game)
        name = game.game.side(side)
        choice = secret_choices(game)[0]
        frame = hand_in(game, side, choice)
    line = json.loads(vault_path(path, name).read_text())
    assert (line["log"], line["frame"], line["slot"]) == (game.genesis.log_id, frame.seq, "seal.intent")
    head, _, salt = line["salt"].rpartition("|")
    assert len(bytes.fromhex(salt)) == 16
    assert head.startswith(f"hexledger seal 2|{game.genesis.log_id}|{side}|")
    assert commitment_of(tuple(line["choice"]), line["salt"]) == line["commitment"]
    beside = [file for file in tmp_path.iterdir() if file != vault_path(path, name)]
    assert path in beside and len(beside) >= 2
    for file in beside:
        assert line["salt"].encode() not in file.read_bytes()
    assert line["commitment"].encode() in path.read_bytes()


def test_two_seals_of_one_choice_have_nothing_in_common(tmp_path):
    salts, commitments = set(), set()
    for number in range(20):
        path = tmp_path / f"{number}.hxl"
        with signed_game(path) as game:
            side = sealed_by(game)
            hand_in(game, side, secret_choices(game)[0])
        line = json.loads(vault_path(path, "red" if side == RED else "blue").read_text())
        salts.add(line["salt"])
        commitments.add(line["commitment"])
    assert len(salts) == len(commitments) == 20


def test_the_secret_is_on_disk_before_its_seal(tmp_path, monkeypatch):
    path = tmp_path / "g.hxl"
    with signed_game(path) as game:
        side = sealed_by(game)
        size = len(game.ledger)

        def full(*_):
            raise DiskError(path, "write the secret file", "No space left on device")

        monkeypatch.setattr(vault_module, "append_private", full)
        with pytest.raises(DiskError):
            hand_in(game, side, secret_choices(game)[0])
        assert len(game.ledger) == size
        monkeypatch.undo()


def test_a_crash_between_secret_and_seal_leaves_a_secret_without_a_seal(tmp_path, monkeypatch):
    path = tmp_path / "g.hxl"
    with signed_game(path) as game:
        side = sealed_by(game)
        size = len(game.ledger)

        def crash(*_args, **_more):
            raise KeyboardInterrupt

        monkeypatch.setattr(type(game.ledger), "append", crash)
        with pytest.raises(KeyboardInterrupt):
            hand_in(game, side, secret_choices(game)[0])
    monkeypatch.undo()
    with with_keys(path, RED, BLUE) as game:
        assert len(game.ledger) == size
        hand_in(game, side, secret_choices(game)[1])
        vault = vault_path(path, game.game.side(side))
        assert len(vault.read_text().splitlines()) == 2
        to_the_end(game)
    assert verdict(path).seals_opened >= 1


def test_a_vault_that_others_may_read_is_refused(tmp_path):
    path = tmp_path / "g.hxl"
    with signed_game(path) as game:
        side = sealed_by(game)
        hand_in(game, side, secret_choices(game)[0])
        vault_path(path, game.game.side(side)).chmod(0o644)
        until(game, "reveal")
        with pytest.raises(Exposed, match="chmod 600"):
            opening(game)


def test_half_a_line_that_a_crash_left_costs_no_other_secret(tmp_path):
    vault = Vault(tmp_path / "v", "log")
    secrets = [vault_module.Secret("log", "slot", n, f"{n:064x}", (20, n), "salt") for n in range(3)]
    vault.keep(secrets[0])
    whole = vault.path.read_bytes()
    for cut in range(1, len(whole)):
        vault.path.write_bytes(whole + whole[:cut])
        vault.keep(secrets[1])
        found = vault.secrets()
        assert [found[secret.commitment] for secret in secrets[:2]] == secrets[:2]
        vault.path.write_bytes(whole)
        vault.path.chmod(0o600)
    assert Vault(vault.path, "another log").secrets() == {}


def test_a_damaged_or_foreign_vault_opens_nothing_and_says_so(tmp_path):
    path = tmp_path / "g.hxl"
    with signed_game(path) as game:
        side = sealed_by(game)
        choices = secret_choices(game)
        hand_in(game, side, choices[0])
        until(game, "reveal")
        file = vault_path(path, game.game.side(side))
        line = json.loads(file.read_text())
        line["choice"] = list(msgspec.to_builtins(choices[1]))
        file.write_text(json.dumps(line) + "\n")
        with pytest.raises(ReplayError, match="does not open its seal"):
            opening(game)
        file.write_text(json.dumps(line | {"log": "another"}) + "\n")
        with pytest.raises(ReplayError, match="does not hold the secret"):
            opening(game)
        file.unlink()
        assert opening(game) is None
        with pytest.raises(IllegalDecision, match="not what was sealed"):
            game.submit(side, Reveal(tuple(line["choice"]), line["salt"]))


# ------------------------------------------------------------------ F52, F53: Drill
def views(path, side):
    """Everything that is made for one side from a log and what lies beside it, as bytes."""
    from hexledger.projections.record import record
    from hexledger.projections.record_text import to_json_lines
    from hexledger.replays.log.facts import tracks_data

    out = []
    with with_keys(path, side) as game:
        prompt = game.offer()
        out.append(repr(prompt).encode())
        out.append("\n".join(game.game.codec.to_text(choice) for choice in game.choices()).encode())
        frames = [game.frame(seq) for seq in range(len(game.timeline))]
        for level in ("narrative", "decisions", "all"):
            entries = record(frames, game.game, game.game.decide_text, level, undone=True)
            out.append(to_json_lines(entries).encode())
        out.append(msgspec.json.encode(tracks_data(game.game, game.state())))
        out.append(encode_bundle(make_bundle(game, 3 - side, side)))
        for wrong in (Seal("00" * 32), Reveal((20, 1), "x")):
            with pytest.raises(IllegalDecision) as refused:
                game.submit(prompt.side, wrong)
            out.append(str(refused.value).encode())
    out.append(path.read_bytes())
    out += [file.read_bytes() for file in sorted(path.parent.iterdir()) if "vault" not in file.name]
    return out


def test_every_byte_made_for_the_other_side_is_the_same_whatever_lies_in_the_vault(tmp_path):
    """F52: the log as it is, with the true vault, with one that holds the other choice, and with none."""
    folder = tmp_path / "g"
    folder.mkdir()
    with signed_game(folder / "g.hxl") as game:
        side = sealed_by(game)
        choices = secret_choices(game)
        hand_in(game, side, choices[0])
    file = vault_path(folder / "g.hxl", "red" if side == RED else "blue")
    line = json.loads(file.read_text())
    other = line | {"choice": list(msgspec.to_builtins(choices[1])), "text": "the other", "salt": "ff" * 16}
    seen = []
    for content in (line, other, None):
        file.unlink(missing_ok=True)
        if content is not None:
            vault_module.Vault(file, "").keep(msgspec.convert(content, vault_module.Secret))
        seen.append(views(folder / "g.hxl", 3 - side))
    assert seen[0] == seen[1] == seen[2]


def test_f53_games_that_differ_in_a_sealed_choice_look_alike_but_for_their_hashes(tmp_path):
    """F52, F53: same legal decisions, same record, same sizes; only commitment and what is hashed over it vary."""
    seen = []
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        with signed_game(folder / "g.hxl") as game:
            side = sealed_by(game)
            hand_in(game, side, secret_choices(game)[number])
            state = game.state()
            agenda = state.agenda
        found = views(folder / "g.hxl", 3 - side)
        texts = [HEX.sub(b"#", part) for part in found[:6]]
        seen.append((texts, agenda, [len(part) for part in found]))
    assert seen[0] == seen[1]


# ------------------------------------------------------------------ F52, F53: June 6, through the command line
@pytest.fixture
def june(run, tmp_path):
    """A June 6 game with vault seals at the sealing of a combat mode."""
    log = at_a_seal(run, tmp_path)
    with Chronicle.read(log) as chronicle:
        prompt = chronicle.offer()
        assert wants_seal(prompt.kinds)
        payloads = list(chronicle.ledger.payloads())
    frames = frames_of(log)
    first = msgspec.msgpack.decode(frames[0].decision, type=type(chronicle.genesis))
    vaulted = encode_value(msgspec.structs.replace(first, seals=1))
    folder = tmp_path / "mail"
    folder.mkdir()
    written(folder / "g.hxl", [encode_frame(edited(frames[0], decision=vaulted)), *payloads[1:]])
    return folder / "g.hxl"


def commands(run, log, side, *guess, hex_label="E2135"):
    """What the commands print, and the files they write, for a side. `guess`: a decision that is not its own."""
    out = []
    with Ledger.open_reader(log) as ledger:
        head = len(ledger) - 1
    shows = [
        ("show", log, "--as", side),
        ("show", log, "--as", side, "--json"),
        ("show", log, "--as", side, "--tracks"),
        ("offer", log, "--as", side),
        ("offer", log, "--as", side, "--json"),
        ("record", log, "--as", side, "--level", "all"),
        ("record", log, "--level", "all", "--all", "--json"),
        ("seals", log),
        ("history", log, "--all"),
        ("verify", log),
        ("send", log, "--to", side, "--since", "0", "-o", log.parent / "bundle"),
        ("show", log, "--svg", log.parent / "board.svg"),
        ("show", log, "--hex", hex_label, "--json"),
        ("record", log, "--as", side, "--format", "md"),
        ("history", log, "--all", "--json"),
        ("lines", log, "--json"),
        ("luck", log, "--all"),
        ("dice", log),
        ("losses", log),
        ("rulings", log),
        ("explain", log, head),
        ("seals", log, "--json"),
        ("seals", log, "--mine", side),
        ("compare", log, "0", str(head)),
        ("export", log, "--ndjson", log.parent / "log.ndjson"),
        ("export", log, "--transcript", log.parent / "log.txt"),
        ("verify", log, "--report", "json", "--out", log.parent / "report.json"),
        ("verify", log, "--report", "html", "--out", log.parent / "report.html"),
        ("decide", log, *guess, "--as", side),
        ("decide", log, "reveal"),
    ]
    for words in shows:
        ran = run(*words)
        out.append(f"{words[0]} {ran.code}\n{ran.out}\n{ran.err}")
    names = ("bundle", "board.svg", "log.ndjson", "log.txt", "report.json", "report.html")
    out += [f"{name}:\n{(log.parent / name).read_text('utf-8')}" for name in names if (log.parent / name).exists()]
    assert len(out) == len(shows) + len(names), [one.split()[0] for one in out]
    return out


def seen_by_the_other(run, log, folder, names, side, choices, guess, hex_label="E2135"):
    """What the other side sees of a game in which `side` has sealed each of `choices`, hashes masked."""
    seen = []
    for choice in choices:
        folder.mkdir()
        copy = folder / "g.hxl"
        shutil.copy(log, copy)
        with pytest.MonkeyPatch.context() as patch:
            # how long a side thought is seen by everybody; here both think as long
            patch.setattr("hexledger.cli.common.now", lambda: 1_700_000_000_000)
            assert run("decide", copy, *choice, "--as", names[side - 1]).code == 0
            vault = vault_path(copy, names[side - 1])
            assert choice[-1] in vault.read_text()
            vault.unlink()
            seen.append(commands(run, copy, names[2 - side], *guess, hex_label=hex_label))
        shutil.rmtree(folder)
    return seen


CODES = [0] * 28 + [3, 2]
"""All but the last two commands work: those are attempts of the side that waits."""


def test_june_6_shows_the_defender_the_same_whatever_mode_the_attacker_has_sealed(run, june, monkeypatch, tmp_path):
    """F52, F53: combat modes (J6 12.41)."""
    monkeypatch.setenv("HEXLEDGER_HOME", str(tmp_path / "home"))
    with Chronicle.read(june) as log:
        attacker = log.offer().side
    modes = [("choose_mode", "mode.probe"), ("choose_mode", "mode.assault")]
    names = ("allied", "german")
    seen = seen_by_the_other(run, june, tmp_path / "same", names, attacker, modes, ("choose_mode", "mode.probe"))
    assert [_masked(part) for part in seen[0]] == [_masked(part) for part in seen[1]]
    assert [int(part.split()[1]) for part in seen[0][: len(CODES)]] == CODES


def test_june_6_shows_the_other_side_the_same_whatever_am_was_bought_in_secret(run, monkeypatch, tmp_path):
    """F52, F53: AM purchases (J6 7.24a)."""
    monkeypatch.setenv("HEXLEDGER_HOME", str(tmp_path / "home"))
    path = tmp_path / "game.hxl"
    options = {"am_purchase": "sealed"}
    made = new_genesis("june_6/drive_on_cherbourg", seed="1", options=options, seals="vault")
    with Chronicle.create(path, msgspec.structs.replace(made, log_id="5" * 32)) as log:
        while log.offer().kinds != ("seal", "buy_am"):
            play_on(log, {1: bot("random"), 2: bot("random")}, limit=1)
        side = log.offer().side
        ams = [log.game.codec.to_text(choice).split() for choice in log.choices()][:2]
    names = ("allied", "german")
    seen = seen_by_the_other(run, path, tmp_path / "same", names, side, ams, ams[0])
    alike = [[_masked(part) for part in parts] for parts in seen]
    assert alike[0] == alike[1]
    assert [int(part.split()[1]) for part in seen[0][: len(CODES)]] == CODES


def fortress(path, scenario, option):
    """A game of Fortress Europa with vault seals and an option, until the German is asked for what decoys cover."""
    made = new_genesis(f"fortress_europa/{scenario}", seed="1", options={option: "yes"}, seals="vault")
    return Chronicle.create(path, msgspec.structs.replace(made, log_id="5" * 32))


def at_the_decoys(path, option):
    """The game at the sealing of what a decoy covers; two choices, as words of a line."""
    scenario = "invasion" if option == "31.7" else "battle_of_the_bulge"
    with fortress(path, scenario, option) as log:
        while not {"end_set_up", "conceal"} & set(log.offer().kinds):
            play_on(log, {1: bot("greedy"), 2: bot("greedy")}, limit=1)
        read = log.game.codec.from_text
        if option == "31.7":
            decisions = [read("end_set_up"), None]
        else:
            decisions = [read("move hq_rommel II13,JJ13,KK14,LL14"), read("move hq_blaskowitz JJ15,KK15,LL14")]
            decisions.append(read("conceal LL14 hq_rommel,hq_blaskowitz"))
        for one in decisions:
            hand_in(log, 2, one or next(iter(log.choices())))
        assert wants_seal(log.offer().kinds) and log.offer().side == 2
        if option == "31.7":
            return [log.game.codec.to_text(choice).split() for choice in log.choices()][:2]
        return [["under_decoy", "hq_rommel"], ["under_decoy", "hq_blaskowitz"]]


@pytest.mark.parametrize(("option", "at"), [("31.7", "M7"), ("31.6", "LL14")])
def test_fortress_europa_shows_the_allies_the_same_whatever_the_decoys_cover(run, monkeypatch, tmp_path, option, at):
    """F52, F53: decoys for hidden units (FE 31.7), units under decoys in Germany (FE 31.6)."""
    monkeypatch.setenv("HEXLEDGER_HOME", str(tmp_path / "home"))
    path = tmp_path / "game.hxl"
    sealed = at_the_decoys(path, option)
    seen = seen_by_the_other(run, path, tmp_path / "same", ("allied", "german"), 2, sealed, sealed[0], hex_label=at)
    alike = [[_masked(part) for part in parts] for parts in seen]
    assert alike[0] == alike[1]
    assert [int(part.split()[1]) for part in seen[0][: len(CODES)]] == CODES


@pytest.mark.parametrize("option", ["31.7", "31.6"])
def test_the_review_desk_of_the_allies_is_the_same_whatever_the_decoys_cover(tmp_path, option):
    """F52: the page of one side, and what it shows once the decoys are gone."""
    path = tmp_path / "game.hxl"
    choices = at_the_decoys(path, option)
    pages = []
    for number, choice in enumerate(choices):
        copy = tmp_path / str(number) / "game.hxl"
        copy.parent.mkdir()
        shutil.copy(path, copy)
        with Chronicle.write(copy) as log:
            hand_in(log, 2, log.game.codec.from_text(" ".join(choice)))
            desk = Builder(log, 1)
            desk.extend()
            data = desk.data()
            frames = [row and {key: value for key, value in row.items() if key != "h"} for row in data["frames"]]
            pages.append(json.dumps(data | {"frames": frames}, sort_keys=True))
            held = vault_path(copy, "german").read_text()
            assert choice[-1].partition(",")[0] in held, "the owner has it"
    assert pages[0] == pages[1]


def _masked(text):
    """Hashes, times of the clock, and frames in base64, out; how long they are stays."""
    if text.startswith("bundle"):
        data = json.loads(text.partition("\n")[2])
        data["frames"] = [len(frame) for frame in data["frames"]]
        text = json.dumps(data)
    text = re.sub(r"\d\d:\d\d:\d\d UTC|\b1[0-9]{12}\b", lambda found: "t" * len(found[0]), text)
    return re.sub(r"[0-9a-f]{8,}", lambda found: "#" * len(found[0]), text)


def test_june_6_seals_open_from_the_vault_and_verify(run, june):
    """The game goes on from the seal to its end with vault seals, and every seal opens to its commitment."""
    played = run("play", june, "--allied", "bot:random", "--german", "bot:random", "--quiet")
    assert played.code == 0, played.err
    verified = run("verify", june)
    assert verified.code == 0
    shown = json.loads(run("seals", june, "--json").out)
    standing = [row for row in shown if row["opened"] is not None]
    assert standing and all("Probe" in row["choice"] or "Assault" in row["choice"] for row in standing)


# ------------------------------------------------------------------ F54: the end
def undone_seal(path, *, practice=False):
    """A finished game one of whose seals stands on an undone line, closed; its frame."""
    open_genesis = genesis("signed", turns=3)
    with Chronicle.create(path, open_genesis, game=drill()) if practice else signed_game(path) as game:
        side = sealed_by(game)
        frame = hand_in(game, side, secret_choices(game)[0])
        undo(game, side)
        to_the_end(game)
    return frame.seq, side


def undo(game, by):
    from hexledger.replays.log.requests import ask, carry_out

    if game.genesis.signed:
        carry_out(game, [ask(game, by)])
    else:
        game.undo(by, consent=[3 - by])


@pytest.mark.parametrize("practice", [False, True])
def test_at_the_end_every_seal_opens_to_its_commitment_and_the_record_says_so(tmp_path, practice):
    """F54"""
    path = tmp_path / "g.hxl"
    sealed, side = undone_seal(path, practice=practice)
    before = verdict(path)
    assert before.intact and before.seals_opened == before.seals - 1
    assert any(f"still sealed: #{sealed}" in note for note in before.notes)
    with with_keys(path, RED, BLUE) as game:
        digest = game.frame(game.timeline.head).digest
        frames, left = reveal_all(game, (RED, BLUE))
        assert [frame.kind for frame in frames] == [OPENING] and left == []
        assert reveal_all(game, (RED, BLUE)) == ([], [])
        assert game.frame(game.timeline.head).digest == digest
        entry = book_of(game).seals[sealed]
        assert (entry.opened, entry.side) == (frames[0].seq, side)
        assert commitment_of(entry.choice, entry.salt) == entry.commitment
    after = verdict(path)
    assert after.intact, str(after.contradiction)
    assert (after.seals_opened, after.openings, after.notes) == (after.seals, 1, [])
    text = record_of(path)
    assert f"#{sealed} had sealed: intend" in text and "opens 1 seal" in text


def record_of(path):
    from hexledger.projections.record import record
    from hexledger.projections.record_text import to_text

    with Chronicle.read(path, game=drill()) as game:
        return to_text(record(frames_of(path), game.game, game.game.decide_text, undone=True))


def test_seals_stay_closed_while_the_game_goes_on_unless_it_is_abandoned(tmp_path):
    path = tmp_path / "g.hxl"
    with signed_game(path) as game:
        side = sealed_by(game)
        hand_in(game, side, secret_choices(game)[0])
        with pytest.raises(ReplayError, match="the game is not over"):
            reveal_all(game, (side,))
        frames, left = reveal_all(game, (RED, BLUE), abandoned=True)
        assert len(frames) == 1 and not left
    assert verdict(path).intact


def test_a_seal_whose_secret_is_elsewhere_is_named_and_left(tmp_path):
    path = tmp_path / "g.hxl"
    sealed, side = undone_seal(path)
    vault_path(path, "red" if side == RED else "blue").unlink()
    with with_keys(path, RED, BLUE) as game:
        frames, left = reveal_all(game, (RED, BLUE))
    assert frames == [] and [entry.frame for entry in left] == [sealed]


@pytest.mark.parametrize("forge", ["another choice", "another salt", "another frame", "other side", "twice", "nothing"])
def test_a_false_opening_is_found_at_its_frame(tmp_path, forge):
    """F51, F54: an edited seal."""
    path = tmp_path / "g.hxl"
    undone_seal(path, practice=True)
    with Chronicle.write(path, game=drill()) as game:
        reveal_all(game, (RED, BLUE))
    frames = frames_of(path)
    true = msgspec.msgpack.decode(frames[-1].decision, type=Opening)
    ((sealed, choice, salt),) = true.seals
    false = {
        "another choice": ((sealed, (20, choice[1] + 1), salt),),
        "another salt": ((sealed, choice, salt + "0"),),
        "another frame": ((sealed - 1, choice, salt),),
        "twice": ((sealed, choice, salt), (sealed, choice, salt)),
        "nothing": (),
        "other side": true.seals,
    }[forge]
    actor = 3 - frames[-1].actor if forge == "other side" else frames[-1].actor
    last = edited(frames[-1], decision=encode_value(Opening(false)), actor=actor)
    found = verdict(written(tmp_path / "x.hxl", map(encode_frame, [*frames[:-1], last])))
    assert (found.contradiction.frame, found.contradiction.where) == (last.seq, "seal")


def test_an_edited_seal_or_reveal_is_found(tmp_path):
    """F51: with every hash repaired."""
    path = tmp_path / "g.hxl"
    with Chronicle.create(path, genesis("signed", turns=3), game=drill()) as game:
        to_the_end(game)
        codec = game.game.codec
        seals = [seq for seq in range(1, len(game.timeline)) if isinstance(game.decision(seq), Seal)]
        reveals = [seq for seq in range(1, len(game.timeline)) if isinstance(game.decision(seq), Reveal)]
    assert seals and reveals
    frames = frames_of(path)
    for number, seq in enumerate((*seals, *reveals)):
        decision = codec.decode(frames[seq].decision)
        other = Seal("ab" * 32) if isinstance(decision, Seal) else Reveal(decision.choice, decision.salt + "0")
        changed = [edited(f, decision=codec.encode(other)) if f.seq == seq else f for f in frames]
        found = verdict(written(tmp_path / f"{number}.hxl", map(encode_frame, changed)))
        assert found.contradiction.frame == seq


def test_a_new_game_keeps_its_seals_in_vaults_when_somebody_has_a_key():
    key = ((RED, "Ruth", RED_KEY.verifier.public.hex()),)
    assert new_genesis("skirmish", game=drill()).seals == 0
    assert new_genesis("skirmish", game=drill(), players=key).seals == 1
    assert new_genesis("skirmish", game=drill(), players=key, seals="practice").seals == 0
    assert new_genesis("skirmish", game=drill(), seals="vault").seals == 1
    with pytest.raises(ReplayError, match="no seals"):
        new_genesis("skirmish", game=drill(), seals="wax")


def test_bots_play_a_vault_game_alone_and_a_missing_vault_stops_them(tmp_path):
    path = tmp_path / "g.hxl"
    with signed_game(path) as game:
        side = sealed_by(game)
        advance(game)
        until(game, "reveal")
        vault_path(path, game.game.side(side)).unlink()
        assert advance(game, 5) == 0
