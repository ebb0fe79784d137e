"""`make messages`: update the catalogues in `locale/` with the texts of the source."""

from pathlib import Path
from typing import Any

import django
import polib
from django.conf import settings
from django.conf.locale import LANG_INFO
from django.core.management.base import CommandError
from django.core.management.commands import makemessages
from django.utils.translation import to_locale

from classroom.languages import rows
from classroom.languages.catalogues import catalogues

HEADERS = {"Project-Id-Version": "Cardinal", "MIME-Version": "1.0", "Content-Type": "text/plain; charset=UTF-8"}


class Command(makemessages.Command):
    help = "Bring the catalogues in locale/ up to date with the texts of the source. Nothing is guessed (fuzzy)."
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = [self.begun(code) for code in options["locale"]] or [*rows.languages()][1:]
        ours = {
            "locale": wanted,
            "ignore_patterns": [*options["ignore_patterns"], "tests", ".venv", "data", "build"],
            "no_obsolete": True,
            "no_wrap": True,
            "add_location": "file",
        }
        compiled, settings.LOCALE_PATHS = settings.LOCALE_PATHS, [settings.CATALOGUES]
        try:
            super().handle(*args, **options | ours)
        finally:
            settings.LOCALE_PATHS = compiled
        for language, file in catalogues(settings.CATALOGUES):
            if language in wanted:
                tidy(polib.pofile(str(file), wrapwidth=0), language)

    def begun(self, code: str) -> str:
        """Return the code of a language that has a row; add the row of a new one, with Django's name and plural
        rule."""
        if code not in rows.languages():
            known = LANG_INFO.get(code, {})
            if "name_local" not in known:  # nor is it where Django only names another one in its place, as for zh-cn
                raise CommandError(f"Django knows no language {code!r}.")
            name = known["name_local"].capitalize()
            rows.add(rows.Language(code=code, name=name, plural=plural_of(code), voice=code))
        return code

    def find_files(self, root: str) -> list[makemessages.TranslatableFile]:
        """Find the source files; all of them belong to one domain, wherever they are."""
        found: list[makemessages.TranslatableFile] = super().find_files(root)
        for file in found:
            file.locale_dir = str(settings.CATALOGUES)
        return found


def plural_of(code: str) -> str:
    """Return the plural rule of Django's own catalogue in this language."""
    catalogue = Path(django.__file__).parent / "conf" / "locale" / to_locale(code) / "LC_MESSAGES" / "django.po"
    return polib.pofile(str(catalogue)).metadata["Plural-Forms"]


def tidy(catalogue: polib.POFile, language: str) -> None:
    """Give a catalogue the same header whoever made it: no names, no dates."""
    catalogue.header = f"Cardinal: {language}"
    catalogue.metadata_is_fuzzy = False
    catalogue.metadata = HEADERS | {
        "Content-Transfer-Encoding": "8bit",
        "Language": language,
        "Plural-Forms": rows.languages()[language].plural,
    }
    catalogue.save()
