"""Where the numbers of a class lead: to their cards, in words, and on to the replay."""

import re

from django.urls import reverse

from tests.classroom.reports.attempts_given import DREW, LOST, WRONG, earlier_today

NOTHING_FITTED = {"fitting": [], "directions": "", "stratum": "", **WRONG}


def links(words: str, name: str, args: list[int]) -> list[str]:
    there = re.escape(reverse(name, args=args))
    return [found.replace("&amp;", "&").split("?")[1] for found in re.findall(rf'href="({there}\?[^"]*)"', words)]


def test_each_number_leads_to_its_cards(ana_client, class_4b, class_page, whole_report, give):
    give(12)
    give(3, **WRONG)
    give(2, **DREW)
    addresses = links(whole_report(), "class_plays", [class_4b.pk])
    assert {re.search(r"what=(\w+)", query)[1] for query in addresses if "what=" in query} >= {
        "right",
        "wrong",
        "missed",
    }
    for query in set(addresses):
        assert "No such cards" not in class_page(query, "class_plays"), query


def test_wrong_cards_are_listed_with_hand_and_what_fitted_and_lead_to_the_replay(class_page, give, lesson, their_table):
    give(1, line=17, **WRONG)
    words = class_page("what=wrong", "class_plays")
    assert "7, wrong; 6 fitted" in words
    assert f"{reverse('round_replay', args=[lesson.pk, their_table.rounds.get().pk])}?n=17" in words


def test_each_ending_is_put_in_words(class_page, give):
    give(1)
    give(1, late=True)
    give(1, **DREW)
    give(1, **LOST, milliseconds=9000)
    words = class_page(name="class_plays")
    for said in ("6, right", "beaten", "drew, though 6 fitted", "waited, though 6 fitted"):
        assert said in words
    give(1, **NOTHING_FITTED)
    assert "7, though nothing fitted" in class_page("what=unfit", "class_plays")


def test_older_cards_are_on_the_next_page(class_page, give):
    for minute in range(60):
        give(1, started_at=earlier_today() + minute * 1000)
    first = class_page(name="class_plays")
    assert first.count("6, right") == 50
    older = re.search(r'href="\?([^"]+)">Older ones', first)[1].replace("&amp;", "&")
    assert class_page(older, "class_plays").count("6, right") == 10


def test_cards_of_a_sum_are_those_that_the_map_counts(class_page, give, bea):
    give(4)
    give(2, **WRONG)
    give(3, directions="both", **WRONG)
    assert "4 of 6 right" in class_page(f"student={bea.pk}", "class_facts")
    fact = 6 * 4 + 3
    assert class_page(f"fact={fact}", "class_plays").count("fitted") == 2
