"""URLs of pages for machines. `health.HealthMiddleware` answers them before anything else is asked."""

from django.urls import path

from classroom.server import health

urlpatterns = [path(address[1:], page, name=address[1:]) for address, page in health.PAGES.items()]
