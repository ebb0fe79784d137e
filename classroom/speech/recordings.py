"""A teacher's recordings: checked, stored, and found for the children who hear them.

They are WAV, mono, 16 bit, 16 kHz, which every browser plays and the standard library can check to the last byte. The
page converts to this whatever its browser records (static/js/voice/record.js).
"""

import io
import wave
from collections.abc import Iterable, Mapping

from django.db import transaction
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from classroom.models import Recording, Teacher
from classroom.server.database import changes

RATE, WIDTH = 16_000, 2
"""Samples a second, bytes a sample."""
LONGEST = 15
"""Seconds; the longest sentence takes 8."""
LARGEST = RATE * WIDTH * LONGEST + 4096
"""Bytes of a file, its headers included."""

TOO_LONG = _("That is too long. 15 seconds are the most.")
UNREADABLE = _("That is not a sound file that we can read.")


class NotARecording(Exception):
    """A file that is refused; its text says why."""

    def __init__(self, why: Promise) -> None:
        super().__init__(why)
        self.why = why


def checked(data: bytes) -> bytes:
    """Return the recording as it is stored: its samples with a header of our own. Raises NotARecording."""
    if len(data) > LARGEST:
        raise NotARecording(TOO_LONG)
    try:
        with wave.open(io.BytesIO(data)) as file:
            kind, samples = file.getparams(), file.readframes(RATE * LONGEST)
    except (wave.Error, EOFError, RuntimeError):  # the last is what `wave` says of a chunk that is longer than the file
        raise NotARecording(UNREADABLE) from None
    if (kind.nchannels, kind.sampwidth, kind.framerate) != (1, WIDTH, RATE):
        raise NotARecording(UNREADABLE)
    if not samples:
        raise NotARecording(_("Nothing was heard. Try again."))
    return _as_file(samples)


def _as_file(samples: bytes) -> bytes:
    written = io.BytesIO()
    with wave.open(written, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(WIDTH)
        file.setframerate(RATE)
        file.writeframes(samples)
    return written.getvalue()


@transaction.atomic
def keep(teacher: Teacher, language: str, name: str, data: bytes) -> Recording:
    """Store a recording, replacing an older one. Raises NotARecording."""
    sound = checked(data)
    changes.locked(teacher)  # two takes that are sent at once replace one another
    Recording.objects.filter(teacher=teacher, language=language, name=name).delete()
    return Recording.objects.create(teacher=teacher, language=language, name=name, sound=sound)


def remove(teacher: Teacher, language: str, name: str) -> None:
    Recording.objects.filter(teacher=teacher, language=language, name=name).delete()


def own(teacher: Teacher, language: str) -> dict[str, str]:
    """Return the addresses of a teacher's recordings, by name."""
    found = Recording.objects.filter(teacher=teacher, language=language)
    return {name: _address(pk) for name, pk in found.values_list("name", "pk")}


def of_class(classroom: int, language: str, names: Iterable[str]) -> Mapping[str, str]:
    """Return the addresses of recordings by a class's teachers; an owner's has precedence over a co-teacher's. One
    query."""
    found = Recording.objects.filter(teacher__teachings__classroom=classroom, language=language, name__in=set(names))
    ordered = found.order_by("teacher__teachings__is_owner", "-teacher__teachings__since", "-teacher__teachings__pk")
    return {name: _address(pk) for name, pk in ordered.values_list("name", "pk")}


def _address(number: int) -> str:
    return reverse("recording", args=[number])
