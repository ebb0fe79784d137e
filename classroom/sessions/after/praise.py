"""Praise after a session: for effort or growth, never for being first, and not for the same child twice in a row if
there is another.

It uses the decisions of the reports: a card tapped while nothing fitted is neither right nor wrong.
"""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom.models import ClassSession, Student
from classroom.sessions import teams
from classroom.sessions.counts import SessionTotals, SessionTries, totals, tries_in, tries_of
from classroom.sessions.games import catalogue

MOST = 4
FEWEST_CARDS, FEWER_WRONG, KEPT_ON = 8, 10, 4
"""Cards that a child must have tried to be judged; how many fewer of 100 are wrong for growth; and how many were wrong,
before at least as many right ones, for persistence."""


class Number(NamedTuple):
    """A number, the words for what it counts, and for its comparison."""

    value: int
    label: str
    compared: str


class Praise(NamedTuple):
    student: Student
    words: str


def praise(session: ClassSession) -> list[Praise]:
    """Return the children to praise, at most MOST; those who were praised last time come after the others."""
    earlier = next(iter(teams.alike_before(session)), None)
    last = tries_of(earlier) if earlier else {}
    found = said_of(tries_of(session), last)
    before = set(list(said_of(last, {}))[:MOST])
    chosen = sorted(found, key=lambda student: student in before)[:MOST]
    students = Student.objects.select_related("classroom").in_bulk(chosen)
    return [Praise(students[pk], found[pk]) for pk in chosen if pk in students]


def in_turn(rounds: Sequence[ClassSession], most: int) -> list[Praise]:
    """Return whom to thank after the last of these rounds of a lesson, among children with a face: nobody twice before
    all who played have had a turn. Where fewer than `most` are praised, others who put down cards follow."""
    before = next(iter(teams.alike_before(rounds[0])), None)
    tries = tries_in([*([before] if before else []), *rounds])
    played = {student for of_round in tries.values() for student in of_round}
    faces = Student.objects.filter(pk__in=played).exclude(character="").in_bulk()
    last, had, thanked = tries[before.pk] if before else {}, set[int](), dict[int, str]()
    for each in rounds:
        now = {student: mine for student, mine in tries[each.pk].items() if student in faces}
        if had >= now.keys():
            had = set()
        said = said_of(now, last)
        others = {student: took_part(1) for student, mine in sorted(now.items()) if mine.right}
        left = [student for student in {**said, **others} if student not in had][:most]
        thanked = {student: {**others, **said}[student] for student in left}
        had, last = had | thanked.keys(), now
    return [Praise(faces[student], words) for student, words in thanked.items()]


def took_part(n: int) -> str:
    """Return the words of thanks to `n` children for taking part, where nothing else can be said."""
    return ngettext("put down cards for all of us", "put down cards for all of us", n)


def said_of(now: Mapping[int, SessionTries], last: Mapping[int, SessionTries]) -> dict[int, str]:
    """Return by student what to praise: growth, care, persistence, one of each in turn, so that the first few are not
    praised for the same."""
    found: dict[int, str] = {}
    by_way: list[list[int]] = []
    for way in (_grown, _careful, _kept_on):
        said = {
            student: words
            for student, mine in sorted(now.items())
            if student not in found and mine.tried >= FEWEST_CARDS and (words := way(mine, last.get(student)))
        }
        found |= said
        by_way.append(list(said))
    in_turn = (student for each in zip_longest(*by_way) for student in each if student is not None)
    return {student: found[student] for student in in_turn}


def _grown(now: SessionTries, last: SessionTries | None) -> str:
    if last is None or last.tried < FEWEST_CARDS or last.wrong_of_100 - now.wrong_of_100 < FEWER_WRONG:
        return ""
    fewer = round(last.wrong_of_100 - now.wrong_of_100)
    return _("%(n)s fewer wrong of 100 than last time") % {"n": fewer}


def _careful(now: SessionTries, last: SessionTries | None) -> str:
    if now.wrong:
        return ""
    words = ngettext("%(n)s first answer, and that right", "all %(n)s first answers right", now.tried)
    return words % {"n": now.tried}


def _kept_on(now: SessionTries, last: SessionTries | None) -> str:
    hard = now.wrong >= KEPT_ON and now.right >= now.wrong
    return _("kept on when it was hard") if hard else ""


def numbers(session: ClassSession, new_sums: int) -> list[Number]:
    """Return the three numbers of a session in which somebody played; the third is `new_sums` of the whole class if
    there are any, else the number of rounds."""
    game, now = catalogue.of(session.game), totals(session)
    last = next((before for earlier in teams.alike_before(session) if (before := totals(earlier)).placed), None)
    found = [Number(now.placed, game.together_words(now.placed), _difference(now.placed, last and last.placed))]
    if now.tried:
        found.append(_right(now, last))
    if new_sums:
        words = ngettext("new sum known", "new sums known", new_sums)
        found.append(Number(new_sums, words, _("over the whole class")))
    elif now.rounds:
        words = ngettext("round played to the end", "rounds played to the end", now.rounds)
        found.append(Number(now.rounds, words, _("last time %(n)s") % {"n": last.rounds} if last else ""))
    return found


def _right(now: SessionTotals, last: SessionTotals | None) -> Number:
    """Return the count of right answers, not a percentage: those are in the reports, whose model allows for answers
    that a race cuts off."""
    words = ngettext("of %(n)s first answer was right", "of %(n)s first answers were right", now.tried)
    before = last and {"right": intcomma(last.right), "n": intcomma(last.tried)}
    compared = _("last time %(right)s of %(n)s") % before if before else ""
    return Number(now.right, words % {"n": intcomma(now.tried)}, compared)


def _difference(now: int, last: int | None) -> str:
    if last is None:
        return _("the first time with these settings")
    if now == last:
        return _("as many as last time")
    more = now - last
    words = _("%(n)s more than last time") if more > 0 else _("%(n)s fewer than last time")
    return words % {"n": intcomma(abs(more))}
