"""A child who plays by key at a table in its own language, and does nothing before it is said what came of the last."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, Generic, TypeVar

from tests.browser.conftest import NAMES, People
from tests.browser.driving.patience import patiently
from tests.browser.driving.people import FINGER_MS, LAPTOP, Child
from tests.browser.ears.ears import Ears
from tests.browser.ears.test_by_ear import gets_ready
from tests.browser.ears.words import LANGUAGES, Words
from tests.browser.over_http.people import Settings

C = TypeVar("C", bound=Child)
EAR_MS = 50
MOST_WORDS = 20
"""Words, numbers and signs of sums that one move of anybody makes a reader say, the name of the own card among them."""
WORD = re.compile(r"\w+|[+−=]")
OF_ITSELF = ("polite: ", "assertive: ")
ANNOUNCED = re.compile(rf"^({'|'.join(OF_ITSELF)}|button, |heading, )|, (level \d|(not )?pressed|disabled)$")
"""What the reader's log puts around what is said, and what every reader says in its own way or not at all."""


class Listener(Generic[C]):
    """A child with its words, its ears, and what it has heard so far."""

    def __init__(self, child: C, words: Words, ears: Ears) -> None:
        self.child, self.words, self.ears = child, words, ears
        self.heard: list[str] = []

    def screen(self) -> str:
        return f"{self.heard}\n{self.child.screen()}"

    def listens(self) -> list[str]:
        """What was said since the last time."""
        said = self.ears.hears()
        self.heard += said
        return said

    def hears(self, is_it: Callable[[str], bool], waited_for: str, unless: Callable[[], bool] = lambda: False) -> None:
        """Wait until something is said that is it, or something else ends the waiting.

        What was said first is asked again: the page may come to it a moment later.
        """
        wait, before = self.child.page.wait_for_timeout, len(self.heard)

        def is_said() -> bool:
            self.listens()
            return any(map(is_it, self.heard[before:])) or unless()

        patiently(is_said, f"{waited_for} said", self, meanwhile=lambda: wait(EAR_MS))

    def hears_of(self, *parts: str) -> None:
        """Wait until something with all these words is said."""
        self.hears(lambda phrase: all(part in phrase for part in parts), f"{parts}")

    def puts_a_finger_on(self, thing: str) -> None:
        self.child.page.locator(f"#{thing}").focus()
        self.child.page.wait_for_timeout(FINGER_MS)
        self.listens()

    def presses(self, thing: str, key: str, *parts: str) -> None:
        """Press a key on a button or a card and hear what comes of it; the focus is not lost."""
        self.puts_a_finger_on(thing)
        self.child.page.keyboard.press(key)
        self.hears_of(*parts)
        self.has_the_focus()

    def has_the_focus(self) -> None:
        assert self.child.page.evaluate("() => document.activeElement !== document.body"), self.heard


@contextmanager
def one_move(everybody: Sequence[Listener[Any]]) -> Iterator[None]:
    """Let one of them do something, and all wait until they are told: nobody hears more than MOST_WORDS of it."""
    before = [len(each.heard) for each in everybody]
    yield
    for each, phrases in zip(everybody, before, strict=True):
        assert words_in(each.heard[phrases:]) <= MOST_WORDS, each.heard[phrases:]


def words_in(heard: Iterable[str]) -> int:
    """Count the words of what was heard; a button that the next one replaces is broken off."""
    phrases = [*heard, ""]
    whole = [
        this for this, then in pairwise(phrases) if not (this.startswith("button, ") and then.startswith("button, "))
    ]
    return sum(len(WORD.findall(ANNOUNCED.sub("", phrase))) for phrase in whole)


def said_twice(heard: list[str]) -> list[str]:
    """What was said of itself two times running."""
    aloud = [phrase for phrase in heard if phrase.startswith(OF_ITSELF)]
    return [phrase for phrase, again in pairwise(aloud) if phrase == again]


def at_a_table(people: People, kind: type[C], settings: Settings) -> list[tuple[C, Words, Ears]]:
    """A child for each language at one table, after GO."""
    teacher = people.with_a_class()
    code = teacher.lets_in(settings)
    children = [people(kind, LAPTOP) for _ in LANGUAGES]
    for child, name, words in zip(children, NAMES, LANGUAGES, strict=False):
        child.comes_in(code, name, words.locale)
        child.goes("/waiting/")
    teacher.by_http.starts()
    people.go_to_their_tables(children)
    return list(zip(children, LANGUAGES, _get_ready(children), strict=True))


def _get_ready(children: Sequence[C]) -> list[Ears]:
    """All but the last by key, who hears that it is waited for the others; with the last, play begins."""
    ears = [gets_ready(child, words) for child, words in zip(children[:-1], LANGUAGES, strict=False)]
    children[-1].is_ready()
    for child in children:
        child.waits_for("playing")
    ears.append(Ears(children[-1].page))
    for each in ears:
        each.forget()
    return ears
