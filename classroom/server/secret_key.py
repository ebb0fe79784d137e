"""The secret key, kept with the data: settings read it, so that nothing of Django may be imported here."""

import secrets
from contextlib import suppress
from pathlib import Path


def read(folder: Path) -> str:
    """Return the key; the first run makes it, and the folder, which nobody else may read. Raises OSError."""
    path = folder / "secret_key"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        path.touch(mode=0o600, exist_ok=False)
        path.write_text(secrets.token_urlsafe(50))
    return path.read_text()
