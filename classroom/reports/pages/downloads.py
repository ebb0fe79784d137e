"""The files of the reports. Each view checks access, projects the latest rounds and streams a file built by the game's
report."""

from collections.abc import Iterator

from django.db.models import QuerySet
from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils.http import content_disposition_header

from classroom.access import (
    TeacherRequest,
    admin_page,
    classroom_for,
    own_classroom_for,
    session_for,
    student_for,
    teacher_page,
)
from classroom.models import Student
from classroom.reports.kit.evidence import catch_up
from classroom.reports.kit.exports import class_list, formats, gradebook, research, student_data
from classroom.reports.kit.exports.columns import Files
from classroom.reports.kit.exports.names import file_name, student_file_name, today
from classroom.reports.pages import catalogue

JSON_TYPE, ZIP_TYPE = "application/json", "application/zip"


@teacher_page
def session_file(request: TeacherRequest, session: int, kind: str) -> HttpResponseBase:
    played = session_for(request.user, session)
    catch_up(played.classroom)
    return _file(request, catalogue.report_of(played.game).session_files(played), kind)


@teacher_page
def class_file(request: TeacherRequest, classroom_id: int, kind: str) -> HttpResponseBase:
    """All evidence of the class in one game; `game` in the address selects it."""
    classroom = classroom_for(request.user, classroom_id)
    catch_up(classroom)
    return _file(request, catalogue.asked(request.GET.get("game")).class_files(classroom), kind)


@teacher_page
def class_list_file(request: TeacherRequest, classroom_id: int, kind: str) -> HttpResponseBase:
    """The list of the class, one row per child, with attendance."""
    return _file(request, class_list.list_files(classroom_for(request.user, classroom_id)), kind)


@teacher_page
def class_cards_file(request: TeacherRequest, classroom_id: int, kind: str) -> HttpResponseBase:
    return _file(request, class_list.card_files(classroom_for(request.user, classroom_id)), kind)


@teacher_page
def class_results(request: TeacherRequest, classroom_id: int, version: str) -> HttpResponseBase:
    """The number of sums that each child knows, for the school's gradebook."""
    classroom = classroom_for(request.user, classroom_id)
    catch_up(classroom)
    name = file_name(classroom.name, "oneroster", today())
    packed = gradebook.results_zip(classroom, catalogue.known_of(classroom), version)
    return stream(request, packed, ZIP_TYPE, f"{name}.zip")


@teacher_page
def student_file(request: TeacherRequest, student: int, kind: str) -> HttpResponseBase:
    child = student_for(request.user, student)
    catch_up(child.classroom)
    return _file(request, catalogue.asked(request.GET.get("game")).student_files(child), kind)


@teacher_page
def student_json(request: TeacherRequest, student: int) -> HttpResponseBase:
    """All data stored about the student, over all school years in classes of this teacher."""
    child = student_for(request.user, student)
    catch_up(child.classroom)
    pieces = student_data.pieces(student_data.years_for(request.user, child))
    return stream(request, pieces, JSON_TYPE, f"{student_file_name(child)}.json")


@teacher_page
def class_research(request: TeacherRequest, classroom_id: int) -> HttpResponseBase:
    """The class's decisions for research; only for its owner."""
    classroom = own_classroom_for(request.user, classroom_id)
    catch_up(classroom)
    return _research(request, classroom.students.all())


@admin_page
def school_research(request: TeacherRequest) -> HttpResponseBase:
    """The whole school's decisions for research; only for its admins."""
    return _research(request, Student.objects.all())


def _research(request: TeacherRequest, students: QuerySet[Student]) -> HttpResponseBase:
    games = [report.research for report in catalogue.REPORTS.values() if report.research]
    return stream(request, research.zip_of(games, students), ZIP_TYPE, f"research-{today()}.zip")


def _file(request: TeacherRequest, found: Files, kind: str) -> HttpResponseBase:
    """Return all sheets as XLSX, or one as CSV, selected by `sheet` and `separator` in the address."""
    if kind == "xlsx":
        from classroom.reports.kit.exports.workbook import xlsx_of  # noqa: PLC0415 -- its 3 MiB are for who asks for one

        return stream(request, xlsx_of(found), formats.XLSX_TYPE, f"{found.name}.xlsx")
    sheet = found.sheet(request.GET.get("sheet", ""))
    name = found.name if sheet.key == found.main else f"{found.name}-{sheet.key}"
    pieces = formats.csv_of(sheet, formats.separator(request.GET.get("separator", "")))
    return stream(request, pieces, formats.CSV_TYPE, f"{name}.csv")


def stream(request: TeacherRequest, pieces: Iterator[bytes], content_type: str, name: str) -> HttpResponseBase:
    """Return a streaming response, compressed unless it is an XLSX, which is compressed already."""
    packed = content_type not in (formats.XLSX_TYPE, ZIP_TYPE) and "gzip" in request.headers.get("Accept-Encoding", "")
    headers = {
        "Content-Disposition": content_disposition_header(True, name) or "",
        "Content-Encoding": "gzip" if packed else "identity",
    }
    return StreamingHttpResponse(
        formats.gzipped(pieces) if packed else pieces, content_type=content_type, headers=headers
    )
