"""A child's album: a tile for each round played to its end and each 20 cards of practice, and what a picture brings."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from classroom.album import tiles
from classroom.album.pictures import ALL, ORDER, PICTURES, TILES, shown
from classroom.album.things import ALBUM_BACKS
from classroom.homework.around_the_corner import practice
from classroom.models import Student
from classroom.naming.characters import Face, exists
from classroom.sessions import own_choices
from game.log import counts
from game.models import Event, Round, Table
from game.rules.around_the_corner import practice as rules
from tests.classroom.logged import log
from tests.conftest import words

pytestmark = pytest.mark.django_db


def rounds(table: Table, *lines: tuple[str, int | None], count: int = 1) -> None:
    """Let so many rounds of this table be over, each with these lines after GO."""
    for _n in range(count):
        number = table.rounds.count() + 1
        played = Round.objects.create(table=table, number=number, seed=number, seats=2, options=table.options)
        log(played, ("go", None), *lines)
        Event.objects.filter(round=played).update(at=round(timezone.now().timestamp() * 1000))
        Round.objects.filter(pk=played.pk).update(finished_at=timezone.now(), projected_at=timezone.now())


def practises(student: Student, cards: int) -> None:
    """Let this child place so many cards in practice."""
    begun = practice.begin(student, options={"corner": True, "steps": [1, 2, 3]})
    at = round(timezone.now().timestamp() * 1000)
    Event.objects.bulk_create(
        Event(round=begun.round, n=100 + n, kind="played", seat=0, card=1, top=n, at=at) for n in range(cards)
    )


@pytest.fixture
def table(their_table: Table) -> Table:
    their_table.rounds.all().delete()
    return their_table


def seat_of(table: Table, student: Student) -> int:
    return table.seats.get(player=student.pk).number


def test_a_round_played_to_its_end_turns_a_tile_for_everybody_who_played_it_whoever_was_first(table, bea, class_4b):
    amir, seat = class_4b.students.get(name="Amir"), seat_of(table, bea)
    rounds(table, ("played", 1 - seat), ("wrong", seat), ("played", seat), ("finished", 1 - seat))
    assert [tiles.turned(child).tiles for child in (amir, bea)] == [1, 1]
    assert tiles.turned(class_4b.students.get(name="Chen")).tiles == 0


def test_a_round_that_was_stopped_or_that_a_computer_ended_for_the_child_turns_none(table, bea):
    seat = seat_of(table, bea)
    rounds(table, ("played", seat), ("stopped", None))
    rounds(table, ("played", seat), ("takeover", seat), ("finished", seat))
    rounds(table, ("wrong", seat), ("finished", 1 - seat))
    assert tiles.turned(bea).tiles == 0
    rounds(table, ("takeover", seat), ("played", seat), ("back", seat), ("played", seat), ("finished", 1 - seat))
    assert tiles.turned(bea).tiles == 1


def test_a_run_of_practice_turns_a_tile_as_a_round_does(table, bea):
    assert tiles.CARDS_A_TILE == rules.RUN
    practises(bea, 19)
    assert tiles.turned(bea).tiles == 0
    Event.objects.create(round=bea.practices.get().round, n=200, kind="played", seat=0, card=1, top=20, at=1)
    assert tiles.turned(bea).tiles == 1


def test_nothing_is_got_twice_and_nothing_is_stored(table, bea, django_assert_max_num_queries):
    rounds(table, ("played", 0), ("played", 1), ("finished", 0), count=3)
    assert tiles.turned(bea) == (3, 3)
    with django_assert_max_num_queries(4):
        assert tiles.turned(bea) == (3, 3)
    counts.forget()
    assert tiles.turned(bea) == (3, 3)


def test_tiles_of_before_today_are_not_new(table, bea):
    rounds(table, ("played", 0), ("played", 1), ("finished", 0), count=2)
    yesterday = round((timezone.now() - timedelta(days=1, hours=1)).timestamp() * 1000)
    Event.objects.filter(round=table.rounds.first()).update(at=yesterday)
    assert tiles.turned(bea) == (2, 1)


def test_an_album_that_is_full_stays_full(table, bea):
    practises(bea, 20 * (ALL + 3))
    rounds(table, ("played", 0), ("played", 1), ("finished", 0))
    assert tiles.turned(bea).tiles == ALL


def test_every_tile_of_a_picture_turns_once_and_stays():
    assert sorted(ORDER) == list(range(TILES))
    for n in range(ALL):
        before, after = shown(n, 0), shown(n + 1, 1)
        closed = [len(picture.closed) for picture in before]
        assert sum(len(picture.new) for picture in after) == 1
        for earlier, later in zip(before, after, strict=False):
            assert set(later.closed) <= set(earlier.closed)
        assert closed[:-1] == [0] * (len(closed) - 1)


def test_every_picture_is_drawn_and_everybody_in_it_is_of_the_pack():
    drawn = (settings.BASE_DIR / "static/img/album.svg").read_text()
    assert re.findall(r'symbol id="(\w+)"', drawn) == [picture.scene for picture in PICTURES]
    assert all(exists(Face(who.character, who.colour)) for picture in PICTURES for who in picture.cast)


def test_a_child_sees_its_album_on_its_page_and_at_its_table(bea_client, table, bea):
    rounds(table, ("played", 0), ("played", 1), ("finished", 0), count=2)
    page = words(bea_client.get(reverse("my_page")))
    assert "My album" in page
    assert f"2 of {ALL} tiles" in page
    assert "2 new tiles today" in page
    assert "A round played to its end turns a tile." in page
    assert "My pictures" in words(bea_client.get(reverse("own_picture")))
    assert "My pictures" not in words(bea_client.get(reverse("own_picture"), {"after": ""}))


def test_a_teacher_sees_it_at_the_child_and_hides_it_for_the_class(ana_client, bea_client, table, bea, class_4b):
    rounds(table, ("played", 0), ("played", 1), ("finished", 0))
    report, own = reverse("student_report", args=[bea.pk]), reverse("class_album", args=[class_4b.pk])
    assert f"Album: 1 of {ALL} tiles" in words(ana_client.get(report))
    assert ana_client.post(own, {"album": "no"}).url == own
    assert "Album: " not in words(ana_client.get(report))
    assert "My album" not in words(bea_client.get(reverse("my_page")))
    assert "My pictures" not in words(bea_client.get(reverse("own_picture")))
    ana_client.post(own, {"album": "yes"})
    assert f"1 of {ALL} tiles" in words(bea_client.get(reverse("my_page")))


def test_nonsense_changes_nothing_and_says_why(ana_client, class_4b):
    answer = ana_client.post(reverse("class_album", args=[class_4b.pk]), {"album": "perhaps"})
    assert answer.status_code == 422
    assert "Choose from the list." in words(answer)
    class_4b.refresh_from_db()
    assert class_4b.album


def test_a_finished_picture_brings_its_card_back_and_no_other_can_be_taken(bea_client, bea):
    leaves, waves, _stars = (back.word for back in ALBUM_BACKS)
    own, place = reverse("own_table"), {"next": reverse("waiting")}
    bea_client.post(own, {**place, "back": leaves})
    bea.refresh_from_db()
    assert own_choices.of(bea).back == ""
    practises(bea, 20 * TILES)
    page = bea_client.get(own).content.decode()
    assert f'value="{leaves}"' in page
    assert waves not in page
    bea_client.post(own, {**place, "back": leaves, "big": "on"})
    bea.refresh_from_db()
    assert own_choices.of(bea).style == f"big {leaves}"
    bea_client.post(own, {**place, "back": waves})
    bea.refresh_from_db()
    assert own_choices.of(bea).back == ""


def test_a_card_back_that_is_in_use_stays_when_the_album_is_hidden(bea_client, bea, class_4b):
    leaves, waves, _stars = (back.word for back in ALBUM_BACKS)
    Student.objects.filter(pk=bea.pk).update(chosen=leaves)
    class_4b.album = False
    class_4b.save()
    bea_client.post(reverse("own_table"), {"next": reverse("waiting"), "back": leaves, "calm": "on"})
    bea.refresh_from_db()
    assert own_choices.of(bea).style == f"calm {leaves}"
    practises(bea, 20 * ALL)
    assert waves not in own_choices.worn_by(bea)["back"]
