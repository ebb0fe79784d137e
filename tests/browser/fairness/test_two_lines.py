"""Two children, one on a line of 300 ms: who puts the first card down? Real pages and server, bytes that come late."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import People
from tests.browser.driving.server import Server
from tests.browser.fairness.match import Match
from tests.browser.fairness.slow_line import SlowLine

pytestmark = pytest.mark.long

LINE_MS = 300
QUICKER_BY_MS = 150
FEW = 5


@pytest.fixture
def far(server: Server) -> Iterator[Server]:
    """The server as who is on the slow line reaches it."""
    with SlowLine(server, LINE_MS) as far:
        yield far


def far_wins(people: People, far: Server, first: str, pairs: list[tuple[int, int]]) -> int:
    """Return how many of the contests the one on the slow line won."""
    return sum(Match(people, far, first).contests(pairs))


def test_by_arrival_the_line_decides(far: Server, people: People) -> None:
    assert far_wins(people, far, "arrival", [(QUICKER_BY_MS, 0)] * FEW) == 0
