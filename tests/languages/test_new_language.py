"""A fourth language needs a row and a catalogue, and no code."""

import json

import pytest
from django.core.management.base import CommandError

from classroom.languages import rows
from classroom.management.commands.makemessages import Command


@pytest.fixture
def table(tmp_path, monkeypatch):
    """A table of languages of its own."""
    file = tmp_path / "languages.json"
    file.write_text(rows.FILE.read_text())
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


def test_what_is_no_language_begins_none(table):
    with pytest.raises(CommandError, match="knows no language 'xx'"):
        Command().begun("xx")
    assert "xx" not in rows.languages()
