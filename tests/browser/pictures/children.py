"""Every screen of a child, in every language: from the code on the board to practice at home, and what is refused."""

import re
from collections.abc import Mapping
from datetime import timedelta

from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from classroom.homework import assignments
from classroom.management import demo
from classroom.models import Attendance, Classroom, ClassSession, Homework, Student, Teacher
from classroom.sessions import lifecycle
from game.rules import scanning
from tests.browser.pictures import at_tables
from tests.browser.pictures.school import PASSWORD
from tests.browser.pictures.shown import Pictures, Shown, whole
from tests.classroom.logged import solo_round
from tests.conftest import seated

LANGUAGES = [code for code, _name in settings.LANGUAGES]
GAMES = ("around_the_corner", "nine_to_nothing")
FOUR = 4
CARD = re.compile(r'name="card" value="(\d+)"')
PLACE = re.compile(r'name="place" value="(\d+)"')


class Scene:
    """A lesson of the demo class that waits, with homework; and a child of it, in the lesson and at home. The last who
    is here has no face yet."""

    def __init__(self) -> None:
        teacher = Teacher.objects.create_user("demo@school.example", PASSWORD, name="Ms Okoro", is_staff=False)
        self.classroom = demo.build(teacher, timezone.localdate())
        steps = {"corner": True, "steps": [1]}
        today = timezone.localdate()
        self.homework = assignments.give(self.classroom, options=steps, unit="cards", amount=20, last_day=today)
        self.check_up = assignments.give(self.classroom, options=steps, unit="check_up", amount=1, last_day=today)
        late = assignments.give(
            self.classroom, options=steps, unit="cards", amount=5, last_day=today - timedelta(days=3)
        )
        self.late: Homework = late
        self.session = lifecycle.open_session(
            classroom=self.classroom, game="around_the_corner", options={"corner": True, "steps": [1, 2, 3]},
            table_size=FOUR,
        )  # fmt: skip
        self.here = [
            lifecycle.arrive(session=self.session, student=child) for child in self.classroom.students.all()[:FOUR]
        ]
        self.child = self.here[0].student
        Student.objects.filter(pk=self.here[-1].student_id).update(character="", colour="")

    def speaks(self, language: str) -> None:
        Classroom.objects.update(language=language)
        Student.objects.update(language=language)
        self.language = language

    def stranger(self) -> Client:
        return Client(headers={"accept-language": self.language})

    def at_home(self) -> Client:
        """The child's browser at home, which has scanned the card; the lesson of the class does not call it."""
        browser = self.stranger()
        browser.get(reverse("card", args=[self.child.card]))
        return browser


def pictures() -> dict[str, Pictures]:
    """Return every screen of a child by language."""
    scene, found = Scene(), {}
    for language in LANGUAGES:
        with translation.override(language):
            scene.speaks(language)
            found[language] = {**_at_the_door(scene), **_waits(scene), **at_tables.pictures()}
    lifecycle.start(session=scene.session)
    ended = ClassSession.objects.get(pk=scene.session.pk)
    lifecycle.end(session=ended)
    for language in LANGUAGES:
        with translation.override(language):
            scene.speaks(language)
            found[language] |= {**_after(scene), **_at_home(scene), **_out(scene)}
    return found


def _at_the_door(scene: Scene) -> Pictures:
    code, child = scene.session.code, scene.classroom.students.last()
    assert child
    door = {
        "join": reverse("join"),
        "names": reverse("join_names", args=[code]),
        "ask": reverse("join_ask", args=[code]),
        "board-pictures": f"{reverse('join_pictures')}?code={code}",
    }
    door |= {f"how-{game}": reverse("how_to_play", args=[game]) for game in GAMES}
    found = _seen(scene.stranger(), door)
    wrong = {"code": "ZZZ999"}
    found["join-wrong"] = _sent(scene.stranger(), reverse("join"), wrong)
    shared = scene.stranger()
    shared.post(reverse("join_shared", args=[code]))
    found |= _seen(shared, {"names-shared": door["names"]})
    secret = reverse("join_secret", args=[code, child.pk])
    for kind, said in (("pictures", {"pick": "1"}), ("words", {"words": "boat fox 99", "go": "1"})):
        Classroom.objects.update(sign_in=kind)
        browser = scene.stranger()
        found |= _seen(browser, {f"secret-{kind}": secret})
        found[f"secret-{kind}-said"] = _sent(browser, secret, said)
    Classroom.objects.update(sign_in="name", typed_names=True)
    found |= _seen(scene.stranger(), {"type-name": door["names"]})
    Classroom.objects.update(typed_names=False)
    ClassSession.objects.filter(pk=scene.session.pk).update(locked=True)
    found["locked"] = _sent(scene.stranger(), door["names"], {"student": str(child.pk)})
    ClassSession.objects.filter(pk=scene.session.pk).update(locked=False)
    asking = scene.stranger()
    found["asked"] = _sent(asking, door["ask"], {"name": "Zoe"})
    return found


def _waits(scene: Scene) -> Pictures:
    own = {"waiting": "waiting", "my-page": "my_page", "my-face": "my_face", "own-table": "own_table"}
    found = _seen(_in_the_lesson(scene), {page: reverse(name) for page, name in own.items()})
    Student.objects.filter(pk=scene.child.pk).update(needs={scanning.SETTING: 1000})
    found |= _seen(_in_the_lesson(scene), {"catch": reverse("one_key")})
    Student.objects.filter(pk=scene.child.pk).update(needs={})
    return found


def _in_the_lesson(scene: Scene) -> Client:
    return seated(Attendance.objects.get(pk=scene.here[0].pk))


def _after(scene: Scene) -> Pictures:
    names = {"after": "waiting", "after-break": "waiting_break", "after-my-page": "my_page"}
    found = _seen(_in_the_lesson(scene), {page: reverse(name) for page, name in names.items()})
    best = solo_round(scene.child, 9)
    address = f"{reverse('my_best_round', args=[1])}?n={best.events.count() - 4}"
    return found | _seen(_in_the_lesson(scene), {"best-round": address})


def _at_home(scene: Scene) -> Pictures:
    browser, practice = scene.at_home(), reverse("practice")
    task, late = (reverse("practice_homework", args=[each.pk]) for each in (scene.homework, scene.late))
    found = _seen(browser, {"start": practice, "homework": task, "too-late": late})
    found |= _seen(browser, {"offline": reverse("practice_offline")})
    found["practice"] = _sent(browser, task, {})
    html = found["practice"].html
    place, cards = PLACE.findall(html)[0], CARD.findall(html)
    found["practice-hint"] = _sent(browser, reverse("practice_answer"), {"hint": "1", "place": place})
    for card in cards:
        found["practice-answered"] = _sent(browser, reverse("practice_answer"), {"card": card, "place": place})
    found["practice-done"] = _sent(browser, reverse("practice_stop"), {})
    check_up = reverse("practice_homework", args=[scene.check_up.pk])
    found["check-up"] = _sent(browser, check_up, {})
    _sent(browser, reverse("practice_answer"), {"unsure": "1", "place": "1"})
    found["check-up-end"] = _sent(browser, reverse("practice_stop"), {})
    return found


def _out(scene: Scene) -> Pictures:
    found = _seen(scene.stranger(), {"card-needed": reverse("practice")})
    return found | _seen(scene.stranger(), {"card-lost": reverse("card", args=["ABCDEFGHIJKL"])})


def _seen(browser: Client, addresses: Mapping[str, str]) -> Pictures:
    return {name: _whole(browser, browser.get(url, follow=True).content.decode()) for name, url in addresses.items()}


def _sent(browser: Client, url: str, fields: Mapping[str, str]) -> Shown:
    return _whole(browser, browser.post(url, fields, follow=True).content.decode())


def _whole(browser: Client, html: str) -> Shown:
    return Shown("child", whole(browser, html))
