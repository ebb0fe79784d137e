"""The page on which a teacher records replacements for the recordings of a language."""

from collections.abc import Mapping
from typing import NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation

from classroom.access import TeacherRequest, teacher_form
from classroom.languages import choice
from classroom.speech import catalogue, recordings, voices
from classroom.speech.recordings import NotARecording


class Recordable(NamedTuple):
    """A phrase that can be recorded: its text, the address of its present recording, and whether that is the teacher's
    own."""

    name: str
    text: str
    sound: str
    is_own: bool


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
