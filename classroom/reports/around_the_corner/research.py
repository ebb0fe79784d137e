"""Around the Corner in the research file: a line for each top card that a child could answer."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_lazy

from classroom.reports.exports.research import ResearchAnswer, ResearchGame, ResearchItem, ResearchSkill
from game.models import Attempt
from game.rules.around_the_corner.cards import COPIES, NUMBER, answers, card
from game.rules.around_the_corner.practice import MODE

TOP = "plus_or_minus"
SKILLS = (
    ResearchSkill(TOP, gettext_lazy("a step on or back from a number up to 10")),
    *(ResearchSkill(f"step_{step}", f"±{step}", TOP) for step in COPIES),
)
COLUMNS = (
    "player",
    "started_at",
    "top_number",
    "top_step",
    "corner",
    "milliseconds",
    "timed",
    "own",
    "ending",
    "played",
    "hand",
    "directions",
    "opponents",
    "mode",
    "late",
    "retry",
    "own_top",
    "round__table",
    "round",
    "pictured",
)


def _key(number: int, step: int, corner: bool) -> str:
    return f"{number}±{step}{' round the corner' if corner else ''}"


def _right(number: int, step: int, corner: bool) -> str:
    return "|".join(f"{answer}" for answer in answers(number, step, corner) if answer)


ITEMS = tuple(
    ResearchItem(_key(number, step, corner), _key(number, step, corner), _right(number, step, corner), f"step_{step}")
    for corner in (True, False)
    for step in COPIES
    for number in range(1, 11)
)


def _answers(players: Sequence[int]) -> Iterator[ResearchAnswer]:
    ours = Attempt.objects.filter(player__in=players).exclude(ending=Attempt.Ending.VOID).order_by("started_at", "pk")
    for row in ours.values_list(*COLUMNS).iterator():
        yield _answer(*row)


def _answer(
    player: int,
    at: int,
    number: int,
    step: int,
    corner: bool,
    milliseconds: int | None,
    timed: bool,
    own: str,
    ending: str,
    played: int | None,
    hand: list[int],
    directions: str,
    opponents: int,
    mode: str,
    late: bool,
    retry: bool,
    own_top: bool,
    table: int,
    played_round: int,
    pictured: bool,
) -> ResearchAnswer:
    cut = ending == Attempt.Ending.OTHER
    return ResearchAnswer(
        player=player,
        at=at,
        item=_key(number, step, corner),
        response_time=milliseconds if (timed or mode == MODE) and not own else None,
        correct=None if cut else ending == Attempt.Ending.RIGHT,
        answer=NUMBER[played] if played else "",
        answer_expected=_right(number, step, corner),
        log={
            "mode": mode,
            "ended": Attempt.Ending(ending).label,
            "hand": [f"{card(held).number}±{card(held).step}" for held in hand],
            "directions": directions,
            "opponents": opponents,
            "late": late,
            "retry": retry,
            "own_top": own_top,
            "pictured": pictured,
        },
        random=mode != MODE,
        table=table,
        round=played_round,
    )


GAME = ResearchGame(SKILLS, ITEMS, _answers)
