"""Tables stay tables for the ears in Safari before 17: it forgets the rows of a table whose parts are laid out as
blocks, and Nu allows no role that would remind it."""

import re
from collections.abc import Iterator

import pytest

from tests.old_devices.test_newer import files

NEWER_THAN_THAT = "@supports (hyphens: auto)"
"""Chrome and Firefox have known it for years and keep the rows; Safari learned it in 17."""
OPENS = re.compile(r"([^{};]*)\{|\}")
PART_OF_A_TABLE = re.compile(r"(?<![\w.#-])(?:table|thead|tbody|tfoot|tr|td|th)\b|\.table(?![\w-])")
LAID_OUT = re.compile(r"(?<![\w-])display\s*:\s*(?!none|table)[a-z]")


def rules(css: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each rule's selector, after all that it stands in, and what it declares."""
    inside: list[str] = []
    for place in OPENS.finditer(css):
        if place[0] == "}":
            inside.pop()
        else:
            inside.append(place[1].strip())
            yield tuple(inside), css[place.end() :].partition("}")[0].rpartition("{")[2]


def faults(css: str) -> list[str]:
    """Return the selectors that lay out a part of a table as something else in every browser."""
    return [
        inside[-1]
        for inside, declared in rules(css)
        if LAID_OUT.search(declared)
        and NEWER_THAN_THAT not in inside
        and any(PART_OF_A_TABLE.search(each.split()[-1]) for each in inside[-1].split(",") if "::" not in each)
    ]


def test_no_part_of_a_table_is_laid_out_as_something_else_where_that_would_unmake_the_table():
    assert {path: found for path, css in files("static/css", "css") if (found := faults(css))} == {}


@pytest.mark.parametrize(("css", "found"), [
    ("td { display: flex }", ["td"]),
    ("@media print { .report tbody, p { display: block; } }", [".report tbody, p"]),
    ("@supports (hyphens: auto) { @media print { td { display: flex } } }", []),
    (".table-then ul { display: grid }", []),
    ("td { display: none } td .name { display: block } td::before { display: block }", []),
])  # fmt: skip
def test_a_part_that_is_laid_out_would_be_found(css: str, found: list[str]) -> None:
    assert faults(css) == found
