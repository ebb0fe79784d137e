"""Forms that were posted after the sign-in had expired, kept in the browser's session until the next sign-in.

A form is kept only from a browser at which a teacher signed in before, so strangers cannot fill the database, and it is
shown only to the teacher who last signed in there: a computer of a staff room serves several.
"""

from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse

from classroom import known_browsers
from classroom.models import Teacher
from classroom.server.http import errors

KEY = "typed"
LONGEST = 100_000
"""Characters of a form that is kept. A form with only a button is not kept, as the button can be pressed again."""


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
