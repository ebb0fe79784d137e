"""Nothing that the oldest promised browsers do not know is used without a fallback."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests.old_devices.newer import CSS, HTML, JS, NEWER, VALUE, Feature

ROOT = Path(settings.BASE_DIR)
WITHOUT = {
    ("containers", "static/css/table.css"): "names a container",
    ("containers", "static/css/pictures/cards.css"): "names a container; its units have fallbacks",
    ("containers", "static/css/little/tables.css"): "names a container; its units have fallbacks",
    ("container queries", "static/css/little/tables.css"): "a mat has its faces beside the card, whatever its shape",
    ("containers", "static/css/live.css"): "names a container; see its queries",
    ("container queries", "static/css/table.css"): "a table under 15rem: only at a zoom of 400 %, where it scrolls",
    ("container queries", "static/css/around-the-corner.css"): "a table under 15rem, as above",
    ("container queries", "static/css/around_the_corner/race.css"): "a sentence stands a little higher",
    ("container queries", "static/css/nine-to-nothing.css"): "a table under 12rem: text twice as big at 320 px",
    ("container queries", "static/css/live.css"): "a narrow tile leaves the cards in hand out; they shrink else",
    ("container queries", "static/css/pictures/ten-frames.css"): "on a low card they stay small under the digit",
    ("containers", "static/css/pages/practice.css"): "names a container; see its query",
    ("container queries", "static/css/pages/practice.css"): "practice under 12rem: text twice as big at 320 px",
    ("overscroll", "static/css/table.css"): "a page may bounce",
    ("overscroll", "static/css/around_the_corner/solo.css"): "a page may bounce",
    ("text-wrap", "static/css/little/round-over.css"): "lines beside the own face are less even",
    ("text-wrap", "static/css/around_the_corner/race.css"): "lines of a panel are less even",
    ("overscroll", "static/css/nine-to-nothing.css"): "a page may bounce",
    ("text-wrap", "static/css/little/tutorial.css"): "lines of an order are less even",
    ("text-wrap", "static/css/projector.css"): "lines beside the buttons are less even",
    ("text-wrap", "static/css/charts.css"): "lines of a cell are less even",
    ("text-wrap", "static/css/pages/home.css"): "lines of a heading are less even",
    ("text-wrap", "static/css/site.css"): "a last line may be a single word",
    ("text-wrap", "static/css/pages/how-to-play.css"): "lines below a picture are less even",
    ("hyphens", "static/css/teacher.css"): "only asked for: where it is missing, tables scroll",
    ("hyphens", "static/css/charts.css"): "only asked for: where it is missing, tables scroll",
    ("hyphens", "static/css/pages/guide.css"): "only asked for: where it is missing, tables scroll",
    ("hyphens", "static/css/pages/report.css"): "only asked for: where it is missing, tables scroll",
    ("idle callbacks", "static/js/pages/waiting.js"): "a timer stands in",
    ("user-select", "static/css/pictures/cards.css"): "stands beside -webkit-user-select",
    ("print-color-adjust", "static/css/cards.css"): "stands beside -webkit-print-color-adjust",
    ("print-color-adjust", "static/css/charts.css"): "stands beside -webkit-print-color-adjust",
    ("print-color-adjust", "static/css/teacher.css"): "stands beside -webkit-print-color-adjust",
    ("print-color-adjust", "static/css/paper/family.css"): "stands beside -webkit-print-color-adjust",
    ("print-color-adjust", "static/css/paper/homework.css"): "stands beside -webkit-print-color-adjust",
    ("print-color-adjust", "static/css/paper/print.css"): "stands beside -webkit-print-color-adjust",
    ("print-color-adjust", "static/css/paper/stars.css"): "stands beside -webkit-print-color-adjust",
    ("popover", "templates/classroom/reports/_parts.html"): "the other parts stand in one row, as on a laptop",
    (":popover-open", "static/css/teacher.css"): "asked for with @supports: as above",
    ("named details", "templates/classroom/album/_stickers.html"): "several stickers may say their day at once",
    ("inert", "static/js/table/announce.js"): "before iPadOS 15.5 Tab also reaches what a panel hides",
    ("inert", "static/js/table/fly.js"): "a card that flies for a moment can be reached by Tab",
    ("wake lock", "static/js/table/awake.js"): "asked for with ?.: the screen may go dark as it does elsewhere",
    (
        "modulepreload",
        "templates/classroom/homework/around_the_corner/offline/page.html",
    ): "it is loaded when asked for",
}
"""Where something newer is used, and what a browser without it shows."""
PREFIXED = {"user-select", "print-color-adjust", "mask", "mask-image", "hyphens", "backdrop-filter"}
_COMMENTS = re.compile(r"/\*.*?\*/|(?:^|\s)//[^\n]*", re.DOTALL)
_BLOCK = re.compile(r"\{([^{}]*)\}")
_CONTAINER_QUERY = re.compile(r"@container[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
"""With it came the container's units: what stands in it needs no fallback."""
_DECLARATION = re.compile(r"(?:^|;)\s*([\w-]+)\s*:\s*([^;]+)")


def features(*where: str) -> list[Feature]:
    return [feature for feature in NEWER if feature.where in where]


def files(folder: str, ending: str) -> Iterator[tuple[str, str]]:
    """Yield path and text of our own files, without comments."""
    for path in sorted((ROOT / folder).rglob(f"*.{ending}")):
        yield str(path.relative_to(ROOT)), _COMMENTS.sub("", path.read_text())


def declarations(css: str) -> Iterator[list[tuple[str, str]]]:
    """Yield the properties and values of each block that holds any."""
    for block in _BLOCK.finditer(css):
        yield [(name, value.strip()) for name, value in _DECLARATION.findall(block[1])]


def is_newer(value: str) -> bool:
    return any(re.search(feature.pattern, value) for feature in features(VALUE))


def test_every_feature_of_the_table_is_newer_and_found_by_its_pattern():
    assert [feature.name for feature in NEWER if not feature.is_newer] == []
    assert [feature.name for feature in NEWER if not re.search(feature.pattern, feature.example, re.MULTILINE)] == []
    assert len({feature.name for feature in NEWER}) == len(NEWER)


def alone(css: str) -> list[str]:
    """Return the newer values that stand for a property, or its shorthand, without one that every browser knows."""
    found = []
    for block in declarations(_CONTAINER_QUERY.sub("", css)):
        for place, (name, value) in enumerate(block):
            before = [older for earlier, older in block[:place] if name == earlier or name.startswith(f"{earlier}-")]
            if is_newer(value) and all(map(is_newer, before)):
                found.append(f"{name}: {value}")
    return found


def test_a_newer_value_stands_after_one_that_every_browser_knows():
    assert [(path, value) for path, css in files("static/css", "css") for value in alone(css)] == []


@pytest.mark.parametrize(("css", "faults"), [
    ("a { width: 2cqw; }", ["width: 2cqw"]),
    ("a { width: 1dvh; width: 2cqw }", ["width: 1dvh", "width: 2cqw"]),
    ("@media print { a { width: 1px; width: 2cqw; } }", []),
    ("@container a (width > 1px) { b { width: 2cqw; } c { left: 1cqh } } d { width: 2cqw }", ["width: 2cqw"]),
    ("a { overflow: hidden; overflow-x: clip; }", []),
])  # fmt: skip
def test_a_newer_value_without_a_fallback_would_be_found(css: str, faults: list[str]) -> None:
    assert alone(css) == faults


def found() -> set[tuple[str, str]]:
    """Return which newer feature is used in which file, values of CSS apart."""
    kinds = ((CSS, "static/css", "css"), (JS, "static/js", "js"), (HTML, "templates", "html"))
    return {
        (feature.name, path)
        for where, folder, ending in kinds
        for path, text in files(folder, ending)
        for feature in features(where)
        if re.search(feature.pattern, text, re.MULTILINE)
    }


def test_whatever_is_newer_is_used_where_a_page_works_without_it():
    assert sorted(found() - WITHOUT.keys()) == []


def test_what_is_said_of_a_newer_feature_is_said_of_one_that_is_used():
    assert sorted(WITHOUT.keys() - found()) == []


def test_a_property_that_older_browsers_know_by_a_prefix_has_it_too():
    missing = [
        f"{path}: {name}"
        for path, css in files("static/css", "css")
        for block in declarations(css)
        for name, _value in block
        if name in PREFIXED and f"-webkit-{name}" not in {other for other, _ in block}
    ]
    assert missing == []
