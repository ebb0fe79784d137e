"""Wrong pictures, words and codes: who guesses waits, in one class, at one child, behind one address."""

from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classroom.joining.sign_in import board_pictures, credentials, throttling
from classroom.models import Guesses, Student
from tests.classroom.conftest import guess, open_lobby
from tests.classroom.joining.secret_signs import SignIn, others, says, sign_in_by, student
from tests.conftest import words

pytestmark = pytest.mark.django_db(transaction=True)


def test_wrong_pictures_are_answered_kindly_and_say_nothing_about_which(client, class_4b):
    session = sign_in_by(class_4b, SignIn.PICTURES)
    bea = student(class_4b)
    page = says(client, session, bea, others(credentials.given(bea)))
    assert (page.status_code, "Not those pictures. Try again." in words(page)) == (403, True)
    assert 'name="picked" value=""' in page.content.decode()


def test_who_guesses_at_a_child_waits_from_any_device_and_the_teacher_lifts_it(class_4b, ana_client, still):
    session = sign_in_by(class_4b, SignIn.PICTURES)
    bea, chen = student(class_4b), student(class_4b, "Chen")
    tried = [says(Client(), session, bea, others(credentials.given(bea))) for _ in range(5)]
    assert [page.status_code for page in tried] == [403, 403, 403, 403, 429]
    assert "Scan your card, or ask your teacher." in words(tried[3])
    assert says(Client(), session, bea, credentials.given(bea)).status_code == 429
    assert says(Client(), session, chen, credentials.given(chen)).status_code == 302
    lobby = ana_client.get(reverse("session", args=[session.pk]))
    assert "Bea : 4 wrong tries. Has to wait before the next one." in words(lobby)
    ana_client.post(reverse("session_child_lift", args=[session.pk, bea.pk]))
    assert says(Client(), session, bea, credentials.given(bea)).status_code == 302


def test_a_wait_is_short_and_ends_by_itself(class_4b):
    session = sign_in_by(class_4b, SignIn.PICTURES)
    bea = student(class_4b)
    for _ in range(9):
        throttling.settle(False, *throttling.at_secret(bea))
    assert 0 < throttling.wait(*throttling.at_secret(bea)) <= 60
    Guesses.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert says(Client(), session, bea, credentials.given(bea)).status_code == 302


def test_a_clock_that_is_set_back_keeps_nobody_out_and_lets_nobody_guess_on(class_4b):
    session = sign_in_by(class_4b, SignIn.PICTURES)
    bea = student(class_4b)
    with time_machine.travel(timezone.now() + timedelta(hours=1)):  # a box that has just been started, by its own clock
        for _ in range(9):
            throttling.settle(False, *throttling.at_secret(bea))
    tried = [says(Client(), session, bea, others(credentials.given(bea))).status_code for _ in range(5)]
    assert tried == [403, 403, 403, 403, 429]
    assert 0 < throttling.wait(*throttling.at_secret(bea)) <= 60


def test_who_tries_every_child_of_a_class_waits_too(class_4b, ana_client):
    session = sign_in_by(class_4b, SignIn.FEW)
    Student.objects.bulk_create(Student(classroom=class_4b, name=f"Student {n}") for n in range(31))
    for one in class_4b.students.filter(name__startswith="Student"):
        throttling.settle(False, *throttling.at_secret(one))
    bea = student(class_4b)
    assert says(Client(), session, bea, credentials.given(bea)).status_code == 429
    assert "Somebody guesses a lot in this class." in words(ana_client.get(reverse("session", args=[session.pk])))
    ana_client.post(reverse("session_lift", args=[session.pk]))
    assert says(Client(), session, bea, credentials.given(bea)).status_code == 302


def test_wrong_tries_of_one_class_do_not_count_in_another(class_4b, class_5c):
    session = sign_in_by(class_5c, SignIn.PICTURES)
    Student.objects.bulk_create(Student(classroom=class_4b, name=f"Student {n}") for n in range(31))
    for one in class_4b.students.filter(name__startswith="Student"):
        throttling.settle(False, *throttling.at_secret(one))
    assert throttling.wait(*throttling.at_secret(student(class_4b)))
    eli = student(class_5c, "Eli")
    assert says(Client(), session, eli, credentials.given(eli)).status_code == 302


def test_failures_are_counted_in_the_database_and_forgotten_after_a_while(class_4b):
    bea = student(class_4b)
    assert [throttling.settle(False, *throttling.at_secret(bea)).failures for _ in range(3)] == [1, 2, 3]
    Guesses.objects.update(since=timezone.now() - throttling.MEMORY - timedelta(seconds=1))
    assert throttling.settle(False, *throttling.at_secret(bea)).failures == 1
    assert throttling.tries_in(class_4b) == ([], 0)


def test_no_address_is_kept_in_words(client, lobby_4b):
    client.post(reverse("join"), {"code": "222222"})
    keys = list(Guesses.objects.values_list("key", flat=True))
    assert keys
    assert not any("127.0.0.1" in key for key in keys)


def test_sixty_children_behind_one_address_sign_in_with_pictures_and_a_slip_each(class_4b):
    Student.objects.bulk_create(Student(classroom=class_4b, name=f"Student {n}") for n in range(60))
    session = sign_in_by(class_4b, SignIn.PICTURES)
    for place, one in enumerate(class_4b.students.select_related("classroom").filter(name__startswith="Student")):
        browser = Client()
        if place % 3 == 0:
            assert says(browser, session, one, others(credentials.given(one))).status_code == 403
        assert says(browser, session, one, credentials.given(one)).status_code == 302
    assert session.attendances.count() == 60


# Codes


def test_who_guesses_waits_longer_each_time(lobby_4b, still):
    client = Client()
    client.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
    assert [guess(client, "222222").status_code for _ in range(5)] == [404, 404, 404, 404, 429]
    waiting = guess(client, lobby_4b.code)
    assert waiting.status_code == 429
    assert "Wait a little: " in waiting.content.decode()


def test_a_neighbour_behind_the_same_address_does_not_wait(lobby_4b):
    guesser, neighbour = Client(), Client()
    guesser.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
    neighbour.cookies[settings.CSRF_COOKIE_NAME] = "b" * 32
    for _ in range(6):
        guess(guesser, "222222")
    assert guess(neighbour, lobby_4b.code).status_code == 302


def test_sixty_sign_ins_in_a_minute_from_one_address_pass(class_4b):
    Student.objects.bulk_create(Student(classroom=class_4b, name=f"Student {n}") for n in range(60))
    session = open_lobby(class_4b)
    for one in class_4b.students.filter(name__startswith="Student"):
        browser = Client()
        guess(browser, "222222")
        assert guess(browser, session.code).status_code == 302
        names = reverse("join_names", args=[session.code])
        assert browser.post(names, {"student": one.pk})["Location"] == reverse("waiting")
    assert session.attendances.count() == 60


def test_an_address_that_guesses_without_end_is_told_nothing_more(lobby_4b):
    for failures in (1, 2):
        guess(Client(), "222222")
        assert Guesses.objects.get().failures == failures
    Guesses.objects.update(failures=throttling.ADDRESS_BUDGET)
    for code in ("222222", lobby_4b.code):
        assert guess(Client(), code).url == f"{reverse('join_pictures')}?code={code}"


def test_a_guesser_has_no_new_budget_at_each_address_of_its_network(lobby_4b):
    """One device may take any of the 2^64 addresses of its IPv6 network."""
    guess(Client(REMOTE_ADDR="2001:db8:5:7::1"), "222222")
    Guesses.objects.update(failures=throttling.ADDRESS_BUDGET)
    assert guess(Client(REMOTE_ADDR="2001:db8:5:7:a:b:c:d"), lobby_4b.code).status_code == 302
    assert board_pictures.is_noisy("2001:db8:5:7::2")
    assert guess(Client(REMOTE_ADDR="2001:db8:5:8::1"), "222222").status_code == 404


def test_a_right_secret_clears_its_child_and_never_the_class(bea):
    child, everybody = limits = throttling.at_secret(bea)
    for right in (False, True):
        throttling.settle(right, *limits)
    assert [guessed.key for guessed in Guesses.objects.all()] == [everybody.key]


def test_a_right_secret_while_one_has_to_wait_clears_nothing(bea):
    child, everybody = limits = throttling.at_secret(bea)
    for _try in range(4):
        throttling.settle(False, *limits)
    assert throttling.settle(True, *limits).seconds > 0
    assert Guesses.objects.get(key=child.key).failures == 4


def test_a_try_that_read_the_counter_before_others_used_it_up_is_neither_answered_nor_counted(class_4b, still):
    """What it read is read again under the lock."""
    limits = throttling.at_secret(student(class_4b))
    for _ in range(4):
        throttling.settle(False, *limits)
    settled = throttling._counted(limits)
    assert (settled.seconds, settled.failures) == (5, 4)
    assert {guessed.failures for guessed in Guesses.objects.filter(key__in=[limit.key for limit in limits])} == {4}
