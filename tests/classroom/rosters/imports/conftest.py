"""Ana with lists: she sends one, answers what is asked, and sees the page that follows. Without scripts."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from classroom.models import RosterImport
from tests.classroom.rosters.imports.bundles import SCHOOL, files, packed


class Lists:
    def __init__(self, client, classroom):
        self.client, self.classroom = client, classroom

    def pastes(self, text: str, **fields: str):
        return self._sends({"text": text, **fields}, self.classroom)

    def chooses(self, data: bytes, name: str = "list.csv", *, into_class: bool = True):
        file = SimpleUploadedFile(name, data)
        return self._sends({"text": "", "file": file}, self.classroom if into_class else None)

    def _sends(self, fields, classroom):
        page = reverse("roster", args=[classroom.pk]) if classroom else reverse("import_several")
        return self.client.post(page, {"step": "check", **fields}, follow=True)

    def sends_back(self, page, **fields: str):
        """Answer the page of columns: what is hidden in it comes along."""
        hidden = dict(
            re.findall(
                r'type="hidden" name="(data|text|is_file|source|other_sheets)" value="([^"]*)"', page.content.decode()
            )
        )
        fields = {"step": "columns_chosen", **hidden, **fields}
        return self.client.post(page.request["PATH_INFO"], fields, follow=True)

    def answers(self, page, **fields: str):
        path = page.redirect_chain[-1][0] if page.redirect_chain else page.request["PATH_INFO"]
        return self.client.post(
            path, {re.sub("_(?=c?[0-9]|alike)", "-", key, count=1): value for key, value in fields.items()}, follow=True
        )

    def makes_both_classes(self):
        asked = self.chooses(packed(files(SCHOOL)), into_class=False)
        return self.answers(self.answers(asked, class_0="new", class_1="new"))

    def undoes(self):
        applied = RosterImport.objects.exclude(applied_at=None).latest("applied_at")
        return self.client.post(reverse("import_undo", args=[applied.pk]), follow=True)


@pytest.fixture
def lists(ana_client, class_4b) -> Lists:
    return Lists(ana_client, class_4b)
