"""Results of a class for a gradebook: a OneRoster 1.2 file with one line item, the sums that are known, and its
results.

A score counts sums and never seconds. Children and classes are named by the school's own numbers; who has none cannot
be found there and is left out. The format is a machine's (RFC 4180): nothing is guarded against spreadsheets, and
nothing that somebody typed stands in it but the class's name.
"""

import csv
import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from classroom.models import Classroom
from classroom.naming import names
from classroom.reports.kit.exports.names import today

Row = Sequence[str | int]

CATEGORIES = ("sourcedId", "status", "dateLastModified", "title", "weight")
LINE_ITEMS = (
    *("sourcedId", "status", "dateLastModified", "title", "description", "assignDate", "dueDate"),
    *("classSourcedId", "categorySourcedId", "academicSessionSourcedId", "resultValueMin", "resultValueMax"),
    "schoolSourcedId",
)
RESULTS = (
    *("sourcedId", "status", "dateLastModified", "lineItemSourcedId", "studentSourcedId", "scoreStatus", "score"),
    *("scoreDate", "comment", "textScore", "classSourcedId", "inProgress", "incomplete", "late", "missing"),
)
SENT = ("categories", "lineItems", "results")
ABSENT = (
    *("academicSessions", "classes", "classResources", "courses", "courseResources", "demographics", "enrollments"),
    *("lineItemLearningObjectiveIds", "lineItemScoreScales", "orgs", "resources", "resultLearningObjectiveIds"),
    *("resultScoreScales", "roles", "scoreScales", "userProfiles", "userResources", "users"),
)
MOST_SUMS = 60
CATEGORY = "cardinal"


def results_zip(classroom: Classroom, known: Mapping[int, int]) -> Iterator[bytes]:
    """Yield the file. `known` is by student how many sums are known."""
    packed, line_item = io.BytesIO(), f"cardinal-sums-{classroom.pk}"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("manifest.csv", _sheet(("propertyName", "value"), _manifest()))
        file.writestr("categories.csv", _sheet(CATEGORIES, [(CATEGORY, "", "", "Cardinal", "")]))
        file.writestr("lineItems.csv", _sheet(LINE_ITEMS, [_line_item(classroom, line_item)]))
        file.writestr("results.csv", _sheet(RESULTS, list(_results(classroom, known, line_item))))
    yield packed.getvalue()


def _manifest() -> list[Row]:
    said = [("manifest.version", "1.0"), ("oneroster.version", "1.2")]
    said += [(f"file.{name}", "absent") for name in ABSENT] + [(f"file.{name}", "bulk") for name in SENT]
    return [*said, ("source.systemName", "Cardinal"), ("source.systemCode", "cardinal")]


def _line_item(classroom: Classroom, line_item: str) -> Row:
    title = _("Sums known")
    about = f"{title}: {names.without_formula(classroom.name)}"
    day = today()
    return (line_item, "", "", title, about, day, day, classroom.source_id, CATEGORY, "", 0, MOST_SUMS, "")


def _results(classroom: Classroom, known: Mapping[int, int], line_item: str) -> Iterator[Row]:
    for pk, number in classroom.students.exclude(source_id="").order_by("pk").values_list("pk", "source_id"):
        if pk in known:
            row = (f"{line_item}-{pk}", "", "", line_item, number, "fully graded", known[pk], today(), "", "")
            yield (*row, classroom.source_id, "false", "false", "false", "false")


def _sheet(header: Sequence[str], rows: Sequence[Row]) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="\r\n").writerows([header, *rows])
    return written.getvalue()
