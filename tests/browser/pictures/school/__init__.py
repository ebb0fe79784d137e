"""The pages of the demo class: its teacher's, by following links, and those of whoever has no class yet."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from urllib.parse import urljoin

from django.shortcuts import render
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone, translation

from classroom.challenges import offers
from classroom.homework import assignments
from classroom.homework.around_the_corner import practice
from classroom.management import demo
from classroom.models import (
    ChallengeEntry,
    Classroom,
    SessionPreset,
    Student,
    Teacher,
)
from classroom.rosters import faces
from classroom.rosters.imports import drafts
from classroom.sessions import on_paper
from game.around_the_corner.practice import position_of
from tests.browser.pictures.school import handed_out, lesson
from tests.browser.pictures.shown import Pictures, Shown, seen, stranger
from tests.conftest import make_class, signed_in

PASSWORD = "seven ate nine"
WALKERS = 5
FOLD = "() => document.querySelector('#fine-tune > summary').click()"
MENU = "() => document.querySelector('.drop > summary').click()"
ROW_MENU = "() => document.querySelector('.row-menu > summary').click()"
FILES = ("_csv", "_xlsx", "_json")
TOLD_APART = ("part=", "as=", "way=")
FIRST = (
    "classes", "account", "account_logout", "account_reauthenticate", "mfa_index",
    "mfa_activate_totp", "school", "school_growth", "audit_log", "import_several", "next_year", "earlier",
    "classes_removed",
    "accessibility", "privacy", "technician", "connection", "manual", "manual_booklet",
)  # fmt: skip
STRANGERS = ["home", "account_signup", "account_login", "account_reset_password", "account_reset_password_done"]
STRANGERS += ["account_inactive", "join", "connection"]
OF_A_TEACHER = ("earlier", "classes_removed")
OF_A_CLASS = (
    "class_sessions",
    "class_homework",
    "class_groups",
    "class_challenge",
    "group_new",
    "students_removed",
    "class_report",
    "class_facts",
    "class_sums",
)
OF_A_CHILD = ("student_report", "student_certificate", "student_family", "student_sums")
REFUSALS = ("400", "403", "403_csrf", "404", "409", "429", "429_sign_ins", "500", "503", "classroom/demo/not_here")


def pictures(language: str = "en") -> Pictures:
    """Return every page of the demo class in a language. Takes half a minute, most of it for four weeks of lessons."""
    with translation.override(language):
        return _pictures(language)


def _pictures(language: str) -> Pictures:
    before = seen("stranger", stranger(language), {"home-first": reverse("home")})
    teacher = _teacher(language)
    classroom = demo.build(teacher, timezone.localdate())
    others = _beside_it(teacher, classroom)
    return {
        **before,
        **_refusals(),
        **seen("stranger", stranger(language), {name: reverse(name) for name in STRANGERS}),
        **_first_time(language),
        **dict(_found(signed_in(teacher), [*others, *map(_address, FIRST)])),
        **_opened(signed_in(teacher), classroom),
        **lesson.pictures(teacher, classroom),
        **handed_out.pictures(teacher, classroom),
    }


def _teacher(language: str) -> Teacher:
    teacher = Teacher.objects.create_user("demo@school.example", PASSWORD, name="Ms Okoro", language=language)
    Teacher.objects.filter(pk=teacher.pk).update(is_school_admin=True)
    return Teacher.objects.get(pk=teacher.pk)


def _address(name: str) -> str:
    return reverse(name)


def _beside_it(teacher: Teacher, classroom: Classroom) -> list[str]:
    """Add what a class gathers in a year; return pages that no link leads to."""
    steps, day = {"corner": True, "steps": [1]}, timezone.localdate()
    assignments.give(classroom, options=steps, unit="cards", amount=20, last_day=day)
    _check_ups(classroom)
    _challenge(teacher, classroom)
    gone = Student.objects.create(classroom=classroom, name="Gone", removed_at=timezone.now())
    faces.give(make_class(teacher, "4B", ["Amir", "Bea", "Chen", "Dana"]).pk)
    draft = drafts.from_text("Gus\nChloé D.\nZoë de Vries", teacher=teacher, classroom=classroom)
    SessionPreset.objects.create(teacher=teacher, name="Fridays", game="around_the_corner", table_size=2)
    elif_ = classroom.students.get(name="Elif Y.")
    left = {elif_: None, **dict.fromkeys(classroom.students.all()[:2], 3)}
    on_paper.write_down(classroom, by=teacher, code="B2C3D4", game="nine_to_nothing", day=day, left=left, winner=elif_)
    of_class = [reverse(name, args=[classroom.pk]) for name in ("class", "students_removed", "class_report")]
    of_child = [reverse(name, args=[elif_.pk]) for name in ("student_report", "student_family", "student_certificate")]
    forgotten = [reverse("student_forget", args=[gone.pk]), reverse("import", args=[draft.pk])]
    return [*of_class, *of_child, *forgotten]


def _challenge(teacher: Teacher, classroom: Classroom) -> None:
    """Let the class be in a challenge that its children are told of, and the teacher be asked to another one."""
    colleague = Teacher.objects.create_user("ben@school.example", PASSWORD, name="Mr Ben")
    last_day = timezone.localdate() + timedelta(days=14)
    begun = offers.offer(classroom, by=teacher, email=colleague.email, last_day=last_day)
    offers.accept(begun, make_class(colleague, "Foxes", ["Gil", "Hal", "Ida", "Jan", "Kim"]), by=colleague)
    ChallengeEntry.objects.update(agreed_at=timezone.now() - timedelta(days=10), is_shown=True)
    asking = make_class(colleague, "Owls", ["Lea", "Max", "Nils", "Ole", "Pia"])
    offers.offer(asking, by=colleague, email=teacher.email, last_day=last_day)


def _check_ups(classroom: Classroom) -> None:
    """Let five children do two check-ups; every second stone of the first two is not known."""
    for steps in ([1, 2, 3], [1, 2]):
        options, day = {"corner": True, "steps": steps}, timezone.localdate()
        task = assignments.give(classroom, options=options, unit="check_up", amount=1, last_day=day)
        for place, child in enumerate(classroom.students.all()[:WALKERS]):
            begun = practice.begin(child, options=options, homework=task)
            position = position_of(begun.round)
            while (question := position.question) and not position.over:
                right = next(card.id for card in question.hand if card.number == question.fact.answer)
                known = place > 1 or question.place % 2
                position = practice.answer(begun, card=right if known else None, count=question.place)


def _opened(browser: Client, classroom: Classroom) -> Pictures:
    """Return pages with what one presses first: a menu, a fold."""
    roster, new = (reverse(name, args=[classroom.pk]) for name in ("class", "session_new"))
    return {
        **seen("teacher", browser, {"class-menu": roster, "classes-menu": reverse("classes")}, ROW_MENU),
        **seen("teacher", browser, {"account-menu": reverse("account")}, MENU),
        **seen("teacher", browser, {"session_new-fold": f"{new}?game=around_the_corner"}, FOLD),
    }


def _refusals() -> Pictures:
    request = RequestFactory().get("/")
    pages = {
        f"refused-{Path(name).name}": Shown("stranger", render(request, f"{name}.html").content.decode())
        for name in REFUSALS
    }
    return {**pages, "refused-500": Shown("stranger", render_to_string("500.html"))}


def _first_time(language: str) -> Pictures:
    new = Teacher.objects.create_user("new@school.example", PASSWORD, name="Mr Lund", language=language)
    first = signed_in(new)
    home = seen("teacher", first, {"first-day": reverse("classes")})
    empty = {f"empty-{name}": address for name, address in empty_pages(new).items()}
    return {**home, **seen("teacher", first, empty)}


def empty_pages(teacher: Teacher) -> dict[str, str]:
    """Make a class without children and one in which nobody has played; return the pages that have nothing to show."""
    empty, new = make_class(teacher, "2A", []), make_class(teacher, "2B", ["Mia"])
    child = {name: reverse(name, args=[new.students.get().pk]) for name in OF_A_CHILD}
    of_class = {name: reverse(name, args=[new.pk]) for name in OF_A_CLASS}
    of_teacher = {name: reverse(name) for name in OF_A_TEACHER}
    return {"class": reverse("class", args=[empty.pk]), **of_teacher, **of_class, **child}


def _found(browser: Client, starts: list[str]) -> Iterator[tuple[str, Shown]]:
    """Follow links from these pages; yield the first page of each kind."""
    left, kinds = list(starts), {_kind(url) for url in starts}
    while left:
        url = left.pop(0)
        answer = browser.get(url, follow=True)
        if "html" not in answer.headers.get("content-type", ""):
            continue
        html = answer.content.decode()
        yield f"teacher-{_kind(url)}", Shown(_seen_as(url), html)
        for href in re.findall(r'href="([/?][^"#]*)', html):
            link = urljoin(url, href.replace("&amp;", "&"))
            if (kind := _kind(link)) and kind not in kinds:
                kinds.add(kind)
                left.append(link)


def _kind(link: str) -> str:
    """Return the name of the page behind a link, with what of the question makes another page; "" for files."""
    path, _, query = link.partition("?")
    try:
        name = resolve(path).url_name or ""
    except Resolver404:
        return ""
    asked = [part.split("=")[1] for part in query.split("&") if part.startswith(TOLD_APART)]
    return "" if name.endswith(FILES) else "-".join([name, *sorted(asked)])


def _seen_as(url: str) -> str:
    paper = ("/cards/", "/certificate/", "/family/")
    return "projector" if "/screen/" in url else "paper" if url.split("?")[0].endswith(paper) else "teacher"
