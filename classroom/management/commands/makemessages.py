"""`make messages`: bring the catalogues in `locale/` up to date with the texts of the source."""

from typing import Any

import polib
from django.conf import settings
from django.core.management.commands import makemessages

from classroom.languages.catalogues import catalogues

HEADERS = {"Project-Id-Version": "Cardinal", "MIME-Version": "1.0", "Content-Type": "text/plain; charset=UTF-8"}
PLURAL_FORMS = {
    "is": "nplurals=2; plural=(n % 10 != 1 || n % 100 == 11);",
    "es": "nplurals=2; plural=(n != 1);",
}


class Command(makemessages.Command):
    help = "Bring the catalogues in locale/ up to date with the texts of the source. Nothing is guessed (fuzzy)."
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def handle(self, *args: Any, **options: Any) -> None:
        ours = {
            "locale": options["locale"] or list(PLURAL_FORMS),
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
            tidy(polib.pofile(str(file), wrapwidth=0), language)

    def find_files(self, root: str) -> list[makemessages.TranslatableFile]:
        """Find the source; all of it belongs to the one domain, wherever that is kept."""
        found: list[makemessages.TranslatableFile] = super().find_files(root)
        for file in found:
            file.locale_dir = str(settings.CATALOGUES)
        return found


def tidy(catalogue: polib.POFile, language: str) -> None:
    """Give a catalogue the same header whoever made it: no names, no dates."""
    catalogue.header = f"Cardinal: {language}"
    catalogue.metadata_is_fuzzy = False
    catalogue.metadata = HEADERS | {
        "Content-Transfer-Encoding": "8bit",
        "Language": language,
        "Plural-Forms": PLURAL_FORMS[language],
    }
    catalogue.save()
