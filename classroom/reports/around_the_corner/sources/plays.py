"""The plays behind a number: first answers, newest first, each with a link to its moment in the replay.

A filter selects them by the same criteria as the counts (facts.count): outcome, student, sum.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from classroom import persons
from classroom.models import Sitting, Student
from classroom.reports.around_the_corner import words
from classroom.reports.around_the_corner.sources.answers import AVOIDED_SECONDS
from classroom.reports.around_the_corner.sources.round_five import ROUND_FIVE
from classroom.reports.around_the_corner.sources.scope import Scope
from classroom.reports.around_the_corner.sums import CHANGES, NUMBERS, SKILL_OF
from classroom.reports.kit.periods import EVER
from classroom.server.time_zone import moment
from game.around_the_corner.words import card_words
from game.models import Attempt
from game.rules import around_the_corner as rules
from game.rules.around_the_corner.diagnosis import Code, TopCard, codes_on

AT_ONCE = 50
_HAD_IT = ~Q(directions="")
_DREW = Q(ending="D")
_PASSED = Q(ending="O", timed=True, own_top=False, milliseconds__gt=AVOIDED_SECONDS * 1000)
_WRONG = Q(ending="W") & _HAD_IT

KINDS: dict[str, tuple[Promise, Q]] = {
    "": (_("all answers and misses"), Q(ending="C") | Q(ending="W") | _DREW | _PASSED),
    "answered": (_("right and wrong"), Q(ending="C") | _WRONG),
    "right": (_("right"), Q(ending="C")),
    "wrong": (_("wrong"), _WRONG),
    "beaten": (_("beaten"), Q(late=True, ending__in=("C", "W")) & _HAD_IT),
    "missed": (_("had it, drew or waited"), _DREW | _PASSED),
    "unfit": (_("played while nothing fitted"), Q(ending="W", directions="")),
}


@dataclass(frozen=True, slots=True)
class PlayFilter:
    """A filter of plays: student (all if None), outcome, and fact, skill, top card or error code."""

    student: int | None = None
    what: str = ""
    fact: int | None = None
    skill: int | None = None
    session: int | None = None
    code: str = ""
    before: int | None = None

    def query(self, scope: Scope) -> str:
        """Return the filter as query parameters, after those of the scope; all are numbers or fixed words."""
        parts = ((name, getattr(self, name)) for name in self.__slots__)
        return scope.query + "".join(f"&{name}={part}" for name, part in parts if part not in (None, ""))


class PlayFilterForm(forms.Form):
    student = forms.IntegerField(required=False, min_value=1, max_value=2**62)
    what = forms.ChoiceField(required=False, choices=[(name, says) for name, (says, _q) in KINDS.items()])
    fact = forms.IntegerField(required=False, min_value=0, max_value=len(SKILL_OF) - 1)
    skill = forms.IntegerField(required=False, min_value=0, max_value=len(words.SKILLS) - 1)
    session = forms.IntegerField(required=False, min_value=1, max_value=2**62)
    code = forms.ChoiceField(required=False, choices=[(code.value, code.value) for code in Code])
    before = forms.IntegerField(required=False, min_value=0, max_value=2**62)


def play_filter(data: Mapping[str, Any]) -> PlayFilter:
    """Return the filter in an address; invalid values are ignored."""
    form = PlayFilterForm(data)
    form.is_valid()
    return PlayFilter(**{name: value for name, value in form.cleaned_data.items() if value not in (None, "")})


@dataclass(frozen=True, slots=True)
class Play:
    """One first answer. `sums` are those that would have fitted in this hand; `session` and `round` identify the
    replay."""

    student: str
    when: datetime
    top: str
    hand: tuple[str, ...]
    fitting: tuple[str, ...]
    played: str
    ending: str
    late: bool
    seconds: float | None
    likely: tuple[Promise, ...]
    session: int | None
    round: int
    line: int
    started_at: int


def plays(ask: PlayFilter, scope: Scope, students: Sequence[Student]) -> list[Play]:
    """Return the newest plays of the filter, in any class, one more than a page shows, which tells that there are
    others. Only sessions of these students' own classes are named. Three queries."""
    names = {student.pk: student.name for student in students}
    rows = list(_found(ask, scope, list(names)))
    if ask.code:
        rows = [row for row in rows if ask.code in _codes(row)]
    rows = rows[: AT_ONCE + 1]
    student_of = persons.students_by_player(names, (row.player for row in rows))
    theirs = Sitting.objects.filter(session__classroom__in={student.classroom_id for student in students})
    sittings = theirs.filter(seat__table__in={row.round.table_id for row in rows})
    session_of = dict(sittings.values_list("seat__table", "session"))
    return [_play(row, names[student_of[row.player]], session_of.get(row.round.table_id)) for row in rows]


def _found(ask: PlayFilter, scope: Scope, students: Sequence[int]) -> QuerySet[Attempt]:
    since, until = scope.span
    players = persons.players_of(*([ask.student] if ask.student in students else students))
    counted = Attempt.objects.filter(player__in=players, mode=scope.mode, retry=False, pictured=False)
    found = counted.filter(KINDS[ask.what][1])
    found = found.filter(started_at__gte=since, started_at__lt=min(until or EVER, ask.before or EVER))
    if ask.fact is not None:
        found = found.filter(_of_fact(ask.fact))
    if ask.skill is not None:
        facts = [fact for fact, skill in enumerate(SKILL_OF.tolist()) if skill == ask.skill]
        any_of = Q()
        for fact in facts:
            any_of |= _of_fact(fact)
        found = found.filter(any_of)
    if ask.session is not None:
        found = found.filter(round__table__seats__sitting__session=ask.session).distinct()
    most = 30 * AT_ONCE if ask.code else AT_ONCE + 1
    return found.select_related("round").order_by("-started_at", "-top")[:most]


def _of_fact(fact: int) -> Q:
    """Return the query for cards that are evidence of a sum: the hand offered no other (answers.Answers.fact)."""
    number, change = NUMBERS[fact // len(CHANGES)], CHANGES[fact % len(CHANGES)]
    sign = "+" if change > 0 else "-"
    return Q(top_number=number, top_step=abs(change), directions=sign) & ~ROUND_FIVE


def _codes(row: Attempt) -> tuple[Code, ...]:
    if row.ending != Attempt.Ending.WRONG or not row.played:
        return ()
    top = TopCard(row.top_number, row.top_step, rules.Sums.of(row))
    return codes_on(top, rules.card(row.played).number)


def _play(row: Attempt, name: str, session: int | None) -> Play:
    return Play(
        student=name,
        when=moment(row.started_at),
        top=card_words(rules.Card(0, row.top_number, row.top_step), rules.Sums.of(row)),
        hand=tuple(str(rules.card(held).number) for held in row.hand),
        fitting=tuple(str(number) for number in sorted({rules.card(held).number for held in row.fitting})),
        played=str(rules.card(row.played).number) if row.played else "",
        ending=row.ending if row.directions else "U",
        late=row.late,
        seconds=row.milliseconds / 1000 if row.timed and row.milliseconds else None,
        likely=tuple(words.CODES[code].label for code in _codes(row) if code in words.CODES),
        session=session,
        round=row.round_id,
        line=row.line,
        started_at=row.started_at,
    )
