"""The research file: every decision of a class or school, pseudonymous, in a published schema.

The tables and columns are those of the MatMat data set (adaptive-learning/matmat-web):
skills.csv, items.csv and answers.csv. Children, tables and rounds get random numbers that hold within one file and are
kept nowhere, names stand nowhere, and all times are moved by the same random number of whole weeks. A time under a
child's own settings is left out, and so are the settings: they may tell of a child's health.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import islice
from random import Random, SystemRandom
from tempfile import TemporaryFile
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classroom.models import Student
from classroom.reports.kit.exports.columns import Column, Sheet
from classroom.reports.kit.exports.formats import PIECE, csv_of
from classroom.reports.kit.periods import moment

AT_ONCE = 2000
MOST_WEEKS = 52
LARGEST = 10**9


class ResearchSkill(NamedTuple):
    """A kind of sum; `parent` is the identifier of the one it belongs to, empty at the top."""

    identifier: str
    name: str | Promise
    parent: str = ""


class ResearchItem(NamedTuple):
    """Question of the research file. `answer` are the right answers, apart by |; `skill` is an identifier."""

    key: str
    question: str
    answer: str
    skill: str


class ResearchAnswer(NamedTuple):
    """A decision, or a chance to decide that another's card ended: then `correct` is None. Times are ms."""

    player: int
    at: int
    item: str
    response_time: int | None
    correct: bool | None
    answer: str | int
    answer_expected: str | int
    log: Mapping[str, Any]
    random: bool
    table: int
    round: int


class ResearchGame(NamedTuple):
    """A game's part: its kinds of sums, what is asked in it, and the answers of these players, in their order."""

    skills: Sequence[ResearchSkill]
    items: Sequence[ResearchItem]
    answers: Callable[[Sequence[int]], Iterator[ResearchAnswer]]


class _Numbers:
    """Random numbers for what is not to be led back, the same for the same thing within one file."""

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self._given: dict[Any, int] = {}
        self._taken: set[int] = set()

    def of(self, thing: Any) -> int:
        if thing not in self._given:
            number = self._dice.randrange(1, LARGEST)
            while number in self._taken:
                number = self._dice.randrange(1, LARGEST)
            self._taken.add(number)
            self._given[thing] = number
        return self._given[thing]


def zip_of(games: Sequence[ResearchGame], students: Iterable[Student], dice: Random | None = None) -> Iterator[bytes]:
    """Yield the file; it grows on the disk, empty pieces meanwhile."""
    players = sorted(student.pk for student in students)
    sheets = _sheets(games, players, dice or SystemRandom())
    with TemporaryFile() as file:
        with ZipFile(file, "w", ZIP_DEFLATED) as packed:
            packed.writestr("codebook.txt", codebook(sheets))
            for sheet in sheets:
                with packed.open(f"{sheet.key}.csv", "w") as table:
                    for piece in csv_of(sheet):
                        table.write(piece)
                        yield b""
        file.seek(0)
        while piece := file.read(PIECE):
            yield piece


def codebook(sheets: Sequence[Sheet]) -> str:
    """Return what the tables are, and what each of their columns means."""
    said = [f"{sentence}" for sentence in ABOUT]
    for sheet in sheets:
        said += ["", f"{sheet.key}.csv: {sheet.title}"]
        said += [f"  {column.name}: {column.meaning}" for column in sheet.columns]
    return "\n".join(said) + "\n"


ABOUT = (
    gettext_lazy("Answers of children in Cardinal, for research. Tables and columns are those of the MatMat data set."),
    gettext_lazy("Pseudonymous, not anonymous: whoever has the school's own data could compare them. Keep it as such."),
    gettext_lazy("Numbers of children, tables and rounds are random, hold in this file alone and are kept nowhere."),
    gettext_lazy("All times are moved by the same random number of weeks: weekday and hour are true, the date is not."),
    gettext_lazy("Times under a child's own settings (longer pauses, hints) are left out, as are the settings."),
    gettext_lazy(
        "In a race another's card ends everybody's wait: such rows have no `correct`, their time is censored."
    ),
)


def _sheets(games: Sequence[ResearchGame], players: Sequence[int], dice: Random) -> tuple[Sheet, ...]:
    skills = [skill for game in games for skill in game.skills]
    items = [item for game in games for item in game.items]
    number = {skill.identifier: place for place, skill in enumerate(skills, start=1)}
    item_number = {item.key: place for place, item in enumerate(items, start=1)}
    return (
        Sheet("skills", _("kinds of sums, a tree"), _skill_columns(number), lambda: iter([skills])),
        Sheet("items", _("what is asked"), _item_columns(item_number, number), lambda: iter([items])),
        Sheet(
            "answers", _("a line for each decision"), _answer_columns(item_number, dice), lambda: _rows(games, players)
        ),
    )


def _rows(games: Sequence[ResearchGame], players: Sequence[int]) -> Iterator[list[Any]]:
    rows = enumerate((row for game in games for row in game.answers(players)), start=1)
    while some := list(islice(rows, AT_ONCE)):
        yield some


def _skill_columns(number: Mapping[str, int]) -> tuple[Column, ...]:
    return (
        Column("id", _("Number of the kind."), lambda skill: number[skill.identifier]),
        Column("identifier", _("Short name of the kind."), lambda skill: skill.identifier),
        Column("name", _("Its name in words."), lambda skill: f"{skill.name}"),
        Column(
            "parent", _("Number of the kind it belongs to; empty at the top."), lambda skill: number.get(skill.parent)
        ),
    )


def _item_columns(number: Mapping[str, int], skill: Mapping[str, int]) -> tuple[Column, ...]:
    return (
        Column("id", _("Number of what is asked."), lambda item: number[item.key]),
        Column("question", _("What is asked."), lambda item: item.question),
        Column("answer", _("Right answers, with | between them."), lambda item: item.answer),
        Column("visualization", _("How it is shown: always cards."), lambda item: "cards"),
        Column("skill", _("Number of its kind."), lambda item: skill[item.skill]),
    )


def _answer_columns(item: Mapping[str, int], dice: Random) -> tuple[Column, ...]:
    children, tables, rounds = _Numbers(dice), _Numbers(dice), _Numbers(dice)
    moved = timedelta(weeks=dice.randint(1, MOST_WEEKS))

    def log(line: tuple[int, ResearchAnswer]) -> str:
        row = line[1]
        there = {"table": tables.of(row.table), "round": rounds.of(row.round)}
        return json.dumps(there | dict(row.log), ensure_ascii=False)

    def at(line: tuple[int, ResearchAnswer]) -> str:
        local = timezone.localtime(moment(line[1].at)) - moved
        return f"{local:%Y-%m-%d %H:%M:%S}"

    return (
        Column("id", _("Number of the line."), lambda line: line[0]),
        Column("time", _("When it could be answered, by the school's clock, moved by whole weeks."), at),
        Column("item", _("Number of what was asked."), lambda line: item[line[1].item]),
        Column("student", _("Random number of the child."), lambda line: children.of(line[1].player)),
        *_decision_columns(),
        Column("log", _("More, as JSON: table, round, the hand, how it ended, mode."), log),
        Column(
            "random", _("1 dealt by chance, 0 chosen for the child by what it knows."), lambda line: int(line[1].random)
        ),
    )


def _decision_columns() -> tuple[Column, ...]:
    return (
        Column(
            "response_time", _("Milliseconds; empty where no time may be used."), lambda line: line[1].response_time
        ),
        Column(
            "correct",
            _("1 right, 0 wrong or drew though a card fitted; empty where another's card came first."),
            _correct,
        ),
        Column("answer", _("What was answered; empty where nothing was."), lambda line: line[1].answer),
        Column(
            "answer_expected",
            _("What would have been right, with | between several."),
            lambda line: line[1].answer_expected,
        ),
    )


def _correct(line: tuple[int, ResearchAnswer]) -> int | None:
    correct = line[1].correct
    return None if correct is None else int(correct)
