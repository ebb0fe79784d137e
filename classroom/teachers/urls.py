"""URLs of the teachers' start page, co-teachers, and the school."""

from allauth.account import views as accounts
from allauth.mfa import urls as second_factor
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.decorators.cache import never_cache

from classroom.access import in_own_language
from classroom.server.http.links import sends_mail
from classroom.teachers import password_first, views, views_school
from classroom.teachers.account import views as account

of_allauth = [
    path("accounts/sign-up/", sends_mail(accounts.signup), name="account_signup"),
    path("accounts/sign-in/", sends_mail(accounts.login), name="account_login"),
    path("accounts/sign-out/", accounts.logout, name="account_logout"),
    path("accounts/confirm/", sends_mail(accounts.email_verification_sent), name="account_email_verification_sent"),
    re_path(r"^accounts/confirm/(?P<key>[-:\w]+)/$", accounts.confirm_email, name="account_confirm_email"),
    path("accounts/inactive/", accounts.account_inactive, name="account_inactive"),
    path("accounts/again/", accounts.reauthenticate, name="account_reauthenticate"),
    path("accounts/second-factor/", include(second_factor)),
    path("accounts/password/", sends_mail(accounts.password_reset), name="account_reset_password"),
    path("accounts/password/sent/", accounts.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^accounts/password/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[^/]+)/$",
        sends_mail(accounts.password_reset_from_key),
        name="account_reset_password_from_key",
    ),
    path(
        "accounts/password/changed/", accounts.password_reset_from_key_done, name="account_reset_password_from_key_done"
    ),
]


def draw_as_ours(patterns: list[URLPattern | URLResolver], *, is_kept: bool = True) -> None:
    """Draw these pages of another package in the language of the signed-in teacher. Nested patterns (`is_kept` false)
    are never cached: one page of the second factor shows its secret."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            draw_as_ours(pattern.url_patterns, is_kept=False)
        else:
            view = in_own_language(pattern.callback)
            pattern.callback = view if is_kept else never_cache(view)


draw_as_ours(of_allauth)

urlpatterns = [
    path("", views.home, name="home"),
    path("account/", account.overview, name="account"),
    path("account/e-mail/", account.change_email, name="account_email"),
    path("account/e-mail/<str:token>/", account.confirm_email, name="account_email_confirm"),
    path("account/password/", account.change_password, name="account_password"),
    path("account/sign-ins/", account.end_sign_ins, name="account_sign_ins"),
    path("account/typed/", account.typed_again, name="typed"),
    path("account/file/", password_first.file, name="account_file"),
    *of_allauth,
    path("classes/<int:classroom_id>/teachers/", views.teachers, name="class_teachers"),
    path("classes/<int:classroom_id>/teachers/leave/", views.leave, name="class_leave"),
    path("teachings/<int:teaching>/known/", views.known, name="teaching_known"),
    path("teachings/<int:teaching>/", views.change, name="teaching"),
    path("invitations/<int:invitation>/take-back/", views.take_back, name="invitation_take_back"),
    path("invitations/<str:token>/", views.invitation, name="invitation"),
    path("help/technician/", views.technician, name="technician"),
    path(".well-known/security.txt", views.security_txt, name="security_txt"),
    path("help/accessibility/", views.accessibility, name="accessibility"),
    path("help/privacy/", views.privacy, name="privacy"),
    path("school/", views_school.overview, name="school"),
    path("school/keep-years/", views_school.set_keep_years, name="school_keep_years"),
    path("school/hours/", views_school.set_hours, name="school_hours"),
    path("school/time-zone/", views_school.set_time_zone, name="school_time_zone"),
    path("school/word/", views_school.new_word, name="school_word"),
    path("school/classes/<int:classroom_id>/hand-over/", views_school.hand_over, name="class_hand_over"),
    path("school/teachers/<int:teacher>/", views_school.admin, name="school_admin"),
]
