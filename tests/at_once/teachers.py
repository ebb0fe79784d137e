"""Rows about teachers: sign-in, second factor, links of mails, invitations, and who owns what."""

from collections.abc import Callable
from io import BytesIO

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from allauth.core import context
from allauth.core.internal import ratelimit
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.conf import settings
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from classroom import known_browsers
from classroom.models import Classroom, Invitation, Teacher, Teaching
from classroom.rosters import roster
from classroom.rosters.roster import NameTakenError
from classroom.server.database.changes import Gone
from classroom.teachers import co_teachers, school
from classroom.teachers.second_factor import CodeForm
from classroom.transfer import checking, storing
from classroom.transfer.archive import Archive
from tests.at_once.rows import Facts, browser, row, teacher
from tests.classroom.transfer.files import out_of
from tests.conftest import make_class

ADDRESS = "10.20.40.1"


# Sign-in


def an_account() -> Facts:
    """One account, and the cookie of a browser that it was signed in to at."""
    known = HttpResponse()
    known_browsers.ACCOUNTS.remember(RequestFactory().get("/"), known, teacher().email)
    cookie = known.cookies[known_browsers.ACCOUNTS.cookie]
    return {"cookie": f"{cookie.key}={cookie.value}"}


def is_judged(client: Client, login: str) -> bool:
    answer = client.post(reverse("account_login"), {"login": login, "password": "wrong"})
    assert answer.status_code == 200, answer.status_code
    return "do not belong together" in answer.content.decode()


@row("wrong passwords of an account", may=10, guards="accounts._consumes", lay=an_account, is_exact=False)
def password(facts: Facts, shot: int) -> bool:
    return is_judged(browser(shot), "ana@school.example")


@row("wrong passwords from an address", may=60, guards="accounts._consumes", lay=dict, is_exact=False)
def password_from_address(facts: Facts, shot: int) -> bool:
    return is_judged(browser(shot, REMOTE_ADDR=ADDRESS), f"teacher{shot}@school.example")


@row("wrong passwords at a known browser", may=10, guards="accounts._consumes", lay=an_account, is_exact=False)
def password_at_known_browser(facts: Facts, shot: int) -> bool:
    return is_judged(browser(shot, HTTP_COOKIE=facts["cookie"]), "ana@school.example")


COUNTERS = ("signup", "reset_password_from_key", "change_password", "reauthenticate", "login_failed_with_code")


def counted(action: str) -> Callable[[Facts, int], bool]:
    def shoot(facts: Facts, shot: int) -> bool:
        request = RequestFactory().post("/", REMOTE_ADDR=ADDRESS)
        request.user = Teacher(pk=1)
        return bool(ratelimit.consume(request, app="allauth.account", action=action, key="ana", user=request.user))

    return shoot


for action in COUNTERS:
    (rate,) = ratelimit.get_rates(app="allauth.account", action=action)
    row(f"tries: {action}", may=rate.amount, guards="views._may_try", lay=dict, is_exact=False)(counted(action))


# Classes


def signed_in_once() -> Facts:
    client = browser(0)
    client.force_login(teacher())
    return {"session": client.cookies[settings.SESSION_COOKIE_NAME].value}


@row("classes of one name", may=1, guards="views_classes.new", lay=signed_in_once)
def new_class(facts: Facts, shot: int) -> bool:
    """However often one form is sent, it is one class."""
    client = browser(shot)
    client.cookies[settings.SESSION_COOKIE_NAME] = facts["session"]
    answer = client.post(reverse("class_new"), {"name": "4B"})
    assert answer.status_code in (200, 302), answer.status_code
    return bool(answer.status_code == 302)


def class_in_a_file() -> Facts:
    """A class as a file alone."""
    ana = teacher()
    classroom = make_class(ana, "4B", ["Bea"])
    file = out_of(classroom).getvalue().hex()
    roster.forget_classroom(classroom)
    return {"teacher": ana.pk, "file": file}


@row("classes of one file", may=1, guards="storing._show", lay=class_in_a_file)
def class_read_in(facts: Facts, shot: int) -> bool:
    archive = Archive(BytesIO(bytes.fromhex(facts["file"])))
    by = Teacher.objects.get(pk=facts["teacher"])
    try:
        storing.store(archive, checking.check(archive), by=by, renames=False)
    except NameTakenError:
        return False
    return True


# The second factor


def two_factors() -> Facts:
    ana, secret = teacher(), generate_totp_secret()
    TOTP.activate(ana, secret)
    return {"teacher": ana.pk, "secret": secret, "paper": RecoveryCodes.activate(ana).get_unused_codes()[0]}


def typed(facts: Facts, code: str) -> CodeForm:
    request = RequestFactory().post("/", REMOTE_ADDR=ADDRESS)
    request.user = Teacher.objects.get(pk=facts["teacher"])
    with context.request_context(request):
        form = CodeForm(user=request.user, data={"code": code})
        form.is_valid()
    return form


@row("a code on paper", may=1, guards="second_factor.clean_code", lay=two_factors)
def paper(facts: Facts, shot: int) -> bool:
    return typed(facts, facts["paper"]).is_valid()


@row("a code of the phone", may=1, guards="second_factor.clean_code", lay=two_factors)
def phone(facts: Facts, shot: int) -> bool:
    counter = next(iter(yield_hotp_counters_from_time()))
    return typed(facts, format_hotp_value(hotp_value(facts["secret"], counter))).is_valid()


@row("wrong codes of an account", may=10, guards="second_factor.clean_code", lay=two_factors)
def wrong_code(facts: Facts, shot: int) -> bool:
    (error,) = typed(facts, "no code").errors.as_data()["code"]
    assert error.code in ("incorrect_code", "too_many_login_attempts")
    return bool(error.code == "incorrect_code")


# Accounts and links


def admins(facts: Facts) -> int:
    return Teacher.objects.filter(is_school_admin=True).count()


@row("the first admin of a box", may=1, guards="people.signup school_word._renewed", lay=dict, left=admins)
def sign_up(facts: Facts, shot: int) -> bool:
    said = {"email": f"teacher{shot}@school.example", "name": f"Ms {shot}", "password1": "nine ate seven"}
    return bool(browser(shot).post(reverse("account_signup"), said | {"password2": "nine ate seven"}).status_code)


def a_reset_link() -> Facts:
    ana = teacher()
    return {"link": [user_pk_to_url_str(ana), default_token_generator.make_token(ana)]}


@row("a link to a new password", may=1, guards="accounts.save", lay=a_reset_link)
def reset(facts: Facts, shot: int) -> bool:
    client = browser(shot)
    found = client.get(reverse("account_reset_password_from_key", args=facts["link"]))
    if found.status_code != 302:
        return False
    password = f"nine ate {shot} seven"
    return bool(client.post(found["Location"], {"password1": password, "password2": password}).status_code == 302)


# Classes


def an_invitation() -> Facts:
    classroom = make_class(teacher(), "4B", [])
    return {"invitation": co_teachers.invite(classroom=classroom, email="ben@school.example", by=teacher("ben")).pk}


@row("an invitation", may=1, guards="co_teachers.accept", lay=an_invitation)
def invitation(facts: Facts, shot: int) -> bool:
    asked = Invitation.objects.filter(pk=facts["invitation"]).first()
    try:
        co_teachers.accept(asked, Teacher.objects.get(email="ben@school.example")) if asked else None
    except Gone:
        return False
    return asked is not None


def a_class() -> Facts:
    make_class(teacher(), "4B", [])
    return {}


@row("invitations to a class", may=co_teachers.MOST_INVITATIONS, guards="co_teachers.invite", lay=a_class)
def invite(facts: Facts, shot: int) -> bool:
    ana, classroom = Teacher.objects.get(), Classroom.objects.get()
    try:
        return bool(co_teachers.invite(classroom=classroom, email=f"teacher{shot}@school.example", by=ana).pk)
    except co_teachers.TooManyError:
        return False


MANY = ("ana", "ben", "cleo", "dora")


def many(make: Callable[[Teacher], object]) -> Facts:
    for name in MANY:
        make(teacher(name))
    return {}


def teacher_of(shot: int) -> str:
    """Each of them in turn, whoever has left meanwhile."""
    return f"{MANY[shot % len(MANY)]}@school.example"


def owner(who: Teacher) -> object:
    classroom, _made = Classroom.objects.get_or_create(pk=1, defaults={"name": "4B"})
    return Teaching.objects.create(classroom=classroom, teacher=who)


def owners(facts: Facts) -> int:
    return Teaching.objects.filter(is_owner=True).count()


@row("the last owner of a class", may=1, guards="co_teachers._keep_an_owner", lay=lambda: many(owner), left=owners)
def leave(facts: Facts, shot: int) -> bool:
    mine = Teaching.objects.filter(teacher__email=teacher_of(shot)).first()
    try:
        co_teachers.leave(mine) if mine else None
    except (co_teachers.LastOwnerError, Gone):
        return False
    return True


def admin(who: Teacher) -> object:
    return Teacher.objects.filter(pk=who.pk).update(is_school_admin=True)


@row("the last admin of a school", may=1, guards="school.set_admin", lay=lambda: many(admin), left=admins)
def no_admin(facts: Facts, shot: int) -> bool:
    everybody = list(Teacher.objects.order_by("pk"))
    try:
        school.set_admin(everybody[shot % 4], False)
    except school.LastAdminError:
        return False
    return True
