"""Drafts: lists that were read and are not applied yet, kept so that the teacher can review them without haste.

A draft has names, the school's numbers and names of classes; all other columns are gone. Applying it empties its rows.
It is deleted when it is thrown away, a day after it was read or applied, and after 14 days if it was made at night.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import asdict, astuple, replace
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _

from classroom.languages.rows import last_names_in
from classroom.models import Classroom, RosterImport, Student, Teacher, owned_by
from classroom.models.teachers import IMPORT_IS_UNDONE_WITHIN
from classroom.naming import names, national
from classroom.rosters import roster
from classroom.rosters.imports import compare, joining, targets
from classroom.rosters.imports.decisions import MOST_STUDENTS, OFF
from classroom.rosters.imports.plan import JOIN, NEW, Child, ClassHere, DraftNotes, DraftSection, ListRow, Plan, Section
from classroom.rosters.imports.readers import columns, lists, school_rows
from classroom.rosters.imports.readers.bundle import Bundle, undescribed
from classroom.rosters.imports.readers.columns import Columns, Listing
from classroom.rosters.imports.readers.lists import ListSheet
from classroom.rosters.imports.readers.text_files import NotAListError

MOST_NUMBERS = 100
"""Of lines that hold no child, named to the teacher."""
WAITS_FROM_NIGHT = timedelta(days=14)
"""Lifetime of a draft that was made at night, with nobody present (see `nightly`)."""
MOST_WORDS = 300
"""Letters of the names of other sheets."""
MOST_NAMED = 20
"""Of children without a class, named to the teacher."""


class ColumnsUnknownError(Exception):
    """The meaning of the list's columns is uncertain, so the teacher has to choose; `sheet` has the guess."""

    def __init__(self, sheet: ListSheet) -> None:
        super().__init__(sheet.size)
        self.sheet = sheet


def from_text(
    text: str,
    *,
    teacher: Teacher,
    classroom: Classroom | None,
    chosen: Columns | None = None,
    separator: str | None = None,
    is_file: bool = False,
    other_sheets: str = "",
) -> RosterImport:
    """Read a pasted list or a text file. Raises NotAListError, ColumnsUnknownError."""
    last_names = last_names_in((classroom or teacher).language)
    sheet = lists.read(text, separator, needs_class=classroom is None, last_names=last_names)
    used = columns.chosen(chosen, sheet.columns) if chosen else sheet.columns
    if sheet.size > lists.MOST_ROWS:
        raise NotAListError(lists.too_long(sheet.size, lists.MOST_ROWS))
    if not chosen and not sheet.is_sure and not sheet.is_blank:
        raise ColumnsUnknownError(sheet)
    left_out = columns.unread(sheet.table, used) if chosen else used.left_out
    notes = DraftNotes(is_whole=is_file, left_out=left_out, other_sheets=other_sheets[:MOST_WORDS])
    listing = columns.listing_of(sheet.table, used, _known_names(teacher, classroom))
    return _from_listing(listing, teacher, classroom, notes, has_classes=used.section is not None)


def from_sheets(
    sheets: Iterable[tuple[str, ListSheet]], *, teacher: Teacher, classroom: Classroom | None, other_sheets: str
) -> RosterImport:
    """Read a workbook with the list of a class on each sheet. Raises NotAListError."""
    known = _known_names(teacher, classroom)
    listing, above, left_out = Listing([], [], [], []), 0, []
    for name, sheet in sheets:
        listing.add(columns.listing_of(sheet.table, sheet.columns, known), names.tidy(name), above)
        above += sheet.table[-1][0]
        left_out += sheet.columns.left_out
    if len(listing.rows) > lists.MOST_ROWS:
        raise NotAListError(lists.too_long(len(listing.rows), lists.MOST_ROWS))
    notes = DraftNotes(is_whole=True, left_out=list(dict.fromkeys(left_out)), other_sheets=other_sheets[:MOST_WORDS])
    return _from_listing(listing, teacher, classroom, notes, has_classes=True)


def _known_names(teacher: Teacher, classroom: Classroom | None) -> set[str]:
    """Return the keys of the names of all children whom the list may refer to. One query."""
    children = Student.objects.filter(classroom__archived_at=None, classroom__teachers=teacher)
    children = children.filter(classroom=classroom) if classroom else children
    return {names.key(name) for name in children.values_list("name", flat=True)}


def from_people(lines: list[list[str]], *, teacher: Teacher, classroom: Classroom) -> RosterImport:
    """Make a draft of a course's people in another system: first name, last name, number. Raises NotAListError."""
    used = columns.Columns(given=0, family=1, source=2)
    listing = columns.listing_of(list(enumerate(lines, 1)), used)
    return _from_listing(listing, teacher, classroom, DraftNotes(is_whole=True), has_classes=False)


def _from_listing(
    listing: Listing, teacher: Teacher, classroom: Classroom | None, notes: DraftNotes, *, has_classes: bool
) -> RosterImport:
    rows = listing.rows
    if not rows:
        raise NotAListError(_("There is no name in this list. Put one name on each line."))
    sizes = Counter(row.section for row in rows)
    if len(sizes) < 2 and classroom and len(rows) > MOST_STUDENTS:
        raise NotAListError(lists.too_long(len(rows), MOST_STUDENTS))
    unnamed = "" if has_classes else _("New class")
    sections = [Section(word, word or unnamed, size=size) for word, size in sizes.items()]
    notes.titles, notes.no_names = listing.titles[:MOST_NUMBERS], listing.nameless[:MOST_NUMBERS]
    notes.adults, notes.filled = listing.adults[:MOST_NUMBERS], listing.filled
    return _kept(teacher, classroom, rows, sections, notes)


def from_zip(data: bytes, *, teacher: Teacher, classroom: Classroom | None) -> RosterImport:
    """Read a file of a school's system. Raises NotAListError."""
    found = school_rows.read_zip(data, email=teacher.email, today=timezone.localdate())
    return from_bundle(found, teacher=teacher, classroom=classroom)


def from_bundle(found: Bundle, *, teacher: Teacher, classroom: Classroom | None) -> RosterImport:
    """Make a draft of what a school's system exported. Raises NotAListError."""
    mine = school_rows.Mine.of(teacher)
    bundle = school_rows.spelled_as(mine, found)
    rows = school_rows.named_by(mine, bundle.rows)
    nameless = sum(not row.name and not row.why for row in rows)
    rows = [row for row in rows if row.name or row.why]
    rows += school_rows.of_those_who_left(mine, bundle, rows)
    sections = list(bundle.sections)
    if not bundle.is_whole:
        rows += school_rows.renamed(mine, bundle, rows)
        sections += undescribed(rows, {section.key for section in sections})
    ended, retitled = school_rows.of_classes(mine, bundle)
    if not rows and not ended and not retitled:
        raise NotAListError(_("No child of a class is in this file."))
    notes = DraftNotes(
        is_whole=bundle.is_whole,
        is_delta=not bundle.is_whole,
        is_of_a_system=True,
        nameless=nameless,
        has_demographics=bundle.has_demographics,
        odd_version=bundle.odd_version,
        repeated=bundle.repeated,
        ended=ended,
        retitled=retitled,
    )
    draft = _kept(teacher, classroom, rows, sections, notes)
    kept = {row.source for row in rows_of(draft)}
    shared = [words for number, words in bundle.shared.items() if number in kept]
    outside = len(rows) - len(draft.rows) if bundle.is_whole else 0
    note(draft, shared=shared[:MOST_NAMED], unplaced=bundle.unplaced + outside)
    return draft


def _kept(
    teacher: Teacher, classroom: Classroom | None, rows: list[ListRow], sections: list[Section], notes: DraftNotes
) -> RosterImport:
    """Store the draft, with a guess which classes it is for. Older drafts are deleted, and national numbers are left
    out."""
    forget_old()
    national_numbers = {row.source for row in rows if national.is_national(row.source)}
    rows = [replace(row, source="") if row.source in national_numbers else row for row in rows]
    notes.national = bool(national_numbers)
    guesses = targets.guessed(teacher, classroom, sections, rows)
    may_be_here = notes.is_of_a_system and (not classroom or len(sections) > 1)
    here = joining.offered(teacher, sections, rows) if may_be_here else {}
    guesses |= dict.fromkeys(here, "")
    mine = {f"{pk}": name for pk, name in teacher.classrooms.values_list("pk", "name")}
    unplaced = [row.name for row in rows if row.section == ""][:MOST_NAMED]
    kept = []
    for section in targets.with_distinct_names(sections):
        target = guesses[section.key]
        # without a name it is another teacher's, of whom a delta speaks; without a key it holds those in no class
        if section.name or target or not section.key:
            name = section.name or (mine[target] if section.key else "")
            said = {"name": name, "target": target, "here": here.get(section.key), "children": [] if name else unplaced}
            kept.append(DraftSection(**asdict(section) | said))
    keys = {section.key for section in kept}
    return RosterImport.objects.create(
        teacher=teacher,
        classroom=classroom,
        rows=[astuple(row) for row in rows if row.section in keys],
        rooms=[asdict(section) for section in kept],
        notes=asdict(notes),
    )


def rows_of(draft: RosterImport) -> list[ListRow]:
    return [ListRow(*line) for line in draft.rows]


def sections_of(draft: RosterImport) -> list[DraftSection]:
    said = [kept | {"here": ClassHere(**kept["here"]) if kept.get("here") else None} for kept in draft.rooms]
    return [DraftSection(**section) for section in said]


def notes_of(draft: RosterImport) -> DraftNotes:
    return DraftNotes(**draft.notes)


def note(draft: RosterImport, *changed: str, **said: Any) -> None:
    draft.notes = asdict(replace(notes_of(draft), **said))
    draft.save(update_fields=["notes", *changed])


def keep_sections(draft: RosterImport, sections: Iterable[DraftSection], **said: Any) -> None:
    draft.rooms = [asdict(section) for section in sections]
    note(draft, "rooms", **said)


def forget_old() -> None:
    """Delete drafts and applied lists that are a day old, as they hold names; drafts of the night wait longer."""
    since = timezone.now() - IMPORT_IS_UNDONE_WITHIN
    by_night = RosterImport.waiting().filter(started_at__gte=timezone.now() - WAITS_FROM_NIGHT)
    old = RosterImport.objects.filter(Q(applied_at=None, started_at__lt=since) | Q(applied_at__lt=since))
    old.exclude(pk__in=by_night.values("pk")).delete()


def choose(draft: RosterImport, said: dict[str, str], *, shown: Collection[int] | None, is_done: bool) -> None:
    """Store the teacher's choice of classes: `said` by the position of the class in the list, from 0.

    `shown` are the positions that the page showed, None all of them; `is_done`: this was the last page.
    """
    mine = draft.teacher.classrooms.filter(archived_at=None).values_list("pk", flat=True)
    allowed = {"", NEW} | {f"{pk}" for pk in mine}
    sections = sections_of(draft)
    for place, section in enumerate(sections):
        if shown is None or place in shown:
            chosen = said.get(f"{place}", "")
            can_join = chosen == JOIN and section.here
            sections[place] = replace(section, target=chosen if chosen in allowed or can_join else "")
    keep_sections(draft, sections, has_chosen=is_done or notes_of(draft).has_chosen)


def take_all(draft: RosterImport) -> None:
    """Choose a new class for each without a target; one that another teacher has here must be chosen by itself."""
    sections = sections_of(draft)
    keep_sections(draft, [replace(each, target=each.target or ("" if each.here else NEW)) for each in sections])


ANSWER = re.compile(r"(choice|name|skip|remove|retitle)-(c?[0-9]{1,9})|alike-[a-z_]{1,20}|many")
LONGEST_ANSWER = 200


def answered(draft: RosterImport, form: QueryDict) -> dict[str, str]:
    """Store the teacher's answers on one page of the list; return them with those of the other pages.

    The page names the lines that it showed, so that a box without a tick is known to be unticked.
    """
    kept = {field: said for field, said in notes_of(draft).answers.items() if field != "many"}
    shown = set(form.getlist("line"))
    for field in [field for field in kept if field.partition("-")[2] in shown]:
        del kept[field]
    said = {field: names.storable(f"{form[field]}"[:LONGEST_ANSWER]) for field in form if ANSWER.fullmatch(field)}
    off = {f"remove-{line}": OFF for line in shown if line.startswith("c")}
    off |= {f"retitle-{pk}": OFF for pk, _old, _new in notes_of(draft).retitled}
    note(draft, answers=kept | off | said)
    return draft.notes["answers"]


def needs_choice(draft: RosterImport) -> bool:
    """Return whether the list has several classes and the teacher has not chosen among them yet."""
    is_settled = [section.target for section in sections_of(draft)] == [f"{draft.classroom_id}"]
    return not is_settled and not notes_of(draft).has_chosen


def plan_of(draft: RosterImport) -> Plan:
    """Compare the draft with the classes as they are now; a few queries, however long the list. A class that is
    archived, removed or taught by others only by now is left out."""
    mine = {f"{pk}": pk for pk in draft.teacher.classrooms.filter(archived_at=None).values_list("pk", flat=True)}
    leads = {each.key: mine.get(each.target) for each in sections_of(draft) if each.target in {NEW, *mine}}
    children = _children(draft.teacher, [pk for pk in leads.values() if pk])
    notes = notes_of(draft)
    asked = {"asks_who_left": notes.asks_who_left, "is_of_a_system": notes.is_of_a_system}
    return compare.compare(rows_of(draft), leads, children, is_whole=notes.is_whole, **asked)


def _children(teacher: Teacher, targets: list[int]) -> list[Child]:
    """Return whom the teacher may move (of these classes and those they own) or take back (of these)."""
    wanted = Q(removed_at=None) | Q(removed_at__gt=timezone.now() - roster.KEPT_AFTER_REMOVAL, classroom__in=targets)
    owned = owned_by(teacher) | Q(teachers=teacher, pk__in=targets)
    mine = Classroom.objects.filter(owned, archived_at=None).values("pk")
    students = Student.everybody.filter(wanted, classroom__in=mine, merged_into=None).order_by("pk")
    fields = ("pk", "name", "classroom_id", "source_id", "source_name", "removed_at", "classroom__source_id")
    ways = roster.ways_out(teacher, targets)
    return [
        Child(pk, name, classroom_id, source, source_name, removed_at is not None, ways.get(classroom_id), bool(number))
        for pk, name, classroom_id, source, source_name, removed_at, number in students.values_list(*fields)
    ]
