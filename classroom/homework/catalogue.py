"""The catalogue of games whose cards can be practised at home one by one: so far one game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from classroom.homework.around_the_corner import practice
from classroom.homework.around_the_corner.counting import counted
from classroom.homework.around_the_corner.forms import HomeworkForm
from classroom.homework.around_the_corner.presets import in_words, practice_of
from classroom.homework.around_the_corner.sheets import sheets
from classroom.homework.units import HomeworkDone
from classroom.models import Classroom, Homework, Student


class HomePractice(NamedTuple):
    """The contract of a game whose cards are practised at home.

    `game` is its name, `urls` the module of a child's pages, `form` the teacher's form for a practice, `asked_for`
    returns that form's initial values for one of the game's skills (raises ValueError), `in_words` describes practice
    with some options. `counted` folds the log of one practice, kinds and times in order. `sheets` returns paper sheets
    for students. `end_forgotten` ends a class's abandoned practices.
    """

    game: str
    urls: str
    form: type[HomeworkForm]
    asked_for: Callable[[int], dict[str, Any]]
    in_words: Callable[[Mapping[str, Any]], str]
    counted: Callable[[Iterable[tuple[str, int]]], HomeworkDone]
    sheets: Callable[[Homework, Sequence[Student]], Sequence[Any]]
    end_forgotten: Callable[[Classroom], None]


PRACTICE = HomePractice(
    "around_the_corner",
    "classroom.homework.around_the_corner.urls",
    HomeworkForm,
    practice_of,
    in_words,
    counted,
    sheets,
    practice.end_forgotten,
)
