"""Context of the page for offline practice: every sum of the packs with all sentences about it, as the page has no
server to ask, and its script contains no words."""

from collections.abc import Sequence, Set
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from classroom.homework import assignments as tasks
from classroom.homework import units
from classroom.homework.around_the_corner import practice_page
from classroom.homework.around_the_corner.offline.packs import LONGEST_DAYS, Pack, edition, owner_id, packs_for
from classroom.joining import device
from classroom.joining.device import SHARED, has_a_card
from classroom.joining.visitor import VisitorRequest
from classroom.models import Student
from classroom.server.time_zone import DAY_MS
from game.clock import now_ms
from game.rules import picture_ladder
from game.rules.around_the_corner import Options
from game.rules.around_the_corner import practice as rules
from game.rules.around_the_corner.cards import CARDS, Card
from game.rules.around_the_corner.facts import Fact
from game.rules.around_the_corner.practice import Question
from game.rules.picture_ladder import NEVER, NONE, SOON_MS, LadderRow
from game.screens.number_pictures import TEN, ten_frames


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
