"""Laws that hold in every round of every game, whatever is chosen and whoever plays.

Each takes a game as it is played, the name of one of its option sets, and a seed.
"""

from functools import reduce
from typing import Any

import pytest

from game.rules.contract import Event, Refused
from tests.rules.contract import Offer, Played
from tests.rules.hidden import cards_in
from tests.rules.wandering import Step, judged, play

LOOKS = 13
"""At every so many steps of a round all views are looked at."""


def assert_round_keeps_the_laws(played: Played, name: str, seed: int) -> None:
    """No card is lost; a refusal changes nothing; the log folds to the end; kinds of events are the game's own."""
    rules, laws = played.rules, played.laws
    options, seats, leaving = played.rounds.OPTION_SETS[name]
    deck = sorted(laws.cards_of(rules.deal(options, seats, seed)))
    log: list[Event] = []
    for step in played.rounds.wander(options, seats, leaving, seed):
        if isinstance(step.outcome, Refused):
            assert step.after == step.before
            continue
        log.append(step.outcome)
        assert sorted(laws.cards_of(step.after)) == deck
        assert_event_is_what_its_kind_says(played, step)
        laws.assert_own_laws(step)
    assert reduce(rules.apply, log, rules.deal(options, seats, seed)) == step.after
    assert log[-1].kind in rules.ENDS
    laws.assert_own_end(step.after)


def assert_event_is_what_its_kind_says(played: Played, step: Step) -> None:
    rules, event = played.rules, step.outcome
    assert isinstance(event, Event)
    assert event.kind in rules.EVENTS
    assert (event.kind in rules.ENDS) == (step.after.phase == "over" != step.before.phase)
    if event.kind in rules.PLACED:
        assert event.card or event.cards
    if event.kind in rules.NOT_DONE:
        assert rules.view(step.after, None) == rules.view(step.before, None)


def assert_views_hide(played: Played, name: str, seed: int) -> None:
    """Nobody's view holds a card that they may not see, nor is another one where only such cards are others."""
    rules, laws = played.rules, played.laws
    for number, step in enumerate(played.rounds.wander(*played.rounds.OPTION_SETS[name], seed)):
        if number % LOOKS and step.after.phase == "playing":
            continue
        for seat in (None, *range(step.after.seats)):
            view = rules.view(step.after, seat)
            assert {card.id for card in cards_in(view, played.card)} <= laws.may_see(step.after, seat)
            assert view == rules.view(laws.with_hidden_cards_mixed(step.after, seat), seat)


def assert_offered_moves_are_taken(played: Played, name: str, seed: int) -> None:
    """What `moves` offers is what the rules take: offered moves are done, and done ones were offered."""
    rules, looked_at = played.rules, None
    offers: tuple[Offer, ...] = ()
    for step in played.rounds.wander(*played.rounds.OPTION_SETS[name], seed):
        if step.before is not looked_at:  # after a refusal it is the one of before
            looked_at = step.before
            offers = tuple(
                Offer(rules.view(looked_at, seat), rules.moves(looked_at, seat)) for seat in range(looked_at.seats)
            )
            assert_taken(played, looked_at, offers)
        played.laws.assert_offers(step, offers)


def assert_taken(played: Played, position: Any, offers: tuple[Offer, ...]) -> None:
    for offer in offers:
        for move in offer.moves:
            event = judged(played.rules, position, move._replace(at=offer.view.paused_until))
            assert isinstance(event, Event)
            assert event.kind not in played.rules.NOT_DONE
            assert move.kind in played.rules.MOVES


def assert_refusals_change_nothing(played: Played, name: str, seed: int) -> set[str]:
    """`play` raises where nothing is done, and leaves the position alone; return the reasons."""
    rules, reasons = played.rules, set()
    for step in played.rounds.wander(*played.rounds.OPTION_SETS[name], seed):
        if step.move and (isinstance(step.outcome, Refused) or step.outcome.kind in rules.NOT_DONE):
            before = step.before._replace()
            with pytest.raises(Refused) as refused:
                play(rules, step.before, step.move)
            assert step.before == before
            reasons.add(refused.value.reason)
    return reasons
