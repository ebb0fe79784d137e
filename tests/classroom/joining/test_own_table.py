"""A child chooses how its own tables look and what they show; what its teacher has set holds."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classroom.homework.around_the_corner import practice
from classroom.models import Attendance, Sitting, Student
from classroom.sessions import accommodations, lifecycle, own_choices
from game.models import Table
from game.rules.picture_ladder import ALWAYS, ASKED, NEVER
from game.tables import deal_next
from tests.conftest import seated

pytestmark = pytest.mark.django_db


def chooses(client: Client, **posted: str) -> None:
    answer = client.post(reverse("own_table"), {"next": reverse("waiting"), **posted})
    assert answer.headers["Location"] == reverse("waiting")


@pytest.fixture
def lobby_client(lobby_4b, bea):
    return seated(lifecycle.arrive(session=lobby_4b, student=bea))


def test_a_child_chooses_big_cards_a_calm_table_and_counters_and_unchooses_them(lobby_client, bea):
    chooses(lobby_client, big="on", calm="on", pictures="always", sound="words")
    bea.refresh_from_db()
    assert own_choices.of(bea) == ("big calm", {"big", "calm", "always"}, set(), 0, 0)
    page = lobby_client.get(reverse("own_table")).content.decode()
    assert 'name="big" checked' in page
    assert 'value="always" checked' in page
    assert 'class="stack calm"' in lobby_client.get(reverse("waiting")).content.decode()
    chooses(lobby_client, pictures="asked")
    bea.refresh_from_db()
    assert (own_choices.of(bea).style, own_choices.of(bea).pictures) == ("", "asked")


def test_a_child_chooses_a_table_for_its_left_hand_and_letters_further_apart(lobby_client, bea):
    chooses(lobby_client, lefty="on", air="on")
    bea.refresh_from_db()
    assert own_choices.of(bea).style == "lefty air"
    page = lobby_client.get(reverse("own_table")).content.decode()
    assert 'name="lefty" checked' in page
    assert 'name="air" checked' in page


def test_a_child_chooses_the_back_of_its_cards_beside_the_rest(lobby_client, bea):
    chooses(lobby_client, big="on", back="back-dots", pictures="always")
    bea.refresh_from_db()
    assert own_choices.of(bea).style == "big back-dots"
    assert 'value="back-dots" checked' in lobby_client.get(reverse("own_table")).content.decode()
    chooses(lobby_client, back="")
    bea.refresh_from_db()
    assert (bea.chosen, own_choices.of(bea).back) == ("", "")


def test_the_page_has_a_button_and_the_part_of_a_table_saves_by_itself(lobby_client):
    """No script runs on the page: without its button nothing would be saved."""
    page, part = (lobby_client.get(reverse("own_table"), query).content.decode() for query in ({}, {"part": ""}))
    assert '<button class="button primary">Save</button>' in page
    assert "<noscript>" not in page.split('id="own-table"')[1]
    assert "Save" not in part


def test_the_longest_choice_fits_where_it_is_kept():
    worn = [max(all_of, key=len) for all_of in own_choices.WORN.values()]
    longest = [*own_choices.STYLES, *worn, max(accommodations.PICTURES, key=len)]
    assert len(" ".join(longest)) <= (Student._meta.get_field("chosen").max_length or 0)


def test_nonsense_is_not_kept(lobby_client, bea):
    chooses(lobby_client, pictures="4", huge="on", back="back-huge")
    bea.refresh_from_db()
    assert bea.chosen == ""


@pytest.mark.django_db(transaction=True)
def test_the_table_looks_as_the_child_chose_at_once(bea_client, lesson):
    table = reverse("table", args=[Table.objects.get().code])
    assert 'id="table" class' not in bea_client.get(table).content.decode()
    assert bea_client.post(reverse("own_table"), {"next": table, "big": "on"}).url == table
    assert 'id="table" class="big"' in bea_client.get(table).content.decode()


def test_nobody_else_can_choose_for_a_child(client, bea_client, lesson, bea):
    assert client.post(reverse("own_table"), {"big": "on"}).status_code == 404
    assert Student.objects.exclude(chosen="").count() == 0


def test_what_the_teacher_has_set_holds_and_is_not_offered(lobby_client, bea):
    Student.objects.filter(pk=bea.pk).update(needs={"big": True, "pictures": NEVER})
    chooses(lobby_client, pictures="always")
    bea.refresh_from_db()
    assert own_choices.of(bea).style == "big"
    assert accommodations.settings_of(bea) == {"big": True, "pictures": NEVER}
    page = lobby_client.get(reverse("own_table"), {"part": ""}).content.decode()
    assert 'name="big" checked disabled' in page
    assert 'name="pictures"' not in page
    assert "set by your teacher" in page
    assert accommodations.in_words(bea.needs) == ["big cards"]


def test_counters_that_a_child_chose_come_with_the_next_deal_and_its_look_is_in_no_round(bea_client, lesson, bea):
    table = Table.objects.get()
    seat = str(table.seats.get(player=bea.pk).number)
    chooses(bea_client, pictures="asked", calm="on")
    assert table.rounds.get().options.get("own") is None
    following, _is_new = deal_next(table, number=2, seats=table.seats.count())
    assert following
    assert following.options["own"] == {seat: {"pictures": ASKED}}
    chooses(bea_client, calm="on")
    third, _is_new = deal_next(table, number=3, seats=table.seats.count())
    assert third
    assert "own" not in third.options


def test_hints_that_a_teacher_switches_on_come_with_the_next_deal_too(ana_client, bea_client, lesson, bea):
    table = Table.objects.get()
    ana_client.post(reverse("session_child_own", args=[lesson.pk, bea.pk]), {"hints": "on"})
    following, _is_new = deal_next(table, number=2, seats=table.seats.count())
    assert following
    assert list(following.options["own"].values()) == [{"hints": True}]


def test_a_choice_that_changes_no_picture_asks_for_no_table(bea_client, bea, django_assert_num_queries):
    with django_assert_num_queries(2):  # of this class's row, and of those in other classes
        own_choices.choose(bea, {"big": "on"})
    with django_assert_num_queries(0):
        own_choices.choose(bea, {"big": "on"})


def test_chosen_counters_are_there_in_practice(bea):
    Student.objects.filter(pk=bea.pk).update(chosen="always")
    bea.refresh_from_db()
    assert practice.pictures(bea) == {"own": {"0": {"pictures": ALWAYS}}}


@pytest.mark.django_db(transaction=True)
def test_a_child_is_told_its_team_at_its_table_and_where_it_waits(bea_client, lesson, bea):
    table = reverse("table", args=[Table.objects.get().code])
    assert "You play for" not in bea_client.get(table).content.decode()
    Attendance.objects.filter(student=bea).update(team=1)
    assert "You play for the Anchors." in bea_client.get(table).content.decode()
    Sitting.objects.filter(student=bea).update(left_at=timezone.now())
    assert "You play for the Anchors." in bea_client.get(reverse("waiting")).content.decode()


def test_a_device_has_letters_further_apart_before_anybody_is_known_and_on_the_pages_of_whoever_comes(lobby_4b, bea):
    device, other = Client(), Client()
    answer = device.post(reverse("letters"), {"letters": "air", "next": reverse("join")})
    assert answer.headers["Location"] == reverse("join")
    names = reverse("join_names", args=[lobby_4b.code])
    for address in (reverse("join"), names):
        assert 'class="air"' in device.get(address).content.decode()
        assert 'class="air"' not in other.get(address).content.decode()
    device.post(names, {"student": bea.pk})
    assert 'class="air"' in device.get(reverse("waiting")).content.decode()
    device.post(reverse("letters"), {"letters": "", "next": names})
    assert 'class="air"' not in device.get(names).content.decode()


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", ""])
def test_a_choice_leads_back_to_a_page_of_ours_alone(lobby_client, elsewhere):
    for page, chosen in (("letters", {"letters": "air"}), ("language", {"language": "is"}), ("own_table", {})):
        answer = lobby_client.post(reverse(page), chosen | {"next": elsewhere})
        assert answer.headers["Location"] == "/", page


def test_my_table_shows_what_the_device_chose_and_takes_it_back(lobby_client, bea):
    lobby_client.post(reverse("letters"), {"letters": "air"})
    assert 'name="air" checked' in lobby_client.get(reverse("own_table")).content.decode()
    chooses(lobby_client)
    assert 'name="air" checked' not in lobby_client.get(reverse("own_table")).content.decode()


def test_a_child_that_chose_it_has_it_on_all_its_pages(lobby_client):
    chooses(lobby_client, air="on")
    for page in ("waiting", "my_page", "practice"):
        assert 'class="air"' in lobby_client.get(reverse(page)).content.decode(), page
