"""URLs of the audit log."""

from django.urls import path

from classroom.audit import views

urlpatterns = [
    path("school/log/", views.log, name="audit_log"),
    path("school/log.csv", views.log_file, name="audit_csv"),
]
