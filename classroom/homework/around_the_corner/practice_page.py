"""Context of the practice page, as plain values: the table and its words."""

from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from classroom.homework import assignments, units
from classroom.models import Practice
from game.around_the_corner.words import card_words, sum_of, sum_words
from game.rules import picture_ladder
from game.rules.around_the_corner import Options, events
from game.rules.around_the_corner.cards import NUMBER, Card
from game.rules.around_the_corner.facts import Fact, facts
from game.rules.around_the_corner.practice import STONES, Position, Question
from game.screens.number_pictures import in_words, number_picture, steps_both_ways, steps_one_way, ten_frames


class PracticeCard(NamedTuple):
    card: Card
    tried: bool


def context(practice: Practice, position: Position, say: str = "") -> dict[str, Any]:
    """Return the context of _practice.html for a practice that has a question."""
    question = position.question
    assert question is not None
    if position.check_up:
        return check_up_context(practice, position, question, say)
    told = say or said(position)
    return {
        "name": practice.student.name,
        "question": question,
        "hand": [PracticeCard(held, held.id in position.tried) for held in question.hand],
        "hints": spelled(question.top, position.options, answers=position.hinted),
        "hinted": position.hinted,
        **pictures(position, question),
        "said": told,
        "for_ears": told.replace(" →", ","),
        "right": not say and not position.tried and (position.hinted or bool(position.last)),
        "placed": position.placed,
        "progress": progress(practice),
        "sign": position.options.sign,
    }


class Stone(NamedTuple):
    """A stone of a check-up's path: the position of its centre, and whether it is past, present or next."""

    x: int
    y: int
    state: str


class WalkedPath(NamedTuple):
    """The path with the child on stone `here`, from 1, and the flag on another stone or, at the end, beside it."""

    stones: list[Stone]
    here: Stone
    place: int
    flag: Stone
    ended: bool
    character: str
    colour: str
    hat: str


def path(practice: Practice, place: int, *, ended: bool = False) -> WalkedPath:
    """Return the path: half of the stones from left to right, the others above them back. All stones walked look alike,
    whatever the answer."""
    half = STONES // 2
    columns = [*range(half), *reversed(range(half))]
    states = ["past"] * (place - 1) + ["here"] + ["next"] * (STONES - place)
    stones = [
        Stone(35 + 56 * column, (148 if at < half else 56) + 12 * (at % 2), state)
        for at, (column, state) in enumerate(zip(columns, states, strict=True))
    ]
    here, student = stones[place - 1], practice.student
    flag, face = here if ended else stones[-1], (student.character, student.colour, student.hat)
    return WalkedPath(stones, here, place, flag, ended, *face)


def check_up_context(practice: Practice, position: Position, question: Question, say: str) -> dict[str, Any]:
    """Return the context of _check_up.html, which shows no result of any answer."""
    return {
        "check_up": True,
        "question": question,
        "sum": sum_of(question.fact),
        "path": path(practice, question.place),
        "said": say,
        "sign": position.options.sign,
    }


def end_context(practice: Practice, position: Position) -> dict[str, Any]:
    """Return the context of enough.html: the sums by name, without a share or a time, and how far the homework is."""
    sure = {
        right: [sum_of(fact) for fact, is_sure in position.sure.items() if is_sure == right] for right in (True, False)
    }
    homework, told = practice.homework, progress(practice)
    is_left = homework and told and not (told["done"] or position.check_up or assignments.is_over(homework))
    return {
        "sure": sure[True],
        "tomorrow": sure[False],
        "check_up": position.check_up,
        "path": path(practice, len(position.asked), ended=True) if position.check_up else None,
        "progress": told,
        "goes_on": homework if is_left else None,
    }


def refused(reason: str) -> str:
    """Return a kind sentence why a card was not accepted; nothing was counted."""
    if reason == "not_your_card":
        return gettext("You have tried that card. Take another one.")
    return gettext("There is a new top card.")


def progress(practice: Practice) -> dict[str, Any] | None:
    """Return the progress of the practice's homework, None for own practice."""
    homework = practice.homework
    if homework is None:
        return None
    done = assignments.done_of(homework, practice.student)
    unit = units.of(homework)
    return {"words": unit.how_far(homework, done), "done": unit.is_done(homework, done)}


def spelled(top: Card, options: Options, *, answers: bool) -> list[str]:
    """Return the sums of a top card with a question mark, or with their answers: only on request, since a card is no
    evidence then."""
    there = (fact for fact in facts(options.sums, (top.step,)) if fact.number == top.number)
    return [sum_words(fact, str(fact.answer) if answers else "?") for fact in there]


def pictures(position: Position, question: Question) -> dict[str, Any]:
    """Return the child's number pictures: the hops, ten-frames on the cards, and the CSS class for when they appear.

    Every child sees the hops after a wrong card or a hint. Before, by the child's own ladder, they do not show the
    answer.
    """
    helped, rung = position.hinted or bool(position.tried), position.ladder.rung
    on_request = rung == picture_ladder.ASKED and not position.pictured
    drawn = helped or (picture_ladder.NONE < rung < picture_ladder.NEVER and not on_request)
    return {
        "picture": picture(position, question) if drawn else "",
        "frame": drawn and rung > picture_ladder.NONE,
        "ten_frames": ten_frames(tuple(range(1, position.options.highest + 1))) if rung else "",
        "on_request": on_request and not helped,
        "soon": drawn and not helped and rung == picture_ladder.SOON,
    }


def picture(position: Position, question: Question) -> SafeString:
    """Return the hops of the asked sum with the card that did not fit, or of both sums before any card."""
    if not position.tried:
        return hops_both_ways(question.fact, position.options, named=position.hinted)
    return hops(question.fact, position.options, tried=NUMBER[position.tried[-1]])


def hops_both_ways(fact: Fact, options: Options, *, named: bool = True) -> SafeString:
    walk = steps_both_ways(fact.number, fact.step, *options.sums, named=named)
    return number_picture("line", walk, in_words(walk))


def hops(fact: Fact, options: Options, tried: int | None = None) -> SafeString:
    change = fact.straight - fact.number
    walk = steps_one_way(fact.number, change, options.corner, options.highest, tried=tried)
    return number_picture("line", walk, in_words(walk))


def said(position: Position) -> str:
    """Return a sentence about the last card; after a wrong one with the asked sum."""
    event, fact = position.last, position.last_fact
    if position.hinted and not position.tried:
        return gettext("One of your cards fits a sum.")
    if event is None or fact is None or event.card is None:
        return ""
    if event.kind == events.PLAYED:
        return fits(fact)
    return does_not_fit(NUMBER[event.card], fact, position.options)


def fits(fact: Fact) -> str:
    return gettext("Yes! %(sum)s") % {"sum": sum_words(fact, str(fact.answer))}


def does_not_fit(number: int, fact: Fact, options: Options) -> str:
    words = {"number": number, "card": card_words(fact, options.sums)}
    told = gettext("%(number)s does not fit on %(card)s.") % words
    return f"{told} {sum_words(fact, str(fact.answer))}"
