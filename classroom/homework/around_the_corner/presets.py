"""The options of a practice: those that a report proposes for one kind of sum, and any of them in words."""

from collections.abc import Mapping
from typing import Any

from game.around_the_corner.options import cards_in_words

SKILLS = ("1", "2", "3", "corner", "-1", "-2", "-3", "-corner")
"""On 1, on 2, on 3, on round the corner; then back (measurement 0.2). A report names one by its place here."""


def practice_of(skill: int) -> dict[str, Any]:
    """Return what practice of one of SKILLS is: its step without the corner, or all steps with it. ValueError
    where there is no such skill."""
    if not 0 <= skill < len(SKILLS):
        raise ValueError(f"no skill {skill}")
    step = SKILLS[skill].removeprefix("-")
    return {"corner": "yes", "steps": ["1", "2", "3"]} if step == "corner" else {"corner": "no", "steps": [step]}


def in_words(options: Mapping[str, Any]) -> str:
    """Say what is practised with these options."""
    return ", ".join(cards_in_words(options))
