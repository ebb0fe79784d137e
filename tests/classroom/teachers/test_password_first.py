"""The password once more before data leave, are forgotten, or rights change."""

import re
from datetime import timedelta
from html import unescape

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classroom.audit.acts import ACTS, PASSWORD_FIRST
from classroom.models import AuditEntry, Student, Teacher
from tests.conftest import PASSWORD, words

AGAIN = reverse("account_reauthenticate")
KINDS = {AuditEntry.Kind.EXPORT, AuditEntry.Kind.FORGETTING, AuditEntry.Kind.RIGHTS}


@pytest.fixture
def later(ana_client: Client):
    """Eleven minutes after she signed in."""
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        yield ana_client


def test_all_exports_forgetting_and_rights_are_behind_it():
    assert {page for page, kind in ACTS.items() if kind in KINDS} - {"invitation"} <= PASSWORD_FIRST.keys()


def test_no_link_saves_what_it_leads_to_as_a_file():
    """A browser would keep the page that asks for the password, under the file's name."""
    pages = {page.name: page.read_text() for page in (settings.BASE_DIR / "templates").rglob("*.html")}
    assert pages
    assert [name for name, html in pages.items() if re.search(r"<a [^>]*\bdownload\b[^>]*>", html)] == []


def test_right_after_signing_in_nobody_is_asked(ana_client, class_4b):
    assert ana_client.get(reverse("class_csv", args=[class_4b.pk])).status_code == 200


def test_the_password_is_asked_for_again_before_data_leave(later, class_4b):
    page = reverse("class_report", args=[class_4b.pk])
    asked = later.get(reverse("class_csv", args=[class_4b.pk]), headers={"Referer": f"http://testserver{page}"})
    assert asked["Location"].startswith(AGAIN)
    assert "type your password once more" in words(later.get(asked["Location"]))
    wrong = later.post(asked["Location"], {"password": "not hers"})
    assert wrong.status_code == 200
    passed = later.post(asked["Location"], {"password": PASSWORD}, follow=True)
    text = unescape(passed.content.decode())
    (comes,) = re.findall(r'content="0; url=([^"]+)"', text)
    assert comes == reverse("class_csv", args=[class_4b.pk])
    assert f'href="{page}"' in text
    assert later.get(comes).status_code == 200


def test_a_child_is_forgotten_after_the_password_in_one_go(later, bea):
    later.post(reverse("student_remove", args=[bea.pk]))
    page = reverse("student_forget", args=[bea.pk])
    asked = later.post(page)
    assert asked["Location"].startswith(AGAIN)
    assert Student.everybody.filter(pk=bea.pk).exists()
    later.post(asked["Location"], {"password": PASSWORD, "next": page})
    assert not Student.everybody.filter(pk=bea.pk, name="Bea").exists()
    assert AuditEntry.objects.filter(kind=AuditEntry.Kind.FORGETTING).count() == 1


def test_rights_are_given_only_after_the_password(later, ana_teacher, ben_teacher):
    Teacher.objects.filter(pk=ana_teacher.pk).update(is_school_admin=True)
    assert later.post(reverse("school_admin", args=[ben_teacher.pk]), {"do": "make"})["Location"].startswith(AGAIN)
    ben_teacher.refresh_from_db()
    assert not ben_teacher.is_school_admin


def test_the_page_of_a_file_leads_nowhere_else(ana_client):
    for file in ("//evil.example/x.csv", "https://evil.example", "/classes/", "javascript:alert(1)", "/no/such/"):
        assert ana_client.get(reverse("account_file"), {"file": file}).status_code == 404
    back = ana_client.get(reverse("account_file"), {"file": "/school/log.csv", "back": "//evil.example"})
    assert 'href="//evil' not in back.content.decode()
