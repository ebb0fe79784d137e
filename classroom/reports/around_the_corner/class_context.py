"""The first page of a class's reports, its parts and its fact map, as template contexts of plain values."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classroom.homework.around_the_corner.review import due_for_review
from classroom.models import Classroom, ClassSession, Student
from classroom.reports.around_the_corner import words
from classroom.reports.around_the_corner.class_page import ClassPage, session_page
from classroom.reports.around_the_corner.findings import check_ups
from classroom.reports.around_the_corner.findings.fact_maps import class_fact_map, fact_map, skill_map
from classroom.reports.around_the_corner.findings.grouping import CORNERS, StudentStanding, pictures
from classroom.reports.around_the_corner.findings.growth import TEXTS
from classroom.reports.around_the_corner.findings.next_lesson import Sentence, to_begin_with, weakest_first
from classroom.reports.around_the_corner.findings.pictures import of_fact, of_mistake
from classroom.reports.around_the_corner.sessions_strip import played_sessions
from classroom.reports.around_the_corner.sources.columns import COLUMNS
from classroom.reports.around_the_corner.sources.scope import Scope
from classroom.reports.around_the_corner.sources.sheets import once_known
from classroom.reports.around_the_corner.student.next_step import homework_address
from classroom.reports.around_the_corner.student.one_mode import EightWeeks
from classroom.reports.kit.charts import HeatRow
from classroom.reports.kit.growth.weeks import growth_in_words
from classroom.reports.kit.periods import last_day
from classroom.sessions import accommodations
from game.clock import now_ms
from game.rules import around_the_corner as rules
from game.rules.around_the_corner.diagnosis import Code

CHECK_UP = "check_up"
PARTS = {
    "students": gettext_lazy("Every number"),
    "picture": gettext_lazy("Picture of the class"),
    "skills": gettext_lazy("What to teach"),
    "facts": gettext_lazy("Which sums"),
    CHECK_UP: gettext_lazy("Check-up"),
    "sessions": gettext_lazy("Sessions"),
    "wrong": gettext_lazy("Wrong cards"),
    "words": gettext_lazy("Words"),
    "files": gettext_lazy("Files"),
}
"""Parts one press away from the first page, by their names in the address."""
WRONG_SHOWN = 12
GROUPS = (*CORNERS, gettext_lazy("No group yet"))
ONE_COLUMN = 14
"""With more children than this the list has two columns."""
SORTS = {
    "name": lambda row: 0,
    "accuracy": lambda row: 2 if row.tally.accuracy.share is None else row.tally.accuracy.share,
    "speed": lambda row: -(row.tally.speed.seconds or 0),
    "missed": lambda row: -row.misses / (row.tally.chances or 1),
}
"""Sort orders of the table of students; rows that need attention come first."""


def page_of_part(page: ClassPage, part: str, sort: str) -> dict[str, Any]:
    """Return the context of the class's first page, or of one of its PARTS."""
    context = {"classroom": page.classroom, "form": page.form, "scope": page.scope, "page_of": "class_report"}
    if part == CHECK_UP:
        return context | {"parts": list(PARTS.items()), "part": part} | _check_up(page)
    if page.is_empty:
        return context
    counts = {"played": page.played, "small": page.is_small, "narrowed": page.narrowed, "cards": page.cards}
    parts = {"parts": list(PARTS.items()), "part": part}
    return context | page.evidence | counts | parts | _own_of(page, part, sort)


def _own_of(page: ClassPage, part: str, sort: str) -> dict[str, Any]:
    """Return the part's own context; the first page has the name ""."""
    match part:
        case "students":
            return {"rows": _rows(page, sort), "sorts": _sorts(page.scope, sort), "counted": page.counted}
        case "picture":
            corners = [CORNERS[place] for place in (2, 3, 0, 1)]
            return {"grouping": page.grouping, "charts": pictures(page.grouping, page.quick), "corners": corners}
        case "skills":
            return {"skills": _skills(page), "review": _review(page)}
        case "facts":
            return {"map": _class_map(page)}
        case "sessions":
            return {"lines": played_sessions(page.lines, page.students)}
        case "wrong":
            return {"wrong_cards": page.wrong_cards[:WRONG_SHOWN], "all_wrong": page.plays(what="wrong")}
        case "files":
            return {"file_columns": COLUMNS}
        case "words":
            return {}
    return {"sentences": _sentences(page), "kinds": _kinds(page)} | _growth(page)


def _check_up(page: ClassPage) -> dict[str, Any]:
    """Return the findings of the newest check-up, regardless of the period, and the practice for children who need
    help."""
    found = check_ups.context(page.classroom, page.students)
    lines, alike = found.get("lines", []), {line.kind for line in found.get("lines", [])}
    if not lines:
        return found
    skill = found["check_up"].commonest
    practice = homework_address(page.classroom.pk, skill if len(alike) == 1 else None, [line.student for line in lines])
    return found | {"practice": practice, "picture": of_fact(to_begin_with(found["check_up"].known.facts, skill))}


def _growth(page: ClassPage) -> dict[str, Any]:
    """Return the growth of the median child; none in a small class, where it would be about single children."""
    if page.is_small:
        return {}
    found = EightWeeks(page, last_day(page.scope.until)).of_whole_class
    return {"growth": found, "growth_words": growth_in_words(found.trend, TEXTS)}


def after_session(session: ClassSession) -> dict[str, Any]:
    """Return what deserves a look next lesson, from this session's own cards (screens T9); links cover its days."""
    page = session_page(session)
    if page.is_empty and session.game != rules.NAME:
        return {}
    said = {"sentences": _sentences(page), "small": page.is_small} if not page.is_empty else {}
    return {"scope": page.scope, "looked": bool(page.tables)} | page.evidence | said


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
    known = page.facts.of(place).counted()[0].tolist()
    return context | {"played": 1, "map": {"columns": words.COLUMNS, "rows": rows}, "known": known}


def _sentences(page: ClassPage) -> list[dict[str, Any]]:
    return [
        {
            "sentence": sentence,
            "plays": page.plays(skill=sentence.skill, code=sentence.code, what="wrong"),
            "practice": homework_address(page.classroom.pk, sentence.skill, sentence.students),
            "group": _group(page.classroom, sentence.students),
            "picture": _picture(sentence),
            "hint": words.CODES[Code(sentence.code)].hint if sentence.code else "",
        }
        for sentence in page.sentences
    ]


def _picture(sentence: Sentence) -> SafeString:
    """Draw the sum with which a lesson may begin, or the wrong card that shows the pattern; it names no child."""
    if sentence.fact is not None:
        return of_fact(sentence.fact)
    return of_mistake(sentence.mistake) if sentence.mistake else SafeString()


def _group(classroom: Classroom, students: Iterable[Student]) -> str:
    """Return the address of the form for a standing group of these students; "" for a single one."""
    asked = [student.pk for student in students]
    if len(asked) < 2:
        return ""
    return f"{reverse('group_new', args=[classroom.pk])}?{urlencode({'student': asked}, doseq=True)}"


def _review(page: ClassPage) -> dict[str, Any] | None:
    """Return which students are due to review which sums, regardless of the page's period; None if nobody is."""
    found = due_for_review(once_known(page.classroom, page.students), now_ms())
    if found is None:
        return None
    practice = homework_address(page.classroom.pk, found.skill, found.students)
    return {"students": found.students, "skill": words.SKILLS[found.skill], "practice": practice}


def _rows(page: ClassPage, sort: str) -> list[dict[str, Any]]:
    rows = sorted(page.grouping.rows, key=SORTS.get(sort, SORTS["name"]))
    return [_row(page, row) for row in rows]


def _row(page: ClassPage, row: StudentStanding) -> dict[str, Any]:
    pk = row.student.pk
    links = {what: page.plays(student=pk, what=what) for what in ("right", "wrong", "missed")}
    own = ", ".join(accommodations.in_words(row.student.needs))
    return {"row": row, "key": f"{pk}", "report": page.student_address(pk), "plays": links, "own": own}


def _sorts(scope: Scope, sort: str) -> list[dict[str, Any]]:
    named = {"name": _("Student"), "accuracy": _("Accuracy"), "speed": _("Speed"), "missed": _("Missed")}
    chosen = sort if sort in SORTS else "name"
    return [{"name": name, "words": said, "href": f"?{scope.query}&sort={name}&part=students", "chosen": name == chosen}
            for name, said in named.items()]  # fmt: skip


def _skills(page: ClassPage) -> dict[str, Any]:
    """Return each student's letter in each kind of sum, beginning with the kind that most students lack."""
    order = weakest_first(page.skills)
    return {
        "columns": [(words.SHORT_SKILLS[skill], words.SKILLS[skill]) for skill in order],
        "rows": [row for _student, row in _skill_rows(page, order)],
    }


def _kinds(page: ClassPage) -> dict[str, Any]:
    """Return each student's letter in each kind of sum, for the class's first page: by groups, in two columns for a
    large class, the kinds from subtraction to addition."""
    columns = [(words.SHORT_SKILLS[skill], words.SKILLS[skill]) for skill in words.FROM_MINUS_TO_PLUS]
    rows = dict(_skill_rows(page, words.FROM_MINUS_TO_PLUS))
    group_of = {row.student.pk: len(CORNERS) if row.corner is None else row.corner for row in page.grouping.rows}
    counted = Counter(group_of.values())
    lines = [
        KindsLine(GROUPS[group_of[student.pk]], counted[group_of[student.pk]], student, rows[student.pk])
        for student in sorted(page.students, key=lambda student: group_of[student.pk])
    ]
    half = len(lines) if len(lines) <= ONE_COLUMN else (len(lines) + 1) // 2
    halves = [part for part in (lines[:half], lines[half:]) if part]
    return {"columns": columns, "halves": halves, "unknown": counted[len(CORNERS)], "all": len(lines)}


class KindsLine(NamedTuple):
    """A student's line of the map of kinds, with its report group and the size of that group."""

    group: str | Promise
    many: int
    student: Student
    row: HeatRow


def _skill_rows(page: ClassPage, order: Sequence[int]) -> list[tuple[int, HeatRow]]:
    """Return a row for each student, by number; students who lack most come first."""
    students, lacks = page.students, page.skills.lacking.sum(axis=1)
    rows = skill_map(page.skills, [student.name for student in students], order, lambda place, skill: page.plays(
        student=students[place].pk, skill=skill, what="answered"))  # fmt: skip
    places = sorted(range(len(students)), key=lambda place: -lacks[place])
    address = page.student_address
    return [(students[at].pk, rows[at]._replace(href=address(students[at].pk))) for at in places]


def _class_map(page: ClassPage) -> dict[str, Any]:
    return {
        "columns": words.COLUMNS,
        "rows": class_fact_map(page.facts, lambda fact: page.plays(fact=fact, what="answered")),
    }
