"""The end of a lesson on the projector: the class's common result, everybody's face, the podium on request."""

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


def context(lesson: Sequence[ClassSession], goal: Goal | None, placed: int) -> dict[str, Any]:
    """Return what the class is shown at the end of these rounds, with its common result. `placed` is the count of the
    last one, the only one comparable with last time."""
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
