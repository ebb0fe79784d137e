"""All topics of the manual: in order, by name, by the teacher's page that they explain, and by their words."""

from collections.abc import Mapping
from functools import cache

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from classroom.manual import lessons, results
from classroom.manual.topic import Chapter, HelpTopic
from classroom.naming import collation
from classroom.sessions.games import catalogue as games
from game import catalogue as presentations

SHORTEST = 3
"""Letters of a word that is not shortened any further."""
LONGEST = 100
"""Letters of a search."""
OTHERS = (
    HelpTopic(
        "calm",
        _("Quiet, slow, without a clock"),
        (
            _(
                "A race is a race: who is slower comes later. But nobody has to race. The teacher can choose turns"
                " without a clock, games alone, more time or no clock for one child, bigger cards, hints, a calm"
                " table; classmates never see it."
            ),
        ),
    ),
    HelpTopic(
        "paper",
        _("Without a screen"),
        (
            _("Print a deck, its rules, a poster of the numbers and a sheet for the score."),
            _("Cut the cards out, and play as on a screen: classmates check the sums."),
            _("Write a round down under Sessions: who played, who won, how many cards the others had left."),
            _("It is marked as paper, and no number about sums changes by it."),
        ),
        of=("print_shelf", "print_sheets", "session_on_paper", "session_on_paper_remove"),
    ),
)


def games_chapter() -> Chapter:
    return Chapter(_("The games"), "hand", (*map(_page_of, presentations.CATALOGUE.games), *OTHERS))


def _page_of(name: str) -> HelpTopic:
    """Return the topic of a game: what it is about and what it teaches, with the first picture of its play."""
    shown, of_lessons = presentations.of(name), games.of(name)
    scenes = shown.how_to_play({}).scenes
    learns = of_lessons.lesson.learns if of_lessons.lesson else ()
    return HelpTopic(
        name.replace("_", "-"),
        shown.title(),
        (of_lessons.about, *(scene.says for scene in scenes)),
        lines=tuple(("✓", words) for words in learns),
        drawn=scenes[0].picture if scenes else SafeString(),
        more=reverse("game_page", args=[name]),
    )


FIRST = "first-lesson"


def chapters() -> tuple[Chapter, ...]:
    """Return the chapters in the order of a lesson; games are described in the language of this page."""
    return lessons.before(), lessons.during(), games_chapter(), results.AFTER, results.SCHOOL


def topics() -> list[HelpTopic]:
    return [topic for chapter in chapters() for topic in chapter.topics]


def of(url_name: str, state: str = "") -> str:
    """Return the name of the topic that explains the teacher's page of that URL name, for a session's page also by its
    state; the first topic where none does."""
    return _explained().get("session_report" if url_name == "session" and state == "ended" else url_name, FIRST)


@cache
def _explained() -> Mapping[str, str]:
    """Return the names of the topics by the URL names that they explain; cached, because every teacher's page needs
    it."""
    return {url_name: topic.name for topic in topics() for url_name in topic.of}


def search(asked: str) -> list[HelpTopic]:
    """Return the topics that contain all these words or beginnings of words; those with them in the title first.

    If there is none, the last letters are dropped: in Icelandic "kóði" appears in a text as "kóða" or "kóðann". Words
    beyond LONGEST letters are not read, because each is looked for in every text, and anybody may ask.
    """
    wanted = [word for word in map(collation.plain, asked[:LONGEST].split()) if word]
    return _with(wanted) or _with([word[:-1] if len(word) > SHORTEST else word for word in wanted])


def _with(wanted: list[str]) -> list[HelpTopic]:
    found = [topic for topic in topics() if wanted and _has(wanted, *topic.texts)]
    return sorted(found, key=lambda topic: not _has(wanted, str(topic.title)))


def _has(wanted: list[str], *texts: str) -> bool:
    words = [collation.plain(word) for text in texts for word in text.split()]
    return all(any(word.startswith(begun) for word in words) for begun in wanted)
