"""The projector of a class session: the way in, then only class totals, never who is slow or wrong.

A page load and a push use the same functions and the same partials.
"""

from collections import defaultdict
from collections.abc import Collection
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse

from classroom.challenges.standing import shown_to
from classroom.joining.arrivals import Arrival, arrivals, count_html, count_of, for_board, names_html
from classroom.joining.sign_in import board_pictures
from classroom.live.projector import between, celebration
from classroom.live.projector.goal import goal_of, rope
from classroom.live.projector.season import season_of
from classroom.models import ClassSession
from classroom.naming.characters import DressedFace, dressed
from classroom.server.http.links import qr, reachable_url
from classroom.server.http.polling import goto
from classroom.sessions import counts, seating, teams
from classroom.sessions.games import catalogue
from classroom.sessions.lesson import lesson_of
from classroom.sessions.lifecycle import is_round
from game import clock, rooms

FULL = 100


class Run(NamedTuple):
    """A child's tile. `filled` is the share of the own cards that is placed, of FULL, in the fullest round so far; in a
    game without own decks, FULL from the first card on. A full tile stays full, so that everybody ends full, and nobody
    is seen to be slow."""

    face: DressedFace
    filled: int

    @property
    def empty(self) -> int:
        return FULL - self.filled


def runs_of(session: ClassSession) -> list[Run]:
    """Return the tiles of the children who have come, ordered by face, which reveals nothing about them."""
    counted, filled = counts.of_session(session), defaultdict[int, int](int)
    has_own_deck = catalogue.of(session.game).solo is not None
    for played, of_round in counted.rounds:
        for seat, (placed, score) in enumerate(zip(of_round.placed, of_round.scores, strict=False)):
            if placed and (student := counted.students.get((played.table_id, seat))):
                left = score if has_own_deck else 0
                filled[student] = max(filled[student], FULL * placed // (placed + left))
    came = session.attendances.order_by("student__colour", "student__character", "pk")
    rows = came.values_list("student", "student__character", "student__colour", "student__chosen")
    hats = session.classroom.album
    return [Run(dressed(*face, hats=hats), filled[student]) for student, *face in rows]


State = ClassSession.State


def join_url(request: HttpRequest, session: ClassSession) -> str:
    return reachable_url(request, reverse("join_names", args=[session.code]))


def way_in(session: ClassSession, url: str) -> dict[str, Any]:
    """Return how to enter the session: its code, and the QR code and address of `url`."""
    return {
        "session": session,
        "classroom": session.classroom,
        "qr": qr(url),
        "address": url.split("//", 1)[1].rsplit("/", 2)[0],
    }


def screen_context(session: ClassSession) -> dict[str, Any]:
    """Return the projector's context beside the lobby: only class totals, never who is slow or wrong."""
    game, placed = catalogue.of(session.game), counts.placed_by(session).total()
    known: dict[str, Any] = {"session": session, "classroom": session.classroom, "cards": placed}
    known |= {"counted": game.together_words(placed), "goal": goal_of(session, placed), "ends_at": _ends_at(session)}
    known["projected"] = game.projected(session)
    match session.options.get("together"):
        case "teams":
            known |= rope(teams.teams_of(session), placed)
        case "class":
            known["together"] = teams.together(session)
    if session.state == State.ENDED:
        known["challenge"] = shown_to(session.classroom_id)
        lesson = lesson_of(session)
        if lesson.goes_on:
            return known | between.context(lesson) | {"crowd": celebration.crowd(session)}
        return known | celebration.context(lesson.rounds, known["goal"], placed)
    if not known["projected"] and not seating.has_tables(session):
        known |= {"runs": runs_of(session), "expected": session.classroom.students.count()}
    return known


def _ends_at(session: ClassSession) -> int | None:
    """Return when the time limit ends the session, in ms since 1970; None without a limit, or while it is paused."""
    runs = session.ends_at and session.paused_at is None and session.state == State.PLAYING
    return clock.in_ms(session.ends_at) if runs and session.ends_at else None


def _count_in(session: ClassSession) -> dict[str, Any]:
    """Return the remaining ms of 3, 2, 1 if a round has just begun on every screen, and the class at its two sides;
    otherwise {}."""
    begins = session.state == State.PLAYING and is_round(session) and session.previous_id is not None
    if not begins or session.started_at is None:
        return {}
    left = between.COUNT_IN_MS - round((clock.now() - session.started_at).total_seconds() * 1000)
    if left <= 0:
        return {}
    crowd = celebration.crowd(session)
    return {"count_in": left, "sides": (crowd[::2], crowd[1::2]), "lesson": lesson_of(session)}


def projector_context(session: ClassSession, url: str) -> dict[str, Any]:
    """Return the context of the projector's page: always the way in, and either the arrivals or the class totals."""
    ways = way_in(session, url) | board_pictures.context(session, "screen") | _eyes_up(session)
    ways["has_sky"] = catalogue.of(session.game).is_under_the_sun(session.options)
    if session.state != State.LOBBY:
        return ways | screen_context(session) | _count_in(session)
    shown = for_board(session, arrivals(session))
    known = {
        "arrivals": shown,
        "count": count_of(session, shown),
        "goal": goal_of(session, 0),
        "season": season_of(session),
    }
    return ways | known


def screen_html(session: ClassSession) -> str:
    return render_to_string("classroom/live/projector/_screen.html", screen_context(session))


def screen_frame(session: ClassSession) -> str:
    """Return the frame that updates the projector, or redirects it to the next session."""
    following = session.following.order_by("-pk").first()
    if following:
        return goto(reverse("session_screen", args=[following.pk]))
    if session.state == State.LOBBY:
        return "".join((parts(session) | lobby_parts(session, arrivals(session))).values())
    return "".join(parts(session).values()) + eyes_up_html(session)


def lobby_parts(session: ClassSession, everybody: Collection[Arrival]) -> dict[str, str]:
    """Return the fragments that show who is in, by name."""
    names = {f"name {child.student}": names_html([child]) for child in for_board(session, everybody)}
    return names | {"count": count_html(count_of(session, everybody))}


def eyes_up_html(session: ClassSession) -> str:
    """Return the fragment that covers the page during *Eyes up!*. It needs no query, so that it comes at once."""
    return render_to_string("classroom/live/projector/_eyes_up.html", _eyes_up(session))


def _eyes_up(session: ClassSession) -> dict[str, Any]:
    timer = clock.in_ms(session.timer_ends_at) if session.timer_ends_at else None
    return {"up": session.paused_at is not None, "timer": timer, "of_seconds": session.timer_seconds}


def parts(session: ClassSession) -> dict[str, str]:
    """Return the fragments that change while the projector is open, by name: whether the code still admits anybody, the
    pictures to sign in with, and the class totals."""
    lock = render_to_string("classroom/live/projector/_lock.html", {"session": session})
    shown = {} if session.state == State.LOBBY else {"screen": screen_html(session)}
    return {"lock": lock, "pictures": board_pictures.html(session, "screen")} | shown


async def reload(session: ClassSession) -> None:
    """Make the projector reload its page, since the way of naming children, or the goal, has changed."""
    await rooms.publish(f"screen:{session.pk}", goto(reverse("session_screen", args=[session.pk])))
