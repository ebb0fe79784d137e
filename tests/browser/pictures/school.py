"""The pages of the demo class: its teacher's, by following links; its children's; and those of a lesson that runs."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from asgiref.sync import async_to_sync
from django.shortcuts import render
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone, translation

from classroom.challenges import offers
from classroom.homework import assignments
from classroom.homework.around_the_corner import practice
from classroom.live.monitor.tiles import tiles_of
from classroom.live.projector.tables import LittleTables, all_html, tables_html
from classroom.management import demo
from classroom.models import (
    Attendance,
    ChallengeEntry,
    Classroom,
    ClassSession,
    Knock,
    SessionPreset,
    Student,
    Teacher,
)
from classroom.rosters import faces
from classroom.rosters.imports import drafts
from classroom.sessions import lifecycle, on_paper
from game.around_the_corner.practice import position_of
from game.clock import now_ms
from game.log import journal
from game.models import Table
from game.screens.contract import SUN_STEPS, Daylight
from tests.browser.pictures import handed_out
from tests.browser.pictures.shown import Pictures, Shown, seen
from tests.conftest import make_class, seated, signed_in

PASSWORD = "seven ate nine"
IN_THE_LOBBY, ACTS = 9, (70, 110, 150)
"""How many of the demo class are in; how much of a round each of their tables has played."""
SEATS, WALKERS = 3, 5
PUSH = "() => line.push(%s)"
SHEET = """() => { document.body.insertAdjacentHTML("beforeend", '<dialog class="sheet" aria-label="Watch"></dialog>');
document.querySelector("dialog").innerHTML = %s; document.querySelector("dialog").showModal(); }"""
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
    before = seen("stranger", _stranger(language), {"home-first": reverse("home")})
    teacher = _teacher(language)
    classroom = demo.build(teacher, timezone.localdate())
    others = _beside_it(teacher, classroom)
    return {
        **before,
        **_refusals(),
        **seen("stranger", _stranger(language), {name: reverse(name) for name in STRANGERS}),
        **_first_time(language),
        **dict(_found(signed_in(teacher), [*others, *map(_address, FIRST)])),
        **_opened(signed_in(teacher), classroom),
        **_lesson(teacher, classroom),
        **handed_out.pictures(teacher, classroom),
    }


def _stranger(language: str) -> Client:
    return Client(headers={"accept-language": language})


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


def _lesson(teacher: Teacher, classroom: Classroom) -> Pictures:
    """Return the pages of a lesson from its lobby to its end, of the teacher, the projector and the children."""
    session = lifecycle.open_session(
        classroom=classroom, game="around_the_corner", options={"corner": True, "steps": [1, 2, 3]}, table_size=SEATS
    )
    here = [lifecycle.arrive(session=session, student=child) for child in classroom.students.all()[:IN_THE_LOBBY]]
    Knock.objects.create(session=session, name="Timmy", device="at the door")
    return {
        **_at(
            session, "lobby", teacher, here[0], {"screen": "session_screen", "": "session", "seats": "session_tables"}
        ),
        **_picked_up(session, teacher, here[0]),
        **_before_the_door(session),
        **_starts(session, teacher, here[0]),
    }


def _picked_up(session: ClassSession, teacher: Teacher, child: Attendance) -> Pictures:
    """Return the seats while one child is moved."""
    picked = signed_in(teacher).post(
        reverse("session_tables", args=[session.pk]), {"press": f"pick:{child.student_id}"}
    )
    return {"teacher-lobby-seats-picked": Shown("teacher", picked.content.decode())}


def _before_the_door(session: ClassSession) -> Pictures:
    names = {"names": reverse("join_names", args=[session.code]), "ask": reverse("join_ask", args=[session.code])}
    return seen("child", _stranger(session.classroom.language), names)


def _starts(session: ClassSession, teacher: Teacher, first: Attendance) -> Pictures:
    lifecycle.start(session=session)
    for table, acts in zip(Table.objects.filter(seats__sitting__session=session).distinct(), ACTS, strict=True):
        _play(table, acts)
    session.refresh_from_db()
    playing = _plays(session, teacher)
    ending = seen("teacher", signed_in(teacher), {"session_end": reverse("session_end", args=[session.pk])})
    lifecycle.end(session=session)
    ended = _at(session, "ended", teacher, first, {"screen": "session_screen", "": "session"})
    ended |= _played_as(session, teacher, "teams-ended", {"together": "teams"})
    ended |= _played_as(session, teacher, "evening", {"mode": "sun"})
    ended |= _between_rounds(session, teacher)
    ClassSession.objects.filter(pk=session.pk).update(podium=True)
    return {**playing, **ending, **ended, **_at(session, "podium", teacher, None, {"screen": "session_screen"})}


def _between_rounds(session: ClassSession, teacher: Teacher) -> Pictures:
    """Return the projector between two rounds of three minutes, and after the first one."""
    short = {"minutes": 3}
    first = _played_as(session, teacher, "first-round", short)
    before = ClassSession.objects.filter(
        classroom=session.classroom, game=session.game, opened_at__lt=session.opened_at
    )
    earlier = before.latest("opened_at")
    before.filter(pk=earlier.pk).update(options=session.options | short)
    session.previous = earlier
    session.save(update_fields=["previous"])
    return first | _played_as(session, teacher, "between", short)


def _plays(session: ClassSession, teacher: Teacher) -> Pictures:
    """Return monitor and projector while the tables play, with a child's drawer, and while all eyes are up."""
    pages = {"monitor": "session_monitor", "screen": "session_screen"}
    playing = _at(session, "playing", teacher, None, pages)
    little = LittleTables()
    little.look(tiles := async_to_sync(tiles_of)(session), now_ms())
    screen, monitor = playing["projector-playing-screen"], playing["teacher-playing-monitor"]
    playing["projector-playing-screen"] = screen._replace(act=PUSH % json.dumps(str(tables_html(little.shown))))
    child = reverse("session_monitor_child", args=[session.pk, tiles[0].seats[0].student])
    drawer = signed_in(teacher).get(child, headers={"HX-Request": "true"}).content.decode()
    playing["teacher-playing-drawer"] = monitor._replace(act=PUSH % json.dumps(drawer))
    ClassSession.objects.filter(pk=session.pk).update(ends_at=timezone.now() + timedelta(minutes=9))
    playing |= _played_as(session, teacher, "teams", {"together": "teams"}, playing["projector-playing-screen"].act)
    playing |= _played_as(session, teacher, "solo", {"mode": "solo"})
    days = [replace(tile, daylight=Daylight(SUN_STEPS, SUN_STEPS // 2, None)) for tile in tiles]
    little.look(days, now_ms(), under_the_sun=True)
    playing |= _played_as(session, teacher, "sun", {"mode": "sun"}, PUSH % json.dumps(str(all_html(little))))
    playing |= _with_a_latecomer(session, teacher, all_html(little))
    ClassSession.objects.filter(pk=session.pk).update(paused_at=timezone.now())
    return {**playing, **_at(session, "eyes-up", teacher, None, pages)}


def _played_as(session: ClassSession, teacher: Teacher, name: str, options: dict[str, Any], act: str = "") -> Pictures:
    """Return the projector of the session with these options; `act` lays its little tables."""
    rows = ClassSession.objects.filter(pk=session.pk)
    rows.update(options=session.options | options)
    found = _at(session, name, teacher, None, {"screen": "session_screen"})
    rows.update(options=session.options)
    return {name: screen._replace(act=act) for name, screen in found.items()}


def _with_a_latecomer(session: ClassSession, teacher: Teacher, tables: str) -> Pictures:
    """Return the monitor, its time limited, while somebody asks at the door and somebody waits for a table; and what
    that child sees, who looks on, too."""
    waits = session.classroom.students.exclude(attendances__session=session).earliest("pk")
    late = seated(lifecycle.arrive(session=session, student=waits))
    found = seen("child", late, {"late-waiting": reverse("waiting")})
    sheet = json.dumps(render_to_string("classroom/live/_look_on.html", {"tables": tables}))
    found["child-looks-on"] = found["child-late-waiting"]._replace(act=SHEET % sheet)
    return found | _at(session, "limited", teacher, None, {"monitor": "session_monitor"})


def _play(table: Table, acts: int) -> None:
    """Let the table have come so far, a moment ago."""
    played = table.rounds.get()
    paces = [demo.CAST[place].pace for place in range(played.seats)]
    entries = list(demo._log(played, paces, 0))[:acts]
    late = round(timezone.now().timestamp() * 1000) - entries[-1].at - 2000
    journal.insert([entry._replace(at=entry.at + late) for entry in entries])


def _at(
    session: ClassSession, when: str, teacher: Teacher, child: Attendance | None, names: dict[str, str]
) -> Pictures:
    """Return these pages of the session, and what a child sees meanwhile."""
    found: Pictures = {}
    for page, name in names.items():
        kind = "projector" if page == "screen" else "teacher"
        url = reverse(name, args=[session.pk])
        found |= seen(kind, signed_in(teacher), {f"{when}-{page}".rstrip("-"): url})
    if child:
        child.refresh_from_db()
        own = {"waiting": "waiting", "my_page": "my_page", "practice": "practice", "my_face": "my_face"}
        found |= seen("child", seated(child), {f"{when}-{page}": reverse(name) for page, name in own.items()})
    return found
