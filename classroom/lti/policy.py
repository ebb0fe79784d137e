"""Additions for a platform to the Content-Security-Policy of one page."""

from urllib.parse import urlsplit

from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse


def allowing(page: HttpResponse, directive: str, address: str) -> HttpResponse:
    """Return the page, which may now be framed by the platform at this address, or post to it (`directive`)."""
    parts = urlsplit(address)
    csp_update({directive: [f"{parts.scheme}://{parts.netloc}"]})(lambda _request: page)(HttpRequest())
    return page
