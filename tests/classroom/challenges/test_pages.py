"""Pages of a challenge: offered, answered, seen by both teachers, shown where the teacher wants it, left."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from classroom.challenges import offers
from classroom.models import Attendance, AuditEntry, Challenge, ChallengeEntry
from classroom.sessions import lifecycle
from tests.classroom.challenges.conftest import CHILDREN
from tests.classroom.reports.around_the_corner.test_school_growth import class_of, lesson
from tests.conftest import make_lesson, seated, words

pytestmark = pytest.mark.django_db


def page_of(classroom) -> str:
    return reverse("class_challenge", args=[classroom.pk])


def answer(client, challenge, **said):
    return client.post(reverse("challenge", args=[challenge.pk]), said, follow=True)


def test_a_teacher_offers_a_challenge_and_the_colleague_accepts_with_a_class(
    ana_client, ben_client, ben_teacher, owls, foxes
):
    until = timezone.localdate() + timedelta(days=9)
    offered = ana_client.post(page_of(owls), {"email": "BEN@school.example", "until": until}, follow=True)
    assert "Not answered yet" in words(offered)
    asked = words(ben_client.get(reverse("classes")))
    assert "Ms Ana asks a class of yours to a friendly challenge with theirs." in asked
    assert "Owls" not in asked
    begun = answer(ben_client, Challenge.objects.get(), answer="yes", classroom=foxes.pk)
    assert "The challenge has begun." in words(begun)
    assert {(entry.classroom, entry.agreed_by) for entry in ChallengeEntry.objects.all()} == {
        (owls, owls.teachers.get()),
        (foxes, ben_teacher),
    }
    assert Challenge.objects.get().last_day == until


def test_a_declined_offer_leaves_the_other_teacher_the_form_to_ask_another_class(ana_client, ben_client, offered, owls):
    assert "You have declined" in words(answer(ben_client, offered, answer="no"))
    page = words(ana_client.get(page_of(owls)))
    assert "Ask another class" in page
    assert "Not answered yet" not in page


def test_a_class_of_somebody_else_is_not_entered(ben_client, offered, owls):
    assert answer(ben_client, offered, answer="yes", classroom=owls.pk).status_code == 404
    assert Challenge.objects.get().email


def test_home_offers_only_classes_that_can_take_part(ben_client, offered, foxes, ben_teacher):
    class_of(ben_teacher, "Few", CHILDREN - 1)
    assert "Yes, with Foxes" in words(ben_client.get(reverse("classes")))
    busy = Challenge.objects.create(last_day=timezone.localdate())
    ChallengeEntry.objects.create(challenge=busy, classroom=foxes, agreed_by=ben_teacher)
    page = words(ben_client.get(reverse("classes")))
    assert "None of your classes can take part now" in page
    assert "No, thank you" in page


def test_why_an_offer_is_refused_is_said_and_nothing_is_made(ana_client, ana_teacher, offered, owls):
    again = {"email": "cleo@school.example", "until": timezone.localdate()}
    assert "This class has a challenge already." in words(ana_client.post(page_of(owls), again, follow=True))
    few = class_of(ana_teacher, "Few", CHILDREN - 1)
    assert "at least 5 children" in words(ana_client.post(page_of(few), again, follow=True))
    assert "This day is over" in words(
        ana_client.post(page_of(few), again | {"until": timezone.localdate() - timedelta(days=1)})
    )
    assert Challenge.objects.get() == offered


def test_both_teachers_see_both_numbers_and_no_class_or_child_of_the_other(ana_client, ben_client, begun, owls, foxes):
    lesson(owls, 2, right=40, wrong=0)
    for client, own, other in ((ana_client, owls, foxes), (ben_client, foxes, owls)):
        for address in (reverse("classes"), page_of(own)):
            page = words(client.get(address))
            assert "1.0" in page
            assert "0.0" in page
            assert other.name not in page
            assert not [child.name for child in other.students.all() if child.name in page]


def test_a_tie_is_said_and_is_nobodys_loss(ana_client, begun, owls):
    assert "Both classes are level." in words(ana_client.get(page_of(owls)))


def test_of_a_class_grown_too_small_no_number_is_told(ana_client, begun, owls, foxes):
    foxes.students.filter(pk=foxes.students.first().pk).update(removed_at=timezone.now())
    assert "too few children" in words(ana_client.get(page_of(owls)))


@pytest.mark.parametrize("minutes", [3, None])
def test_the_projector_shows_a_challenge_at_the_end_where_its_own_teacher_wants_it(
    ana_client, ben_client, begun, owls, foxes, minutes
):
    lesson(owls, 2, right=40, wrong=0)
    screens = {}
    for client, classroom in ((ana_client, owls), (ben_client, foxes)):
        opened = lifecycle.open_session(
            classroom=classroom, game="around_the_corner", options={"minutes": minutes}, table_size=2
        )
        lifecycle.end(session=opened)
        screens[client] = reverse("session_screen", args=[opened.pk])
    ana_client.post(reverse("class_challenge_show", args=[owls.pk]), {"do": "show"})
    shown = words(ana_client.get(screens[ana_client]))
    assert "Owls 1.0 new sums per child The class of Mr Ben 0.0 new sums per child" in shown
    assert "new sums per child" not in words(ben_client.get(screens[ben_client]))
    ana_client.post(reverse("class_challenge_show", args=[owls.pk]), {"do": "hide"})
    assert "new sums per child" not in words(ana_client.get(screens[ana_client]))


def test_a_childs_page_says_what_its_own_class_has_learnt_and_nothing_of_the_other(ana_client, begun, owls, foxes):
    lesson(owls, 2, right=40, wrong=0)
    here = [child.name for child in owls.students.all()][:2]
    child = seated(Attendance.objects.get(session=make_lesson(owls, here), student__name=here[0]))
    assert "Our class" not in words(child.get(reverse("my_page")))
    ana_client.post(reverse("class_challenge_show", args=[owls.pk]), {"do": "show"})
    page = words(child.get(reverse("my_page")))
    assert f"Our class: {CHILDREN} new sums" in page
    assert "Ben" not in page


def test_leaving_asks_first_and_ends_it_for_both(ana_client, ben_client, begun, owls, foxes):
    leave = reverse("class_challenge_leave", args=[owls.pk])
    assert "It ends for both classes" in words(ana_client.get(leave))
    assert Challenge.objects.exists()
    assert "Nothing of it is kept" in words(ana_client.post(leave, follow=True))
    assert not Challenge.objects.exists()
    assert ben_client.post(reverse("class_challenge_leave", args=[foxes.pk])).status_code == 404


def test_an_offer_that_is_taken_back_can_be_answered_no_more(ana_client, ben_client, offered, owls, foxes):
    ana_client.post(reverse("class_challenge_leave", args=[owls.pk]))
    assert answer(ben_client, offered, answer="yes", classroom=foxes.pk).status_code == 404


def test_that_another_class_is_told_a_number_of_this_one_stands_in_the_audit_log(ana_client, ben_client, owls, foxes):
    ana_client.post(page_of(owls), {"email": "ben@school.example", "until": timezone.localdate()})
    made = Challenge.objects.get()
    answer(ben_client, made, answer="yes", classroom=foxes.pk)
    ana_client.post(reverse("class_challenge_leave", args=[owls.pk]))
    assert list(AuditEntry.objects.order_by("pk").values_list("page", "about")) == [
        ("class_challenge", {"classroom": owls.pk, "challenge": made.pk}),
        ("challenge", {"challenge": made.pk, "classroom": foxes.pk, "do": "accept"}),
        ("class_challenge_leave", {"classroom": owls.pk, "challenge": made.pk, "do": "leave"}),
    ]


def test_home_asks_no_more_for_many_challenges_than_for_one(
    ana_client, ana_teacher, ben_teacher, owls, foxes, begun, django_assert_max_num_queries
):
    home = reverse("classes")
    ana_client.get(home)
    with CaptureQueriesContext(connection) as of_one:
        ana_client.get(home)
        asked = len(of_one)
    for name in ("Bears", "Crabs"):
        mine, other = class_of(ana_teacher, name, CHILDREN), class_of(ben_teacher, f"{name} too", CHILDREN)
        more = offers.offer(mine, by=ana_teacher, email=ben_teacher.email, last_day=timezone.localdate())
        offers.accept(more, other, by=ben_teacher)
    ana_client.get(home)
    with django_assert_max_num_queries(asked):
        ana_client.get(home)
