"""Nine to Nothing in the research file: a line for each sum that a child laid, or could have laid in its turn."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.utils.translation import gettext_lazy

from classroom.reports.kit.exports.columns import OWN
from classroom.reports.kit.exports.research_tables import ResearchGame, ResearchItem, ResearchSkill, answers_of
from classroom.reports.nine_to_nothing.columns import faces
from classroom.reports.nine_to_nothing.students_sheet import METHOD
from game.models import Claim

SEVERAL = "several"
SKILLS = (ResearchSkill(SEVERAL, gettext_lazy("sums of several cards, with minus cards and sign changes")),)
ITEMS = tuple(ResearchItem(f"lay {target}", f"lay {target}", f"{target}", SEVERAL) for target in range(9, -1, -1))
TOLD = ("kind", "points", "possible", "checking", "noticed", "retry", "pictured")
"""Columns that are copied into the log of a line unchanged."""


def _answer(row: Mapping[str, Any]) -> dict[str, Any]:
    own = row["round__options"].get(OWN, {}).get(f"{row['seat']}")
    return {
        "item": f"lay {row['target']}",
        "response_time": row["milliseconds"] if row["timed"] and not own else None,
        "correct": row["ending"] == Claim.Ending.RIGHT,
        "answer": "" if row["total"] is None else row["total"],
        "answer_expected": row["target"],
        "log": {
            "ended": Claim.Ending(row["ending"]).label,
            "cards": faces(row["cards"]),
            "hand": faces(row["hand"]),
            **{name: row[name] for name in TOLD},
        },
        "random": True,
        "hidden_ms": 0,
    }


COLUMNS = ("target", "total", "cards", "kind", "points", "possible", "checking", "noticed", "seat")
GAME = ResearchGame("nine_to_nothing", METHOD, SKILLS, ITEMS, partial(answers_of, Claim, COLUMNS, _answer))
