"""Two children, one on a connection of 300 ms: who puts the first card down (rules 1.10)? Real pages, a real server,
bytes that come late. `make prove-fair-pages` lets them meet 100 times in each way of deciding; the tests a few times.
"""

import itertools
import random
from collections.abc import Iterator

import pytest

from tests.browser.conftest import People
from tests.browser.driving.server import Server
from tests.browser.fairness.match import Match
from tests.browser.fairness.slow_connection import SlowConnection
from tests.browser.figures import FIGURES

pytestmark = pytest.mark.long

CONNECTION_MS = 300
TIMES = range(0, 450, 45)
"""Each of the times of the one meets each of the other's once, so that in 100 contests both are equally quick; in six
of them the one on the slow connection is quicker by more than the connection."""
QUICKER_BY_MS = 150
FEW = 5


@pytest.fixture
def far(server: Server) -> Iterator[Server]:
    """The server as who is on the slow connection reaches it."""
    with SlowConnection(server, CONNECTION_MS) as far:
        yield far


def far_wins(people: People, far: Server, first: str, pairs: list[tuple[int, int]]) -> int:
    """Return how many of the contests the one on the slow connection won."""
    return sum(Match(people, far, first, CONNECTION_MS).contests(pairs))


def test_by_arrival_the_card_on_the_quicker_line_is_first(far: Server, people: People) -> None:
    won = far_wins(people, far, "arrival", [(QUICKER_BY_MS, 0)] * FEW)
    assert won < FEW // 2, "a busy machine may hold one press up"


def test_by_reaction_the_card_of_the_quicker_child_is_first(far: Server, people: People) -> None:
    match = Match(people, far, "reaction", CONNECTION_MS)
    assert sum(match.contests([(QUICKER_BY_MS, 0)] * FEW)) > FEW // 2
    near, _far = match.children
    assert any(said.startswith("Bea was first. Yours fitted, too!") for said in match.told(near))


@pytest.mark.parametrize(("first", "least", "most"), [("arrival", 0, 10), ("reaction", 40, 60)])
def prove_two_pages(far: Server, people: People, first: str, least: int, most: int) -> None:
    pairs = list(itertools.product(TIMES, TIMES))
    random.Random(27).shuffle(pairs)
    won = far_wins(people, far, first, pairs)
    FIGURES.append(
        f"equally quick, by {first}: the one at {CONNECTION_MS} ms wins {won} of {len(pairs)} ({least}-{most})"
    )
    assert least <= won <= most
