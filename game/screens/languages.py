"""The language of a drawing: the active one, which a table sets for each of its screens."""

from contextlib import AbstractContextManager, nullcontext

from django.conf import settings
from django.utils import translation


def active() -> str:
    """Return the code of the active language, as part of the key of cached drawings."""
    return translation.get_language() or ""


def spoken(language: str) -> AbstractContextManager[None]:
    """Return a context manager in which this language is active; "" is the server's default. Almost free if it is
    active."""
    language = language or settings.LANGUAGE_CODE
    return nullcontext() if language == translation.get_language() else translation.override(language)
