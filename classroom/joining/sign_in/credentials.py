"""Children's credentials: pictures in order, or secret words.

Given ones are not stored: they are derived from the school's secret key and the child's card. So they can be printed
again at any time, the database alone reveals none, and a new card has new ones. Those chosen by a child itself are
stored as an argon2 hash that includes the school's key (security 3.4); they cannot be printed.
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
"""Given words end with a number from 10 to 99: with 16 things and 64 animals 92 160 secrets (16.5 bit)."""
SHORTEST_WORD = 5
LONGEST_WORD = 60


class Board(NamedTuple):
    """The pictures to choose from, and the number of pictures in a secret."""

    needed: int
    pictures: Sequence[Picture]


BOARDS = {SignIn.PICTURES: Board(4, PICTURES), SignIn.FEW: Board(3, PICTURES[:12])}


class TooShort(ValueError):
    """The secret is too short; the message says what is missing."""


def is_asked(classroom: Classroom) -> bool:
    return classroom.sign_in != SignIn.NAME


def board_of(classroom: Classroom) -> Board | None:
    """Return the pictures of this class, None if it uses words or no secrets."""
    return BOARDS.get(SignIn(classroom.sign_in))


def is_to_be_chosen(student: Student) -> bool:
    """Return whether this is the child's first sign-in, at which it chooses its secret."""
    return student.classroom.own_secrets and not student.secret


def given(student: Student) -> tuple[str, ...]:
    """Return the ids of the child's given pictures, or its given words; () if it has none to be printed."""
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
    """Return `count` different items in the order encoded by this number."""
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
    """Return whether that is the child's secret, in a time independent of what is wrong. Raises
    hashers.TooManyAtOnce."""
    if not student.classroom.own_secrets:
        return constant_time_compare(_typed(said), _typed(given(student)))
    return check_password(_peppered(student, said), student.secret)


def choose(student: Student, said: Sequence[str]) -> bool:
    """Store the child's choice; return False if another choice was made at the same time, which is kept.

    Raises TooShort, with a sentence for children, Gone, and hashers.TooManyAtOnce.
    """
    board = board_of(student.classroom)
    if board and len(said) != board.needed:
        words = ngettext("Tap %(n)s picture.", "Tap %(n)s pictures.", board.needed)
        raise TooShort(words % {"n": board.needed})
    if not board and not SHORTEST_WORD <= len(_written(said)) <= LONGEST_WORD:
        raise TooShort(_("Use at least %(n)s letters.") % {"n": SHORTEST_WORD})
    if not board and _written(said) == _written(words_in(student.name)):
        raise TooShort(_("Your name is no secret. Choose another word."))
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
    """Return the typed words; case, spaces and separators do not matter."""
    return tuple(re.findall(r"[^\W_]+", text[: 2 * LONGEST_WORD].casefold()))


def _written(said: Sequence[str]) -> str:
    """Return the secret as one text. No picture's id is a prefix of another, and words are compared without spaces."""
    return "".join(word.casefold() for word in said)


def _typed(said: Sequence[str]) -> str:
    """Return given words in basic letters, as they may be typed on any keyboard: þ as th, ð as d, æ as ae, á as a, ñ as
    n."""
    return collation.plain(_written(said))


def _peppered(student: Student, said: Sequence[str]) -> str:
    """Return the text to be hashed: with the key, which is not in the database, and the kind of sign-in."""
    secret = f"{student.classroom.sign_in}:{_written(said)}"
    return salted_hmac("classroom.proof.own", secret, algorithm="sha256").hexdigest()
