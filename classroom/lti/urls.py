"""URLs of learning platforms, active only with CARDINAL_LTI=1."""

from django.urls import path

from classroom.lti import frames, views, views_launch, views_registration

urlpatterns = [
    path("login/", views_launch.login, name="lti_login"),
    path("launch/", views_launch.launch, name="lti_launch"),
    path("enter/", views_launch.enter, name="lti_enter"),
    path("frame/<str:token>/", frames.frame, name="lti_frame"),
    path("keys/", views_launch.keys, name="lti_jwks"),
    path("register/<str:token>/", views_registration.register, name="lti_register"),
    path("platforms/", views_registration.platforms, name="lti_platforms"),
    path("connect/", views.connect, name="lti_connect"),
    path("course/", views.course, name="lti_course"),
    path("choose/", views.choose, name="lti_choose"),
    path("classes/<int:classroom_id>/", views.of_class, name="lti_class"),
]
