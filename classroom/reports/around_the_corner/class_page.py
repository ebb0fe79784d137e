"""The first page of a class's reports and its fact map, as contexts of plain values.

Everything on them is about one period and one mode (scope). No numbers of a class below five students with cards: they
would be about single children (measurement.md 5.4).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

import numpy as np
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classroom.homework.catalogue import due_for_review
from classroom.measures import CLASS_MEAN_FROM_STUDENTS, ClassFit
from classroom.measures.mastery import LETTERS
from classroom.models import Classroom, ClassSession, Student
from classroom.reports.around_the_corner import words
from classroom.reports.around_the_corner.findings.ability import class_fit, is_narrowed
from classroom.reports.around_the_corner.findings.fact_maps import class_fact_map, fact_map, skill_map
from classroom.reports.around_the_corner.findings.facts import Known, Standings, standings
from classroom.reports.around_the_corner.findings.grouping import (
    CORNERS,
    Grouping,
    StudentStanding,
    figures,
    grouping,
    picture,
)
from classroom.reports.around_the_corner.findings.mistakes import Reading, readings
from classroom.reports.around_the_corner.findings.next_lesson import Sentence, sentences, weakest_first
from classroom.reports.around_the_corner.findings.retention import KeptPart, kept_over_a_break, without_looking
from classroom.reports.around_the_corner.sessions_strip import SessionLine, class_lines, lessons
from classroom.reports.around_the_corner.sources.answers import RACE, Answers, Whole, read, stamp
from classroom.reports.around_the_corner.sources.plays import Ask
from classroom.reports.around_the_corner.sources.queries import WrongCard, tally, wrong_cards
from classroom.reports.around_the_corner.sources.scope import Scope, ScopeForm, scope_form
from classroom.reports.cache import kept
from classroom.sessions import accommodations
from game.clock import now_ms
from game.models import Table
from game.rules import around_the_corner as rules

PARTS = {
    "students": gettext_lazy("Every number"),
    "picture": gettext_lazy("Picture of the class"),
    "skills": gettext_lazy("What to teach"),
    "facts": gettext_lazy("Which sums"),
    "sessions": gettext_lazy("Sessions"),
    "wrong": gettext_lazy("Wrong cards"),
    "words": gettext_lazy("Words"),
    "files": gettext_lazy("Files"),
}
"""What is one press away from the first page, by its name in the address."""
SENTENCES = 3
WRONG_SHOWN = 12
ENOUGH_CARDS = 60
"""From so many answered cards on a page says that nothing stands out, and means it (ui.md T10's first picture)."""
SORTS = {
    "name": lambda row: 0,
    "accuracy": lambda row: 2 if row.tally.accuracy.share is None else row.tally.accuracy.share,
    "speed": lambda row: -(row.tally.speed.seconds or 0),
    "missed": lambda row: -row.misses / (row.tally.chances or 1),
}
"""How the table of students may stand; what needs a look comes first."""


@dataclass(frozen=True)
class ClassPage:
    """A class in one period and mode, or (`tables`) at some tables alone; nothing is read before it is asked for."""

    classroom: Classroom
    students: Sequence[Student]
    scope: Scope
    form: ScopeForm | None = None
    tables: Sequence[int] | None = None

    @property
    def quick(self) -> float:
        """What the class calls quick, in seconds."""
        return float(self.classroom.quick_seconds)

    @property
    def players(self) -> list[int]:
        return [student.pk for student in self.students]

    @cached_property
    def stamp(self) -> str:
        if self.tables is None:
            return self.scope.stamp(self.players)
        return stamp(self.players, self.scope.mode, tables=self.tables)

    @cached_property
    def answers(self) -> Answers:
        if self.tables is None:
            return self.scope.read(self.players)
        return read(self.players, self.scope.mode, tables=self.tables)

    @cached_property
    def known(self) -> Known:
        return kept(self.stamp, f"standings:{self.quick}", lambda: standings(self.answers, self.quick))

    @cached_property
    def narrowed(self) -> bool:
        return kept(self.stamp, "narrowed", lambda: is_narrowed(self.answers))

    @cached_property
    def counted(self) -> dict[str, KeptPart]:
        """What needs no model: sums kept over a break, and taps without looking."""
        return kept(self.stamp, f"counted:{self.quick}", self._counted)

    def _counted(self) -> dict[str, KeptPart]:
        return {"over_break": kept_over_a_break(self.answers, self.quick), "blind": without_looking(self.answers)}

    @cached_property
    def fit(self) -> ClassFit:
        return kept(self.stamp, "class_fit", lambda: class_fit(self.answers))

    @property
    def facts(self) -> Standings:
        return self.known.facts

    @property
    def skills(self) -> Standings:
        return self.known.skills

    @cached_property
    def grouping(self) -> Grouping:
        numbers = kept(self.stamp, f"figures:{self.quick}", lambda: figures(self.answers, self.quick))
        return grouping(numbers, self.students, self.quick)

    @cached_property
    def readings(self) -> dict[int, Reading]:
        return kept(self.stamp, "readings", lambda: readings(self.answers))

    @cached_property
    def wrong_cards(self) -> list[WrongCard]:
        return kept(self.stamp, "wrong", lambda: wrong_cards(self.answers))

    @cached_property
    def outcomes(self) -> Whole:
        """How many answers of each student came to what (M, 8)."""
        return kept(self.stamp, "outcomes", lambda: self.answers.counted(self.answers.student, len(self.students)))

    @cached_property
    def lines(self) -> list[SessionLine]:
        return class_lines(self.classroom, self.scope, self.students, stamp=self.stamp, fit=lambda: self.fit)

    @property
    def sentences(self) -> list[Sentence]:
        """What to do next lesson, the most urgent first."""
        return sentences(self.skills, self.facts, self.readings, self.students)[:SENTENCES]

    @property
    def is_empty(self) -> bool:
        return not self.outcomes.any()

    @property
    def cards(self) -> int:
        """How many cards were answered, first answers only."""
        return int(self.outcomes[:, :4].sum())

    @property
    def evidence(self) -> dict[str, Any]:
        """What the panel for the next lesson rests on; with too few cards its silence says nothing."""
        return {"cards_read": self.cards, "too_few": self.cards < ENOUGH_CARDS, "enough_cards": ENOUGH_CARDS}

    @cached_property
    def played(self) -> int:
        return sum(tally(self.scope.mode, row).played for row in self.outcomes)

    @property
    def is_small(self) -> bool:
        return self.played < CLASS_MEAN_FROM_STUDENTS

    def student_address(self, student: int) -> str:
        return f"{reverse('student_report', args=[student])}?{self.scope.query}"

    def plays(self, **asked: Any) -> str:
        """Return the address of the plays behind a number."""
        return f"{self._plays}?{Ask(**asked).query(self.scope)}"

    @cached_property
    def _plays(self) -> str:
        return reverse("class_plays", args=[self.classroom.pk])


def class_page(classroom: Classroom, data: Mapping[str, Any]) -> ClassPage:
    students = list(classroom.students.all())
    form = scope_form(data, [student.pk for student in students])
    return ClassPage(classroom, students, form.scope, form)


def known_sums(classroom: Classroom) -> dict[int, tuple[int, ...]]:
    """Return by student how many sums have each of LETTERS, as the class's page says when it is opened."""
    page = class_page(classroom, {})
    if page.is_empty:
        return {}
    counts = np.stack([(page.facts.letter == place).sum(axis=1) for place in range(len(LETTERS))], axis=1)
    return {student.pk: tuple(row) for student, row in zip(page.students, counts.tolist(), strict=True)}


def next_lesson(classroom: Classroom) -> list[Sentence]:
    """Return what stands on the class's page when it is opened."""
    page = class_page(classroom, {})
    return [] if page.is_empty else page.sentences


def after_session(session: ClassSession) -> dict[str, Any]:
    """Return what is worth a look next lesson, from this session's own cards (ui.md T9); links lead to its days."""
    page = session_page(session)
    if page.is_empty and session.game != rules.NAME:
        return {}
    said = {"sentences": _sentences(page), "small": page.is_small} if not page.is_empty else {}
    return {"scope": page.scope, "looked": bool(page.tables)} | page.evidence | said


def session_page(session: ClassSession) -> ClassPage:
    """Return the page over the session's own tables."""
    first, last = timezone.localdate(session.opened_at), timezone.localdate(session.ended_at)
    scope = Scope(session.options.get("mode", RACE), first, last)
    tables = list(Table.objects.filter(seats__sitting__session=session).values_list("pk", flat=True).distinct())
    return ClassPage(session.classroom, list(session.classroom.students.all()), scope, tables=tables)


def page_of_part(page: ClassPage, part: str, sort: str) -> dict[str, Any]:
    """Return the context of the class's first page, or of one of its PARTS, one press away."""
    context = {"classroom": page.classroom, "form": page.form, "scope": page.scope, "page_of": "class_report"}
    if page.is_empty:
        return context
    counts = {"played": page.played, "small": page.is_small, "narrowed": page.narrowed, "cards": page.cards}
    parts = {"parts": list(PARTS.items()), "part": part, "rows": _rows(page, sort)}
    return context | page.evidence | counts | parts | _own_of(page, part, sort)


def _own_of(page: ClassPage, part: str, sort: str) -> dict[str, Any]:
    """Return what only this part shows; the first page has no name."""
    match part:
        case "students":
            return {"sorts": _sorts(page.scope, sort), "counted": page.counted}
        case "picture":
            chart = picture(page.grouping, [page.student_address(student.pk) for student in page.students], page.quick)
            return {"grouping": page.grouping, "chart": chart, "corners": [CORNERS[place] for place in (2, 3, 0, 1)]}
        case "skills":
            return {"skills": _skills(page), "review": _review(page)}
        case "facts":
            return {"map": _class_map(page)}
        case "sessions":
            return {"lines": lessons(page.lines, page.students)}
        case "wrong":
            return {"wrong_cards": page.wrong_cards[:WRONG_SHOWN], "all_wrong": page.plays(what="wrong")}
        case "words" | "files":
            return {}
    return {"sentences": _sentences(page), "grouping": page.grouping}


def map_page(page: ClassPage, student: Student | None) -> dict[str, Any]:
    """Return the context of the fact map of a class, or of one of its students."""
    context: dict[str, Any] = {"classroom": page.classroom, "form": page.form, "scope": page.scope, "student": student}
    context |= {"columns": words.COLUMNS, "students": page.students, "small": page.is_small, "page_of": "class_facts"}
    if page.is_empty:
        return context
    if student is None:
        return context | {"played": page.played, "map": _class_map(page)}
    place = [student.pk for student in page.students].index(student.pk)
    rows = fact_map(page.facts, place, lambda fact: page.plays(student=student.pk, fact=fact, what="answered"))
    known = [int((page.facts.letter[place] == at).sum()) for at in range(len(LETTERS))]
    return context | {"played": 1, "map": {"columns": words.COLUMNS, "rows": rows}, "known": known}


def _sentences(page: ClassPage) -> list[dict[str, Any]]:
    return [
        {
            "sentence": sentence,
            "plays": page.plays(skill=sentence.skill, code=sentence.code, what="wrong"),
            "practice": _practice(page.classroom, sentence),
        }
        for sentence in page.sentences
    ]


def _practice(classroom: Classroom, sentence: Sentence) -> str:
    """Return the address of the homework form, filled in for what is to be taught and to whom."""
    asked = {"skill": sentence.skill, "student": [student.pk for student in sentence.students]}
    return f"{reverse('class_homework', args=[classroom.pk])}?{urlencode(asked, doseq=True)}#set-homework"


def _review(page: ClassPage) -> dict[str, Any] | None:
    """Return who is due to review what, whatever period the page is about; None where nobody is."""
    found = due_for_review(page.students, page.classroom.quick_seconds, now_ms())
    if found is None:
        return None
    asked = {"skill": found.skill, "student": [student.pk for student in found.students]}
    address = f"{reverse('class_homework', args=[page.classroom.pk])}?{urlencode(asked, doseq=True)}#set-homework"
    return {"students": found.students, "skill": words.SKILLS[found.skill], "practice": address}


def _rows(page: ClassPage, sort: str) -> list[dict[str, Any]]:
    rows = sorted(page.grouping.rows, key=SORTS.get(sort, SORTS["name"]))
    return [_row(page, row) for row in rows]


def _row(page: ClassPage, row: StudentStanding) -> dict[str, Any]:
    pk = row.student.pk
    links = {what: page.plays(student=pk, what=what) for what in ("right", "wrong", "missed")}
    own = ", ".join(accommodations.in_words(row.student.needs))
    keys = {"key": f"{pk}", "time_key": f"{pk}_s", "bar": _bar(row)}
    return {"row": row, "report": page.student_address(pk), "plays": links, "own": own} | keys


def _bar(row: StudentStanding) -> tuple[int, ...]:
    """Return the seconds with their range as places of 100 on a scale of 10 seconds: low, middle, high."""
    speed = row.tally.speed
    if speed.seconds is None or speed.range is None:
        return ()
    return tuple(min(100, round(10 * seconds)) for seconds in (speed.range.low, speed.seconds, speed.range.high))


def _sorts(scope: Scope, sort: str) -> list[dict[str, Any]]:
    named = {"name": _("Student"), "accuracy": _("Accuracy"), "speed": _("Speed"), "missed": _("Missed")}
    chosen = sort if sort in SORTS else "name"
    return [{"name": name, "words": said, "href": f"?{scope.query}&sort={name}&part=students", "chosen": name == chosen}
            for name, said in named.items()]  # fmt: skip


def _skills(page: ClassPage) -> dict[str, Any]:
    order = weakest_first(page.skills)
    names = [student.name for student in page.students]
    rows = skill_map(page.skills, names, order, lambda place, skill: page.plays(
        student=page.students[place].pk, skill=skill, what="answered"))  # fmt: skip
    linked = [
        row._replace(href=page.student_address(student.pk)) for row, student in zip(rows, page.students, strict=True)
    ]
    return {"columns": [words.SKILLS[skill] for skill in order], "rows": linked}


def _class_map(page: ClassPage) -> dict[str, Any]:
    return {
        "columns": words.COLUMNS,
        "rows": class_fact_map(page.facts, lambda fact: page.plays(fact=fact, what="answered")),
    }
