"""Join requests as listed on the teacher's pages: the asking children, and whose names these are or may be."""

from difflib import SequenceMatcher
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from classroom.joining import arrivals, presence
from classroom.joining.arrivals import Arrival
from classroom.joining.sign_in import throttling
from classroom.models import ClassSession, Knock
from classroom.naming import names

SIMILAR = 0.6
"""Ratio (difflib's) from which two first names count as similar, like Zoe and Zoë, Jon and John."""


class Asker(NamedTuple):
    """A join request; `is_in`: a page of the student with that name is open on another device."""

    knock: Knock
    is_in: bool


class Names(NamedTuple):
    """A part of the roster in the list of names to choose from."""

    label: Promise
    arrivals: list[Arrival]


def context(session: ClassSession) -> dict[str, Any]:
    knocks = session.knocks.all()
    askers = [Asker(knock, presence.is_connected(knock.student_id) if knock.student_id else False) for knock in knocks]
    return {"session": session, "askers": askers, **throttling.tries_in(session.classroom)._asdict()}


def html(session: ClassSession) -> str:
    return render_to_string("classroom/joining/_join_requests.html", context(session))


def who_it_may_be(asked: Knock) -> list[Names]:
    """Return the roster: similar names first, students already in last. One query."""
    everybody = arrivals.arrivals(asked.session)
    out = [child for child in everybody if not child.here]
    parts = (
        (_("Similar names"), [child for child in out if is_similar(child.name, asked.name)]),
        (_("Not in yet"), [child for child in out if not is_similar(child.name, asked.name)]),
        (_("In already: the other device is shown out"), [child for child in everybody if child.here]),
    )
    return [Names(label, found) for label, found in parts if found]


def is_similar(one: str, other: str) -> bool:
    """Return whether two names may be the same child's: their first words are similar."""
    first, second = names.first_word(one), names.first_word(other)
    return SequenceMatcher(None, first, second).ratio() >= SIMILAR
