"""What a child may look at and try while it waits: its own picture, and a sum to warm up with."""

import re
from datetime import date, timedelta

from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from classroom.homework.around_the_corner import picture, practice, warm_up
from classroom.homework.around_the_corner.boxes import Answered, Boxes
from classroom.server.time_zone import DAY_MS
from classroom.sessions import lifecycle
from game.clock import now_ms
from game.models import Attempt, Event, Seat
from game.rules.around_the_corner.facts import FACTS, Fact
from tests.game.projection.conftest import finished_round

FACT = Fact(4, 2, "+")


def test_a_child_who_has_answered_nothing_sees_sixty_closed_tiles(bea, django_assert_num_queries):
    with django_assert_num_queries(1):
        shown = picture.picture_after(practice.history(bea, None), date(2026, 11, 20))
    assert (shown.turned, shown.all, len(set(shown.closed))) == (0, 60, 60)
    assert shown.scene == "space"


def test_a_tile_turns_when_its_sum_is_known_and_never_back():
    known = [Answered(FACT, True, True, day * DAY_MS) for day in range(3)]
    lost = [Answered(FACT, False, True, (10 + day) * DAY_MS) for day in range(6)]
    slow = [answer._replace(quick=False) for answer in known]
    assert [picture.is_turned(Boxes(known[:n]), FACT) for n in (0, 1, 2)] == [False, False, True]
    assert not picture.is_turned(Boxes(slow), FACT)
    assert picture.is_turned(Boxes(slow[:1] + known[1:] + lost), FACT)


def test_every_scene_is_drawn():
    drawn = (settings.BASE_DIR / "static/img/scenes.svg").read_text()
    assert set(re.findall(r'symbol id="(\w+)"', drawn)) == set(picture.SCENES)
    assert {picture.SCENES[(month - 1) // 2] for month in range(1, 13)} == set(picture.SCENES)


def test_a_tile_that_turned_today_is_told_with_its_sum():
    today = timezone.localdate()
    known = [Answered(FACT, True, True, now_ms() - 9 * DAY_MS), Answered(FACT, True, True, now_ms())]
    shown = picture.picture_after(known, today)
    assert (shown.turned, shown.sums, len(shown.new)) == (1, ("4 + 2 = 6",), 1)
    part = render_to_string("classroom/homework/around_the_corner/_own_picture.html", {"picture": shown})
    assert "New tile today: 4 + 2 = 6" in " ".join(strip_tags(part).split())
    assert part.count('class="new"') == 1
    tomorrow = picture.picture_after(known, today + timedelta(days=1))
    assert (tomorrow.turned, tomorrow.new) == (1, ())


def test_a_child_at_its_table_is_shown_its_picture(bea_client, lesson):
    part = bea_client.get(reverse("own_picture")).content.decode()
    assert part.split('id="album"')[0].count("<rect") == 60
    assert "A sum you have found twice turns its tile." in part
    assert Client().get(reverse("own_picture")).status_code == 204


def test_after_a_round_the_sums_found_are_those_of_that_round_too(bea_client, bea):
    played = finished_round()
    Seat.objects.filter(table=played.table, number=0).update(player=bea.pk)
    part = bea_client.get(reverse("sums_found")).content.decode()
    assert Attempt.objects.filter(round=played, player=bea.pk).exists()
    found = picture.picture_after(practice.history(bea, None), timezone.localdate())
    assert part.count("<circle") == len(found.closed) == 60 - found.turned
    said = " ".join(strip_tags(part).split())
    assert re.fullmatch(f"My picture: {found.turned} sums? found", said)


def test_who_has_found_none_is_told_how_many_there_are_to_find(bea_client):
    part = bea_client.get(reverse("sums_found")).content.decode()
    assert " ".join(strip_tags(part).split()) == "My picture: 60 sums to find"


def test_the_waiting_page_asks_for_it_and_gets_picture_and_sum(bea_client, lesson):
    part = bea_client.get(reverse("meanwhile")).content.decode()
    assert "0 of 60 sums found" in part
    assert part.count("<rect") == 60
    assert part.count('name="card"') == 4


def test_warming_up_counts_for_nothing(bea_client):
    place = FACTS.index(FACT)
    before = Event.objects.count(), Attempt.objects.count()
    wrong = bea_client.get(reverse("warm_up"), {"place": place, "card": 5}).content.decode()
    right = bea_client.get(reverse("warm_up"), {"place": place, "card": 6}).content.decode()
    assert "Look again." in wrong
    assert f'name="place" value="{place}"' in wrong
    assert "Yes! 4 + 2 = 6" in right
    assert (Event.objects.count(), Attempt.objects.count()) == before


def test_a_sum_to_warm_up_with_stays_off_the_corner_and_its_cards_hold_one_answer():
    for _ in range(60):
        found = warm_up.new()
        numbers = [card.number for card in found.cards]
        assert not FACTS[found.place].goes_round
        assert len(set(numbers)) == 4
        assert FACTS[found.place].answer in numbers


def test_before_a_lesson_of_five_no_sum_and_no_card_goes_beyond_five(bea_client, lesson):
    for _ in range(40):
        found = warm_up.new(5)
        assert max(FACTS[found.place].number, FACTS[found.place].answer, *(card.number for card in found.cards)) <= 5
    lesson.options = {**lesson.options, "highest": 5}
    lesson.save()
    part = bea_client.get(reverse("meanwhile")).content.decode()
    numbers = {int(number) for number in re.findall(r'name="card" value="(\d+)"', part)}
    assert len(numbers) == 4
    assert numbers < {1, 2, 3, 4, 5}


def test_after_a_lesson_the_page_asks_for_the_childs_picture(bea_client, lesson):
    lifecycle.end(session=lesson)
    assert f'data-meanwhile="{reverse("own_picture")}?after"' in bea_client.get(reverse("waiting")).content.decode()
    assert bea_client.get(reverse("own_picture")).status_code == 200


def test_nonsense_gets_a_new_sum(db):
    for asked in ({}, {"place": "60", "card": "x"}, {"place": "-1"}, {"place": "9" * 9}):
        assert Client().get(reverse("warm_up"), asked).status_code == 200


def test_a_sum_that_is_due_is_the_one_to_warm_up_with():
    due = frozenset({FACT, Fact(9, 3, "+")})
    shown = warm_up.new(due=due)
    assert shown.sum == "4 + 2 = ?", "never round the corner"
    assert {warm_up.answered(shown.place, 6, due=due).sum for _ in range(9)} != {shown.sum}
