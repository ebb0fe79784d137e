"""A child presses the speaker and the page is read; a teacher's voice takes the place of the machine's."""

import io
import re
import wave
from array import array

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NAMES, People
from tests.browser.driving.looks import faults
from tests.browser.driving.moments import has_shown, keeps_moments
from tests.browser.driving.people import PHONE, Child, Teacher
from tests.browser.over_http.people import TURNS

pytestmark = pytest.mark.long

READING = "#speaker[aria-pressed=true]"
RECORDINGS = re.compile(r"/(?:audio/\w+|recordings)/(\w+)")


def heard(page: Page) -> list[str]:
    """Press the speaker; return the names of what plays, and let it stop at the next press, or at its end."""
    speaker = page.locator("#speaker")
    keeps_moments(page, READING)
    with page.expect_response(re.compile("/say/")) as told:
        speaker.click()
    names = [found[1] for address in told.value.json() if (found := RECORDINGS.search(address))]
    has_shown(page, READING)
    speaker.evaluate("speaker => speaker.ariaPressed === 'true' && speaker.click()")
    expect(speaker).to_have_attribute("aria-pressed", "false")
    return names


def place_of_the_speaker(page: Page) -> tuple[int, bool, bool]:
    """How far it is from the right edge, and whether it is as wide and as high as a child needs."""
    box = page.locator("#speaker").bounding_box()
    assert box
    width = page.evaluate("() => document.documentElement.clientWidth")
    return round(width - box["x"] - box["width"]), box["width"] >= 48, box["height"] >= 48


def test_every_screen_of_a_lesson_is_read_aloud_when_asked_and_not_before(people: People) -> None:
    teacher = people.with_a_class()
    code = teacher.lets_in(TURNS.but(table_size="2"))
    children = [people(Child, PHONE) for _ in range(2)]
    page = children[0].page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/say/" in request.url else None)
    page.on("request", lambda request: asked.append(request.url) if "/audio/" in request.url else None)
    page.goto("/join/")
    places = [place_of_the_speaker(page)]
    assert asked == []
    assert heard(page) == ["code"]
    page.goto(f"/join/{code}/")
    assert heard(page) == ["name"]
    for child, name in zip(children, NAMES, strict=False):
        child.joins(code, name)
    assert heard(page) == ["wait_for_teacher"]
    places.append(place_of_the_speaker(page))
    teacher.by_http.starts()
    people.go_to_their_tables(children)
    assert heard(page) == ["put_a_card", "both_ways", "corner", "ready"]
    places.append(place_of_the_speaker(page))
    assert [(large, high) for _, large, high in places] == [(True, True)] * 3
    assert max(right for right, *_ in places) - min(right for right, *_ in places) <= 16
    people.hear_go(children)
    told = [heard(child.page) for child in children]
    assert sorted(names[0] for names in told) == ["others_turn", "your_turn"]
    number, step = page.locator("#top .n").inner_text(), re.sub(r"\D", "", page.locator("#top .k").inner_text())
    assert f"top_card n{number} plus_or_minus n{step}" in " ".join(told[0])
    teacher.ends()
    page.wait_for_url("**/waiting/")
    assert heard(page)[-1] == "wait_for_teacher"


@pytest.mark.parametrize(("language", "button"), [("is-IS", "Lesa fyrir mig"), ("es-ES", "Leer en voz alta")])
def test_each_language_has_a_voice(people: People, language: str, button: str) -> None:
    child = people(Child, PHONE, locale=language)
    child.goes("/join/")
    expect(child.page.get_by_role("button", name=button)).to_be_visible()
    with child.page.expect_response(re.compile(f"/audio/{language[:2]}/code")):
        child.page.locator("#speaker").click()


REFUSES = "() => { navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException()); }"


def test_a_teacher_records_by_keyboard_and_the_class_hears_it(people: People) -> None:
    teacher = people.with_a_class()
    page = teacher.page
    teacher.goes("/account/voice/en/")
    assert faults(page) == []
    line = page.locator("#line-wait_for_teacher")
    with page.expect_response(RECORDINGS):
        line.get_by_role("button", name="Hear").click()
    page.evaluate(REFUSES)
    for button in (page.locator("#lead-begin"), line.locator("[data-record]")):
        button.press("Enter")
        expect(page.locator("#live")).to_have_text("The microphone was not allowed.")
        page.evaluate("() => { document.getElementById('live').textContent = ''; }")
    page.evaluate("() => { delete navigator.mediaDevices.getUserMedia; }")
    page.keyboard.press("Enter")
    expect(line.get_by_role("button", name="Stop")).to_be_focused()
    page.wait_for_function("() => document.getElementById('live').textContent === 'Speak now.'")
    page.wait_for_timeout(1500)  # so long is what is said
    page.keyboard.press("Enter")
    expect(line).to_contain_text("your voice")
    expect(line.locator("[data-record]")).to_be_focused()
    expect(page.locator("#live")).to_have_text("Saved.")
    (child,) = people.come_in(teacher.lets_in(), (Child, PHONE))
    child.goes("/waiting/")
    assert heard(child.page) == [_number(teacher)]
    teacher.goes("/account/voice/en/")
    page.locator("#line-wait_for_teacher").get_by_role("button", name="Remove").click()
    expect(line).not_to_contain_text("your voice")
    assert heard(child.page) == ["wait_for_teacher"]


def test_a_recording_that_nobody_stops_ends_by_itself_and_the_next_one_can_begin(people: People) -> None:
    teacher = people.with_a_class()
    page = teacher.page
    page.clock.install()
    page.add_init_script(MICROPHONES)
    teacher.goes("/account/voice/en/")
    line, next_line = page.locator("#line-wait_for_teacher"), page.locator("#line-code")
    line.locator("[data-record]").click()
    expect(page.locator("#live")).to_have_text("Speak now.")
    page.wait_for_timeout(1500)  # so long is what is said
    page.clock.fast_forward(15_000)
    expect(page.locator("#live")).to_have_text("Saved.")
    assert page.evaluate("() => tracks.map(track => track.readyState)") == ["ended"]
    next_line.locator("[data-record]").click()
    expect(next_line.get_by_role("button", name="Stop")).to_be_visible()


VOICE = """
  navigator.mediaDevices.getUserMedia = async () => {
    const audio = new AudioContext();
    const to = audio.createMediaStreamDestination();
    const voice = new GainNode(audio, { gain: 0 });
    const tone = new OscillatorNode(audio, { frequency: 220 });
    tone.connect(voice).connect(to);
    tone.start();
    window.speaks = (on) => voice.gain.setValueAtTime(on ? 0.4 : 0, audio.currentTime);
    return to.stream;
  };
  const { getFloatTimeDomainData } = AnalyserNode.prototype;
  window.looks = { loud: 0, quiet: 0 };
  AnalyserNode.prototype.getFloatTimeDomainData = function (samples) {
    getFloatTimeDomainData.call(this, samples);
    looks[samples.some((sample) => sample > 0.2) ? "loud" : "quiet"] += 1;
  };
"""
"""A microphone that hears a tone while `speaks`, and how often the page has listened to it, `loud` and `quiet`."""


THREE_WORDS = """document.addEventListener("readystatechange", () => {
  for (const word of document.querySelectorAll("#lead li:nth-child(n + 4)")) word.remove();
});"""


def speaks(page: Page) -> None:
    """Speak once the page knows how quiet the room is, until it has listened ten times."""
    expect(page.locator("#lead-stop")).to_be_visible()
    page.evaluate("() => { looks.quiet = 0; }")
    page.wait_for_function("() => looks.quiet")
    page.evaluate("() => { looks.loud = 0; speaks(true); }")
    page.wait_for_function("() => looks.loud >= 10")
    page.evaluate("() => speaks(false)")


def says_a_word(page: Page) -> None:
    at = page.locator("#lead").get_attribute("data-at")
    speaks(page)
    page.wait_for_function("at => document.getElementById('lead').dataset.at !== at", arg=at)


def test_a_teacher_is_led_from_word_to_word(people: People) -> None:
    teacher = people.with_a_class()
    page = teacher.page
    page.add_init_script(VOICE + THREE_WORDS)
    teacher.goes("/account/voice/en/")
    assert page.locator("#lead-count").get_attribute("max") == "40"
    first, second, third = page.locator("#lead [data-name]").evaluate_all("all => all.map(it => it.dataset.name)")
    page.locator("#lead-begin").click()
    says_a_word(page)
    says_a_word(page)
    for name in (first, second):
        expect(page.locator(f"#line-{name}")).to_contain_text("your voice")
    page.locator("#lead-again").click()
    expect(page.locator("#lead")).to_have_attribute("data-at", "1")
    page.locator("#lead-stop").click()
    teacher.goes("/account/voice/en/")
    expect(page.locator("#lead")).to_have_attribute("data-at", "2")
    page.locator("#lead-begin").click()
    teacher.forgives("net::ERR_")
    page.context.set_offline(True)
    speaks(page)
    expect(page.locator("#live")).to_have_text("That was not saved. Try again.")
    page.context.set_offline(False)
    page.locator("#lead-begin").click()
    says_a_word(page)
    expect(page.locator("#live")).to_have_text("All of them are saved.")
    expect(page.locator("#lead-begin")).to_be_focused()
    expect(page.locator(f"#line-{third}")).to_contain_text("your voice")  # a page that is left sends nothing more
    teacher.goes("/account/voice/en/")
    expect(page.locator("#lead-at")).to_have_text("3")
    kept, said = what_is_kept(page, first)
    assert said[0] <= 0.03 * 16_000
    assert len(kept) - said[-1] <= 0.03 * 16_000


MICROPHONES = """
  const asked = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  window.tracks = [];
  navigator.mediaDevices.getUserMedia = async (what) => {
    const stream = await asked(what);
    tracks.push(...stream.getTracks());
    return stream;
  };
"""
"""Every track of a microphone that the page was given."""


def test_a_second_press_while_the_browser_still_asks_for_the_microphone_leaves_none_on(people: People) -> None:
    teacher = people.with_a_class()
    page = teacher.page
    page.add_init_script(VOICE + MICROPHONES)
    teacher.goes("/account/voice/en/")
    page.locator("#lead-begin").evaluate("button => { button.click(); button.click(); }")
    page.locator("#lead-stop").click()
    assert page.evaluate("() => tracks.map(track => track.readyState)") == ["ended"]
    expect(page.locator("#lead-begin")).to_be_focused()


def test_where_nothing_can_be_recorded_focus_stays_in_the_line_that_was_changed(people: People) -> None:
    teacher = people.with_a_class()
    page = teacher.page
    page.add_init_script("delete window.MediaRecorder")
    teacher.forgives("status of 422")
    teacher.goes("/account/voice/en/")
    line = page.locator("#line-wait_for_teacher")
    for loud, said in ((0, "Nothing was heard. Try again."), (8_192, "Saved.")):
        sends(page, tone(loud, 16_000))
        expect(page.locator("#live")).to_have_text(said)
    expect(line).to_contain_text("your voice")
    line.get_by_role("button", name="Remove").press("Enter")
    expect(line).not_to_contain_text("your voice")
    expect(line.get_by_role("button", name="Hear")).to_be_focused()


@pytest.mark.parametrize("spoken", [600, 9_000], ids=["softly", "loudly"])
def test_a_recording_is_as_loud_as_any_and_without_the_silence_around_it(people: People, spoken: int) -> None:
    """However far the microphone is, and whatever clicks while something is said."""
    teacher = people.with_a_class()
    page = teacher.page
    teacher.goes("/account/voice/en/")
    sends(page, tone(20, 8_000) + tone(spoken, 8_000) + tone(30_000, 1) + tone(spoken, 8_000) + tone(20, 12_000))
    expect(page.locator("#line-wait_for_teacher")).to_contain_text("your voice")
    kept, said = what_is_kept(page, "wait_for_teacher")
    assert 0 <= said[0] <= 0.03 * 16_000
    assert 0 <= len(kept) - said[-1] <= 0.03 * 16_000
    loudness = (sum(sample**2 for sample in kept) / len(kept)) ** 0.5 / 32_767
    assert 0.11 < loudness < 0.15


def tone(loud: int, length: int) -> bytes:
    """So many samples of a sound."""
    return array("h", [loud, loud, -loud, -loud] * length)[:length].tobytes()


def sends(page: Page, sound: bytes) -> None:
    """Send a file of this sound."""
    written = io.BytesIO()
    with wave.open(written, "wb") as wav:
        wav.setparams((1, 2, 16_000, 0, "NONE", ""))
        wav.writeframes(sound)
    page.locator("#file-name").select_option("wait_for_teacher")
    file = {"name": "a.wav", "mimeType": "audio/wav", "buffer": written.getvalue()}
    page.locator("#file-sound").set_input_files(file)  # type: ignore[arg-type]
    page.get_by_role("button", name="Send", exact=True).click()


def what_is_kept(page: Page, name: str) -> tuple[list[int], list[int]]:
    """Return the samples of a recording, and the places of those that are said."""
    address = page.locator(f"#line-{name} [data-hear]").get_attribute("data-hear") or ""
    with wave.open(io.BytesIO(page.request.get(address).body())) as file:
        kept = list(array("h", file.readframes(file.getnframes())))
    return kept, [place for place, sample in enumerate(kept) if abs(sample) > 2_000]


def _number(teacher: Teacher) -> str:
    """What the address of the teacher's own recording calls it."""
    teacher.goes("/account/voice/en/")
    address = teacher.page.locator("#line-wait_for_teacher [data-hear]").get_attribute("data-hear")
    found = RECORDINGS.search(address or "")
    assert found
    return found[1]
