"""Asking for the password again before data is exported or forgotten, or rights change (ASVS 7.5.3).

One answer is valid for ten minutes, and so is a sign-in. If a form was sent, it is carried out afterwards; if a file
was requested, the next page downloads it automatically.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.core.exceptions import ReauthenticationRequired
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import Resolver404, URLPattern, URLResolver, resolve, reverse
from django.utils.http import urlencode
from django_htmx.http import HttpResponseClientRedirect

from classroom import sign_ins
from classroom.access import TeacherRequest, teacher_page
from classroom.server.http.links import is_ours

_files: set[str] = set()
"""URL names of pages that send files."""


def required(patterns: Iterable[URLPattern | URLResolver], pages: Mapping[str, str]) -> None:
    """Require the password for these pages, when they are requested with this method (GET or POST)."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            required(pattern.url_patterns, pages)
        elif pattern.name and pattern.name in pages:
            pattern.callback = _behind(pattern.callback, pages[pattern.name])
    _files.update(page for page, method in pages.items() if method == "GET")


def is_recent(request: HttpRequest) -> bool:
    """Return whether the password or the second factor was given at this browser in the last ten minutes."""
    records = get_authentication_records(request, request.user)
    last = max([sign_ins.signed_in_at(request), *(record["at"] for record in records)])
    return time.time() - last < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT


def _behind(view: Callable[..., HttpResponseBase], method: str) -> Callable[..., HttpResponseBase]:
    @wraps(view)
    def asking(request: TeacherRequest, **things: Any) -> HttpResponseBase:
        is_asked = request.method == method and request.user.is_authenticated and request.user.has_usable_password()
        return _ask(request) if is_asked and not is_recent(request) else view(request, **things)

    return asking


def _ask(request: TeacherRequest) -> HttpResponseBase:
    if request.method == "GET":
        query = urlencode({"file": request.get_full_path(), "back": _page_before(request)})
        then = f"{reverse('account_file')}?{query}"
        return redirect(f"{reverse('account_reauthenticate')}?{urlencode({'next': then})}")
    if request.htmx:
        then = urlencode({"next": request.htmx.current_url_abs_path or "/"})
        return HttpResponseClientRedirect(f"{reverse('account_reauthenticate')}?{then}")
    raise ReauthenticationRequired


def _page_before(request: HttpRequest) -> str:
    came_from = request.headers.get("Referer", "")
    _scheme, _slashes, rest = came_from.partition("://")
    return f"/{rest.partition('/')[2]}"


@teacher_page
def file(request: TeacherRequest) -> HttpResponse:
    """Show the page after the password, which downloads the file automatically and has a link back."""
    asked, back = request.GET.get("file", ""), request.GET.get("back", "")
    if not _is_a_file(asked):
        raise Http404
    return render(request, "account/file.html", {"file": asked, "back": back if is_ours(back) else reverse("classes")})


def _is_a_file(address: str) -> bool:
    try:
        match = resolve(address.partition("?")[0])
    except Resolver404:
        return False
    return is_ours(address) and match.url_name in _files
