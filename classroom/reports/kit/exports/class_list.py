"""The class as a list: one row per child, its attendance, and its means of signing in.

Its results for a gradebook: a OneRoster file, 1.2 or 1.1, with one line item, the number of known sums, and
its results.

A score counts sums, never seconds. Children and classes are identified by the school's own numbers; those without one
are left out, as the gradebook cannot find them. The format is machine-read (RFC 4180), so it is not guarded against
spreadsheets; its only typed text is the class's name.
"""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

from django.db.models import Count, Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classroom.joining.sign_in import credentials
from classroom.models import BY_NAME, Attendance, Classroom, ClassSession, Student
from classroom.naming import names
from classroom.reports.kit.exports.columns import Column, Files, Sheet
from classroom.reports.kit.exports.names import file_name, today

ROWS_AT_ONCE = 500

Row = Mapping[str, str | int]
Columns = Mapping[str, Sequence[str]]

ROW = ("sourcedId", "status", "dateLastModified")
ITEM = (*ROW, "title", "description", "assignDate", "dueDate", "classSourcedId", "categorySourcedId")
RESULT = (*ROW, "lineItemSourcedId", "studentSourcedId", "scoreStatus", "score", "scoreDate", "comment")
SENT: Mapping[str, Columns] = {
    "1.1": {
        "categories": (*ROW, "title"),
        "lineItems": (*ITEM, "gradingPeriodSourcedId", "resultValueMin", "resultValueMax"),
        "results": RESULT,
    },
    "1.2": {
        "categories": (*ROW, "title", "weight"),
        "lineItems": (*ITEM, "academicSessionSourcedId", "resultValueMin", "resultValueMax", "schoolSourcedId"),
        "results": (*RESULT, "textScore", "classSourcedId", "inProgress", "incomplete", "late", "missing"),
    },
}
"""The files of each version, and their columns in the order of its CSV binding."""
OF_BOTH = ("academicSessions", "classes", "classResources", "courses", "courseResources", "demographics", "enrollments")
ABSENT: Mapping[str, Sequence[str]] = {
    "1.1": (*OF_BOTH, "orgs", "resources", "users"),
    "1.2": (
        *(*OF_BOTH, "lineItemLearningObjectiveIds", "lineItemScoreScales", "orgs", "resources"),
        *("resultLearningObjectiveIds", "resultScoreScales", "roles", "scoreScales", "userProfiles", "userResources"),
        "users",
    ),
}
MOST_SUMS = 60
CATEGORY = "cardinal"


def list_files(classroom: Classroom) -> Files:
    """Return the list and the attendance, without any secret."""
    sheets = (
        Sheet("students", _("Students"), STUDENT, lambda: _batches(list(_students(classroom)))),
        Sheet("attendance", _("Attendance"), ATTENDANCE, lambda: _batches(_attendance(classroom))),
    )
    return Files(file_name(classroom.name, "students", today()), sheets, "students")


def card_files(classroom: Classroom) -> Files:
    """Return the contents of the sign-in cards, which have to be kept like the cards."""
    students = classroom.students.select_related("classroom").order_by(*BY_NAME)
    sheet = Sheet("cards", _("Sign-in cards"), CARD, lambda: _batches(list(students)))
    return Files(file_name(classroom.name, "cards", today()), (sheet,), "cards")


def _batches(rows: list[Any]) -> Iterator[list[Any]]:
    for start in range(0, len(rows), ROWS_AT_ONCE):
        yield rows[start : start + ROWS_AT_ONCE]


def _students(classroom: Classroom) -> Any:
    over = Q(attendances__session__state=ClassSession.State.ENDED, attendances__session__on_paper=False)
    counted = classroom.students.annotate(
        came=Count("attendances", filter=over, distinct=True),
        practised=Count("practices", distinct=True),
        last_seen=Max("attendances__arrived_at"),
    )
    return counted.order_by(*BY_NAME)


def _attendance(classroom: Classroom) -> list[tuple[ClassSession, Student, Attendance | None]]:
    """Return a row for every past session and every child on the list; three queries."""
    sessions = classroom.sessions.filter(state=ClassSession.State.ENDED).order_by("opened_at", "pk")
    came = {(row.session_id, row.student_id): row for row in Attendance.objects.filter(session__in=sessions)}
    children = list(classroom.students.order_by(*BY_NAME))
    return [(held, child, came.get((held.pk, child.pk))) for held in sessions for child in children]


def _came(held: ClassSession, child: Student, here: Attendance | None) -> int | None:
    """Return 1 or 0; None if the child joined the class after the session had begun, as on the session's page."""
    if here is None and child.created_at > held.opened_at:
        return None
    return int(here is not None)


def _secret(student: Student) -> str:
    given = credentials.given(student)
    pictures = credentials.pictures(given) if credentials.board_of(student.classroom) else []
    return " ".join(f"{picture.name}" for picture in pictures) if pictures else " ".join(given)


NAME = gettext_lazy("Name on the roster.")
STUDENT = (
    Column("student", NAME, attrgetter("name")),
    Column("student_number", gettext_lazy("Cardinal's number for the student."), attrgetter("pk")),
    Column("school_number", gettext_lazy("The school's number for the student."), attrgetter("school_number")),
    Column(
        "since",
        gettext_lazy("Day on which the student came to the class."),
        lambda row: timezone.localdate(row.created_at),
    ),
    Column("sessions", gettext_lazy("Class sessions to which the student came."), attrgetter("came")),
    Column("practice", gettext_lazy("Rounds that the student practised alone."), attrgetter("practised")),
    Column(
        "last_seen",
        gettext_lazy("Day of the last session that the student came to; empty: none yet."),
        lambda row: row.last_seen and timezone.localdate(row.last_seen),
    ),
)
ATTENDANCE = (
    Column("session", gettext_lazy("Number of the class session."), lambda row: row[0].pk),
    Column("date", gettext_lazy("Day of the class session, year-month-day."), lambda row: row[0].day),
    Column("student", NAME, lambda row: row[1].name),
    Column("student_number", gettext_lazy("Cardinal's number for the student."), lambda row: row[1].pk),
    Column(
        "came", gettext_lazy("1 if the student came, 0 if not; empty: not on the list yet."), lambda row: _came(*row)
    ),
    Column(
        "arrived_at",
        gettext_lazy("When the student came: UTC, ISO 8601 in a CSV, local time in an XLSX."),
        lambda row: row[2].arrived_at if row[2] else None,
    ),
)
CARD = (
    Column("student", NAME, attrgetter("name")),
    Column("card", gettext_lazy("What the student's card says."), attrgetter("card")),
    Column("secret", gettext_lazy("Pictures or words to sign in with; empty where Cardinal gave none."), _secret),
)


def results_zip(classroom: Classroom, known: Mapping[int, int], version: str = "1.2") -> Iterator[bytes]:
    """Yield the file. `known` is the number of known sums by student."""
    packed, line_item = io.BytesIO(), f"cardinal-sums-{classroom.pk}"
    rows: dict[str, Iterable[Row]] = {
        "categories": [{"sourcedId": CATEGORY, "title": "Cardinal"}],
        "lineItems": [_line_item(classroom, line_item)],
        "results": _results(classroom, known, line_item),
    }
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("manifest.csv", _sheet(("propertyName", "value"), _manifest(version)))
        for name, columns in SENT[version].items():
            file.writestr(f"{name}.csv", _sheet(columns, rows[name]))
    yield packed.getvalue()


def _manifest(version: str) -> Iterator[Row]:
    said = {"manifest.version": "1.0", "oneroster.version": version}
    said |= {f"file.{name}": "absent" for name in ABSENT[version]} | {f"file.{name}": "bulk" for name in SENT[version]}
    said |= {"source.systemName": "Cardinal", "source.systemCode": "cardinal"}
    return ({"propertyName": name, "value": value} for name, value in said.items())


def _line_item(classroom: Classroom, line_item: str) -> Row:
    title, day = _("Sums known"), today()
    return {
        "sourcedId": line_item,
        "title": title,
        "description": f"{title}: {names.without_formula(classroom.name)}",
        "assignDate": day,
        "dueDate": day,
        "classSourcedId": classroom.source_id,
        "categorySourcedId": CATEGORY,
        "gradingPeriodSourcedId": classroom.source_session,
        "academicSessionSourcedId": classroom.source_session,
        "schoolSourcedId": classroom.source_school,
        "resultValueMin": 0,
        "resultValueMax": MOST_SUMS,
    }


def _results(classroom: Classroom, known: Mapping[int, int], line_item: str) -> Iterator[Row]:
    for child in classroom.students.order_by("pk"):
        if child.school_number and child.pk in known:
            yield {
                "sourcedId": f"{line_item}-{child.pk}",
                "lineItemSourcedId": line_item,
                "studentSourcedId": child.school_number,
                "scoreStatus": "fully graded",
                "score": known[child.pk],
                "scoreDate": today(),
                "classSourcedId": classroom.source_id,
                **dict.fromkeys(("inProgress", "incomplete", "late", "missing"), "false"),
            }


def _sheet(columns: Sequence[str], rows: Iterable[Row]) -> str:
    """Return the columns of a file as CSV; other keys of a row belong to another version."""
    written = io.StringIO()
    sheet = csv.DictWriter(written, columns, restval="", extrasaction="ignore", lineterminator="\r\n")
    sheet.writeheader()
    sheet.writerows(rows)
    return written.getvalue()
