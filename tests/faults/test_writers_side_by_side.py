"""Two writers whom nothing keeps apart: file systems over each other that share neither locks nor attributes.

Their calls to the disk are put in every kind of order. What holds is less than where locks do their work (see
`test_two_writers.py`), and it is this: no number is given twice, what was acknowledged is in what is whole of the log,
and of a log that is not whole one of them was told.
"""

import collections
import random
import threading

import pytest

from hexledger.events.errors import Corrupt, Moved
from hexledger.events.ledger import Ledger
from hexledger.events.platform import RealDisk
from hexledger.events.scan import scan

ORDERS = [500, pytest.param(1500, marks=pytest.mark.long)]
LONGEST = 60
"""Calls in an order; two writers that add two frames each make about forty."""


class Order:
    """Whose turn each call is. A writer that has come to its end is left out, and when the order has come to its end
    everybody goes on as he likes."""

    def __init__(self, turns):
        self.turns = list(turns)
        self.ended = set()
        self.changed = threading.Condition()

    def call(self, who, function):
        with self.changed:
            self.changed.wait_for(lambda: self.next() in (None, who))
            if self.turns:
                self.turns.pop(0)
            try:
                return function()
            finally:
                self.changed.notify_all()

    def next(self):
        while self.turns and self.turns[0] in self.ended:
            self.turns.pop(0)
        return self.turns[0] if self.turns else None

    def end(self, who):
        with self.changed:
            self.ended.add(who)
            self.changed.notify_all()


class Unlocked(RealDisk):
    """Through which one of the two writes, each call when it is its turn."""

    def __init__(self, order, who):
        self.order, self.who = order, who

    def lock(self, handle, path):
        return False


def _in_turn(call):
    def method(self, *arguments):
        function = getattr(RealDisk(), call)
        return self.order.call(self.who, lambda: function(*arguments))

    return method


for _call in ("open_append", "identity", "identity_at", "read", "read_at", "size", "write", "sync", "truncate"):
    setattr(Unlocked, _call, _in_turn(_call))


class Story:
    """What two writers were told: `given` number -> payload, `noticed`: who was told that the log is not his alone."""

    def __init__(self, path):
        self.path, self.given, self.noticed, self.failures = path, {}, [], []

    def writes(self, who, order, words):
        """Open, append one frame after another, close; as far as it goes."""
        try:
            with Ledger.open_writer(self.path, Unlocked(order, who)) as ledger:
                for word in words:
                    payload = f"{who} {word}".encode()
                    number = ledger.append(payload, None)
                    assert number not in self.given, f"#{number} was given twice"
                    self.given[number] = payload
        except (Moved, Corrupt):
            self.noticed.append(who)
        except BaseException as error:
            self.failures.append(error)
        finally:
            order.end(who)

    def told(self, turns, *words):
        """Both write at the same time, in this order of calls."""
        order = Order(turns)
        both = [threading.Thread(target=self.writes, args=(who, order, words[who])) for who in (0, 1)]
        for one in both:
            one.start()
        for one in both:
            one.join()
        assert not self.failures
        return self


def orders(count):
    """Some where each call is anybody's, some where each has a few calls at a time, and a rare one: of 2,500 orders two
    end with a frame out of place that nobody may take off."""
    for seed in (995, *range(count)):
        draw = random.Random(seed)
        turns = []
        while len(turns) < LONGEST:
            turns += [draw.randint(0, 1)] if seed % 2 else [len(turns) // 2 % 2] * draw.randint(1, 9)
        yield turns


@pytest.mark.parametrize("many", ORDERS)
@pytest.mark.parametrize("second", ["b", "longer than the others"])
def test_where_nothing_keeps_two_writers_apart_what_was_acknowledged_stays(tmp_path, second, many):
    seen = collections.Counter()
    for number, turns in enumerate(orders(many)):
        path = tmp_path / f"{number}.hxl"
        Ledger.create(path, b"genesis").close()
        story = Story(path).told(turns, ("a", "b"), ("a", second))
        with Ledger.open_reader(path, damaged=True) as ledger:
            found = list(ledger.payloads())
        assert {number: found[number] for number in story.given if number < len(found)} == story.given, turns
        whole = scan(path).intact
        assert whole or story.noticed, turns
        seen[whole, bool(story.noticed), len(story.given) == 4] += 1
    # one after the other; one stopped in time; both stopped, with a frame out of place that nobody has taken off
    assert seen[True, False, True] and seen[True, True, False] and seen[False, True, False], seen
