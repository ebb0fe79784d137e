"""Sums of a report as hops on a line: a kind of sum to teach, the sum behind a number, a card that did not fit."""

from django.utils.safestring import SafeString

from classroom.reports.around_the_corner.sums import CHANGES, NUMBERS
from game.rules.around_the_corner.diagnosis import Mistake
from game.screens.number_pictures import TEN, in_words, number_picture, steps_both_ways, steps_one_way


def of_sum(number: int, change: int) -> SafeString:
    """Return the picture of a sum, with its hops as text for screen readers."""
    walk = steps_one_way(number, change, corner=not 1 <= number + change <= TEN)
    return number_picture("line", walk, in_words(walk))


def of_fact(fact: int) -> SafeString:
    """Return the picture of a sum by its index in the facts."""
    return of_sum(NUMBERS[fact // len(CHANGES)], CHANGES[fact % len(CHANGES)])


def of_mistake(mistake: Mistake) -> SafeString:
    """Return the picture of a wrong card: the hops of the top card's steps, and the number that was played."""
    walk = steps_both_ways(mistake.number, mistake.step, *mistake.sums, tried=mistake.played)
    return number_picture("line", walk, in_words(walk))
