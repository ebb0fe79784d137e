"""URLs of pages for machines; `health.HealthMiddleware` answers the first three before any other middleware."""

from django.urls import path

from classroom.server.http import proxies
from classroom.server.monitoring import health

urlpatterns = [
    *(path(address[1:], page, name=address[1:]) for address, page in health.PAGES.items()),
    path("ws/<path:path>", proxies.websocket, name="websocket"),
]
