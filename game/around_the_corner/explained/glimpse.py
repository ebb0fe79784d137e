"""The first plays of a real round, as an animation that runs once and rests on the last play."""

from functools import cache
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from game.around_the_corner.explained.how_to_play import FOLDER
from game.rules import around_the_corner as rules
from game.rules.around_the_corner import Options
from game.rules.around_the_corner.simulation import simulate
from game.rules.computer import LEVELS
from game.rules.contract import SEEN
from game.screens.sentences import MINUS
from game.screens.stencils import draw

SEED, PLAYERS, PLAYS = 330, 4, 6
"""A deal in which each of the four plays, and seat 0's card goes round the corner at the end."""


class ShownPlay(NamedTuple):
    """A card on the pile. `says` is its sum, `slot` its place in the hand of seat 0, None for other players' cards."""

    turn: int
    seat: int
    number: int
    step: int
    says: str
    slot: int | None


@cache
def glimpse() -> SafeString:
    """Return the animation, which has no words and so is the same in every language."""
    return draw(f"{FOLDER}/glimpse", _played())


def _played() -> dict[str, Any]:
    """Return the top card, the hand of seat 0, and the first plays on it."""
    position: Any = rules.deal({}, PLAYERS, SEED)
    plays: list[ShownPlay] = []
    hand: list[Any] = []
    for event, _measured in simulate({}, [LEVELS["steady"]] * PLAYERS, SEED, start_at=0):
        if event.kind == SEEN:
            continue
        before, position = position, rules.apply(position, event)
        if event.seat is None or position.top == before.top:
            continue
        top, card = _top(before), _top(position)
        hand = hand or [top, *(held for held in rules.view(before, 0).hand if held)]
        slot = next((place for place, held in enumerate(hand[1:]) if held.id == event.card), None)
        says = _sum(top.number, top.step, card.number)
        plays.append(ShownPlay(len(plays) + 1, event.seat, card.number, card.step, says, None if event.seat else slot))
        if len(plays) == PLAYS:
            break
    turns = {play.slot: play.turn for play in plays if play.slot is not None}
    held = [(place, card, turns.get(place)) for place, card in enumerate(hand[1:])]
    return {"top": hand[0], "hand": held, "plays": plays}


def _top(position: Any) -> Any:
    return rules.view(position, None).top_card


def _sum(number: int, step: int, answer: int) -> str:
    """Return a sum; one that goes round the corner is counted out: 8 + 3 … 9, 10, 1."""
    options = Options()
    way = 1 if options.answers(number, step)[0] == answer else -1
    written = f"{number} {'+' if way > 0 else MINUS} {step}"
    if number + way * step == answer:
        return f"{written} = {answer}"
    counted = ((number + way * n - 1) % options.highest + 1 for n in range(1, step + 1))
    return f"{written} … {', '.join(map(str, counted))}"
