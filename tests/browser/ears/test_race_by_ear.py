"""A race to its end by ear and keys: three children at one table, each hears its own language.

Nobody plays before all have heard what the last card has made: no faster than the reader speaks. Whoever wins, loses or
stands still is the deal's affair.
"""

from collections.abc import Sequence

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.driving.patience import A_ROUND, patiently
from tests.browser.driving.people import Child
from tests.browser.driving.play import EYE_MS, has_last_card, wait_until_settled
from tests.browser.ears.ears import Ears, nameless
from tests.browser.ears.listener import Listener, at_a_table, one_move, said_twice
from tests.browser.ears.test_by_ear import pytestmark
from tests.browser.over_http.people import RACE, SHORT

__all__ = ["pytestmark"]

SMALL_NUMBERS = RACE.but(**SHORT, highest="5", table_size="3")
LONG = 2 * A_ROUND
"""Seconds: three children wait for each other's ears after every card."""


class Racer(Listener[Child]):
    """A child in a race."""

    has_been_wrong = False

    def stands(self) -> bool:
        return self.child.phase != "playing"

    def moved_on(self, seq: int) -> bool:
        """Say whether there is something newer to be heard than this top card: a standstill, the end, another card."""
        return self.stands() or self.child.seq() > seq

    def hears_top(self, seq: int, number: str, step: str) -> None:
        """Wait until the card is said that somebody has put there."""
        top = self.words.top.removeprefix("polite: ").format(number, step)
        self.hears(lambda phrase: phrase.endswith(top), top, unless=lambda: self.moved_on(seq))

    def draws(self) -> None:
        seq, drew = self.child.seq(), self.words.drew.split("{}", maxsplit=1)[0]
        self.puts_a_finger_on("drawbox")
        self.child.page.keyboard.press("Enter")
        self.hears(lambda phrase: phrase.startswith(drew), drew, unless=lambda: self.moved_on(seq))
        self.has_the_focus()

    def hears_that_nobody_can_play(self) -> None:
        if not any(self.words.nobody in phrase for phrase in self.heard):
            self.hears(lambda phrase: self.words.nobody in phrase, "a standstill")

    def plays(self, card: str) -> tuple[int, str, str]:
        """Put a card that fits on the pile; return its count, number and step."""
        number, step = (self.child.page.locator(f"#{card} {part}").inner_text() for part in (".n", ".k"))
        seq = self.child.seq()
        self.taps_by_key(card)
        patiently(lambda: self.moved_on(seq), "the card on top", self)
        self.has_the_focus()
        return seq + 1, number, step.strip("± \n")

    def is_wrong(self, card: str) -> None:
        """Put a card there that does not fit, and hear so; wait until the hand is free again."""
        self.child.page.wait_for_timeout(EYE_MS)
        self.taps_by_key(card)
        self.hears_of("assertive: ", self.words.wrong.split("{}")[1])
        expect(self.child.page.locator("#table.locked")).to_have_count(0)
        self.has_the_focus()
        self.has_been_wrong = True

    def taps_by_key(self, card: str) -> None:
        self.puts_a_finger_on(card)
        self.child.looks()
        self.child.page.keyboard.press("Enter")

    def hears_its_end(self) -> None:
        """The heading has the focus and is said; of the round nothing is left to be heard."""
        self.child.waits_for("over")
        expect(self.child.page.locator("#over h2")).to_be_focused()
        ends = self.words.finished, self.words.lost.replace("NAME", self.child.name)
        self.hears(
            lambda phrase: phrase in ends, "the end", unless=lambda: any(phrase in ends for phrase in self.heard)
        )
        assert said_twice([phrase for phrase in self.heard if self.words.nobody not in phrase]) == [], self.heard
        told = Ears(self.child.page).reads()
        assert nameless(told) == []
        assert [phrase for phrase in told if self.words.top.split("{}")[1] in phrase] == [], told


class Race:
    """A table of racers, each in turn."""

    def __init__(self, racers: Sequence[Racer]) -> None:
        self.racers = racers
        self.first = racers[0].child

    def goes_on(self) -> None:
        """Everybody does one thing; where nobody can, they hear so and wait for the card that is turned up."""
        acted = [self.acts(racer) for racer in self.racers]
        if not any(acted) and self.first.phase == "standstill":
            for racer in self.racers:
                racer.hears_that_nobody_can_play()
            wait_until_settled(self.first)

    def acts(self, racer: Racer) -> bool:
        child = racer.child
        if racer.stands():
            return False
        if has_last_card(child):
            racer.taps_by_key(next(iter(child.hand())))
            child.waits_for("over")
        elif child.can_draw() and not racer.has_been_wrong and (misfits := child.misfits()):
            with one_move(self.racers):
                racer.is_wrong(misfits[0])
        elif fitting := child.fitting():
            with one_move(self.racers):
                top = racer.plays(fitting[0])
                for each in self.racers:
                    each.hears_top(*top)
        elif child.can_draw():
            with one_move(self.racers):
                racer.draws()
        else:
            return False
        return True


def test_a_race_is_played_to_its_end_by_ear_in_three_languages(people: People) -> None:
    race = Race([Racer(*who) for who in at_a_table(people, Child, SMALL_NUMBERS)])
    for racer in race.racers:
        racer.child.highest = 5
    patiently(lambda: race.first.phase == "over", "the end", *race.racers, meanwhile=race.goes_on, seconds=LONG)
    for racer in race.racers:
        racer.hears_its_end()
