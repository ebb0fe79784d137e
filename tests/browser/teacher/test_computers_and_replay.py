"""One child alone among computers, with sound; and the teacher looks at what was played."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import TWO, People
from tests.browser.driving.looks import faults
from tests.browser.driving.people import PHONE, Child
from tests.browser.over_http.people import RACE

QUICK_COMPUTERS = {"computers": "fill", "computer_level": "quick"}


def test_a_child_alone_plays_with_computers_and_the_round_can_be_replayed(people: People) -> None:
    teacher, (amir,) = people.at_a_table((Child, PHONE), settings=RACE.but(**QUICK_COMPUTERS))
    plays_with_computers(amir)
    teacher.ends()
    teacher.page.locator("details.more > summary").click()
    teacher.follows(re.compile("^Replay"))
    steps_and_jumps(teacher.page)
    plays_by_itself(teacher.page)
    finds_what_a_computer_did(teacher.page)
    moment = _moment(teacher.page)
    teacher.follows("For the projector, without names")
    expect(teacher.page.locator("h2").first).to_have_text("Seat A")
    assert _moment(teacher.page) == moment
    assert faults(teacher.page) == []


def plays_with_computers(child: Child) -> None:
    expect(child.page.locator(".at-table li", has_text="Computer 1")).to_contain_text("ready")
    child.is_ready()
    child.waits_for("playing")
    expect(child.page.locator(".seat .mark", has_text="computer")).not_to_have_count(0)
    child.draws()
    expect(child.page.locator("#top")).not_to_have_attribute("data-seq", "1", timeout=20_000)


def steps_and_jumps(page: Page) -> None:
    """Go one step, to the end by a key, and come back there after a reload."""
    happened = page.locator(".happened")
    expect(happened).to_have_text("The cards are dealt.")
    page.locator("#replay-next").click()
    expect(happened).not_to_have_text("The cards are dealt.")
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    expect(happened).to_have_text("The cards are dealt.")
    page.evaluate(SETTLES_OFTEN)
    page.locator("#scrub").focus()
    page.keyboard.press("End")
    expect(happened).to_have_text("The round was stopped.")
    expect(page).to_have_url(re.compile(rf"n={_moment(page)}\b"))
    page.reload()
    expect(happened).to_have_text("The round was stopped.")
    assert faults(page) == []


SETTLES_OFTEN = """() => {
  const replace = history.replaceState.bind(history);
  let left = 100;
  history.replaceState = (...what) => {
    if (!left--) throw new DOMException("100 times in half a minute", "SecurityError");
    replace(...what);
  };
  for (let times = 0; times < 300; times += 1) document.dispatchEvent(new Event("htmx:afterSettle"));
}"""
"""As a quick round does at four times its speed, in a browser that lets an address change 100 times: Safari."""


def plays_by_itself(page: Page) -> None:
    """Play from the start to the end, which asks for each moment once and then stops."""
    page.locator("#replay-start").press("Enter")
    expect(page.locator(".happened")).to_have_text("The cards are dealt.")
    expect(page.locator("#scrub"), "the press left no way back to the start").to_be_focused()
    page.get_by_role("radio", name="4×").check(force=True)
    play = page.get_by_role("button", name="Play")
    play.click()
    play.click()
    assert play.get_attribute("aria-pressed") == "false"
    play.click()
    page.locator("#scrub").press("End")
    assert play.get_attribute("aria-pressed") == "false"
    expect(page.locator(".happened")).to_have_text("The round was stopped.")
    page.locator("#replay-start").click()
    expect(page.locator(".happened")).to_have_text("The cards are dealt.")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".happened")).to_have_text("The round was stopped.", timeout=60_000)
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")
    assert len(asked) == len(set(asked)), "each moment is asked for once"
    play.press("Space")
    expect(page.locator(".happened"), "from the start again").not_to_have_text("The round was stopped.")
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(play).to_have_attribute("aria-pressed", "false")


def finds_what_a_computer_did(page: Page) -> None:
    """Go to a mark, then to the computer's own moments, by press and by key."""
    page.locator(".mark.placed").first.click(force=True)
    expect(page.locator(".happened")).to_contain_text(" played ")
    whose, its_own = page.get_by_role("group", name="Whose"), page.locator('.worth-a-look li[data-seat="1"]')
    whose.get_by_role("button", name="Amir").click()
    expect(its_own.locator("visible=true")).to_have_count(0)
    whose.get_by_role("button", name="Computer 1").press("Space")
    expect(whose.locator('[aria-pressed="true"]')).to_have_text(re.compile("Computer 1"))
    expect(page.locator(".lane.chosen")).to_have_count(1)
    expect(page.locator(".worth-a-look li:visible")).to_have_count(its_own.count())
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".happened")).to_contain_text(re.compile("Computer 1 (played|tried|put)"))
    now = page.locator(".now").first
    place = now.get_attribute("x1") or ""
    page.locator("#scrub").press("End")
    expect(page.locator(".happened")).to_have_text("The round was stopped.")
    expect(now).not_to_have_attribute("x1", place)
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    assert page.locator("#scrub").input_value() == _moment(page), "there is no later one of its own"
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".happened")).to_contain_text(re.compile("Computer 1 (played|tried|put)"))
    whose.get_by_role("button").first.click()
    expect(page.locator(".worth-a-look li[hidden]")).to_have_count(0)


def _moment(page: Page) -> str:
    return page.locator("#_replay_moment").get_attribute("data-n") or ""


def test_a_child_turns_tones_and_number_words_on_and_they_stay_on_its_device(people: People) -> None:
    _, (amir, _) = people.at_a_table(*TWO)
    page = amir.page
    page.locator("#mine summary").click()
    expect(page.get_by_role("radio", name="Off")).to_be_checked()
    page.get_by_role("radio", name="Tones", exact=True).check()
    with page.expect_response(re.compile(r"/say/en/n1,.*,n10/")) as told:
        page.get_by_role("radio", name="Tones and words").check()
    assert len(told.value.json()) == 10
    page.reload()
    page.locator("#mine summary").click()
    expect(page.get_by_role("radio", name="Tones and words")).to_be_checked()


def test_what_a_child_chooses_is_shown_at_once_and_there_again(people: People) -> None:
    _, (amir, _) = people.at_a_table(*TWO)
    page = amir.page
    page.locator("#mine summary").click()
    with page.expect_response("**/my-table/"):
        page.get_by_role("checkbox", name="Big cards").check()
    expect(page.locator("#table.big")).to_be_visible()
    with page.expect_response("**/my-table/"):
        page.get_by_role("checkbox", name="Calm table").check()
    page.keyboard.press("Escape")
    expect(page.locator("#own-table")).to_be_hidden()
    expect(page.locator("#mine summary")).to_be_focused()
    page.reload()
    expect(page.locator("#table.big.calm")).to_be_visible()


def test_what_a_child_chooses_and_is_not_saved_says_so_until_a_choice_is(people: People) -> None:
    _, (amir, _) = people.at_a_table(*TWO)
    amir.forgives("503")
    page = amir.page
    page.locator("#mine summary").click()
    lost = page.locator("#own-table [data-lost]")
    page.route("**/my-table/", lambda route: route.fulfill(status=503))
    page.get_by_role("checkbox", name="Big cards").check()
    expect(lost).to_have_text("That was not saved. Try again.")
    page.unroute("**/my-table/")
    page.get_by_role("checkbox", name="Calm table").check()
    expect(lost).to_be_hidden()
    page.reload()
    expect(page.locator("#table.big.calm")).to_be_visible()


def test_the_teachers_device_calls_out_one_table_when_told_to(people: People) -> None:
    teacher, _ = people.at_a_table(*TWO)
    teacher.looks_at("monitor/")
    teacher.page.get_by_label("More", exact=True).click()
    teacher.page.evaluate(COUNTS_WORDS)
    with teacher.page.expect_response(re.compile("/audio/en/n10")):
        teacher.page.get_by_label("Call out the numbers played at").select_option("table 1")
    teacher.page.wait_for_function("() => known === 10")
    teacher.page.evaluate("() => { document.querySelector('.tile').dataset.called = 7; }")
    teacher.page.wait_for_function("() => words === 1")


COUNTS_WORDS = """() => {
  Object.assign(window, { words: 0, known: 0 });
  AudioBufferSourceNode.prototype.start = () => (words += 1);
  const { decodeAudioData } = BaseAudioContext.prototype;
  BaseAudioContext.prototype.decodeAudioData = async function (file) {
    const word = await decodeAudioData.call(this, file);
    known += 1;
    return word;
  };
}"""
"""How many words the page has spoken, and how many it could speak: before it has read their files it is silent."""
