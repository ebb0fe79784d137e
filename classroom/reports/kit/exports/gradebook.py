"""Results of a class for a gradebook: a OneRoster file, 1.2 or 1.1, with one line item, the number of known sums, and
its results.

A score counts sums, never seconds. Children and classes are identified by the school's own numbers; those without one
are left out, as the gradebook cannot find them. The format is machine-read (RFC 4180), so it is not guarded against
spreadsheets; its only typed text is the class's name.
"""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from classroom.models import Classroom
from classroom.naming import names
from classroom.reports.kit.exports.names import today

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
