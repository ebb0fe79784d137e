"""Nothing is shown in English for want of a translation: the catalogues are complete, and those of today's source."""

import re
import shutil

import polib
import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from classroom.languages.catalogues import FILE, catalogues
from tests.languages.fixtures import sources

LANGUAGES = [code for code, _file in catalogues(settings.CATALOGUES)]


def msgids(catalogue: polib.POFile) -> set[tuple[str, str, str]]:
    return {(entry.msgctxt or "", entry.msgid, entry.msgid_plural) for entry in catalogue if not entry.obsolete}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language):
    catalogue = polib.pofile(str(settings.CATALOGUES / language / FILE))
    assert [entry.msgid for entry in catalogue.untranslated_entries()] == []


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="gettext is not installed")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_is_that_of_the_source(language, extracted):
    """After a change of texts: `make messages`, and translate what is new."""
    ours, now = (polib.pofile(str(folder / language / FILE)) for folder in (settings.CATALOGUES, extracted))
    assert msgids(now) - msgids(ours) == set()
    assert msgids(ours) - msgids(now) == set()


def test_a_run_beside_this_one_gives_the_source_no_other_name(settings, tmp_path):
    settings.BASE_DIR = tmp_path
    page = tmp_path / "templates" / "page.html"
    page.parent.mkdir()
    page.write_text("one")
    before = sources()
    page.with_name("page.html.py").write_text("what makemessages reads")
    assert sources() == before
    page.write_text("two")
    assert sources() != before


@pytest.mark.parametrize(
    ("language", "said", "never"),
    [
        ("es", r"\bniñ[oa]s?\b", "a child has no gender: estudiante"),
        ("es", r"\bescuelas?\b", "one word for the school: centro"),
        ("is", r"til og með %\(day\)s", "it would bend the weekday of the date"),
    ],
)
def test_a_catalogue_keeps_to_the_words_that_were_chosen(language, said, never):
    catalogue = polib.pofile(str(settings.CATALOGUES / language / FILE))
    texts = [text for entry in catalogue for text in (entry.msgstr, *entry.msgstr_plural.values())]
    assert [text for text in texts if re.search(said, text, re.IGNORECASE)] == [], never


@pytest.mark.parametrize(("language", "often"), [("is", "Skipti"), ("es", "Veces")])
def test_how_often_a_card_was_wrong_is_no_time_of_day(language, often):
    with translation.override(language):
        page = render_to_string("charts/_bars.html", {"bars": []})
    assert f">{often}</th>" in page
