"""Two children at one table, each at a page of its own, who need known times for every card that both could play."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from tests.browser.conftest import NAMES, People
from tests.browser.driving.patience import A_ROUND, patiently
from tests.browser.driving.people import LAPTOP, Child
from tests.browser.driving.server import Server
from tests.browser.over_http.people import RACE

ROBOT = (Path(__file__).parent / "robot.js").read_text()
LOOK_MS = 500
FIRST_MS = 900
"""What the quickest of them needs: longer than a draw takes there and back on the slowest connection."""
LATE_MS = 25
"""A busy machine that lets a child tap so much later than it would, or see the card so much sooner or later than its
connection alone lets it, has decided the contest: it is held once more."""
CARDS = 40
"""About what a round of two has."""

Pair = tuple[int, int]
Card = dict[str, Any]


class Match:
    """The children's table; a pair is what the near and the far one need beside FIRST_MS, in ms.

    Each page is told before a round what it needs for each top card, and begins to count when it has painted that card
    itself: who drives the test sees both pages, and has no part in it.
    """

    def __init__(self, people: People, far: Server, first: str, connection: int) -> None:
        self._connection = connection
        teacher = people.with_a_class(NAMES[:2])
        code = teacher.lets_in(RACE.but(table_size="2", first=first))
        self.children = [Child(people.browser, server, LAPTOP) for server in (people.server, far)]
        people.met += self.children
        for child, name in zip(self.children, NAMES, strict=False):
            child.comes_in(code, name)
            child.page.add_init_script(ROBOT)
        teacher.by_http.starts()
        for child in self.children:
            child.goes("/waiting/")
        people.go_to_their_tables(self.children)

    def contests(self, pairs: Sequence[Pair]) -> Iterator[bool]:
        """Let them need these times, one pair a top card; yield whether the far one's card was taken."""
        left = list(pairs)
        while left:
            planned = [left[0], *islice(cycle(left), CARDS)]  # on the first card nobody knows since when it was seen
            self._begin(planned)
            done = patiently(
                partial(self._done, planned, left), "a round", *self.children, meanwhile=self._pause, seconds=A_ROUND
            )
            for pair, won in done:
                left.remove(pair)
                yield won

    def told(self, child: Child) -> list[str]:
        """Return what the line under the pile has said to this child, in order."""
        return list(self._ask(child, "wasTold()"))

    def _begin(self, planned: list[Pair]) -> None:
        waiting = ("waiting", "over")
        patiently(
            lambda: all(self._ask(child, "phase()") in waiting for child in self.children),
            "the next round",
            *self.children,
            meanwhile=self._pause,
            seconds=A_ROUND,
        )
        for child, times in zip(self.children, zip(*planned, strict=True), strict=True):
            self._ask(child, f"begins({[0, *(FIRST_MS + ms for ms in times)]})")

    def _done(self, planned: list[Pair], left: list[Pair]) -> list[tuple[Pair, bool]] | None:
        """Return the contests of this round that were as planned; None while it goes on and does not have all."""
        both = [self._ask(child, "cards()") for child in self.children]
        waited, done = left.copy(), []
        for seq, pair in enumerate(planned, start=1):
            cards = [cards.get(str(seq), {}) for cards in both]
            if pair in waited and self._as_planned(*cards):
                waited.remove(pair)
                done.append((pair, cards[1]["won"]))
        is_over = all(self._ask(child, "phase()") == "over" for child in self.children)
        return done if is_over or not waited else None

    def _as_planned(self, near: Card, far: Card) -> bool:
        """Say whether both could play and did what they were to do, half the connection apart. All clocks here are
        one."""
        if not all(
            "won" in card and card["counts"] and card["fits"] and card["late"] < LATE_MS for card in (near, far)
        ):
            return False
        return bool(abs(far["seen"] - near["seen"] - self._connection / 2) < LATE_MS)

    def _ask(self, child: Child, what: str) -> Any:
        return child.page.evaluate(f"() => robot.{what}")

    def _pause(self) -> None:
        self.children[0].page.wait_for_timeout(LOOK_MS)
