"""`make demo`: whose the demo class is, and what the command says."""

import sqlite3
import threading
from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from classroom.challenges.standing import shown_to
from classroom.management import demo
from classroom.models import Classroom, ClassSession, Teacher
from classroom.rosters import roster
from game.models import Round


def said(*args: str) -> str:
    out = StringIO()
    call_command("demo", *args, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_the_command_makes_a_teacher_who_can_sign_in_and_sees_the_class_and_a_second_run_says_it_is_there(
    short_demo,
):
    words = said()
    password = words.split("Password")[1].split()[0]
    browser = Client()
    browser.post(reverse("account_login"), {"login": "demo@cardinal.example", "password": password})
    page = browser.get(reverse("class_report", args=[Classroom.objects.get(name="Demo class").pk]))
    assert page.status_code == 200
    assert "Guðrún J." in page.content.decode()
    assert "there already" in said()
    assert Classroom.objects.count() == len(("Demo class", demo.NEXT_DOOR))


@pytest.mark.django_db
def test_a_command_that_was_stopped_before_it_said_the_password_says_how_to_get_one(short_demo):
    Teacher.objects.create_user("demo@cardinal.example", "lost", name="Demo teacher")
    assert "Password lost?" in said()
    assert "Password lost?" in said()


@pytest.mark.django_db
def test_the_demo_teachers_class_is_in_a_challenge_that_its_children_are_told_of(short_demo):
    said()
    shown = shown_to(Classroom.objects.get(name="Demo class").pk)
    assert shown
    assert (shown.other, shown.challenge.is_over) == (demo.NEXT_DOOR_TEACHER, False)


@pytest.mark.django_db
def test_a_demo_class_that_was_removed_is_laid_again_with_its_challenge(short_demo):
    said()
    roster.forget_classroom(Classroom.objects.get(name="Demo class"))
    said()
    assert shown_to(Classroom.objects.get(name="Demo class").pk)
    assert Classroom.objects.filter(name=demo.NEXT_DOOR).count() == 1


def test_the_class_can_be_given_to_a_teacher(ana_teacher, short_demo):
    assert "ana@school.example" in said("--teacher", "Ana@School.example")
    assert ana_teacher.classrooms.get().name == "Demo class"
    assert Classroom.objects.count() == 1, "no class next door, and no invented colleague"


@pytest.mark.django_db
def test_a_teacher_who_is_not_there_is_not_made_up():
    with pytest.raises(CommandError, match="There is no teacher"):
        said("--teacher", "nobody@school.example")
    assert not Classroom.objects.exists()


class Neighbour(threading.Thread):
    """A second program on the same file that writes as often as it can; `seen` is how many lessons it met."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.file = sqlite3.connect(connection.settings_dict["NAME"], timeout=60, check_same_thread=False)
        self.seen: set[int] = set()
        self.is_over = threading.Event()

    def run(self) -> None:
        while not self.is_over.wait(0.001):
            with self.file:
                self.file.execute("BEGIN IMMEDIATE")
                self.file.execute("UPDATE classroom_teacher SET name = name")
                self.seen.add(self.file.execute("SELECT count(*) FROM classroom_classsession").fetchone()[0])
        self.file.close()


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_somebody_else_writes_between_its_lessons(short_demo):
    neighbour = Neighbour()
    neighbour.start()
    said()
    neighbour.is_over.set()
    neighbour.join()
    assert neighbour.seen - {0, ClassSession.objects.count()}


@pytest.mark.django_db(transaction=True)
def test_broken_off_it_leaves_no_class_behind(ana_teacher, monkeypatch, short_demo):
    monkeypatch.setattr(demo, "NEXT_STARTS", timedelta.max)
    with pytest.raises(OverflowError):
        demo.build(ana_teacher, date(2026, 11, 20))
    assert not Classroom.objects.exists()
    assert not Round.objects.exists()
