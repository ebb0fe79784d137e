"""Requests that no view of ours could answer."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from classroom.server.http import proxies


class CircleMiddleware(MiddlewareMixin):
    """Sends nobody round in a circle: a proxy that does not say how it was asked is told so."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if proxies.is_circle(request):
            return HttpResponse(f"{proxies.fault_of(request)}\n", status=400, content_type=proxies.PLAIN)
        return None


class ZeroCharacterMiddleware(MiddlewareMixin):
    """Answers 404: no address of ours has a zero character, and PostgreSQL cannot even look for it."""

    def process_request(self, request: HttpRequest) -> None:
        if "\0" in request.path_info:
            raise Http404
