"""Limit of uploads: a request that announces more is refused before its form is read."""

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import MemoryFileUploadHandler

from classroom.rosters.imports.readers.zip_files import LARGEST_ZIP

LARGEST_REQUEST = LARGEST_ZIP + 2 * 1024 * 1024
"""Bytes: the largest file that we read, and the other fields of the form."""


class LimitedUpload(MemoryFileUploadHandler):
    """The first upload handler: keeps what fits into memory, leaves larger files to the next handler, and raises
    RequestDataTooBig (answered with 400) above the limit."""

    def handle_raw_input(
        self, input_data: Any, meta: Any, content_length: int, boundary: Any, encoding: str | None = None
    ) -> None:
        if content_length > LARGEST_REQUEST:
            raise RequestDataTooBig(f"upload of {content_length} bytes")
        super().handle_raw_input(input_data, meta, content_length, boundary, encoding)
