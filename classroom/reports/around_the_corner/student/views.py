"""Papers about one student: for the family, and the certificate."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from classroom.access import TeacherRequest, student_for, teacher_form, teacher_page
from classroom.languages import choice
from classroom.models import Student
from classroom.reports.around_the_corner.sources.scope import scope_form
from classroom.reports.around_the_corner.student import family
from classroom.reports.around_the_corner.student.views_family import link_of
from classroom.reports.kit.evidence import catch_up


class FamilyWordsForm(forms.ModelForm):
    class Meta:
        model = Student
        fields = ("family_words",)
        labels = {"family_words": gettext_lazy("Your own sentence for the family")}
        widgets = {"family_words": forms.Textarea({"rows": 3, "maxlength": 300})}


@teacher_form
def student_family(request: TeacherRequest, student: int) -> HttpResponse:
    """Page to give to the family; the teacher's own sentence is stored with the child."""
    child = student_for(request.user, student)
    form = FamilyWordsForm(request.POST if request.method == "POST" else None, instance=child)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Kept. It stands on the page below."))
        return redirect("student_family", child.pk)
    catch_up(child.classroom)
    paper = _language_of_paper(request, child)
    with override(paper):
        page = family.family_page(child, scope_form(request.GET, [child.pk]))
    page |= {"words_form": form, "paper": paper, "link": link_of(request, child)}
    status = 422 if form.is_bound else 200
    return render(request, "classroom/reports/around_the_corner/family/page.html", page, status=status)


@teacher_page
def student_certificate(request: TeacherRequest, student: int) -> HttpResponse:
    """Certificate for effort, or with `for=growth` for growth."""
    child = student_for(request.user, student)
    catch_up(child.classroom)
    form = scope_form(request.GET, [child.pk])
    paper = _language_of_paper(request, child)
    with override(paper):
        page = family.certificate(child, form, request.GET.get("for", "effort"))
    template = "classroom/reports/around_the_corner/certificate.html"
    return render(request, template, page | {"teacher": request.user, "paper": paper})


def _language_of_paper(request: TeacherRequest, child: Student) -> str:
    """Return the language chosen by the teacher, by default the child's."""
    asked = request.GET.get("language", "")
    return asked if asked in choice.names() else child.reads_in
