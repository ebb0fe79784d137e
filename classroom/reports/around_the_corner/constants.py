"""Constants used for the numbers of a file, each with its meaning: with the rows they suffice to reproduce every number
(measurement 3.5)."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from classroom.measures.class_fit import (
    DAYS_APART,
    FROM_CLUSTERS,
    LEARN_FROM_DECISIONS,
    LEARN_FROM_STUDENTS,
    SPREAD_WEIGHS,
    WIDE,
)
from classroom.measures.climbing import DAYS_WEIGH
from classroom.measures.mastery import MOSTLY
from classroom.measures.mixture import CENTRES, MU, ODDS, SHIFT, SHORTEST, SPREADS
from classroom.measures.showing import ACCURACY_PALE_FROM, CLASS_MEAN_FROM_STUDENTS, SPEED_PALE_FROM
from classroom.models import Classroom
from classroom.reports.around_the_corner.estimates import METHOD
from classroom.reports.around_the_corner.findings.ability import AT_MOST
from classroom.reports.around_the_corner.findings.strata import HAND, SHIPPED_CORNER, SHIPPED_PLAIN
from classroom.reports.around_the_corner.sources.answers import AVOIDED_SECONDS
from classroom.reports.kit.exports.columns import Value
from classroom.reports.kit.periods import USUAL_DAYS
from game.log.browser_clock import APART_MS, FASTEST_MS, SLOWEST_MS

Constant = tuple[str, Value, str]
PARAMETERS = ("log_seconds", "log_spread", "log_seconds_wrong", "log_odds_right", "log_odds_passing")
"""Names of the model's parameters, in the order of measures.mixture."""


def constants(classroom: Classroom) -> tuple[Constant, ...]:
    """Return the constants behind the numbers, each with its meaning."""
    return (
        ("method_version", METHOD, _("Version of the formulas; numbers of two versions are not compared.")),
        ("quick_seconds", classroom.quick_seconds, _("Within so many seconds a right card is quick in this class.")),
        ("period_days", USUAL_DAYS, _("Shares, seconds and known sums are of the newest days, so many.")),
        ("answers_at_most", AT_MOST, _("Of a child at most so many of the newest answers are read for them.")),
        ("right_from_cards", ACCURACY_PALE_FROM, _("No range of right cards is said below so many answers.")),
        ("seconds_from_cards", SPEED_PALE_FROM, _("No seconds are said below so many own cards on the clock.")),
        ("class_from_students", CLASS_MEAN_FROM_STUDENTS, _("No number of a class below so many students.")),
        ("accurate_share", MOSTLY, _("A sum is accurate where more than this share of 1 is right.")),
        ("waited_seconds", AVOIDED_SECONDS, _("A card that fitted, let pass for longer, is a missed one.")),
        ("fastest_ms", FASTEST_MS, _("A quicker answer is no time.")),
        ("slowest_ms", SLOWEST_MS, _("A slower answer is no time.")),
        ("clocks_apart_ms", APART_MS, _("A time that differs by more from the server's is not used.")),
        *_of_the_model(),
    )


def _of_the_model() -> Iterator[Constant]:
    """Yield the constants of the model of races, for its shares and seconds."""
    yield "shift_seconds", SHIFT, _("Races: so much of a time is eye and hand, the rest is lognormal.")
    yield "shortest_seconds", SHORTEST, _("Races: at least so much is left of a time.")
    yield "mix_hand", HAND, _("Races: for the full deck and a hand of so many cards, each number as likely.")
    yield "offsets_from_students", LEARN_FROM_STUDENTS, _("Races: from so many children a class has its own offsets.")
    yield "offsets_from_answers", LEARN_FROM_DECISIONS, _("Races: from so many timed answers a stratum has its own.")
    yield "spread_weighs", SPREAD_WEIGHS, _("Races: the first spread weighs as much as so many children.")
    yield "clusters_from", FROM_CLUSTERS, _("Races: from so many top cards on, answers to one of them are a cluster.")
    yield "days_weigh", DAYS_WEIGH, _("Races: how days usually differ weighs as much as so many days of children.")
    for name, column in (("log_seconds", MU), ("log_odds_right", ODDS)):
        yield f"days_apart_{name}", DAYS_APART[column], _("Races: spread of a child’s days, before the class.")
    time, odds = _("Races: offset of log seconds, before the class."), _("Races: offset of log odds, before the class.")
    for name, offsets in [*((f"{step}", plain) for step, plain in SHIPPED_PLAIN.items()), ("corner", SHIPPED_CORNER)]:
        yield f"log_seconds_{name}", offsets[0], time
        yield f"log_odds_{name}", offsets[1], odds
    priors = (
        ("first_middle", CENTRES, _("Races: middle of the prior, before the class.")),
        ("first_spread", SPREADS, _("Races: spread of the prior, before the class.")),
        ("least_spread", WIDE, _("Races: least spread of the class’s own prior.")),
    )
    for key, values, text in priors:
        for parameter, value in zip(PARAMETERS, values.tolist(), strict=True):
            yield f"{key}_{parameter}", round(value, 4), text
