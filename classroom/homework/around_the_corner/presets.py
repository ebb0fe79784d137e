"""The options of a practice: those that a report proposes for one kind of sum, and their description in words."""

from collections.abc import Mapping
from typing import Any

from game.around_the_corner.options import cards_in_words

SKILLS = ("1", "2", "3", "corner", "-1", "-2", "-3", "-corner")
"""On 1, on 2, on 3, on round the corner; then back (measurement 0.2). Reports refer to one by its index here."""


def practice_of(skill: int) -> dict[str, Any]:
    """Return the options for one of SKILLS: its step without the corner, or all steps with it. Raises ValueError."""
    if not 0 <= skill < len(SKILLS):
        raise ValueError(f"no skill {skill}")
    step = SKILLS[skill].removeprefix("-")
    return {"corner": "yes", "steps": ["1", "2", "3"]} if step == "corner" else {"corner": "no", "steps": [step]}


def in_words(options: Mapping[str, Any]) -> str:
    """Return a description of practice with these options."""
    return ", ".join(cards_in_words(options))
