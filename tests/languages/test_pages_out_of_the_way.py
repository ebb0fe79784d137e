"""The pages that neither the doors' four people nor the links of the demo class lead to, in the language that does not
exist: of the school's admin, of whoever is invited, of a card at home, before the start, with a second factor."""

from collections.abc import Iterator
from zoneinfo import available_timezones

from django.test import Client
from django.urls import reverse

from classroom.models import Attendance, ClassSession, Student, Teacher
from classroom.server import school_word
from classroom.sessions import lifecycle
from tests.conftest import PASSWORD, seated, signed_in
from tests.doors.laid_out import address
from tests.languages.test_nothing_hard_coded import bare_in, in_pseudo

__all__ = ["in_pseudo"]

SCHOOL = ("school", "school_growth", "audit_log", "school_research", "school_lists", "school_archive", "school_read_in")
SECOND_FACTOR = ("mfa_activate_totp", "account_reauthenticate", "mfa_list_webauthn", "mfa_add_webauthn")
ZONES = frozenset(part for name in available_timezones() for part in (name, name.replace("_", " "), name.split("/")[0]))
AT_HOME = ("practice", "practice_offline", "card_typed")


def test_no_page_out_of_the_way_has_a_word_that_was_never_translated(in_pseudo, pseudo_language):
    things, browsers = in_pseudo
    names = ZONES | {"Ms Dora", "Ms New", "Mr Ben", "Mr Gus", school_word.now()}
    found, shown = {}, set()
    for browser, page in visits(things, browsers["dora"], pseudo_language):
        answer = browser.get(address(page, things), headers={"accept-language": pseudo_language})
        if answer.status_code == 200:
            shown.add(page)
        found |= {page: said} if (said := bare_in(answer, names)) else {}
    assert found == {}
    assert shown >= {*SCHOOL, *AT_HOME[:2], "invitation", "waiting", "mfa_activate_totp"}


def visits(things: dict[str, object], admin: Client, language: str) -> Iterator[tuple[Client, str]]:
    invited = Teacher.objects.create_user("new@school.example", PASSWORD, name="Ms New", language=language)
    yield signed_in(invited), "invitation"
    admin.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    yield from ((admin, page) for page in (*SCHOOL, *SECOND_FACTOR))
    dana = Student.objects.get(name="Dana")
    at_home = Client()
    at_home.get(reverse("card", args=[dana.card]))
    yield from ((at_home, page) for page in AT_HOME)
    lesson = ClassSession.objects.get(pk=str(things["session"]))
    lifecycle.arrive(session=lesson, student=dana)
    yield seated(Attendance.objects.get(student=dana, session=lesson)), "waiting"
