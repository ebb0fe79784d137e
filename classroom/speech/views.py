"""Views behind the speaker button: addresses of the recordings that read a screen aloud."""

from asgiref.sync import sync_to_async
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from classroom.joining.visitor import VisitorRequest, student_looking
from classroom.languages import choice
from classroom.models import Recording, Teacher, Teaching
from classroom.speech import catalogue, recordings, voices
from game.views import seat_at

MOST = 20
"""The most recordings in one request; the longest screen needs 16."""


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
