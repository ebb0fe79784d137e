"""Files of classes, written and read in, and what the database holds meanwhile."""

import io

from classroom.models import Classroom, ClassSession, Homework, Practice, Sitting, Student, Teacher
from classroom.transfer import checking, storing, writing
from classroom.transfer.archive import Archive
from game.models import Event, Round, Seat, Table


def file_of(wanted: writing.ArchiveScope) -> io.BytesIO:
    file = io.BytesIO()
    writing.write(wanted, file)
    return file


def out_of(classroom: Classroom) -> io.BytesIO:
    return file_of(writing.of_class(classroom, Classroom.objects.all()))


def read_in(file: io.BytesIO, by: Teacher, name: str = "") -> list[Classroom]:
    archive = Archive(file)
    return storing.store(archive, checking.check(archive), by=by, name=name)[0]


def rows() -> dict[str, int]:
    models = (Classroom, Student, ClassSession, Homework, Table, Seat, Round, Event, Sitting, Practice, Teacher)
    return {model.__name__: model._base_manager.count() for model in models}
