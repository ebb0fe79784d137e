"""Forms that are sent again: those that were posted after the sign-in had expired, and double clicks.

The first are kept in the browser's session until the next sign-in. A form is kept only from a browser at which a
teacher signed in before, so strangers cannot fill the database, and it is shown only to the teacher who last signed in
there: a computer of a staff room serves several.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from classroom import known_browsers
from classroom.models import Teacher
from classroom.server.http import errors

KEY = "typed"
LONGEST = 100_000
"""Characters of a form that is kept. A form with only a button is not kept, as the button can be pressed again."""
TWICE = 60
"""Seconds in which a form that is sent a second time is recognized."""


class Typed(NamedTuple):
    """A form as it was sent: its address, its fields, and whose it is (known_browsers)."""

    address: str
    fields: list[tuple[str, str]]
    account: str


def keep(request: HttpRequest) -> str:
    """Keep the form that was sent, if any, and return the address to go to after the sign-in."""
    address, account = request.get_full_path(), known_browsers.ACCOUNTS.newest(request)
    fields = errors.fields_of(request) if request.method == "POST" else []
    if not account or len(fields) < 2 or sum(len(value) for _name, value in fields) > LONGEST:
        return address
    request.session[KEY] = Typed(address, fields, account)
    return reverse("typed")


def of(request: HttpRequest, teacher: Teacher) -> Typed | None:
    """Return the teacher's own form that was kept in this session."""
    kept = request.session.get(KEY)
    found = Typed(*kept) if kept else None
    return found if found and found.account == known_browsers.ACCOUNTS.hashed(teacher.email) else None


def answer_once(request: HttpRequest, answer_of: Callable[[], HttpResponse]) -> HttpResponse:
    """Answer a form that is sent twice like the first time, where its act is done and what it was about is gone.

    Without scripts a double click sends a form twice, and the browser shows the answer to the second one. A form is
    known by its token: each page that is drawn has another one.
    """
    if not (token := request.POST.get(errors.TOKEN)):
        return answer_of()
    form = "sent:" + sha256(f"{request.user.pk} {token} {request.path}".encode()).hexdigest()
    try:
        answer = answer_of()
    except Http404:
        if address := cache.get(form):
            return redirect(address)
        raise
    if answer.status_code == 302:
        cache.set(form, answer["Location"], TWICE)
    return answer
