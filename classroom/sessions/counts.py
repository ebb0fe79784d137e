"""What the children of a class session placed: the one count behind every page that says so."""

from collections import Counter
from collections.abc import Set
from typing import Any

from classroom.models import ClassSession, Student
from classroom.sessions.games import catalogue, counting
from classroom.sessions.rounds import rounds_of


def summary(session: ClassSession) -> dict[str, Any]:
    """Return what the children did together, and the rounds: the same on the page after a session and in its report."""
    game, lines = catalogue.of(session.game), rounds_of(session)
    shown = {"rounds": lines, "round_count": len(lines), "score_head": game.score_head}
    return shown | game.totals(session)


def placed_by(session: ClassSession, student: Student | None = None, kinds: Set[str] = frozenset()) -> Counter[int]:
    """Count by student what they placed (a card, a sum), or the lines of these kinds."""
    wanted = kinds or catalogue.of(session.game).placed
    placed: Counter[int] = Counter()
    for (who, _kind), count in counting.counts(session, wanted, student).items():
        placed[who] += count
    return placed
