"""The mode in which all have the same hand (rule 10 of `nine_to_nothing`): its deal, and its end."""

from itertools import count
from random import Random

from game.rules.nine_to_nothing.cards import deck
from game.rules.nine_to_nothing.position import HAND, MOST_AT_ONE_HAND, Options, Position
from game.rules.nine_to_nothing.solver import can_lay
from game.rules.shuffling import shuffled


def deal_same_hand(options: Options, seats: int, seed: int) -> Position:
    """Return the position before GO: one hand for all seats, and a target that it can make.

    The pack is shuffled again until the hand can make one. Raises ValueError for less than one seat or more than a
    class.
    """
    if not 1 <= seats <= MOST_AT_ONE_HAND:
        raise ValueError(f"{seats} seats")
    goal = Random(f"target of {seed}").randint(0, options.highest)
    packs = (shuffled(deck(options.highest), f"{seed} same {again}") for again in count())
    pack = next(pack for pack in packs if can_lay(pack[:HAND], goal))
    return Position(
        options=options,
        seed=seed,
        draw_pile=tuple(reversed(pack[HAND:])),
        discard_pile=(),
        hands=(tuple(pack[:HAND]),) * seats,
        hand_changes=(0,) * seats,
        asked=(-1,) * seats,
        laid=((),) * seats,
        turn=None,
        stage="lay",
        goal=goal,
    )


def hand_is_over(position: Position, at: int) -> bool:
    """Return whether all are done, or the time is up (`at`: server ms since 1970)."""
    all_done = position.done >= set(position.active)
    return all_done or (position.closes_at is not None and at >= position.closes_at)
