"""The chapter of the games: a page of each in the catalogue, whom a race does not suit, and cards of paper."""

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from classroom.manual.topic import Chapter, HelpTopic
from classroom.sessions.games import catalogue as games
from game import catalogue as presentations

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


def chapter() -> Chapter:
    return Chapter(_("The games"), "hand", (*map(_page_of, presentations.CATALOGUE.games), *OTHERS))


def _page_of(name: str) -> HelpTopic:
    """Return what a game is about and what it teaches, with the first picture of how it is played."""
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
