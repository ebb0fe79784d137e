"""The tables of the research file: a game's contribution, their columns, and the pseudonyms in them."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from classroom.reports.kit.exports.columns import OWN, Column
from classroom.server.time_zone import moment
from game.models import Evidence

MOST_WEEKS = 52
SALT = "classroom.research"
OF_A_CHILD = frozenset({OWN, "ladder"})
"""Options of a round that belong to single children."""


class ResearchSkill(NamedTuple):
    """A kind of sum; `parent` is the identifier of the kind that contains it, empty at the top."""

    identifier: str
    name: str | Promise
    parent: str = ""


class ResearchItem(NamedTuple):
    """Question of the research file. `answer` are the right answers, separated by |; `skill` is an identifier."""

    key: str
    question: str
    answer: str
    skill: str


class ResearchAnswer(NamedTuple):
    """A decision, or an opportunity that another's card ended: then `correct` is None. Times are ms."""

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
    line: int
    modality: str
    hidden_ms: int
    settings: Mapping[str, Any]


class ResearchLine(NamedTuple):
    """A line of the answers: its number, the class of its child, and the round trip of the device's connection."""

    number: int
    answer: ResearchAnswer
    classroom: int
    line_ms: int | None


class ResearchGame(NamedTuple):
    """A game's part: its kinds of sums, its questions, and the answers of these players, in order.

    `method` is the version of the formulas that judged the answers.
    """

    name: str
    method: int
    skills: Sequence[ResearchSkill]
    items: Sequence[ResearchItem]
    answers: Callable[[Sequence[int]], Iterator[ResearchAnswer]]


COLUMNS = (
    "player", "started_at", "milliseconds", "timed", "ending", "hand", "retry", "pictured", "round__table", "round",
    "line", "modality", "round__options",
)  # fmt: skip
"""Columns of an attempt or a claim used for every game's answers."""


def answers_of(
    kind: type[Evidence],
    columns: Sequence[str],
    of_game: Callable[[Mapping[str, Any]], Mapping[str, Any]],
    players: Sequence[int],
) -> Iterator[ResearchAnswer]:
    """Yield the answers of these players, in order. `columns` are those that the game needs beside COLUMNS; `of_game`
    maps a row of these columns to the game's own fields."""
    wanted = (*COLUMNS, *columns)
    rows = kind._default_manager.filter(player__in=players).order_by(
        "started_at", "round", "line", "seat", "retry", "pk"
    )
    for values in rows.values_list(*wanted).iterator():
        row = dict(zip(wanted, values, strict=True))
        yield ResearchAnswer(
            player=row["player"],
            at=row["started_at"],
            table=row["round__table"],
            round=row["round"],
            line=row["line"],
            modality=row["modality"],
            settings=row["round__options"],
            **of_game(row),
        )


def pseudonym(kind: str, thing: int) -> int:
    """Return the number that replaces this id in every research file of the school, irreversible without its key."""
    return int(salted_hmac(SALT, f"{kind} {thing}").hexdigest()[:12], 16)


def skill_columns(number: Mapping[str, int]) -> tuple[Column, ...]:
    return (
        Column("id", _("Number of the kind."), lambda skill: number[skill.identifier]),
        Column("identifier", _("Short name of the kind."), lambda skill: skill.identifier),
        Column("name", _("Its name in words."), lambda skill: f"{skill.name}"),
        Column(
            "parent", _("Number of the kind it belongs to; empty at the top."), lambda skill: number.get(skill.parent)
        ),
    )


def item_columns(number: Mapping[str, int], skill: Mapping[str, int]) -> tuple[Column, ...]:
    return (
        Column("id", _("Number of what is asked."), lambda item: number[item.key]),
        Column("question", _("What is asked."), lambda item: item.question),
        Column("answer", _("Right answers, with | between them."), lambda item: item.answer),
        Column("visualization", _("How it is shown: always cards."), lambda item: "cards"),
        Column("skill", _("Number of its kind."), lambda item: skill[item.skill]),
    )


def _time(line: ResearchLine) -> str:
    moved = timedelta(weeks=1 + pseudonym("weeks", 0) % MOST_WEEKS)
    return f"{timezone.localtime(moment(line.answer.at)) - moved:%Y-%m-%d %H:%M:%S}"


def _log(line: ResearchLine) -> str:
    settings = {name: value for name, value in sorted(line.answer.settings.items()) if name not in OF_A_CHILD}
    return json.dumps({**line.answer.log, "settings": settings}, ensure_ascii=False)


def answer_columns(item: Mapping[str, int]) -> tuple[Column, ...]:
    return (
        Column("id", _("Number of the line."), lambda line: line.number),
        Column("time", _("When it could be answered, by the school's clock, moved by whole weeks."), _time),
        Column("item", _("Number of what was asked."), lambda line: item[line.answer.item]),
        Column("student", _("Pseudonym of the child."), lambda line: pseudonym("student", line.answer.player)),
        *_decision_columns(),
        Column("log", _("More, as JSON: the hand, how it ended, mode, and settings like pauses and hints."), _log),
        Column(
            "random",
            _("1 dealt by chance, 0 chosen for the child by what it knows."),
            lambda line: int(line.answer.random),
        ),
        Column("class", _("Pseudonym of the class."), lambda line: pseudonym("class", line.classroom)),
        Column("table", _("Pseudonym of the table."), lambda line: pseudonym("table", line.answer.table)),
        Column("round", _("Pseudonym of the round."), lambda line: pseudonym("round", line.answer.round)),
        Column(
            "modality",
            _(
                "How it was tapped: touch, mouse, pen, key, click (assistive technology), scan (one key, or resting) "
                "or offline."
            ),
            lambda line: line.answer.modality,
        ),
        Column("hidden_ms", _("How long cards were hidden meanwhile, by a pause."), lambda line: line.answer.hidden_ms),
        Column(
            "line_ms",
            _("What the device's connection to the server took there and back; milliseconds."),
            lambda line: line.line_ms,
        ),
    )


def _decision_columns() -> tuple[Column, ...]:
    return (
        Column(
            "response_time", _("Milliseconds; empty where no time may be used."), lambda line: line.answer.response_time
        ),
        Column(
            "correct",
            _(
                "1 right, 0 wrong or drew though a card fitted; empty where another's card came first, nothing fitted, "
                "or it was void."
            ),
            lambda line: None if line.answer.correct is None else int(line.answer.correct),
        ),
        Column("answer", _("What was answered; empty where nothing was."), lambda line: line.answer.answer),
        Column(
            "answer_expected",
            _("What would have been right, with | between several."),
            lambda line: line.answer.answer_expected,
        ),
    )


def datashop_columns(items: Mapping[str, ResearchItem]) -> tuple[Column, ...]:
    """Return the columns of a tab-delimited transaction import of PSLC DataShop."""
    return (
        Column("Anon Student Id", _("Pseudonym of the child."), lambda line: pseudonym("student", line.answer.player)),
        Column("Session Id", _("Pseudonym of the table."), lambda line: pseudonym("table", line.answer.table)),
        Column("Time", _("When it could be answered, by the school's clock, moved by whole weeks."), _time),
        Column("Time Zone", _("The school's time zone."), lambda line: timezone.get_current_timezone_name()),
        Column("Student Response Type", _("Always an attempt."), lambda line: "ATTEMPT"),
        Column("Level (Class)", _("Pseudonym of the class."), lambda line: pseudonym("class", line.classroom)),
        Column("Problem Name", _("Pseudonym of the round."), lambda line: pseudonym("round", line.answer.round)),
        Column("Step Name", _("What is asked."), lambda line: line.answer.item),
        Column("Outcome", _("Right or not."), lambda line: "CORRECT" if line.answer.correct else "INCORRECT"),
        Column("Input", _("What was answered; empty where nothing was."), lambda line: line.answer.answer),
        Column("KC (Kind)", _("Short name of the kind."), lambda line: items[line.answer.item].skill),
        Column(
            "CF (Milliseconds)",
            _("Milliseconds; empty where no time may be used."),
            lambda line: line.answer.response_time,
        ),
    )
