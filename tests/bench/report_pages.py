"""Fill a class with a school year, and one with a tenth of it, and time the pages of their reports; prints JSON.

Times are ms by the wall and ms of the processor: the first COLD of a page with nothing kept, the others with what they
kept. The process and its templates are warm in both.
"""

import json
import sys
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import django
from django.core.management import call_command

django.setup()

from django.core.cache import caches  # noqa: E402 -- the rest needs django.setup()
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402
from django.utils import timezone  # noqa: E402

from classroom.models import Classroom, ClassSession, Teacher  # noqa: E402
from classroom.reports.pages.preparation import PARTS, prepare, prepare_part  # noqa: E402
from classroom.server.deployment.serving import give_memory_back  # noqa: E402
from classroom.server.http import static_files  # noqa: E402
from game import clock as clock_of_play  # noqa: E402
from game.models import AnswerSheet  # noqa: E402
from tests.bench.year import fill, name_of  # noqa: E402

TIMES, COLD = 9, 5
DAYS, DAY_NS = 3, 24 * 3600 * 10**9
DAILY = "class page", "student page", "what to teach"
"""Pages that are timed as the first ones of a day, in this order."""
BENCH = "bench@school.example"
EVERYTHING = "mode=race&since=&until="


def pages(classroom: Classroom) -> dict[str, str]:
    """Return the addresses of the pages: as a teacher opens them, and over everything that was ever played."""
    child = classroom.students.all()[0]
    of_class, of_child = reverse("class_report", args=[classroom.pk]), reverse("student_report", args=[child.pk])
    facts, plays = reverse("class_facts", args=[classroom.pk]), reverse("class_plays", args=[classroom.pk])
    return {
        "class page": of_class,
        "student page": of_child,
        "fact map": facts,
        "student's fact map": f"{facts}?student={child.pk}",
        "plays behind a number": f"{plays}?student={child.pk}&what=wrong",
        "what to teach": f"{of_class}?part=skills",
        "family page": reverse("student_family", args=[child.pk]),
        "session page": reverse("session_report", args=[_newest(classroom).pk]),
        "class page, everything": f"{of_class}?{EVERYTHING}",
        "student page, everything": f"{of_child}?{EVERYTHING}",
        "fact map, everything": f"{facts}?{EVERYTHING}",
    }


def _newest(classroom: Classroom) -> ClassSession:
    session = classroom.sessions.first()
    if session is None:
        raise LookupError("the class has played no lesson")
    return session


def filled(teacher: Teacher, attempts: int, today: datetime) -> Classroom:
    """Return the class with so many attempts; it is made where it is not kept from the last time."""
    return teacher.classrooms.filter(name=name_of(attempts)).first() or fill(teacher, attempts, until=today)


def times(teacher: Teacher, classroom: Classroom) -> dict[str, list[tuple[float, float]]]:
    client = Client(headers={"host": "localhost"})
    client.force_login(teacher)
    return {page: _times(client, address) for page, address in pages(classroom).items()}


def _times(client: Client, address: str) -> list[tuple[float, float]]:
    _ask(client, address)
    return [_cold(client, address) for _ in range(COLD)] + [clock(lambda: _ask(client, address)) for _ in range(TIMES)]


def _cold(client: Client, address: str) -> tuple[float, float]:
    caches["reports"].clear()
    return clock(lambda: _ask(client, address))


def after_a_lesson(teacher: Teacher, classroom: Classroom) -> list[tuple[float, float]]:
    """Return the processor ms of preparing the reports when a session ends, in the thread that projects, and of the
    class's page that is opened then for the first time; of several lessons."""
    client = Client(headers={"host": "localhost"})
    client.force_login(teacher)
    address = reverse("class_report", args=[classroom.pk])
    _ask(client, address)
    return [_after(client, address, _newest(classroom)) for _ in range(TIMES)]


def _after(client: Client, address: str, session: ClassSession) -> tuple[float, float]:
    for sheet in AnswerSheet.objects.filter(table__seats__sitting__session=session).distinct():
        sheet.delete()
        sheet.pk = None
        sheet.save()  # the answers are new ones to whatever is kept
    return clock(lambda: prepare(session.pk))[1], clock(lambda: _ask(client, address))[1]


def first_of_a_day(teacher: Teacher, classroom: Classroom) -> dict[str, list[float]]:
    """Return the processor ms that pages take which are opened first on each of the DAYS after a lesson."""
    session, now, ahead = _newest(classroom), timezone.now, clock_of_play._AHEAD
    found: dict[str, list[float]] = {page: [] for page in DAILY}
    prepare(session.pk)
    for part in range(PARTS):
        prepare_part(session.pk, part)
    for day in range(1, DAYS + 1):
        timezone.now = partial(_days_on, now, day)
        clock_of_play._AHEAD = ahead + day * DAY_NS
        client = Client(headers={"host": "localhost"})
        client.force_login(teacher)
        for page, times in found.items():
            times.append(clock(partial(_ask, client, pages(classroom)[page]))[1])
    timezone.now, clock_of_play._AHEAD = now, ahead
    return found


def _days_on(now: Callable[[], datetime], days: int) -> datetime:
    return now() + timedelta(days=days)


def _ask(client: Client, address: str) -> None:
    answer = client.get(address)
    if answer.status_code != 200:
        raise RuntimeError(f"{address}: {answer.status_code}")


def clock(call: Callable[[], Any]) -> tuple[float, float]:
    began, used = time.perf_counter(), time.process_time()
    call()
    return 1000 * (time.perf_counter() - began), 1000 * (time.process_time() - used)


if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    static_files.collect()
    give_memory_back()
    attempts, today = int(sys.argv[1]), timezone.now().replace(hour=9)
    owner = Teacher.objects.filter(email=BENCH).first() or Teacher.objects.create_user(BENCH, "bench", name="Bench")
    began = time.perf_counter()
    year, tenth = (filled(owner, size, today) for size in (attempts, attempts // 10))
    seconds = round(time.perf_counter() - began, 1)
    found: dict[str, Any] = {"year": times(owner, year), "tenth": times(owner, tenth)}
    found["after_a_lesson"] = after_a_lesson(owner, year)
    found["first_of_a_day"] = first_of_a_day(owner, year)
    print(json.dumps({"seconds": seconds, **found}))
