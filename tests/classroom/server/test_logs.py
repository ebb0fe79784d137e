"""What stands in the server's log: no password, no card, no child's name, whoever tries what."""

import logging

import pytest
from django.test import Client
from django.urls import reverse

from classroom.models import Student
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def test_no_secret_and_no_name_stands_in_the_log(caplog, ana_teacher, ana_client, class_4b):
    caplog.set_level(logging.DEBUG)
    child = Student.objects.get(name="Bea")
    Student.objects.filter(pk=child.pk).update(name="Zebulon")
    browser = Client(raise_request_exception=False)
    sign_in = reverse("account_login")
    browser.post(sign_in, {"login": ana_teacher.email, "password": "seven ate nine"})
    browser.post(sign_in, {"login": ana_teacher.email, "password": PASSWORD})
    Client().get(reverse("card", args=[child.card]), follow=True)
    Client().post(reverse("join_with_card"), {"card": child.card})
    ana_client.post(reverse("roster", args=[class_4b.pk]), {"text": "Zebulon Okoro,=1+1\nZebulon", "step": "check"})
    ana_client.get(reverse("student_report", args=[child.pk]))
    said = "\n".join(record.getMessage() for record in caplog.records if not record.name.startswith("django.db"))
    assert said
    assert [secret for secret in ("seven ate nine", PASSWORD, child.card, "Zebulon") if secret in said] == []
