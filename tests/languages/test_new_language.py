"""A fourth language needs a row and a catalogue, and no code."""

import json
import shutil
from gettext import GNUTranslations
from pathlib import Path

import polib
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from classroom.languages import rows
from classroom.languages.catalogues import FILE, catalogues, write
from classroom.management.commands.makemessages import Command


@pytest.fixture
def table(tmp_path, monkeypatch):
    """A table of languages of its own, without Polish."""
    file = tmp_path / "languages.json"
    file.write_text(json.dumps([row for row in json.loads(rows.FILE.read_text()) if row["code"] != "pl"]))
    monkeypatch.setattr(rows, "FILE", file)
    rows.languages.cache_clear()
    yield file
    rows.languages.cache_clear()


def test_asking_for_its_texts_begins_it_with_the_name_and_plurals_that_django_knows(table):
    before = json.loads(table.read_text())
    assert Command().begun("pl") == "pl"
    assert json.loads(table.read_text())[:-1] == before
    begun = rows.languages()["pl"]
    assert (begun.name, begun.voice, begun.plural[:10]) == ("Polski", "pl", "nplurals=4")


def test_a_language_that_has_a_row_keeps_it(table):
    before = table.read_text()
    assert Command().begun("is") == "is"
    assert table.read_text() == before


@pytest.mark.parametrize("code", ["xx", "zh-cn"])
def test_what_is_no_language_begins_none(table, code):
    """zh-cn is an old name of zh-hans, which Django keeps without a name and a catalogue of its own."""
    with pytest.raises(CommandError, match=f"knows no language '{code}'"):
        Command().begun(code)
    assert code not in rows.languages()


@pytest.mark.skipif(not shutil.which("xgettext"), reason="needs gettext")
def test_it_is_begun_with_every_text_and_leaves_the_others_alone(table, tmp_path, settings):
    settings.CATALOGUES = Path(
        shutil.copytree(settings.CATALOGUES, tmp_path / "locale", ignore=shutil.ignore_patterns("pl"))
    )
    known = {file: file.read_bytes() for _language, file in catalogues(settings.CATALOGUES)}
    (spanish := tmp_path / "locale" / "es" / FILE).write_text(text := spanish.read_text() + "\n# kept as it is\n")
    call_command("makemessages", locale=["pl"], verbosity=0)
    begun = polib.pofile(str(tmp_path / "locale" / "pl" / FILE))
    assert len(begun) == len(polib.pofile(str(spanish)))
    assert not begun.translated_entries()
    assert spanish.read_text() == text
    assert all(file.read_bytes() == before for file, before in known.items() if file != spanish)
    write(begun, tmp_path / "pl.mo")
    assert ngettext_of(tmp_path / "pl.mo", "%(n)s card", "%(n)s cards", 5) == "%(n)s cards"


def ngettext_of(compiled: Path, one: str, many: str, n: int) -> str:
    with compiled.open("rb") as file:
        return GNUTranslations(file).ngettext(one, many, n)
