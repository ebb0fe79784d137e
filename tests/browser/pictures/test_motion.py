"""What moves on the projector while a class plays (screens 1.6)."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.drawn.test_sounds import RECORDER
from tests.browser.pictures.screen import WIDTHS, Screen
from tests.browser.pictures.shown import Pictures

pytestmark = [pytest.mark.django_db, pytest.mark.long]

SOUND, MUSIC = re.compile(r"/js/table/sound\b[^/]*$"), re.compile(r"/js/live/music\b[^/]*$")
BAR = """() => {
  const screen = document.getElementById("screen").cloneNode(true);
  const bar = '<rect class="so-far" width="WIDTH" height="24"/>';
  screen.querySelector(".goal").innerHTML = `<svg viewBox="0 0 1000 64">${bar}</svg>`;
  server.push(screen.outerHTML);
  const moves = document.querySelector(".so-far").getAnimations();
  return moves.map(({ effect }) => [effect.getTiming().duration, effect.getKeyframes()[0].transform]);
}"""
"""The common bar comes with another length; what moves then, for how many ms and from where."""
RESTS = """() => {
  const tables = document.getElementById("tables").cloneNode(true);
  tables.querySelector(".cloth").classList.add("rests");
  server.push(tables.outerHTML);
  return [...document.querySelectorAll(".rests .face")].flatMap((face) => face.getAnimations()).map(({ effect }) => {
    const { duration, iterations, delay } = effect.getTiming();
    return [duration, iterations, delay];
  });
}"""
"""The round of a table ends; how its faces move then: for how many ms, how often, after how many ms."""

MUSICIAN = "window.heard = [];" + "".join(
    f"export const {act} = () => {{ heard.push('{act}'); }};" for act in ("play", "stop", "unlock")
)
PRESSES = """() => {
  window.pressed = [];
  document.querySelector(".next-round").addEventListener("submit", (event) => {
    pressed.push(event.submitter.matches("[data-space]") ? "next" : "another");
    event.preventDefault();
  });
}"""
"""Notes the buttons that are pressed, instead of going where they lead."""

ENDS = """() => {
  const screen = document.getElementById("screen").cloneNode(true);
  screen.classList.add("over");
  server.push(screen.outerHTML);
}"""
RISES = """() => {
  const moves = document.querySelector(".podium").getAnimations({ subtree: true });
  for (const move of moves) Object.assign(move, { currentTime: 0 }).pause();
  const { scrollHeight, scrollWidth } = document.documentElement;
  return [moves.length, scrollHeight - innerHeight, scrollWidth - innerWidth];
}"""
"""How many blocks and faces of a podium move, and how far the page scrolls in the moment in which they begin."""


@pytest.fixture
def projector(browser: Browser, pictures: Pictures) -> Iterator[Page]:
    """The projector of a class that has played before, its common bar at 200 of 1000."""
    screen = Screen(browser)
    screen.shows(pictures["projector-playing-screen"])
    screen.page.set_viewport_size({"width": 1366, "height": WIDTHS[1366]})
    _tells(screen.page, 200)
    screen.page.emulate_media(reduced_motion="no-preference")
    yield screen.page
    screen.closes()


def _tells(page: Page, length: int) -> list[tuple[int, str]]:
    return [tuple(moved) for moved in page.evaluate(BAR.replace("WIDTH", str(length)))]


def test_the_common_bar_grows_from_where_it_stood(projector: Page) -> None:
    assert _tells(projector, 400) == [(400, "scaleX(0.5)")]
    assert _tells(projector, 400) == []


def test_each_number_of_the_count_in_has_its_note(browser: Browser, pictures: Pictures) -> None:
    """The first one, too, whose file is fetched when the page comes, and which has been there for a while elsewhere."""
    screen, counts = Screen(browser), pictures["projector-count-in-screen"]
    page = screen.page
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # or a machine that is slow to show the 3 shows the 2
    page.add_init_script("sessionStorage.setItem('sound', 'on')")
    page.route(SOUND, lambda route: route.fulfill(body=RECORDER, content_type="text/javascript"))
    screen.shows(counts._replace(html=re.sub('data-stands="[^"]+"', 'data-count-in="2400"', counts.html)))
    page.wait_for_function("() => window.heard?.length >= 2")
    number = page.locator("[data-count-in]")
    for left, ms in (("3", 400), ("2", 1000), ("1", 1000)):
        expect(number).to_have_text(left)
        expect(number).to_have_attribute("data-n", left)
        page.clock.run_for(ms)
    page.wait_for_function("() => heard.at(-1) === 'tone 8'")
    assert page.evaluate("() => heard") == ["unlock on", "tone 1", "tone 2", "tone 3", "tone 8"]
    expect(page.locator(".count-in")).to_have_count(0)
    for _ in range(2):  # the line breaks: the end is shown again, and sounded once
        page.evaluate(ENDS)
        page.clock.run_for(1000)
    assert page.evaluate("() => heard.slice(5)") == ["tone 1", "tone 3", "tone 5"]
    screen.closes()


def test_music_that_was_turned_on_is_still_between_two_rounds_and_space_begins_the_next(
    browser: Browser, pictures: Pictures
) -> None:
    screen = Screen(browser)
    page = screen.page
    page.add_init_script("sessionStorage.setItem('music', 'on')")
    page.route(MUSIC, lambda route: route.fulfill(body=MUSICIAN, content_type="text/javascript"))
    screen.shows(pictures["projector-between-screen"])
    page.wait_for_function("() => window.heard?.length === 2")
    assert page.evaluate("() => heard") == ["unlock", "stop"]
    page.evaluate(PRESSES)
    page.keyboard.press("Shift+Space")  # scrolls back
    page.keyboard.press("Space")
    assert page.evaluate("() => pressed") == ["next"]
    screen.shows(pictures["projector-playing-screen"])
    page.wait_for_function("() => window.heard?.includes('play')")
    page.keyboard.press("Space")
    expect(page).to_have_url(re.compile("/picture/$"))
    screen.closes()


TOLD = """(now) => {
  const cues = document.getElementById("cues").cloneNode();
  Object.assign(cues.dataset, now);
  server.push(cues.outerHTML);
}"""
"""What has happened at the tables so far."""


def test_m_turns_the_sounds_on_and_all_off_and_what_happens_at_tables_is_sounded_once(
    browser: Browser, pictures: Pictures
) -> None:
    screen, on, off = Screen(browser), "true", "false"
    page = screen.page
    musician = MUSICIAN.replace("window.heard = [];", "")
    page.route(SOUND, lambda route: route.fulfill(body=RECORDER, content_type="text/javascript"))
    page.route(MUSIC, lambda route: route.fulfill(body=musician, content_type="text/javascript"))
    screen.shows(pictures["projector-playing-screen"])
    sound, music = page.locator("[data-sound]"), page.locator("[data-music]")
    page.keyboard.press("Control+m")  # which is the browser's
    for press, sounds, plays, heard in (
        (lambda: page.keyboard.press("m"), on, off, ["unlock on"]),
        (music.click, on, on, ["play", "unlock"]),
        (lambda: page.keyboard.press("M"), off, off, ["stop", "unlock off"]),
    ):
        press()
        expect(sound).to_have_attribute("aria-pressed", sounds)
        expect(music).to_have_attribute("aria-pressed", plays)
        page.wait_for_function("(count) => window.heard?.length === count", arg=len(heard))
        assert page.evaluate("() => heard.splice(0).sort()") == heard
    for now in ({"begun": 90}, {"lastCards": 90}, {"lastCards": 90}, {"ended": 90}):
        page.evaluate(TOLD, now)
    assert page.evaluate("() => heard.filter((sound) => sound !== 'stop')") == ["tone 8", "rise", "tone 5"]
    screen.closes()


def test_the_faces_of_a_table_whose_round_has_ended_hop_once_one_after_the_other(projector: Page) -> None:
    assert projector.evaluate(RESTS) == [[240, 1, 0], [240, 1, 120], [240, 1, 240]]


@pytest.mark.parametrize("asked", ["by the device", "by a look"])
def test_nothing_moves_where_somebody_asks_for_stillness(projector: Page, asked: str) -> None:
    if asked == "by the device":
        projector.emulate_media(reduced_motion="reduce")
    else:
        projector.evaluate("() => { document.documentElement.dataset.theme = 'calm'; }")
    assert _tells(projector, 400) == []
    assert projector.evaluate(RESTS) == []


def test_a_podium_that_rises_scrolls_nothing(screen: Screen, pictures: Pictures) -> None:
    screen.shows(pictures["projector-podium-screen"])
    screen.page.set_viewport_size({"width": 1366, "height": WIDTHS[1366]})
    screen.page.emulate_media(reduced_motion="no-preference")
    found = screen.page.evaluate(RISES)
    assert found[0] > 0
    assert found[1:] == [0, 0]
