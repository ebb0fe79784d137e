"""Two children of two classes said to be one, and that taken back: Bea is in 4B and in Ana's maths set."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from classroom import upkeep
from classroom.models import AuditEntry, Classroom, Student, Teaching
from classroom.rosters import merging, roster
from classroom.rosters.merging import persons as merged
from tests.classroom.rosters.conftest import joined
from tests.conftest import make_class, words

pytestmark = pytest.mark.django_db(transaction=True)


def test_said_to_be_one_they_share_and_for_a_day_it_can_be_taken_back(bea, maths):
    other = maths.students.get(name="Bea")
    before = (other.card, other.person)
    joined(bea, other)
    assert (other.card, other.person) == (bea.card, bea.person)
    merged.part(other)
    other.refresh_from_db()
    assert (other.card, other.person, other.alone) == (*before, {})


def test_two_steps_are_taken_back_one_after_the_other(bea, maths, ana_teacher):
    """Bea of the set comes to Bea, and both to Bea of the club."""
    other = maths.students.get(name="Bea")
    club = make_class(ana_teacher, "Club", ["Bea"]).students.get()
    before = bea.person, other.person, club.person
    joined(bea, other)
    joined(club, bea)
    other.refresh_from_db()
    assert other.person == club.person
    for child, persons_then in ((bea, (before[0], before[0], before[2])), (other, before)):
        child.refresh_from_db()
        merged.part(child)
        assert tuple(Student.objects.get(pk=each.pk).person for each in (bea, other, club)) == persons_then


def test_what_a_child_chose_in_one_class_it_has_in_both_others_that_it_is_joined_to(bea, maths, ana_teacher):
    others = [maths.students.get(name="Bea"), make_class(ana_teacher, "Club", ["Bea"]).students.get()]
    Classroom.objects.update(sign_in=Classroom.SignIn.PICTURES, own_secrets=True)
    Student.objects.filter(pk=bea.pk).update(secret="chosen")
    merged.join_all([(Student.objects.get(pk=bea.pk), *others)])
    assert [Student.objects.get(pk=other.pk).secret for other in others] == ["chosen", "chosen"]


def test_after_a_day_two_children_said_to_be_one_cannot_be_parted(bea, bea_in_maths):
    Student.objects.filter(pk=bea_in_maths.pk).update(
        alone=bea_in_maths.alone | {"at": (timezone.now() - timedelta(days=2)).isoformat()}
    )
    with pytest.raises(merged.TooLateToPartError):
        merged.part(bea_in_maths)
    upkeep.tidy()
    bea_in_maths.refresh_from_db()
    assert bea_in_maths.alone == {}
    assert bea_in_maths.person == bea.person


def test_two_children_of_one_class_cannot_be_said_to_be_one(class_4b, bea):
    with pytest.raises(roster.AlreadyThereError):
        merged.join(bea, class_4b.students.get(name="Amir"))


def test_a_card_scanned_before_is_that_of_nobody_once_two_are_one(client, bea, maths):
    other = maths.students.get(name="Bea")
    client.get(reverse("card", args=[other.card]))
    joined(bea, other)
    assert client.get(reverse("practice")).status_code == 403


def test_a_teacher_says_it_on_a_page_and_takes_it_back_there(ana_client, class_4b, bea, maths):
    other = maths.students.get(name="Bea")
    page = words(ana_client.post(reverse("student_merge", args=[bea.pk]), {"other": other.pk}, follow=True))
    assert "Bea is one child in 4B and Maths set now." in page
    assert "These are two children" in page
    assert "In another class, too: Bea" in words(ana_client.get(reverse("class_teachers", args=[class_4b.pk])))
    assert AuditEntry.objects.get(page="student_merge").about["other"] == other.pk
    answer = ana_client.post(reverse("student_apart", args=[other.pk]), follow=True)
    assert "Bea is a child of its own again." in words(answer)
    assert "cannot be parted now" in words(ana_client.post(reverse("student_apart", args=[other.pk]), follow=True))
    assert Student.objects.get(pk=other.pk).person != bea.person


def test_who_has_the_same_name_is_offered_first(ana_client, bea, maths):
    page = ana_client.get(reverse("student_merge", args=[bea.pk])).content.decode()
    offered = re.findall(r'<option value="\d+">([^<]+)</option>', page)
    assert offered[:2] == ["Bea · Maths set", "Amir · 4B"]


def test_only_who_might_move_a_child_says_that_it_is_in_both(ben_client, ben_teacher, class_4b, class_5c, bea):
    """Ben helps in Ana's 4B: his 5C would show him for good what Bea does in hers."""
    Teaching.objects.create(classroom=class_4b, teacher=ben_teacher, is_owner=False)
    eli = class_5c.students.get(name="Eli")
    page = words(ben_client.post(reverse("student_merge", args=[bea.pk]), {"other": eli.pk}))
    assert "Ask an owner of 4B to say that they are one child." in page
    page = words(ben_client.post(reverse("student_merge", args=[eli.pk]), {"other": bea.pk}))
    assert "Choose a name from the list." in page
    assert Student.objects.get(pk=eli.pk).person != bea.person


def test_two_of_one_class_are_refused_in_words(ana_client, bea, bea_in_maths):
    gus = bea_in_maths.classroom.students.get(name="Gus")
    page = words(ana_client.post(reverse("student_merge", args=[bea.pk]), {"other": gus.pk}))
    assert "are in one class together: these are two children" in page


def test_classes_that_share_a_child_under_two_names_are_neither_merged_nor_mixed_around_it(bea, bea_in_maths):
    roster.rename_student(bea_in_maths, "Beatrice")
    with pytest.raises(merging.ClashError, match="Beatrice"):
        merging.merge_classes(bea.classroom, bea_in_maths.classroom)
    classrooms = (bea.classroom_id, bea_in_maths.classroom_id)
    with pytest.raises(merging.ClashError, match="Beatrice"):
        merged.mix({bea_in_maths.pk: bea.classroom_id}, among=classrooms)
