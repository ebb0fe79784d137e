"""Columns of the file of cards: one row for each attempt, and the meaning of every column."""

from functools import cache, lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from classroom.reports.kit.exports.columns import COMMON, SETTINGS, Column, EvidenceRow, field, flag
from game.around_the_corner.options import OPTIONS
from game.models import Attempt
from game.rules import around_the_corner as rules
from game.rules.around_the_corner.position import SUMS


def _faces(cards: list[int]) -> str:
    return " ".join(map(_face, cards))


@cache
def _face(held: int) -> str:
    return f"{rules.card(held).number}±{rules.card(held).step}"


@lru_cache(256)
def _ending(ending: str, language: str | None) -> str:
    return str(Attempt.Ending(ending).label)


def _directions(row: EvidenceRow) -> str:
    return {"+": "plus", "-": "minus"}.get(row.record.directions, row.record.directions)


def _played(row: EvidenceRow, part: int) -> int | None:
    return rules.card(row.record.played)[part] if row.record.played else None


def _sum(row: EvidenceRow) -> int | None:
    return int(f"{row.record.sign}{row.record.top_step}") if row.record.sign else None


def _of_option(name: str) -> Column:
    """Return the column of an option that every attempt stores."""
    option = next(option for option in OPTIONS if option.name == name)
    return (flag if isinstance(option.usual, bool) else field)(name, option.column)


COLUMNS = (
    *COMMON,
    *(_of_option(name) for name in ("mode", *SUMS)),
    field("top", _("Which top card of the round it was, counted from 1.")),
    field("top_number", _("Number on the top card, 1 to 10.")),
    field("top_step", _("Step of the top card, 1, 2 or 3.")),
    field("previous_number", _("Number on the card that was on top before; empty for the first.")),
    field("previous_step", _("Step of the card that was on top before; empty for the first.")),
    flag("own_top", _("1 if the student had laid the top card, and so saw it first.")),
    Column("hand", _("Cards in the hand, each as number±step."), lambda row: _faces(row.record.hand)),
    Column("fitting", _("Cards of the hand that fitted."), lambda row: _faces(row.record.fitting)),
    Column("directions", _("Which sums the hand offered: plus, minus or both; empty if none."), _directions),
    field("opponents", _("How many others were playing at the table.")),
    field("stratum", _("Kind of card: step, plain or corner, number of directions in the hand.")),
    Column(
        "result",
        _(
            "right; wrong; missed (drew although a card fitted); lost (another student's card came first); "
            "void (nobody's decision: left, page hidden, end of the round)."
        ),
        lambda row: _ending(row.record.ending, get_language()),
    ),
    flag("late", _("1 if the student's card came after another's: beaten.")),
    flag(
        "retry", _("1 if it was not the first answer to this top card, or followed a hint in practice; in no report.")
    ),
    Column("played_number", _("Number on the card played; empty if none."), lambda row: _played(row, 1)),
    Column("played_step", _("Step of the card played; empty if none."), lambda row: _played(row, 2)),
    Column("sum", _("What a right card added to the top card, with its sign, -3 to 3; else empty."), _sum),
    field("milliseconds", _("Time from seeing a card that fitted to the tap, or to the end of waiting; milliseconds.")),
    flag("timed", _("1 if the time may be used: one screen, visible throughout, no pause, 200 ms to 60 s.")),
    flag("clock_off", _("1 if the device's time and the server's differ by more than 250 ms; it is not used then.")),
    field("hidden_ms", _("How long the page was hidden meanwhile; milliseconds.")),
    field(
        "modality",
        _(
            "How the card was tapped: touch, mouse, pen, key, click (assistive technology), or scan (with one key, "
            "or by resting, without a time); offline: practice "
            "without a connection, handed in later, its times are the device's."
        ),
    ),
    *SETTINGS,
)
