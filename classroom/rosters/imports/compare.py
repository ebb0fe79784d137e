"""Comparison of a list with the children of a class: the change that each of its lines would make. Pure functions.

A line is matched to a child by the school's number first, then by name; also by the name on the last list, so that a
child whom the teacher has renamed is not added twice. An uncertain match is doubtful, and the teacher decides it;
nothing is ever guessed.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classroom.naming import names
from classroom.rosters.imports.plan import BEGINS, Change, ChangeKind, Child, ListRow, Plan, Reason

SAME_LINE = "line"
"""Why a line is left out: an earlier line has the same child with the same number."""

Choice = dict[str, Promise]
ADD: Choice = {"add": gettext_lazy("Add a child under the name below")}
SKIP: Choice = {"skip": gettext_lazy("Leave this line out")}
RENAME: Choice = {"rename": gettext_lazy("The same child: take the name below")}
SAME: Choice = {"same": gettext_lazy("The same child: keep the name in the class")}
BOTH: Choice = {"add": gettext_lazy("It is in both classes, and stays one child")}
MOVE: Choice = {"move": gettext_lazy("Move the child here, with all results")}
BACK: Choice = {"back": gettext_lazy("Bring the child back, with all results")}
LEAVE: Choice = {"leave": gettext_lazy("The child has left: remove from the class")}
KEEP: Choice = {"keep": gettext_lazy("The child stays in the class")}

ELSEWHERE = gettext_lazy("This child is in another class of yours.")


@dataclass(slots=True)
class _Index:
    """The known children by class and number or name, for matching lines to them."""

    sources: dict[tuple[int, str], Child] = field(default_factory=dict)
    called: dict[tuple[int, str], Child] = field(default_factory=dict)
    listed: dict[tuple[int, str], list[Child]] = field(default_factory=lambda: defaultdict(list))
    removed: dict[tuple[int, str], Child] = field(default_factory=dict)
    everywhere: dict[str, list[Child]] = field(default_factory=lambda: defaultdict(list))
    beginnings: dict[tuple[int, str], list[Child]] = field(default_factory=lambda: defaultdict(list))


def _index(children: Iterable[Child]) -> _Index:
    index = _Index()
    for child in children:
        if child.was_removed:
            index.removed[child.classroom_id, child.source or names.key(child.name)] = child
            index.removed[child.classroom_id, names.key(child.name)] = child
            continue
        if child.source:
            index.sources[child.classroom_id, child.source] = child
            index.everywhere[child.source].append(child)
        index.called[child.classroom_id, names.key(child.name)] = child
        index.listed[child.classroom_id, names.key(child.source_name)].append(child)
        index.beginnings[child.classroom_id, names.first_word(child.name)].append(child)
    return index


def compare(
    rows: Sequence[ListRow],
    targets: Mapping[str, int | None],
    children: Sequence[Child],
    *,
    is_whole: bool = False,
    asks_who_left: bool = False,
    is_of_a_system: bool = False,
) -> Plan:
    """Compare the rows whose class has a target here. `is_whole`: every child of these classes should be on the list.

    `asks_who_left`: the teacher decides about each child who is missing from a whole list but was on an earlier one.
    `is_of_a_system`: the list comes from a school's system.

    A child with a number is one child, however many of these classes list it. `children` are all whom the teacher may
    move or take back, including those in their other classes and removed ones.
    """
    wanted = [row for row in rows if row.section in targets]
    comparison = _Comparison(wanted, targets, _index(children), is_whole, is_of_a_system)
    changes = [change for row in wanted if (change := comparison.judge(row))]
    plan = Plan(changes, dict(targets), list(children))
    if is_whole:
        plan.changes += _gone(plan, asks_who_left=asks_who_left)
    return plan


@dataclass(slots=True)
class _Comparison:
    """A comparison in progress: the children that lines have matched, and the line that took each name."""

    rows: Sequence[ListRow]
    targets: Mapping[str, int | None]
    index: _Index
    is_whole: bool
    is_of_a_system: bool
    found: set[int] = field(default_factory=set)
    lines: dict[tuple[str, str], int] = field(default_factory=dict)
    numbered: dict[tuple[str, str], Iterator[int]] = field(default_factory=lambda: defaultdict(partial(count, 2)))
    numbers: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    words: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    leaving: set[tuple[str, str]] = field(default_factory=set)
    moves: dict[tuple[str, str], Child] = field(default_factory=dict)
    """By class and number: the child who moves there from a class that it leaves."""
    moving: set[int] = field(default_factory=set)
    firsts: dict[tuple[str, str], ListRow] = field(default_factory=dict)
    """By class and number: the first line with it."""

    def __post_init__(self) -> None:
        """Collect who is listed in each class, who leaves, and who (by number) moves from class to class."""
        coming = []
        for row in self.rows:
            if row.leaves:
                self.leaving.add((row.section, row.source))
                continue
            if row.why:
                continue
            self.numbers[row.section].add(row.source)
            self.words[row.section].add(names.key(row.name))
            if row.source and (self.targets[row.section], row.source) not in self.index.sources:
                coming.append(row)
        sections = {pk: section for section, pk in self.targets.items() if pk}
        left = {
            source: [child for child in children if self._has_left(sections.get(child.classroom_id), source)]
            for source, children in self.index.everywhere.items()
        }
        for row in coming:
            goes = [child for child in left.get(row.source, ()) if child.may_go(self.targets[row.section])]
            if goes and (row.section, row.source) not in self.moves:
                self.moves[row.section, row.source] = goes[0]
                self.moving.add(goes[0].pk)
                left[row.source].remove(goes[0])

    def judge(self, row: ListRow) -> Change | None:
        """Return the change that a line makes, if any. A number on two lines of a class belongs to the first."""
        first = self.firsts.setdefault((row.section, row.source), row) if row.source and not row.why else row
        if first is row:
            return self._judge(row)
        if names.key(first.name) == names.key(row.name):
            return _left_out(row, f"{SAME_LINE}:{first.number}")
        without = replace(row, source="")
        change = self._judge(without)
        if change is None or change.kind != ChangeKind.ADDED:
            return change
        words = _("The number %(number)s is on line %(line)d too. Is it another child? Then it comes without a number.")
        return _doubtful(without, Reason.NUMBER, words % {"number": row.source, "line": first.number}, ADD | SKIP)

    def _judge(self, row: ListRow) -> Change | None:
        target = self.targets[row.section]
        mine = self.index.sources.get((target, row.source)) if target and row.source else None
        if row.leaves:
            return self._leaving(row, mine)
        if row.why.startswith(BEGINS) and not mine:
            return _left_out(row, row.why)
        if problem := names.problem_of(row.name):
            return self._refused(row, problem)
        change = (self._by_number(row, mine) if mine else None) or self._from_elsewhere(row, target)
        change = change or (self._by_name(row, target) if target else None) or self._new(row)
        self.lines.setdefault((row.section, names.key(change.name)), row.number)
        if change.child:
            self.found.add(change.child.pk)
        return change

    def _leaving(self, row: ListRow, mine: Child | None) -> Change | None:
        if mine is None:
            return _left_out(row, row.why)
        if mine.pk in self.moving:
            return None
        self.found.add(mine.pk)
        words = _("The school's list takes this child off the class.")
        return Change(f"c{mine.pk}", ChangeKind.GONE, row.section, mine.name, row, mine, words, is_ticked=True)

    def _refused(self, row: ListRow, problem: str) -> Change:
        offered = names.without_formula(row.name)
        offered = row.name if names.problem_of(offered) else offered
        return _doubtful(row, Reason.REFUSED, problem, ADD | SKIP, name=offered)

    def _by_number(self, row: ListRow, mine: Child) -> Change:
        known = {names.key(mine.name), names.key(mine.source_name)}
        if names.key(row.name) in known:
            return Change(f"{row.number}", ChangeKind.UNCHANGED, row.section, mine.name, row, mine)
        words = _("In the class this child is called “%(old)s”, on the list “%(new)s”.")
        return _doubtful(row, Reason.RENAMED, words % {"old": mine.name, "new": row.name}, RENAME | SAME, child=mine)

    def _from_elsewhere(self, row: ListRow, target: int | None) -> Change | None:
        """Return the change for a child who is in another class of the teacher: it moves if that class's list no longer
        has it, and stays one child in both classes if both lists have it. Every other case is doubtful."""
        if moved := self.moves.get((row.section, row.source)):
            return Change(f"{row.number}", ChangeKind.MOVED, row.section, moved.name, row, moved)
        others = [child for child in self.index.everywhere.get(row.source, ()) if child.classroom_id != target]
        if not others:
            return None
        called = self._by_name(row, target) if target else None
        if called and called.kind == ChangeKind.UNCHANGED:
            return called
        other = next((child for child in others if child.may_go(target)), None)
        if other is None:
            whom_to_ask = _("Ask an owner of this class to move the child.")
            return _doubtful(row, Reason.ELSEWHERE, f"{ELSEWHERE} {whom_to_ask}", ADD | SKIP)
        if other.classroom_id in self.targets.values() or (self.is_of_a_system and other.is_numbered):
            return None
        return _doubtful(row, Reason.ELSEWHERE, f"{ELSEWHERE}", BOTH | MOVE | SKIP, child=other)

    def _has_left(self, section: str | None, source: str) -> bool:
        if section is None or source in self.numbers[section]:
            return False
        return self.is_whole or (section, source) in self.leaving

    def _by_name(self, row: ListRow, target: int) -> Change | None:
        called = names.key(row.name)
        if same := self._called(called, target):
            return self._same_name(row, same)
        if back := self.index.removed.get((target, row.source)) or self.index.removed.get((target, called)):
            words = _("%(name)s was removed from this class a short time ago.") % {"name": back.name}
            return _doubtful(row, Reason.REMOVED, words, BACK | ADD | SKIP, child=back)
        alike = self._alike(row, target)
        if not alike:
            return None
        words = _("Is this “%(name)s”, who is in the class?") % {"name": "” / “".join(child.name for child in alike)}
        if len(alike) > 1:
            return _doubtful(row, Reason.ALIKE, words, ADD | SKIP)
        return _doubtful(row, Reason.ALIKE, words, RENAME | SAME | ADD | SKIP, child=alike[0])

    def _called(self, name: str, target: int) -> Child | None:
        """Return the child of this name, in the class or on an earlier list, whom no line has matched yet."""
        here = self.index.called.get((target, name))
        listed = self.index.listed.get((target, name), ())
        return next((child for child in (here, *listed) if child and child.pk not in self.found), None)

    def _same_name(self, row: ListRow, same: Child) -> Change:
        if not row.source or not same.source:
            return Change(f"{row.number}", ChangeKind.UNCHANGED, row.section, same.name, row, same)
        words = _("There is a child “%(name)s” in the class, with another number in the school's list.")
        return _doubtful(row, Reason.SAME_NAME, words % {"name": same.name}, SAME | ADD | SKIP, child=same)

    def _alike(self, row: ListRow, target: int) -> list[Child]:
        """Return the unlisted children whose name begins with this one, or the other way round."""
        mine = names.key(row.name).rstrip(".")
        free = [
            child
            for child in self.index.beginnings.get((target, names.first_word(row.name)), ())
            if child.pk not in self.found and not (child.source and row.source)
            if names.key(child.name) not in self.words[row.section]
            and child.source not in self.numbers[row.section] - {""}
        ]
        theirs = [(child, names.key(child.name).rstrip(".")) for child in free]
        return [child for child, name in theirs if name.startswith(mine) or mine.startswith(name)]

    def _new(self, row: ListRow) -> Change:
        line = self.lines.get((row.section, names.key(row.name)))
        if line is None:
            return Change(f"{row.number}", ChangeKind.ADDED, row.section, row.name, row)
        words = _("“%(name)s” is on line %(line)d too. Is it another child? Then tell the two apart.")
        words %= {"name": row.name, "line": line}
        return _doubtful(row, Reason.TWICE, words, ADD | SKIP, name=self._distinct_name(row))

    def _distinct_name(self, row: ListRow) -> str:
        """Return the name with the first number, of those not tried before, that makes it unique in the class."""
        numbered = (f"{row.name} {number}" for number in self.numbered[row.section, names.key(row.name)])
        target = self.targets[row.section]
        return next(
            name
            for name in numbered
            if (row.section, names.key(name)) not in self.lines and (target, names.key(name)) not in self.index.called
        )


def _doubtful(
    row: ListRow, why: Reason, words: str, choices: Choice, child: Child | None = None, name: str = ""
) -> Change:
    chosen, called = tuple((value, str(label)) for value, label in choices.items()), name or row.name
    return Change(f"{row.number}", ChangeKind.DOUBTFUL, row.section, called, row, child, words, chosen, why=why)


def _left_out(row: ListRow, why: str) -> Change:
    return Change(f"{row.number}", ChangeKind.LEFT_OUT, row.section, row.name, row, why=why)


def _gone(plan: Plan, *, asks_who_left: bool) -> list[Change]:
    """Return a change for each child whom no line matched. A child who was never on a list is not asked about."""
    sections = {pk: section for section, pk in plan.targets.items() if pk}
    spoken_of = {change.child.pk for change in plan.changes if change.child}
    return [
        _left(child, sections[child.classroom_id])
        if asks_who_left and child.source and child.source_name
        else Change(f"c{child.pk}", ChangeKind.GONE, sections[child.classroom_id], child.name, None, child)
        for child in plan.children
        if child.classroom_id in sections and child.pk not in spoken_of and not child.was_removed
    ]


def _left(child: Child, section: str) -> Change:
    words = _("An earlier list of the school named this child, this one does not.")
    choices = tuple((value, str(label)) for value, label in (LEAVE | KEEP).items())
    key, why = f"c{child.pk}", Reason.LEFT
    return Change(key, ChangeKind.DOUBTFUL, section, child.name, None, child, words, choices, why=why)
