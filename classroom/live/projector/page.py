"""The projector of a class session: the way in, then only class totals, never who is slow or wrong.

A page load and a push use the same functions and the same partials.

The end of a lesson on the projector: the class's common result, everybody's face, the podium on request.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom.challenges.standing import shown_to
from classroom.joining.arrivals import Arrival, arrivals, count_html, count_of, for_board, names_html
from classroom.joining.sign_in import board_pictures
from classroom.live.projector import between
from classroom.live.projector.goal import Goal, goal_of, rope
from classroom.live.projector.season import season_of
from classroom.models import ClassSession
from classroom.naming.characters import DressedFace, dressed
from classroom.reports.pages.catalogue import new_sums_in
from classroom.server.http.links import qr, reachable_url
from classroom.server.http.polling import goto
from classroom.sessions import counts, seating, teams
from classroom.sessions.games import catalogue
from classroom.sessions.lesson import lesson_of
from classroom.sessions.lifecycle import is_round
from game import clock, rooms

FULL = 100

MOST_BLOCKS = 4
"""Blocks of the podium; a place shared by more children, and all places after it, are not shown."""
FEWEST_FACTS, MOST_FACTS = 2, 3
"""Number of facts shown; a single one is left out, as it looks like a table with a gap."""


class ClassFact(NamedTuple):
    """A number of the whole class, and its label."""

    number: int
    words: str


class Evening(NamedTuple):
    """The end of a day played against the sun: the cards left in the last rounds of all tables."""

    left: int


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
            return known | between.context(lesson) | {"crowd": faces_of_all(session)}
        return known | context(lesson.rounds, known["goal"], placed)
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
    crowd = faces_of_all(session)
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


def context(lesson: Sequence[ClassSession], goal: Goal | None, placed: int) -> dict[str, Any]:
    """Return what the class is shown at the end of these rounds, with its common result. `placed` is the count of the
    last one, the only one comparable with last time."""
    session = lesson[-1]
    podium = blocks(teams.podium(*lesson, on_board=True)) if session.podium else []
    known: dict[str, Any] = {
        "crowd": faces_of_all(session),
        "first": sum(standing.place == 1 for standing in podium),
        "podium": podium,
        "evening": None if podium else evening_of(session),
    }
    if len(lesson) > 1:
        goal, placed = None, sum(counts.placed_in(lesson).values())
        if teams.has_teams(session):
            known |= rope(teams.teams_of(session, counts.of_session(*lesson).placed), placed)
        known |= {"goal": None, "cards": placed, "counted": catalogue.of(session.game).together_words(placed)}
    return known | {"facts": [] if podium else facts(lesson, goal)}


def faces_of_all(session: ClassSession) -> list[DressedFace]:
    """Return the faces of all on the roster, present or not, ordered by face."""
    students = session.classroom.students.exclude(character="").order_by("colour", "character")
    rows = students.values_list("character", "colour", "chosen")
    return [dressed(*row, hats=session.classroom.album) for row in rows]


def evening_of(session: ClassSession) -> Evening | None:
    """Return how this session's day ended; None without a sun, or without a placed card."""
    if not catalogue.of(session.game).is_under_the_sun(session.options):
        return None
    rounds = counts.of_session(session).rounds
    last = {played.table_id: counted.scores for played, counted in rounds if any(counted.placed)}
    return Evening(sum(map(sum, last.values()))) if last else None


def blocks(podium: Sequence[teams.Standing]) -> list[teams.Standing]:
    """Return the children of a podium who fit on its blocks: only whole places, none if too many share the first."""
    return [each for each in podium if sum(other.place <= each.place for other in podium) <= MOST_BLOCKS]


def facts(lesson: Sequence[ClassSession], goal: Goal | None) -> list[ClassFact]:
    """Return two or three facts, those that the class can be proudest of first."""
    found = [ClassFact(goal.goal, _("goal reached"))] if goal and goal.reached else []
    if new := new_sums_in(lesson):
        found.append(ClassFact(new, ngettext("new sum known", "new sums known", new)))
    if rounds := len(lesson) if len(lesson) > 1 else counts.of_session(lesson[0]).played_out:
        found.append(ClassFact(rounds, ngettext("round played", "rounds played", rounds)))
    if children := counts.students(*lesson):
        found.append(ClassFact(children, ngettext("child played", "children played", children)))
    return found[:MOST_FACTS] if len(found) >= FEWEST_FACTS else []
