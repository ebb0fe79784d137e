"""Packs: sums that a child's device keeps, to be practised without a line.

A pack is a run of the child's own due sums, drawn as the next questions of a practice would be. What is in it is signed
and goes to the device with it: the server keeps nothing of a pack until its answers are handed in. The device holds the
answers of its sums too. Nobody is played against, every sum can be worked out by who reads it, and the server judges
each card again: there is nothing to win by looking.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Self

from django.contrib.staticfiles.storage import staticfiles_storage
from django.core import signing
from django.db.models import Max
from django.utils import translation
from django.utils.crypto import salted_hmac

from classroom import persons
from classroom.homework import assignments as tasks
from classroom.homework import units
from classroom.homework.around_the_corner import practice as practices
from classroom.homework.around_the_corner.boxes import Boxes, PracticeRun, choose
from classroom.homework.around_the_corner.forms import PracticeForm
from classroom.models import Homework, Student
from game.around_the_corner import practice as rounds
from game.clock import now_ms
from game.codes import table_code
from game.rules.around_the_corner import practice as rules
from game.rules.around_the_corner.facts import Fact
from game.rules.around_the_corner.practice import RUN, Question

SALT = "classroom.homework.offline"
LONGEST_DAYS = 30
"""So long after it was given a pack may be handed in."""
MOST = 40
"""Sums of the longest pack: about eight minutes."""
TASKS = 3
"""Packs for so many open homeworks, the nearest end first."""


@dataclass(frozen=True, slots=True)
class Pack:
    """A run of facts for a student, and the seed of its hands; `code` is that of the table it is handed in at.

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
        """Return the pack that was given out as this text. Raises signing.BadSignature for any other."""
        student, homework, options, facts, seed, code, given_at = signing.loads(
            signed, salt=SALT, max_age=LONGEST_DAYS * 24 * 3600
        )
        return cls(student, homework, options, tuple(Fact(*fact) for fact in facts), seed, code, given_at)

    def questions(self) -> Iterator[list[Question]]:
        """Yield for each fact the questions that it makes at its own place of the run and at every later one: a sum
        that was missed comes again and puts off those behind it."""
        before, places = rules.start(self.options, self.seed), range(1, len(self.facts) + 1)
        for first, fact in enumerate(self.facts):
            yield [rules.question_at(before, fact, place) for place in places[first:]]


def packs_for(student: Student) -> list[tuple[Pack, Homework | None]]:
    """Return what this child's device is to keep: what is left of each open homework, and a run of their own."""
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
    """Return the options of the child's newest practice of their own; before the first those that the form offers."""
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
    facts = _run(boxes, rules.start(kept, 0).facts, length)
    owner = persons.place_in(student, homework.classroom_id) if homework else student
    return Pack(owner.pk, homework.pk if homework else None, kept, facts, rounds.new_seed(), table_code(), now_ms())


def _run(boxes: Boxes, among: Sequence[Fact], length: int) -> tuple[Fact, ...]:
    """Return the facts of the next questions as if each were known at once; what is missed the device puts again."""
    run = PracticeRun(length=min(RUN, length))
    for _ in range(length):
        run = run._replace(asked=(*run.asked, choose(boxes, among, run, now_ms())))
    return run.asked


# What the device asks before it keeps a page


def whose(student: Student) -> str:
    """Return by what a device tells this child's sums from another's; it says nothing of the child, and is the same in
    all its classes."""
    first = persons.rows_of(student).order_by("pk").values_list("pk", flat=True).first()
    return salted_hmac(SALT, str(first)).hexdigest()[:16]


def edition(student: Student) -> str:
    """Return what tells the page that this child's device should keep now from any older one: another version of
    Cardinal, language or setting, other homework, or something answered since. Two queries."""
    version = getattr(staticfiles_storage, "manifest_hash", "")
    open_tasks = list(tasks.open_for(student).values_list("pk", flat=True))
    newest = practices.of(student).aggregate(at=Max("round__events__at"))["at"]
    told = [version, translation.get_language(), student.needs, student.chosen, open_tasks, newest]
    return sha256(repr(told).encode()).hexdigest()[:16]
