"""Answers to pages that ask because they cannot hold a socket: the same frames, 204 where nothing is new."""

from zlib import crc32

from django.http import HttpRequest, HttpResponse

from game.wire import news, written


def answer(request: HttpRequest, frame: str) -> HttpResponse:
    """Answer with the frame. Fragments get a number made of their text, which the page sends back as `seen`."""
    if frame.startswith("{"):
        return HttpResponse(frame, content_type="application/json")
    version = crc32(frame.encode())
    if request.GET.get("seen") == str(version):
        return HttpResponse(status=204)
    return HttpResponse(news(version, frame), content_type="application/json")


def opening(frame: str) -> str:
    """Return the frame as a socket says it first: 0 is the number of every page that is told instead of asking."""
    return frame if frame.startswith("{") else news(0, frame)


def goto(url: str) -> str:
    return written(t="goto", url=url)
