"""Files as a teacher's browser gets them, read back as a spreadsheet would."""

import csv
import io
import re
import zipfile
from typing import Any

from asgiref.sync import sync_to_async
from django.test import AsyncClient
from django.urls import reverse

from classroom.models import Teacher
from classroom.reports.around_the_corner.sources.columns import COLUMNS
from classroom.reports.kit.exports.columns import Files, Sheet
from classroom.reports.pages.catalogue import report_of

CORNER = report_of("around_the_corner")


def main(found: Files) -> Sheet:
    return found.sheet(found.main)


async def download(teacher: Teacher, page: str, *args: int) -> tuple[bytes, str]:
    browser = AsyncClient()
    await browser.aforce_login(teacher)
    answer: Any = await browser.get(reverse(page, args=args))
    return await sync_to_async(b"".join)(answer.streaming_content), answer["Content-Disposition"]


async def sheet_of(teacher: Teacher, classroom: int, sheet: str) -> bytes:
    browser = AsyncClient()
    await browser.aforce_login(teacher)
    answer: Any = await browser.get(reverse("class_csv", args=[classroom]), {"sheet": sheet})
    return await sync_to_async(b"".join)(answer.streaming_content)


def rows_of(file: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(file.decode("utf-8-sig"), newline="")))


def cells_of(file: bytes, sheet: int = 1) -> dict[str, tuple[str, str]]:
    """Return the first row under the header of an XLSX sheet: by column, the type of its cell and what stands in it."""
    with zipfile.ZipFile(io.BytesIO(file)) as parts:
        xml = parts.read(f"xl/worksheets/sheet{sheet}.xml").decode()
    assert "<f>" not in xml, "a formula"
    found = re.findall(r'<c r="([A-Z]+)2"([^>]*?)(?:/>|>(.*?)</c>)', xml)
    names = [column.name for column in COLUMNS]
    kinds = {letters: re.search(r't="(\w+)"', marks) for letters, marks, _ in found}
    return {
        names[_place(letters)]: (kind[1] if (kind := kinds[letters]) else "n", re.sub("<[^>]+>", "", inner))
        for letters, _, inner in found
    }


def _place(letters: str) -> int:
    total = 0
    for letter in letters:
        total = 26 * total + ord(letter) - ord("A") + 1
    return total - 1


async def whole(answer: Any) -> bytes:
    return await sync_to_async(b"".join)(answer.streaming_content)
