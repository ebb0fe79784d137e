"""Django's admin as the support pages: find a teacher, a class, a table; read what happened.

- Only accounts named with `manage.py rights` on the server get in; for all others the pages answer 404. Staff sign in
  like any teacher.
- Everything is read-only, except a teacher's account (name, e-mail, closed or open, admin of the school).
- Children's names, cards, secrets and the school's numbers are never shown: students are "Student 17". Questions about
  a child use that number, which is in the URL of the child's report; to see names, support is invited to the class.
  `tests/classroom/teachers/test_admin.py` reads every page and looks for names.
"""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.db.models import Count, Model, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import URLPattern
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from classroom.models import Classroom, ClassSession, RosterImport, Student, Teacher, Teaching
from classroom.server.http import disconnects
from classroom.teachers.account import addresses
from classroom.teachers.account.forms import TAKEN, is_taken
from game.models import Attempt, Event, Round, Table

PAGES = ("index", "app_list", "jsi18n")


class SupportSite(admin.AdminSite):
    """Django's admin site with Cardinal's own sign-in and sign-out; strangers get 404, as everywhere."""

    site_title = site_header = _("Cardinal support")
    index_title = _("What do you look for?")
    site_url = "/classes/"
    enable_nav_sidebar = False

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        inner = super().admin_view(view, cacheable)

        def door(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            if not self.has_permission(request):
                raise Http404
            answer: HttpResponseBase = inner(request, *args, **kwargs)
            return answer

        return door

    def get_urls(self) -> list[Any]:
        """Leave out the pages that Cardinal has itself, and those that support does not need."""
        return [url for url in super().get_urls() if not isinstance(url, URLPattern) or url.name in PAGES]


class ReadOnly(admin.ModelAdmin):
    """A table that can only be viewed. `private` names the columns that are never shown."""

    private: tuple[str, ...] = ()
    actions = None
    list_per_page = 50
    show_full_result_count = False

    def get_urls(self) -> list[URLPattern]:
        wanted = ("_changelist", "_change", "_history")
        return [url for url in super().get_urls() if url.name and url.name.endswith(wanted)]

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        return [field.name for field in self.opts.concrete_fields if field.name not in self.private]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Return whether a list may be narrowed by this query parameter: only by the filters that its page offers.

        Django allows every column of the table itself, so `?card__startswith=B` would tell a hidden value sign by sign.
        """
        column = lookup.partition("__")[0]
        return column in (*self.list_filter, self.date_hierarchy)

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class AccountForm(forms.ModelForm):
    """A teacher's account. As on the teacher's own page, an address differs from all others by more than its case.

    It brings back what it has shown, so that only what was changed is saved: a page that is older than a closing does
    not open the account again.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.show_hidden_initial = True

    def clean_email(self) -> str:
        email = Teacher.objects.normalize_email(self.cleaned_data["email"])
        if is_taken(email, self.instance):
            raise ValidationError(TAKEN)
        return email


class TeacherAdmin(ReadOnly):
    """A teacher's account, the only thing that support can change. Passwords are reset by e-mail or on the server."""

    form = AccountForm
    list_display = ("email", "name", "is_active", "is_school_admin", "is_staff", "last_login", "date_joined")
    list_filter = ("is_active", "is_school_admin", "is_staff")
    search_fields = ("email", "name")
    private = ("password",)
    readonly_fields = ("id", "is_staff", "last_login", "date_joined")

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True

    def save_model(self, request: HttpRequest, obj: Teacher, form: Any, change: bool) -> None:
        """Save what was changed, and close the open sockets of the account, since it may be closed. A former address is
        no longer accepted; where this server sends mail, the new one is confirmed at the next sign-in."""
        obj.save(update_fields=form.changed_data)
        if "email" in form.changed_data:
            addresses.change(obj, obj.email, confirmed=False)
        request.done = {"teacher": obj.pk}  # type: ignore[attr-defined]  # for the audit log (see access.TeacherRequest)
        disconnects.hang_up(teachers=[obj.pk])


class TeachingAdmin(ReadOnly):
    list_display = ("classroom", "teacher", "is_owner", "since")
    list_select_related = ("classroom", "teacher")
    search_fields = ("classroom__name", "teacher__email")


class ClassroomAdmin(ReadOnly):
    list_display = ("name", "id", "school_year", "owners", "children", "archived_at", "removed_at")
    search_fields = ("name", "=id", "teachers__email", "=sessions__code")
    list_filter = ("school_year",)
    private = ("source_id", "source_school", "source_session")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Classroom]:
        there = Count("students", filter=Q(students__removed_at=None), distinct=True)
        classrooms = Classroom.everything.order_by(*self.get_ordering(request))
        return classrooms.prefetch_related("teachings__teacher").annotate(children=there)

    @admin.display(description=_("owners"))
    def owners(self, classroom: Classroom) -> str:
        return ", ".join(teaching.teacher.email for teaching in classroom.teachings.all() if teaching.is_owner)

    @admin.display(description=_("students"))
    def children(self, classroom: Any) -> int:
        return int(classroom.children)


class StudentAdmin(ReadOnly):
    """Children by number. Their names are removed before a page is rendered."""

    list_display = ("number", "classroom", "created_at", "removed_at")
    ordering = ("-pk",)
    list_select_related = ("classroom",)
    search_fields = ("=id", "classroom__name")
    private = ("name", "name_key", "card", "secret", "source_id", "source_name", "previous", "family_words")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Student]:
        """Return all children, removed ones included, by number, since an order by name would reveal names."""
        return Student.everybody.order_by(*self.ordering)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Student | None:
        child: Student | None = super().get_object(request, object_id, from_field)
        if child:
            child.name = self.number(child)
        return child

    @admin.display(description=_("student"), ordering="pk")
    def number(self, child: Student) -> str:
        return _student(child.pk)


def _student(number: int) -> str:
    return gettext("Student %(number)d") % {"number": number}


class ClassSessionAdmin(ReadOnly):
    private = ("note",)
    list_display = ("code", "classroom", "game", "state", "opened_at", "started_at", "ended_at", "opened_by")
    list_select_related = ("classroom", "opened_by")
    list_filter = ("state", "game")
    search_fields = ("=code", "classroom__name", "opened_by__email")
    date_hierarchy = "opened_at"


class RosterImportAdmin(ReadOnly):
    list_display = ("started_at", "teacher", "classroom", "applied_at", "undone_at")
    list_select_related = ("teacher", "classroom")
    search_fields = ("teacher__email", "classroom__name")
    private = ("rows", "rooms", "notes", "changes")


class TableAdmin(ReadOnly):
    list_display = ("code", "number", "game", "closed_at")
    list_filter = ("game",)
    search_fields = ("=code",)

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        return [*super().get_fields(request, obj), "who_sits_here"]

    @admin.display(description=_("seats"))
    def who_sits_here(self, table: Table) -> str:
        return ", ".join(
            f"{seat.number}: {_student(seat.player) if seat.player else seat.computer}" for seat in table.seats.all()
        )

    readonly_fields = ("who_sits_here",)


class RoundAdmin(ReadOnly):
    list_display = ("id", "table", "number", "dealt_at", "finished_at", "projected_at")
    list_select_related = ("table",)
    search_fields = ("=id", "=table__code")


class EventAdmin(ReadOnly):
    """The log: search by a table's code or a round's number, and read it entry by entry."""

    list_display = ("round_id", "n", "kind", "seat", "card", "top", "at")
    search_fields = ("=round__table__code", "=round__id")
    ordering = ("-round", "n")


class AttemptAdmin(ReadOnly):
    """Attempts, from which the reports are computed: search by a student's number or a table's code."""

    list_display = ("round_id", "player", "top", "top_number", "top_step", "mode", "ending", "late", "milliseconds")
    list_filter = ("ending", "mode")
    search_fields = ("=player", "=round__table__code", "=round__id")
    ordering = ("-round", "started_at")


site = SupportSite(name="admin")
site.register(Teacher, TeacherAdmin)
site.register(Teaching, TeachingAdmin)
site.register(Classroom, ClassroomAdmin)
site.register(Student, StudentAdmin)
site.register(ClassSession, ClassSessionAdmin)
site.register(RosterImport, RosterImportAdmin)
site.register(Table, TableAdmin)
site.register(Round, RoundAdmin)
site.register(Event, EventAdmin)
site.register(Attempt, AttemptAdmin)
