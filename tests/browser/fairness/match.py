"""Two children at one table, each at a page of its own, who need known times for every card that both could play."""

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from tests.browser.conftest import NAMES, People
from tests.browser.driving.patience import A_ROUND, patiently
from tests.browser.driving.people import LAPTOP, Child
from tests.browser.driving.server import Server
from tests.browser.over_http.people import RACE

ROBOT = (Path(__file__).parent / "robot.js").read_text()
LOOK_MS = 40
FIRST_MS = 900
"""What the quickest of them needs: longer than a push needs to both, and than a child that did not think."""
LATE_MS = 25
"""A machine that lets a child tap so much later than it would has decided the contest: it is held once more."""
ENOUGH = 14
"""Cards in a hand, of which nearly always one fits."""


class Match:
    """The children's table; `near` and `far` are what they need beside FIRST_MS, in ms."""

    def __init__(self, people: People, far: Server, first: str) -> None:
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

    def contests(self, pairs: Iterable[tuple[int, int]]) -> Iterator[bool]:
        """Let them need these times, one pair a top card; yield whether the far one's card was taken."""
        for near, far in pairs:
            yield patiently(partial(self._contest, near, far), "a contest", *self.children, seconds=A_ROUND)[0]

    def told(self, child: Child) -> list[str]:
        """Return what the line under the pile has said to this child, in order."""
        return list(self._ask(child, "wasTold()"))

    def _contest(self, near: int, far: int) -> tuple[bool] | None:
        before = self._both_at_one_card()
        able = [sees["fits"] for sees in before]
        if not all(able):
            if any(able):
                self._ask(self.children[able.index(True)], "plays()")
            self._pause()
            return None
        asked = [
            self._ask(child, f"taps({FIRST_MS + ms})") for child, ms in zip(self.children, (near, far), strict=True)
        ]
        if not any(asked):
            self._ask(self.children[0], "plays()")
        after = patiently(lambda: self._next_card(before[0]["seq"]), "the next top card", *self.children)
        as_planned = all(asked) and all(sees["late"] < LATE_MS for sees in after)
        return (after[1]["won"],) if as_planned else None

    def _both_at_one_card(self) -> list[dict[str, Any]]:
        """Wait until both see the same top card and hold enough, by a new round where one is over."""
        return patiently(self._settled, "both at one top card", *self.children, meanwhile=self._pause, seconds=A_ROUND)

    def _settled(self) -> list[dict[str, Any]] | None:
        both = [self._ask(child, "sees()") for child in self.children]
        for child, sees in zip(self.children, both, strict=True):
            if sees["phase"] in ("waiting", "over"):
                self._ask(child, "isReady()")
        if any(sees["phase"] != "playing" or sees["busy"] for sees in both) or both[0]["seq"] != both[1]["seq"]:
            return None
        drew = [self._ask(child, f"draws({ENOUGH})") for child in self.children]
        return None if any(drew) else both

    def _next_card(self, seq: int) -> list[dict[str, Any]] | None:
        both = [self._ask(child, "sees()") for child in self.children]
        there = all(sees["phase"] != "playing" or (sees["seq"] > seq and not sees["busy"]) for sees in both)
        if not there:
            self._pause()
        return both if there else None

    def _ask(self, child: Child, what: str) -> Any:
        return child.page.evaluate(f"() => robot.{what}")

    def _pause(self) -> None:
        self.children[0].page.wait_for_timeout(LOOK_MS)
