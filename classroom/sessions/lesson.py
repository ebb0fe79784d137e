"""A lesson of short rounds: a class may play rounds of a few minutes, each a session that continues the one before on
the same day. The lesson ends after the chosen number of rounds, or when the teacher ends it."""

from collections.abc import Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from django.utils.translation import gettext as _

from classroom.models import ClassSession
from classroom.sessions import teams
from classroom.sessions.lifecycle import is_round
from classroom.sessions.shared_options import LESSON_ROUNDS

EVER = 1000
"""Sessions among which the best round is searched: all of some years."""
A_DAY = 50
"""Sessions that include all rounds of one day, since a lesson has no others."""


class LessonRounds(NamedTuple):
    """The `rounds` of a lesson up to a session that is its last so far; a session that is no round is alone. `earlier`
    are all rounds of the class with the same length, the newest first; `planned` is the chosen number of rounds, 0 for
    no limit."""

    rounds: list[ClassSession]
    earlier: list[ClassSession]
    planned: int

    @property
    def words(self) -> str:
        """Return which round the last one is, and of how many."""
        if self.planned:
            return _("Round %(n)s of %(planned)s") % {"n": len(self.rounds), "planned": self.planned}
        return _("Round %(n)s") % {"n": len(self.rounds)}

    @property
    def goes_on(self) -> bool:
        """Return whether another round may follow; the last one shows the celebration instead."""
        last = self.rounds[-1]
        return is_round(last) and not (last.podium or last.lesson_over or len(self.rounds) == self.planned)


def lesson_of(session: ClassSession, most: int = EVER) -> LessonRounds:
    """Return the lesson of which this session is a round; `earlier` is searched among the `most` sessions before it.
    One query for a round, none for another session."""
    if not is_round(session):
        return LessonRounds([session], [], 1)
    alike = teams.alike_before(session, most=most)
    earlier = [each for each in alike if each.options.get("minutes") == session.options["minutes"]]
    chain = [session, *(before for _after, before in takewhile(_goes_on_from, pairwise([session, *earlier])))]
    planned = LESSON_ROUNDS.of(session.options)
    return LessonRounds(_since_the_last_end(chain[::-1], planned), earlier, planned)


def _goes_on_from(pair: tuple[ClassSession, ClassSession]) -> bool:
    after, before = pair
    return after.previous_id == before.pk and after.day == before.day


def _since_the_last_end(chain: Sequence[ClassSession], planned: int) -> list[ClassSession]:
    """Return the rounds of the last one's lesson: a new lesson begins after each round that ended one."""
    lesson: list[ClassSession] = []
    for each in chain:
        if lesson and (lesson[-1].lesson_over or len(lesson) == planned):
            lesson = []
        lesson.append(each)
    return lesson
