"""Names of downloaded files, in characters that every file system accepts."""

from django.utils import timezone
from django.utils.text import slugify

from classroom.models import ClassSession, Student


def file_name(*parts: str) -> str:
    """Return the parts joined, in characters that every file system accepts."""
    return "-".join(slugify(part) or "x" for part in parts)


def session_file_name(session: ClassSession) -> str:
    return file_name(session.classroom.name, f"session-{session.pk}", f"{session.day}")


def student_file_name(student: Student) -> str:
    return file_name(student.classroom.name, student.name or f"student-{student.pk}", today())


def today() -> str:
    return f"{timezone.localdate()}"
