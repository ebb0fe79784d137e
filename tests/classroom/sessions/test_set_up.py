"""Setting a session up: ways of playing as pictures, only what they use, last time's settings, a teacher's own ones."""

from html.parser import HTMLParser

import pytest
from django.urls import reverse

from classroom.models import ClassSession, SessionPreset
from classroom.sessions import lifecycle
from classroom.sessions.games import catalogue
from classroom.sessions.set_up import views
from tests.conftest import signed_in, words

AroundTheCornerForm = catalogue.of("around_the_corner").form
NineForm = catalogue.of("nine_to_nothing").form

RACE, TURNS, SOLO, SUN, NINE = (
    "around_the_corner.race",
    "around_the_corner.turns",
    "around_the_corner.solo",
    "around_the_corner.sun",
    "nine_to_nothing.tables",
)
SETTINGS = {"mode": "race", "table_size": "3", "corner": "no", "steps": ["1", "3"], "wrong_pause": "500"}
SETTINGS |= {"away": "fold", "tables": "mixed"}


class Fields(HTMLParser):
    """The names of the fields of a page that a person can see, and what is chosen in them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.chosen: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        if tag in ("input", "select") and found.get("type") != "hidden" and found.get("name"):
            self.names.add(found["name"])
        if "checked" in found:
            self.chosen[found["name"]] = found["value"]


@pytest.fixture
def address(class_4b) -> str:
    return reverse("session_new", args=[class_4b.pk])


@pytest.fixture
def on_page(ana_client, address):
    def on_page(query: str = "", **posted: object) -> Fields:
        answer = ana_client.post(address, posted) if posted else ana_client.get(f"{address}{query}")
        assert answer.status_code == 200
        return Fields(answer.content.decode())

    return on_page


def test_a_class_that_never_played_is_offered_every_way_and_the_first_is_chosen(on_page, ana_client, address):
    assert [way.value for way in ana_client.get(address).context["ways"]][:5] == [RACE, TURNS, SOLO, SUN, NINE]
    assert on_page().chosen["way"] == RACE


def test_what_a_way_does_not_use_is_not_there(on_page):
    race, turns, solo, nine = (on_page(f"?way={way}").names for way in (RACE, TURNS, SOLO, NINE))
    assert "turn_clock" in turns - race
    assert {"table_size", "tables", "alone", "away", "computers", "computer_level"} <= race - solo
    assert {"steps", "same_deal", "minutes"} <= solo
    assert {"checking", "running_sum"} <= nine - race
    assert not {"steps", "corner", "hints", "hand_limit"} & nine


def test_one_hand_for_all_asks_for_nothing_that_belongs_to_tables(on_page):
    names = on_page(draw="again", way=NINE, drawn=NINE, mode="same_hand").names
    assert "hand_limit" in names
    assert not {"table_size", "checking", "tables", "away", "same_deal"} & names


def test_last_time_comes_first_and_its_settings_are_chosen(on_page, ana_client, address):
    ana_client.post(address, SETTINGS | {"way": TURNS, "drawn": TURNS, "mode": "turns"})
    lifecycle.end(session=ClassSession.objects.get())
    chosen = on_page().chosen
    assert (chosen["way"], chosen["table_size"], chosen["corner"]) == ("last", "3", "no")
    assert on_page(f"?way={RACE}").chosen["table_size"] == "4"


def test_another_way_shows_its_settings_before_anything_is_opened(ana_client, address):
    """Without a script the settings on the page are those of the way before."""
    answer = ana_client.post(address, SETTINGS | {"way": NINE, "drawn": RACE})
    assert answer.status_code == 200
    assert "checking" in Fields(answer.content.decode()).names
    assert not ClassSession.objects.exists()


def test_a_session_is_opened_with_what_its_way_shows(ana_client, address, on_page):
    shown = on_page(f"?way={SOLO}").chosen
    answer = ana_client.post(address, {"mode": "solo", "drawn": SOLO, "steps": ["1"], **shown})
    assert answer.status_code == 302
    opened = ClassSession.objects.get()
    assert (opened.options["mode"], opened.options["computers"]) == ("solo", "none")


def test_a_change_is_drawn_again_with_all_that_was_chosen_and_htmx_gets_only_the_settings(ana_client, address):
    posted = SETTINGS | {"way": RACE, "drawn": RACE, "draw": "again", "minutes": "20"}
    answer = ana_client.post(address, posted, headers={"HX-Request": "true"})
    page = " ".join(answer.content.decode().split())
    assert "<html" not in page
    assert Fields(page).chosen["corner"] == "no"
    assert '<option value="20" selected>' in page
    assert "<b>levels mixed</b>, <b>Away for a minute: Cards away</b>, no computers, <b>no corner</b>" in page


def test_an_error_unfolds_the_settings(ana_client, address):
    answer = ana_client.post(address, SETTINGS | {"way": RACE, "drawn": RACE, "wrong_pause": "-5"})
    assert answer.status_code == 422
    assert '<details class="fold" id="fine-tune" open>' in answer.content.decode()


@pytest.mark.parametrize(("children", "said"), [(4, "1 table of 4"), (3, "1 table of 3"), (5, "2 tables of up to 3")])
def test_it_says_who_would_play_and_at_how_many_tables(ana_client, address, class_4b, children, said):
    while class_4b.students.count() > children:
        class_4b.students.last().delete()
    while class_4b.students.count() < children:
        class_4b.students.create(name=f"Child {class_4b.students.count()}")
    assert f"{children} children, {said}" in " ".join(ana_client.get(address).content.decode().split())


def test_a_limit_that_nobody_offers_stays(on_page):
    form = AroundTheCornerForm(initial={"minutes": 7})
    assert 'value="7" selected' in str(form["minutes"])


@pytest.mark.parametrize("form", [AroundTheCornerForm, NineForm])
def test_every_setting_stands_on_the_page_once(form):
    for mode, _words in form().fields["mode"].choices:
        drawn = form(initial={"mode": mode})
        names = [field.name for field in drawn.in_view] + [
            field.name for group in drawn.groups for field in group.fields
        ]
        assert len(names) == len(set(names))
        assert {*names, *drawn.unused, "mode"} == {*drawn.fields, "mode"}


# Own settings


def keep(browser, address, name="Fridays", **more):
    return browser.post(address, SETTINGS | {"way": RACE, "drawn": RACE, "keep_as": name, "keep": "yes"} | more)


def test_settings_can_be_kept_chosen_and_removed(ana_client, address, on_page, class_4b):
    answer = keep(ana_client, address)
    preset = SessionPreset.objects.get()
    assert answer.url == f"{address}?preset={preset.pk}"
    assert not ClassSession.objects.exists()
    assert "Fridays" in ana_client.get(address).content.decode()
    chosen = on_page(f"?preset={preset.pk}").chosen
    assert (chosen["way"], chosen["corner"], chosen["tables"]) == (RACE, "no", "mixed")
    ana_client.post(reverse("session_preset_remove", args=[class_4b.pk, preset.pk]))
    assert "Fridays" not in ana_client.get(address).content.decode().replace("“Fridays” is removed.", "")


def test_a_name_that_is_kept_again_holds_the_newer_settings(ana_client, address):
    keep(ana_client, address)
    keep(ana_client, address, corner="yes")
    assert SessionPreset.objects.get().options["corner"] is True


def test_kept_settings_need_a_name_and_there_are_not_many(ana_client, address, ana_teacher):
    assert "Type a name for these settings." in keep(ana_client, address, name=" ").content.decode()
    for n in range(views.MOST_PRESETS):
        keep(ana_client, address, name=f"n{n}")
    assert keep(ana_client, address).status_code == 422
    assert SessionPreset.objects.count() == views.MOST_PRESETS


def test_nobody_elses_settings_can_be_chosen_or_removed(ana_client, address, ben_teacher, class_4b):
    of_ben = SessionPreset.objects.create(teacher=ben_teacher, name="Ben's", game="around_the_corner", table_size=2)
    assert ana_client.get(f"{address}?preset={of_ben.pk}").status_code == 404
    assert ana_client.get(f"{address}?preset=any").status_code == 404
    assert ana_client.post(reverse("session_preset_remove", args=[class_4b.pk, of_ben.pk])).status_code == 404
    assert "Ben&#x27;s" not in ana_client.get(address).content.decode()


def test_a_colleague_keeps_what_a_link_shows_and_the_owner_keeps_the_link(
    ana_client, class_4b, ana_teacher, ben_teacher
):
    kept_options = {"mode": "race", "corner": False, "steps": [1]}
    ours = views.keep_preset(
        teacher=ana_teacher, name="Fridays", game="around_the_corner", options=kept_options, table_size=3
    )
    link = reverse("preset_shared", args=[views.token_of(ours)])
    assert f'value="http://testserver{link}" readonly' in ana_client.get(link).content.decode()
    assert link in ana_client.get(reverse("session_new", args=[class_4b.pk])).content.decode()
    ben = signed_in(ben_teacher)
    page = words(ben.get(link))
    assert "Settings of Ms Ana." in page
    assert "readonly" not in page
    ben.post(link)
    kept = ben_teacher.presets.get()
    assert (kept.name, kept.options, kept.table_size) == ("Fridays", kept_options, 3)
    ours.delete()
    assert ben.get(link).status_code == 404
    assert ben_teacher.presets.get() == kept
    assert ben.get(reverse("preset_shared", args=[f"{kept.pk}"])).status_code == 404
