"""The end of a lesson on the projector: what the class did together, everybody's face, the podium if it is wanted."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom.live.projector.goal import Goal, rope
from classroom.models import ClassSession
from classroom.naming.characters import DressedFace, dressed
from classroom.reports.pages.catalogue import new_sums_in
from classroom.sessions import counts, teams
from classroom.sessions.games import catalogue

MOST_BLOCKS = 4
"""Blocks of the podium; where more children share a place, that place and those after it are not shown."""
FEWEST_FACTS, MOST_FACTS = 2, 3
"""A fact alone looks like a table with a hole: it is left out."""


class ClassFact(NamedTuple):
    """A number of the whole class, and what it counts."""

    number: int
    words: str


class Evening(NamedTuple):
    """The end of a day that was played against the sun: how many cards were left in the last rounds of all tables."""

    left: int


def context(lesson: Sequence[ClassSession], goal: Goal | None, placed: int) -> dict[str, Any]:
    """Return what the class is shown at the end of these rounds, and what all did together in them. `placed` is what
    they put down in the last one, which is all there is to compare with last time."""
    session = lesson[-1]
    podium = blocks(teams.podium(*lesson, on_board=True)) if session.podium else []
    known: dict[str, Any] = {
        "crowd": crowd(session),
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


def crowd(session: ClassSession) -> list[DressedFace]:
    """Return everybody on the roster, there or not, in the order of the faces."""
    students = session.classroom.students.exclude(character="").order_by("colour", "character")
    rows = students.values_list("character", "colour", "chosen")
    return [dressed(*row, hats=session.classroom.album) for row in rows]


def evening_of(session: ClassSession) -> Evening | None:
    """Return how the day of this session ended; None where no sun went down, or no card was placed."""
    if not catalogue.of(session.game).is_under_the_sun(session.options):
        return None
    rounds = counts.of_session(session).rounds
    last = {played.table_id: counted.scores for played, counted in rounds if any(counted.placed)}
    return Evening(sum(map(sum, last.values()))) if last else None


def blocks(podium: Sequence[teams.Standing]) -> list[teams.Standing]:
    """Return those of a podium for whom there are blocks: whole places only, none where too many share the first."""
    return [each for each in podium if sum(other.place <= each.place for other in podium) <= MOST_BLOCKS]


def facts(lesson: Sequence[ClassSession], goal: Goal | None) -> list[ClassFact]:
    """Return two or three facts, those first that the class is proudest of."""
    found = [ClassFact(goal.goal, _("goal reached"))] if goal and goal.reached else []
    if new := new_sums_in(lesson):
        found.append(ClassFact(new, ngettext("new sum known", "new sums known", new)))
    if rounds := len(lesson) if len(lesson) > 1 else counts.of_session(lesson[0]).played_out:
        found.append(ClassFact(rounds, ngettext("round played", "rounds played", rounds)))
    if children := counts.students(*lesson):
        found.append(ClassFact(children, ngettext("child played", "children played", children)))
    return found[:MOST_FACTS] if len(found) >= FEWEST_FACTS else []
