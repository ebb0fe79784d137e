"""A teacher's first page: the class most likely next, its weekly goal, the report's advice, all classes; and what is
one press away from it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.management import call_command
from django.db.models import Count, Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from classroom.access import TeacherRequest, current_classroom_for, teacher_act, teacher_page
from classroom.challenges import offers, standing
from classroom.home.wall import wall_of
from classroom.live.projector.goal import Goal, next_round_number
from classroom.live.projector.season import WEEKS, begin_of
from classroom.models import BY_NAME, Classroom, ClassSession, RosterImport, Student, Teacher
from classroom.reports.pages import catalogue as reports
from classroom.rosters import retention
from classroom.rosters.imports import joining, undoing
from classroom.server.time_zone import midnight, monday_of
from classroom.sessions import counts, lifecycle
from classroom.sessions.after import praise
from classroom.sessions.games import catalogue as sessions_of
from classroom.sessions.set_up import ways
from classroom.teachers import co_teachers
from game import catalogue as games

WEEK = timedelta(weeks=1)

FACES = 6
"""Most faces on a card; the others are only counted."""


class ClassCard(NamedTuple):
    """`levels` counts the sums of all children, the surest first; empty if unknown."""

    classroom: Classroom
    last: ClassSession | None
    faces: Sequence[Student]
    others: int
    levels: Sequence[int]

    @property
    def how(self) -> str:
        return mode_in_words(self.last)


class WeekGoal(NamedTuple):
    """The goal of this week, and for each earlier week of the season whether its goal was reached."""

    goal: Goal
    gone: Sequence[bool]

    @property
    def number(self) -> int:
        return len(self.gone) + 1

    @property
    def ahead(self) -> range:
        """The numbers of the weeks to come."""
        return range(self.number + 1, WEEKS + 1)


def week_goal(classroom: Classroom, known: int, monday: date) -> WeekGoal:
    """Return the goal of the week that began on this Monday: the next round number above the sums known then."""
    begun = _season_begun(classroom, monday)
    mondays = [begun + week * WEEK for week in range((monday - begun).days // 7 + 1)]
    counts = reports.FIRST.known_at(classroom, [midnight(day) for day in mondays])
    gone = [after >= next_round_number(before) for before, after in zip(counts, counts[1:], strict=False)]
    return WeekGoal(Goal(known, counts[-1], next_round_number(counts[-1])), gone)


def _season_begun(classroom: Classroom, monday: date) -> date:
    ended = classroom.sessions.filter(state=ClassSession.State.ENDED, game=reports.FIRST.name)
    first = ended.order_by("opened_at", "pk").first()
    return begin_of(first, monday) if first else monday


LOOKED_BACK = timedelta(weeks=5)
"""Age of the sessions that tell which class comes at which hour."""
NEAR = timedelta(minutes=75)
"""Largest difference between two times of the week that count as about the same hour."""
WORTH = 3


def context(teacher: Teacher) -> dict[str, Any]:
    """Return the page's context; the reports of only one class are read, whatever the number of classes."""
    mine = list(
        Classroom.everything.filter(teachers=teacher)
        .annotate(roster_size=Count("students", filter=Q(students__removed_at=None), distinct=True))
        .order_by(*BY_NAME)
    )
    classrooms = [each for each in mine if each.archived_at is None and each.removed_at is None]
    sessions = list(_ended(classrooms))
    last = {session.classroom_id: session for session in reversed(sessions)}
    running = list(_running(teacher))
    hero = None if running else likeliest(classrooms, sessions, timezone.localtime())
    of_hero = [session for session in sessions if hero and session.classroom_id == hero.pk]
    return {
        "next": _next(hero, of_hero) if hero else None,
        **_cards(classrooms, last, hero if of_hero else None),
        "running": running,
        "at_play": {session.classroom_id for session in running},
        "ending": [(each, retention.ends_at(each)) for each in mine if each.warned_at and not each.removed_at],
        "waiting": RosterImport.waiting().filter(teacher=teacher).first(),
        "joined": joining.news_for(teacher),
        "has_earlier": any(each.archived_at and not each.removed_at for each in mine),
        "has_removed": any(each.removed_at for each in mine),
        "invitations": co_teachers.waiting_for(teacher),
        **_challenges(teacher, classrooms),
        "import_to_undo": undoing.last_applied(teacher, None),
    }


def _challenges(teacher: Teacher, classrooms: Sequence[Classroom]) -> dict[str, Any]:
    """Return the challenges of these classes, and the offers to the teacher with the classes that are free."""
    waiting = list(offers.offers_for(teacher))
    found = standing.standings([each.pk for each in classrooms])
    return {
        "challenges": [found[each.pk] for each in classrooms if each.pk in found],
        "offers": waiting,
        "free_classes": list(offers.free_classes(teacher)) if waiting else [],
    }


def likeliest(classrooms: Sequence[Classroom], sessions: Iterable[ClassSession], now: datetime) -> Classroom | None:
    """Return the class that usually plays at this hour of the week, else the one that played last, else the largest.

    `sessions` are those of the last weeks, the newest first.
    """
    with_children = {each.pk: each for each in classrooms if each.roster_size}  # type: ignore[attr-defined]
    of_these = [session for session in sessions if session.classroom_id in with_children]
    at_this_hour = [session for session in of_these if _is_near(timezone.localtime(session.opened_at), now)]
    for session in at_this_hour or of_these:
        return with_children[session.classroom_id]
    return max(with_children.values(), key=lambda each: each.roster_size, default=None)  # type: ignore[attr-defined]


def _ended(classrooms: Sequence[Classroom]) -> QuerySet[ClassSession]:
    """Return the sessions of the last weeks that were played, the newest first: a lobby that was closed is none."""
    ended = ClassSession.objects.filter(classroom__in=classrooms, state=ClassSession.State.ENDED)
    since = timezone.now() - LOOKED_BACK
    return ended.filter(opened_at__gte=since).exclude(started_at=None).order_by("-opened_at")


def _running(teacher: Teacher) -> QuerySet[ClassSession]:
    sessions = ClassSession.objects.filter(classroom__teachers=teacher).exclude(state=ClassSession.State.ENDED)
    return sessions.select_related("classroom").annotate(arrived=Count("attendances"))


def _is_near(opened: datetime, now: datetime) -> bool:
    """Return whether a session was at about this hour of the week, by local time and across midnight."""
    apart = (now.replace(tzinfo=None) - opened.replace(tzinfo=None)) % WEEK
    return min(apart, WEEK - apart) <= NEAR


def _cards(classrooms: Sequence[Classroom], last: Mapping[int, ClassSession], hero: Classroom | None) -> dict[str, Any]:
    found = cards(classrooms, last, hero)
    return {"cards": found, "are_known": any(card.levels for card in found)}


def _next(classroom: Classroom, sessions: Sequence[ClassSession]) -> dict[str, Any]:
    """Return the class most likely next, its last session, and the advice of its report."""
    found: dict[str, Any] = {"classroom": classroom, "last": None, "worth": []}
    if sessions:
        last = sessions[0]
        worth, advice = _worth(classroom, sessions)
        found |= {
            "last": last,
            "how": mode_in_words(last),
            "students": counts.students(last),
            "worth": worth,
            "advice": advice,
            "praised": len(praise.praise(last)) if len(worth) < WORTH else 0,
        }
        found |= _known(classroom)
        placed = sum(counts.placed_by(last).values())
        found |= {"placed": placed, "together": sessions_of.of(last.game).together_words(placed)}
    return found


def _known(classroom: Classroom) -> dict[str, Any]:
    """Return how many sums all children of the class know together, the new ones since Monday, and the week's goal."""
    monday = monday_of(timezone.localdate())
    known, new = sum(reports.known_of(classroom).values()), reports.FIRST.new_sums(classroom, midnight(monday))
    week = week_goal(classroom, known, monday)
    return {"known": known, "new_sums": new, "week": week, "wall": wall_of(week.goal, new)}


def _worth(classroom: Classroom, sessions: Sequence[ClassSession]) -> tuple[list[Any], str]:
    """Return the sentences on the class's report, of the most recent game that has any, and the report's address."""
    for game in dict.fromkeys(session.game for session in sessions):
        report = reports.report_of(game)
        if said := report.next_lesson(classroom):
            return said[:WORTH], report.class_address(classroom)
    return [], ""


def mode_in_words(session: ClassSession | None) -> str:
    return str(games.of(session.game).title()) if session else ""


def cards(classrooms: Sequence[Classroom], last: Mapping[int, ClassSession], hero: Classroom | None) -> list[ClassCard]:
    """Return a card for each class. Its bar is the cached result of the last session's end or the last look at the
    class's page; only that of the class shown on top is computed now."""
    faces, levels = _faces(classrooms), reports.FIRST.class_levels(classrooms)
    if hero and hero.pk not in levels:
        reports.FIRST.known_sums(hero)
        levels = reports.FIRST.class_levels(classrooms)
    return [_card(each, last.get(each.pk), faces[each.pk], levels.get(each.pk, ())) for each in classrooms]


def _card(
    classroom: Classroom, last: ClassSession | None, faces: Sequence[Student], levels: Sequence[int]
) -> ClassCard:
    shown = faces[:FACES]
    others = classroom.roster_size - len(shown) if shown else 0  # type: ignore[attr-defined]
    return ClassCard(classroom, last, shown, others, levels)


def _faces(classrooms: Iterable[Classroom]) -> Mapping[int, list[Student]]:
    """Return by class the children who have a character, in the order of the list of names."""
    found: defaultdict[int, list[Student]] = defaultdict(list)
    with_faces = Student.objects.filter(classroom__in=classrooms).exclude(character="").select_related("classroom")
    for student in with_faces.only("name", "character", "colour", "chosen", "classroom__album"):
        found[student.classroom_id].append(student)
    return found


@teacher_page
def home(request: TeacherRequest) -> HttpResponse:
    return render(request, "classroom/home/page.html", context(request.user))


@teacher_act
def as_last_time(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Open the lobby with the settings of the last session; without one, go to the set-up."""
    classroom = current_classroom_for(request.user, classroom_id)
    try:
        opened = ways.open_last_again(classroom, by=request.user)
    except lifecycle.AlreadyOpen as running:
        opened = running.session
    return redirect("session", opened.pk) if opened else redirect("session_new", classroom.pk)


@teacher_act
def demo(request: TeacherRequest) -> HttpResponse:
    """Create the demo class for this teacher, once. It takes some seconds, in many transactions: a single one would
    block all other writers meanwhile."""
    call_command("demo", teacher=request.user.email, verbosity=0)
    messages.success(request, _("Here is a class of invented children, with four weeks of lessons. Look round."))
    return redirect("classes")
