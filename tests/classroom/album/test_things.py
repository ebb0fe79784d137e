"""Hats, felts and backs: found by playing, never lost, worn at the table; seasons by the days of three calendars."""

import colorsys
import re
from datetime import date, timedelta

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation

from classroom import persons
from classroom.album import found
from classroom.album.things import FELTS, HATS, SEASONS, THINGS, Done, first_day_of_summer, thorri
from classroom.album.tiles import midnight
from classroom.models import Student
from classroom.naming.characters import CHARACTERS, COLOURS
from classroom.sessions import own_choices, teams
from classroom.sessions.teams import TEAMS
from game.log import counts
from game.models import Event, Round, Seat
from game.rules.around_the_corner import practice as rules
from game.screens.table_view import HAT, words_of
from tests.classroom.album.test_album import practises, rounds, table
from tests.classroom.rosters.conftest import joined
from tests.conftest import make_class, words

__all__ = ["table"]
pytestmark = pytest.mark.django_db
NOTHING_DONE = Done()
CAP, SEA = HATS[0], FELTS[0]


def wears(student: Student) -> own_choices.OwnTable:
    student.refresh_from_db()
    return own_choices.of(student)


@pytest.fixture
def played(table, bea):
    """Three rounds, by which the cap is found."""
    bea.character, bea.colour = "fox", "orange"
    persons.keep(bea, character="fox", colour="orange")
    rounds(table, ("played", 0), ("played", 1), ("finished", 0), count=CAP.times)
    return bea


def test_everything_is_found_by_what_every_child_can_do_and_nothing_at_once():
    assert found.CHECK_UP == rules.CHECK_UP
    assert {thing.deed for thing in (*HATS, *FELTS)} == {"tiles", "days", "sums", "checks"}
    assert {thing.found_at(NOTHING_DONE) for thing in THINGS} == {None}
    days = tuple(midnight(date(2026, 1, 1) + timedelta(n)) for n in range(365))
    done = Done(tiles=days, days=days, sums=days, checks=days)
    assert None not in {thing.found_at(done) for thing in THINGS}


def test_more_that_is_done_never_takes_a_thing_away():
    then, later = midnight(date(2026, 1, 5)), midnight(date(2027, 6, 5))
    some = Done(tiles=(then,) * 3, days=(then,), sums=(then,) * 10, checks=(then,) * 2)
    more = Done(**{kind: (*times, later) for kind, times in some._asdict().items()})
    found_now = {thing.word: thing.found_at(some) for thing in THINGS}
    found_then = {thing.word: thing.found_at(more) for thing in THINGS}
    assert {CAP.word: then, "back-crowns": then}.items() <= found_now.items()
    assert all(found_then[word] == at for word, at in found_now.items() if at is not None)
    assert found_then[SEA.word] == later


def test_iceland_counts_its_seasons_from_the_first_day_of_summer():
    assert [first_day_of_summer(year) for year in (2024, 2025, 2026)] == [
        date(2024, 4, 25), date(2025, 4, 24), date(2026, 4, 23),
    ]  # fmt: skip
    assert [thorri(year) for year in (2024, 2025, 2026, 2028)] == [
        date(2024, 1, 26), date(2025, 1, 24), date(2026, 1, 23), date(2028, 1, 21),
    ]  # fmt: skip


@pytest.mark.parametrize("season", SEASONS, ids=lambda season: season.word)
def test_a_season_s_back_is_for_who_plays_in_its_weeks_and_for_nobody_else(season):
    first, last = season.coming(date(2026, 12, 31))
    assert timedelta(12) <= last - first <= timedelta(30)
    for day in (first, last):
        assert season.found_at(Done(days=(midnight(day),))) == midnight(day)
    for day in (first - timedelta(1), last + timedelta(1)):
        assert season.found_at(Done(days=(midnight(day),))) is None
    assert season.is_told(first)
    assert not season.is_told(last + timedelta(1))


@pytest.mark.parametrize(("language", "said"), [("en", "January 2"), ("is", "2. janúar"), ("es", "2 de enero")])
def test_a_season_says_its_days_as_the_child_reads_them(language, said):
    with translation.override(language):
        assert said in SEASONS[0].to_do(date(2026, 12, 31)).lower().replace("january", "January")


def test_rounds_days_sums_and_check_ups_are_counted_over_all_years(played, class_4b):
    practises(played, 20)
    assert CAP.word in found.of(played).things
    assert SEA.word not in found.of(played).things
    Round.objects.filter(pk=played.practices.get().round_id).update(finished_at=timezone.now())
    Round.objects.filter(pk=Round.objects.earliest("pk").pk).update(dealt_at=timezone.now() - timedelta(3))
    assert SEA.word in found.of(played).things
    class_4b.archived_at = timezone.now()
    class_4b.save()
    assert {CAP.word, SEA.word} <= found.of(Student.objects.get(pk=played.pk)).things.keys()


def test_what_is_not_yet_found_shows_its_deed(bea_client, played):
    page = words(bea_client.get(reverse("my_page")))
    assert "Cap ✓ Yours" in page
    assert "Wizard’s hat 25 different sums put right" in page
    assert "Choose what I wear" in page


def test_what_was_found_today_is_said_on_the_page_and_at_the_table(bea_client, played):
    assert f"New for my table: {CAP.title}" in words(bea_client.get(reverse("my_page")))
    assert f"New for my table: {CAP.title}" in words(bea_client.get(reverse("own_picture")))
    assert "Choose what I wear" not in words(bea_client.get(reverse("own_picture")))
    Event.objects.update(at=1)
    counts.forget()
    assert "New for my table" not in words(bea_client.get(reverse("my_page")))


def test_a_child_wears_what_it_has_found_and_nothing_else(bea_client, played):
    own, place = reverse("own_table"), {"next": reverse("my_page")}
    page = bea_client.get(own).content.decode()
    assert f'value="{CAP.word}"' in page
    assert "hat_wizard" not in page
    bea_client.post(own, {**place, "hat": CAP.word, "felt": SEA.word, "back": "back-dots"})
    assert (wears(played).hat, wears(played).felt, wears(played).style) == (CAP.word, "", "back-dots")
    bea_client.post(own, {**place, "hat": "hat_wizard"})
    assert wears(played).hat == ""


def test_a_hat_is_on_the_face_that_others_see_unless_the_teacher_hides_the_album(lesson, played, bea):
    persons.keep(bea, chosen=f"calm {CAP.word}")
    assert teams.faces(lesson, [bea]) == {bea.pk: f"fox orange {CAP.word}"}
    lesson.classroom.album = False
    assert teams.faces(lesson, [bea]) == {bea.pk: "fox orange"}


@pytest.mark.django_db(transaction=True)
def test_a_felt_is_seen_by_the_child_alone(bea_client, table, played):
    persons.keep(played, chosen=SEA.word)
    assert SEA.word in bea_client.get(reverse("table", args=[table.code])).content.decode()
    assert not Seat.objects.filter(face__contains=SEA.word).exists()


def test_a_child_has_one_hat_in_all_its_classes(bea_client, played, ana_teacher):
    other = joined(played, make_class(ana_teacher, "Maths set", ["Bea"]).students.get())
    bea_client.post(reverse("own_table"), {"next": reverse("my_page"), "hat": CAP.word})
    assert (wears(played).hat, wears(other).hat) == (CAP.word, CAP.word)


def test_the_longest_face_fits_at_a_seat():
    longest = [max(kind, key=len) for kind in (CHARACTERS, COLOURS, [hat.word for hat in HATS], dict(TEAMS))]
    face = " ".join(longest)
    assert len(face) <= (Seat._meta.get_field("face").max_length or 0)
    assert " ".join(words_of((face,), 0)) == " ".join([*longest[:2], longest[3], longest[2]])
    assert words_of(("fox orange bells",), 0) == ("fox", "orange", "bells", "")
    assert words_of((), 0) == ("", "", "", "")


def test_everything_that_can_be_worn_is_drawn():
    css = "".join((settings.BASE_DIR / f"static/css/pictures/{name}.css").read_text() for name in ("backs", "felts"))
    assert all(f".{word} " in css for kind in ("back", "felt") for word in own_choices.WORN[kind] if word)
    assert all(hat.word.startswith(HAT) for hat in HATS)


def test_white_and_cards_edges_stand_out_on_each_felt_as_on_the_green_one():
    css = (settings.BASE_DIR / "static/css/pictures/felts.css").read_text()
    of_table = (settings.BASE_DIR / "static/css/base.css").read_text()
    found = re.findall(r"\.felt-(\w+) \{ --hue: (\d+) (\d+)%; --light: (\d+)%; \}", css)
    assert len(found) == len(FELTS)
    for dim, green in ((1.0, "#1a6a61"), (0.6, "#12403b")):
        assert f"--felt: {green}" in of_table
        for _name, hue, saturation, light in found:
            felt = colorsys.hls_to_rgb(int(hue) / 360, int(light) / 100 * dim, int(saturation) / 100)
            assert brightness(felt) <= brightness([int(green[n : n + 2], 16) / 255 for n in (1, 3, 5)])


def brightness(colour) -> float:
    """Return the relative luminance of WCAG 2."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_a_felt_of_the_album_has_its_own_colour_also_where_a_table_keeps_its_felt():
    """With more contrast and in the calm look all tables have one felt; what can be found would look alike there."""
    css = (settings.BASE_DIR / "static/css/pictures/album.css").read_text()
    rule = re.search(r'\.things \[class\*="felt-"\] \{([^}]+)\}', css)
    assert rule
    assert "hsl(var(--hue) var(--light))" in rule[1]
    assert "var(--felt)" not in rule[1]
