"""The files of the reports. Each is a door, a catch-up and a stream; what stands in them is in exports."""

from collections.abc import Callable, Iterator

from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from classroom.access import TeacherRequest, classroom_for, session_for, student_for, teacher_required
from classroom.reports import files, student_data
from classroom.reports.around_the_corner.sources import extracts
from classroom.reports.around_the_corner.sources.extracts import Extract
from classroom.reports.evidence import catch_up

JSON_TYPE = "application/json"
FORMATS: dict[str, tuple[str, Callable[[Extract], Iterator[bytes]]]] = {
    "csv": (files.CSV_TYPE, files.csv_of),
    "xlsx": (files.XLSX_TYPE, files.xlsx_of),
}


@require_safe
@teacher_required
def session_file(request: TeacherRequest, session: int, kind: str) -> HttpResponseBase:
    played = session_for(request.user, session)
    catch_up(played.classroom)
    return _cards(request, extracts.of_session(played), kind)


@require_safe
@teacher_required
def class_file(request: TeacherRequest, classroom: int, kind: str) -> HttpResponseBase:
    room = classroom_for(request.user, classroom)
    catch_up(room)
    return _cards(request, extracts.of_classroom(room), kind)


@require_safe
@teacher_required
def student_file(request: TeacherRequest, student: int, kind: str) -> HttpResponseBase:
    child = student_for(request.user, student)
    catch_up(child.classroom)
    return _cards(request, extracts.of_student(child), kind)


@require_safe
@teacher_required
def student_json(request: TeacherRequest, student: int) -> HttpResponseBase:
    """Everything that is kept about the student, over all school years in classes of this teacher."""
    child = student_for(request.user, student)
    catch_up(child.classroom)
    pieces = student_data.pieces(student_data.years_for(request.user, child))
    return _stream(request, pieces, JSON_TYPE, f"{extracts.student_file_name(child)}.json")


def _cards(request: TeacherRequest, extract: Extract, kind: str) -> HttpResponseBase:
    content_type, pieces = FORMATS[kind]
    return _stream(request, pieces(extract), content_type, f"{extract.name}.{kind}")


def _stream(request: TeacherRequest, pieces: Iterator[bytes], content_type: str, name: str) -> HttpResponseBase:
    """Answer with the pieces, packed where that is worth it: an XLSX is packed already."""
    packed = content_type != files.XLSX_TYPE and "gzip" in request.headers.get("Accept-Encoding", "")
    headers = {
        "Content-Disposition": content_disposition_header(True, name) or "",
        "Content-Encoding": "gzip" if packed else "identity",
    }
    stream = files.in_a_thread(files.gzipped(pieces) if packed else pieces)
    return StreamingHttpResponse(stream, content_type=content_type, headers=headers)
