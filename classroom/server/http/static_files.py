"""Static files: collecting, naming, serving, and caching by browsers."""

import re
from collections.abc import Callable
from contextlib import closing
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Any

import rcssmin
import rjsmin
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

MAKERS = ("Django", "whitenoise", "brotli", "rjsmin", "rcssmin")
"""The packages that name, minify and compress the files."""
NEVER_ASKED_FOR = ["htmax-*", "htmx-4*", "htmx-2.js", "jquery.js", "xregexp.js", "select2.full.js"]
"""Large files of packages that no page uses: other versions, and the unminified forms of what is sent minified."""
_CSS, _JS = "css/", "js/"
_IMPORT = re.compile(r'@import url\("([^"]+)"\);\n')
_ANY_INSIDE = re.compile(r"(?<=[\w\])*]) (?=:)")
"""A descendant combinator before a colon in a selector, which rcssmin would remove inside a layer."""
_MODULE_IMPORTS = (
    (r"""(?P<matched>(?P<way>\b(?:from|import)\b\s*\(?\s*)["'](?P<url>\.{1,2}/[^"']+)["'])""", '%(way)s"%(url)s"'),
)


class HashedModulesStorage(CompressedManifestStaticFilesStorage):
    """Storage in which our modules import each other by hashed names too, so that a browser may cache them for ever and
    an upgrade never mixes with yesterday's modules. (Django's own switch for this would fail on files of third-party
    packages.)"""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", _MODULE_IMPORTS))

    def post_process(self, paths: dict[str, tuple[Any, str]], *args: Any, **options: Any) -> Any:
        ours = {name: (_Slim(storage), path) for name, (storage, path) in paths.items() if name.startswith((_CSS, _JS))}
        yield from super().post_process(paths | ours, *args, **options)


class _Slim:
    """Our style sheets and modules as they are sent: minified, and with the imports of a style sheet inlined, so that a
    page requests one file instead of three."""

    def __init__(self, storage: Any) -> None:
        self._storage = storage

    def open(self, path: str) -> Any:
        whole = self._whole(PurePosixPath(path))
        slim = rjsmin.jsmin(whole) if path.endswith(".js") else rcssmin.cssmin(_ANY_INSIDE.sub(" *", whole))
        return ContentFile(slim.encode())

    def _whole(self, path: PurePosixPath) -> str:
        with self._storage.open(str(path)) as file:
            text = file.read().decode()
        return _IMPORT.sub(lambda found: self._whole(PurePosixPath(normpath(path.parent / found[1]))), text)


class StaticFilesMiddleware(MiddlewareMixin):
    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        super().__init__(get_response)
        self.process_request = _WhiteNoise(lambda _request: None)


class _WhiteNoise(WhiteNoiseMiddleware):
    """WhiteNoise's middleware, without its slow start and without streaming."""

    files: dict[str, Any]

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        super().__init__(get_response)
        self.files = _Files(self.files)

    def add_file_to_dictionary(self, url: str, path: str, stat_cache: Any = None) -> None:
        if not self.is_compressed_variant(path, stat_cache=stat_cache):
            self.files[url] = partial(self.get_static_file, path, url, stat_cache=stat_cache)

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        """Return the file read at once, not streamed, because our files are small. Only headers that mean something for
        a file are kept: its ETag does the work of Last-Modified, and a file opens no window and links to nothing."""
        found = static_file.get_response(request.method, request.META)
        body = b""
        if found.file is not None:
            with closing(found.file) as file:
                body = file.read()
        response = HttpResponse(body, status=int(found.status))
        del response["content-type"]
        for name, value in found.headers:
            if name != "Last-Modified":
                response[name] = value
        response["X-Content-Type-Options"] = "nosniff"
        return response


class _Files(dict[str, Any]):
    """Static files by address. The headers of a file are made when it is first requested: for all 1 200 files that
    takes a fifth of the server's start."""

    def get(self, path: str, default: Any = None) -> Any:
        found = super().get(path, default)
        if isinstance(found, partial):
            found = self[path] = found()
        return found


def collect() -> None:
    """Bring the collected files up to date, one process at a time. Hashing and compressing takes seconds, so it is done
    only where something has changed since the last time."""
    mark, now = Path(settings.STATIC_ROOT) / "collected", fingerprint()
    if mark.is_file() and mark.read_text() == now:
        return
    mark.unlink(missing_ok=True)  # who is interrupted begins anew
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=NEVER_ASKED_FOR)
    mark.write_text(now)


def fingerprint() -> str:
    """Return a hash of these files and of how they are named and compressed."""
    found = sha256(Path(__file__).read_bytes())
    found.update(repr([version(maker) for maker in MAKERS]).encode())
    for finder in get_finders():
        for path, storage in sorted(finder.list([]), key=lambda file: file[0]):
            content = Path(storage.path(path)).read_bytes()
            found.update(f"{path} {len(content)} ".encode() + content)
    return found.hexdigest()
