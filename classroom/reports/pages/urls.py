"""URLs of the reports and the downloads."""

from django.urls import URLPattern, URLResolver, include, path

from classroom.reports.pages import catalogue, school, views

urlpatterns: list[URLPattern | URLResolver] = [
    path("sessions/<int:session>/rounds/<int:round>/replay/", views.replay, name="round_replay"),
    path("classes/<int:classroom_id>/report/", views.class_report, name="class_report"),
    path("classes/<int:classroom_id>/report/quick/", views.class_quick, name="class_quick"),
    path("students/<int:student>/report/", views.student_report, name="student_report"),
    path("sessions/<int:session>/report/", views.session_report, name="session_report"),
    path("sessions/<int:session>/students/<int:student>/", views.session_student, name="session_student"),
    path("sessions/<int:session>/attempts.csv", views.session_file, {"kind": "csv"}, name="session_csv"),
    path("sessions/<int:session>/attempts.xlsx", views.session_file, {"kind": "xlsx"}, name="session_xlsx"),
    path("classes/<int:classroom_id>/attempts.csv", views.class_file, {"kind": "csv"}, name="class_csv"),
    path("classes/<int:classroom_id>/attempts.xlsx", views.class_file, {"kind": "xlsx"}, name="class_xlsx"),
    path("classes/<int:classroom_id>/list.csv", views.class_list_file, {"kind": "csv"}, name="class_list_csv"),
    path("classes/<int:classroom_id>/list.xlsx", views.class_list_file, {"kind": "xlsx"}, name="class_list_xlsx"),
    path("classes/<int:classroom_id>/cards.csv", views.class_cards_file, {"kind": "csv"}, name="class_cards_csv"),
    path("classes/<int:classroom_id>/cards.xlsx", views.class_cards_file, {"kind": "xlsx"}, name="class_cards_xlsx"),
    path("classes/<int:classroom_id>/oneroster.zip", views.class_results, {"version": "1.2"}, name="class_results"),
    path(
        "classes/<int:classroom_id>/oneroster-1.1.zip",
        views.class_results,
        {"version": "1.1"},
        name="class_1_1_results",
    ),
    path("students/<int:student>/attempts.csv", views.student_file, {"kind": "csv"}, name="student_csv"),
    path("students/<int:student>/attempts.xlsx", views.student_file, {"kind": "xlsx"}, name="student_xlsx"),
    path("classes/<int:classroom_id>/research.zip", views.class_research, name="class_research"),
    path("school/growth/", school.growth, name="school_growth"),
    path("school/research.zip", views.school_research, name="school_research"),
    path("students/<int:student>/data.json", views.student_json, name="student_json"),
]
for report in catalogue.REPORTS.values():
    if report.urls:
        urlpatterns.append(path("", include(report.urls)))
    if word := report.address:
        of_it = {"game": report.name}
        urlpatterns += [
            path(f"classes/<int:classroom_id>/{word}/", views.class_report, of_it, name=f"class_{word}"),
            path(f"students/<int:student>/{word}/", views.student_report, of_it, name=f"student_{word}"),
        ]
