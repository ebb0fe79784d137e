"""Catalogues of translations: `locale/<language>/LC_MESSAGES/django.po` compiled into the data folder.

Nobody commits a compiled file and no box needs gettext: a catalogue is compiled when Cardinal starts and its file is
another than the one that was compiled last.
"""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import polib

FILE = Path("LC_MESSAGES") / "django.po"


def catalogues(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield every language that has a catalogue there, and its file."""
    for file in sorted(folder.glob(f"*/{FILE}")):
        yield file.parent.parent.name, file


def compile_all(folder: Path, target: Path) -> None:
    """Bring the compiled catalogues in `target` up to date."""
    for language, source in catalogues(folder):
        compiled = target / language / FILE.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime_ns != source.stat().st_mtime_ns:
            write(polib.pofile(str(source)), compiled)
            os.utime(compiled, ns=(source.stat().st_atime_ns, source.stat().st_mtime_ns))


def write(catalogue: polib.POFile, compiled: Path) -> None:
    """Compile a catalogue; a process that reads the old file meanwhile reads it whole."""
    compiled.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=compiled.parent, delete=False) as file:
        file.write(catalogue.to_binary())
    Path(file.name).replace(compiled)
