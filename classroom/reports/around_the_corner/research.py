"""Around the Corner in the research file: a line for each top card that a child could answer."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.utils.translation import gettext_lazy

from classroom.reports.around_the_corner.estimates import METHOD
from classroom.reports.kit.exports.research_tables import ResearchGame, ResearchItem, ResearchSkill, answers_of
from game.models import Attempt
from game.rules.around_the_corner.cards import ALL_SUMS, COPIES, NUMBER, TEN, Sums, card
from game.rules.around_the_corner.diagnosis import TopCard
from game.rules.around_the_corner.position import SUMS
from game.rules.around_the_corner.practice import MODES

TOP = "plus_or_minus"
SKILLS = (
    ResearchSkill(TOP, gettext_lazy("a step on or back from a number up to 10")),
    *(ResearchSkill(f"step_{step}", f"±{step}", TOP) for step in COPIES),
)
COLUMNS = (
    "top_number", "top_step", *SUMS, "own", "played", "directions", "opponents", "mode", "late", "own_top", "hidden_ms",
)  # fmt: skip
TOLD = ("directions", "opponents", "late", "retry", "own_top", "pictured")
"""Columns that are copied into the log of a line unchanged."""


def _key(top: TopCard) -> str:
    card = f"{top.number}{top.sums.sign}{top.step}"
    low = f" to {top.sums.highest}" if top.sums.highest != TEN else ""
    return f"{card}{' round the corner' if top.sums.corner else ''}{low}"


def _right(top: TopCard) -> str:
    return "|".join(f"{answer}" for answer in top.answers() if answer)


TOPS = tuple(
    TopCard(number, step, sums) for sums in ALL_SUMS for step in COPIES for number in range(1, sums.highest + 1)
)
ITEMS = tuple(ResearchItem(_key(top), _key(top), _right(top), f"step_{top.step}") for top in TOPS)


def _answer(row: Mapping[str, Any]) -> dict[str, Any]:
    top = TopCard(row["top_number"], row["top_step"], Sums(*(row[name] for name in SUMS)))
    has_time = (row["timed"] or row["mode"] in MODES) and not row["own"]
    is_open = row["ending"] in (Attempt.Ending.OTHER, Attempt.Ending.VOID) or not row["directions"]
    return {
        "item": _key(top),
        "response_time": row["milliseconds"] if has_time else None,
        "correct": None if is_open else row["ending"] == Attempt.Ending.RIGHT,
        "answer": NUMBER[row["played"]] if row["played"] else "",
        "answer_expected": _right(top),
        "log": {
            "mode": row["mode"],
            "ended": Attempt.Ending(row["ending"]).label,
            "hand": [f"{card(held).number}±{card(held).step}" for held in row["hand"]],
            **{name: row[name] for name in TOLD},
        },
        "random": row["mode"] not in MODES,
        "hidden_ms": row["hidden_ms"],
    }


GAME = ResearchGame("around_the_corner", METHOD, SKILLS, ITEMS, partial(answers_of, Attempt, COLUMNS, _answer))
