"""Packs: sums stored on a child's device, for practice without a connection.

A pack is a run of the child's own due sums, drawn like the next questions of a practice. Its contents are signed and
stored only on the device: the server has nothing of a pack until its answers are handed in. The device also has the
answers of its sums. That does no harm: there is no opponent, every sum can be worked out, and the server judges each
card again.

The page's context holds every sum of the packs with all sentences about it, as the page has no server to ask, and its
script contains no words.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple, Self

from django.contrib.staticfiles.storage import staticfiles_storage
from django.core import signing
from django.db.models import Max
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.safestring import SafeString

from classroom import persons
from classroom.homework import assignments as tasks
from classroom.homework import units
from classroom.homework.around_the_corner import practice as practices
from classroom.homework.around_the_corner import practice_page
from classroom.homework.around_the_corner.boxes import Boxes, next_sums
from classroom.homework.around_the_corner.forms import PracticeForm
from classroom.joining import device
from classroom.joining.device import SHARED, has_a_card
from classroom.joining.visitor import VisitorRequest
from classroom.models import Homework, Student
from classroom.server.time_zone import DAY_MS
from game.around_the_corner import practice as rounds
from game.clock import now_ms
from game.codes import table_code
from game.rules import picture_ladder
from game.rules.around_the_corner import Options
from game.rules.around_the_corner import practice as rules
from game.rules.around_the_corner.cards import CARDS, Card
from game.rules.around_the_corner.facts import Fact
from game.rules.around_the_corner.practice import RUN, Question
from game.rules.picture_ladder import NEVER, NONE, SOON_MS, LadderRow
from game.screens.number_pictures import TEN, ten_frames
from game.tables import new_seed

SALT = "classroom.homework.offline"
LONGEST_DAYS = 30
"""Days after its creation within which a pack may be handed in."""
MOST = 40
"""Sums of the longest pack, about eight minutes."""
TASKS = 3
"""Most open homeworks that get a pack, those that end first."""


class CardLook(NamedTuple):
    """Drawing of all cards with this number and step, and this sign before it."""

    card: Card
    ids: str
    sign: str


class OfferedSum(NamedTuple):
    """A question's words and pictures. `hands` are its hands at its possible places, as card ids."""

    top: Card
    asked: list[str]
    answered: list[str]
    yes: str
    no: list[tuple[int, str]]
    answer: int
    before: SafeString
    both_ways: SafeString
    one_way: SafeString
    hands: str


class OfferedRun(NamedTuple):
    """A pack as offered: for a homework with its progress and last day. `ladder` is the child's ladder of number
    pictures as a transition table."""

    signed: str
    code: str
    length: int
    sums: list[OfferedSum]
    task: dict[str, Any] | None
    sign: str
    ladder: list[LadderRow]


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


def keeps_sums(request: VisitorRequest, student: Student) -> bool:
    """Return whether this device may store the child's sums: it has scanned a card that works at all hours.

    A device used in a lesson, or shared by children, may be another child's within the hour.
    """
    return has_a_card(request) and not request.session.get(SHARED) and not device.keeps_hours(student)


def offer(request: VisitorRequest, student: Student) -> dict[str, Any]:
    """Return what a page of practice tells the device: whose sums it may store now, and their edition."""
    offered = {"whose": owner_id(student), "edition": edition(student)} if keeps_sums(request, student) else None
    return {"with_card": has_a_card(request), "offline": offered}


def context(student: Student) -> dict[str, Any]:
    packs = packs_for(student)
    runs = [_run(student, pack, task) for pack, task in packs]
    pictured = any(is_pictured(run.ladder) for run in runs)
    return {
        "student": student,
        "whose": owner_id(student),
        "until": now_ms() + LONGEST_DAYS * DAY_MS,
        "runs": runs,
        "faces": _faces({run.sign for run in runs}),
        "frame": pictured,
        "soon_ms": SOON_MS,
        "ten_frames": ten_frames(tuple(range(1, TEN + 1))) if pictured else "",
    }


def is_pictured(ladder: Sequence[LadderRow]) -> bool:
    """Return whether this child may see counters on the cards, and the hops, before it plays a card."""
    return any(NONE < row.rung < NEVER for row in ladder)


def _run(student: Student, pack: Pack, task: Any) -> OfferedRun:
    done = tasks.done_of(task, student) if task else None
    told = {"progress": units.of(task).how_far(task, done), "last_day": tasks.last_day(task)} if task and done else None
    start = rules.start(pack.options, pack.seed)
    ladder = picture_ladder.table(start.ladder, moves=start.moves)
    options, pictured = start.options, is_pictured(ladder)
    sums = [
        _sum(fact, questions, options, pictured) for fact, questions in zip(pack.facts, pack.questions(), strict=True)
    ]
    return OfferedRun(pack.signed(), pack.code, len(sums), sums, told, options.sign, ladder)


def _sum(fact: Fact, questions: list[Question], options: Options, pictured: bool) -> OfferedSum:
    top = questions[0].top
    hands = "|".join(" ".join(str(held.id) for held in question.hand) for question in questions)
    others = sorted({held.number for question in questions for held in question.hand} - {fact.answer})
    return OfferedSum(
        top,
        practice_page.spelled(top, options, answers=False),
        practice_page.spelled(top, options, answers=True),
        practice_page.fits(fact),
        [(number, practice_page.does_not_fit(number, fact, options)) for number in others],
        fact.answer,
        practice_page.hops_both_ways(fact, options, named=False) if pictured else SafeString(),
        practice_page.hops_both_ways(fact, options),
        practice_page.hops(fact, options),
        hands,
    )


def _faces(signs: Set[str]) -> list[CardLook]:
    looks = {(card.number, card.step): card for card in reversed(CARDS)}
    return [
        CardLook(card, " ".join(str(same.id) for same in CARDS if (same.number, same.step) == look), sign)
        for sign in sorted(signs, reverse=True)
        for look, card in sorted(looks.items())
    ]
