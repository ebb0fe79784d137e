"""A page that loads scripts works without them, or says that it cannot."""

import re
from pathlib import Path

from django.conf import settings

TEMPLATES = Path(settings.BASE_DIR) / "templates"
SCRIPT = re.compile(r"<script\b[^>]*\bsrc=|\{% htmx_script %\}")
PART = re.compile(r'\{% (?:include|extends) "([^"]+)"')
COPIED = "the link stands in a field that is copied by hand"
BESIDE = "the child is called to its table by a reload, and by the page it came from"
WORKS = {
    "classroom/homework/assignment.html": COPIED,
    "classroom/homework/around_the_corner/check_up.html": "every card is a button of a form",
    "classroom/homework/around_the_corner/enough.html": BESIDE,
    "classroom/reports/around_the_corner/family/page.html": COPIED,
    "classroom/sessions/seating_plan.html": "every face, table and shuffle is a button of a form",
    "classroom/sessions/set_up/shared.html": COPIED,
    "classroom/homework/assignment_start.html": BESIDE,
    "classroom/joining/how_to_play/page.html": BESIDE,
    "classroom/joining/pick_face.html": BESIDE,
    "classroom/joining/sign_in/board_pictures.html": "every picture is a button of a form",
    "classroom/preferences/own_table.html": BESIDE,
    "base.html": "Back to a page that was kept whole shows it as it was",
    "account/entrance.html": "the field of a password is an ordinary one",
    "classroom/homework/around_the_corner/practice.html": "every card is a button of a form",
    "classroom/homework/card_needed.html": "only says that something waits",
    "classroom/homework/start.html": "sums are only kept for later",
    "classroom/joining/sign_in/credentials.html": "every picture is a button of a form",
    "classroom/live/substitute/desk.html": "a link looks again",
    "classroom/lti/door.html": "the button opens the window; scripts alone hand a chosen link over",
    "classroom/lti/link.html": "the form has its button",
    "classroom/lti/registered.html": "the window is closed by hand",
    "classroom/reports/replay/page.html": "the slider's form has its button",
    "classroom/reports/around_the_corner/best_round.html": "the slider's form has its button",
    "classroom/reports/around_the_corner/child_page.html": BESIDE,
    "classroom/student_base.html": "the speaker stays hidden",
    "classroom/teachers/account/page.html": "the field of a password is an ordinary one",
}
"""Templates whose scripts only save a press, or a reload."""
BESIDE_A_PAGE = {"classroom/preferences/_scan.html", "classroom/printed/_print.html"}
"""The light of a child who plays with one key, and the button that prints, which stays hidden: a browser prints any
page by itself. Without them a page is used as any other."""


def parts(name: str) -> set[str]:
    """Return a template and all that it extends and includes by name."""
    found, waiting = set[str](), [name]
    while waiting:
        here = waiting.pop()
        if here not in found and (TEMPLATES / here).exists():
            found.add(here)
            waiting += PART.findall((TEMPLATES / here).read_text())
    return found


def text_of(name: str) -> str:
    return "".join((TEMPLATES / part).read_text() for part in parts(name))


def own_scripts() -> list[str]:
    """Return the whole pages that load a script of their own, or by a part that begins with a _."""
    names = (str(path.relative_to(TEMPLATES)) for path in sorted(TEMPLATES.rglob("*.html")))
    pages = (name for name in names if not Path(name).name.startswith("_"))
    return [name for name in pages if SCRIPT.search(_own(name))]


def _own(name: str) -> str:
    included = [part for part in parts(name) - BESIDE_A_PAGE if Path(part).name.startswith("_")]
    return "".join((TEMPLATES / part).read_text() for part in (name, *included))


def test_a_page_that_needs_scripts_says_so_without_them():
    silent = [name for name in own_scripts() if "<noscript>" not in text_of(name)]
    assert sorted(set(silent) - WORKS.keys()) == []


def test_what_is_said_to_work_loads_scripts_and_says_nothing():
    assert WORKS.keys() <= set(own_scripts())
