"""Number pictures in practice without a connection: who has them, and how their ladder moves."""

import re

import pytest
from django.urls import reverse

from classroom.homework.around_the_corner.offline.packs import Pack
from classroom.models import Student
from classroom.sessions.accommodations import BY_ITSELF, ladder_of
from game.around_the_corner.practice import PICTURE
from game.models import Attempt, Event
from game.rules.picture_ladder import ALWAYS, ASKED, NEVER, SOON, SURE, Ladder, table
from tests.classroom.homework.kept_sums import given_to, handed_in, taps


def has_pictures(student: Student, chosen: int) -> Pack:
    """Sums for a student who has number pictures from now on."""
    student.needs = {"pictures": chosen} if chosen else {}
    student.save()
    return given_to(student)


@pytest.mark.parametrize(
    ("chosen", "shown", "marked"),
    [(0, 0, False), (ALWAYS, 1, True), (SOON, 1, False), (ASKED, 1, False), (NEVER, 0, False)],
)
def test_who_may_see_number_pictures_has_them_in_the_page(bea_at_home, bea, chosen, shown, marked):
    """The answer came after two seconds: SOON had none to show yet."""
    pack = has_pictures(bea, chosen)
    page = bea_at_home.get(reverse("practice_offline")).content.decode()
    assert page.count("<div data-before>") == 20 * shown
    assert ("over-ten" in page) == bool(shown)
    assert f'data-ladder="{chosen} 0 0 0"' in page
    handed_in(bea, pack, taps(pack, right=1))
    assert list(Attempt.objects.values_list("rung", "pictured")) == [(chosen, marked)]


def test_the_ladder_moves_with_what_is_handed_in(bea):
    pack = has_pictures(bea, BY_ITSELF)
    handed_in(bea, pack, taps(pack, right=2 * SURE + 1))
    assert list(Attempt.objects.values_list("rung", flat=True)) == [ALWAYS] * 2 * SURE + [SOON]
    assert ladder_of(bea.pk) == Ladder(SOON, 2)


def test_the_page_says_where_the_ladder_may_come_to(bea_at_home, bea):
    has_pictures(bea, BY_ITSELF)
    page = bea_at_home.get(reverse("practice_offline")).content.decode()
    written = re.search(r'data-ladder="([^"]+)"', page)
    assert written
    assert [tuple(map(int, row.split())) for row in written[1].split("|")] == table(Ladder(), moves=True)


def test_a_picture_that_was_asked_for_marks_the_answer(bea):
    pack = has_pictures(bea, ASKED)
    first, second = taps(pack, right=2)
    asked = [[0, PICTURE, first[2] - 500, 900], first, [1, PICTURE, second[2] - 500, 900], second]
    assert [handed_in(bea, pack, kept) for kept in (asked[:3], asked, asked)] == [1, 1, 0]
    assert list(Attempt.objects.order_by("pk").values_list("pictured", flat=True)) == [True, True]
    assert Event.objects.filter(kind="pictured").count() == 2


def test_a_picture_that_is_none_of_this_rung_takes_no_card_away(bea):
    """A clock that was set back in between makes three seconds of four: the device is a step further than the log."""
    pack = has_pictures(bea, SOON)
    first, second = taps(pack, right=2)
    assert handed_in(bea, pack, [[0, PICTURE, first[2] - 500, 900], first, second]) == 2
    assert not Event.objects.filter(kind="pictured").exists()
