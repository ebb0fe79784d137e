"""Visits before there is a class to copy: it is simulated for the first one, whole."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections
from django.test import Client
from django.urls import reverse

from classroom.demo import visits
from classroom.models import Classroom, Teacher
from classroom.server.database.alone import BUILDING_DEMO, alone
from tests.classroom.demo.test_visits import visit
from tests.conftest import words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("short_demo")]

WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"


def test_a_class_that_is_not_whole_yet_is_neither_copied_nor_given(settings):
    settings.DEMO = True
    half = Teacher.objects.create_user(f"{visits.BUILDING}x{Teacher.OF_DEMO}", name="Demo", is_active=False)
    half.classrooms.add(Classroom.objects.create(name="Demo class"))
    assert visits.template_class() != half.classrooms.get()
    visit()
    half.refresh_from_db()
    assert not half.is_active


def test_a_fresh_box_offers_the_demo_and_its_first_account_is_still_the_first():
    home = words(Client().get(reverse("home")))
    assert "Look at the demo class" in home
    visit()
    assert "Make the first teacher account" in words(Client().get(reverse("home")))
    Teacher.objects.create_user("ana@school.example", "x", name="Ana")
    assert "Look at the demo class" not in words(Client().get(reverse("home")))
    assert Client().post(reverse("demo_begin")).status_code == 404


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_at_midnight_a_worker_waits_for_the_class_that_another_one_builds(settings):
    settings.DEMO = True
    with ThreadPoolExecutor(1) as other_worker:
        with alone(BUILDING_DEMO), connection.cursor() as cursor:
            found = other_worker.submit(visits.template_class)
            while not cursor.execute(WAITING).fetchone()[0]:
                assert not found.done()
            built = visits._built()
        assert found.result() == built
        other_worker.submit(connections.close_all).result()
    assert Teacher.objects.count() == 1
