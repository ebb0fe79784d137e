"""URLs of the classroom; a package with many has its own `urls`. `tests/doors` checks who may open them.

A number in a URL is named after what it identifies (`classroom`, `student`, `session`): no names, and no codes except a
table's.
"""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from classroom import admin, sign_ins
from classroom.album import views as album
from classroom.audit import acts, log
from classroom.audit import views as audit_log
from classroom.challenges import views as challenges
from classroom.demo import views as demo
from classroom.groups import views as groups
from classroom.guests import views as guests
from classroom.help.tour import change_tour
from classroom.home import views as home
from classroom.manual import views as manual
from classroom.preferences import views as preferences
from classroom.printed import views as printed
from classroom.speech import views as speech
from classroom.teachers import password_first
from classroom.transfer import views as transfer

handler400 = "classroom.server.http.errors.bad_request"
handler403 = "classroom.server.http.errors.forbidden"
handler404 = "classroom.server.http.errors.not_found"
handler500 = "classroom.server.http.errors.server_error"
handler429 = "classroom.server.http.errors.too_many_requests"

# Resolved from top to bottom: what children post comes first.
urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("game.urls")),
    path("", include("classroom.joining.urls")),
    path("play/", guests.play, name="play"),
    path("demo/", demo.begin, name="demo_begin"),
    path("print/", printed.shelf, name="print_shelf"),
    path("print/sheets/", printed.sheets, name="print_sheets"),
    path("", include("classroom.homework.urls")),
    path("", include("classroom.live.urls")),
    path("classes/", home.home, name="classes"),
    path("classes/demo/", home.demo, name="class_demo"),
    path("classes/<int:classroom_id>/sessions/as-last-time/", home.as_last_time, name="session_as_last_time"),
    path("language/", preferences.language, name="language"),
    path("letters/", preferences.letters, name="letters"),
    path("my-table/", preferences.own_table, name="own_table"),
    path("my-table/one-key/", preferences.catch, name="one_key"),
    path("classes/<int:classroom_id>/album/", album.of_class, name="class_album"),
    path("classes/<int:classroom_id>/groups/", groups.of_class, name="class_groups"),
    path("classes/<int:classroom_id>/groups/new/", groups.new, name="group_new"),
    path("groups/<int:group>/", groups.one, name="group"),
    path("groups/<int:group>/remove/", groups.remove, name="group_remove"),
    path("classes/<int:classroom_id>/challenge/", challenges.of_class, name="class_challenge"),
    path("classes/<int:classroom_id>/challenge/show/", challenges.show, name="class_challenge_show"),
    path("classes/<int:classroom_id>/challenge/leave/", challenges.leave, name="class_challenge_leave"),
    path("challenges/<int:challenge>/", challenges.answer, name="challenge"),
    path("say/<str:language>/<str:names>/", speech.say, name="say"),
    path("table/<str:code>/say/", speech.say_table, name="table_say"),
    path("recordings/<int:recording>/", speech.recording, name="recording"),
    path("account/voice/<str:language>/", speech.voice, name="account_voice"),
    path("", include("classroom.sessions.urls")),
    path("", include("classroom.rosters.urls")),
    path("classes/<int:classroom_id>/files/", transfer.files, name="class_files"),
    path("classes/<int:classroom_id>/cardinal.zip", transfer.class_archive, name="class_archive"),
    path("classes/from-a-file/", transfer.read_class_in, name="class_read_in"),
    path("school/cardinal.zip", transfer.school_archive, name="school_archive"),
    path("school/from-a-file/", transfer.read_school_in, name="school_read_in"),
    path("", include("classroom.teachers.urls")),
    path("help/tour/", change_tour, name="help_tour"),
    path("school/log/", audit_log.log, name="audit_log"),
    path("school/log.csv", audit_log.log_file, name="audit_csv"),
    path("", include("classroom.server.urls")),
    path("", include("classroom.reports.pages.urls")),
    path("help/", manual.manual, name="manual"),
    path("help/all/", manual.booklet, name="manual_booklet"),
    path("help/<slug:topic>/", manual.topic, name="manual_topic"),
    path("support/", admin.site.urls),
]
if settings.LTI:
    urlpatterns.append(path("lti/", include("classroom.lti.urls")))
# What is done here and what stands in the audit log's table is recorded there.
acts.recorded(urlpatterns)
password_first.required(urlpatterns, acts.PASSWORD_FIRST)
log.connect()
sign_ins.connect()
