"""Validation of the whole file before anything is written: every value, every reference, every round by its game's
rules.

A valid file can be stored as it is; an invalid one is refused with nothing written.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

from classroom.naming import names
from classroom.sessions.accommodations import MEASURED, ON_EVERY_SCREEN
from classroom.sessions.games.catalogue import accommodations
from classroom.transfer.archive import Archive, BrokenFileError, refuse
from classroom.transfer.schema import SCHOOL, TABLES, Stored
from game import catalogue, rules
from game.log.codec import event_of
from game.log.reader import MeasuredEntry, RoundLog

Row = dict[str, Any]
LONGEST_NEED = 60_000


@dataclass(slots=True)
class Contents:
    """Content of a valid file: the numbers of its rows by table, and the names of its classes that are not archived.

    `made` are the creation times of the classes, `persons` those of each child's classes by its person. `games` are the
    tables' games, `people` the children's seats by table, `rounds` what each round was dealt with.
    """

    known: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    classrooms: dict[int, str] = field(default_factory=dict)
    made: dict[int, datetime] = field(default_factory=dict)
    persons: dict[str, set[datetime]] = field(default_factory=lambda: defaultdict(set))
    games: dict[int, str] = field(default_factory=dict)
    people: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    rounds: dict[int, Row] = field(default_factory=dict)
    taken: set[tuple[Any, ...]] = field(default_factory=set)

    def count(self, table: str) -> int:
        return len(self.known[table])

    def take(self, marks: set[tuple[Any, ...]]) -> bool:
        """Note values that must be unique; return whether another row had them."""
        is_taken = not marks.isdisjoint(self.taken)
        self.taken |= marks
        return is_taken


def check(archive: Archive) -> Contents:
    """Validate the file. Raises BrokenFileError."""
    contents = Contents()
    for name in TABLES:
        if name == "event":
            _check_logs(archive, contents)
            continue
        for row in cleaned(archive, name, contents.known):
            refuse(name == "teacher" and archive.kind != SCHOOL)
            _refuse_twice(contents, name, row)
            refuse(name in RULES and RULES[name](contents, row))
        contents.taken.clear()
    refuse(archive.kind != SCHOOL and not contents.classrooms)
    return contents


def cleaned(archive: Archive, name: str, known: dict[str, set[int]]) -> Iterator[Row]:
    """Yield the rows with their values as they are stored, and add their numbers to `known`. Raises BrokenFileError."""
    stored, numbers, last = TABLES[name], known[name], 0
    for row in archive.rows(name):
        number = row["id"]
        refuse(type(number) is not int or number <= last)
        last = number
        yield _clean(stored, row, known)
        numbers.add(number)


def events(archive: Archive) -> Iterator[Row]:
    """Yield the entries of all logs. Raises BrokenFileError."""
    for row in archive.rows("event"):
        yield _clean(TABLES["event"], row, {"round": AnyNumber()})


class AnyNumber(set[int]):
    """A set that contains every number, for references that are checked elsewhere."""

    def __contains__(self, number: object) -> bool:
        return True


def _clean(stored: Stored, row: Row, known: dict[str, set[int]]) -> Row:
    try:
        found = {column: check(row[column]) for column, check in stored.columns.items()}
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise BrokenFileError from error
    for column, table in (*stored.needs.items(), *stored.may.items()):
        number = found[column] = row[column]
        refuse(number is None and column in stored.needs)
        refuse(number is not None and (type(number) is not int or number not in known[table]))
    return {"id": row["id"], **found}


def _refuse_twice(contents: Contents, name: str, row: Row) -> None:
    for columns in TABLES[name].unique:
        refuse(contents.take({(columns, *(row[column] for column in columns))}))


# Further rules for the rows of single tables. Each returns whether the row is invalid.


def _classroom(contents: Contents, row: Row) -> bool:
    contents.made[row["id"]] = row["created_at"]
    contents.classrooms[row["id"]] = row["name"] if row["archived_at"] is None else ""
    return False


def _student(contents: Contents, row: Row) -> bool:
    """Return whether the student's needs are unknown ones, or another student on the roster has its name, number of the
    school, or person."""
    contents.persons[row["person"] or ""].add(contents.made[row["classroom"]])
    unknown = set(row["needs"]) - {*ON_EVERY_SCREEN, *MEASURED, *accommodations()}
    values = row["needs"].values()
    if unknown or not all(isinstance(value, int) and 0 <= value <= LONGEST_NEED for value in values):
        return True
    if row["removed_at"]:
        return False
    marks = {(row["classroom"], "name", names.key(row["name"]))}
    marks |= {(row["classroom"], name, row[name]) for name in ("source_id", "person") if row[name]}
    return contents.take(marks)


def _session(contents: Contents, row: Row) -> bool:
    """Return whether a table of no size can be dealt with the session's options."""
    known = rules.CATALOGUE.games.get(row["game"])
    return known is None or not any(_deals(known, row["options"], seats) for seats in known.SEATS)


def _deals(game: rules.Game, options: Row, seats: int) -> bool:
    try:
        game.deal(options, seats, 0)
    except Exception:  # whatever the rules stumble over: these options are none of theirs
        return False
    return True


def _table(contents: Contents, row: Row) -> bool:
    contents.games[row["id"]] = row["game"]
    return row["game"] not in catalogue.CATALOGUE.measured


def _seat(contents: Contents, row: Row) -> bool:
    """Return whether the child has another seat at the same table."""
    if row["player"] is None:
        return False
    contents.people[row["table"]].add(row["number"])
    return contents.take({(row["table"], "player", row["player"])})


def _round(contents: Contents, row: Row) -> bool:
    contents.rounds[row["id"]] = row
    return False


def _sitting(contents: Contents, row: Row) -> bool:
    """Return whether the child sits at another table of the session at the same time."""
    return not row["left_at"] and contents.take({(row["session"], row["student"])})


RULES: dict[str, Callable[[Contents, Row], bool]] = {
    "classroom": _classroom,
    "student": _student,
    "session": _session,
    "table": _table,
    "seat": _seat,
    "round": _round,
    "sitting": _sitting,
}


# Logs


def _check_logs(archive: Archive, contents: Contents) -> None:
    """Fold every round. Raises BrokenFileError for a log that its game's rules cannot read."""
    read: set[int] = set()
    for number, entries in groupby(events(archive), key=lambda row: row["round"]):
        refuse(number in read or number not in contents.rounds)
        read.add(number)
        _fold(contents, contents.rounds[number], list(entries))
    for number in contents.rounds.keys() - read:
        _fold(contents, contents.rounds[number], [])


def _fold(contents: Contents, played: Row, entries: list[Row]) -> None:
    places = [entry["n"] for entry in entries]
    moves = [(entry["seat"], entry["move_id"]) for entry in entries if entry["move_id"] is not None]
    refuse(places != sorted(set(places)) or len(moves) != len(set(moves)))
    game = catalogue.measured(contents.games[played["table"]])
    people = frozenset(contents.people[played["table"]])
    log = RoundLog(played["options"], played["seats"], played["seed"], people, [_measured(entry) for entry in entries])
    try:
        game.evidence(log)
    except Exception as error:  # whatever the rules stumble over: the log is none of theirs
        raise BrokenFileError from error


def _measured(entry: Row) -> MeasuredEntry:
    event = event_of(entry["kind"], entry["seat"], entry["card"], entry["top"], entry["at"], entry["cards"])
    return MeasuredEntry(event, json.loads(entry["client"] or "{}"))
