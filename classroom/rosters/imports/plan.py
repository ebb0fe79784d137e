"""The values of an import: the lines of a list, the known children, and the planned changes.

Pure data; the decisions are made in `compare` and `decisions`.
"""

from dataclasses import dataclass, field
from enum import StrEnum

Choices = tuple[tuple[str, str], ...]
"""The possible decisions: value and words."""


ENDED, BEGINS, INACTIVE, DISABLED, DELETED = "ended", "begins", "inactive", "disabled", "deleted"
"""Why a child of a list is not in a class today; the first two are followed by a colon and the day."""
NEW, JOIN = "new", "join"
"""Targets of a class of a list: a class is made for it, or another teacher's class is joined."""


@dataclass(frozen=True, slots=True)
class ListRow:
    """A line of a list: its number, the child's name, the school's number of the child and the name of the class on the
    list.

    `leaves` says that the school's system takes the child off the class; `why` says what keeps the child from being in
    it today: one of the constants above.
    """

    number: int
    name: str
    source: str = ""
    section: str = ""
    leaves: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A class as the list names it, before it is one of ours: the school's number for it, its name, school year,
    school, how many children it lists, and the code by which the school distinguishes it from others with its name.

    `is_mine`: one of its teachers has the reader's e-mail address; `teachers` are the names of the others.
    `school_number` and `session_number` identify its school and its part of the year in the school's system.
    """

    key: str
    name: str
    year: str = ""
    school: str = ""
    size: int = 0
    is_mine: bool = False
    is_homeroom: bool = False
    teachers: tuple[str, ...] = ()
    code: str = ""
    school_number: str = ""
    session_number: str = ""


@dataclass(frozen=True, slots=True)
class ClassHere:
    """Another teacher's class that is a class of the list, with the names of its owners."""

    pk: int
    name: str
    teachers: list[str]


@dataclass(frozen=True, slots=True)
class DraftSection(Section):
    """A class of a draft. `target` is where it leads: NEW, JOIN (the class `here`), the number of a class of the
    teacher, or "" where it is left out. `children` are some names, for a section of children without a class."""

    target: str = ""
    here: ClassHere | None = None
    children: list[str] = field(default_factory=list)

    @property
    def joins(self) -> ClassHere | None:
        """The class that the teacher joins by the list."""
        return self.here if self.target == JOIN else None


@dataclass(slots=True)
class DraftNotes:
    """Notes of a draft beside its rows and sections: how it is compared, what was left out, and the teacher's answers.

    `is_whole`: the list names everybody; `asks_who_left`: see `compare`. `is_of_a_system`: its classes have numbers of
    the school; `is_delta`: it holds changes only. `titles`, `no_names` and `adults` are numbers of lines without a
    child, `filled`, `nameless`, `repeated` and `unplaced` counts. `ended` are classes (number, name) that the system
    has ended, `retitled` those (number, name, new name) that it has renamed. `answers` is what the teacher ticked and
    typed.
    """

    is_whole: bool = False
    asks_who_left: bool = False
    by_night: bool = False
    has_chosen: bool = False
    answers: dict[str, str] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    other_sheets: str = ""
    titles: list[int] = field(default_factory=list)
    no_names: list[int] = field(default_factory=list)
    adults: list[int] = field(default_factory=list)
    filled: int = 0
    national: bool = False
    is_of_a_system: bool = False
    is_delta: bool = False
    nameless: int = 0
    has_demographics: bool = False
    odd_version: str = ""
    repeated: int = 0
    unplaced: int = 0
    shared: list[str] = field(default_factory=list)
    ended: list[tuple[int, str]] = field(default_factory=list)
    retitled: list[tuple[int, str, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Child:
    """A student as they are now, in the class with the number `classroom_id`. `was_removed`: off the roster, but kept.

    `ways` are the classes to which the teacher may move the child; None: to any. `is_numbered`: the class has a number
    of the school's.
    """

    pk: int
    name: str
    classroom_id: int
    source: str = ""
    source_name: str = ""
    was_removed: bool = False
    ways: frozenset[int] | None = None
    is_numbered: bool = False

    def may_go(self, classroom_id: int | None) -> bool:
        """Return whether the teacher may move the child to this class; None stands for a new class."""
        return self.ways is None or classroom_id in self.ways


class ChangeKind(StrEnum):
    DOUBTFUL = "doubtful"
    ADDED = "added"
    MOVED = "moved"
    UNCHANGED = "unchanged"
    GONE = "gone"
    """In the class, but not on its list."""
    LEFT_OUT = "left_out"
    """On the list, but ignored; `why` has the reason."""


class Reason(StrEnum):
    """Why a line is doubtful: lines with the same reason can be decided together."""

    RENAMED = "renamed"
    ELSEWHERE = "elsewhere"
    SAME_NAME = "same_name"
    REMOVED = "removed"
    ALIKE = "alike"
    TWICE = "twice"
    NUMBER = "number"
    REFUSED = "refused"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Change:
    """The change that a line makes, or that is made to a child who is not on the list. `key` identifies it on the page.

    `name` is the suggested name of the child; `words` say what is doubtful, and `choices` what can be decided. `why` is
    the `Reason` of a doubtful line; for a line that is left out it is the reason that `bundle` gives, or "line:" and
    the number of the line with the same child.
    """

    key: str
    kind: ChangeKind
    section: str
    name: str
    row: ListRow | None = None
    child: Child | None = None
    words: str = ""
    choices: Choices = ()
    is_ticked: bool = False
    why: str = ""

    @property
    def is_news(self) -> bool:
        """Whether the list has a number or a name of the child that is not stored yet."""
        if self.row is None or self.child is None:
            return False
        if not self.row.source:
            return self.kind == ChangeKind.DOUBTFUL and self.row.name != self.child.source_name
        return (self.row.source, self.row.name) != (self.child.source, self.child.source_name)


@dataclass(slots=True)
class Plan:
    """The compared list. `targets` maps each name of a class on the list to a class here, None for a new one."""

    changes: list[Change]
    targets: dict[str, int | None]
    children: list[Child]

    def of(self, kind: ChangeKind) -> list[Change]:
        return [change for change in self.changes if change.kind == kind]

    @property
    def doubtful(self) -> list[Change]:
        return self.of(ChangeKind.DOUBTFUL)

    @property
    def changes_nothing(self) -> bool:
        """Whether nobody comes, leaves, waits for a decision or gets a number that is not stored yet."""
        still = (ChangeKind.UNCHANGED, ChangeKind.LEFT_OUT)
        return all(change.kind in still and not change.is_news for change in self.changes)
