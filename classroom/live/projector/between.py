"""Between two short rounds: the class's result beside the round before and its best one, and thanks."""

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
"""Duration of 3, 2, 1 on every screen."""


class RoundRecord(NamedTuple):
    """Cards placed by all in this round, in the one before in this lesson, and in the best one so far; None without
    one."""

    now: int
    before: int | None
    best: int | None

    @property
    def whole(self) -> int:
        """The number at the end of the bar: a little more than the highest so far."""
        return max(self.now, self.before or 0, self.best or 0, 1) * 11 // 10 + 1

    @property
    def is_first(self) -> bool:
        """Whether there is no other round to compare with, and so no bar."""
        return self.before is None and self.best is None

    @property
    def bar(self) -> int:
        return self.now * WIDTH // self.whole

    @property
    def tick(self) -> int:
        return (self.before or 0) * WIDTH // self.whole

    @property
    def tick_text(self) -> int:
        """Position of the words under the tick, kept within the bar."""
        return max(WIDTH * 14 // 100, min(self.tick, WIDTH * 78 // 100))

    @property
    def flag(self) -> int:
        """Position of the flag: at the best round, including this one."""
        return max(self.now, self.best or 0) * WIDTH // self.whole

    @property
    def is_best(self) -> bool:
        return self.best is not None and self.now > self.best

    @property
    def more(self) -> int:
        """Cards more than in the round before; 0 if not more."""
        return max(0, self.now - (self.before or 0)) if self.before is not None else 0

    @property
    def is_less(self) -> bool:
        return self.before is not None and self.now < self.before

    @property
    def to_best(self) -> int:
        """Cards by which the best round is ahead."""
        return max(0, (self.best or 0) - self.now)


class Thanks(NamedTuple):
    """Faces, and the reason for thanking them all."""

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
    """Return the faces to thank; none if the class is shown by made-up names. A reason shared by all is said once."""
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
