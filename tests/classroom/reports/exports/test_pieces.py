"""Files are made piece by piece: a year does not fit into memory."""

import tempfile
from functools import partial
from pathlib import Path

import pytest
from asgiref.testing import ApplicationCommunicator
from django.urls import reverse

from classroom.asgi import application
from classroom.reports.kit.exports import columns, research, workbook
from classroom.reports.kit.exports.formats import csv_of
from classroom.reports.kit.exports.workbook import xlsx_of
from tests.classroom.reports.exports.files_read import CORNER, main, rows_of
from tests.classroom.reports.exports.long_year import many, peak_of


@pytest.mark.parametrize("write", [lambda found: csv_of(main(found)), xlsx_of], ids=["csv", "xlsx"])
def test_a_file_is_made_in_pieces_that_do_not_grow_with_it(lesson, bea, write, monkeypatch):
    monkeypatch.setattr(columns, "ROUNDS_AT_ONCE", 1)
    many(lesson, bea, 3, 60)
    small = peak_of(write(CORNER.student_files(bea)))
    many(lesson, bea, 12, 60)
    assert peak_of(write(CORNER.student_files(bea))) < 1.5 * small


@pytest.mark.parametrize("ends", ["cancelled", "whole"])
def test_a_workbook_leaves_no_answers_of_children_on_the_disk(lesson, bea, tmp_path, monkeypatch, ends):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    many(lesson, bea, 2, 10)
    pieces = xlsx_of(CORNER.student_files(bea))
    assert next(pieces) == b""
    assert any(tmp_path.iterdir())
    if ends == "whole":
        assert b"".join(pieces)
    pieces.close()
    assert not any(tmp_path.iterdir())


def test_the_first_rows_are_on_their_way_before_the_last_are_read(lesson, bea, django_assert_max_num_queries):
    many(lesson, bea, 20, 10)
    pieces = csv_of(main(CORNER.student_files(bea)))
    with django_assert_max_num_queries(7):
        header, rows = next(pieces), next(pieces)
    assert 0 < len(rows_of(header + rows)) < 100
    pieces.close()


@pytest.mark.parametrize("page", ["class_xlsx", "class_research"])
@pytest.mark.django_db(transaction=True)
async def test_a_disk_without_room_for_a_file_is_told_in_words(lesson, ana_client, page, monkeypatch):
    """No half file is on its way then, which a browser would keep as if it were one."""
    for maker in (workbook, research):
        monkeypatch.setattr(maker, "TemporaryFile", partial(Path("/dev/full").open, "w+b"))
    cookie = ana_client.cookies.output(attrs=[], header="", sep=";").strip().encode()
    line = ApplicationCommunicator(
        application,
        {
            "type": "http",
            "method": "GET",
            "path": reverse(page, args=[lesson.classroom_id]),
            "query_string": b"",
            "headers": [(b"host", b"localhost"), (b"cookie", cookie), (b"accept-language", b"es")],
            "http_version": "1.1",
        },
    )
    await line.send_input({"type": "http.request", "body": b""})
    start, body = await line.receive_output(10), await line.receive_output(10)
    await line.wait(10)
    assert (start["status"], "Un momento" in body["body"].decode()) == (503, True)
