"""python-chess as a peer: moves of legal games chosen by a fixed policy, pushed one by one."""

from __future__ import annotations

from hashlib import blake2b

import chess

PLIES = 160
"""A game is broken off after so many half-moves."""

Games = list[list[chess.Move]]


def games(moves: int) -> Games:
    """Legal games with so many moves in all; each move is picked from the legal ones by a hash of (game, ply)."""
    out: Games = []
    left = moves
    while left > 0:
        board = chess.Board()
        line: list[chess.Move] = []
        while len(line) < min(PLIES, left) and not board.is_game_over():
            legal = list(board.legal_moves)
            pick = int.from_bytes(blake2b(b"%d|%d" % (len(out), len(line)), digest_size=4).digest(), "big")
            move = legal[pick % len(legal)]
            line.append(move)
            board.push(move)
        out.append(line)
        left -= len(line)
    return out


def push(lines: Games) -> None:
    """Replay the games with `push`, which checks nothing."""
    for line in lines:
        board = chess.Board()
        for move in line:
            board.push(move)


def push_uci(lines: list[list[str]]) -> None:
    """Replay the games from UCI text with `push_uci`, which refuses an illegal move."""
    for line in lines:
        board = chess.Board()
        for text in line:
            board.push_uci(text)


def as_uci(lines: Games) -> list[list[str]]:
    """The same games as UCI text."""
    return [[move.uci() for move in line] for line in lines]
