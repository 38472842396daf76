"""A game as a transcript: one decision a line, as a player would type it, with the dice that were thrown.

    @game june_6/push_to_caen
    @option turns 2
    A: move 8/3 E2237
    G: attack E1940 : 7 3              # dice after a colon, tokens of a cup by name
    ! move 8/3 E2240 => do             # what the rules refuse, and what it did (engine.corrections)

`#` begins a comment. A line that begins with `A:`, `Allied:` and the like says whose decision it is; without it, it is
that of the side that is asked. `!` and `=>` belong to decisions that the rules refuse: see `replays.log.transcribe`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

from hexledger.engine.errors import UnknownName
from hexledger.engine.kernel.decisions import Decision, DecisionCodec, GoOn, Irregular, Reveal, Seal
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.seals import commitment
from hexledger.events.frame import Frame, Ruling
from hexledger.events.model import Drawn, Rolled
from hexledger.events.showing import one_line
from hexledger.projections.names import side_name
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.typed_rolls import token_names
from hexledger.replays.referee.leave import ACCEPTED, IRREGULAR

_PLAIN: Final = re.compile(r"[\w/.&'()+*-]+\Z")
"""A printed name that no sign of the text form cuts in two."""


def write(chronicle: Chronicle, seq: int | None = None) -> Iterator[str]:
    """Lines of the transcript of the line that ends at frame `seq` (default: the head), without line ends.

    Seals are written as the choices that they hid. A line that ends with a seal not yet opened ends before it, and
    says so, and so does one with a ruling that corrects the position or a reading. What a name or an option hides is
    written out, so that it makes no line of its own.
    """
    yield from map(one_line, _lines(chronicle, seq))


def _lines(chronicle: Chronicle, seq: int | None) -> Iterator[str]:
    game, genesis = chronicle.game, chronicle.genesis
    yield f"@game {genesis.game}/{genesis.scenario}"
    for name, value in genesis.options.items():
        yield f"@option {name} {('no', 'yes')[value] if isinstance(value, bool) else value}"
    for side, player, _ in genesis.players:
        yield f"@player {game.side(side)} {player}"
    writer = _Writer(game)
    turn = phase = -1
    line = chronicle.timeline.path(chronicle.timeline.head if seq is None else chronicle.place(seq))
    decisions = [chronicle.decision(number) for number in line[1:]]
    opened = [_choice(game, decision) for decision in decisions]
    dice = writer.dice(chronicle.frame(0))
    if dice:
        yield writer.line(1, GoOn(), dice)
    at = 0
    while at < len(decisions):
        frame, said = chronicle.frame(line[at + 1]), decisions[at]
        actor = frame.actor
        if isinstance(said, Ruling):
            if said.scope != IRREGULAR:
                yield f"# ruling #{frame.seq} ({said.scope}): {said.reason}"
                if said.scope == ACCEPTED:
                    at += 1
                    continue
                yield f"# this form has no line for it: the transcript ends before #{frame.seq}, the log goes on"
                return
            yield f"# ruling #{frame.seq} accepts: {said.reason}"
            actor, decision = said.side, game.codec.decode(said.decision)
        else:
            decision = cast(Decision, said)
        state = chronicle.state(frame.parent)
        if (state.turn, state.phase) != (turn, phase):
            turn, phase = state.turn, state.phase
            yield f"# {game.turn(turn)}: {game.word(phase) if phase else 'set-up'}"
        if isinstance(decision, Seal):
            found = [reveal for reveal in opened[at:] if reveal is not None and _opens(reveal, decision)]
            if not found:
                yield f"# the {side_name(game, frame.actor)} side has sealed a choice that is not opened in this line"
                return
            decision = found[0][0]
        dice = writer.dice(frame)
        at += 1
        # a seal is opened by itself when its time has come; what is rolled then stands with the decision before it
        while at < len(decisions) and isinstance(decisions[at], Reveal):
            dice += writer.dice(chronicle.frame(line[at + 1]))
            at += 1
        yield writer.line(actor, decision, dice)


def _choice(game: Game[Any], decision: object) -> tuple[Decision, str] | None:
    if not isinstance(decision, Reveal):
        return None
    return game.codec.from_data(decision.choice), decision.salt


def _opens(reveal: tuple[Decision, str], seal: Seal) -> bool:
    return commitment(*reveal) == seal.commitment


class _Writer:
    """Writes decisions with the names that the rulebook prints."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.codec = DecisionCodec(game.decision_classes, cast(Any, _Printed(game)))
        letters = [name[0].lower() for name in game.sides]
        self.letters = [name[0].upper() if letters.count(name[0]) == 1 else name.capitalize() for name in game.sides]

    def line(self, actor: int, decision: Decision, dice: Sequence[str]) -> str:
        """A decision with its dice: `G: attack E1940 : 7 3`."""
        who = f"{self.letters[actor - 1]}: " if actor else ""
        after = f" : {' '.join(dice)}" if dice else ""
        if not isinstance(decision, Irregular):
            return f"{who}{self.codec.to_text(decision)}{after}"
        choice = self.codec.to_text(self.game.codec.from_data(decision.choice)) if decision.choice else ""
        effects = "; ".join(str(effect) for effect in decision.effects) or "none"
        return f"{who}! {f'{choice}{after} '.lstrip()}=> {effects}"

    def dice(self, frame: Frame) -> list[str]:
        """What the dice of a frame showed, in the order of the rolls."""
        out = []
        for event in frame.events:
            if isinstance(event, Rolled):
                out.append(str(event.value))
            elif isinstance(event, Drawn):
                out.append(_short(self.game, token_names(self.game, event.pool, event.token)[0]))
        return out


def _short(game: Game[Any], key: str) -> str:
    """The end of a word's key where no other word ends so: `probe` for `mode.probe`."""
    end = key.rpartition(".")[2]
    try:
        return end if game.find_word(end) == game.words.get(key) else key
    except UnknownName:
        return key


class _Printed:
    """A game's names, with units called as they are printed, and words as short as can be, wherever that leaves no
    doubt."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def piece(self, number: int) -> str:
        """Printed name without spaces, else the id."""
        printed = self._game.printed_name(number).replace(" ", "")
        try:
            known = _PLAIN.match(printed) and self._game.find_piece(printed) == number
        except UnknownName:
            known = False
        return printed if known else self._game.piece(number)

    def word_key(self, number: int) -> str:
        """The end of a word's key, else all of it."""
        return _short(self._game, self._game.word_key(number))


def names_of_sides(sides: Sequence[str]) -> dict[str, int]:
    """How a line may say whose decision it is: full names, and first letters that only one side has; all small."""
    out = {name: number for number, name in enumerate(sides, 1)}
    letters = [name[0] for name in sides]
    return out | {letter: at for at, letter in enumerate(letters, 1) if letters.count(letter) == 1}
