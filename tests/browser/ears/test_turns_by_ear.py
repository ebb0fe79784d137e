"""A round by turns to its end by ear and keys: three children at one table, each hears its own language."""

from collections.abc import Sequence

from tests.browser.conftest import People
from tests.browser.driving.patience import A_ROUND, patiently
from tests.browser.driving.people import Child
from tests.browser.driving.play import has_last_card, wait_until_settled
from tests.browser.ears.ears import is_said
from tests.browser.ears.listener import at_a_table, one_move
from tests.browser.ears.test_by_ear import pytestmark
from tests.browser.ears.test_race_by_ear import Racer
from tests.browser.over_http.people import SHORT, TURNS

__all__ = ["pytestmark"]

SMALL_NUMBERS = TURNS.but(**SHORT, highest="5", table_size="3")
LONG = 2 * A_ROUND
"""Seconds: three children wait for each other's ears after every card."""
TWO = 2
MINE = "() => document.getElementById('turn')?.classList.contains('mine')"


class TurnTaker(Racer):
    """A child who plays by turns."""

    has_asked = False

    def is_on(self) -> bool:
        return bool(self.child.page.evaluate(MINE))

    def top(self) -> str:
        return self.words.top.removeprefix("polite: ")

    def left(self) -> int:
        """How many cards are still in the hand and to be drawn."""
        drawbox = self.child.page.locator("#drawbox .count")
        return self.child.cards.count() + (int(drawbox.inner_text().split()[0]) if self.child.can_draw() else 0)

    def is_told(self, *sentences: str) -> None:
        """Wait until these are said in one; nothing is where nobody can go on."""
        said = "polite: " + " ".join(filter(None, sentences))
        self.hears(lambda phrase: is_said(said, phrase), said, unless=self.stands)

    def draws(self) -> None:
        """The last card says, when it is drawn, what it may do."""
        about = f"{self.words.last_card}. " if self.left() == 1 else ""
        before, in_hand = self.words.drew.removeprefix("polite: ").rsplit(". ", maxsplit=1)
        self.puts_a_finger_on("drawbox")
        self.child.page.keyboard.press("Enter")
        self.is_told(f"{before}. {about}{in_hand}")

    def asks(self) -> None:
        """Hear by keys how many cards everybody has, and what lies on top."""
        names = self.child.page.locator(".seat .name").all_inner_texts()
        counts = ". ".join([self.words.in_hand, *(f"{name}: {self.words.left}" for name in names)])
        for key, answer in ("c", counts), ("t", self.top()):
            self.child.page.keyboard.press(key)
            self.is_told(answer)
        self.has_asked = True


class Turns:
    """A table of children who take turns."""

    def __init__(self, everybody: Sequence[TurnTaker]) -> None:
        self.everybody = everybody
        self.first = everybody[0].child

    def goes_on(self) -> None:
        mine = next((each for each in self.everybody if each.is_on()), None)
        if self.first.phase == "standstill":
            wait_until_settled(self.first)
        elif mine and not mine.stands():
            if not mine.has_asked and mine.child.cards.count() > 1:
                mine.asks()
            with one_move(self.everybody):
                self.moves(mine)

    def moves(self, mine: TurnTaker) -> None:
        """Play, draw or pass, whichever can be done; all hear of it."""
        child, has_two_left = mine.child, mine.left() == TWO
        if has_last_card(child):
            mine.taps_by_key(next(iter(child.hand())))
            child.waits_for("over")
        elif fitting := child.fitting():
            mine.taps_by_key(fitting[0])
            self.hear_of(mine, "one_left" if has_two_left else "")
        elif child.can_draw():
            mine.draws()
        else:
            mine.puts_a_finger_on("pass")
            child.page.keyboard.press("Enter")
            self.hear_of(mine, "passed")

    def hear_of(self, mine: TurnTaker, news: str) -> None:
        """All hear what `mine` has done, whose turn it is now and what lies on top."""
        on = patiently(lambda: self.next_after(mine), "the next turn", *self.everybody)
        for each in self.everybody:
            happened = getattr(each.words, news if each is mine else f"{news}_by") if news else ""
            whose = each.words.my_turn if each is on else each.words.turn_of.replace("NAME", on.child.name)
            each.is_told(happened.replace("NAME", mine.child.name), whose, each.top())

    def next_after(self, mine: TurnTaker) -> TurnTaker | None:
        return next((each for each in self.everybody if each is not mine and each.is_on()), None)


def test_a_round_by_turns_is_played_to_its_end_by_ear_in_three_languages(people: People) -> None:
    table = Turns([TurnTaker(*who) for who in at_a_table(people, Child, SMALL_NUMBERS)])
    for each in table.everybody:
        each.child.highest = 5
    patiently(lambda: table.first.phase == "over", "the end", *table.everybody, meanwhile=table.goes_on, seconds=LONG)
    for each in table.everybody:
        each.hears_its_end()
        assert each.has_asked
