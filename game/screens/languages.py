"""The language in which something is drawn: the active one, which a table sets anew for each of its screens."""

from contextlib import AbstractContextManager, nullcontext

from django.conf import settings
from django.utils import translation


def active() -> str:
    """Return the code of the active language, as part of what a drawing depends on."""
    return translation.get_language() or ""


def spoken(language: str) -> AbstractContextManager[None]:
    """Draw in this language what is drawn inside; "" is the box's own. Costs next to nothing where it is active."""
    language = language or settings.LANGUAGE_CODE
    return nullcontext() if language == translation.get_language() else translation.override(language)
