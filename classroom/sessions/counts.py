"""Count of what the children of a class session placed, for every page that says so."""

from collections import Counter
from typing import Any

from classroom.models import ClassSession, Student
from classroom.sessions.games import catalogue, counting
from classroom.sessions.rounds import rounds_of


def summary(session: ClassSession) -> dict[str, Any]:
    """Return what the children did together, and the rounds: the same on the page after a session and in its report."""
    game, lines = catalogue.of(session.game), rounds_of(session)
    shown = {"rounds": lines, "round_count": len(lines), "score_head": game.score_head}
    return shown | game.totals(session)


def placed_by(session: ClassSession, student: Student | None = None) -> Counter[int]:
    """Count by student what they placed: a card, a sum."""
    return counting.by_student(session, catalogue.of(session.game).placed, student)
