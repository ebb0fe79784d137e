"""The check-up: twelve stones, no hint, no word of how it was, and the evidence that it leaves."""

import random
import re
from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from classroom.homework import assignments
from classroom.homework.around_the_corner import check_up, practice
from classroom.homework.around_the_corner.boxes import Answered
from classroom.homework.around_the_corner.review import answers_of
from classroom.models import Homework, Student
from classroom.reports.around_the_corner.findings.facts import known_of
from game.around_the_corner import practice as rounds
from game.clock import now_ms
from game.models import Attempt, Event
from game.rules import Refused
from game.rules.around_the_corner import practice as rules
from game.rules.around_the_corner.facts import FACTS, Fact
from game.rules.around_the_corner.practice import CHECK_UP, LONGEST_MS, STONES

ALL = {"corner": True, "steps": [1, 2, 3]}


@pytest.fixture
def task(class_4b):
    return assignments.give(
        class_4b, options=ALL, unit=Homework.Unit.CHECK_UPS, amount=1, last_day=date.today() + timedelta(days=1)
    )


@pytest.fixture
def begun(bea, task):
    return practice.begin(bea, options=task.options, homework=task)


def card_for(position, *, right=True):
    fact = position.question.fact
    return next(held.id for held in position.question.hand if (held.number == fact.answer) == right)


def answered(begun, wrong=lambda place, fact: False, unsure=lambda place, fact: False):
    position = rounds.position_of(begun.round)
    while not position.over:
        place, fact = position.question.place, position.question.fact
        card = None if unsure(place, fact) else card_for(position, right=not wrong(place, fact))
        position = practice.answer(begun, card=card, count=place)
    return position


def test_its_cards_are_the_ten_numbers_in_their_places_and_it_gives_no_hint(begun):
    position = rounds.position_of(begun.round)
    assert [card.number for card in position.question.hand] == list(range(1, 11))
    assert position.question.top not in position.question.hand
    with pytest.raises(Refused, match="unknown_move"):
        rounds.hint(begun.round, count=1)


def test_every_answer_is_one_stone_and_the_last_one_ends_it(begun, bea):
    position = answered(begun, wrong=lambda place, fact: place == 2, unsure=lambda place, fact: place == 3)
    assert (len(position.asked), position.over, position.missed) == (STONES, True, {2, 3})
    kinds = Event.objects.filter(round=begun.round).exclude(kind__startswith="ask").values_list("kind", flat=True)
    assert sorted(kinds) == ["played"] * 10 + ["stopped", "unsure", "wrong"]
    rows = Attempt.objects.filter(player=bea.pk).order_by("started_at", "pk")
    assert [row.ending for row in rows] == [*"CWD", *"C" * 9]
    assert {(row.mode, row.timed, row.retry) for row in rows} == {(CHECK_UP, False, False)}


def test_not_sure_yet_is_refused_in_practice(bea):
    begun = practice.begin(bea, options=ALL)
    with pytest.raises(Refused, match="unknown_move"):
        practice.answer(begun, card=None, count=1)


def test_what_was_not_right_comes_again_three_stones_later_at_most_three_of_them(begun):
    position = answered(begun, wrong=lambda place, fact: place <= 5)
    again = [place for place, fact in enumerate(position.asked, start=1) if fact in position.asked[: place - 1]]
    assert again == [4, 5, 6]
    assert [position.asked[place - 1] for place in again] == list(position.asked[:3])
    assert len(position.sure) == STONES - 3
    assert [fact for fact, sure in position.sure.items() if not sure] == list(position.asked[:2])


def test_a_sum_that_is_wrong_again_does_not_come_a_third_time(begun):
    position = answered(begun, wrong=lambda place, fact: place in (1, 4))
    assert position.asked.count(position.asked[0]) == 2


def test_after_three_minutes_the_present_stone_is_the_last():
    position = rules.start({**ALL, "mode": CHECK_UP}, 1)
    position = rules.apply(position, rules.ask(position, FACTS[0], 1_000))
    in_time = rules.apply(position, rules.unsure(position, 1, 1_000 + LONGEST_MS - 1))
    late = rules.apply(position, rules.unsure(position, 1, 1_000 + LONGEST_MS))
    assert (in_time.ends, late.ends) == (False, True)
    second = rules.apply(in_time, rules.ask(in_time, FACTS[1], 2_000))
    assert rules.apply(second, rules.unsure(second, 2, 1_000 + LONGEST_MS)).ends


def test_it_asks_the_kind_that_is_most_in_doubt():
    told = [Answered(fact, True, True, 0) for fact in FACTS for _ in range(3) if not fact.goes_round]
    told += [Answered(fact, number % 3 > 0, True, 0) for number, fact in enumerate(FACTS) if fact.skill == "corner+"]
    told += [Answered(fact, False, True, 0) for fact in FACTS for _ in range(3) if fact.skill == "corner-"]
    position = rules.start({**ALL, "mode": CHECK_UP}, 1)
    chosen = {check_up.choose(position, told, random.Random(seed)) for seed in range(9)}
    assert chosen <= {each.fact for each in told if each.fact.skill == "corner+" and not each.right}


def test_there_is_no_second_check_up_on_the_same_day_and_the_homework_is_done(begun, task, bea, bea_at_home):
    answered(begun)
    assert practice.checked_today(bea)
    assert [row.state for row in assignments.rows(task) if row.student == bea] == ["done"]
    sent = bea_at_home.post(reverse("practice_homework", args=[task.pk]))
    assert sent.url == reverse("practice_end")
    assert not practice.present(bea)


def test_who_has_done_it_is_asked_for_it_no_more(task, bea, bea_at_home):
    asked = f'action="{reverse("practice_homework", args=[task.pk])}"'
    assert asked in bea_at_home.get(reverse("practice")).content.decode()
    answered(practice.begin(bea, options=task.options, homework=task))
    bea_at_home.post(reverse("practice_stop"))
    assert asked not in bea_at_home.get(reverse("practice")).content.decode()


@pytest.mark.parametrize("chosen", ["", "calm"])
@pytest.mark.parametrize("homework", [True, False], ids=["check-up", "practice"])
def test_its_pages_and_those_of_practice_are_calm_where_the_child_s_table_is(bea, task, bea_at_home, homework, chosen):
    Student.objects.filter(pk=bea.pk).update(chosen=chosen)
    begun = practice.begin(bea, options=ALL, homework=task if homework else None)
    pages = [bea_at_home.get(reverse("practice"))]
    answered(begun)
    pages.append(bea_at_home.get(reverse("practice_end")))
    looks = [re.findall(r'<body class="student[^"]*?( calm)?"', page.content.decode()) for page in pages]
    assert looks == 2 * [[chosen and " calm"]]


def test_a_check_up_that_was_stopped_without_an_answer_is_not_done_and_may_be_begun_again(
    begun, task, bea, bea_at_home
):
    bea_at_home.post(reverse("practice_stop"))
    assert not practice.checked_today(bea)
    assert [row.state for row in assignments.rows(task) if row.student == bea] == ["not_yet"]
    assert bea_at_home.post(reverse("practice_homework", args=[task.pk])).url == reverse("practice")
    answered(practice.present(bea))
    assert practice.checked_today(bea)


def test_the_page_walks_says_nothing_of_how_it_was_and_ends_with_the_sums_by_name(begun, bea_at_home):
    page, seen = reverse("practice"), []
    for place in range(1, STONES + 1):
        shown = bea_at_home.get(page).content.decode()
        assert f"Stone {place} of {STONES}" in shown
        assert "Hint" not in shown
        position = rounds.position_of(begun.round)
        right = place > 2
        seen.append(shown.count('class="stone past"'))
        sent = bea_at_home.post(reverse("practice_answer"), {"place": place, "card": card_for(position, right=right)})
    assert seen == list(range(STONES))
    assert sent.url == reverse("practice_end")
    end = " ".join(bea_at_home.get(sent.url).content.decode().split())
    assert "Enough for today!" in end
    assert end.count("<li>") == STONES - 2
    assert "%" not in end.split("<main")[1].split("</main")[0]


def test_a_run_of_practice_ends_with_the_same_page(bea, bea_at_home):
    begun = practice.begin(bea, options=ALL)
    position = answered(begun)
    assert (len(position.asked), position.over) == (rules.RUN, True)
    page = bea_at_home.get(reverse("practice_end")).content.decode()
    assert "Enough for today!" in page
    assert "Stone" not in page


def test_of_a_practice_without_an_answer_there_is_nothing_to_say(bea, bea_at_home):
    practice.begin(bea, options=ALL)
    assert bea_at_home.post(reverse("practice_stop"), follow=True).redirect_chain[-1][0] == reverse("practice")


def test_a_sum_one_is_not_sure_of_goes_back_to_the_first_box(begun, bea):
    position = answered(begun, unsure=lambda place, fact: place == 1)
    told = {each.fact: each.right for each in practice.history(bea)[:1]}
    assert told == {position.asked[0]: False}
    assert Fact(*position.asked[0]) in position.facts


def test_a_sum_one_is_not_sure_of_counts_for_sheets_and_review_as_for_practice(begun, bea):
    answered(begun, unsure=lambda place, fact: place == 1)
    assert answers_of([bea.pk], practice.quick_ms(bea), 0)[bea.pk] == practice.history(bea)


def test_what_it_found_is_in_what_the_reports_say_a_child_knows(give, bea, task):
    give(milliseconds=900, started_at=now_ms() - 60_000)
    before = known_of([bea.pk]).facts.counts.answered.sum()
    answered(practice.begin(bea, options=task.options, homework=task))
    assert known_of([bea.pk]).facts.counts.answered.sum() == before + STONES


def test_its_teacher_starts_it_now_and_who_waits_can_begin(ana_client, class_4b, lesson, bea_client, bea):
    page = ana_client.get(reverse("class_homework", args=[class_4b.pk])).content.decode()
    assert "Check-up now" in page
    now = {"unit": "check_up", "until": f"{timezone.localdate():%Y-%m-%d}", "corner": "yes", "steps": ["1", "2", "3"]}
    assert "Start check-up" not in bea_client.get(reverse("meanwhile")).content.decode()
    assert ana_client.post(reverse("class_homework", args=[class_4b.pk]), now).status_code == 302
    task = Homework.objects.get()
    assert reverse("practice_homework", args=[task.pk]) in bea_client.get(reverse("meanwhile")).content.decode()
    answered(practice.begin(bea, options=task.options, homework=task))
    assert "Start check-up" not in bea_client.get(reverse("meanwhile")).content.decode()
