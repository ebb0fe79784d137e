"""Rows about lessons and lists: what is pressed twice happens once, and what a teacher keeps has an end."""

from django.core.cache import cache
from django.utils import timezone

from classroom.demo import visits
from classroom.guests import rounds as guests
from classroom.homework import assignments
from classroom.homework.around_the_corner import practice
from classroom.live.substitute import views
from classroom.models import (
    Classroom,
    ClassSession,
    Homework,
    Practice,
    RosterImport,
    SessionPreset,
    Student,
    SubstituteDay,
    Teacher,
)
from classroom.reports.around_the_corner.student import family_links
from classroom.rosters.imports import undoing
from classroom.sessions import lifecycle, on_paper
from classroom.sessions.set_up import views as presets
from tests.at_once.children import one_child
from tests.at_once.rows import Facts, row, teacher


def two_children() -> Facts:
    facts = one_child()
    session = ClassSession.objects.get()
    session.classroom.students.create(name="Ben")
    for child in session.classroom.students.all():
        lifecycle.arrive(session=session, student=child)
    return facts


@row("Start", may=1, guards="lifecycle.start", lay=two_children)
def start(facts: Facts, shot: int) -> bool:
    return lifecycle.start(session=ClassSession.objects.get())


@row("End", may=1, guards="lifecycle.end", lay=two_children)
def end(facts: Facts, shot: int) -> bool:
    return lifecycle.end(session=ClassSession.objects.get())


def one_that_is_over() -> Facts:
    facts = two_children()
    lifecycle.end(session=ClassSession.objects.get())
    return facts


@row("Play again", may=1, guards="lifecycle.again lifecycle.open_session", lay=one_that_is_over)
def again(facts: Facts, shot: int) -> bool:
    try:
        return bool(lifecycle.again(session=ClassSession.objects.get(pk=facts["session"]), same_tables=False).pk)
    except lifecycle.AlreadyOpen:
        return False


def almost_as_many_guests_as_may_play() -> Facts:
    for number in range(guests.MOST - 50):
        guests.lay(-1 - number)
    return {}


@row("rounds of guests", may=50, guards="rounds.lay", lay=almost_as_many_guests_as_may_play)
def guest(facts: Facts, shot: int) -> bool:
    try:
        return bool(guests.lay(-1000 - shot).pk)
    except guests.TooManyTables:
        return False


@row("links for families", may=1, guards="family_links.make", lay=one_child)
def family_link(facts: Facts, shot: int) -> bool:
    """Of two presses one makes the link that is printed; another one must not end it."""
    return bool(family_links.make(Student.objects.all()))


@row("codes of a substitute's day", may=1, guards="days.give", lay=one_child, left=lambda facts: codes_that_open())
def substitute(facts: Facts, shot: int) -> bool:
    """However often it is pressed, one code opens the class."""
    return bool(views.give_day(Classroom.objects.get(), day=timezone.localdate(), by=Teacher.objects.get()).pk)


def codes_that_open() -> int:
    return sum(views.day_opened_by(views.code_of_day(given)) == given for given in SubstituteDay.objects.all())


def almost_as_many_visits_as_may_be() -> Facts:
    for number in range(visits.MOST - 50):
        Teacher.objects.create(email=f"{number}{Teacher.OF_DEMO}", name="Demo")
    return {}


@row("visits of the demo", may=50, guards="visits.admitted", lay=almost_as_many_visits_as_may_be)
def visit(facts: Facts, shot: int) -> bool:
    try:
        return bool(visits.admitted("en").pk)
    except visits.TooManyVisits:
        return False


def a_teacher() -> Facts:
    return {"teacher": teacher().pk}


@row("presets", may=presets.MOST_PRESETS, guards="views.keep_preset", lay=a_teacher)
def preset(facts: Facts, shot: int) -> bool:
    ana = Teacher.objects.get()
    try:
        kept = presets.keep_preset(teacher=ana, name=f"No {shot}", game="around_the_corner", options={}, table_size=4)
    except presets.TooMany:
        return False
    return isinstance(kept, SessionPreset)


def an_applied_list() -> Facts:
    done: dict[str, list[int]] = {"added": [], "before": [], "rooms": [], "retitled": [], "joined": []}
    return {"list": RosterImport.objects.create(teacher=teacher(), applied_at=timezone.now(), changes=done).pk}


def rounds_on_paper(facts: Facts) -> int:
    return ClassSession.everything.filter(on_paper=True).count()


@row("a round on paper", may=1, guards="on_paper.write_down", lay=two_children, left=rounds_on_paper)
def round_on_paper(facts: Facts, shot: int) -> bool:
    """However often one form is sent, it is one round."""
    classroom, ana = Classroom.objects.get(), Teacher.objects.get()
    left, today = dict.fromkeys(classroom.students.all()), timezone.localdate()
    written = on_paper.write_down(
        classroom, by=ana, code="B2C3D4", game="around_the_corner", day=today, left=left, winner=next(iter(left))
    )
    return bool(written.pk)


@row("homework", may=1, guards="assignments.give", lay=one_child, left=lambda facts: Homework.objects.count())
def homework(facts: Facts, shot: int) -> bool:
    classroom, steps = Classroom.objects.get(), {"corner": True, "steps": [1]}
    return bool(assignments.give(classroom, options=steps, unit="cards", amount=5, last_day=timezone.localdate()).pk)


@row("practice", may=1, guards="practice.begin", lay=one_child, left=lambda facts: Practice.objects.count())
def practised(facts: Facts, shot: int) -> bool:
    return bool(practice.begin(Student.objects.get(), options={"corner": True, "steps": [1]}).pk)


@row("undoing a list", may=1, guards="undoing._undo", lay=an_applied_list)
def undo(facts: Facts, shot: int) -> bool:
    try:
        undoing.undo(RosterImport.objects.get(pk=facts["list"]))
    except undoing.TooLateError:
        return False
    return True


@row("a platform's nonce", may=1, guards="launch.validate_nonce", lay=dict)
def nonce(facts: Facts, shot: int) -> bool:
    """As a launch uses it up."""
    return used_up("lti-nonce-of-a-test", shot)


@row("a link for a platform", may=1, guards="registration.register", lay=dict)
def platform_link(facts: Facts, shot: int) -> bool:
    """As a registration uses it up."""
    return used_up("lti-registration-of-a-test", shot)


def used_up(place: str, shot: int) -> bool:
    """Whoever deletes it is let in; the first shot makes it."""
    if not shot:
        cache.set(place, True, 60)
    return bool(cache.delete(place))
