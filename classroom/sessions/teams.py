"""Playing together: two teams by the mean of all their members, the class against its own last session, the podium.

Cards are counted (`counts`), never speed; cards of computers count for nobody. Off unless the teacher turns it on.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from classroom.models import BY_NAME, Attendance, Classroom, ClassSession, Student
from classroom.naming.characters import DressedFace, dressed, hat_in
from classroom.naming.word_lists import alias
from classroom.sessions.counts import of_session, placed_by, students
from classroom.sessions.games import catalogue

TEAMS = (("bells", _("Bells")), ("anchors", _("Anchors")))
"""A sign of the Pack and a name each, so that teams are not told apart by colour."""
PLACES = 3


class Team(NamedTuple):
    """The cards that the members of a team have placed."""

    sign: str
    name: str
    members: int
    placed: int

    @property
    def mean(self) -> float | None:
        """Cards a member; None before anybody plays for it."""
        return self.placed / self.members if self.members else None


@dataclass(frozen=True, slots=True)
class Together:
    """Cards that each child placed in ten minutes on average, now and in the last session with the same settings."""

    now: float
    last: float | None

    @property
    def more(self) -> bool:
        return self.last is not None and self.now > self.last


class Standing(NamedTuple):
    """A child on the podium. `name` is "" and `face` None where the class does not show them."""

    place: int
    won: int
    name: str
    face: DressedFace | None


class Sign(NamedTuple):
    """A child's team as the child sees it: its sign and its name."""

    sign: str
    name: str


def has_teams(session: ClassSession) -> bool:
    return session.options.get("together") == "teams"


def join_teams(session: ClassSession, group: Sequence[Student]) -> None:
    """Put everybody in the group without a team into the smaller one, with table-mates in different ones."""
    if not has_teams(session):
        return
    known = dict(session.attendances.exclude(team=None).values_list("student", "team"))
    sizes, here = Counter(known.values()), Counter(known[student.pk] for student in group if student.pk in known)
    for student in group:
        if student.pk not in known:
            team = min(range(len(TEAMS)), key=lambda number: (sizes[number], here[number]))
            sizes[team] += 1
            here[team] += 1
            Attendance.objects.filter(session=session, student=student).update(team=team)


def teams_of(session: ClassSession, placed: Mapping[int, int] | None = None) -> list[Team]:
    """Return the teams in a fixed order, never ranked. `placed` is the number of cards each child has placed, where it
    is known or covers several sessions; otherwise it takes one query."""
    cards = placed_by(session) if placed is None else placed
    members: defaultdict[int, list[int]] = defaultdict(list)
    for student, team in session.attendances.values_list("student", "team"):
        if team is not None:
            members[team].append(cards.get(student, 0))
    return [
        Team(sign, str(name), len(members[number]), sum(members[number])) for number, (sign, name) in enumerate(TEAMS)
    ]


def own_team(attendance: Attendance, placed: Mapping[int, int]) -> Team | None:
    """Return a child's team, with its cards by `placed`; None without one."""
    own = sign_of(attendance)
    return next((team for team in teams_of(attendance.session, placed) if team.sign == own.sign), None) if own else None


def sign_of(attendance: Attendance) -> Sign | None:
    """Return the sign of a child's team, None where there are no teams."""
    if attendance.team is None or attendance.team >= len(TEAMS):
        return None
    sign, name = TEAMS[attendance.team]
    return Sign(sign, str(name))


def faces(session: ClassSession, group: Sequence[Student]) -> dict[int, str]:
    """Return by student the face shown at a table: its words, its hat where the class shows the album, and the sign of
    its team."""
    there = session.attendances.filter(student__in=group) if has_teams(session) else ()
    signs = {each.student_id: team.sign for each in there if (team := sign_of(each))}
    shown = session.classroom.album
    words = {each.pk: (each.face, hat_in(each.chosen) if shown else "", signs.get(each.pk, "")) for each in group}
    return {pk: " ".join(filter(None, of_child)) if of_child[0] else "" for pk, of_child in words.items()}


def together(session: ClassSession) -> Together:
    """Compare the class with its own last session of the same game and settings."""
    rates = (rate for earlier in alike_before(session) if (rate := _rate(earlier)) is not None)
    return Together(_rate(session) or 0.0, next(rates, None))


def alike_before(session: ClassSession, most: int = 50) -> Iterator[ClassSession]:
    """Yield the class's ended sessions with the same game and settings among the `most` before this one, newest first.
    One query."""
    before = session.classroom.sessions.filter(
        state=ClassSession.State.ENDED, game=session.game, opened_at__lt=session.opened_at
    ).exclude(pk=session.pk)
    compared = catalogue.of(session.game).compared
    return (earlier for earlier in before[:most] if compared(earlier.options) == compared(session.options))


def _rate(session: ClassSession) -> float | None:
    """Return cards a child in ten minutes of play, without the teacher's pauses; None where nobody played."""
    children = students(session)
    if not children or session.started_at is None:
        return None
    counted, until = of_session(session), session.ended_at or timezone.now()
    seconds = (until - session.started_at).total_seconds() - counted.stood(until) / 1000
    return counted.placed.total() / children / max(60.0, seconds) * 600


def podium(session: ClassSession, *others: ClassSession, on_board: bool = False) -> list[Standing]:
    """Return the first three places by rounds won, equals beside each other; nobody below them is named. A lesson of
    several sessions has one podium, with the wins of all of them.

    `on_board`: as the projector shows it, possibly with aliases and without faces.
    """
    won = of_session(session, *others).wins
    children = list(Student.objects.filter(pk__in=won).order_by(*BY_NAME))
    places = []
    for child in sorted(children, key=lambda child: -won[child.pk]):
        place = 1 + sum(won[other.pk] > won[child.pk] for other in children)
        if place <= PLACES and won[child.pk]:
            name = _on_board(session.classroom, child.pk, child.name) if on_board else child.name
            has_face = not on_board or session.classroom.board_names != Classroom.BoardNames.ALIASES
            face = dressed(child.character, child.colour, child.chosen, hats=session.classroom.album)
            places.append(Standing(place, won[child.pk], name, face if has_face else None))
    return places


def _on_board(classroom: Classroom, student: int, name: str) -> str:
    """Return the name of a child on the projector, "" for none."""
    match classroom.board_names:
        case Classroom.BoardNames.NAMES:
            return name
        case Classroom.BoardNames.ALIASES:
            return alias(student, classroom.language)
    return ""
