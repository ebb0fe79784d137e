"""Lay classes whose lobby is open, in the database of a fresh folder; prints for each its session, join code, students
and its teacher's cookie, as JSON."""

import json
import sys
from typing import Any

import django
from django.conf import settings
from django.core.management import call_command

django.setup()

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402 -- needs django.setup()
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402

from classroom.models import Classroom, Student, Teacher  # noqa: E402
from classroom.sessions import lifecycle  # noqa: E402
from tests.bench.lay import AT_ONCE  # noqa: E402


def laid(number: int, children: int) -> dict[str, Any]:
    classroom = Classroom.objects.create(name=f"Class {number}")
    teacher = Teacher.objects.create_user(f"teacher-{number}@school.example", None, name="Ana")
    classroom.teachers.add(teacher)
    for child in range(children):
        Student.objects.create(classroom=classroom, name=f"Student {child}")
    options = AT_ONCE | {"mode": "race"}
    session = lifecycle.open_session(classroom=classroom, game="around_the_corner", options=options, table_size=4)
    students = list(classroom.students.values_list("pk", flat=True))
    numbers = {"classroom": classroom.pk, "session": session.pk, "students": students}
    return {**numbers, "code": session.code, "cookie": cookie(teacher)}


def cookie(teacher: Teacher) -> str:
    store = SessionStore()
    store[SESSION_KEY], store[BACKEND_SESSION_KEY] = str(teacher.pk), settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = teacher.get_session_auth_hash()
    store.save()
    return f"{settings.SESSION_COOKIE_NAME}={store.session_key}"


if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    call_command("flush", interactive=False, verbosity=0)
    classes, children = map(int, sys.argv[1:])
    print(json.dumps([laid(number, children) for number in range(classes)]))
