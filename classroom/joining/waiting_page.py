"""The waiting page of a child: address of its table, welcome, too late, result of the session, or not admitted.

Page loads, sockets and polling use the same functions and the same partial.
"""

import json
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from classroom.models import Attendance, Classroom, ClassSession, Knock, Sitting
from classroom.naming.names import to_greet
from classroom.naming.word_lists import alias
from classroom.server.http.polling import goto
from classroom.sessions import counts, seating, teams
from classroom.sessions.games import catalogue
from classroom.sessions.lesson import A_DAY, lesson_of
from classroom.sessions.lifecycle import is_round
from game import catalogue as games
from game.log.prepared import Prepared

State = ClassSession.State
KEPT = 512
"""Cached explanations, each for some options in one language."""


def table_url(session: ClassSession, student: int) -> str | None:
    """Return the address of the table where this student has to be now, or None."""
    if session.state != State.PLAYING:
        return None
    return next((reverse("table", args=[code]) for (code,) in _open_one.rows(session.pk, student)), None)


@Prepared
def _open_one(session: int, student: int) -> QuerySet[Sitting, Any]:
    present = Sitting.objects.filter(session=session, student=student, left_at=None, seat__table__closed_at=None)
    return present.values_list("seat__table__code")


class Place(NamedTuple):
    """A table of a child. `is_former`: it sat there in a finished class session, or until it moved to another table;
    `others`: its class session has more tables."""

    is_former: bool
    others: bool


_open_ones = Sitting.objects.filter(session=OuterRef("session"), left_at=None, seat__table__closed_at=None)
_sat_at = Prepared(
    lambda student, code: (
        Sitting.objects.filter(student=student, seat__table__code=code)
        .select_related("session")
        .only("session__state", "left_at")
        .annotate(others=Exists(_open_ones.exclude(seat__table__code=code)))
        .order_by()
    ),
)


def place_at(attendance: Attendance, code: str) -> Place:
    """Return the student's relation to this table. One query."""
    rows = _sat_at.all(attendance.student_id, code)
    sat = {(row.session_id, row.session.state, row.left_at): vars(row)["others"] for row in rows}
    here = (attendance.session_id, State.PLAYING, None)
    return Place(bool(sat) and here not in sat, bool(sat.get(here, False)))


def waiting_context(here: Attendance | Knock) -> dict[str, Any]:
    """Return the context for a child who is not at a table: welcome, too late for this one, the result, or please
    wait."""
    if isinstance(here, Knock):
        return {"session": here.session, "name": to_greet(here.name), "asks": True}
    session, student = here.session, here.student
    made_up = (
        alias(student.pk, session.classroom.language)
        if session.classroom.board_names == Classroom.BoardNames.ALIASES
        else ""
    )
    known = {"session": session, "name": to_greet(student.name), "alias": made_up, "child": student}
    if session.state == State.ENDED:
        known |= _how_it_went(here)
    was_ended = session.state == State.PLAYING and here.table is None and _has_sat(here)
    known["looks_on"] = seating.has_tables(session)
    return known | {"table": here.table, "team": teams.sign_of(here), "was_ended": was_ended}


def _how_it_went(here: Attendance) -> dict[str, Any]:
    """Return what a child and all together placed in a finished session; after the last of a lesson's short rounds in
    all of them, as on the board. After another short round the board says what comes next."""
    session, lesson = here.session, lesson_of(here.session, most=A_DAY)
    placed = counts.of_session(*([session] if lesson.goes_on else lesson.rounds)).placed
    cards, together, game = placed[here.student_id], placed.total(), catalogue.of(session.game)
    return {
        "placed": game.placed_words(cards) if cards else "",
        "own_team": teams.own_team(here, placed),
        "together": together,
        "together_words": game.together_words(together),
        "looks_up": is_round(session),
        "was_late": not cards and not _has_sat(here),
    }


def _has_sat(here: Attendance) -> bool:
    """Return whether the child sat at a table. One that did, and has no table while others play, lost it when the
    teacher ended it."""
    return Sitting.objects.filter(session=here.session_id, student=here.student_id).exists()


def waiting_frame(here: Attendance | Knock | None) -> str:
    """Return the frame that updates a child's page: its present words, or a redirect to its table or to the code."""
    if here is None:
        return goto(reverse("join"))
    if isinstance(here, Attendance) and (url := table_url(here.session, here.student_id)):
        return goto(url)
    return waiting_html(here)


def waiting_html(here: Attendance | Knock) -> str:
    return render_to_string("classroom/joining/_waiting.html", waiting_context(here))


def page_values(here: Attendance | Knock) -> dict[str, Any]:
    """Return the values for the rest of the waiting page, all hashable as a cache key: the same for all who wait."""
    session, asks = here.session, isinstance(here, Knock)
    there = session.game in games.CATALOGUE.games and not asks
    options = json.dumps(session.options, sort_keys=True)
    return {
        "asks": asks,
        "code": session.code,
        "game": session.game,
        "ended": session.state == State.ENDED,
        "how": _how_to_play(session.game, options, get_language()) if there else None,
        "waits": True,
    }


@lru_cache(KEPT)
def _how_to_play(game: str, options: str, language: str | None) -> Any:
    """Draw the explanation, cached for all who wait, as it takes half of the page's time."""
    return games.CATALOGUE.games[game].how_to_play(json.loads(options))
