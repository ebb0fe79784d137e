"""The self-test of a school's network: whether a socket opens, its round trip, whether polling works, the clock.

It is public, as a technician has no account, and reveals nothing about anybody.
"""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from classroom.access import open_page
from classroom.server.http import connections, proxies
from game.clock import now_ms


@open_page
def connection(request: HttpRequest) -> HttpResponse:
    """The test, and what has to be open, in words for the network's technician."""
    context = {"host": request.get_host(), "scheme": request.scheme, "socket": "wss" if request.is_secure() else "ws"}
    return render(request, "classroom/joining/connection.html", context)


@never_cache
@require_GET
def ask(request: HttpRequest) -> HttpResponse:
    """Answer a polling page: the server's clock `s` in ms since 1970, and any fault: a header lost by a proxy, or a
    shortage of connections."""
    return JsonResponse({"s": now_ms(), "fault": proxies.fault_of(request) or _shortage()})


def _shortage() -> str:
    if not (most := connections.shortage()):
        return ""
    return _(
        "A moment ago devices were turned away: all %(most)s connections were busy. "
        "Cardinal's log says whose they were; whoever runs Cardinal can allow more."
    ) % {"most": most}
