"""`make demo`: whose the demo class is, and what the command says."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from classroom import demo
from classroom.models import Classroom


def said(*args: str) -> str:
    out = StringIO()
    call_command("demo", *args, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_the_command_makes_a_teacher_who_can_sign_in_and_sees_the_class_and_a_second_run_says_it_is_there():
    words = said()
    password = words.split("Password")[1].split()[0]
    browser = Client()
    browser.post(reverse("account_login"), {"login": "demo@cardinal.example", "password": password})
    page = browser.get(reverse("class_report", args=[Classroom.objects.get().pk]))
    assert page.status_code == 200
    assert "Guðrún J." in page.content.decode()
    assert "there already" in said()
    assert Classroom.objects.count() == 1


def test_the_class_can_be_given_to_a_teacher(ana_teacher):
    assert "ana@school.example" in said("--teacher", "Ana@School.example")
    assert ana_teacher.classrooms.get().name == demo.CLASS_NAME


@pytest.mark.django_db
def test_a_teacher_who_is_not_there_is_not_made_up():
    with pytest.raises(CommandError, match="There is no teacher"):
        said("--teacher", "nobody@school.example")
    assert not Classroom.objects.exists()
