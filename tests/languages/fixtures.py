"""Fixtures: catalogues as they would be now, and a language that does not exist (see `pseudo`)."""

import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings
from django.utils import translation

from classroom.languages import catalogues
from tests.kept import beside_static_files, once
from tests.languages.pseudo import catalogue_of

PSEUDO = "xx"
KEPT_CATALOGUES = "catalogues-of-tests-"
NO_SOURCE = (".pyc", ".html.py", ".txt.py")
"""Endings of what is compiled, and of what `makemessages` lays beside templates as long as it runs: another process
that names its catalogues meanwhile would see a new source, and throw away what the first one is writing."""


@pytest.fixture(scope="session")
def extracted() -> Path:
    """The catalogues after `make messages`, kept till a text or a line of code changes; without gettext those of the
    repository, as they are."""
    return once(beside_static_files() / f"{KEPT_CATALOGUES}{sources()}", _extract) / "locale"


def sources() -> str:
    """Return what tells this source, and these catalogues, from all others."""
    found = sha256(repr(shutil.which("xgettext")).encode())
    for top in ("classroom", "game", "templates", "locale"):
        for path in sorted(Path(settings.BASE_DIR, top).rglob("*.*")):
            if not path.name.endswith(NO_SOURCE) and path.is_file():
                found.update(f"{path} ".encode() + path.read_bytes())
    return found.hexdigest()[:16]


def _extract(folder: Path) -> None:
    for old in folder.parent.glob(f"{KEPT_CATALOGUES}*"):
        if old.stem != folder.stem:
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    shutil.copytree(settings.CATALOGUES, folder / "locale", dirs_exist_ok=True)
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
