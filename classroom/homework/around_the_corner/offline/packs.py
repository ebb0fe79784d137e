"""Packs: sums stored on a child's device, for practice without a connection.

A pack is a run of the child's own due sums, drawn like the next questions of a practice. Its contents are signed and
stored only on the device: the server has nothing of a pack until its answers are handed in. The device also has the
answers of its sums. That does no harm: there is no opponent, every sum can be worked out, and the server judges each
card again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Self

from django.contrib.staticfiles.storage import staticfiles_storage
from django.core import signing
from django.db.models import Max
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac

from classroom import persons
from classroom.homework import assignments as tasks
from classroom.homework import units
from classroom.homework.around_the_corner import practice as practices
from classroom.homework.around_the_corner.boxes import Boxes, next_sums
from classroom.homework.around_the_corner.forms import PracticeForm
from classroom.models import Homework, Student
from game.around_the_corner import practice as rounds
from game.clock import now_ms
from game.codes import table_code
from game.rules.around_the_corner import practice as rules
from game.rules.around_the_corner.facts import Fact
from game.rules.around_the_corner.practice import RUN, Question
from game.tables import new_seed

SALT = "classroom.homework.offline"
LONGEST_DAYS = 30
"""Days after its creation within which a pack may be handed in."""
MOST = 40
"""Sums of the longest pack, about eight minutes."""
TASKS = 3
"""Most open homeworks that get a pack, those that end first."""


@dataclass(frozen=True, slots=True)
class Pack:
    """A run of facts for a student, and the seed of its hands; `code` is that of the table at which it is handed in.

    `given_at` is ms since 1970.
    """

    student: int
    homework: int | None
    options: Mapping[str, Any]
    facts: tuple[Fact, ...]
    seed: int
    code: str
    given_at: int

    def signed(self) -> str:
        facts = [list(fact) for fact in self.facts]
        whole = [self.student, self.homework, dict(self.options), facts, self.seed, self.code, self.given_at]
        return signing.dumps(whole, salt=SALT, compress=True)

    @classmethod
    def read(cls, signed: str) -> Self:
        """Return the pack that was signed as this text. Raises signing.BadSignature."""
        student, homework, options, facts, seed, code, given_at = signing.loads(
            signed, salt=SALT, max_age=LONGEST_DAYS * 24 * 3600
        )
        return cls(student, homework, options, tuple(Fact(*fact) for fact in facts), seed, code, given_at)

    def questions(self) -> Iterator[list[Question]]:
        """Yield for each fact its questions at its own place of the run and at every later one, since a repeated sum
        shifts those behind it."""
        before, places = rules.start(self.options, self.seed), range(1, len(self.facts) + 1)
        for first, fact in enumerate(self.facts):
            yield [rules.question_at(before, fact, place) for place in places[first:]]


def packs_for(student: Student) -> list[tuple[Pack, Homework | None]]:
    """Return the packs for this child's device: the rest of each open homework, and a run of its own practice."""
    boxes = Boxes(practices.history(student))
    open_tasks = [task for task in tasks.open_for(student) if units.of(task).sums]
    wanted = [
        (task, min(MOST, units.of(task).sums_left(task, tasks.done_of(task, student)))) for task in open_tasks[:TASKS]
    ]
    found: list[tuple[Pack, Homework | None]] = [
        (_packed(student, boxes, task.options, length, task), task) for task, length in wanted if length
    ]
    return [*found, (_packed(student, boxes, _own_options(student), RUN), None)]


def _own_options(student: Student) -> Mapping[str, Any]:
    """Return the options of the child's newest own practice, or the form's defaults."""
    newest = practices.of(student).filter(homework=None, round__table__game=rounds.GAME).order_by("-pk").first()
    if newest:
        return newest.round.options
    offered = PracticeForm({name: field.initial for name, field in PracticeForm().fields.items()})
    offered.full_clean()
    return offered.options()


def _packed(
    student: Student, boxes: Boxes, options: Mapping[str, Any], length: int, homework: Homework | None = None
) -> Pack:
    kept = rounds.kept(options) | practices.pictures(student)
    # the device repeats missed sums itself
    facts = next_sums(boxes, rules.start(kept, 0).facts, length, now_ms(), run=min(RUN, length))
    owner = persons.place_in(student, homework.classroom_id) if homework else student
    return Pack(owner.pk, homework.pk if homework else None, kept, facts, new_seed(), table_code(), now_ms())


# Values by which the device decides whether to store a page


def owner_id(student: Student) -> str:
    """Return an opaque id by which a device tells this child's sums from another's; it is the same in all the child's
    classes."""
    first = persons.rows_of(student).order_by("pk").values_list("pk", flat=True).first()
    return salted_hmac(SALT, str(first)).hexdigest()[:16]


def edition(student: Student) -> str:
    """Return a hash that changes with the page that this child's device should store: with Cardinal's version, the
    language or settings, open homework, or new answers; and every week, long before its packs are too old. Two
    queries."""
    version = getattr(staticfiles_storage, "manifest_hash", "")
    open_tasks = list(tasks.open_for(student).values_list("pk", flat=True))
    newest = practices.of(student).aggregate(at=Max("round__events__at"))["at"]
    week = timezone.localdate().isocalendar()[:2]
    told = [version, translation.get_language(), student.needs, student.chosen, open_tasks, newest, week]
    return sha256(repr(told).encode()).hexdigest()[:16]
