"""A sum to warm up with while a child waits. It does not count, and nothing of it is stored.

Its time is not used as the child's tap time either. The tap baseline of measurement 0.1 is eight taps on a named card,
from paint to tap; here a sum is worked out in between, and its page is a request away. No number on any page would use
one: a speed is the time to a right card, tap included, of races on the same device.
"""

from collections.abc import Set
from functools import cache
from random import Random, SystemRandom
from typing import NamedTuple

from django.utils.translation import gettext

from game.around_the_corner.words import sum_words
from game.rules.around_the_corner.cards import DECK, TEN, Card
from game.rules.around_the_corner.facts import FACTS, Fact

CARDS = 4
DICE = SystemRandom()


class WarmUp(NamedTuple):
    """A sum and the cards to choose from; `said` comments on the last card, `right` is whether it fitted."""

    place: int
    sum: str
    cards: list[Card]
    said: str = ""
    right: bool = False


def new(
    highest: int = TEN, due: Set[Fact] = frozenset(), said: str = "", right: bool = False, dice: Random = DICE
) -> WarmUp:
    """Return a sum of numbers up to `highest`, of those due if there are any; none round the corner, a rule that a
    waiting child may not know yet."""
    places = _places_up_to(highest)
    return _of(dice.choice([place for place in places if FACTS[place] in due] or places), highest, said, right, dice)


@cache
def _places_up_to(highest: int) -> list[int]:
    return [
        place for place, fact in enumerate(FACTS) if not fact.goes_round and max(fact.number, fact.answer) <= highest
    ]


def answered(place: int, number: int, highest: int = TEN, due: Set[Fact] = frozenset(), dice: Random = DICE) -> WarmUp:
    """Return the next state after a card on the sum at this index of FACTS: the same sum after a wrong card, otherwise
    a new one."""
    if not 0 <= place < len(FACTS):
        return new(highest, due, dice=dice)
    fact = FACTS[place]
    if number != fact.answer:
        return _of(place, highest, gettext("Look again."), False, dice)
    yes = gettext("Yes! %(sum)s") % {"sum": sum_words(fact, str(fact.answer))}
    return new(highest, due - {fact}, yes, True, dice)


def _of(place: int, highest: int, said: str, right: bool, dice: Random) -> WarmUp:
    fact = FACTS[place]
    return WarmUp(place, sum_words(fact, "?"), _cards(fact, highest, dice), said, right)


def _cards(fact: Fact, highest: int, dice: Random) -> list[Card]:
    others = dice.sample([number for number in range(1, highest + 1) if number != fact.answer], CARDS - 1)
    numbers = dice.sample([fact.answer, *others], CARDS)
    return [dice.choice([card for card in DECK if card.number == number]) for number in numbers]
