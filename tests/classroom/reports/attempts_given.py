"""Attempts as the reports find them, written straight into the database together with their answer sheets."""

import re
from collections.abc import Callable
from datetime import date
from functools import cache
from html import unescape
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classroom.models import Classroom, ClassSession, Sitting, Student
from classroom.server.time_zone import midnight
from game.around_the_corner import answer_sheets
from game.models import Attempt, Round, Seat, Table
from game.rules import around_the_corner as rules
from tests.open_page import html_of

Give = Callable[..., None]
DAY_MS = 24 * 3600 * 1000


def earlier_today() -> int:
    """An hour ago, or the beginning of the day where that is later, so that days are counted from it at every hour. It
    stays the same for the day, and a run may go on into the next one."""
    return _earlier_on(timezone.localdate())


@cache
def _earlier_on(day: date) -> int:
    return max(round(timezone.now().timestamp() * 1000) - 3_600_000, midnight(day))


def card(number: int) -> int:
    """Return some card with that number."""
    return next(c.id for c in rules.DECK if c.number == number)


def attempt(in_round: Round, student: Student, **columns: Any) -> Attempt:
    """An attempt at 5 ±1: right with a 6 after two seconds, unless told otherwise."""
    usual = {
        "round": in_round,
        "seat": 0,
        "player": student.pk,
        "top": 2,
        "top_number": 5,
        "top_step": 1,
        "corner": True,
        "mode": "race",
        "hand": [card(6), card(7)],
        "fitting": [card(6)],
        "directions": "+",
        "opponents": 1,
        "ending": "C",
        "started_at": earlier_today(),
        "milliseconds": 2000,
        "timed": True,
        "played": card(6),
        "sign": "+",
        "stratum": "1-plain-1",
        "modality": "touch",
    }
    return Attempt(**{**usual, **columns})


LOST = {"ending": "O", "played": None, "sign": ""}
DREW = {"ending": "D", "played": None, "sign": ""}
WRONG = {"ending": "W", "played": card(7), "sign": "", "timed": False}
NO_CLOCK = {"mode": "practice", "timed": False, "modality": ""}


def play_at(session: ClassSession, student: Student, right: int) -> None:
    """Seat the student at a table alone in a session, with so many right cards and two wrong ones."""
    table = Table.objects.create(game=rules.NAME)
    seat = Seat.objects.create(table=table, number=0, player=student.pk, name=student.name)
    Sitting.objects.create(session=session, student=student, seat=seat)
    played = Round.objects.create(table=table, seed=1, seats=1)
    Attempt.objects.bulk_create(attempt(played, student) for _ in range(right))
    Attempt.objects.bulk_create(attempt(played, student, **WRONG) for _ in range(2))
    answer_sheets.write(table.pk)


def fill(classroom: Classroom, session: ClassSession, students: int) -> None:
    """Add so many students who played."""
    for number in range(students):
        play_at(session, Student.objects.create(classroom=classroom, name=f"Child {number} of {students}"), 12)


def text(client: Client, page: str, *args: int, query: str = "") -> str:
    """Return a page with single spaces."""
    answer = client.get(f"{reverse(page, args=args)}?{query}")
    assert answer.status_code == 200
    return html_of(answer)


def visible(page: str) -> str:
    """Return the words of the main part that are seen: nothing folded, hidden or drawn."""
    main = page.split('<main id="main" tabindex="-1">', 1)[1].split("</main>")[0]
    main = re.sub(r"<details[^>]*>.*?(<summary.*?</summary>).*?</details>", r"\1", main, flags=re.DOTALL)
    main = re.sub(r'<span class="vh".*?</span>|<svg.*?</svg>|<form.*?</form>', " ", main, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", " ", main))


def inner_text(page: str) -> str:
    """Return all words that a browser shows of a page (`document.body.innerText`), wherever they stand in it."""
    body = page.split("<body", 1)[1]
    body = re.sub(r"<details(?![^>]* open)[^>]*>.*?(<summary.*?</summary>).*?</details>", r"\1", body, flags=re.DOTALL)
    body = re.sub(r"<(title|desc|script|style|noscript|template)\b.*?</\1>", " ", body, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]*>", " ", body))
