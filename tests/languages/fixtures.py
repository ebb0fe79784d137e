"""Fixtures: catalogues as they would be now, and a language that does not exist (see `pseudo`)."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings
from django.utils import translation

from classroom.languages import catalogues
from tests.kept import of_the_run, once
from tests.languages.pseudo import catalogue_of

PSEUDO = "xx"


@pytest.fixture(scope="session")
def extracted(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The catalogues after `make messages`; without gettext those of the repository, as they are."""
    return once(of_the_run(tmp_path_factory, worker_id) / "catalogues", _extract) / "locale"


def _extract(folder: Path) -> None:
    shutil.copytree(settings.CATALOGUES, folder / "locale")
    if shutil.which("xgettext"):
        with override_settings(CATALOGUES=folder / "locale"):
            call_command("makemessages", verbosity=0)


@pytest.fixture(scope="session")
def pseudo_catalogue(extracted: Path) -> None:
    source = polib.pofile(str(extracted / "is" / catalogues.FILE))
    compiled = Path(settings.LOCALE_PATHS[0]) / PSEUDO / catalogues.FILE.with_suffix(".mo")
    catalogues.write(catalogue_of(source), compiled)


@pytest.fixture
def pseudo_language(pseudo_catalogue: None) -> Iterator[str]:
    """A box that knows the language, too. Its code."""
    about = {"code": PSEUDO, "name": "Pseudo", "name_local": "Pseudo", "bidi": False}
    translation.trans_real.LANG_INFO[PSEUDO] = about  # type: ignore[attr-defined]
    with override_settings(LANGUAGES=[*settings.LANGUAGES, (PSEUDO, "Pseudo")]):
        yield PSEUDO
    translation.deactivate()
    del translation.trans_real.LANG_INFO[PSEUDO]  # type: ignore[attr-defined]
