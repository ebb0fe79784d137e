"""The page to which a choice leads back."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def page_before(request: HttpRequest) -> str:
    """Return the page of ours where the choice was made; the first page where the form names none."""
    page = (request.POST or request.GET).get("next", "")
    is_ours = url_has_allowed_host_and_scheme(page, allowed_hosts=None) and page.startswith("/")
    return page if is_ours else "/"
