"""The check of a deployment (`check --deploy`) of three middlewares that are subclasses of Django's own.

Django looks for its own names in MIDDLEWARE and warns that they are missing (W001 to W003, silenced in the settings).
Ours stand under other names (`server.http.threads`): here their classes are looked at.
"""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.csrf import CsrfViewMiddleware
from django.middleware.security import SecurityMiddleware
from django.utils.module_loading import import_string

NEEDED = (SecurityMiddleware, XFrameOptionsMiddleware, CsrfViewMiddleware)


def middlewares_are_there(**kwargs: Any) -> list[CheckMessage]:
    """Return an error for each middleware of Django's of which none stands in the settings."""
    used = [import_string(name) for name in settings.MIDDLEWARE]
    return [
        Error(f"No {needed.__name__} stands in MIDDLEWARE.", id="classroom.E006")
        for needed in NEEDED
        if not any(isinstance(kind, type) and issubclass(kind, needed) for kind in used)
    ]
