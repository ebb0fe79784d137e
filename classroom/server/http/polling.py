"""Answers to pages that poll because they cannot hold a socket: the same frames as on the socket, 204 where nothing is
new."""

from zlib import crc32

from django.http import HttpRequest, HttpResponse

from game.wire import news, written


def answer(request: HttpRequest, frame: str) -> HttpResponse:
    """Answer with the frame. Fragments carry a checksum of their text, which the page sends back as `seen`."""
    if frame.startswith("{"):
        return HttpResponse(frame, content_type="application/json")
    version = crc32(frame.encode())
    if request.GET.get("seen") == str(version):
        return HttpResponse(status=204)
    return HttpResponse(news(version, frame), content_type="application/json")


def opening(frame: str) -> str:
    """Return a frame as the socket sends it first, with version 0, which stands for every page that does not poll."""
    return frame if frame.startswith("{") else news(0, frame)


def goto(url: str) -> str:
    return written(t="goto", url=url)
