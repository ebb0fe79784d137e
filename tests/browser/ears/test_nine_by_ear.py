"""A round of Nine to Nothing to its end by ear and keys: three children at one table, each hears its own language."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from playwright.sync_api import expect

from tests.browser.conftest import NAMES, People
from tests.browser.driving.nine import Player
from tests.browser.driving.patience import A_ROUND, patiently
from tests.browser.ears.ears import Ears, nameless
from tests.browser.ears.listener import Listener, at_a_table
from tests.browser.ears.test_by_ear import pytestmark
from tests.browser.ears.words import SUMS, SumWords, Words
from tests.browser.over_http.people import NINE

__all__ = ["pytestmark"]

SMALL_NUMBERS = NINE.but(highest="5", table_size="3")
LONG = 2 * A_ROUND
"""Seconds: a sentence is waited for after every key, and the reader says one in 0.9 s."""


def shortest_sum(values: Mapping[str, int], target: int) -> list[str]:
    """The fewest cards that make the target, in the order in which they are picked: a sign change before its card."""
    changes = [card for card, value in values.items() if not value]
    numbers = [card for card, value in values.items() if value]
    for size in range(2, len(numbers) + 1):
        for cards, signs in product(combinations(numbers, size), product((1, -1), repeat=size)):
            total = sum(sign * values[card] for card, sign in zip(cards, signs, strict=True))
            if total == target and signs.count(-1) <= len(changes):
                left = iter(changes)
                return [
                    each for card, sign in zip(cards, signs, strict=True) for each in _with_its_change(card, sign, left)
                ]
    return []


def _told(laid_zero: tuple[str, str]) -> tuple[str, ...]:
    return laid_zero[0], *(laid_zero[1].replace("NAME", name) for name in NAMES)


def _with_its_change(card: str, sign: int, changes: Iterator[str]) -> list[str]:
    return [card] if sign > 0 else [next(changes), card]


class Adder(Listener[Player]):
    """A child who lays sums by key."""

    def __init__(self, child: Player, words: Words, ears: Ears, sums: SumWords) -> None:
        super().__init__(child, words, ears)
        self.sums = sums
        self.has_been_wrong = False

    def picks(self, cards: Sequence[str]) -> None:
        values = self.child.values()
        for card in cards:
            if values[card]:
                self.picks_a_number(card)
            else:
                self.presses(card, " ", f"polite: {self.sums.armed}")

    def picks_a_number(self, card: str) -> None:
        """It is said as it counts, which a sign change before it has turned."""
        name = self.child.page.locator(f"#{card} .vh")
        self.puts_a_finger_on(card)
        self.child.page.keyboard.press(" ")
        self.hears(lambda phrase: name.inner_text() in phrase, f"{card} as it counts")
        self.has_the_focus()

    def takes_a_turn(self) -> None:
        """Draw, lay a wrong sum once, lay all that can be laid, throw a card away."""
        self.presses("draw", "Enter", self.words.new_cards, self.words.my_turn)
        if not self.has_been_wrong:
            self.is_wrong()
        target = self.child.target()
        while self.child.phase == "playing" and (cards := shortest_sum(self.child.values(), target)):
            self.picks(cards)
            self.presses("lay", "Enter", f" = {target}. " if target else "heading, ")
            target -= 1
        if self.child.phase == "playing":
            self.ends_its_turn()

    def is_wrong(self) -> None:
        cards, target = self.child.wrong_sum(), self.child.target()
        self.picks(cards)
        self.presses("lay", "Enter", "assertive: ", self.sums.wrong.format(target))
        for card in self.child.picked():
            self.child.taps(card)
        self.has_been_wrong = True

    def hears_its_end(self) -> None:
        """The heading has the focus, and the page tells who laid 0."""
        self.child.waits_for("over")
        page = self.child.page
        expect(page.locator("#over h2")).to_be_focused()
        headings = {f"heading, {words.replace('NAME', self.child.name)}, level 2" for words in self.sums.headings}
        if headings.isdisjoint(self.heard):
            self.ears.hears_until(lambda said: not headings.isdisjoint(said), f"one of {headings}")
        told = Ears(page).reads()
        assert any(phrase.startswith(_told(self.sums.laid_zero)) for phrase in told), told
        assert nameless(told) == []

    def ends_its_turn(self) -> None:
        """Throw a card away, a number where there is one; who has laid all of them has no turn to end."""
        if not (values := self.child.values()):
            return
        if self.child.page.locator("#discard").count():
            self.picks([max(values, key=lambda card: abs(values[card]))])
            self.presses("discard", "Enter", self.sums.threw)
        else:
            self.presses("done", "Enter", self.sums.done)


def test_nine_to_nothing_to_its_end_in_three_languages(people: People) -> None:
    everybody = [Adder(*who, sums) for who, sums in zip(at_a_table(people, Player, SMALL_NUMBERS), SUMS, strict=True)]
    first = everybody[0].child

    def goes_on() -> None:
        mine = next((each for each in everybody if each.child.page.locator("#turn.mine").count()), None)
        if mine and mine.child.phase == "playing":
            mine.takes_a_turn()

    patiently(lambda: first.phase == "over", "the end", *everybody, meanwhile=goes_on, seconds=LONG)
    for each in everybody:
        each.hears_its_end()
