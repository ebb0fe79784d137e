"""Nightly lists: files that the school's system puts into a folder (CARDINAL_ROSTERS) are read when they are new.

Certain changes are applied to the classes that have a number of the file: new children, and children whom the system
takes off. A child who is only missing from a whole file may have left, or the file may be incomplete: the teacher
decides. A number alone proves nothing, as any teacher can make a class with it: the class must also have the teacher's
address or the children of the file (once; later the class is known). Doubtful lines wait as a draft on the teacher's
first page, to be decided like any other list. A file that cannot be read is reported in words, and changes nothing. The
report of each file is kept in the data folder, for the admin's page.
"""

import json
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from classroom.models import Classroom, RosterImport, Student, Teacher
from classroom.rosters.imports import apply, drafts, joining
from classroom.rosters.imports.readers import school_rows
from classroom.rosters.imports.readers.bundle import Bundle
from classroom.rosters.imports.readers.text_files import NotAListError
from classroom.rosters.imports.readers.zip_files import LARGEST_ZIP
from classroom.rosters.still_playing import StillPlayingError
from classroom.server import kept_file

log = logging.getLogger(__name__)

FILE = "rosters.json"
SETTLED = 60.0
"""Seconds since the last write of a file; a younger one may still be incomplete."""
MOST_FILES = 20
"""Number of files that are read and remembered, the newest."""
LONGEST_NAME = 100
"""Characters of a file's name that are remembered."""


@dataclass(frozen=True, slots=True)
class RosterFileReport:
    """Report of one file.

    `stamp` identifies the version that was read; `trouble` says in words why it could not be read. The counts are
    children, except for `classes` and `unknown` (classes with a number of the file that nothing proves to be that
    class); `waiting` are lines that a teacher has to decide. `is_delta`: the file holds changes only, which prove no
    class. `ended` are the names of classes that have ended according to the file; they stay here.
    """

    name: str
    stamp: str
    at: str
    trouble: str = ""
    classes: int = 0
    added: int = 0
    moved: int = 0
    removed: int = 0
    waiting: int = 0
    unknown: int = 0
    is_delta: bool = False
    ended: tuple[str, ...] = ()

    @property
    def read_at(self) -> datetime:
        return datetime.fromisoformat(self.at)


def written_at(stamp: str) -> int:
    """Return when the file with this stamp was written: nanoseconds since 1970."""
    return int(stamp.partition("-")[0] or 0)


def reports() -> list[RosterFileReport]:
    """Return the reports of the files, the latest first."""
    with suppress(OSError, ValueError, TypeError, AttributeError):
        return [RosterFileReport(**said) for said in json.loads((settings.DATA / FILE).read_text())]
    return []


def read_next() -> RosterFileReport | None:
    """Read the oldest new file in the folder, and keep its report; return it, None where no file is new. Raises nothing
    for an unreadable folder.

    A file that is older than all remembered ones is skipped: a later one has replaced it.
    """
    known, there = reports(), [(path, (path.name[:LONGEST_NAME], stamp)) for path, stamp in _files()]
    stamps = {(report.name, report.stamp) for report in known}
    oldest = min((written_at(report.stamp) for report in known), default=0)
    for path, (name, stamp) in there:
        if (name, stamp) not in stamps and written_at(stamp) >= oldest:
            report = _read(path, stamp)
            kept = _remembered([*known, report], {named for _path, named in there})
            kept_file.write(settings.DATA / FILE, json.dumps([asdict(each) for each in kept]))
            return report
    return None


def _remembered(known: Iterable[RosterFileReport], there: Collection[tuple[str, str]]) -> list[RosterFileReport]:
    """Return the latest reports, the latest first, and those of all files in the folder, which would otherwise be read
    again."""
    latest = sorted(known, key=lambda report: report.at, reverse=True)
    return [
        report for place, report in enumerate(latest) if place < 2 * MOST_FILES or (report.name, report.stamp) in there
    ]


def _files() -> Iterator[tuple[Path, str]]:
    """Yield the newest files that are complete, the oldest of them first, with their stamps."""
    if not settings.ROSTERS:
        return
    try:
        there = [path for path in Path(settings.ROSTERS).iterdir() if path.suffix.lower() == ".zip" and path.is_file()]
        dated = sorted((path.stat().st_mtime_ns, path) for path in there)
    except OSError as error:
        log.warning("CARDINAL_ROSTERS cannot be read: %s", error)
        return
    now = timezone.now().timestamp()
    for written, path in dated[-MOST_FILES:]:
        if now - written / 1e9 > SETTLED:
            yield path, f"{written}-{path.stat().st_size}"


def _read(path: Path, stamp: str) -> RosterFileReport:
    report = RosterFileReport(path.name[:LONGEST_NAME], stamp, timezone.now().isoformat())
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_ZIP + 1)
        return _applied(report, school_rows.read_zip(data, email="", today=timezone.localdate()))
    except (NotAListError, OSError) as error:
        log.warning("%s in CARDINAL_ROSTERS: %s", path.name, error)
        return replace(report, trouble=f"{error.strerror if isinstance(error, OSError) else error}")


def _applied(report: RosterFileReport, found: Bundle) -> RosterFileReport:
    """Update every class that has a number of the file and is proved to be that class, in the name of its first
    owner."""
    numbered = list(_numbered(found))
    classrooms = _known(found, numbered)
    Classroom.objects.filter(pk__in=[classroom.pk for classroom in classrooms]).update(number_known_at=timezone.now())
    by_owner: dict[int, list[Classroom]] = {}
    for classroom in classrooms:
        owner = next((teaching.teacher_id for teaching in classroom.teachings.all() if teaching.is_owner), None)
        if owner is not None:
            by_owner.setdefault(owner, []).append(classroom)
    unknown = {classroom.source_id for classroom in numbered} - {classroom.source_id for classroom in classrooms}
    ended = tuple(classroom.name for classroom in classrooms if classroom.source_id in found.ended)
    report = replace(report, unknown=len(unknown), is_delta=not found.is_whole, ended=ended)
    teachers = Teacher.objects.in_bulk(by_owner)
    for owner, theirs in by_owner.items():
        report = _for_teacher(report, found, teachers[owner], theirs)
    _join_across(found, classrooms)
    return report


def _join_across(found: Bundle, classrooms: Iterable[Classroom]) -> None:
    """Make one child of rows that the file names with one number in classes of several teachers."""
    listed = {(row.section, row.source) for row in found.rows if not row.why and not row.leaves}
    theirs = Student.objects.filter(classroom__in=classrooms).select_related("classroom")
    apply.join_numbered(row for row in theirs if (row.classroom.source_id, row.source_id) in listed)


def _numbered(found: Bundle) -> QuerySet[Classroom]:
    """Return the classes with a number of the file, the oldest first; for a file of changes also known classes with a
    child of the file."""
    keys = {section.key for section in found.sections} | found.ended
    if not found.is_whole:
        keys |= _class_numbers_of_children(found)
    classrooms = Classroom.objects.filter(archived_at=None, source_id__in=keys).exclude(source_id="")
    return classrooms.order_by("pk").prefetch_related("teachings__teacher")


def _class_numbers_of_children(found: Bundle) -> set[str]:
    """Return the numbers of known classes with children of the file, also of children without a class in it."""
    people = {number.casefold() for number in (*found.called, *found.left)}
    known = Student.objects.filter(classroom__archived_at=None, classroom__number_known_at__isnull=False)
    pairs = known.exclude(source_id="").values_list("source_id", "classroom__source_id")
    return {number for child, number in pairs if child.casefold() in people}


def _known(found: Bundle, classrooms: Sequence[Classroom]) -> list[Classroom]:
    """Return for each number the one class that is the file's: known since a former night, else proved by a teacher's
    address, else by its children. Of two with equal proof the older one is taken."""
    alike = joining.with_children_of(found.rows, classrooms) if found.is_whole else []
    signs = {
        classroom.pk: (
            classroom.number_known_at is not None,
            any(
                teaching.teacher.email.lower() in found.addresses.get(classroom.source_id, ())
                for teaching in classroom.teachings.all()
            ),
            classroom in alike,
        )
        for classroom in classrooms
    }
    best: dict[str, Classroom] = {}
    for classroom in classrooms:
        before = best.get(classroom.source_id)
        if any(signs[classroom.pk]) and (before is None or signs[classroom.pk] > signs[before.pk]):
            best[classroom.source_id] = classroom
    return sorted(best.values(), key=lambda classroom: classroom.pk)


def _for_teacher(
    report: RosterFileReport, found: Bundle, teacher: Teacher, classrooms: list[Classroom]
) -> RosterFileReport:
    """Apply the certain changes; where lines are doubtful, leave a draft of the same file for the teacher."""
    numbers = {classroom.source_id: classroom.pk for classroom in classrooms}
    theirs = replace(
        found,
        sections=[each for each in found.sections if each.key in numbers],
        rows=[row for row in found.rows if row.section in numbers],
        unplaced=0,
        repeated=0,
    )
    done = apply_certain_lines(lambda: _draft(theirs, teacher, numbers))
    return replace(
        report,
        classes=report.classes + (len(classrooms) if done.is_applied else 0),
        added=report.added + done.counts.get("add", 0) + done.counts.get("back", 0),
        moved=report.moved + done.counts.get("move", 0),
        removed=report.removed + done.counts.get("remove", 0),
        waiting=report.waiting + done.waiting,
    )


class CertainLines(NamedTuple):
    """Result of a list that was applied without the teacher: whether its certain lines were written, how many children
    were added, moved and so on, by kind, and how many lines wait."""

    is_applied: bool
    counts: Mapping[str, int]
    waiting: int


def apply_certain_lines(make_draft: Callable[[], RosterImport | None]) -> CertainLines:
    """Apply the certain lines of a list; where lines are doubtful, leave a draft of the same list for the teacher.

    Nothing is applied while a class has a session open, or if the list is implausible.
    """
    draft = make_draft()
    if draft is None:
        return CertainLines(False, {}, 0)
    doubtful = drafts.plan_of(draft).doubtful
    lines = {change.row.number for change in doubtful if change.row}
    draft.rows = [line for line, row in zip(draft.rows, drafts.rows_of(draft), strict=True) if row.number not in lines]
    drafts.note(draft, "rows", asks_who_left=False)
    try:
        is_applied = not apply.apply(draft, {})
    except StillPlayingError:
        is_applied = False
    if is_applied:
        draft.refresh_from_db()
        counts = draft.changes.get("counts", {})
    else:
        counts = {}
        draft.delete()
    waits = (doubtful or not is_applied) and make_draft()
    return CertainLines(is_applied, counts, max(len(doubtful), 1) if waits else 0)


def _draft(found: Bundle, teacher: Teacher, numbers: dict[str, int]) -> RosterImport | None:
    """Make a draft in which every class leads to the one with its number; None where the file mentions none of them.

    A whole file replaces the teacher's earlier drafts, because it raises all their questions anew; a file of changes
    does not.
    """
    if found.is_whole:
        RosterImport.waiting().filter(teacher=teacher, classroom=None).delete()
    try:
        draft = drafts.from_bundle(found, teacher=teacher, classroom=None)
    except NotAListError:
        return None
    sections = [replace(each, target=f"{numbers.get(each.key, '')}") for each in drafts.sections_of(draft)]
    drafts.keep_sections(draft, sections, has_chosen=True, by_night=True, asks_who_left=True, retitled=[])
    return draft
