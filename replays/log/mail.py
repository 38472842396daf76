"""Play by mail: bundles of frames from one player's file to another's.

A bundle carries the frames that the other side is not known to have, and the sender's checkpoint. Receiving checks
every frame as an audit does, before any is appended; what does not continue our file is named and kept aside, never
mixed in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from hexledger.engine.catalogue import open_pinned
from hexledger.engine.dice.duel import read_evidence as read_link
from hexledger.engine.dice.entered import read_entered
from hexledger.engine.kernel.game import Game
from hexledger.events.checkpoints import origin_of
from hexledger.events.errors import BadNote, Behind, DiskError, LedgerError
from hexledger.events.file_kinds import read_regular
from hexledger.events.frame import DECISION, OLD, UNREADABLE, Frame, Genesis, decode_frame
from hexledger.events.framing import GENESIS_LINK, MAX_BODY
from hexledger.events.ledger import Ledger
from hexledger.events.merkle import HASH_SIZE, Tree, leaf_hash
from hexledger.events.notes import VerifierKey, signed_only
from hexledger.events.numbers import frames_to
from hexledger.projections.names import capital
from hexledger.replays.admission.admitting import roles
from hexledger.replays.audit.anchors import anchor_of, checkpoint_path, keep, read_notes
from hexledger.replays.audit.audit import Walk, continuing, pinned
from hexledger.replays.audit.contradiction import Contradiction
from hexledger.replays.audit.verdict import Verdict
from hexledger.replays.errors import ReplayError
from hexledger.replays.log import aside, simultaneous
from hexledger.replays.log.behind import cache_path, check_not_behind
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import is_log_id, read_genesis
from hexledger.replays.log.mailed import AGAIN, BadMail, unwrapped
from hexledger.replays.log.snapshots import SnapshotCache, saved_tip
from hexledger.replays.secrets.memory import Memory
from hexledger.replays.secrets.remembering import resumed
from hexledger.replays.secrets.signing import public_keys, role

FORMAT: Final = 1
_MOST_FRAMES: Final = 1 << 32
MOST_SENT: Final = 1 << 20
"""Frames of the longest bundle; a game has some ten thousand. Each costs more memory than it has bytes."""
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
REFEREE_NAME: Final = "referee"


class BadBundle(ReplayError):
    """A bundle that is none, or whose frames do not stand the audit; nothing was taken from it."""


class Missing(ReplayError):
    """A bundle whose predecessor is not here. `first` to `last` are the frames that are missing, `sender` has them."""

    def __init__(self, first: int, last: int, sender: str, to: str, kept: Path | None, why: str = "") -> None:
        """`kept`: where the bundle waits, None where it does not, for the reason `why`."""
        what = f"frame {first} is" if first == last else f"frames {first} to {last} are"
        waits = f"; this bundle is not kept: {why}" if why else ""
        if kept is not None:
            waits = f"; this bundle waits in {kept.name} and is taken when they are here"
        super().__init__(f"{what} missing: ask the {capital(sender)} side for `send --to {to} --since {first}`{waits}")
        self.first, self.last, self.sender, self.kept = first, last, sender, kept


class Fork(ReplayError):
    """A bundle that does not continue our file: both tips are shown, and what it holds is kept aside (`aside`; None
    where too much lies there already)."""

    def __init__(self, message: str, frame: int, aside: Path | None) -> None:
        super().__init__(message)
        self.frame, self.aside = frame, aside


class Bundle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is sent. `first`: number of the first frame in it; `after`: leaf hash (hex) of the frame before, zeros
    before frame 0; `frames`: payloads; `sender` and `to`: names of sides; `checkpoint`: signed note or empty."""

    bundle: int
    log: str
    game: str
    sender: str
    to: str
    first: int
    after: str
    frames: tuple[bytes, ...]
    checkpoint: str = ""

    @property
    def size(self) -> int:
        """Frames that the sender's file had."""
        return self.first + len(self.frames)

    def leaves(self) -> list[bytes]:
        """Leaf hashes of the frames in it."""
        link, out = bytes.fromhex(self.after), []
        for payload in self.frames:
            link = leaf_hash(link + payload)
            out.append(link)
        return out


class Received(msgspec.Struct, frozen=True):
    """What `receive` did: `frames` are those that are new here, `size` is our file's after it, `created` that it was
    made, `waiting` the numbers of bundles that had waited and were taken too, `withdrawn` our own frames that gave way
    to them."""

    frames: tuple[Frame, ...]
    size: int
    created: bool = False
    waiting: int = 0
    remarks: tuple[str, ...] = ()
    withdrawn: tuple[int, ...] = ()


_decoder = msgspec.json.Decoder(Bundle)


# ------------------------------------------------------------------ sending
def _appended_by(chronicle: Chronicle, seq: int, side: int) -> bool:
    """Whether `side` appended a frame for certain: in format 2 the roll of its decision may be the other side's."""
    kind, actor = chronicle.timeline.kinds[seq], chronicle.timeline.actors[seq]
    if kind != DECISION or chronicle.genesis.format == OLD:
        return actor == side
    evidence = chronicle.frame(seq).evidence
    if not evidence:
        return actor == side
    found = read_link(evidence[0]) or read_entered(evidence[0])
    # a roll of referee dice may be either side's
    return found is not None and found[0] == side


def known_to_have(chronicle: Chronicle, side: int) -> int:
    """How many frames a side has for certain: all up to the last one that it appended itself, and all that a checkpoint
    with its signature beside our log covers."""
    size = 0
    if not chronicle.armies_apart:
        # where armies sit apart a side's frame may be another of its players'
        own = (seq for seq in range(len(chronicle.timeline) - 1, 0, -1) if _appended_by(chronicle, seq, side))
        size = next(own, -1) + 1
    key, path = chronicle.key_of(side), checkpoint_path(chronicle.path)
    if key is None or not path.exists():
        return size
    origin = origin_of(chronicle.genesis.game, chronicle.genesis.log_id)
    for note in read_notes(path):
        try:
            checkpoint = anchor_of(note, origin, (key,)).checkpoint
        except BadNote:
            continue
        if checkpoint.size <= len(chronicle.ledger) and chronicle.ledger.root(checkpoint.size) == checkpoint.root:
            size = max(size, checkpoint.size)
    return size


def make_bundle(chronicle: Chronicle, sender: int, to: int, since: int | None = None, checkpoint: str = "") -> Bundle:
    """The bundle from side `sender` to side `to` (0: the referee). `since`: first frame (default: see `known_to_have`).

    `checkpoint`: the sender's signed note over all frames of the file, or empty.
    """
    ledger, game = chronicle.ledger, chronicle.game
    first = known_to_have(chronicle, to) if since is None else since
    if not 0 <= first <= len(ledger):
        raise ReplayError(f"there is no frame {first}; {frames_to(len(ledger) - 1)}")
    after = ledger.leaf(first - 1) if first else GENESIS_LINK
    frames = tuple(ledger.payloads(first))
    genesis = chronicle.genesis
    names = (role(game, sender), role(game, to))
    return Bundle(FORMAT, genesis.log_id, genesis.game, *names, first, after.hex(), frames, checkpoint)


def encode_bundle(bundle: Bundle) -> bytes:
    """A bundle as a file: one JSON object, frames in base64."""
    return msgspec.json.encode(bundle) + b"\n"


def _reads(data: bytes) -> bool:
    try:
        _decoder.decode(data)
    except UNREADABLE:
        return False
    return True


def decode_bundle(data: bytes) -> Bundle:
    """The bundle again, whatever mail has done to the text; BadBundle says what it has done, or what else it is."""
    if len(data) > aside.LONGEST:
        raise BadBundle("the file is too long for a bundle")
    _not_too_many(data)
    try:
        text = unwrapped(data, "bundle", _reads)
        _not_too_many(text)
        bundle = _decoder.decode(text)
    except BadMail as error:
        raise BadBundle(str(error)) from None
    except UNREADABLE as error:
        raise BadBundle(f"not a bundle, or changed on the way: {error}; {AGAIN}") from None
    if bundle.bundle != FORMAT:
        raise BadBundle(f"the bundle has format {bundle.bundle}; this version reads {FORMAT}")
    try:
        after = bytes.fromhex(bundle.after)
    except ValueError:
        after = b""
    if len(after) != HASH_SIZE or after.hex() != bundle.after:
        raise BadBundle("not a bundle: `after` is no leaf hash")
    # names end up in the command that is to be asked for
    if any(not _NAME.fullmatch(name) for name in (bundle.sender, bundle.to, bundle.game)):
        raise BadBundle("not a bundle: game, sender and receiver are plain names")
    if not is_log_id(bundle.log):
        raise BadBundle("not a bundle: a log id is 32 hex digits")
    if not 0 <= bundle.first < _MOST_FRAMES or (bundle.first == 0) != (after == GENESIS_LINK):
        raise BadBundle("not a bundle: only the first frame follows nothing")
    if any(not payload or len(payload) > MAX_BODY - HASH_SIZE for payload in bundle.frames):
        raise BadBundle("not a bundle: an empty or oversized frame")
    return bundle


def _not_too_many(text: bytes) -> None:
    """BadBundle for more frames than any game has, before they are made of the text."""
    if text.count(b",") > MOST_SENT:
        raise BadBundle(f"not a bundle: more than {MOST_SENT:,} frames; no game is that long")


# ------------------------------------------------------------------ receiving
def receive(
    bundle: Bundle,
    log: Path,
    *,
    edition: Path | None = None,
    game: Game[Any] | None = None,
    trusted: Sequence[VerifierKey] = (),
    memory: Memory | None = None,
    give_way: bool = False,
) -> Received:
    """Take a bundle into `log`, which is made when it does not exist and the bundle begins with frame 0.

    Taking it twice changes nothing. Where both have gone on after one frame, what must give way does
    (`simultaneous.py`); with `give_way` ours does, even dice and decisions that nobody could take from us. `memory`:
    that of our secrets. Raises Missing, Fork, BadBundle: our file is as it was.
    """
    if not log.exists():
        return _first(bundle, log, edition, game, trusted)
    with Chronicle.write(log, edition, game=game, behind=True) as chronicle:
        met = meet(chronicle, bundle, memory or Memory(), give_way=give_way)
        if met.stays:
            return Received((), len(chronicle.ledger), remarks=met.remarks)
        after = Chronicle(chronicle.ledger, log, edition, chronicle.game) if met.withdrawn else chronicle
        taken = _take(after, bundle, trusted)
        remarks = (*met.remarks, *taken.remarks, *_still_behind(chronicle))
        return msgspec.structs.replace(taken, remarks=remarks, withdrawn=met.withdrawn)


def take(chronicle: Chronicle, bundle: Bundle, trusted: Sequence[VerifierKey] = ()) -> Received:
    """Take a bundle into a log that is open to its writer, and that the bundle continues (`parting` gives None). Each
    frame is decided again first. Raises Missing, Fork, BadBundle: our file is as it was."""
    return _take(chronicle, bundle, trusted)


def _still_behind(chronicle: Chronicle) -> tuple[str, ...]:
    """What a log lacks that it had before, although a bundle was taken: it is not played on before that is back."""
    try:
        check_not_behind(chronicle.ledger)
    except Behind as behind:
        # the snapshots that know of it stay
        chronicle.snapshots = SnapshotCache(None)
        return (str(behind),)
    return ()


def _made_anew(log: Path, ledger: Ledger) -> tuple[str, ...]:
    """A log that was lost and comes back from the other side: snapshots of the lost one that knew of more are put away,
    and what nobody has any more is named."""
    cache = cache_path(log)
    tip = saved_tip(cache) if cache.exists() else None
    if tip is None or tip.first != ledger.leaf(0) or (tip.seq < len(ledger) and ledger.leaf(tip.seq) == tip.leaf):
        return ()
    cache.unlink()
    had = f"the file that lay here before had frames to #{tip.seq}"
    if tip.seq < len(ledger):
        return (f"{had}, and other ones than this one from the other side: if it is lost, what it held alone is gone",)
    gone = f"#{len(ledger)}" if tip.seq == len(ledger) else f"#{len(ledger)} to #{tip.seq}"
    return (
        f"{had}, this one ends with #{len(ledger) - 1}: if nobody else has {gone}, they are gone, and play goes on "
        "from here",
    )


class Met(msgspec.Struct, frozen=True):
    """What became of frames that both made after one. stays: ours stand, and the bundle is not taken."""

    stays: bool = False
    withdrawn: tuple[int, ...] = ()
    remarks: tuple[str, ...] = ()


def meet(chronicle: Chronicle, bundle: Bundle, memory: Memory, *, give_way: bool = False) -> Met:
    """Where a bundle parts from our log in frames that were made at the same time, the rule of `simultaneous.py`: ours
    stand, or give way and are taken off the log. Fork where neither is so."""
    if not simultaneous.applies(chronicle):
        return Met()
    made = resumed(chronicle, memory)
    remarks: tuple[str, ...] = () if made is None else (f"frame #{made.seq}, which was signed before a crash, is in",)
    at = parting(chronicle, bundle) if bundle.log == chronicle.genesis.log_id else None
    if not at:
        return Met(remarks=remarks)
    theirs = decode_frame(bundle.frames[at - bundle.first], at)
    # nothing is compared, and nothing gives way, before all that they have was decided again
    _audited(continuing(chronicle, at), bundle.frames[at - bundle.first :], bundle.sender)
    found = simultaneous.standing(simultaneous.Moment(chronicle, at), theirs)
    told = roles(chronicle.game)
    ours = f"frame {at}" if at == len(chronicle.ledger) - 1 else f"frames {at} to {len(chronicle.ledger) - 1}"
    if found.double and not give_way:
        raise _fork(chronicle, bundle, at, f"both are made by {told(found.ours)}: a double game, or an old copy")
    if not found.double and not found.gives_way and not give_way:
        why = f"our {ours} was made at the same time, and stands: {told(found.first)} comes first there"
        hint = f"`send --to {bundle.sender} --since {at}` shows it, and theirs gives way"
        return Met(stays=True, remarks=(*remarks, f"{why}; nothing was taken; {hint}"))
    bar = "" if give_way else simultaneous.bars(chronicle, at, theirs, found, memory)
    if bar:
        raise _fork(chronicle, bundle, at, bar)
    withdrawn = tuple(range(at, len(chronicle.ledger)))
    instead = bundle.leaves()[at - bundle.first]
    kept = simultaneous.give_way(chronicle, at, instead, memory)
    why = f"{told(found.first)} comes first there" if found.gives_way else "as you say"
    notice = f"our {ours} was made at the same time, and gives way: {why}; it is kept in {kept.name}; make it anew"
    return Met(withdrawn=withdrawn, remarks=(*remarks, notice))


def _first(
    bundle: Bundle, log: Path, edition: Path | None, game: Game[Any] | None, trusted: Sequence[VerifierKey]
) -> Received:
    if bundle.first:
        raise Missing(0, bundle.first - 1, bundle.sender, bundle.to, None)
    if not bundle.frames:
        raise BadBundle("the bundle holds no frames")
    try:
        genesis = read_genesis(decode_frame(bundle.frames[0], 0))
    except LedgerError as error:
        raise BadBundle(str(error)) from error
    if (genesis.log_id, genesis.game) != (bundle.log, bundle.game):
        raise BadBundle("the bundle names another log than its first frame does")
    if genesis.format == OLD:
        raise BadBundle(
            "a new game of format 1 is not received: who rolled could have chosen his dice; ask for one made by a "
            "newer version (a game of format 1 that is here already goes on)"
        )
    game = game or open_pinned(genesis.game, genesis.edition_fingerprint, edition)
    problem = pinned(game, genesis)
    if problem:
        raise BadBundle(problem)
    try:
        walk = Walk(Verdict(log.name), genesis, game)
    except ReplayError as error:
        raise BadBundle(f"the bundle of the {capital(bundle.sender)} side is refused: {error}") from None
    frames = _audited(walk, bundle.frames, bundle.sender)
    seated = _seated(genesis, walk)
    note = _checked_note(bundle, seated, bundle.leaves(), {}, trusted)
    with Ledger.create_with(log, bundle.frames) as ledger:
        remarks = (*_made_anew(log, ledger), *_keep_note(log, note, seated, trusted))
    with Ledger.open_reader(log) as ledger:
        try:
            check_not_behind(ledger)
        except Behind as behind:
            remarks = (*remarks, str(behind))
    return Received(frames, len(frames), created=True, remarks=remarks)


def _take(chronicle: Chronicle, bundle: Bundle, trusted: Sequence[VerifierKey]) -> Received:
    taken = _take_one(chronicle, bundle, trusted)
    frames, remarks, count = list(taken.frames), list(taken.remarks), 0
    for path in aside.waiting(chronicle.path):
        try:
            more = _take_one(chronicle, decode_bundle(read_regular(path, aside.LONGEST)), trusted)
        except Missing:
            continue
        except (Fork, BadBundle) as error:
            remarks.append(f"{path.name}: {error}")
            aside.refuse(path)
            continue
        frames += more.frames
        remarks += more.remarks
        count += 1
        path.unlink()
    return Received(tuple(frames), len(chronicle.ledger), waiting=count, remarks=tuple(remarks))


def _take_one(chronicle: Chronicle, bundle: Bundle, trusted: Sequence[VerifierKey]) -> Received:
    genesis, ledger = chronicle.genesis, chronicle.ledger
    if (bundle.log, bundle.game) != (genesis.log_id, genesis.game):
        raise BadBundle(f"the bundle is of log {bundle.log} ({bundle.game}), not of {genesis.log_id} ({genesis.game})")
    have = len(ledger)
    if bundle.first > have:
        kept, why = None, ""
        try:
            kept = aside.keep_waiting(chronicle.path, bundle.first, encode_bundle(bundle))
        except aside.Full as full:
            why = str(full)
        raise Missing(have, bundle.first - 1, bundle.sender, bundle.to, kept, why)
    leaves = bundle.leaves()
    _same_past(chronicle, bundle, leaves)
    new = bundle.frames[have - bundle.first :]
    problem = pinned(chronicle.game, genesis)
    if problem and new:
        raise BadBundle(problem)
    walk = continuing(chronicle)
    frames = _audited(walk, new, bundle.sender) if new else ()
    ours = {seq: ledger.leaf(seq) for seq in range(bundle.first)}
    seated = _seated(genesis, walk)
    note = _checked_note(bundle, seated, leaves, ours, trusted)
    if new:
        chronicle.take_in(new)
    return Received(frames, len(ledger), remarks=_keep_note(chronicle.path, note, seated, trusted))


def _same_past(chronicle: Chronicle, bundle: Bundle, leaves: Sequence[bytes]) -> None:
    """Fork unless the frames that both have are the same."""
    ledger = chronicle.ledger
    have, theirs_tip = len(ledger), bundle.size - 1
    theirs = leaves[-1] if leaves else bytes.fromhex(bundle.after)
    ours = ledger.leaf(have - 1)
    tips = f"our tip is frame {have - 1} ({ours.hex()[:16]}), theirs frame {theirs_tip} ({theirs.hex()[:16]})"
    if bundle.first and ledger.leaf(bundle.first - 1).hex() != bundle.after:
        kept, where = _kept(lambda: aside.keep_part(chronicle.path, theirs, encode_bundle(bundle)))
        raise Fork(
            f"the bundle of the {capital(bundle.sender)} side continues another frame {bundle.first - 1} than "
            f"ours: {tips}; it {where}, nothing was taken; "
            f"ask for `send --to {bundle.to} --since 0` to see where the two part",
            bundle.first - 1,
            kept,
        )
    at = parting(chronicle, bundle)
    if at is not None:
        raise _fork(chronicle, bundle, at)


def parting(chronicle: Chronicle, bundle: Bundle) -> int | None:
    """The first frame that is another in a bundle than in our log; None where both are the same as far as both go (or
    where the bundle begins after it, which only its link tells)."""
    ledger, have = chronicle.ledger, len(chronicle.ledger)
    if bundle.first and (bundle.first > have or ledger.leaf(bundle.first - 1).hex() != bundle.after):
        return None
    leaves = bundle.leaves()[: max(0, have - bundle.first)]
    return next((at for at, leaf in enumerate(leaves, bundle.first) if ledger.leaf(at) != leaf), None)


def _fork(chronicle: Chronicle, bundle: Bundle, at: int, why: str = "") -> Fork:
    """Two histories from frame `at` on: theirs kept aside, and the refusal."""
    ours, theirs = chronicle.ledger.leaf(len(chronicle.ledger) - 1), bundle.leaves()[-1]
    tips = f"our tip is frame {len(chronicle.ledger) - 1} ({ours.hex()[:16]}), theirs frame {bundle.size - 1}"
    # a log of its own: what we share, and what they have from there on
    shared = [*chronicle.ledger.payloads(0, at), *bundle.frames[at - bundle.first :]]
    kept, where = _kept(lambda: aside.keep_history(chronicle.path, theirs, shared))
    because = f" ({why})" if why else ""
    return Fork(
        f"two histories from frame {at} on: {tips} ({theirs.hex()[:16]}){because}; theirs {where}, nothing was taken",
        at,
        kept,
    )


def _kept(keep: Callable[[], Path]) -> tuple[Path | None, str]:
    """(where something is kept aside, that it is, in words)."""
    try:
        path = keep()
    except aside.Full as full:
        return None, f"is not kept ({full})"
    return path, f"is kept aside in {path.name}"


def _audited(walk: Walk, payloads: Sequence[bytes], sender: str) -> tuple[Frame, ...]:
    """The frames, each decided again; BadBundle names the first that does not follow."""
    first = len(walk.timeline)
    walk.expect(payloads)
    frames = []
    for seq, payload in enumerate(payloads, first):
        wrong: Contradiction | None = walk.step(payload)
        if walk.admission is not None and walk.admission.book.study >= 0:
            raise BadBundle(
                f"the bundle of the {capital(sender)} side is refused: frame {seq} makes a study of it, not a game"
            )
        if wrong is not None:
            raise BadBundle(f"the bundle of the {capital(sender)} side is refused, nothing was taken: {wrong}")
        frames.append(decode_frame(payload, seq))
    return tuple(frames)


def _seated(genesis: Genesis, walk: Walk) -> Genesis:
    """The genesis with everybody who ever sat down for its players: whoever sits there now may have vouched."""
    if walk.admission is None:
        return genesis
    return msgspec.structs.replace(genesis, players=walk.admission.book.seats.everybody)


def _checked_note(
    bundle: Bundle,
    genesis: Genesis,
    leaves: Sequence[bytes],
    ours: dict[int, bytes],
    trusted: Sequence[VerifierKey],
) -> str:
    """The bundle's checkpoint if a key we trust has signed it, with the signatures of such keys alone; empty for none.
    BadBundle when it denies its frames."""
    if not bundle.checkpoint:
        return ""
    publics = _publics(genesis, trusted)
    try:
        checkpoint = anchor_of(bundle.checkpoint, origin_of(genesis.game, genesis.log_id), publics).checkpoint
        note = signed_only(bundle.checkpoint, publics)
    except BadNote as error:
        if "no signature" in str(error):
            return ""
        raise BadBundle(f"the checkpoint in the bundle is no good: {error}") from None
    tree = Tree()
    tree.extend(b"".join(ours[seq] for seq in range(bundle.first)) + b"".join(leaves))
    if not 0 < checkpoint.size <= bundle.size or tree.root(checkpoint.size) != checkpoint.root:
        raise BadBundle("the checkpoint in the bundle is not that of its frames")
    return "" if checkpoint.extensions else note


def _publics(genesis: Genesis, trusted: Sequence[VerifierKey]) -> list[bytes]:
    return [*public_keys(genesis), *(key.public for key in trusted)]


def _keep_note(log: Path, note: str, genesis: Genesis, trusted: Sequence[VerifierKey]) -> tuple[str, ...]:
    """Keep the sender's checkpoint beside our log: what he has vouched for anchors it."""
    if not note:
        return ()
    try:
        keep(checkpoint_path(log), note, _publics(genesis, trusted))
    except (BadNote, DiskError) as error:
        return (f"the checkpoint of the bundle could not be kept: {error}",)
    return ()
