"""Views behind the speaker button: addresses of the recordings that read a screen aloud."""

from collections.abc import Mapping
from typing import NamedTuple

from asgiref.sync import sync_to_async
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from classroom.access import TeacherRequest, teacher_form
from classroom.joining.visitor import VisitorRequest, student_looking
from classroom.languages import choice
from classroom.models import Recording, Teacher, Teaching
from classroom.speech import catalogue, recordings, voices
from classroom.speech.recordings import NotARecording
from game.views import seat_at

MOST = 20
"""The most recordings in one request; the longest screen needs 16."""


class Recordable(NamedTuple):
    """A phrase that can be recorded: its text, the address of its present recording, and whether that is the teacher's
    own."""

    name: str
    text: str
    sound: str
    is_own: bool


@require_GET
def say(request: VisitorRequest, language: str, names: str) -> HttpResponse:
    """Answer with the addresses of these recordings, in the voice of this browser's class."""
    wanted = names.split(",")
    if language not in choice.names() or len(wanted) > MOST or not catalogue.names().issuperset(wanted):
        raise Http404
    return _addresses(request, language, wanted)


@require_GET
async def say_table(request: VisitorRequest, code: str) -> HttpResponse:
    """Answer with the recordings of the question that a table asks this seat now."""
    table, seat = await seat_at(request, code)
    wanted = table.presentation.read_aloud(table.view(seat))
    return await sync_to_async(_addresses)(request, get_language() or "", wanted)


def _addresses(request: VisitorRequest, language: str, wanted: list[str] | tuple[str, ...]) -> HttpResponse:
    own = _recordings(request, language, wanted)
    found = (own.get(name) or voices.address(language, name) for name in wanted)
    response = JsonResponse([address for address in found if address], safe=False)
    patch_cache_control(response, no_store=True)
    return response


def _recordings(request: VisitorRequest, language: str, wanted: list[str] | tuple[str, ...]) -> dict[str, str]:
    if isinstance(request.user, Teacher):
        return recordings.own(request.user, language)
    student = student_looking(request)
    return dict(recordings.of_class(student.classroom_id, language, wanted)) if student else {}


@require_GET
def recording(request: VisitorRequest, recording: int) -> HttpResponse:
    """Send a recording to its teacher and the children of its classes.

    A new recording gets a new number, so a browser may cache this one for ever.
    """
    found = get_object_or_404(Recording, pk=recording)
    if not _hears(request, found):
        raise Http404
    response = HttpResponse(bytes(found.sound), content_type="audio/wav")
    patch_cache_control(response, private=True, immutable=True, max_age=365 * 24 * 3600)
    return response


def _hears(request: VisitorRequest, found: Recording) -> bool:
    if isinstance(request.user, Teacher):
        return found.teacher_id == request.user.pk
    student = student_looking(request)
    taught = Teaching.objects.filter(teacher=found.teacher_id, classroom=student.classroom_id) if student else None
    return taught is not None and taught.exists()


@teacher_form
def voice(request: TeacherRequest, language: str) -> HttpResponse:
    """Show what can be recorded; store a recording, or delete it."""
    if language not in choice.names():
        raise Http404
    if request.method != "POST":
        return _page(request, language)
    name = request.POST.get("name", "")
    if name not in catalogue.names():
        raise Http404
    try:
        _change(request, language, name)
    except NotARecording as error:
        return _answer(request, language, name, str(error.why))
    return _answer(request, language, name)


def _change(request: TeacherRequest, language: str, name: str) -> None:
    """Store or delete the posted recording. Raises NotARecording."""
    if "remove" in request.POST:
        return recordings.remove(request.user, language, name)
    sent = request.FILES.get("sound")
    if sent is None or sent.size is None or sent.size > recordings.LARGEST:
        raise NotARecording(recordings.TOO_LONG if sent else recordings.UNREADABLE)
    recordings.keep(request.user, language, name, sent.read())
    return None


def _answer(request: TeacherRequest, language: str, name: str, problem: str = "") -> HttpResponse:
    """Answer a script with the line of the phrase, and a form without scripts with the page."""
    if "X-Line" in request.headers:
        line = next(line for line in _lines(request, language) if line.name == name)
        context = {"line": line, "problem": problem, "language": language}
        return render(request, "classroom/speech/_line.html", context, status=422 if problem else 200)
    return _page(request, language, problem) if problem else redirect("account_voice", language)


def _page(request: TeacherRequest, language: str, problem: str = "") -> HttpResponse:
    lines = _lines(request, language)
    context = {
        "language": language,
        "languages": choice.names(),
        "phrases": [line for line in lines if line.name in catalogue.phrases()],
        "numbers": [line for line in lines if line.name not in catalogue.phrases()],
        "led": [line for line in lines if line.name in catalogue.led()],
        "problem": problem,
        "longest": recordings.LONGEST,
    }
    return render(request, "classroom/speech/voice.html", context, status=422 if problem else 200)


def _lines(request: TeacherRequest, language: str) -> list[Recordable]:
    own: Mapping[str, str] = recordings.own(request.user, language)
    with translation.override(language):
        texts = catalogue.texts()
    return [
        Recordable(name, text, own.get(name) or voices.address(language, name), name in own)
        for name, text in texts.items()
    ]
