"""One hand for the whole class on the projector: read from the last row while it is played, found, and at the end."""

import pytest

from classroom.models import ClassSession
from classroom.sessions import lifecycle
from game.models import Round
from game.rules import Event
from tests.browser.pictures.projector.test_from_the_back import FAR, NONE, PROJECTORS
from tests.browser.pictures.screen import Screen
from tests.browser.pictures.shown import Shown
from tests.classroom.live.test_same_hand import log_end, play, session
from tests.classroom.reports.nine_to_nothing.test_report import log

__all__ = ["session"]

pytestmark = [pytest.mark.django_db, pytest.mark.long]

A_FIFTH, AN_EIGHTH = 1 / 5, 1 / 8
HIGHEST = """([of, sized]) => Math.max(0, ...[...document.querySelectorAll(of)].map(each =>
  sized ? parseFloat(getComputedStyle(each).fontSize) : each.getBoundingClientRect().height)) / innerHeight"""
"""How high the highest of these is, or its letters are, in screens."""


@pytest.fixture
def screen_of(session, screen: Screen, ana_client):
    """The projector of the class as it is now."""

    def now() -> Screen:
        html = ana_client.get(f"/sessions/{session.pk}/screen/").content.decode()
        screen.shows(Shown("projector", html))
        return screen

    return now


def test_the_hand_fills_the_room_while_it_is_played(screen_of):
    log(Round.objects.get(), Event("go", at=1000))
    for width, page in screen_of().at_widths(PROJECTORS):
        assert page.evaluate(FAR) == NONE, width
        assert page.evaluate(HIGHEST, [".same-hand > li", False]) >= A_FIFTH, width
        assert page.locator("[data-ends-at]").inner_text() == "0:00", "the minute of this hand is long gone"


@pytest.mark.parametrize("is_ended", [False, True])
def test_the_longest_sum_is_the_largest_there_is_at_its_end(session: ClassSession, screen_of, is_ended):
    play(played := Round.objects.get())
    log_end(played)
    if is_ended:
        lifecycle.end(session=session)
    for width, page in screen_of().at_widths(PROJECTORS):
        assert page.evaluate(FAR) == NONE, width
        assert page.locator("[data-ends-at]").count() == 0
        largest = page.evaluate(HIGHEST, [".longest strong", True])
        assert largest > page.evaluate(HIGHEST, [".same-hand > li, .to-do, .middle h2", True]), width
        top = page.evaluate("document.querySelector('.to-do').getBoundingClientRect().top / innerHeight")
        assert top < A_FIFTH + AN_EIGHTH, f"a hole above the hand at {width}"
