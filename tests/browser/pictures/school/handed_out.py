"""What a teacher hands out on paper, and what its links and its code open: to families, and to a substitute."""

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classroom.live.substitute import views
from classroom.models import Classroom, ClassSession, Teacher
from classroom.reports.around_the_corner.student import family_links
from classroom.sessions import lifecycle
from tests.browser.pictures.shown import Pictures, Shown, seen
from tests.conftest import signed_in

IN_THE_LOBBY = 4


def pictures(teacher: Teacher, classroom: Classroom) -> Pictures:
    """Return these pages of a class that has played; its last session is over."""
    return {**_families(teacher, classroom), **_substitutes(teacher, classroom)}


def _families(teacher: Teacher, classroom: Classroom) -> Pictures:
    family_links.make(classroom.students.all())
    child = classroom.students.get(name="Elif Y.")
    letters = {"family-letters": reverse("class_families", args=[classroom.pk])}
    links = {"family": family_links.path_of(child), "family-over": reverse("family", args=["0:over"])}
    return seen("teacher", signed_in(teacher), letters) | seen("stranger", Client(), links)


def _substitutes(teacher: Teacher, classroom: Classroom) -> Pictures:
    """Return the sheet of a day, the question for its code, and the desk from before a lesson to its pause."""
    given = views.give_day(classroom, day=timezone.localdate(), by=teacher)
    sheet = {"substitute-sheet": reverse("class_substitute", args=[classroom.pk])}
    browser, desk = Client(headers={"accept-language": classroom.language}), reverse("substitute")
    found = seen("teacher", signed_in(teacher), sheet) | seen("teacher", browser, {"substitute-code": desk})
    wrong = browser.post(desk, {"code": "NONE"}).content.decode()
    found["teacher-substitute-wrong"] = Shown("teacher", wrong)
    browser.post(desk, {"code": views.code_of_day(given)})
    found |= seen("teacher", browser, {"substitute-desk": desk})
    browser.post(reverse("substitute_act", args=["open"]))
    lobby = ClassSession.objects.get(classroom=classroom, state=ClassSession.State.LOBBY)
    for child in classroom.students.all()[:IN_THE_LOBBY]:
        lifecycle.arrive(session=lobby, student=child)
    found |= seen("teacher", browser, {"substitute-lobby": desk})
    for act in ("start", "pause"):
        browser.post(reverse("substitute_act", args=[act]))
        found |= seen("teacher", browser, {f"substitute-{act}": desk})
    return found
