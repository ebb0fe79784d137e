"""Sentences about a student's weeks, in the words of a game. Where nothing is found nothing is said: the picture stands
alone with its ranges (measurement 7, rows 14, 15)."""

from typing import NamedTuple

from django.template.defaultfilters import floatformat
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from classroom.reports.kit.growth.pictures import Growth


class GrowthTexts(NamedTuple):
    """Sentences that name what a game counts: `quicker` and `slower` than then, with so many `decimals`."""

    quicker: Promise
    slower: Promise
    decimals: int = 1


def accuracy_in_words(found: Growth) -> str:
    change = found.trend.accuracy
    if change is None:
        return ""
    then, now = round(100 * change.then), round(100 * change.now)
    words = {"then": then, "now": now, "day": date_format(change.since, _("j F"))}
    if change.now > change.then:
        said = _("Right more often than in the week of %(day)s: about %(then)s of 100 then, %(now)s now.") % words
    else:
        said = _("Right less often than in the week of %(day)s: about %(then)s of 100 then, %(now)s now.") % words
    return f"{said} {_by_chance()}"


def seconds_in_words(found: Growth, texts: GrowthTexts) -> str:
    """Say what has changed in time; of who is quicker also whether as right, for haste is no growth."""
    change = found.trend.seconds
    if change is None:
        return ""
    words = {name: floatformat(value, texts.decimals) for name, value in (("then", change.then), ("now", change.now))}
    words["day"] = date_format(change.since, _("j F"))
    quicker = change.now < change.then
    said = [f"{texts.quicker if quicker else texts.slower}" % words]
    if quicker and found.trend.accuracy is None:
        said.append(
            _("No less right.") if found.trend.as_sure else _("Look whether the answers are as right as before.")
        )
    return " ".join([*said, _by_chance()])


def _by_chance() -> str:
    return _("Such a difference comes by chance in 1 of 20 children who have not changed.")
