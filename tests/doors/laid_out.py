"""What every page can be about, a browser of everybody, and the addresses of the pages."""

from collections.abc import Iterator
from datetime import timedelta
from functools import cache

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from classroom.groups import members
from classroom.homework import assignments
from classroom.models import (
    Attendance,
    Challenge,
    ChallengeEntry,
    Classroom,
    ClassSession,
    Knock,
    RosterImport,
    SessionPreset,
    Student,
    Teacher,
    Teaching,
)
from classroom.reports.around_the_corner.student import family_links
from classroom.rosters.imports import drafts
from classroom.sessions.set_up import views
from classroom.speech import recordings
from classroom.teachers import co_teachers
from game.models import Table
from tests.classroom.speech.sounds import a_second_of_sound
from tests.conftest import PASSWORD, make_class, make_lesson, seated, signed_in
from tests.doors.apart import LIKE
from tests.doors.table import PEOPLE

LaidOut = tuple[dict[str, object], dict[str, Client]]
"""The things by parameter, the browsers by person."""


def lay_out() -> LaidOut:
    """Make Ana's lesson with all that a page can be about, and a browser of everybody."""
    things, four = lay_out_for_four()
    return things, four | others(Classroom.objects.get(name="4B"), Teacher.objects.get(name="Mr Ben"))


def lay_out_for_four() -> LaidOut:
    """Make the same things and the browsers of those four alone who stand in the table."""
    ana = Teacher.objects.create_user("ana@school.example", PASSWORD, name="Ms Ana")
    ben = Teacher.objects.create_user("ben@school.example", PASSWORD, name="Mr Ben")
    class_4b = make_class(ana, "4B", ["Amir", "Bea", "Chen", "Dana"])
    make_lesson(class_4b, ["Amir", "Bea"])
    bea = Attendance.objects.get(student__name="Bea")
    browsers = dict(zip(PEOPLE, (Client(), signed_in(ben), signed_in(ana), seated(bea)), strict=True))
    return things_of(ana, class_4b, bea), browsers


def others(class_4b: Classroom, ben: Teacher) -> dict[str, Client]:
    cleo = Teacher.objects.create_user("cleo@school.example", PASSWORD, name="Ms Cleo")
    Teaching.objects.create(classroom=class_4b, teacher=cleo, is_owner=False)
    dora = Teacher.objects.create_user("dora@school.example", PASSWORD, name="Ms Dora", is_school_admin=True)
    gus = Teacher.objects.create_user("gus@school.example", PASSWORD, name="Mr Gus")
    make_lesson(make_class(ben, "5C", ["Eli", "Fay"]), ["Eli", "Fay"])
    at_the_door = signed_in(gus)
    Teacher.objects.filter(pk=gus.pk).update(is_active=False)
    eli = seated(Attendance.objects.get(student__name="Eli"))
    return dict(zip(LIKE, (signed_in(cleo), signed_in(dora), eli, at_the_door), strict=True))


def things_of(ana: Teacher, class_4b: Classroom, bea: Attendance) -> dict[str, object]:
    """Make what pages are about, and return its numbers and names by parameter, or by page and parameter."""
    return {
        **_of_the_class(ana, class_4b, bea),
        **_of_the_lesson(ana, bea.session, Table.objects.get(seats__name="Bea")),
        "language": "en",
        "names": "code,n7",
        "recording": recordings.keep(ana, "en", "code", a_second_of_sound()).pk,
        "page": "lobby",
        "topic": "code",
        "uidb36": "1",
        "key": "no-such-key",
        "path": "table/",
        "pk": 1,
    }


def _of_the_class(ana: Teacher, class_4b: Classroom, bea: Attendance) -> dict[str, object]:
    tomorrow = timezone.localdate() + timedelta(days=1)
    task = assignments.give(class_4b, options={"corner": True, "steps": [1]}, unit="cards", amount=5, last_day=tomorrow)
    draft = drafts.from_text("Gus", teacher=ana, classroom=class_4b)
    applied = RosterImport.objects.create(teacher=ana, classroom=class_4b, applied_at=timezone.now())
    gone = Student.objects.create(classroom=class_4b, name="Gone", removed_at=timezone.now())
    away = Classroom.objects.create(name="4A", removed_at=timezone.now())
    away.teachers.add(ana)
    family_links.make(class_4b.students.all())
    bea.student.refresh_from_db()
    asked = co_teachers.invite(classroom=class_4b, email="new@school.example", by=ana)
    return {
        "number": draft.pk,
        "import_undo number": applied.pk,
        "class_take_back classroom_id": away.pk,
        "student_take_back student": gone.pk,
        "student_forget student": gone.pk,
        "token": asked.token,
        "family token": family_links.path_of(bea.student).split("/")[-2],
        "invitation": asked.pk,
        "teaching": class_4b.teachings.get().pk,
        "teacher": ana.pk,
        "homework": task.pk,
        "group": members.make(class_4b, name="Moons", sign="moon", options={}, students=[bea.student]).pk,
        "challenge": _asked(ana, class_4b).pk,
        "card": bea.student.card,
        "classroom_id": class_4b.pk,
        "place": 1,
        "student": bea.student.pk,
    }


def _asked(ana: Teacher, classroom: Classroom) -> Challenge:
    """An offer that Ana made to herself: it is hers to answer, and her class's to take back."""
    challenge = Challenge.objects.create(email=ana.email, last_day=timezone.localdate() + timedelta(days=1))
    ChallengeEntry.objects.create(challenge=challenge, classroom=classroom, agreed_by=ana)
    return challenge


def _of_the_lesson(ana: Teacher, lesson: ClassSession, table: Table) -> dict[str, object]:
    preset = SessionPreset.objects.create(teacher=ana, name="Own", game=lesson.game, table_size=2)
    return {
        "game": lesson.game,
        "preset": preset.pk,
        "preset_shared token": views.token_of(preset),
        "name": "start",
        "session": lesson.pk,
        "code": table.code,
        "round": table.rounds.get().pk,
        "join_names code": lesson.code,
        "join_ask code": lesson.code,
        "join_shared code": lesson.code,
        "join_secret code": lesson.code,
        "knock": Knock.objects.create(session=lesson, name="Zoe", device="at the door").pk,
    }


def address(page: str, things: dict[str, object]) -> str:
    return reverse(page, kwargs={name: things.get(f"{page} {name}", things[name]) for name in parameters()[page]})


@cache
def parameters() -> dict[str, list[str]]:
    """Return the parameters of each page of the URLconf, by the page's name."""
    return {pattern.name or str(pattern.pattern): named for pattern, named in _patterns(get_resolver(), [])}


def _patterns(resolver: URLResolver, before: list[str]) -> Iterator[tuple[URLPattern, list[str]]]:
    for entry in resolver.url_patterns:
        named = [*before, *entry.pattern.regex.groupindex]
        if isinstance(entry, URLPattern):
            yield entry, named
        elif entry.namespace != "admin":
            yield from _patterns(entry, named)
