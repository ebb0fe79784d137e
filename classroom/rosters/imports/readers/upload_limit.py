"""The limit of a browser's upload: a request that says it is larger is refused before its body is read."""

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler

from classroom.rosters.imports.readers.zip_files import LARGEST_ZIP

LARGEST_REQUEST = LARGEST_ZIP + 2 * 1024 * 1024
"""Bytes: the largest file we read, and what may stand in the form beside it."""


class LimitedUpload(FileUploadHandler):
    """First of the handlers: lets a request pass to the others, or raises RequestDataTooBig (400 in words)."""

    def handle_raw_input(
        self, input_data: Any, meta: Any, content_length: int, boundary: Any, encoding: str | None = None
    ) -> None:
        if content_length > LARGEST_REQUEST:
            raise RequestDataTooBig(f"upload of {content_length} bytes")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None
