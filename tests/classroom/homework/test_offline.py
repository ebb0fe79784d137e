"""Practice without a connection: what a child's device may keep, and what the server makes of what it hands in."""

import json
import re
from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classroom.homework import assignments
from classroom.homework.around_the_corner.offline.handing_in import MOST_TAPS, Impossible, hand_in
from classroom.homework.around_the_corner.offline.packs import LONGEST_DAYS, MOST, Pack, edition, packs_for
from classroom.models import Classroom, Homework, Practice, Student
from classroom.rosters import merging, rollover, roster
from classroom.rosters.merging import persons
from game.clock import now_ms
from game.log import reader
from game.models import Attempt, Event, Round
from game.rules.around_the_corner.cards import NUMBER
from tests.classroom.homework.kept_sums import TOOK_MS, cards_of, given_to, handed_in, posted, taps
from tests.conftest import make_class, words

OPTIONS = {"corner": True, "steps": [1, 2, 3]}


@pytest.fixture
def task(class_4b: Classroom) -> Homework:
    return assignments.give(class_4b, options=OPTIONS, unit="cards", amount=20, last_day=timezone.localdate())


@pytest.fixture
def pack(bea: Student) -> Pack:
    """Sums of Bea's own, given out ten minutes ago."""
    return given_to(bea)


def test_ten_sums_count_as_if_they_had_been_answered_here(bea, pack):
    assert handed_in(bea, pack, taps(pack, right=10)) == 10
    rows = Attempt.objects.filter(player=bea.pk)
    assert [(row.ending, row.mode, row.timed, row.retry) for row in rows] == [("C", "practice", False, False)] * 10
    assert [row.top_number for row in rows] == [fact.number for fact in pack.facts[:10]]


def test_a_device_that_comes_by_gets_new_sums_before_its_own_are_too_old(bea):
    now = timezone.now()
    editions = set()
    for days in (0, 0, LONGEST_DAYS // 2):
        with time_machine.travel(now + timedelta(days=days), tick=False):
            editions.add(edition(bea))
    assert len(editions) == 2


def test_the_times_of_a_device_are_marked(bea, pack):
    handed_in(bea, pack, taps(pack, right=2))
    assert set(Attempt.objects.values_list("modality", "milliseconds")) == {("offline", TOOK_MS)}
    told = [entry.client for entry in reader.entries_of(Round.objects.values_list("pk", flat=True)).popitem()[1]]
    assert told == ["", '{"by": "offline"}'] * 2


def test_what_is_handed_in_twice_counts_once(bea, pack):
    kept = taps(pack, right=3)
    assert [handed_in(bea, pack, kept), handed_in(bea, pack, kept)] == [3, 0]
    assert (Practice.objects.count(), Event.objects.filter(kind="played").count()) == (1, 3)
    assert Attempt.objects.count() == 3


def test_what_came_after_a_first_handing_in_is_added(bea, pack):
    """The answer to it was lost, and the device went on with the same sums."""
    kept = taps(pack, right=5)
    assert [handed_in(bea, pack, kept[:2]), handed_in(bea, pack, kept)] == [2, 3]
    assert (Practice.objects.count(), Attempt.objects.count()) == (1, 5)


def test_another_answer_in_the_place_of_one_that_is_in_changes_nothing(bea, pack):
    handed_in(bea, pack, taps(pack, right=1))
    other = [[0, cards_of(pack, 0, right=False)[0], now_ms(), TOOK_MS]]
    assert handed_in(bea, pack, other) == 0
    assert list(Attempt.objects.values_list("ending", flat=True)) == ["C"]


def test_a_wrong_card_and_a_hint_are_what_they_are_at_a_table_of_practice(bea, pack):
    wrong, right = cards_of(pack, 0, right=False)[0], cards_of(pack, 0, right=True)[0]
    last = now_ms()
    kept = [[0, wrong, last - 30_000, 900], [0, right, last - 20_000, 2_000]]
    kept += [[1, 0, last - 10_000, 900], [1, cards_of(pack, 1, right=True)[0], last, 2_000]]
    assert handed_in(bea, pack, kept) == 2
    assert list(Attempt.objects.values_list("ending", "retry")) == [("W", False), ("C", True), ("C", True)]


def test_a_sum_that_was_missed_comes_again_with_the_hand_of_its_new_place(bea, pack):
    first, second = list(pack.questions())[:2]
    again = next(card.id for card in first[2].hand if card.number == first[2].fact.answer)
    assert [question.place for question in second] == list(range(2, len(pack.facts) + 1))
    kept = [*taps(pack, right=2), [0, again, now_ms(), TOOK_MS]]
    assert handed_in(bea, pack, kept) == 3


def test_a_card_that_was_not_in_the_hand_ends_what_is_counted(bea, pack):
    kept = taps(pack, right=3)
    kept[1][1] = next(card for card in range(1, 74) if card not in {c.id for c in list(pack.questions())[1][0].hand})
    assert handed_in(bea, pack, kept) == 1


@pytest.mark.parametrize("ahead", [0, 3_600_000, -86_400_000 * 400])
def test_a_devices_clock_may_be_wrong(bea, pack, ahead):
    kept = [[fact, card, at + ahead, took] for fact, card, at, took in taps(pack, right=2)]
    before = now_ms()
    handed_in(bea, pack, kept, ahead_ms=ahead)
    at = list(Event.objects.filter(kind="played").order_by("n").values_list("at", flat=True))
    assert at[1] - at[0] == 10_000
    assert abs(at[1] - before) < 5_000


@pytest.mark.parametrize(
    "kept",
    [
        "nonsense",
        '{"a": 1}',
        "[]",
        "[" * 100_000,
        "[1]",
        "[[0, 1, 2]]",
        "[[0, 1, 2, -1]]",
        "[[0, 1, 2, 1.5]]",
        '[[0, "x", 2, 900]]',
        "[[0, true, 2, 900]]",
        f"[[0, 1, {10**20}, 900]]",
        json.dumps([[0, 1, 2, 900]] * (MOST_TAPS + 1)),
        "[[20, 1, 2, 900]]",
        "[[0, 1, 2, 249]]",
        "[[0, 1, 2, 700000]]",
    ],
)
def test_what_no_device_can_have_kept_is_refused_whole(bea, pack, kept):
    with pytest.raises(Impossible):
        hand_in(bea, signed=pack.signed(), kept=kept, sent=str(now_ms()))
    assert not Round.objects.exists()


def test_a_pack_that_was_changed_or_is_too_old_is_refused(bea, pack, monkeypatch):
    signed = pack.signed()
    with pytest.raises(Impossible):
        hand_in(bea, signed=f"x{signed}", kept="[[0, 1, 2, 900]]", sent="1")
    monkeypatch.setattr("django.core.signing.time.time", lambda: timezone.now().timestamp() + 31 * 24 * 3600)
    with pytest.raises(Impossible):
        hand_in(bea, signed=signed, kept="[[0, 1, 2, 900]]", sent="1")


def test_homework_counts_for_the_homework_and_after_its_end_for_oneself(bea, task):
    first, second = given_to(bea), given_to(bea)
    assert first.homework == task.pk
    assert handed_in(bea, first, taps(first, right=3)) == 3
    Homework.objects.filter(pk=task.pk).update(until=timezone.now() - timedelta(seconds=1))
    late = hand_in(bea, signed=second.signed(), kept=json.dumps(taps(second, right=2)), sent=str(now_ms()))
    assert (late.placed, late.too_late) == (2, True)
    assert assignments.done_of(task, bea).placed == 3
    assert Attempt.objects.filter(player=bea.pk).count() == 5


def test_a_pack_holds_what_is_left_of_the_homework_and_no_more_than_a_device_should(bea, class_4b, task):
    pack = given_to(bea)
    handed_in(bea, pack, taps(pack, right=8))
    assert [(len(pack.facts), one and one.pk) for pack, one in packs_for(bea)] == [(12, task.pk), (20, None)]
    assignments.give(class_4b, options=OPTIONS, unit="minutes", amount=60, last_day=timezone.localdate())
    assert max(len(pack.facts) for pack, _task in packs_for(bea)) == MOST


# The pages


def test_who_has_scanned_a_card_gets_sums_to_keep_in_their_language(bea_at_home, bea, task):
    Student.objects.filter(pk=bea.pk).update(language="is")
    page = bea_at_home.get(reverse("practice_offline")).content.decode()
    assert '<html lang="is"' in page
    assert page.count("data-run=") == 2
    assert reverse("practice_offline") in bea_at_home.get(reverse("practice")).content.decode()


def test_a_device_of_a_lesson_keeps_nothing(bea_client):
    assert bea_client.get(reverse("practice_offline")).status_code == 403
    assert reverse("practice_offline") not in bea_client.get(reverse("practice")).content.decode()


def test_cards_that_work_in_school_hours_alone_give_nothing_to_take_home(bea_at_home, class_4b, monkeypatch):
    monkeypatch.setattr("classroom.joining.device.opens_at", lambda classroom: None)
    Classroom.objects.filter(pk=class_4b.pk).update(cards_in_hours=True)
    assert bea_at_home.get(reverse("practice_offline")).status_code == 403


def test_what_was_handed_in_is_said_on_the_next_page(bea_at_home, pack):
    assert posted(bea_at_home, pack, taps(pack, right=2)).status_code == 204
    assert "2 cards that you placed without a connection are counted." in words(bea_at_home.get(reverse("practice")))


def test_what_came_too_late_is_said_and_kept(bea_at_home, bea, task):
    pack = given_to(bea)
    Homework.objects.filter(pk=task.pk).update(until=timezone.now() - timedelta(seconds=1))
    assert posted(bea_at_home, pack, taps(pack, right=1)).status_code == 204
    assert "That homework is over." in words(bea_at_home.get(reverse("practice")))
    assert Attempt.objects.filter(player=bea.pk).count() == 1


def test_nonsense_is_said_too_so_that_the_device_forgets_it(bea_at_home, pack):
    answer = posted(bea_at_home, pack, "nonsense")
    assert answer.status_code == 204
    assert [str(message) for message in get_messages(answer.wsgi_request)] == [
        "What you did without a connection cannot be counted."
    ]


def test_who_is_signed_out_keeps_their_sums(bea_at_home, pack):
    bea_at_home.post(reverse("practice_leave"))
    assert posted(bea_at_home, pack, taps(pack, right=1)).status_code == 403
    assert not Round.objects.exists()


def test_a_child_cannot_hand_in_the_sums_of_another(class_4b, pack, bea):
    other = class_4b.students.exclude(pk=bea.pk).first()
    browser = Client()
    browser.get(reverse("card", args=[other.card]))
    assert posted(browser, pack, taps(pack, right=1)).status_code == 409
    assert not Round.objects.exists()


def test_sums_of_a_record_that_was_merged_count_for_the_one_that_is_kept(bea, class_4b, task):
    """Some were handed in before, and what follows them is the rest of the same round; the homework is the class's."""
    (twice,) = roster.add_students(classroom=class_4b, names=["Bea S."])
    begun, kept_at_home = given_to(twice), given_to(twice)
    handed_in(twice, begun, taps(begun, right=2))
    merging.merge_students(bea, twice)
    assert handed_in(bea, begun, taps(begun, right=3)) == 1
    assert handed_in(bea, kept_at_home, taps(kept_at_home, right=4)) == 4
    assert set(Practice.objects.values_list("student", flat=True)) == {bea.pk}
    assert set(Attempt.objects.values_list("player", flat=True)) == {bea.pk}
    assert assignments.done_of(task, bea).placed == 7


def test_what_is_handed_in_after_the_records_are_parted_goes_where_its_round_is(bea, class_4b):
    (twice,) = roster.add_students(classroom=class_4b, names=["Bea S."])
    pack = given_to(twice)
    merging.merge_students(bea, twice)
    handed_in(bea, pack, taps(pack, right=2))
    merging.part_students(Student.everybody.get(pk=twice.pk))
    assert handed_in(Student.objects.get(pk=twice.pk), pack, taps(pack, right=3)) == 1
    assert Practice.objects.count() == 1


def test_sums_of_a_class_that_the_child_has_left_and_of_last_year_count_for_where_it_is_now(bea, class_4b, ana_teacher):
    club = make_class(ana_teacher, "Club", ["Bea"])
    same = club.students.get()
    persons.join(bea, same)
    pack, of_club = given_to(bea), replace(given_to(bea), student=same.pk)
    roster.remove_student(same)
    assert handed_in(bea, of_club, taps(of_club, right=1)) == 1
    (now,) = rollover.go_up([rollover.Ascent(class_4b, "5B")], school_year="2026/27")
    assert handed_in(now.students.get(name="Bea"), pack, taps(pack, right=2)) == 2
    assert {*Practice.objects.values_list("student__classroom__name", flat=True)} == {"4B", "5B"}


@pytest.mark.parametrize(
    "typed", ["{card}", " {card} ", "http://school.lan:8000/card/{card}/", "school.lan/card/{card}"]
)
def test_a_card_may_be_typed_where_there_is_no_camera(client, bea, typed):
    page = client.get(reverse("card_typed"), {"card": typed.format(card=bea.card)}, follow=True)
    assert "Hello Bea" in words(page)


@pytest.mark.parametrize("typed", ["", "../", "/card/", "a b?c=d", "%2e%2e"])
def test_a_typed_address_leads_nowhere_else(client, typed):
    assert client.get(reverse("card_typed"), {"card": typed}).url.startswith(("/practice/", "/card/"))


def test_the_worker_stands_at_practice_alone_and_is_never_kept(client):
    answer = client.get(reverse("practice_worker"))
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/javascript; charset=utf-8")
    assert answer["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in answer["Content-Security-Policy"]
    assert reverse("practice_worker").rsplit("/", 1)[0] + "/" == reverse("practice")


def test_the_page_says_every_sentence_that_its_script_may_need(bea_at_home, bea):
    page = bea_at_home.get(reverse("practice_offline")).content.decode()
    articles = re.findall(r'<article data-hands="([^"]+)" data-answer="(\d+)">(.*?)</article>', page, re.DOTALL)
    assert len(articles) == 20
    for hands, answer, article in articles:
        numbers = {NUMBER[int(card)] for card in hands.replace("|", " ").split()}
        assert int(answer) in numbers
        assert {int(number) for number in re.findall(r'data-says="(\d+)"', article)} == numbers
