"""Rows about children: codes, names, pictures and words, what they choose, and asking to be let in."""

from django.test import Client
from django.urls import reverse

from classroom.joining import join_requests
from classroom.joining.sign_in import board_pictures, credentials, throttling
from classroom.models import Classroom, ClassSession, Guesses, Knock, Student
from tests.at_once.rows import Facts, browser, row, teacher
from tests.classroom.conftest import open_lobby
from tests.classroom.joining.secret_signs import SignIn, others, sign_in_by
from tests.conftest import make_class

TOLD = len([seconds for seconds in throttling.WAITS if not seconds]) + 1
"""Wrong tries that are told before the first wait."""
ADDRESS = "10.20.31.1"
ONE_BROWSER = "csrf=" + "a" * 32


def a_class(names: int = 1) -> Classroom:
    return make_class(teacher(), "4B", [f"Student {number}" for number in range(names)])


def at_secrets(way: str, *, names: int = 1, own: bool = False) -> Facts:
    session = sign_in_by(a_class(names), way, own=own)
    children = Student.objects.select_related("classroom").order_by("pk")
    given = {child.pk: ",".join(others(credentials.given(child))) for child in children}
    return {"code": session.code, "children": list(given), "wrong": list(given.values())}


@row("wrong pictures of a child", may=TOLD, guards="views_sign_in._judged", lay=lambda: at_secrets(SignIn.PICTURES))
@row("wrong words of a child", may=TOLD, guards="views_sign_in._judged", lay=lambda: at_secrets(SignIn.WORDS))
@row(
    "wrong pictures in a class",
    may=throttling.CLASS_BUDGET + 1,
    guards="views_sign_in._judged",
    lay=lambda: at_secrets(SignIn.FEW, names=60),
)
def secret(facts: Facts, shot: int) -> bool:
    """Whether the wrong secret was judged: told that it is wrong, instead of to wait."""
    place = shot % len(facts["children"])
    said = {"go": "1", "picked": facts["wrong"][place], "words": facts["wrong"][place].replace(",", " ")}
    return judged(browser(shot).post(reverse("join_secret", args=[facts["code"], facts["children"][place]]), said))


def judged(answer) -> bool:
    assert answer.status_code in (403, 429), answer.status_code
    return bool(answer.status_code == 403)


@row(
    "the words that a child chooses",
    may=1,
    guards="credentials.choose",
    lay=lambda: at_secrets(SignIn.WORDS, own=True),
)
def chosen(facts: Facts, shot: int) -> bool:
    page = reverse("join_secret", args=[facts["code"], facts["children"][0]])
    answer = browser(shot).post(page, {"go": "1", "words": f"secret {shot}"})
    assert answer.status_code in (302, 403, 429), answer.status_code
    return bool(answer.status_code == 302)


def at_typed_names() -> Facts:
    classroom = a_class()
    Classroom.objects.update(typed_names=True)
    classroom.refresh_from_db()
    return {"code": open_lobby(classroom).code}


@row("wrong names of a class", may=throttling.CLASS_BUDGET + 1, guards="typed_names._judged", lay=at_typed_names)
def typed_name(facts: Facts, shot: int) -> bool:
    return judged(browser(shot).post(reverse("join_names", args=[facts["code"]]), {"name": f"Zoe {shot}"}))


@row("wrong names from a browser", may=TOLD, guards="typed_names._judged", lay=at_typed_names)
def typed_name_again(facts: Facts, shot: int) -> bool:
    page = reverse("join_names", args=[facts["code"]])
    return judged(browser(0, HTTP_COOKIE=ONE_BROWSER).post(page, {"name": f"Zoe {shot}"}))


@row("wrong codes from a browser", may=TOLD, guards="admission.session_behind", lay=dict)
def code(facts: Facts, shot: int) -> bool:
    answer = browser(0, HTTP_COOKIE=ONE_BROWSER).post(reverse("join"), {"code": "222222"})
    assert answer.status_code in (404, 429), answer.status_code
    return bool(answer.status_code == 404)


@row("wrong codes of substitutes from a browser", may=TOLD, guards="views._let_in", lay=dict)
def substitutes_code(facts: Facts, shot: int) -> bool:
    answer = browser(0, HTTP_COOKIE=ONE_BROWSER).post(reverse("substitute"), {"code": "22222222"})
    assert answer.status_code in (404, 429), answer.status_code
    return bool(answer.status_code == 404)


def at_noisy_address() -> Facts:
    """From one address 150 wrong codes have come, so that as many more are told."""
    Client(REMOTE_ADDR=ADDRESS).post(reverse("join"), {"code": "222222"})
    Guesses.objects.update(failures=throttling.ADDRESS_BUDGET - 150)
    return {"code": open_lobby(a_class()).code}


@row("wrong codes from an address", may=150, guards="admission.session_behind", lay=at_noisy_address)
def code_from_address(facts: Facts, shot: int) -> bool:
    answer = browser(0, REMOTE_ADDR=ADDRESS).post(reverse("join"), {"code": "222222"})
    assert answer.status_code == 404 or is_asked(answer), answer.status_code
    return bool(answer.status_code == 404)


def is_asked(answer) -> bool:
    """Whether the answer leads to the page that asks for the room's pictures."""
    return bool(answer.status_code == 302 and answer["Location"].startswith(reverse("join_pictures")))


@row("right codes from an address that shouts", may=100, guards="admission.session_behind", lay=at_noisy_address)
def right_code(facts: Facts, shot: int) -> bool:
    """Every second newcomer has the room's pictures, and all of those get in; the others do not."""
    Guesses.objects.update(failures=throttling.ADDRESS_BUDGET)
    session = ClassSession.objects.get()
    tapped = board_pictures._drawn(session, 0) if shot // 2 % 2 else ()
    said = {"code": session.code, "picked": ",".join(tapped), "go": "1"}
    answer = browser(0, REMOTE_ADDR=ADDRESS).post(reverse("join"), said)
    return answer.status_code == 302 and not is_asked(answer)


def one_child() -> Facts:
    session = open_lobby(a_class())
    return {"session": session.pk, "child": Student.objects.get().pk}


@row("asking to be let in", may=join_requests.MOST, guards="join_requests.request_admission", lay=at_typed_names)
def ask(facts: Facts, shot: int) -> bool:
    answer = browser(shot).post(reverse("join_ask", args=[facts["code"]]), {"name": f"Zoe {shot}"})
    assert answer.status_code in (302, 422), answer.status_code
    return bool(answer.status_code == 302)


def knocks(facts: Facts) -> int:
    return Knock.objects.count()


@row("asking as the same child", may=1, guards="join_requests.request_admission", lay=one_child, left=knocks)
def ask_as(facts: Facts, shot: int) -> bool:
    session, child = ClassSession.objects.get(pk=facts["session"]), Student.objects.get(pk=facts["child"])
    return bool(join_requests.request_admission(session, student=child))
