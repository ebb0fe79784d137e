"""Catalogues of translations: `locale/<language>/LC_MESSAGES/django.po` compiled into the data folder.

Compiled files are not committed, and no server needs gettext: when Cardinal starts, each catalogue that has changed
since it was last compiled is compiled.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import polib

FILE = Path("LC_MESSAGES") / "django.po"


def catalogues(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield every language with a catalogue in this folder, and its file."""
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
    """Compile a catalogue, atomically: a process that is reading the old file is not disturbed, and neither a full disk
    nor a power failure leaves half a file, with which no later start would be possible."""
    compiled.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=compiled.parent) as folder:
        written = Path(folder) / compiled.name
        with written.open("wb") as file:
            file.write(catalogue.to_binary())
            file.flush()
            os.fsync(file.fileno())
        written.replace(compiled)
