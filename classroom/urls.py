"""URLs of all packages of the classroom; each has its own `urls`. `tests/doors` checks who may open them.

A number in a URL is named after what it identifies (`classroom`, `student`, `session`): no names, and no codes except a
table's.
"""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from classroom import admin, sign_ins
from classroom.audit import acts, log
from classroom.teachers import password_first

handler400 = "classroom.server.http.errors.bad_request"
handler403 = "classroom.server.http.errors.forbidden"
handler404 = "classroom.server.http.errors.not_found"
handler500 = "classroom.server.http.errors.server_error"
handler429 = "classroom.server.http.errors.too_many_requests"

# Resolved from top to bottom: what children post comes first.
urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("game.urls")),
    path("", include("classroom.joining.urls")),
    path("", include("classroom.guests.urls")),
    path("", include("classroom.demo.urls")),
    path("", include("classroom.printed.urls")),
    path("", include("classroom.homework.urls")),
    path("", include("classroom.live.urls")),
    path("", include("classroom.home.urls")),
    path("", include("classroom.preferences.urls")),
    path("", include("classroom.album.urls")),
    path("", include("classroom.groups.urls")),
    path("", include("classroom.challenges.urls")),
    path("", include("classroom.speech.urls")),
    path("", include("classroom.sessions.urls")),
    path("", include("classroom.rosters.urls")),
    path("", include("classroom.transfer.urls")),
    path("", include("classroom.teachers.urls")),
    path("", include("classroom.help.urls")),
    path("", include("classroom.audit.urls")),
    path("", include("classroom.server.urls")),
    path("", include("classroom.reports.pages.urls")),
    path("", include("classroom.manual.urls")),
    path("support/", admin.site.urls),
]
if settings.LTI:
    urlpatterns.append(path("lti/", include("classroom.lti.urls")))
# What is done here and what stands in the audit log's table is recorded there.
acts.recorded(urlpatterns)
password_first.required(urlpatterns, acts.PASSWORD_FIRST)
log.connect()
sign_ins.connect()
