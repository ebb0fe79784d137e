"""Facts about the layout of every page and state of the demo class, at every width and in dark and calm at one; pixels
are for people.

Every picture is loaded once and measured at all widths. In every theme, what is chosen, or cannot be pressed, is marked
by more than the colour of its letters. What may differ, and why, stands in the tables below.
"""

from pathlib import Path
from typing import Any

import pytest

from tests.browser.pictures import at_tables
from tests.browser.pictures.screen import THEMES, WIDTHS, Screen
from tests.browser.pictures.shown import Pictures

pytestmark = [pytest.mark.django_db, pytest.mark.long]

MEASURE, MARKS = ((Path(__file__).parent / name).read_text() for name in ("facts.js", "marks.js"))
NEVER = (
    "sideways", "cut", "over", "broken", "doubled", "small", "under", "low", "tiny", "wrapped", "holes", "glued",
    "squeezed", "aside", "apart",
)  # fmt: skip
"""What a page has none of: it scrolls sideways; a text is cut, lies over another, or breaks inside a word; two
elements have one id; a target or a text is too small for who looks; the picture of a wrong card lies over a target of
the board, or its sentence elsewhere; a link that stands alone is too low to press; a big button has two lines; a sign
touches its word; a drawer's actions a hole; a face on the monitor has too little room; a button of the projector's
sound lies on its board."""
ONE_PRIMARY = 1
MOST = {
    "teacher-session_new": {"controls": 12, "words": 100},
    "teacher-class": {"firstScreen": 400},
    "teacher-class_report": {"firstScreen": 400},
    "teacher-classes": {"firstScreen": 400},
    "teacher-class_homework": {"controls": 12, "words": 170},
    "teacher-session": {"firstScreen": 250},
    "teacher-student_report": {"firstScreen": 300},
}
NO_SCROLLING = (
    "teacher-session_new",
    "teacher-session",
    "teacher-ended",
    "teacher-lobby",
    "teacher-playing-monitor",
    "teacher-classes",
    "teacher-first-day",
    "teacher-roster",
)
"""What a teacher acts on in a hurry: its main button stands on the first screen of a laptop."""
NARROW = 320
"""px: the screen on which words of other languages run out of room first."""
FIRST_TILE = {390: 260, 1366: 200}
"""px from the top of the monitor, by width."""
FEWEST = 150
"""So many pages and states there are at least."""
SEVERAL, PARTS = 20, 9
"""So many pages at least stand under the tabs of a class or a child."""
NARROWEST = {"projector": 1366, "paper": 768}
"""px: what no phone shows."""
THEMED = {"calm": 390, "dark": 1366}
"""Themes that are measured, too, at one width: the calm one at tables, the dark one on all other pages."""
PHONE, LAPTOP = 390, 1366
CHOSEN = "chosen"
CHOOSING = ("aria-current", "checked", "disabled")
"""What the HTML of a page has where something is chosen or cannot be pressed."""
FOLDS = """() => [...document.querySelectorAll("details.more:not([open])")].map(fold => {
  const begins = part => Math.round(fold.querySelector(`summary > ${part}`).getBoundingClientRect().left);
  return [getComputedStyle(fold).backgroundColor, begins("strong") - begins(".hint")];
})"""
"""The ground of every closed fold, and how far its values begin from its title, in px."""
AWAY = """() => [...document.querySelectorAll(":is(.tabs, .pills) [aria-current], .class-head a")].filter(each => {
  const { left, right, top } = each.getBoundingClientRect();
  return left < 0 || right > innerWidth || top < 0;
}).map(each => each.textContent.trim())"""
"""Where one is, and the pages of a class, that are not wholly on the screen."""
UNFOLDED = """() => { for (const fold of document.querySelectorAll("main details:not(.menu)")) fold.open = true;
  return document.documentElement.scrollWidth; }"""
"""How wide a page is with all that it has in folds."""
KINDS_SEEN = """() => { const { right } = document.querySelector(".scroll:has(> .heat.wide)").getBoundingClientRect();
  return [...document.querySelectorAll(".heat.wide tbody tr:first-child td")].filter(
    each => each.getBoundingClientRect().right <= right).length; }"""
MOST_KINDS = 5
OF_THE_CLASS = """() => { const picture = document.querySelector(".scatter.slim"), { left, right } =
  picture.getBoundingClientRect(); return [picture.scrollWidth <= picture.clientWidth, left >= 0, right <= innerWidth,
  document.querySelector(".scatter.wide").checkVisibility()]; }"""
"""Whether the picture of a class is wholly on the screen, and whether the one of wide screens is seen, too."""
MENU_OF_SPANISH = """() => { const menu = document.querySelector(".toolbar .menu.right"); menu.open = true;
  menu.querySelector("label").textContent = "%s"; }"""
MENU_ENDS = """() => document.querySelector(".toolbar .menu.right > :not(summary)").getBoundingClientRect().right"""
CUT_OFF = """() => [...document.querySelectorAll(".every td")].filter(each => each.offsetWidth &&
  each.getBoundingClientRect().right > innerWidth).map(each => each.textContent.trim())"""
"""Numbers of the children of a class that are not wholly on the screen."""
ON_STEPS = """() => [...document.querySelectorAll(".climber > .face")].map(face => face.getBoundingClientRect().left)
  .sort((one, other) => one - other).map((left, place, all) => left - all[place - 1]).slice(1)"""
"""How far the faces on the stairs stand from each other, in px."""
HALF_A_FACE = 12
ON_THE_SCREEN = """() => [...document.querySelectorAll(".pills a")].every(each => {
  const { top, bottom } = each.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; })"""
Facts = dict[int | str, dict[str, dict[str, Any]]]


@pytest.fixture(scope="module")
def facts(window: Screen, pictures: Pictures) -> Facts:
    """The facts of every picture, by width and by name."""
    found: Facts = {}
    found |= {width: {} for width in WIDTHS}
    found |= {theme: {} for theme in (*THEMED, CHOSEN)}
    for name, shown in pictures.items():
        window.shows(shown)
        least = NARROWEST.get(shown.kind, 0)
        for width, page in window.at_widths({width: high for width, high in WIDTHS.items() if width >= least}):
            found[width][name] = page.evaluate(MEASURE, shown.kind)
        theme = "calm" if shown.kind == "table" else "dark"
        window.in_theme(theme)
        for _width, page in window.at_widths({THEMED[theme]: WIDTHS[THEMED[theme]]}):
            found[theme][name] = page.evaluate(MEASURE, shown.kind)
        if shown.kind != "paper" and any(word in shown.html for word in CHOOSING):
            for _width, page in window.at_widths({LAPTOP: WIDTHS[LAPTOP]}):
                for theme in THEMES:
                    window.in_theme(theme)
                    found[CHOSEN][f"{name} {theme}"] = {"marks": page.evaluate(MARKS)}
        window.in_theme("light")
    return found


def test_there_is_a_picture_of_every_page(pictures: Pictures) -> None:
    """First, so that gathering them has its own time, apart from measuring them."""
    assert len(pictures) > FEWEST


@pytest.mark.parametrize("width", [*WIDTHS, *THEMED])
def test_every_page_fits_and_can_be_read_and_pressed(facts: Facts, width: int | str) -> None:
    faults = {f"{name}: {fact}": page[fact][:5] for name, page in facts[width].items() for fact in NEVER if page[fact]}
    assert faults == {}


@pytest.mark.parametrize("width", WIDTHS)
def test_every_page_has_one_first_heading_and_leaves_no_level_out(facts: Facts, width: int) -> None:
    headings = {name: (page["h1"], page["gaps"]) for name, page in facts[width].items()}
    assert {name: found for name, found in headings.items() if found != (1, 0)} == {}


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_has_two_primary_buttons(facts: Facts, width: int) -> None:
    buttons = {name: page["primary"] for name, page in facts[width].items()}
    assert {name: found for name, found in buttons.items() if found > ONE_PRIMARY} == {}


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_has_two_yellow_buttons(facts: Facts, width: int) -> None:
    assert {name: page["sun"] for name, page in facts[width].items() if page["sun"] > 1} == {}


@pytest.mark.parametrize(("name", "width"), [*((name, LAPTOP) for name in NO_SCROLLING), ("teacher-roster", PHONE)])
def test_the_main_button_is_seen_without_scrolling(facts: Facts, name: str, width: int) -> None:
    acts = facts[width][name]["acts"]
    assert acts is not None
    assert acts <= WIDTHS[width]


@pytest.mark.parametrize("name", MOST)
def test_a_page_says_and_asks_no_more_than_its_numbers(facts: Facts, name: str) -> None:
    laptop = facts[1366][name]
    assert {fact: laptop[fact] for fact, most in MOST[name].items() if laptop[fact] > most} == {}


@pytest.mark.parametrize("width", FIRST_TILE)
def test_the_monitor_begins_with_its_tables(facts: Facts, width: int) -> None:
    """Whatever else there is to say: a time limit, somebody at the door, somebody without a seat, eyes up."""
    monitors = ("teacher-playing-monitor", "teacher-limited-monitor", "teacher-eyes-up-monitor")
    tiles = {name: facts[width][name]["tile"] for name in monitors}
    assert {name: top for name, top in tiles.items() if top >= FIRST_TILE[width]} == {}


@pytest.mark.parametrize("width", [1366, 1920])
def test_the_projector_shows_the_tables_whether_teams_play_or_not(facts: Facts, width: int) -> None:
    screens = ("projector-playing-screen", "projector-teams-screen")
    assert {name: facts[width][name]["little"] for name in screens} == dict.fromkeys(screens, 3)


def test_a_phone_shows_where_one_is_and_all_pages_of_a_class(screen: Screen, pictures: Pictures) -> None:
    found: dict[str, list[str]] = {}
    screen.page.set_viewport_size({"width": PHONE, "height": WIDTHS[PHONE]})
    for name, shown in pictures.items():
        if shown.kind == "teacher" and not shown.act and 'class="tabs"' in shown.html:
            screen.shows(shown)
            found[name] = screen.page.evaluate(AWAY)
    assert len(found) > SEVERAL
    assert {name: away for name, away in found.items() if away} == {}


def test_what_is_unfolded_on_a_phone_does_not_make_the_page_wider(screen: Screen, pictures: Pictures) -> None:
    found: dict[str, int] = {}
    screen.page.set_viewport_size({"width": PHONE, "height": WIDTHS[PHONE]})
    for name, shown in pictures.items():
        if shown.kind == "teacher" and not shown.act and "<details" in shown.html:
            screen.shows(shown)
            found[name] = screen.page.evaluate(UNFOLDED)
    assert len(found) > SEVERAL
    assert {name: wide for name, wide in found.items() if wide > PHONE} == {}


def test_the_picture_of_a_class_and_the_ways_to_its_other_parts_fit_a_phone(screen: Screen, pictures: Pictures) -> None:
    """One button names the part that is shown; the others lie behind it."""
    screen.shows(pictures["teacher-class_report-picture"])
    for width, page in screen.at_widths({NARROW: WIDTHS[NARROW], PHONE: WIDTHS[PHONE]}):
        assert page.evaluate(OF_THE_CLASS) == [True, True, True, False], width
        assert not page.locator(".pills").is_visible()
        page.get_by_role("button", name="Picture of the class").press("Enter")
        links = page.locator(".pills a")
        assert links.count() > PARTS
        assert page.evaluate(ON_THE_SCREEN)
        page.keyboard.press("Escape")
        assert not links.first.is_visible()


def test_the_closed_folds_of_a_report_are_alike_on_a_phone(screen: Screen, pictures: Pictures) -> None:
    screen.shows(pictures["teacher-session_report"])
    folds = [page.evaluate(FOLDS) for _width, page in screen.at_widths({PHONE: WIDTHS[PHONE]})][0]
    assert len(folds) > 1
    assert {ground for ground, _begins in folds} == {"rgb(243, 239, 229)"}
    assert {begins for _ground, begins in folds} == {0}


def test_every_number_of_a_class_stands_on_a_phone_without_scrolling_sideways(
    screen: Screen, pictures: Pictures
) -> None:
    (shown,) = (
        shown for name, shown in pictures.items() if name.startswith("teacher-class_report") and "students" in name
    )
    screen.shows(shown)
    away = {width: page.evaluate(CUT_OFF) for width, page in screen.at_widths({NARROW: 568, PHONE: 844})}
    assert away == {NARROW: [], PHONE: []}


def test_a_phone_held_sideways_shows_the_picture_of_a_waiting_child_whole(screen: Screen, pictures: Pictures) -> None:
    screen.shows(pictures["child-lobby-waiting"])
    for _width, page in screen.at_widths({667: 375, 844: 390}):
        assert page.evaluate("() => document.querySelector('.mosaic').getBoundingClientRect().bottom <= innerHeight")


def test_a_phone_shows_most_kinds_of_sums_beside_the_names(screen: Screen, pictures: Pictures) -> None:
    """Of eight kinds a child has in a table; the signs alone, and a press on one leads to its cards."""
    screen.shows(pictures["teacher-class_report-skills"])
    seen = [page.evaluate(KINDS_SEEN) for _width, page in screen.at_widths({PHONE: WIDTHS[PHONE]})][0]
    assert seen >= MOST_KINDS


def test_a_drawer_without_the_way_to_a_childs_name_leaves_no_hole(screen: Screen, pictures: Pictures) -> None:
    """In a visitor's demo class nobody is renamed."""
    shown = pictures["teacher-playing-drawer"]
    screen.shows(shown._replace(act=f"() => {{ ({shown.act})(); document.querySelector('.actions > a').remove(); }}"))
    holes = {
        width: page.evaluate(MEASURE, "teacher")["holes"] for width, page in screen.at_widths({1024: 768, LAPTOP: 768})
    }
    assert holes == {1024: [], LAPTOP: []}


def test_a_menu_of_the_monitor_stays_on_the_screen_in_spanish(screen: Screen, pictures: Pictures) -> None:
    shown = pictures["teacher-playing-monitor"]
    longest = "Decir los números que se juegan en cada mesa"
    screen.shows(shown._replace(act=MENU_OF_SPANISH % longest))
    ends = {width: page.evaluate(MENU_ENDS) for width, page in screen.at_widths({1024: 768})}
    assert ends[1024] <= 1024


def test_each_face_is_seen_where_three_share_a_step_of_the_stairs(screen: Screen) -> None:
    screen.shows(at_tables.pictures()["table-nine-four"])
    nearest = {width: min(page.evaluate(ON_STEPS)) for width, page in screen.at_widths(WIDTHS)}
    assert {width: px for width, px in nearest.items() if px < HALF_A_FACE} == {}


def test_what_is_chosen_looks_chosen_in_every_theme(facts: Facts) -> None:
    assert len(facts[CHOSEN]) > SEVERAL * len(THEMES)
    assert {name: page["marks"][:3] for name, page in facts[CHOSEN].items() if page["marks"]} == {}
