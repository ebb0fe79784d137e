"""Sessions of Nine to Nothing that were played, and claims of Bea's own choosing."""

import random

import pytest

from classroom.management import demo
from classroom.models import Classroom, ClassSession, Student
from classroom.sessions import lifecycle
from game.models import Claim, Round, Table
from game.rules.computer import LEVELS, Pace
from game.rules.nine_to_nothing import DECK

SHAKY = Pace(error_rate=0.4, miss_rate=0.1)


@pytest.fixture
def nine_session(class_4b: Classroom) -> ClassSession:
    return play(class_4b, [SHAKY, LEVELS["quick"], LEVELS["steady"], LEVELS["gentle"]])


def play(classroom: Classroom, paces: list[Pace], checking: str = "classmates") -> ClassSession:
    """A session of the whole class at tables of four, a round at each."""
    session = lifecycle.open_session(
        classroom=classroom, game="nine_to_nothing", options={"checking": checking}, table_size=4
    )
    for student in classroom.students.all():
        lifecycle.arrive(session=session, student=student)
    lifecycle.start(session=session)
    for table in Table.objects.filter(seats__sitting__session=session).distinct():
        demo.play_round(table, 2, paces[: table.seats.count()], 1_763_640_000_000, random.Random(4))
    return session


@pytest.fixture
def give(nine_session: ClassSession, bea: Student):
    """Give Bea claims of her own choosing, and nobody else's."""
    Claim.objects.all().delete()
    played = Round.objects.get(number=2)
    seat = played.table.seats.get(player=bea.pk).number

    def give(times: int, *values: int, target: int = 9, ending: str = "C", **more) -> None:
        cards = cards_of(*values)
        row = {"points": len(cards), "possible": 5, "kind": "plus", "size": len(cards), "total": sum(values)}
        row |= {"checking": "classmates", "started_at": 1, "line": 9, "cards": cards, "hand": cards, **more}
        Claim.objects.bulk_create(
            Claim(round=played, seat=seat, player=bea.pk, target=target, ending=ending, **row) for _ in range(times)
        )

    return give


def cards_of(*values: int) -> list[int]:
    return [next(one.id for one in DECK if one.value == value) for value in values]
