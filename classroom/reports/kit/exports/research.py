"""The research file: every decision of a class or school, pseudonymous, in two published schemas.

The tables and columns of skills.csv, items.csv and answers.csv are those of the MatMat data set (adaptive-learning/
matmat-web), followed by some of our own; datashop.txt has the same data in the format of PSLC DataShop.
datapackage.json describes them (Frictionless Data). Children, classes, tables and rounds have pseudonyms: an HMAC under
the school's secret key, which stays on the server, so two files of one school can be joined, and the same answers give
identical bytes. There are no names, and all times are shifted by the same number of whole weeks. A time under a child's
own settings is left out, as are the settings, since they may reveal something about a child's health.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from tempfile import TemporaryFile
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classroom.models import Student
from classroom.reports.kit.exports.columns import Sheet, line_times
from classroom.reports.kit.exports.formats import BYTE_ORDER_MARK, PIECE, Separator, csv_of
from classroom.reports.kit.exports.research_tables import (
    ResearchGame,
    ResearchLine,
    answer_columns,
    datashop_columns,
    item_columns,
    skill_columns,
)

AT_ONCE = 2000
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of every part, as the time of a download says nothing about the answers."""
VERSION = "2"
"""Version of these tables: raise it whenever the meaning of a column changes."""


def zip_of(games: Sequence[ResearchGame], students: Iterable[Student]) -> Iterator[bytes]:
    """Yield the file, which grows on the disk; meanwhile empty pieces."""
    classes = {student.pk: student.classroom_id for student in students}
    sheets = _sheets(games, classes)
    with TemporaryFile() as file:
        with ZipFile(file, "w", ZIP_DEFLATED) as packed:
            described = json.dumps(datapackage(games, sheets), ensure_ascii=False, indent=1)
            for name, text in (("codebook.txt", codebook(sheets)), ("datapackage.json", described)):
                packed.writestr(_part(name), text)
            for sheet in sheets:
                with packed.open(_part(_file_of(sheet)), "w") as table:
                    for piece in _written(sheet):
                        table.write(piece)
                        yield b""
        file.seek(0)
        while piece := file.read(PIECE):
            yield piece


def _part(name: str) -> ZipInfo:
    part = ZipInfo(name, EPOCH)
    part.compress_type = ZIP_DEFLATED
    return part


def _file_of(sheet: Sheet) -> str:
    return f"{sheet.key}.txt" if sheet.key == DATASHOP else f"{sheet.key}.csv"


def _written(sheet: Sheet) -> Iterator[bytes]:
    """Yield the table; DataShop reads tabs, and no byte order mark."""
    if sheet.key != DATASHOP:
        yield from csv_of(sheet)
        return
    for piece in csv_of(sheet, TAB):
        yield piece.removeprefix(BYTE_ORDER_MARK.encode())


def datapackage(games: Sequence[ResearchGame], sheets: Sequence[Sheet]) -> dict[str, Any]:
    """Return the machine-readable description of the file (Frictionless Data Package)."""
    return {
        "name": "cardinal-research",
        "title": f"{ABOUT[0]}",
        "description": " ".join(f"{sentence}" for sentence in ABOUT[1:]),
        "version": VERSION,
        "methods": {game.name: game.method for game in games},
        "licenses": [{"name": "other-closed", "title": f"{LICENCE}"}],
        "resources": [
            {
                "name": sheet.key,
                "path": _file_of(sheet),
                "title": sheet.title,
                "dialect": {"delimiter": "\t" if sheet.key == DATASHOP else ","},
                "schema": {"fields": [{"name": each.name, "description": f"{each.meaning}"} for each in sheet.columns]},
            }
            for sheet in sheets
        ],
    }


def codebook(sheets: Sequence[Sheet]) -> str:
    """Return a description of the tables and of each of their columns."""
    said = [f"{sentence}" for sentence in (*ABOUT, LICENCE)]
    for sheet in sheets:
        said += ["", f"{_file_of(sheet)}: {sheet.title}"]
        said += [f"  {column.name}: {column.meaning}" for column in sheet.columns]
    return "\n".join(said) + "\n"


ABOUT = (
    gettext_lazy("Answers of children in Cardinal, for research. Tables and columns are those of the MatMat data set."),
    gettext_lazy("Pseudonymous, not anonymous: whoever has the school's own data could compare them. Keep it as such."),
    gettext_lazy(
        "Numbers of children, classes, tables and rounds are pseudonyms under a key that stays in the school's box: "
        "the same in every file of this school."
    ),
    gettext_lazy("All times are moved by the same number of weeks: weekday and hour are true, the date is not."),
    gettext_lazy("Times under a child's own settings (longer pauses, hints) are left out, as are the settings."),
    gettext_lazy(
        "In a race another's card ends everybody's wait: such rows have no `correct`, their time is censored."
    ),
    gettext_lazy("Where nothing in the hand fitted, or the wait was void, `correct` is empty, too."),
)
LICENCE = gettext_lazy("For the research agreed on with the school. Not to be published or passed on.")
DATASHOP, TAB = "datashop", Separator("\t", ".")


def _sheets(games: Sequence[ResearchGame], classes: Mapping[int, int]) -> tuple[Sheet, ...]:
    skills = [skill for game in games for skill in game.skills]
    items = {item.key: item for game in games for item in game.items}
    number = {skill.identifier: place for place, skill in enumerate(skills, start=1)}
    item_number = {key: place for place, key in enumerate(items, start=1)}

    def lines() -> Iterator[list[ResearchLine]]:
        return _lines(games, classes)

    return (
        Sheet("skills", _("kinds of sums, a tree"), skill_columns(number), lambda: iter([skills])),
        Sheet("items", _("what is asked"), item_columns(item_number, number), lambda: iter([[*items.values()]])),
        Sheet("answers", _("a line for each decision"), answer_columns(item_number), lines),
        Sheet(
            DATASHOP, _("decisions in the format of PSLC DataShop"), datashop_columns(items), lambda: _judged(lines())
        ),
    )


def _lines(games: Sequence[ResearchGame], classes: Mapping[int, int]) -> Iterator[list[ResearchLine]]:
    rows = enumerate((row for game in games for row in game.answers(sorted(classes))), start=1)
    while some := list(islice(rows, AT_ONCE)):
        times = line_times(sorted({row.round for _number, row in some}))
        yield [ResearchLine(number, row, classes[row.player], times.get((row.round, row.line))) for number, row in some]


def _judged(batches: Iterator[list[ResearchLine]]) -> Iterator[list[ResearchLine]]:
    for some in batches:
        yield [line for line in some if line.answer.correct is not None]
