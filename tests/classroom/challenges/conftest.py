"""Two classes of two teachers, and a challenge between them that began ten days ago."""

from datetime import timedelta

import pytest
from django.utils import timezone

from classroom.challenges import offers
from classroom.models import Challenge, ChallengeEntry, Classroom, Teacher
from tests.classroom.reports.around_the_corner.test_school_growth import class_of

CHILDREN = 5
BEGUN, LEFT = 10, 4
"""Days ago, and days to come."""


@pytest.fixture
def owls(ana_teacher: Teacher) -> Classroom:
    return class_of(ana_teacher, "Owls", CHILDREN)


@pytest.fixture
def foxes(ben_teacher: Teacher) -> Classroom:
    return class_of(ben_teacher, "Foxes", CHILDREN)


@pytest.fixture
def offered(owls: Classroom, ana_teacher: Teacher, ben_teacher: Teacher) -> Challenge:
    last_day = timezone.localdate() + timedelta(days=LEFT)
    return offers.offer(owls, by=ana_teacher, email=ben_teacher.email, last_day=last_day)


@pytest.fixture
def begun(offered: Challenge, foxes: Classroom, ben_teacher: Teacher) -> Challenge:
    offers.accept(offered, foxes, by=ben_teacher)
    ChallengeEntry.objects.update(agreed_at=timezone.now() - timedelta(days=BEGUN))
    return offered
