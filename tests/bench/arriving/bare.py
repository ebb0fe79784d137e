"""A bare Django page, to compare ours with: the middlewares of `startproject`, no query, a list of 25 names."""

from typing import Any

import django
from django.conf import settings

django.setup()

from django.core.asgi import get_asgi_application  # noqa: E402 -- needs django.setup()
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.template import engines  # noqa: E402
from django.urls import path  # noqa: E402

settings.MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
settings.ROOT_URLCONF = __name__

NAMES = [f"Student {number}" for number in range(25)]
PAGE = engines["django"].from_string(
    "<!doctype html><title>{{ title }}</title><ul>{% for name in names %}<li>{{ name }}</li>{% endfor %}</ul>"
)


def page(request: HttpRequest) -> HttpResponse:
    return HttpResponse(PAGE.render({"title": "Names", "names": NAMES}, request))


urlpatterns = [path("", page)]
application: Any = get_asgi_application()
