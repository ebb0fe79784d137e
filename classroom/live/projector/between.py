"""Between two short rounds: what the class did together, beside the round before and its best one; who is thanked."""

from typing import Any, NamedTuple

from classroom.live.projector.goal import WIDTH
from classroom.models import Classroom
from classroom.naming.characters import DressedFace, dressed
from classroom.reports.pages.catalogue import report_of
from classroom.sessions import counts
from classroom.sessions.after.praise import in_turn, took_part
from classroom.sessions.lesson import LessonRounds

THANKED = 3
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
        """Return what the whole length of the bar stands for: a little more than there ever was."""
        return max(self.now, self.before or 0, self.best or 0, 1) * 11 // 10 + 1

    @property
    def is_first(self) -> bool:
        """Whether there is nothing beside which it could be shown, and so no bar."""
        return self.before is None and self.best is None

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
    """Faces, and what all of them are thanked for."""

    faces: list[DressedFace]
    words: str


def context(lesson: LessonRounds) -> dict[str, Any]:
    """Return what the class is shown between the last of these rounds and the next."""
    session, earlier, before = lesson.rounds[-1], lesson.earlier, lesson.rounds[-2:-1]
    placed = {each: n for each, n in counts.placed_in(earlier).items() if n}
    placed_before = placed.get(before[0].pk) if before else None
    record = RoundRecord(counts.placed_by(session).total(), placed_before, max(placed.values(), default=None))
    learnt = report_of(session.game).learnt(session, earlier[0]) if earlier else None
    return {
        "record": record,
        "lesson": lesson,
        "round": len(lesson.rounds),
        "learnt": learnt,
        "thanks": _thanks(lesson),
    }


def _thanks(lesson: LessonRounds) -> list[Thanks]:
    """Return whom to thank, by their faces; nobody where the class is not called by them. What is said of who took part
    is the same for all of them, and said once."""
    if lesson.rounds[-1].classroom.board_names == Classroom.BoardNames.ALIASES:
        return []
    hats, thanks, alike = lesson.rounds[-1].classroom.album, list[Thanks](), list[DressedFace]()
    for each in in_turn(lesson.rounds, THANKED):
        face = dressed(each.student.character, each.student.colour, each.student.chosen, hats=hats)
        if each.words == took_part(1):
            alike.append(face)
        else:
            thanks.append(Thanks([face], each.words))
    return [*thanks, Thanks(alike, took_part(len(alike)))] if alike else thanks
