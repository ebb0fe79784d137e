"""Middleware for requests that no view can answer."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from classroom.server.http import proxies


class CircleMiddleware(MiddlewareMixin):
    """Prevents an endless redirect to HTTPS: explains the fault where the proxy does not send X-Forwarded-Proto."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if proxies.is_circle(request):
            return HttpResponse(f"{proxies.fault_of(request)}\n", status=400, content_type=proxies.PLAIN)
        return None


class ZeroCharacterMiddleware(MiddlewareMixin):
    """Answers 404 to an address with a NUL character: we have none, and PostgreSQL raises an error when it looks for
    one."""

    def process_request(self, request: HttpRequest) -> None:
        if "\0" in request.path_info:
            raise Http404
