"""Options as a teacher may choose them: any declared value of any option, and what one child has otherwise."""

import random
from collections.abc import Mapping
from typing import Any

from classroom.forms.fields import brought_initial
from classroom.sessions.games import catalogue
from game.screens.options import Option, used

NOT_DRAWN = frozenset({"mode", "tables", "away", "first"})
"""What a way or each lesson draws for itself; by hand or by groups a teacher seats children before they play."""
OWN = 0.4
"""How many children have something otherwise than their table."""


def drawn(seed: int, game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return a value of each option that the game's page asks for in this mode and the way leaves open."""
    dice = random.Random(f"options of {seed}")
    asked = used(list(catalogue.of(game).form.OPTIONS.values()), options["mode"])
    chosen = {
        option.name: _value(option, dice)
        for option in asked
        if option.values and option.name not in NOT_DRAWN | options.keys()
    }
    return {**chosen, **brought_initial(asked, chosen), **options}


def own(dice: random.Random, game: str) -> dict[str, Any]:
    """Return what a child of a game has otherwise: its needs (Options.own of the rules)."""
    if dice.random() >= OWN:
        return {}
    found = {option.name: _value(option, dice) for option in catalogue.of(game).accommodations.values()}
    return {name: value for name, value in found.items() if value is not None}


def _value(option: Option, dice: random.Random) -> Any:
    values = [each.value for each in option.values]
    return sorted(dice.sample(values, dice.randrange(1, len(values) + 1))) if option.several else dice.choice(values)
