"""What the practice page shows, as plain values: the table, its words, the ring of numbers 1 to 10."""

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext

from classroom import homework
from classroom.models import Practice
from game.rules.corner_cards import NUMBER, Card, answers, card
from game.rules.practice import Fact, Position, Question

CENTRE, RADIUS, HOPS = 120.0, 78.0, 106.0
"""Of the ring's drawing, in units of its viewBox: where its numbers lie, and how far out the hops reach."""


class Held(NamedTuple):
    card: Card
    tried: bool


@dataclass(frozen=True, slots=True)
class Hops:
    """One of the two ways round the ring: `sign`, the path of its single steps, and where the last one lands."""

    sign: str
    path: str
    answer: int


class Number(NamedTuple):
    number: int
    x: float
    y: float
    here: bool


def context(practice: Practice, position: Position, say: str = "") -> dict[str, Any]:
    """Return the context of classroom/_practice.html for a practice that has a question."""
    question = position.question
    assert question is not None
    return {
        "name": practice.student.name,
        "question": question,
        "hand": [Held(held, held.id in position.tried) for held in question.hand],
        "hints": hints(question, position.corner),
        "said": say or said(position),
        "right": not say and bool(position.last) and not position.tried,
        "placed": position.placed,
        "progress": progress(practice),
        "ring": ring(question.top, position.corner),
    }


def refused(reason: str) -> str:
    """Return in a kind sentence why a card was not taken; nothing was counted."""
    if reason == "not_your_card":
        return gettext("You have tried that card. Take another one.")
    return gettext("There is a new top card.")


def progress(practice: Practice) -> dict[str, Any] | None:
    """Return how far the homework is that this is for, None for practice of one's own."""
    its = practice.homework
    if its is None:
        return None
    done = homework.done_of(its, practice.student)
    return {"words": homework.progress(its, done), "done": homework.is_done(its, done)}


def hints(question: Question, corner: bool) -> list[str]:
    """Spell the top card's sums out, but for the answer: with it no answer would say what the child knows."""
    both = (Fact(question.top.number, question.top.step, sign) for sign in "+-")
    return [sum_words(fact, "?") for fact in both if corner or not fact.goes_round]


def said(position: Position) -> str:
    """Say what came of the last card; after a wrong one with the sum that is asked for."""
    event, fact = position.last, position.last_fact
    if event is None or fact is None or event.card is None:
        return ""
    whole = sum_words(fact, str(fact.answer))
    if event.kind == "played":
        return gettext("Yes! %(sum)s") % {"sum": whole}
    top = card(position.question.top.id) if position.question else None
    words = {"number": NUMBER[event.card], "top": fact.number, "step": top.step if top else fact.step}
    return gettext("%(number)s does not fit on %(top)s ±%(step)s.") % words + " " + whole


def sum_words(fact: Fact, answer: str) -> str:
    """Return 9 + 3 → round the corner → 2, or 4 − 1 = 3."""
    sign = "+" if fact.sign == "+" else "\N{MINUS SIGN}"
    words = f"{fact.number} {sign} {fact.step}"
    if not fact.goes_round:
        return f"{words} = {answer}"
    return gettext("%(sum)s → round the corner → %(answer)s") % {"sum": words, "answer": answer}


def ring(top: Card, corner: bool) -> dict[str, Any]:
    """Return the ring of numbers, 10 next to 1, with single steps from the top card's number both ways."""
    both = zip("+-", answers(top.number, top.step, corner), strict=True)
    return {
        "numbers": [Number(n, *_at(n, RADIUS), n == top.number) for n in range(1, 11)],
        "hops": [Hops(sign, _path(top.number, top.step, sign), answer) for sign, answer in both if answer],
        "number": top.number,
        "step": top.step,
    }


def _path(number: int, steps: int, sign: str) -> str:
    way = 1 if sign == "+" else -1
    x, y = _at(number + 0.12 * way, RADIUS + 16)
    path = f"M{x} {y}"
    for hop in range(steps):
        over, end = _at(number + way * (hop + 0.5), HOPS + 10), _at(number + way * (hop + 0.9), RADIUS + 16)
        path += f"Q{over[0]} {over[1]} {end[0]} {end[1]}"
    return path


def _at(place: float, radius: float) -> tuple[float, float]:
    """Return where a number lies, 10 at the top, clockwise."""
    angle = math.tau * place / 10
    return round(CENTRE + radius * math.sin(angle), 1), round(CENTRE - radius * math.cos(angle), 1)
