"""Nothing is shown in English for want of a translation: the catalogues are complete, and those of today's source."""

import shutil

import polib
import pytest
from django.conf import settings

from classroom.languages.catalogues import FILE, catalogues

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
