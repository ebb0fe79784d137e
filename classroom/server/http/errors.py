"""Error pages for refused or broken requests: what happened and what to do now, in words."""

import sys

from django.core.exceptions import DisallowedHost, RequestDataTooBig, TooManyFieldsSent
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseServerError
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from classroom.server.database import failures
from classroom.server.database.changes import Gone
from classroom.server.http import proxies
from game.live import registry

RETRY_SECONDS = 5
TOKEN = "csrfmiddlewaretoken"


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


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, DisallowedHost):
        return HttpResponse(f"{proxies.fault_of(request)}\n", status=400, content_type=proxies.PLAIN)
    too_much = isinstance(exception, RequestDataTooBig | TooManyFieldsSent)
    return render(request, "400.html", {"too_much": too_much}, status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, Gone):
        return render(request, "409.html", status=409)
    return render(request, "404.html", status=404)


def too_many_requests(request: HttpRequest) -> HttpResponse:
    return render(request, "429.html", status=429)


def too_many_strangers(request: HttpRequest) -> HttpResponse:
    """Answer in plain text, without a template: called on the event loop, where many wrong codes arrive."""
    with translation.override(translation.get_language_from_request(request)):
        words = _("Many children come in right now. Wait a moment, then try again.")
    return HttpResponse(f"{words}\n", status=503, content_type=proxies.PLAIN, headers={"Retry-After": "1"})


def full_disk(request: HttpRequest) -> HttpResponse:
    """Answer in plain text, without a template, where the disk is full and the request could not be read."""
    with translation.override(translation.get_language_from_request(request)):
        words = _("Saving does not work just now. Nothing was changed. Wait a few seconds, then press again.")
    return HttpResponse(
        f"{words}\n", status=503, content_type=proxies.PLAIN, headers={"Retry-After": str(RETRY_SECONDS)}
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer without using the session or the database, because either may be what is broken."""
    error = sys.exception()
    if error and (failures.is_refusal(error) or isinstance(error, registry.OfNewerWorkerError)):
        return _unavailable(request, error)
    return HttpResponseServerError(render_to_string("500.html"))


def _unavailable(request: HttpRequest, error: BaseException) -> HttpResponse:
    """Answer 503 for a locked or full database, or a round of a newer worker: a page reloads itself, and a form can be
    sent again with one press."""
    failures.note(error)
    is_form = request.method == "POST"
    form = {"fields": fields_of(request), "csrf_token": get_token(request)} if is_form else {}
    context = {"is_form": is_form, "address": request.get_full_path(), **form}
    answer = HttpResponse(render_to_string("503.html", context), status=503)
    answer["Retry-After"] = str(RETRY_SECONDS)
    if not is_form:
        answer["Refresh"] = str(RETRY_SECONDS)
    return answer


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer 403 for a form that is most likely older than the last sign-in. A form from one of our own pages can be
    sent again with one press, with a new token; htmx reloads the page, and with it the token."""
    fields = fields_of(request) if _is_from_here(request) else []
    response = render(request, "403_csrf.html", {"fields": fields, "address": request.get_full_path()}, status=403)
    if "HX-Request" in request.headers:
        response["HX-Refresh"] = "true"
    return response


def fields_of(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the fields of a form, to be sent again, without its token; an empty list if it had files or a password."""
    if request.FILES or any("password" in name for name in request.POST):
        return []
    sent = ((name, value) for name, values in request.POST.lists() for value in values if name != TOKEN)
    return [(name, value) for name, value in sent if isinstance(value, str)]


def _is_from_here(request: HttpRequest) -> bool:
    """Return whether a page of this host sent the form, by the Origin header, which other sites' pages cannot forge."""
    return request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
