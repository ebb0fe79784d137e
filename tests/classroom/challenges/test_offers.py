"""Both teachers agree to a challenge, either ends it, and a class that goes takes it along."""

from datetime import timedelta
from zipfile import ZipFile

import pytest
from django.utils import timezone

from classroom import upkeep
from classroom.challenges import offers
from classroom.challenges.standing import standings
from classroom.models import Challenge, ChallengeEntry, Classroom, Teacher
from classroom.rosters import rollover, roster
from classroom.server.database.changes import Gone
from tests.classroom.challenges.conftest import CHILDREN
from tests.classroom.reports.around_the_corner.test_school_growth import class_of
from tests.classroom.transfer.files import out_of, read_in
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def later(days: int = 7):
    return timezone.localdate() + timedelta(days=days)


def test_nothing_begins_before_the_other_teacher_has_agreed(offered, owls):
    assert standings([owls.pk]) == {}


def test_an_accepted_challenge_keeps_no_address(begun, owls, foxes):
    begun.refresh_from_db()
    assert begun.email == ""
    assert standings([owls.pk, foxes.pk]).keys() == {owls.pk, foxes.pk}


def test_an_offer_is_found_by_whom_it_asks_and_by_nobody_else(offered, ana_teacher, ben_teacher):
    assert [entry.challenge for entry in offers.offers_for(ben_teacher)] == [offered]
    assert not offers.offers_for(ana_teacher)


def test_an_offer_of_somebody_who_does_not_teach_the_class_any_more_is_found_by_nobody(offered, owls, ben_teacher):
    owls.teachings.all().delete()
    assert not offers.offers_for(ben_teacher)


def test_who_makes_an_account_with_the_address_later_finds_no_offer(owls, ana_teacher):
    offers.offer(owls, by=ana_teacher, email="cleo@school.example", last_day=later())
    assert not offers.offers_for(Teacher.objects.create_user("cleo@school.example", PASSWORD, name="Cleo"))


def test_an_offer_whose_class_was_put_away_or_whose_days_are_over_is_found_no_more(offered, owls, ben_teacher):
    for gone in ("archived_at", "removed_at"):
        Classroom.everything.filter(pk=owls.pk).update(**{gone: timezone.now()})
        assert not offers.offers_for(ben_teacher)
        Classroom.everything.filter(pk=owls.pk).update(**{gone: None})
    Challenge.objects.update(last_day=later(0))
    assert offers.offers_for(ben_teacher)
    Challenge.objects.update(last_day=later(-1))
    assert not offers.offers_for(ben_teacher)


def test_an_offer_is_forgotten_after_its_last_day(offered, owls):
    Challenge.objects.update(last_day=later(0))
    offers.forget_old()
    assert Challenge.objects.exists()
    Challenge.objects.update(last_day=later(-1))
    offers.forget_old()
    assert not Challenge.objects.exists()


@pytest.mark.parametrize("state", ["offered", "begun"])
def test_a_challenge_of_a_class_that_was_put_away_is_forgotten(request, state, owls):
    request.getfixturevalue(state)
    Classroom.objects.filter(pk=owls.pk).update(archived_at=timezone.now())
    offers.forget_old()
    assert not Challenge.objects.exists()


def test_a_challenge_is_forgotten_when_its_end_was_shown_for_two_weeks(begun):
    for days, is_kept in ((14, True), (15, False)):
        Challenge.objects.update(last_day=later(-days))
        offers.forget_old()
        assert Challenge.objects.exists() == is_kept


def test_a_declined_offer_is_gone_and_answered_no_second_time(offered, foxes, ben_teacher):
    offers.decline(offered)
    for answer in (lambda: offers.decline(offered), lambda: offers.accept(offered, foxes, by=ben_teacher)):
        with pytest.raises(Gone):
            answer()
    assert not ChallengeEntry.objects.exists()


def test_an_accepted_offer_is_neither_declined_nor_accepted_again(begun, ben_teacher):
    with pytest.raises(Gone):
        offers.decline(begun)
    with pytest.raises(Gone):
        offers.accept(begun, class_of(ben_teacher, "Bears", CHILDREN), by=ben_teacher)
    assert begun.entries.count() == 2


def test_a_class_has_one_challenge_at_a_time(offered, owls, foxes, ana_teacher, ben_teacher):
    with pytest.raises(offers.BusyError):
        offers.offer(owls, by=ana_teacher, email="cleo@school.example", last_day=later())
    with pytest.raises(offers.BusyError):
        offers.accept(offered, owls, by=ana_teacher)
    assert (Challenge.objects.count(), offered.entries.count()) == (1, 1)


def test_a_challenge_that_is_over_makes_room_for_another(begun, owls, ana_teacher):
    Challenge.objects.update(last_day=later(-1))
    again = offers.offer(owls, by=ana_teacher, email="cleo@school.example", last_day=later())
    assert list(Challenge.objects.all()) == [again]


def test_a_class_of_fewer_than_five_children_takes_no_part(offered, ana_teacher, ben_teacher):
    few = class_of(ben_teacher, "Few", CHILDREN - 1)
    with pytest.raises(offers.TooFewError):
        offers.accept(offered, few, by=ben_teacher)
    with pytest.raises(offers.TooFewError):
        offers.offer(few, by=ben_teacher, email=ana_teacher.email, last_day=later())
    assert Challenge.objects.get().email == ben_teacher.email


@pytest.mark.parametrize("leaver", ["owls", "foxes"])
def test_either_class_may_leave_and_then_it_is_over_for_both(begun, leaver):
    offers.leave(ChallengeEntry.objects.get(classroom__name=leaver.title()))
    assert not Challenge.objects.exists()
    assert not ChallengeEntry.objects.exists()


def test_while_a_class_is_removed_the_other_sees_nothing_and_may_begin_anew(begun, owls, foxes, ana_teacher):
    roster.remove_classroom(foxes)
    assert standings([owls.pk]) == {}
    again = offers.offer(owls, by=ana_teacher, email="cleo@school.example", last_day=later())
    assert list(ChallengeEntry.objects.values_list("classroom", "challenge")) == [(owls.pk, again.pk)]


@pytest.mark.django_db(transaction=True)
def test_a_forgotten_class_leaves_nothing_of_its_challenge(begun, foxes):
    roster.remove_classroom(foxes)
    roster.forget_classroom(Classroom.everything.get(pk=foxes.pk))
    upkeep.tidy()
    assert not Challenge.objects.exists()


def test_a_class_that_goes_up_a_year_leaves_its_challenge_behind(begun, owls, foxes):
    (after,) = rollover.go_up([rollover.Ascent(owls, "Owls 5")], school_year="2027/28")
    assert standings([owls.pk, foxes.pk, after.pk]) == {}
    offers.forget_old()
    assert not Challenge.objects.exists()


def test_the_file_of_a_class_says_nothing_of_its_challenge(begun, owls, ana_teacher):
    file = out_of(owls)
    with ZipFile(file) as archive:
        written = b"".join(archive.read(name) for name in archive.namelist())
    assert b"Kid Owls 0" in written
    assert not [word for word in (b"Foxes", b"Mr Ben", b"ben@school", b"challenge") if word in written]
    (read,) = read_in(file, by=ana_teacher, name="Owls again")
    assert not ChallengeEntry.objects.filter(classroom=read).exists()


def test_a_teacher_whose_account_is_gone_is_named_no_more(begun, owls, ben_teacher, foxes):
    ben_teacher.delete()
    assert standings([owls.pk])[owls.pk].other == ""
