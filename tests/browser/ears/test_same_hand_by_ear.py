"""One hand of Nine to Nothing for everybody by ear and keys: each of three children hears what its sum is worth."""

from collections.abc import Sequence

from tests.browser.conftest import People
from tests.browser.driving.nine import Player
from tests.browser.ears.listener import at_a_table, one_move
from tests.browser.ears.test_by_ear import pytestmark
from tests.browser.ears.test_nine_by_ear import Adder, shortest_sum
from tests.browser.ears.words import SUMS
from tests.browser.over_http.people import NINE

__all__ = ["pytestmark"]

SAME_HAND = NINE.but(mode="same_hand", hand_limit="300000", highest="5", table_size="3")


def test_what_a_sum_is_worth_is_said_in_three_languages(people: People) -> None:
    everybody = [Adder(*who, sums) for who, sums in zip(at_a_table(people, Player, SAME_HAND), SUMS, strict=True)]
    for each in everybody:
        each.picks(shortest_sum(each.child.values(), each.child.target()))
        does(each, "lay", each.sums.longer, everybody)
    for each in everybody[:-1]:
        does(each, "done", f"✓ {each.sums.wait}", everybody)


def does(mine: Adder, button: str, sentence: str, everybody: Sequence[Adder]) -> None:
    """Press a button and hear of the own sum; the others hear how many have one."""
    with one_move(everybody):
        mine.presses(button, "Enter", "polite: ", f". {sentence}")
        for each in everybody:
            if each is not mine:
                each.hears_of("polite: ", " 3.")
