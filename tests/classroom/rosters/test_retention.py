"""Classes that nobody plays in any more are removed when their years are over; families read how long that is."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classroom import upkeep
from classroom.homework.around_the_corner import practice
from classroom.models import Classroom, Student
from classroom.rosters import retention, roster
from classroom.server import keep_years
from tests.conftest import words

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def as_usual(settings, tmp_path):
    settings.DATA, settings.KEEP_YEARS = tmp_path, 0


def after(days: float) -> time_machine.travel:
    return time_machine.travel(timezone.now() + timedelta(days=days))


def test_a_class_of_which_the_last_game_is_two_years_ago_is_announced_removed_and_then_forgotten(class_4b):
    with after(2 * 366 - 29):
        upkeep.tidy()
    with after(2 * 366 - 1):
        upkeep.tidy()
        assert Classroom.objects.filter(pk=class_4b.pk).exists()
    with after(2 * 366 + 2):
        upkeep.tidy()
        assert not Classroom.objects.filter(pk=class_4b.pk).exists()
        assert Classroom.everything.filter(pk=class_4b.pk).exists()
    with after(2 * 366 + 40):
        upkeep.tidy()
        assert not Classroom.everything.filter(pk=class_4b.pk).exists()
        assert not Student.everybody.filter(classroom=class_4b.pk).exists()


def test_nothing_goes_unannounced_on_the_day_of_an_upgrade_or_after_a_long_summer(ana_teacher, class_4b):
    browser = Client()
    with after(1500):
        upkeep.tidy()
        browser.force_login(ana_teacher)
        said = words(browser.get(reverse("classes")))
        assert "4B: nobody has played in this class for a long time. It is removed on" in said
    with after(1529):
        assert retention.remove_who_is_due() == 0
    with after(1531):
        assert retention.remove_who_is_due() == 1


def test_a_shorter_time_is_announced_too(class_4b, settings):
    settings.KEEP_YEARS = 5
    with after(900):
        assert retention.remove_who_is_due() == 0
        settings.KEEP_YEARS = 1
        assert retention.remove_who_is_due() == 0
    with after(931):
        assert retention.remove_who_is_due() == 1


def test_an_owner_keeps_it_with_one_press(ana_teacher, class_4b):
    browser = Client()
    with after(2 * 366 - 10):
        upkeep.tidy()
        browser.force_login(ana_teacher)
        assert "4B is kept." in words(browser.post(reverse("class_keep", args=[class_4b.pk]), follow=True))
    with after(2 * 366 + 40):
        assert retention.remove_who_is_due() == 0


def test_a_class_that_plays_again_is_announced_no_more(class_4b):
    with after(2 * 366 - 10):
        retention.remove_who_is_due()
        class_4b.sessions.create(game="around_the_corner", code="AAAAAA", state="ended")
        retention.remove_who_is_due()
        class_4b.refresh_from_db()
        assert retention.ends_at(class_4b) is None


def test_a_game_keeps_a_class_and_so_does_taking_it_back(class_4b, class_5c):
    with after(600):
        class_4b.sessions.create(game="around_the_corner", code="AAAAAA", state="ended")
        retention.remove_who_is_due()
    with after(703):
        assert retention.remove_who_is_due() == 0
    with after(735):
        assert retention.remove_who_is_due() == 1
        roster.take_classroom_back(Classroom.everything.get(pk=class_5c.pk))
        assert retention.remove_who_is_due() == 0


def test_practice_at_home_keeps_a_class(class_4b, class_5c, bea):
    with after(600):
        practice.begin(bea, options={"corner": True, "steps": [1]})
    with after(703):
        retention.remove_who_is_due()
    with after(735):
        assert retention.remove_who_is_due() == 1
    assert list(Classroom.objects.all()) == [class_4b]


def test_a_class_whose_session_is_open_is_left_alone(lesson, class_4b):
    with after(800):
        retention.remove_who_is_due()
    with after(840):
        assert retention.remove_who_is_due() == 0


def test_its_teachers_are_told_thirty_days_before(ana_teacher, class_4b):
    with after(2 * 366 - 10):
        upkeep.tidy()
        browser = Client()
        browser.force_login(ana_teacher)
        assert "It is removed on" in words(browser.get(reverse("class", args=[class_4b.pk])))


def test_the_admin_chooses_how_long_and_families_read_it(admin):
    assert keep_years.now() == 2
    admin.post(reverse("school_keep_years"), {"years": "3"})
    assert keep_years.now() == 3
    assert "3 years after the class has played last" in words(Client().get(reverse("privacy")))


def test_nonsense_changes_nothing_and_for_ever_is_not_offered(admin):
    for years in ("0", "99", "x", ""):
        assert "Nothing was changed" in words(admin.post(reverse("school_keep_years"), {"years": years}, follow=True))
    assert keep_years.now() == 2


def test_the_setting_of_the_box_goes_before_the_choice_of_an_admin(admin, settings):
    settings.KEEP_YEARS = 1
    admin.post(reverse("school_keep_years"), {"years": "5"})
    assert keep_years.now() == 1


def test_a_file_of_nonsense_means_the_usual_two_years(settings):
    (settings.DATA / keep_years.FILE).write_text("for ever")
    assert keep_years.now() == 2
