"""Ratings of children, used only for proposing tables: no page shows these numbers.

The signed residual time of measurement 1.1 with its censored update for races (1.4), folded over a class's latest
answers. Differences under 0.3 are meaningless; with few answers a level counts as unknown.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable

from classroom import persons
from classroom.measures.rating import Rated, answered, beaten
from classroom.models import Student
from classroom.server.time_zone import DAY_MS
from classroom.sessions.games import catalogue
from classroom.sessions.games.contract import RatedAnswer

ENOUGH = 20
"""Answers from which a level counts as known; the rating's uncertainty is halved by then."""


def levels_of(students: Iterable[Student]) -> dict[int, float]:
    """Return by student the rating of each of these whose level is known, from their answers in any class and in any
    game with measures. One query, and one for each game."""
    asked = [student.pk for student in students]
    players = persons.players(asked)
    ratings: defaultdict[int, Rated] = defaultdict(Rated)
    questions: defaultdict[Hashable, Rated] = defaultdict(Rated)
    answers: Counter[int] = Counter()
    last: dict[int, int] = {}
    for answer in catalogue.rated_answers(list(players)):
        player, question = players[answer.player], answer.question
        idle = (answer.at - last.get(player, answer.at)) / DAY_MS
        ratings[player], questions[question] = _after(ratings[player], questions[question], answer, idle)
        answers[player] += not answer.is_lost
        last[player] = answer.at
    return {player: ratings[player].rating for player in asked if answers[player] >= ENOUGH}


def _after(student: Rated, question: Rated, answer: RatedAnswer, idle: float) -> tuple[Rated, Rated]:
    seconds, idle_days = answer.milliseconds / 1000, max(0.0, idle)
    if answer.is_lost:
        return beaten(student, question, seconds=seconds, idle_days=idle_days)
    return answered(student, question, right=answer.is_right, seconds=seconds, idle_days=idle_days)
