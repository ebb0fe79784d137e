"""The chapters on the time before and during a lesson."""

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from classroom.help import tour
from classroom.manual.topic import Chapter, HelpTopic
from classroom.models import Classroom
from classroom.sessions.accommodations import ON_EVERY_SCREEN
from classroom.sessions.games import catalogue as games

FIRST_LESSON = HelpTopic(
    "first-lesson",
    _("Your first lesson"),
    (_("A lesson takes six steps:"),),
    lines=tuple((str(number), words) for number, words in enumerate(tour.SENTENCES.values(), 1)),
    of=("classes", "class_new", "class_demo"),
)
NAMES = HelpTopic(
    "names",
    _("Names from a list"),
    (
        _("Names come in from a list that you paste or a file of your school."),
        _("You see every name before anything is added; birthdays and addresses are left out."),
        _("Afterwards you can undo it for 24 hours."),
    ),
    of=("roster", "import", "import_several", "import_classes", "import_undo"),
)
CODE = HelpTopic(
    "code",
    _("Children come in with a code"),
    (
        _("Children type the code that stands on the projector and tap their name."),
        _("No child needs an account or an e-mail address."),
        _("Press Start when enough are in; who comes late plays in the next round."),
    ),
    of=("session",),
)
SEATS = HelpTopic(
    "seats",
    _("Who sits together"),
    (
        _("Choose who sits together, or let a proposal do it."),
        _("A single table can play with easier cards or with hints."),
        _("Nobody sees how strong a child is: the tables look alike."),
    ),
    of=("session_tables",),
)
PROJECTOR = HelpTopic(
    "projector",
    _("What the projector shows"),
    (
        _("First the code and who is in, then every table, then what the class did together."),
        _("It ranks nobody by speed. For names on it each class has a choice, behind … in the lobby:"),
    ),
    lines=tuple(("•", words) for words in Classroom.BoardNames.labels),
)
WATCH = HelpTopic(
    "watch",
    _("Watch the tables"),
    (
        _("Each tile is a table; it says in words when it needs a look."),
        _("Look first puts those tables on top."),
        _("A press on a tile opens the table, and each of its children."),
    ),
    of=("session_monitor", "session_monitor_table", "session_end"),
)
LATE = HelpTopic(
    "late",
    _("Late, or shut out"),
    (
        _("A child who cannot sign in knocks, and you say who it is."),
        _("Let in the right name only: one child plays from one device."),
        _("On another device the same name finds its seat and its cards again."),
    ),
    of=("session_knock", "session_child", "session_child_remove"),
)
EYES_UP = HelpTopic(
    "eyes-up",
    _("Everybody looks up"),
    (
        _("Eyes up stops every screen at once, the projector too."),
        _("Cards wait, and the time limit stands still, too: nothing is lost."),
        _("To go on it counts 3, 2, 1 on every screen."),
    ),
)
END = HelpTopic(
    "end",
    _("The end, and once more"),
    (
        _("The lesson in one minute: what the class did, what to teach next, whom to praise."),
        _("Play again keeps the tables; the full report has every child."),
        _("Cheers after a round, four pictures for one’s table, are off until you turn them on."),
        _("Every lesson stays in the class’s list, the newest first."),
    ),
    of=("session_attendance", "session_report", "session_student", "class_sessions"),
)


def before() -> Chapter:
    """Return the chapter on what comes first: names, ways of playing, the code, the tables."""
    return Chapter(_("Before the lesson"), "card", (FIRST_LESSON, NAMES, _ways(), CODE, SEATS))


def _ways() -> HelpTopic:
    ways = (way for game in games.all_games() for way in game.ways)
    return HelpTopic(
        "ways",
        _("Ways of playing"),
        (
            _("Choose a picture: it is a way of playing with its usual settings."),
            _("Fine-tune says in one line what else is set."),
            _("Nothing begins before you press Start in the lobby."),
        ),
        lines=tuple((way.title, way.about) for way in ways),
        of=("session_new", "session_settings", "preset_shared", "class_substitute"),
    )


def during() -> Chapter:
    return Chapter(_("In the lesson"), "play", (PROJECTOR, WATCH, _stuck(), LATE, EYES_UP, END))


def _stuck() -> HelpTopic:
    labels = [option.label for option in games.accommodations().values()]
    labels += [capfirst(words) for words in ON_EVERY_SCREEN.values()]
    return HelpTopic(
        "stuck",
        _("A child is stuck"),
        (
            _("Press its name on the tile: there are its last cards and its hints."),
            _("What a child needs in every lesson stands in its own settings, and classmates never see it:"),
        ),
        lines=tuple(("•", label) for label in labels),
        of=("session_monitor_child", "student_needs"),
    )
