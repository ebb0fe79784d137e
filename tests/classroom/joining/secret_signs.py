"""Children of a test who sign in with pictures or words."""

from django.test import Client
from django.urls import reverse

from classroom.joining.sign_in import sign_in_cards
from classroom.models import Classroom, ClassSession, Student
from tests.classroom.conftest import open_lobby

SignIn = Classroom.SignIn


def sign_in_by(classroom: Classroom, way: str, *, own: bool = False) -> ClassSession:
    """The class signs in this way, and its lobby is open."""
    sign_in_cards.set_sign_in(classroom, sign_in=way, own_secrets=own)
    return open_lobby(classroom)


def student(classroom: Classroom, name: str = "Bea") -> Student:
    return Student.objects.select_related("classroom").get(classroom=classroom, name=name)


def secret_page(session: ClassSession, who: Student) -> str:
    return reverse("join_secret", args=[session.code, who.pk])


def says(browser: Client, session: ClassSession, who: Student, secret: tuple[str, ...]):
    """Press Go with these pictures or words."""
    return browser.post(
        secret_page(session, who), {"go": "1", "picked": ",".join(secret), "words": " ".join(secret).upper()}
    )


def others(secret: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(reversed(secret))
