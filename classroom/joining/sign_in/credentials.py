"""Children's credentials: pictures in order, or secret words.

Given ones are kept nowhere: they follow from the school's secret key and the child's card. So they can be printed again
at any time, the database alone tells nobody any, and a new card brings new ones. Those a child has chosen itself are
kept as an argon2 hash into which the school's key goes, too (security 3.4); nobody can print them.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from django.contrib.auth.hashers import check_password, make_password
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom import persons
from classroom.models import Classroom, Student
from classroom.naming import collation
from classroom.naming.word_lists import BY_ID, PICTURES, Picture, animals, things
from classroom.server.database.changes import Gone

SignIn = Classroom.SignIn
FIRST_NUMBER, NUMBERS = 10, 90
"""Given words end in a number from 10 to 99: with 16 things and 64 animals 92 160 secrets (16.5 bit)."""
SHORTEST_WORD = 5
LONGEST_WORD = 60


class Board(NamedTuple):
    """Pictures to choose from, and how many of them a secret needs."""

    needed: int
    pictures: Sequence[Picture]


BOARDS = {SignIn.PICTURES: Board(4, PICTURES), SignIn.FEW: Board(3, PICTURES[:12])}


class TooEasy(ValueError):
    """Not long enough to be a secret; the words say what is missing."""


def is_asked(classroom: Classroom) -> bool:
    return classroom.sign_in != SignIn.NAME


def board_of(classroom: Classroom) -> Board | None:
    """Return the pictures of this class, None where it uses words or nothing."""
    return BOARDS.get(SignIn(classroom.sign_in))


def is_to_be_chosen(student: Student) -> bool:
    """Is this the child's first sign-in, at which it chooses its secret?"""
    return student.classroom.own_secrets and not student.secret


def given(student: Student) -> tuple[str, ...]:
    """Return the ids of the child's given pictures, or its given words; () where it has none to be printed."""
    if student.classroom.own_secrets or not is_asked(student.classroom):
        return ()
    board = board_of(student.classroom)
    kind = f"{student.classroom.sign_in}:{student.card}"
    number = int(salted_hmac("classroom.proof", kind, algorithm="sha256").hexdigest(), 16)
    if board:
        return drawn(number, [picture.id for picture in board.pictures], board.needed)
    number, count = divmod(number, NUMBERS)
    beasts = animals(student.classroom.language)
    thing = _one(number // len(beasts), things(student.classroom.language))
    return thing, _one(number, beasts), str(FIRST_NUMBER + count)


def drawn(number: int, among: Sequence[str], count: int) -> tuple[str, ...]:
    """Return so many different ones in the order that this number stands for."""
    left, drawn = list(among), []
    for _again in range(count):
        number, place = divmod(number, len(left))
        drawn.append(left.pop(place))
    return tuple(drawn)


def _one(number: int, among: Sequence[str]) -> str:
    return among[number % len(among)]


def pictures(ids: Sequence[str]) -> list[Picture]:
    return [BY_ID[picture] for picture in ids if picture in BY_ID]


def fits(student: Student, said: Sequence[str]) -> bool:
    """Is that the child's secret? Takes the same time whatever is wrong with it. Raises hashers.TooManyAtOnce."""
    if not student.classroom.own_secrets:
        return constant_time_compare(_typed(said), _typed(given(student)))
    return check_password(_peppered(student, said), student.secret)


def choose(student: Student, said: Sequence[str]) -> bool:
    """Keep what the child has chosen. False: somebody chose at the same moment, and that holds.

    Raises TooEasy, in a child's words, Gone, and hashers.TooManyAtOnce.
    """
    board = board_of(student.classroom)
    if board and len(said) != board.needed:
        words = ngettext("Tap %(n)s picture.", "Tap %(n)s pictures.", board.needed)
        raise TooEasy(words % {"n": board.needed})
    if not board and not SHORTEST_WORD <= len(_written(said)) <= LONGEST_WORD:
        raise TooEasy(_("Use at least %(n)s letters.") % {"n": SHORTEST_WORD})
    if not board and _written(said) == _written(words_in(student.name)):
        raise TooEasy(_("Your name is no secret. Choose another word."))
    chosen = make_password(_peppered(student, said))
    is_first = Student.objects.filter(pk=student.pk, secret="").update(secret=chosen) == 1
    if is_first:
        persons.signing_in_alike(student).update(secret=chosen)
    kept = Student.objects.filter(pk=student.pk).values_list("secret", flat=True).first()
    if kept is None:
        raise Gone
    student.secret = kept
    return is_first


def words_in(text: str) -> tuple[str, ...]:
    """Return what was typed as words: case, spaces and signs between them do not matter."""
    return tuple(re.findall(r"[^\W_]+", text[: 2 * LONGEST_WORD].casefold()))


def picked_in(text: str, board: Board) -> tuple[str, ...]:
    """Return the pictures that a form says were tapped: of this board, each once, no more than make a secret."""
    known = {picture.id for picture in board.pictures}
    return tuple(dict.fromkeys(picture for picture in text.split(",") if picture in known))[: board.needed]


def _written(said: Sequence[str]) -> str:
    """No picture's id is the beginning of another, and words count without the spaces between them."""
    return "".join(word.casefold() for word in said)


def _typed(said: Sequence[str]) -> str:
    """Given words may be typed on any keyboard: þ as th, ð as d, æ as ae, á as a, ñ as n."""
    return collation.plain(_written(said))


def _peppered(student: Student, said: Sequence[str]) -> str:
    """Return what is hashed: with the key, which is not in the database, and the way of signing in it belongs to."""
    secret = f"{student.classroom.sign_in}:{_written(said)}"
    return salted_hmac("classroom.proof.own", secret, algorithm="sha256").hexdigest()
