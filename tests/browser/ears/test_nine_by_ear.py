"""A round of Nine to Nothing to its end by ear and keys: three children at one table, each hears its own language."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import combinations, product

from playwright.sync_api import expect

from game.rules.nine_to_nothing import HAND
from tests.browser.conftest import NAMES, People
from tests.browser.driving.nine import Player
from tests.browser.driving.patience import A_ROUND, patiently
from tests.browser.ears.ears import Ears, nameless
from tests.browser.ears.listener import Listener, at_a_table, one_move
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

    def is_over(self) -> bool:
        return self.child.phase == "over"

    def picks(self, cards: Sequence[str]) -> None:
        values = self.child.values()
        for card in cards:
            with one_move([self]):
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

    def draws(self) -> None:
        come = self.words.new_card if len(self.child.values()) >= HAND - 1 else self.words.new_cards
        self.presses("draw", "Enter", come, str(self.child.target()))

    def is_wrong(self) -> None:
        cards, target = self.child.wrong_sum(), self.child.target()
        self.picks(cards)
        self.presses("lay", "Enter", "assertive: ", self.sums.wrong.format(target))
        for card in self.child.picked():
            with one_move([self]):
                self.presses(card, " ", "polite: ")
        self.has_been_wrong = True

    def lays_what_is_picked(self) -> bool:
        """Lay it and hear what to make next; say whether the turn goes on."""
        target = self.child.target()
        if target and len(self.child.picked()) < len(self.child.values()):
            self.presses("lay", "Enter", self.sums.make.format(target - 1))
            return True
        self.puts_a_finger_on("lay")
        self.child.page.keyboard.press("Enter")
        if target:
            self.hears_of(f" = {target}. ")
        else:
            self.child.waits_for("over")
        return False

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
        """Throw the card away that is picked, where one is owed."""
        if self.child.page.locator("#discard").count():
            self.presses("discard", "Enter", self.sums.threw)
        else:
            self.presses("done", "Enter", self.sums.done)


class Nine:
    """A table of children who lay sums."""

    def __init__(self, everybody: Sequence[Adder]) -> None:
        self.everybody = everybody
        self.first = everybody[0].child

    def goes_on(self) -> None:
        """Whoever has the turn draws, lays a wrong sum once, lays all that can be laid, throws a card away."""
        mine = next((each for each in self.everybody if each.child.page.locator("#turn.mine").count()), None)
        if not mine or mine.child.phase != "playing":
            return
        with self.all_hear_of(mine):
            mine.draws()
        if not mine.has_been_wrong:
            mine.is_wrong()
        goes_on = True
        while goes_on and (cards := shortest_sum(mine.child.values(), mine.child.target())):
            mine.picks(cards)
            with self.all_hear_of(mine):
                goes_on = mine.lays_what_is_picked()
        if goes_on:
            values = mine.child.values()
            mine.picks([max(values, key=lambda card: abs(values[card]))])
            with self.all_hear_of(mine):
                mine.ends_its_turn()

    @contextmanager
    def all_hear_of(self, mine: Adder) -> Iterator[None]:
        """What `mine` does is one move; the others hear its name, or that the round is over."""
        with one_move(self.everybody):
            yield
            for each in self.everybody:
                if each is not mine:
                    is_over = each.is_over
                    each.hears(lambda phrase: mine.child.name in phrase, "what another has done", unless=is_over)


def test_nine_to_nothing_is_played_to_its_end_by_ear_in_three_languages(people: People) -> None:
    who = zip(at_a_table(people, Player, SMALL_NUMBERS), SUMS, strict=True)
    table = Nine([Adder(*each, sums) for each, sums in who])
    patiently(lambda: table.first.phase == "over", "the end", *table.everybody, meanwhile=table.goes_on, seconds=LONG)
    for each in table.everybody:
        each.hears_its_end()
