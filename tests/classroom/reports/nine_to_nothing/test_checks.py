"""Who found, missed and doubted the sums of others, where classmates check."""

import pytest

from classroom.models import Classroom
from classroom.reports.nine_to_nothing.checks import checks_of
from game.models import Claim, Event, Round, Seat, Table
from game.rules import nine_to_nothing as rules

pytestmark = pytest.mark.django_db


class Played:
    """A round of Amir, Bea and Chen, in this order, with wrong sums at these places of its log."""

    def __init__(self, classroom: Classroom) -> None:
        self.children = [classroom.students.get(name=name).pk for name in ("Amir", "Bea", "Chen")]
        self.table = Table.objects.create(game=rules.NAME)
        for number, player in enumerate(self.children):
            Seat.objects.create(table=self.table, number=number, player=player, name="")
        self.round = Round.objects.create(table=self.table, seed=1, seats=3)

    def happens(self, n: int, kind: str, seat: int, top: int | None = None) -> None:
        Event.objects.create(round=self.round, n=n, kind=kind, seat=seat, top=top, at=n)

    def lays_wrong(self, n: int, seat: int, *, noticed: str, came_back: bool = False) -> None:
        self.happens(n, "laid", seat, top=n)
        Claim.objects.create(
            round=self.round, line=n, seat=seat, player=self.children[seat], target=9, ending="W", points=0, possible=3,
            kind="plus", size=2, total=8, checking="classmates", started_at=n, cards=[1, 2], hand=[1, 2],
            noticed=noticed, came_back=came_back,
        )  # fmt: skip

    def counted(self) -> dict[str, tuple[int, int, int]]:
        found = checks_of(self.children)
        names = zip(("Amir", "Bea", "Chen"), self.children, strict=True)
        return {name: found[pk][:3] for name, pk in names if pk in found}


@pytest.fixture
def played(class_4b: Classroom) -> Played:
    played = Played(class_4b)
    played.lays_wrong(1, 0, noticed="nobody")
    played.lays_wrong(2, 0, noticed="classmate", came_back=True)
    played.happens(3, "caught", 1, top=2)
    played.happens(4, "checked", 2, top=9)
    return played


def test_what_each_child_found_missed_and_doubted_is_counted_and_nobody_sees_their_own(played):
    assert played.counted() == {"Bea": (1, 1, 0), "Chen": (0, 1, 1)}


def test_a_sum_that_came_back_with_an_earlier_one_was_missed_by_nobody(played):
    played.lays_wrong(5, 0, noticed="nobody", came_back=True)
    played.lays_wrong(6, 0, noticed="self", came_back=True)
    assert played.counted() == {"Bea": (1, 1, 0), "Chen": (0, 1, 1)}


@pytest.mark.parametrize("gone", ["left", "takeover"])
def test_who_was_away_has_no_part_in_that_round(played, gone):
    played.happens(5, gone, 1)
    assert played.counted() == {"Chen": (0, 1, 1)}
    played.happens(6, gone, 2)
    assert played.counted() == {}
