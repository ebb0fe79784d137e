"""The teacher's lobby: arrivals and requests for admission. A page load and a push use the same function and
partial."""

from collections.abc import Collection
from typing import Any

from django.urls import reverse

from classroom.joining import join_request_list, presence
from classroom.joining.arrivals import Arrival, arrivals, count_of, for_teacher, names_html
from classroom.joining.sign_in import board_pictures
from classroom.live.projector.page import way_in
from classroom.models import Classroom, ClassSession
from classroom.server.http.drawn import drawn
from classroom.server.http.polling import goto

State = ClassSession.State
PARTS = ("awake", "wake", "start")
"""Fragments with counts: who is awake of those who came, how to wake the others, and the start button."""


def lobby_context(session: ClassSession, url: str) -> dict[str, Any]:
    """Return the context of the teacher's lobby; `url` is the address in the QR code."""
    everybody = _now(session)
    shown = {"arrivals": everybody, "count": count_of(session, everybody), "board_names": Classroom.BoardNames}
    shown |= board_pictures.context(session, "lobby")
    return way_in(session, url) | join_request_list.context(session) | shown


def lobby_frame(session: ClassSession) -> str:
    if session.state != State.LOBBY:
        return goto(reverse("session", args=[session.pk]))
    shown = "".join(parts(session, _now(session)).values()) + join_request_list.html(session)
    return shown + board_pictures.html(session, "lobby")


def parts(session: ClassSession, shown: Collection[Arrival]) -> dict[str, str]:
    """Return the fragments that show who is in and who is asleep, by name."""
    counted = count_of(session, shown)
    names = {f"name {child.student}": names_html([child]) for child in shown}
    awake, wake, start = (drawn(f"classroom/live/lobby/_{part}.html", count=counted) for part in PARTS)
    return names | {"awake": awake + wake, "start": start}


def _now(session: ClassSession) -> list[Arrival]:
    """Return the present roster for the teacher: arrivals, connection quality, absence. Two queries."""
    return for_teacher(session, arrivals(session), presence.came_to(session))
