"""Between two short rounds: what the class did together, beside its round before and its best one, and who is thanked.

A class may play a lesson as rounds of at most ROUND_MINUTES, each a session that goes on from the one before.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from classroom.live.projector.goal import WIDTH
from classroom.models import Classroom, ClassSession
from classroom.naming.characters import DressedFace, dressed
from classroom.reports.pages.catalogue import report_of
from classroom.sessions import counts, teams
from classroom.sessions.after.praise import praise

ROUND_MINUTES = 5
THANKED = 3
EVER = 1000
"""Sessions in which the best round is looked for: all of some years."""
COUNT_IN_MS = 3000
"""So long 3, 2, 1 lasts on every screen."""


class RoundRecord(NamedTuple):
    """What all placed in this round, in the one before in this lesson, and in the best one so far; None where there is
    none."""

    now: int
    before: int | None
    best: int | None

    @property
    def whole(self) -> int:
        """Return what the whole length of the bar stands for: a little more than there ever was; in a first round, what
        there is."""
        if self.before is None and self.best is None:
            return max(self.now, 1)
        return max(self.now, self.before or 0, self.best or 0, 1) * 11 // 10 + 1

    @property
    def bar(self) -> int:
        return self.now * WIDTH // self.whole

    @property
    def tick(self) -> int:
        return (self.before or 0) * WIDTH // self.whole

    @property
    def tick_text(self) -> int:
        """Return where the words under the tick end, beside those of the best round."""
        return max(WIDTH * 14 // 100, min(self.tick, WIDTH * 78 // 100))

    @property
    def flag(self) -> int:
        """Return where the flag stands: at the best round, this one where it is that."""
        return max(self.now, self.best or 0) * WIDTH // self.whole

    @property
    def is_best(self) -> bool:
        return self.best is not None and self.now > self.best

    @property
    def more(self) -> int:
        """Count beyond the round before; 0 where it is not more."""
        return max(0, self.now - (self.before or 0)) if self.before is not None else 0

    @property
    def is_less(self) -> bool:
        return self.before is not None and self.now < self.before

    @property
    def to_best(self) -> int:
        """Count that the best round is ahead."""
        return max(0, (self.best or 0) - self.now)


class Thanks(NamedTuple):
    """A face and what it is thanked for."""

    face: DressedFace
    words: str


def is_round(session: ClassSession) -> bool:
    minutes = session.options.get("minutes")
    return minutes is not None and minutes <= ROUND_MINUTES


def context(session: ClassSession) -> dict[str, Any]:
    """Return what the class is shown between this round and the next."""
    alike = teams.alike_before(session, most=EVER)
    earlier = [each for each in alike if each.options.get("minutes") == session.options["minutes"]]
    lesson = _lesson(session, earlier)
    placed = {round_before: n for round_before, n in counts.placed_in(earlier).items() if n}
    before = placed.get(lesson[0].pk) if lesson else None
    record = RoundRecord(counts.placed_by(session).total(), before, max(placed.values(), default=None))
    learnt = report_of(session.game).learnt(session, earlier[0]) if earlier else None
    return {"record": record, "round": len(lesson) + 1, "learnt": learnt, "thanks": _thanks(session)}


def _lesson(session: ClassSession, earlier: Sequence[ClassSession]) -> list[ClassSession]:
    """Return the rounds of this lesson before this one, the latest first: each goes on from the one before."""
    following = [session, *earlier]
    pairs = zip(following, following[1:], strict=False)
    return [before for after, before in takewhile(lambda pair: pair[0].previous_id == pair[1].pk, pairs)]


def _thanks(session: ClassSession) -> list[Thanks]:
    """Return whom to thank, by their faces; nobody where the class is not called by them."""
    if session.classroom.board_names == Classroom.BoardNames.ALIASES:
        return []
    hats = session.classroom.album
    thanked = (
        Thanks(dressed(each.student.character, each.student.colour, each.student.chosen, hats=hats), each.words)
        for each in praise(session)
    )
    return [thanks for thanks in thanked if thanks.face.character][:THANKED]
