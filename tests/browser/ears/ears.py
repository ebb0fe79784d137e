"""What a screen reader says of a page: @guidepup/virtual-screen-reader 0.33.0, kept here as axe is; no node is needed.

It speaks what gets the focus and what live regions say. It knows no voice and no browser's habits: what it says is what
the page gives to every screen reader. (It also says the value of a button, which none does; `_plain` takes it away.)
"""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.driving.people import EXPECTED_MS

SOURCE = (Path(__file__).parent / "screen_reader" / "virtual.js").read_text()
EXPORTED = re.compile(r"export\{[\w$]+ as Virtual,([\w$]+) as virtual\};")
SCRIPT = "(() => {" + EXPORTED.sub(lambda found: f"window.virtual = {found[1]};", SOURCE) + "})()"
BUTTON_VALUE = re.compile(r"^(button, .*), (?:[a-z]+|c?\d+|[a-z]+-\d+)((?:, (?:not )?pressed|, disabled)*)$")
STEP_MS = 50


class Ears:
    """A screen reader at a page. Another page needs other ears."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(SCRIPT)
        page.evaluate("() => virtual.start({container: document.body})")

    def forget(self) -> None:
        self.hears()

    def hears(self) -> list[str]:
        """What was said since the last time."""
        said: list[str] = self.page.evaluate(
            "async () => { const said = await virtual.spokenPhraseLog(); await virtual.clearSpokenPhraseLog(); "
            "return said; }"
        )
        return [_plain(phrase) for phrase in said if phrase]

    def hears_that(self, *sentences: str) -> list[str]:
        """Wait until these were said, in this order; `{}` stands for a number. Return everything that was said."""

        def are_said(said: list[str]) -> bool:
            phrases = iter(said)
            return all(any(is_said(sentence, phrase) for phrase in phrases) for sentence in sentences)

        return self.hears_until(are_said, str(sentences))

    def hears_until(self, enough: Callable[[list[str]], bool], waited_for: str) -> list[str]:
        """Wait until this is true of what was said, from now on; return that."""
        said: list[str] = []
        for _ in range(EXPECTED_MS // STEP_MS):
            said += self.hears()
            if enough(said):
                return said
            self.page.wait_for_timeout(STEP_MS)
        raise AssertionError(f"never said: {waited_for}; said: {said}")

    def presses(self, key: str, *sentences: str) -> list[str]:
        """Press a key, and hear what it does."""
        self.forget()
        self.page.keyboard.press(key)
        said = self.hears_that(*sentences) if sentences else []
        assert self.page.evaluate("() => document.activeElement !== document.body"), "the focus is lost"
        return said

    def reads(self) -> list[str]:
        """The whole page from its top to its end, without where things end and what stands in <noscript>."""
        read = """async () => {
            const said = [];
            await virtual.stop();
            await virtual.start({container: document.body});
            do {
                said.push(await virtual.lastSpokenPhrase());
                await virtual.next();
            } while (await virtual.lastSpokenPhrase() !== 'end of document' && said.length < 3000);
            await virtual.clearSpokenPhraseLog();
            return said;
        }"""
        return [
            _plain(said) for said in self.page.evaluate(read) if said and not said.startswith(("end ", "end,", "<"))
        ]


def is_said(sentence: str, phrase: str) -> bool:
    return re.fullmatch(r"[−-]?\d+".join(map(re.escape, sentence.split("{}"))), phrase) is not None


def _plain(phrase: str) -> str:
    phrase = re.sub(r" ([,:.])", r"\1", re.sub(r"\s+", " ", phrase).strip())
    return BUTTON_VALUE.sub(r"\1\2", phrase)


def nameless(phrases: list[str]) -> list[str]:
    """The phrases of what can be pressed or filled in and has no name."""
    kinds = ("button", "link", "textbox", "checkbox", "radio", "combobox", "slider")
    return [phrase for phrase in phrases if phrase.split(",")[0] in kinds and not phrase.partition(",")[2].strip()]
