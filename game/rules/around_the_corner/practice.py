"""Practice alone, without a clock: one top card, a hand of eight, one of the two sums can be made.

Rule 1: a question is a fact (number, step, + or −); its top card shows number and step.
Rule 2: the hand of eight holds the fact's answer, never the other answer of the top card, so that right and wrong cards
        are evidence of this fact (measurement 0.2: credit only if the hand has one direction).
Rule 3: a wrong card is marked as tried; the question goes on until a card fits.
Rule 4: the hand follows from the round's seed and the count of the question; the caller chooses the facts.
Rule 5: a hint spells out both sums. Later answers to that question are no evidence of knowing it.
Rule 6: a child with number pictures has a rung of the ladder (`picture_ladder`). If `ladder` is in the options, with
        the counts that the child brought along, the rung moves from question to question.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from game.rules.around_the_corner.cards import CARDS, NUMBER, Card, card, in_order
from game.rules.around_the_corner.events import PLAYED, WRONG
from game.rules.around_the_corner.facts import Fact, fact_in, facts
from game.rules.around_the_corner.position import ON_CARDS, Options
from game.rules.contract import PICTURED, STOPPED, Event, Refused, unchanged
from game.rules.picture_ladder import ASKED as ON_REQUEST
from game.rules.picture_ladder import NONE, Given, Ladder, is_pictured, rung_in

MODE, CHECK_UP = "practice", "check_up"
MODES = frozenset({MODE, CHECK_UP})
RUN = 20
"""Questions of a run, about four minutes."""
STONES, LONGEST_MS = 12, 180_000
HAND = 8
HINTED, UNSURE = "hinted", "unsure"
ASKED = {"ask_plus": "+", "ask_minus": "-"}
"""Kinds of the event that puts a question (`card` is its top card, `top` its count, from 1), with the sign asked
for."""


class Question(NamedTuple):
    """The present question; `place` is its number in the round from 1, which is also the top card's count."""

    place: int
    fact: Fact
    top: Card
    hand: tuple[Card, ...]


class FirstAnswer(NamedTuple):
    """The first answer to a question: when it came, its ms since the question, and the number picture shown."""

    fact: Fact
    right: bool
    at: int
    milliseconds: int
    pictured: bool = False


@dataclass(frozen=True, slots=True)
class Position:
    """A practice round. `tried` are the wrong cards on the present question; `placed` counts right cards.

    `hinted`: the present question's sums are spelled out. `answers` are first answers without a hint. `missed` are the
    places (from 1) of questions that were hinted or not right at once. `last` is the newest answer, of `last_fact`.
    `ladder` is the rung of number pictures, and whether it `moves`; `pictured`: a picture was requested for this
    question. `began_at` is when a check-up put its first question.
    """

    seed: int
    options: Options
    question: Question | None = None
    tried: tuple[int, ...] = ()
    hinted: bool = False
    placed: int = 0
    last: Event | None = None
    last_fact: Fact | None = None
    asked: tuple[Fact, ...] = ()
    asked_at: int = 0
    answers: tuple[FirstAnswer, ...] = ()
    missed: frozenset[int] = frozenset()
    over: bool = False
    ladder: Ladder = Ladder(NONE)
    moves: bool = False
    pictured: bool = False
    check_up: bool = False
    began_at: int = 0

    @property
    def ends(self) -> bool:
        """Whether a run, or a check-up, has no more questions."""
        if not self.check_up:
            return len(self.asked) >= RUN
        last = self.last.at if self.last else 0
        return len(self.asked) >= STONES or last - self.began_at >= LONGEST_MS

    @property
    def sure(self) -> dict[Fact, bool]:
        """The sums of a finished round in the order first asked, with whether the latest answer was right at once."""
        return {fact: place not in self.missed for place, fact in enumerate(self.asked, start=1)}

    def has_picture(self, at: int) -> bool:
        """Return whether the present question's number picture is shown at this time (ms since 1970)."""
        return is_pictured(self.ladder.rung, asked=self.pictured, waited=at - self.asked_at)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts that can be asked for."""
        return facts(self.options.sums, self.options.steps)


def start(options: Mapping[str, Any], seed: int) -> Position:
    """Return the position before the first question. Raises ValueError for an invalid option."""
    brought = options.get("ladder")
    ladder = Ladder(rung_in(options, 0), *(brought or ()))
    chosen = Options.from_json({name: options[name] for name in ON_CARDS if name in options})
    return Position(seed, chosen, ladder=ladder, moves=brought is not None, check_up=options.get("mode") == CHECK_UP)


def ask(position: Position, fact: Fact, at: int) -> Event:
    """Return the event that puts this fact as the next question. Raises ValueError if the round does not have it."""
    if fact not in position.facts:
        raise ValueError(f"{fact} cannot be asked")
    top = _top(fact)
    kind = "ask_plus" if fact.sign == "+" else "ask_minus"
    return Event(kind, 0, top.id, len(position.asked) + 1, at)


def _top(fact: Fact) -> Card:
    return next(found for found in CARDS if (found.number, found.step) == (fact.number, fact.step))


def question_at(position: Position, fact: Fact, place: int) -> Question:
    """Return the question for this fact at this place of the round, counted from 1."""
    top, dice = _top(fact), random.Random(f"{position.seed} {place}")
    hand = _numbers(top, position.options) if position.check_up else _hand(fact, top, position.options, dice)
    return Question(place, fact, top, hand)


def judge(position: Position, held: int, count: int, at: int) -> Event:
    """Return the event of a card: played or wrong. Raises Refused if it does not answer the present question."""
    question = _present(position, count)
    if held not in {shown.id for shown in question.hand} or held in position.tried:
        raise Refused("not_your_card")
    kind = PLAYED if NUMBER[held] == question.fact.answer else WRONG
    return Event(kind, 0, held, count, at)


def hint(position: Position, count: int, at: int) -> Event:
    """Return the event that spells out both sums of this question. Raises Refused if it is not the present one."""
    place = _present(position, count).place
    if position.check_up:
        raise Refused("unknown_move")
    return Event(HINTED, 0, None, place, at)


def unsure(position: Position, count: int, at: int) -> Event:
    """Return the event that skips this question of a check-up. Raises Refused if it is not the present one."""
    place = _present(position, count).place
    if not position.check_up:
        raise Refused("unknown_move")
    return Event(UNSURE, 0, None, place, at)


def picture(position: Position, count: int, at: int) -> Event:
    """Return the event that shows the number picture of this question. Raises Refused if it does not come on
    request."""
    question = _present(position, count)
    if position.ladder.rung != ON_REQUEST or position.pictured:
        raise Refused("unknown_move")
    return Event(PICTURED, 0, None, question.place, at)


def _present(position: Position, count: int) -> Question:
    question = position.question
    if position.over or question is None:
        raise Refused("over")
    if count != question.place:
        raise Refused("bad_top")
    return question


def apply(position: Position, event: Event) -> Position:
    """Fold an event of the log in, without judging it. Raises UnknownKindError."""
    if event.kind in ASKED:
        return _asked(position, event)
    if event.kind in (PLAYED, WRONG):
        return _answered(position, event, right=event.kind == PLAYED)
    if event.kind == HINTED:
        return replace(position, hinted=True, missed=position.missed | {len(position.asked)})
    if event.kind == PICTURED:
        return replace(position, pictured=True)
    if event.kind == UNSURE:
        return replace(position, question=None, last=event, missed=position.missed | {len(position.asked)})
    if event.kind == STOPPED:
        untouched = position.question is not None and len(position.asked) not in position.missed
        return replace(position, over=True, question=None, asked=position.asked[: len(position.asked) - untouched])
    return unchanged(position, event)


def _answered(position: Position, event: Event, *, right: bool) -> Position:
    fact = position.asked[-1]
    is_first = not position.tried and not position.hinted
    pictured, took = position.has_picture(event.at), max(0, event.at - position.asked_at)
    answer = FirstAnswer(fact, right, event.at, took, pictured)
    given = Given(position.ladder.rung, right, pictured)
    return replace(
        position,
        ladder=position.ladder.after(given) if is_first and position.moves else position.ladder,
        question=None if right or position.check_up else position.question,
        tried=() if right or position.check_up else (*position.tried, event.card or 0),
        placed=position.placed + right,
        last=event,
        last_fact=fact,
        answers=(*position.answers, answer) if is_first else position.answers,
        missed=position.missed if right else position.missed | {len(position.asked)},
    )


def _asked(position: Position, event: Event) -> Position:
    top, count = card(event.card or 0), len(position.asked) + 1
    fact = fact_in(top.number, top.step, ASKED[event.kind], position.options.highest)
    return replace(
        position,
        question=question_at(position, fact, count),
        tried=(),
        hinted=False,
        pictured=False,
        asked=(*position.asked, fact),
        asked_at=event.at,
        began_at=position.began_at or event.at,
    )


def _hand(fact: Fact, top: Card, options: Options, dice: random.Random) -> tuple[Card, ...]:
    pack = [card(other) for other in options.deck if other != top.id]
    answer, either = fact.answer, options.answers(fact.number, fact.step)
    fitting = [other.id for other in pack if other.number == answer]
    others = [other.id for other in pack if other.number not in either]
    held = [fitting[int(dice.random() * len(fitting))], *_drawn(others, HAND - 1, dice)]
    return tuple(card(number) for number in in_order(held))


def _numbers(top: Card, options: Options) -> tuple[Card, ...]:
    """Return one card of each number, in order, other than the top card itself."""
    by_number = {card(held).number: card(held) for held in options.deck if held != top.id}
    return tuple(by_number[number] for number in sorted(by_number))


def _drawn(cards: Sequence[int], count: int, dice: random.Random) -> list[int]:
    """Return `count` cards drawn by random() alone, whose sequence Python guarantees for a seed in every version."""
    pack = list(cards)
    drawn: list[int] = []
    while len(drawn) < count:
        drawn.append(pack.pop(int(dice.random() * len(pack))))
    return drawn
