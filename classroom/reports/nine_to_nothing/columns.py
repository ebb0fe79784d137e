"""Columns of the file of sums: one row for each claim of Nine to Nothing, and the meaning of every column."""

from django.utils.translation import gettext_lazy as _

from classroom.reports.kit.exports.columns import COMMON, SETTINGS, Column, field, flag
from game.models import Claim
from game.rules.nine_to_nothing.cards import card


def faces(cards: list[int]) -> str:
    """Return cards in a machine-readable form: 6 -2 x 5; x flips the card before it."""
    return " ".join("x" if card(held).is_change else f"{card(held).value}" for held in cards)


COLUMNS = (
    *COMMON,
    field("checking", _("Who checked the sums: referee (Cardinal) or classmates. Do not mix them in one number.")),
    field("target", _("What the sum had to make, 9 to 0.")),
    Column(
        "result",
        _("right; wrong; missed (the hand held a sum, and none was tried in that turn)."),
        lambda row: Claim.Ending(row.record.ending).label,
    ),
    Column(
        "cards",
        _("The cards laid, in their order; x is a sign change and flips the card before it. Empty if missed."),
        lambda row: faces(row.record.cards),
    ),
    field("total", _("What the cards make; empty if missed.")),
    field("size", _("How many cards were laid, sign changes too.")),
    field("kind", _("plus (plus cards only), minus (with a minus card) or change (with a sign change).")),
    field("points", _("Points of a right sum: 1 for each number card, 2 for each sign change; else 0.")),
    field("possible", _("The most points that the hand allowed for this target; 0 if it held no sum.")),
    Column("hand", _("The cards in the hand before the sum was laid."), lambda row: faces(row.record.hand)),
    Column("codes", _("What may explain a wrong sum, the likeliest first."), lambda row: " ".join(row.record.codes)),
    field(
        "noticed",
        _("Who saw that a wrong sum is wrong: referee, classmate, computer, self or nobody; empty if it was right."),
    ),
    flag("asked", _("1 if the student had asked in that turn whether a sum is possible.")),
    flag("came_back", _("1 if the cards came back to the hand.")),
    flag("retry", _("1 if it was not the first try for this target in the turn; such rows are in no accuracy.")),
    field("milliseconds", _("Time from seeing the hand to laying the cards; milliseconds.")),
    flag("timed", _("1 if the time may be used: first try, page visible throughout, 200 ms to 3 minutes.")),
    field(
        "modality",
        _(
            "How the sum was laid: touch, mouse, pen, key, click (assistive technology), or scan (with one key, or by "
            "resting, without a time)."
        ),
    ),
    *SETTINGS,
)
