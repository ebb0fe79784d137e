"""URLs of the reports and the downloads."""

from django.urls import URLPattern, URLResolver, include, path

from classroom.reports.pages import catalogue, downloads, school, views

urlpatterns: list[URLPattern | URLResolver] = [
    path("sessions/<int:session>/rounds/<int:round>/replay/", views.replay, name="round_replay"),
    path("classes/<int:classroom_id>/report/", views.class_report, name="class_report"),
    path("classes/<int:classroom_id>/report/quick/", views.class_quick, name="class_quick"),
    path("students/<int:student>/report/", views.student_report, name="student_report"),
    path("sessions/<int:session>/report/", views.session_report, name="session_report"),
    path("sessions/<int:session>/students/<int:student>/", views.session_student, name="session_student"),
    path("sessions/<int:session>/attempts.csv", downloads.session_file, {"kind": "csv"}, name="session_csv"),
    path("sessions/<int:session>/attempts.xlsx", downloads.session_file, {"kind": "xlsx"}, name="session_xlsx"),
    path("classes/<int:classroom_id>/attempts.csv", downloads.class_file, {"kind": "csv"}, name="class_csv"),
    path("classes/<int:classroom_id>/attempts.xlsx", downloads.class_file, {"kind": "xlsx"}, name="class_xlsx"),
    path("classes/<int:classroom_id>/list.csv", downloads.class_list_file, {"kind": "csv"}, name="class_list_csv"),
    path("classes/<int:classroom_id>/list.xlsx", downloads.class_list_file, {"kind": "xlsx"}, name="class_list_xlsx"),
    path("classes/<int:classroom_id>/cards.csv", downloads.class_cards_file, {"kind": "csv"}, name="class_cards_csv"),
    path(
        "classes/<int:classroom_id>/cards.xlsx", downloads.class_cards_file, {"kind": "xlsx"}, name="class_cards_xlsx"
    ),
    path("classes/<int:classroom_id>/oneroster.zip", downloads.class_results, {"version": "1.2"}, name="class_results"),
    path(
        "classes/<int:classroom_id>/oneroster-1.1.zip",
        downloads.class_results,
        {"version": "1.1"},
        name="class_1_1_results",
    ),
    path("students/<int:student>/attempts.csv", downloads.student_file, {"kind": "csv"}, name="student_csv"),
    path("students/<int:student>/attempts.xlsx", downloads.student_file, {"kind": "xlsx"}, name="student_xlsx"),
    path("classes/<int:classroom_id>/research.zip", downloads.class_research, name="class_research"),
    path("school/growth/", school.growth, name="school_growth"),
    path("school/research.zip", downloads.school_research, name="school_research"),
    path("students/<int:student>/data.json", downloads.student_json, name="student_json"),
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
