"""Around the Corner in the research file: a line for each top card that a child could answer."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_lazy

from classroom.reports.exports.research import ResearchAnswer, ResearchGame, ResearchItem, ResearchSkill
from game.around_the_corner.attempts import SUMS
from game.models import Attempt
from game.rules.around_the_corner.cards import COPIES, HIGHEST, NUMBER, TEN, card
from game.rules.around_the_corner.diagnosis import TopCard
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
    *SUMS,
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


def _key(top: TopCard) -> str:
    card = f"{top.number}{'+' if top.only_plus else '±'}{top.step}"
    low = f" to {top.highest}" if top.highest != TEN else ""
    return f"{card}{' round the corner' if top.corner else ''}{low}"


def _right(top: TopCard) -> str:
    return "|".join(f"{answer}" for answer in top.answers() if answer)


TOPS = tuple(
    TopCard(number, step, corner, highest, only_plus)
    for only_plus in (False, True)
    for highest in HIGHEST
    for corner in (True, False)
    for step in COPIES
    for number in range(1, highest + 1)
    if corner or not only_plus
)
ITEMS = tuple(ResearchItem(_key(top), _key(top), _right(top), f"step_{top.step}") for top in TOPS)


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
    highest: int,
    only_plus: bool,
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
    top = TopCard(number, step, corner, highest, only_plus)
    cut = ending == Attempt.Ending.OTHER
    return ResearchAnswer(
        player=player,
        at=at,
        item=_key(top),
        response_time=milliseconds if (timed or mode == MODE) and not own else None,
        correct=None if cut else ending == Attempt.Ending.RIGHT,
        answer=NUMBER[played] if played else "",
        answer_expected=_right(top),
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
