"""What a table sounds like: tones made from numbers, heard on the small speaker of a tablet as well (screens 1.7)."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from game.around_the_corner import screens
from game.screens.messages import HUSH, OF_EVERY_GAME, note
from tests.browser.drawn.tables import NINE, Opens
from tests.browser.driving.drawn import Drawn
from tests.browser.driving.drawn_views import corner, finished, nine
from tests.browser.driving.moments import has_shown, keeps_moments

QUIETEST = -30
"""dBFS: what is below is lost in a classroom."""

_CHOSEN = "() => localStorage.getItem('sound')"
_SOUND = "**/table/sound.js"

_LOUDNESS = """async sound => {
  window.AudioContext = class extends OfflineAudioContext {
    constructor() { super(1, 44100, 44100); window.heard = this; }
    get state() { return "running"; }
    resume() { return Promise.resolve(); }
  };
  const table = await import("/static/js/table/sound.js?" + sound);
  await table.unlock("on");
  const [name, step] = sound.split(" ");
  table[name](Number(step));
  const small = new OfflineAudioContext(1, 44100, 44100);
  const source = new AudioBufferSourceNode(small, { buffer: await heard.startRendering() });
  const highs = [1, 2].map(() => new BiquadFilterNode(small, { type: "highpass", frequency: 500 }));
  source.connect(highs[0]).connect(highs[1]).connect(small.destination);
  source.start();
  const samples = (await small.startRendering()).getChannelData(0);
  const loudness = at => Math.sqrt(samples.subarray(at, at + 2205).reduce((sum, x) => sum + x * x, 0) / 2205);
  return 20 * Math.log10(Math.max(...Array.from({ length: 19 }, (_, i) => loudness(i * 2205))));
}"""


@pytest.mark.parametrize("sound", ["low", "rise", "tone 1", "tone 10"])
def test_every_tone_is_heard_on_a_small_speaker(opens: Opens, sound: str) -> None:
    """A speaker of which nothing comes below 500 Hz, over 50 ms."""
    level: Any = opens(corner()).page.evaluate(_LOUDNESS, sound)
    assert QUIETEST < level < -6


def test_one_message_of_the_teacher_turns_the_sound_of_a_device_off(opens: Opens) -> None:
    drawn = opens(corner())
    drawn.page.evaluate("() => localStorage.setItem('sound', 'words')")
    drawn.pushes(note(corner(said=(0, 5)), OF_EVERY_GAME))
    drawn.page.locator("#note").get_by_text("Well done!").wait_for()
    expect(drawn.page.locator("#live")).to_have_text(re.compile("Well done!"))
    drawn.page.get_by_role("button", name="OK").press("Enter")
    expect(drawn.page.locator("[data-act=draw]")).to_be_focused()
    drawn.pushes(note(corner(said=(0, 5)), OF_EVERY_GAME))
    expect(drawn.page.locator("#note")).to_be_hidden()
    assert drawn.page.evaluate(_CHOSEN) == "words"
    drawn.pushes(note(corner(said=(HUSH, 6)), OF_EVERY_GAME))
    drawn.page.wait_for_function("() => localStorage.getItem('sound') === 'off'")
    drawn.page.evaluate("() => localStorage.setItem('sound', 'on')")
    drawn.pushes(note(corner(said=(HUSH, 6)), OF_EVERY_GAME))  # as with a new connection
    expect(drawn.page.locator("#note [data-read]")).to_be_visible()
    assert drawn.page.evaluate(_CHOSEN) == "on"


def test_sound_is_offered_before_the_first_round_on_a_device_and_never_again(opens: Opens) -> None:
    page = opens(corner(phase="waiting")).page
    offer = page.get_by_role("checkbox", name="With sound?")
    offer.check()
    assert page.evaluate(_CHOSEN) == "on"
    with page.expect_request(_SOUND):
        page.locator("#ready").click()
    with page.expect_request(_SOUND):
        page.reload()
    page.wait_for_function("() => window.server.opened")
    assert not offer.is_visible()
    page.evaluate("() => localStorage.clear()")
    page.reload()
    expect(offer).to_be_visible()
    page.locator("#ready").click()
    page.wait_for_function("() => localStorage.getItem('sound') === 'off'")


RECORDER = "window.heard = [];" + "".join(
    f"export const {sound} = (...what) => heard.push(['{sound}', ...what].join(' '));"
    for sound in ("call", "low", "rise", "tick", "tone", "unlock")
)
_HOPS = """() => {
  window.hops = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    if (this.matches(".face")) hops.push(frames[1].transform);
    if (this.matches("#top .pile")) hops.push("a ring");
    return animate.call(this, frames, timing);
  };
}"""


FITTED = "#s2 .card.fitted", "#says[data-why=fitted]"
"""What shows for two seconds that a card was right though too late."""


@pytest.fixture
def heard(opens: Opens) -> Iterator[Opens]:
    """Opens a table whose sounds are written down."""
    pages = list[Page]()

    def heard(*what: Any, **how: Any) -> Drawn:
        drawn = opens(*what, **how)
        pages.append(drawn.page)
        drawn.page.route(_SOUND, lambda route: route.fulfill(body=RECORDER, content_type="text/javascript"))
        drawn.page.evaluate("() => localStorage.setItem('sound', 'on')")
        drawn.page.reload()
        drawn.page.wait_for_function("() => window.heard && window.server.opened")
        return drawn

    yield heard
    for page in pages:
        page.unroute(_SOUND)


def _answers(drawn: Drawn, card: int, **answer: Any) -> None:
    """Lay this card, to be answered so, and wait for the sound of it."""
    drawn.answers_moves({"ms": 0, "say": "", "html": "", **answer})
    before = drawn.page.evaluate("() => heard.length")
    drawn.page.locator("#hand .card").nth(card).click()
    drawn.page.wait_for_function("before => heard.length > before", arg=before)


def test_each_thing_that_happens_to_a_card_has_its_sound(heard: Opens) -> None:
    """And its mark: a face that hops, twice as high for the fifth in a row, a card that was right though too late."""
    drawn = heard(corner(phase="waiting"))
    page = drawn.page
    page.locator("h1").click()
    page.evaluate("() => import('/static/js/table/fly.js').then(() => true)")
    page.evaluate(_HOPS)
    drawn.pushes(screens.board(corner(phase="countdown", go_at=1, n=58)))
    drawn.pushes(screens.board(corner(n=59, run=4)))

    def run(cards: int) -> str:
        return screens.run("en", corner().view.options, cards)

    number = int(page.locator("#top .n").inner_text())
    _answers(drawn, 0, t="ok", html=run(5))
    _answers(drawn, 1, t="ok", html=run(0))
    for moment in FITTED:
        keeps_moments(page, moment)
    _answers(drawn, 2, t="no", why="beaten", say="It fitted.", html=run(6))
    for moment in FITTED:
        has_shown(page, moment)
    expect(page.locator("#top .pile.pulse")).to_have_count(1)
    _answers(drawn, 3, t="no", why="wrong", ms=600_000)
    _answers(drawn, 4)
    drawn.pushes(screens.board(finished(0, n=60)))
    page.wait_for_function("() => heard.at(-1) === 'rise'")
    drawn.pushes(screens.over(finished(0, ready=frozenset({1}), n=61)))
    expect(page.get_by_text("is ready.")).to_be_visible()
    assert page.evaluate("() => heard") == [
        *("tone 8", f"call 5 {number}", f"call {number} {number}", "tone 6", "low", "tick", "rise")
    ]
    assert page.evaluate("() => hops") == ["translateY(-16px)", "a ring", "translateY(-8px)", "a ring"]


def test_a_sum_that_is_laid_has_its_sound(heard: Opens) -> None:
    drawn = heard(nine(turns=0), shown=NINE)
    page = drawn.page
    drawn.answers_moves({"t": "ok", "html": ""})
    page.locator("#lay").click(force=True)
    page.wait_for_function("() => heard.length")
    assert page.evaluate("() => heard") == ["tone 8"]


def test_what_reads_aloud_is_fetched_as_soon_as_a_finger_comes_down(opens: Opens) -> None:
    """A browser that waits for a file after the press may have forgotten the press, and so allow no sound."""
    page = opens(corner()).page
    page.locator("#speaker").hover()
    with page.expect_request("**/voice/voice.js"):
        page.mouse.down()
    page.mouse.move(0, 0)
    page.mouse.up()


_AWAKE = """() => {
  window.locks = [];
  const request = async (kind) => locks.push(kind);
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
}"""


def test_the_screen_stays_on_from_ready_on_and_when_the_page_comes_back(opens: Opens) -> None:
    page = opens(corner(phase="waiting")).page
    page.evaluate(_AWAKE)
    page.locator("#ready").click()
    page.wait_for_function("() => locks.length === 1")
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("() => locks.length === 2")
    assert page.evaluate("() => locks") == ["screen", "screen"]


_TWO_SPEAKERS = """async () => {
  const { press } = await import("/static/js/voice/voice.js");
  const speaker = () => document.createElement("button");
  const two = [speaker(), speaker()];
  two.forEach((button) => button.setAttribute("data-say", "/says/nothing/"));
  const pressed = () => two.map((button) => button.getAttribute("aria-pressed"));
  const seen = [0, 1, 1].map((which) => (press(two[which]), pressed()));
  await press(two[0]);
  return [...seen, pressed()];
}"""


def test_of_two_speakers_the_one_that_was_pressed_last_reads(opens: Opens) -> None:
    """That of a sheet, while that of the table under it reads; one that has nothing more to say is let go."""
    seen = opens(corner()).page.evaluate(_TWO_SPEAKERS)
    assert seen == [["true", None], ["false", "true"], ["false", "false"], ["false", "false"]]


_IN_A_ROW = """async () => {
  window.AudioContext = class extends OfflineAudioContext {
    constructor() { super(1, 44100, 44100); window.heard = this; }
    async resume() { this.may = true; }
  };
  const { listen, play } = await import("/static/js/voice/voice.js?row");
  await listen();
  const sound = (loud) => {
    const buffer = new AudioBuffer({ length: 4410, sampleRate: 44100 });
    buffer.getChannelData(0).fill(loud);
    return buffer;
  };
  play([sound(0.9)]);
  const ended = play([sound(0.25), sound(0.5)]);
  const samples = (await heard.startRendering()).getChannelData(0);
  await ended;
  return [heard.may, ...[2000, 6000, 10000].map((at) => samples[at])];
}"""


def test_recordings_follow_one_another_and_what_was_said_before_falls_silent(opens: Opens) -> None:
    assert opens(corner()).page.evaluate(_IN_A_ROW) == [True, 0.25, 0.5, 0]


_TUNE = """async () => {
  window.AudioContext = class extends OfflineAudioContext {
    constructor() { super(1, 44100 * 5, 44100); window.heard = this; }
    get state() { return "running"; }
    resume() { return Promise.resolve(); }
  };
  const music = await import("/static/js/live/music.js?tune");
  await music.unlock();
  music.play();
  music.play();
  music.stop();
  music.play();
  const samples = (await heard.startRendering()).getChannelData(0);
  return [samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0), samples.slice(0, 4410).every(x => x === 0)];
}"""


def test_music_is_soft_and_never_plays_twice_at_once(opens: Opens) -> None:
    loudest, begins_still = opens(corner()).page.evaluate(_TUNE)
    assert 0.01 < loudest < 0.2
    assert begins_still
