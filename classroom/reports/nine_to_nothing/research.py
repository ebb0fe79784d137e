"""Nine to Nothing in the research file: a line for each sum that a child laid, or could have laid in its turn."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy

from classroom.reports.kit.exports.columns import OWN
from classroom.reports.kit.exports.research_tables import ResearchAnswer, ResearchGame, ResearchItem, ResearchSkill
from classroom.reports.nine_to_nothing.columns import faces
from classroom.reports.nine_to_nothing.estimates_sheet import METHOD
from game.models import Claim

SEVERAL = "several"
SKILLS = (ResearchSkill(SEVERAL, gettext_lazy("sums of several cards, with minus cards and sign changes")),)
ITEMS = tuple(ResearchItem(f"lay {target}", f"lay {target}", f"{target}", SEVERAL) for target in range(9, -1, -1))
COLUMNS = (
    "player",
    "started_at",
    "target",
    "milliseconds",
    "timed",
    "ending",
    "total",
    "cards",
    "hand",
    "kind",
    "points",
    "possible",
    "checking",
    "noticed",
    "retry",
    "pictured",
    "seat",
    "round__options",
    "round__table",
    "round",
    "line",
    "modality",
)


def _answers(players: Sequence[int]) -> Iterator[ResearchAnswer]:
    ours = Claim.objects.filter(player__in=players).order_by("started_at", "round", "line", "pk")
    for row in ours.values_list(*COLUMNS).iterator():
        yield _answer(dict(zip(COLUMNS, row, strict=True)))


def _answer(row: Mapping[str, Any]) -> ResearchAnswer:
    own = row["round__options"].get(OWN, {}).get(f"{row['seat']}")
    told = ("kind", "points", "possible", "checking", "noticed", "retry", "pictured")
    return ResearchAnswer(
        player=row["player"],
        at=row["started_at"],
        item=f"lay {row['target']}",
        response_time=row["milliseconds"] if row["timed"] and not own else None,
        correct=row["ending"] == Claim.Ending.RIGHT,
        answer="" if row["total"] is None else row["total"],
        answer_expected=row["target"],
        log={
            "ended": Claim.Ending(row["ending"]).label,
            "cards": faces(row["cards"]),
            "hand": faces(row["hand"]),
            **{name: row[name] for name in told},
        },
        random=True,
        table=row["round__table"],
        round=row["round"],
        line=row["line"],
        modality=row["modality"],
        hidden_ms=0,
        settings=row["round__options"],
    )


GAME = ResearchGame("nine_to_nothing", METHOD, SKILLS, ITEMS, _answers)
