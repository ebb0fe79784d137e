"""Export and import of a class as a file, for its owner, and of a school, for its admins."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from classroom.access import (
    TeacherRequest,
    admin_form,
    admin_page,
    classroom_for,
    own_classroom_for,
    teacher_form,
    teacher_page,
)
from classroom.forms.people import NameField
from classroom.models import Classroom, Teacher, owned_by
from classroom.naming import names
from classroom.reports.kit.exports.names import file_name, today
from classroom.reports.pages.views import ZIP_TYPE, stream
from classroom.rosters.roster import NameTakenError, names_taken
from classroom.transfer import checking, schema, storing, writing
from classroom.transfer.archive import Archive, BrokenFileError


class ArchiveForm(forms.Form):
    """A file with a class, or with a school."""

    file = forms.FileField(
        label=gettext_lazy("The file"),
        help_text=gettext_lazy("The zip file that the other Cardinal made."),
        error_messages={
            "required": gettext_lazy("Choose the file first."),
            "empty": gettext_lazy("This file is empty. Choose another one."),
            "invalid": gettext_lazy("Choose the file first."),
        },
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
    )


class ClassArchiveForm(ArchiveForm):
    """A file with a class, and the name of the class here."""

    name = NameField(
        label=gettext_lazy("Name of the class here"),
        help_text=gettext_lazy("Leave it empty to keep the name that the class has."),
        required=False,
    )

    def __init__(self, *args: Any, teacher: Teacher, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.teacher = teacher

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        self.refuse_taken(name)
        return name

    def refuse_taken(self, name: str) -> None:
        """Raise ValidationError where a class of the teacher has this name."""
        if name and names.key(name) in names_taken([self.teacher]):
            raise self.taken(name)

    def taken(self, name: str) -> ValidationError:
        words = gettext("You have a class called %(name)s already. Type another name for this one.")
        return ValidationError(words % {"name": name})


@teacher_page
def files(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Show all files as which a class can be exported."""
    classroom = classroom_for(request.user, classroom_id)
    context = {"classroom": classroom, "is_owner": classroom.is_owned_by(request.user)}
    return render(request, "classroom/transfer/files.html", context)


@teacher_page
def class_archive(request: TeacherRequest, classroom_id: int) -> HttpResponseBase:
    """Send the class and the earlier years of it that this teacher owns, as one file."""
    classroom = own_classroom_for(request.user, classroom_id)
    owned = Classroom.objects.filter(owned_by(request.user))
    return _download(request, writing.of_class(classroom, owned), file_name(classroom.name, "cardinal", today()))


@admin_page
def school_archive(request: TeacherRequest) -> HttpResponseBase:
    return _download(request, writing.of_school(), file_name("school", "cardinal", today()))


def _download(request: TeacherRequest, wanted: writing.ArchiveScope, name: str) -> HttpResponseBase:
    return stream(request, writing.pieces(wanted), ZIP_TYPE, f"{name}.zip")


@teacher_form
def read_class_in(request: TeacherRequest) -> HttpResponse:
    """Import a class of another Cardinal as a class of this teacher."""
    form = ClassArchiveForm(*_sent(request), teacher=request.user)
    if form.is_valid():
        try:
            return _class_is_here(request, form)
        except BrokenFileError as error:
            form.add_error("file", f"{error}")
        except ValidationError as error:
            form.add_error("name", error)
        except NameTakenError as taken:
            form.add_error("name", form.taken(f"{taken}"))
    return _page(request, "classroom/transfer/read_class_in.html", form)


def _class_is_here(request: TeacherRequest, form: ClassArchiveForm) -> HttpResponse:
    archive = Archive(form.cleaned_data["file"])
    if archive.kind != schema.CLASS:
        raise BrokenFileError(_("This file holds a whole school. An admin of the school can read it in."))
    contents = checking.check(archive)
    for called in contents.classrooms.values():
        form.refuse_taken("" if form.cleaned_data["name"] else called)
    name = form.cleaned_data["name"]
    classrooms, _renamed = storing.store(archive, contents, by=request.user, name=name, renames=False)
    request.done = {"classes": len(classrooms), "children": contents.count("student")}
    newest = classrooms[-1]
    words = _("%(name)s is here, with everything that was played. Every child has a new card: print the cards again.")
    messages.success(request, words % {"name": newest.name})
    return redirect("class", newest.pk)


@admin_form
def read_school_in(request: TeacherRequest) -> HttpResponse:
    """Import all classes of another Cardinal, with their teachers; for the school's admins."""
    form = ArchiveForm(*_sent(request))
    if form.is_valid():
        try:
            return _school_is_here(request, form)
        except BrokenFileError as error:
            form.add_error("file", f"{error}")
    return _page(request, "classroom/transfer/read_school_in.html", form)


def _school_is_here(request: TeacherRequest, form: ArchiveForm) -> HttpResponse:
    archive = Archive(form.cleaned_data["file"])
    classrooms, renamed = storing.store(archive, checking.check(archive), by=request.user)
    request.done = {"classes": len(classrooms)}
    words = ngettext("%(n)d class is here.", "%(n)d classes are here.", len(classrooms)) % {"n": len(classrooms)}
    messages.success(request, words)
    for changed in renamed:
        words = _("There was a class called %(before)s. The new one is called %(now)s.")
        messages.warning(request, words % {"before": changed.before, "now": changed.now})
    return redirect("school")


def _sent(request: TeacherRequest) -> tuple[Any, Any]:
    """Return the posted data and files, or nothing where the page is only read."""
    return (request.POST, request.FILES) if request.method == "POST" else (None, None)


def _page(request: TeacherRequest, template: str, form: ArchiveForm) -> HttpResponse:
    return render(request, template, {"form": form}, status=422 if form.errors else 200)
