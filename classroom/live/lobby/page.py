"""The teacher's lobby: who has come and who asks to be let in. A page load and a push use the same function and the
same partial."""

from typing import Any

from django.urls import reverse

from classroom.joining import join_request_list
from classroom.joining.arrivals import arrivals, count, count_html, for_teacher, names_html, start_html
from classroom.live.projector.page import way_in
from classroom.models import Classroom, ClassSession
from classroom.server.http.polling import goto

State = ClassSession.State


def lobby_context(session: ClassSession, url: str) -> dict[str, Any]:
    """Return what the teacher's lobby shows; `url` is the address behind the QR code."""
    everybody = for_teacher(session, arrivals(session))
    shown = {"arrivals": everybody, "count": count(session), "board_names": Classroom.BoardNames}
    return way_in(session, url) | join_request_list.context(session) | shown


def lobby_frame(session: ClassSession) -> str:
    """Return the frame that puts the teacher's lobby right."""
    if session.state != State.LOBBY:
        return goto(reverse("session", args=[session.pk]))
    counted = count(session)
    names = names_html(for_teacher(session, arrivals(session)))
    return names + count_html(counted) + start_html(counted) + join_request_list.html(session)
