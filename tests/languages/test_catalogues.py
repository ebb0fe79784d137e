"""The catalogues: what is translated keeps its placeholders and tags, plurals are right, and a new file is compiled."""

import gettext
import re
from datetime import date, datetime
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from classroom.languages.catalogues import catalogues, compile_all
from tests.classroom.server.full_disk import full_disk

LANGUAGES = {code: polib.pofile(str(file)) for code, file in catalogues(settings.CATALOGUES)}
PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[a-z%]|\{\w*\}")
TAG = re.compile(r"</?[a-z]+[^>]*>")
DAY = date(2026, 11, 22)
COUNTS = (0, 1, 2, 11, 21, 31, 101, 111, 121)


def forms(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def test_every_language_but_english_has_a_catalogue():
    assert {code for code, _name in settings.LANGUAGES} - {"en"} == LANGUAGES.keys()


def plurals_of(catalogue: polib.POFile) -> int:
    """Return how many plural forms the language has."""
    return int(catalogue.metadata["Plural-Forms"].removeprefix("nplurals=").partition(";")[0])


def faults_of(entry: polib.POEntry, plurals: int) -> list[str]:
    """Say what a translation has lost or added: placeholders, tags, lines at its ends, plural forms."""
    originals = [entry.msgid, entry.msgid_plural or entry.msgid]
    found = []
    if entry.msgid_plural and set(entry.msgstr_plural) != {*range(plurals)}:
        found.append(f"{plurals} plural forms")
    for form in forms(entry):
        if set(PLACEHOLDER.findall(form)) not in [set(PLACEHOLDER.findall(original)) for original in originals]:
            found.append(f"placeholders in {form!r}")
        if sorted(TAG.findall(form)) not in [sorted(TAG.findall(original)) for original in originals]:
            found.append(f"tags in {form!r}")
        if form.startswith("\n") != entry.msgid.startswith("\n") or form.endswith("\n") != entry.msgid.endswith("\n"):
            found.append(f"line breaks at the ends of {form!r}")
        if "  " in form and "  " not in entry.msgid or re.search(r"(?<!\w)-\d", form):
            found.append(f"two spaces, or a hyphen for a minus, in {form!r}")
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_keeps_placeholders_and_tags(language):
    plurals = plurals_of(catalogue := LANGUAGES[language])
    faults = {entry.msgid: faults_of(entry, plurals) for entry in catalogue.translated_entries()}
    assert {msgid: said for msgid, said in faults.items() if said} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_fuzzy_or_obsolete(language):
    assert [entry.msgid for entry in LANGUAGES[language] if entry.fuzzy or entry.obsolete] == []


@pytest.mark.parametrize(("language", "singular"), [("is", {1, 21, 31, 101, 121}), ("es", {1})])
def test_plurals_are_those_of_the_language(language, singular, tmp_path):
    catalogue = polib.POFile()
    catalogue.metadata = LANGUAGES[language].metadata
    catalogue.append(polib.POEntry(msgid="card", msgid_plural="cards", msgstr_plural={0: "one", 1: "many"}))
    file = tmp_path / "django.mo"
    catalogue.save_as_mofile(str(file))
    with file.open("rb") as compiled:
        read = gettext.GNUTranslations(compiled)
    assert {n for n in COUNTS if read.ngettext("card", "cards", n) == "one"} == singular


@pytest.mark.parametrize(
    ("language", "day", "number"), [("is", "22. nóvember 2026", "2,4"), ("es", "22 de noviembre de 2026", "2,4")]
)
def test_dates_and_numbers_are_written_as_the_language_does(language, day, number):
    page = Template("{% load l10n %}{{ day|date }} {{ seconds|floatformat:1 }}")
    with translation.override(language):
        assert page.render(Context({"day": DAY, "seconds": 2.4})) == f"{day} {number}"


DATE_FORMAT = re.compile(r"[ljbMF](?: [jFMY])*(?:, H:i)?")


@pytest.mark.parametrize("language", ["is", "es"])
def test_names_of_months_and_days_are_small_inside_a_line_as_both_languages_write_them(language):
    formats = [entry.msgid for entry in LANGUAGES[language] if DATE_FORMAT.fullmatch(entry.msgid)]
    assert {"j M", "j M Y", "j M, H:i", "l j F", "j F Y"} <= set(formats)
    with translation.override(language):
        written = [date_format(datetime(2026, month, 20, 9), _(form)) for form in formats for month in range(1, 13)]
    assert [day for day in written if day != day.lower()] == []


def test_a_catalogue_is_compiled_when_its_file_is_another(tmp_path):
    source = tmp_path / "from" / "is" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    compiled = tmp_path / "to" / "is" / "LC_MESSAGES" / "django.mo"
    for word in ("Spil", "Bunki"):
        catalogue = polib.POFile()
        catalogue.append(polib.POEntry(msgid="Card", msgstr=word))
        catalogue.save(str(source))
        compile_all(tmp_path / "from", tmp_path / "to")
        assert polib.mofile(str(compiled))[0].msgstr == word
    made = compiled.stat().st_ino
    compile_all(tmp_path / "from", tmp_path / "to")
    assert compiled.stat().st_ino == made


def test_a_catalogue_that_finds_no_room_is_no_half_one_and_leaves_nothing(tmp_path):
    source = tmp_path / "from" / "is" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    catalogue = polib.POFile()
    catalogue.append(polib.POEntry(msgid="Card", msgstr="Spil" * 100))
    catalogue.save(str(source))
    with full_disk(), pytest.raises(OSError, match="File too large"):
        compile_all(tmp_path / "from", tmp_path / "to")
    assert [path for path in (tmp_path / "to").rglob("*") if path.is_file()] == []


def test_scripts_have_no_words_of_their_own():
    """Words come from the server, in elements and data attributes."""
    said = {}
    for script in sorted((Path(settings.BASE_DIR) / "static" / "js").rglob("*.js")):
        if "vendor" not in script.parts and not script.name.startswith("htmx"):
            code = re.sub(r"//.*|/\*.*?\*/", "", script.read_text())
            found = re.findall(r"""(["'`])([A-Z][a-z]+(?: [a-z]+)+[.!?]?)\1""", code)
            said |= {script.name: found} if found else {}
    assert said == {}


def test_no_text_stands_inside_an_f_string():
    """xgettext does not look into them."""
    inside = re.compile(r"""f["'][^\n]*\{[^}\n]*\b(?:_|n?p?gettext(?:_lazy)?)\(["']""")
    sources = (path for top in ("classroom", "game") for path in (Path(settings.BASE_DIR) / top).rglob("*.py"))
    assert [path.name for path in sources if inside.search(path.read_text())] == []
