"""More than one teacher of a class: inviting, answering, owning, leaving; starting together; the school in numbers."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.core.management import CommandError
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from classroom.management.teachers import teacher_with
from classroom.models import Invitation, Teacher, Teaching
from classroom.rosters import roster
from classroom.server import school_word
from classroom.server.database import changes
from classroom.sessions import lifecycle
from classroom.teachers import co_teachers, school
from tests.conftest import PASSWORD, make_class, signed_in, words


@pytest.fixture
def invited(ana_client, class_4b, ben_teacher) -> Invitation:
    """Ben is invited to 4B by Ana."""
    ana_client.post(reverse("class_teachers", args=[class_4b.pk]), {"email": "Ben@School.example"})
    return Invitation.objects.get()


@pytest.fixture
def both(class_4b, ben_teacher) -> Teaching:
    """Ben teaches 4B, too."""
    return Teaching.objects.create(classroom=class_4b, teacher=ben_teacher, is_owner=False)


def answer(client, invitation: Invitation, said: str):
    return client.post(reverse("invitation", args=[invitation.token]), {"answer": said}, follow=True)


class TestInviting:
    def test_who_has_an_account_finds_the_invitation_and_says_yes(self, invited, ben_client, class_4b):
        assert "Ms Ana asks you to teach 4B too." in words(ben_client.get(reverse("classes")))
        assert "You teach 4B too now." in words(answer(ben_client, invited, "yes"))
        assert ben_client.get(reverse("class_report", args=[class_4b.pk])).status_code == 200
        assert not Invitation.objects.exists()

    def test_a_new_colleague_s_first_page_has_one_filled_button_the_yes(self, invited, ben_client):
        home = ben_client.get(reverse("classes")).content.decode()
        assert "Make your first class" in home
        assert re.findall('class="button (?:sun|primary)[^>]*>([^<]*)', home) == ["Yes, I teach it too"]

    def test_the_mail_leads_to_this_server_whatever_the_browser_calls_it(self, ana_client, class_4b, ben_teacher):
        page = reverse("class_teachers", args=[class_4b.pk])
        ana_client.post(page, {"email": "ben@school.example"}, headers={"Host": "192.168.1.66"})
        assert "http://testserver/invitations/" in mail.outbox[0].body

    def test_who_says_no_sees_nothing(self, invited, ben_client, class_4b):
        answer(ben_client, invited, "no")
        assert ben_client.get(reverse("class", args=[class_4b.pk])).status_code == 404
        assert not Invitation.objects.exists()

    @pytest.mark.postgresql
    def test_an_address_that_only_looks_like_it_finds_no_invitation(self, ana_teacher, class_4b):
        """PostgreSQL's capitals of ſ and ı are S and I, and its small letter of İ is an i."""
        alike = [
            Teacher.objects.create_user(email, PASSWORD, name="Mx Alike")
            for email in ("mıa@ſchool.example", "mİa@school.example")
        ]
        co_teachers.invite(classroom=class_4b, email="mia@school.example", by=ana_teacher)
        assert not any(co_teachers.waiting_for(teacher).exists() for teacher in alike)
        with pytest.raises(CommandError):
            teacher_with("mia@school.example")

    def test_an_account_made_later_needs_the_link(self, ana_teacher, class_4b):
        """On a box that checks no addresses a child could sign up with the address of a teacher."""
        invitation = co_teachers.invite(classroom=class_4b, email="new@school.example", by=ana_teacher)
        new = signed_in(Teacher.objects.create_user("new@school.example", PASSWORD, name="Mr New"))
        assert "asks you" not in words(new.get(reverse("classes")))
        assert "You teach 4B too now." in words(answer(new, invitation, "yes"))

    def test_the_link_of_another_opens_nothing(self, ana_teacher, class_4b, ben_client):
        invitation = co_teachers.invite(classroom=class_4b, email="new@school.example", by=ana_teacher)
        page = answer(ben_client, invitation, "yes")
        assert page.status_code == 403
        assert "for another e-mail" in words(page)
        assert "4B" not in words(page)

    @pytest.mark.parametrize("what", ["left", "is no owner", "account closed"])
    def test_who_may_not_invite_any_more_opens_the_class_to_nobody(self, class_4b, ben_teacher, both, what, ana_client):
        co_teachers.set_owner(both, True)
        invitation = co_teachers.invite(classroom=class_4b, email="cleo@school.example", by=ben_teacher)
        cleo = signed_in(Teacher.objects.create_user("cleo@school.example", PASSWORD, name="Ms Cleo"))
        Invitation.objects.update(invited_at=timezone.now() + timedelta(seconds=1))  # to an account that was there
        assert "asks you to teach 4B" in words(cleo.get(reverse("classes")))
        if what == "left":
            co_teachers.leave(both)
        elif what == "is no owner":
            co_teachers.set_owner(both, False)
        else:
            Teacher.objects.filter(pk=ben_teacher.pk).update(is_active=False)
        assert "asks you to teach 4B" not in words(cleo.get(reverse("classes")))
        assert answer(cleo, invitation, "yes").status_code == 404
        page = reverse("class_teachers", args=[class_4b.pk])
        assert invitation.token not in words(ana_client.get(page))
        ana_client.post(page, {"email": "cleo@school.example"})
        assert "You teach 4B too now." in words(answer(cleo, Invitation.objects.get(), "yes"))

    def test_the_link_goes_by_e_mail_and_stands_on_the_owners_page(self, invited, ana_client, class_4b):
        [sent] = mail.outbox
        assert sent.to == ["Ben@School.example"]
        assert invited.token in sent.body
        assert f"by {date_format(timezone.localtime(invited.open_until), 'j F Y')} to say yes or no" in sent.body
        assert invited.token in words(ana_client.get(reverse("class_teachers", args=[class_4b.pk])))

    def test_the_words_are_the_same_whether_there_is_an_account_or_not(self, ana_client, class_4b, ben_teacher):
        page = reverse("class_teachers", args=[class_4b.pk])
        for email in ("ben@school.example", "nobody@school.example"):
            assert "The invitation is made." in words(ana_client.post(page, {"email": email}, follow=True))

    def test_inviting_twice_makes_one_invitation(self, invited, ana_client, class_4b):
        ana_client.post(reverse("class_teachers", args=[class_4b.pk]), {"email": "ben@school.example"})
        assert Invitation.objects.count() == 1

    @pytest.mark.parametrize(
        ("email", "said"),
        [("", "Type the e-mail"), ("ben", "no complete e-mail"), ("ANA@school.example", "teaches the class already")],
    )
    def test_an_address_that_cannot_be_is_refused_and_kept(self, ana_client, class_4b, email, said):
        page = ana_client.post(reverse("class_teachers", args=[class_4b.pk]), {"email": email})
        assert page.status_code == 422
        assert said in words(page)
        assert f'value="{email}"' in page.content.decode() or not email

    def test_nobody_writes_to_a_whole_list_of_addresses(self, ana_client, ana_teacher, class_4b):
        for number in range(co_teachers.MOST_INVITATIONS):
            co_teachers.invite(classroom=class_4b, email=f"{number}@school.example", by=ana_teacher)
        page = ana_client.post(reverse("class_teachers", args=[class_4b.pk]), {"email": "more@school.example"})
        assert "Take one back first" in words(page)

    def test_after_two_weeks_an_invitation_opens_nothing_and_is_forgotten(self, invited, ana_client, ben_client):
        page = reverse("class_teachers", args=[invited.classroom_id])
        assert "It can be answered until" in words(ana_client.get(page))
        Invitation.objects.update(invited_at=timezone.now() - Invitation.HOLDS)
        assert answer(ben_client, invited, "yes").status_code == 404
        assert invited.email not in words(ana_client.get(page))
        assert "Invitation to" not in ben_client.get(reverse("classes")).content.decode()
        co_teachers.forget_old()
        assert not Invitation.objects.exists()

    def test_an_invitation_that_is_over_is_made_anew(self, invited, class_4b, ana_teacher):
        Invitation.objects.update(invited_at=timezone.now() - Invitation.HOLDS)
        again = co_teachers.invite(classroom=class_4b, email=invited.email, by=ana_teacher)
        assert (again.token != invited.token, Invitation.objects.count()) == (True, 1)

    def test_an_invitation_taken_back_opens_nothing(self, invited, ana_client, ben_client):
        ana_client.post(reverse("invitation_take_back", args=[invited.pk]))
        assert answer(ben_client, invited, "yes").status_code == 404


class TestRights:
    OWNERS_PAGES = ("class_rename", "class_remove")

    def test_a_co_teacher_does_all_but_what_is_the_owners(self, both, ben_client, class_4b, bea):
        for page in ("class", "roster", "session_new", "class_report", "class_teachers"):
            assert ben_client.get(reverse(page, args=[class_4b.pk])).status_code == 200
        for page in self.OWNERS_PAGES:
            assert ben_client.get(reverse(page, args=[class_4b.pk])).status_code == 404
            assert reverse(page, args=[class_4b.pk]) not in words(ben_client.get(reverse("class", args=[class_4b.pk])))
        invite = ben_client.post(reverse("class_teachers", args=[class_4b.pk]), {"email": "x@school.example"})
        assert invite.status_code == 404
        assert "4B" not in words(ben_client.get(reverse("next_year")))

    def test_a_co_teacher_sees_no_links_of_invitations(self, both, ben_client, ana_teacher, class_4b):
        invitation = co_teachers.invite(classroom=class_4b, email="new@school.example", by=ana_teacher)
        assert invitation.token not in words(ben_client.get(reverse("class_teachers", args=[class_4b.pk])))

    def test_a_class_whose_owner_has_no_account_any_more_says_who_can_help(
        self, both, ben_client, ana_teacher, class_4b
    ):
        page = reverse("class_teachers", args=[class_4b.pk])
        assert "account closed" not in words(before := ben_client.get(page))
        assert "The account of the owner is closed." not in words(before)
        Teacher.objects.filter(pk=ana_teacher.pk).update(is_active=False)
        said = words(ben_client.get(page))
        assert "Ms Ana (account closed)" in said
        assert "An admin of the school can make somebody else the owner" in said

    def test_a_co_teacher_leaves(self, both, ben_client, class_4b):
        page = reverse("class_leave", args=[class_4b.pk])
        assert f'href="{page}"' in ben_client.get(reverse("class_teachers", args=[class_4b.pk])).content.decode()
        assert "Leave 4B?" in words(ben_client.get(page))
        assert class_4b.teachings.filter(pk=both.pk).exists()
        left = ben_client.post(page, follow=True)
        assert "You have left 4B. An owner of it can invite you again." in words(left)
        assert ben_client.get(reverse("class", args=[class_4b.pk])).status_code == 404

    @pytest.mark.parametrize("do", ["remove", "own", "disown", "leave", "nonsense"])
    def test_a_co_teacher_changes_nobodys_rights(self, both, ben_client, class_4b, do):
        for teaching in class_4b.teachings.all():
            assert ben_client.post(reverse("teaching", args=[teaching.pk]), {"do": do}).status_code == 404

    def test_an_owner_hands_the_class_over_and_leaves(self, both, ana_client, ben_client, class_4b):
        stays = ana_client.post(reverse("class_leave", args=[class_4b.pk]), follow=True)
        assert "A class needs an owner" in words(stays)
        ana_client.post(reverse("teaching", args=[both.pk]), {"do": "own"})
        ana_client.post(reverse("class_leave", args=[class_4b.pk]))
        assert ana_client.get(reverse("class", args=[class_4b.pk])).status_code == 404
        assert ben_client.get(reverse("class_rename", args=[class_4b.pk])).status_code == 200

    def test_who_became_the_only_owner_a_moment_ago_does_not_leave(self, both, class_4b, ana_teacher):
        co_teachers.set_owner(class_4b.teachings.get(pk=both.pk), True)
        co_teachers.leave(class_4b.teachings.get(teacher=ana_teacher))
        with pytest.raises(co_teachers.LastOwnerError):
            co_teachers.leave(both)
        assert class_4b.teachings.get().is_owner

    def test_an_owner_removes_a_co_teacher(self, both, ana_client, ben_client, class_4b):
        ana_client.post(reverse("teaching", args=[both.pk]), {"do": "remove"})
        assert ben_client.get(reverse("class", args=[class_4b.pk])).status_code == 404


class TestTogether:
    SET_UP = {"table_size": "2", "corner": "yes", "steps": ["1"], "wrong_pause": "0", "away": "wait"}

    def test_the_second_teacher_sees_the_session_that_runs(self, both, ana_client, ben_client, class_4b):
        page = reverse("session_new", args=[class_4b.pk])
        first = ana_client.post(page, self.SET_UP)
        second = ben_client.post(page, self.SET_UP, follow=True)
        assert second.redirect_chain[0][0] == first.url
        assert "Ms Ana opened a session with this class at" in words(second)
        assert class_4b.sessions.count() == 1

    def test_both_press_start_and_it_starts_once(self, both, ana_client, ben_client, class_4b):
        session = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
        for student in class_4b.students.all():
            lifecycle.arrive(session=session, student=student)
        assert [lifecycle.start(session=session), lifecycle.start(session=session)] == [True, False]
        assert session.sittings.count() == 4


class TestSchool:
    @pytest.fixture
    def head(self, db):
        head = Teacher.objects.create_user("head@school.example", PASSWORD, name="Ms Head", is_school_admin=True)
        return signed_in(head)

    def test_an_admin_sees_numbers_and_no_childs_name(self, head, class_4b, class_5c, lesson, bea):
        roster.add_students(classroom=class_4b, names=["Zebulon"])
        answer = head.get(reverse("school"))
        page = words(answer)
        for number in ("<dd>3</dd>", "<dd>2</dd>", "<dd>7</dd>", "<dd>1</dd>"):
            assert number in answer.content.decode()
        assert "Zebulon" not in page
        assert "Ms Ana" in page
        for closed in ("class", "class_report", "class_teachers"):
            assert head.get(reverse(closed, args=[class_4b.pk])).status_code == 404

    def test_an_admin_who_is_invited_sees_that_class(self, head, ana_teacher, class_4b):
        invitation = co_teachers.invite(classroom=class_4b, email="head@school.example", by=ana_teacher)
        answer(head, invitation, "yes")
        assert "Bea" in words(head.get(reverse("class", args=[class_4b.pk])))

    def test_other_teachers_have_no_page_of_the_school(self, ana_client):
        assert ana_client.get(reverse("school")).status_code == 404
        assert reverse("school") not in words(ana_client.get(reverse("classes")))

    def test_the_first_account_of_a_box_is_the_admin_and_the_second_is_not(self, client, db):
        for number in (1, 2):
            fields = {"email": f"{number}@school.example", "password1": PASSWORD, "name": "Ms One"}
            fields["word"] = school_word.now()
            client.post(reverse("account_signup"), fields)
            client.logout()
        assert list(Teacher.objects.order_by("pk").values_list("is_school_admin", flat=True)) == [True, False]

    def test_admins_make_admins_and_one_always_stays(self, head, ana_teacher):
        her = Teacher.objects.get(email="head@school.example")
        kept = head.post(reverse("school_admin", args=[her.pk]), {"do": "end"}, follow=True)
        assert "A school needs an admin" in words(kept)
        head.post(reverse("school_admin", args=[ana_teacher.pk]), {"do": "make"})
        head.post(reverse("school_admin", args=[her.pk]), {"do": "end"})
        assert head.get(reverse("school")).status_code == 404

    def test_the_page_asks_the_database_as_often_for_one_class_as_for_twenty(
        self, head, ana_teacher, django_assert_num_queries
    ):
        for count in (1, 20):
            for number in range(count):
                make_class(ana_teacher, f"{count} {number}", ["Gus"])
            with django_assert_num_queries(12):
                head.get(reverse("school"))


def test_of_two_admins_who_hand_a_class_over_at_once_the_second_changes_nothing(class_4b, ana_teacher, ben_teacher):
    Teacher.objects.filter(pk=ana_teacher.pk).update(is_active=False)
    school.hand_over(class_4b, ben_teacher)
    with pytest.raises(changes.Gone):
        school.hand_over(class_4b, Teacher.objects.create_user("cleo@school.example", name="Ms Cleo"))
    assert class_4b.teachers.count() == 2
