"""The help texts, by the name of the page's URL. A page that is not listed has those of the page it belongs to."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Help(NamedTuple):
    """Two sentences for a teacher who sees a page for the first time, and the name of the picture beside them."""

    what: str | Promise
    then: str | Promise
    picture: str


HOME = Help(
    _("Your classes are here, the likeliest one first."),
    _("Press Start to play as last time, or a class's name for its children and reports."),
    "play",
)
CHILDREN = Help(
    _("These are the children of the class."),
    _("A name opens the child's report; everything else is in the menu of its row."),
    "list",
)
ONE_CHILD = Help(
    _("What you change here is about this one child."),
    _("Everything a child has played stays with it, under every name and in every class of yours."),
    "child",
)
READING_IN = Help(
    _("Names come in from a list that you paste or a file of your school."),
    _("You see every name before anything is added; birthdays and addresses are left out."),
    "list",
)
REMOVED = Help(
    _("What you remove is kept here for 30 days."),
    _("Until then one press brings it back with all its results."),
    "list",
)
YEARS = Help(
    _("A new school year is a new class with the same children."),
    _("The old class and its reports stay here to be read."),
    "calendar",
)
MERGED = Help(
    _("Two records of one child, or two classes, become one with all results."),
    _("For 30 days you can part them again."),
    "list",
)
FILES = Help(
    _("Lists, cards and results of the class as files."),
    _("One file holds all of it and moves the class to another school."),
    "list",
)
START = Help(
    _("Choose a picture: it is a way of playing with its usual settings."),
    _("Fine-tune says in one line what else is set; nothing begins before you press Start in the lobby."),
    "play",
)
SESSIONS = Help(
    _("Every lesson of the class is here, the newest first."),
    _("Press a lesson to read what it showed and to play it again."),
    "calendar",
)
LOBBY = Help(
    _("Children type the code that stands on the projector and tap their name."),
    _("Press Start when enough are in; who comes late plays in the next round."),
    "code",
)
TABLES = Help(
    _("Choose who sits together, or let a proposal do it."),
    _("A single table can play with easier cards or with hints."),
    "table",
)
AT_THE_DOOR = Help(
    _("A child who cannot sign in waits here until you say who it is."),
    _("Let in the right name only: one child plays from one device."),
    "code",
)
WATCH = Help(
    _("Each tile is a table; it says in words when it needs a look."),
    _("Eyes up stops every screen at once, the projector too."),
    "tiles",
)
END = Help(
    _("The lesson in one minute: what the class did, what to teach next, whom to praise."),
    _("Play again keeps the tables; the full report has every child."),
    "bars",
)
REPORT = Help(
    _("The sentence on top says what to teach next and to whom."),
    _("Press a number or a name to see the cards behind it."),
    "bars",
)
CHILD_REPORT = Help(
    _("What this child knows, what comes next, and how sure that is."),
    _("The family page says the same in words for parents."),
    "child",
)
REPLAY = Help(
    _("A round card by card, as it was played."),
    _("Use it to talk about one moment, not to rank children."),
    "table",
)
HOMEWORK = Help(
    _("Homework is practice at home with the child's own card."),
    _("You see who has done how much; nobody is compared."),
    "calendar",
)
CARDS = Help(
    _("How children prove who they are: by name, by pictures or by words."),
    _("Print their cards once; a new card makes the old one worthless."),
    "card",
)
TEACHERS = Help(
    _("Several teachers can run the same class."),
    _("Invite another one by e-mail; owners may also rename and remove the class."),
    "child",
)
SCHOOL = Help(
    _("What runs at your school, without any child's name."),
    _("It says how old the last backup is and who has an account."),
    "tiles",
)
ACCOUNT = Help(
    _("Your name is what children see; language and look are yours alone."),
    _("E-mail and password ask for the present password."),
    "card",
)

PAGES: Mapping[str, Help] = {
    **dict.fromkeys(("classes", "class_new", "class_demo"), HOME),
    **dict.fromkeys(("class", "class_rename", "class_remove"), CHILDREN),
    **dict.fromkeys(("roster", "import", "import_several", "import_classes", "import_undo"), READING_IN),
    **dict.fromkeys(("classes_removed", "students_removed", "student_forget"), REMOVED),
    **dict.fromkeys(("student_merge", "class_merge"), MERGED),
    **dict.fromkeys(("class_files", "class_read_in"), FILES),
    **dict.fromkeys(("next_year", "earlier", "classes_mix"), YEARS),
    **dict.fromkeys(
        ("student_face", "student_rename", "student_needs", "student_remove", "student_move"), ONE_CHILD
    ),
    **dict.fromkeys(("session_new", "session_settings"), START),
    "class_sessions": SESSIONS,
    "session": LOBBY,
    **dict.fromkeys(("session_knock", "session_child", "session_child_remove"), AT_THE_DOOR),
    "session_tables": TABLES,
    **dict.fromkeys(("session_monitor", "session_monitor_child", "session_monitor_table", "session_end"), WATCH),
    **dict.fromkeys(("session_attendance", "session_report", "session_student"), END),
    **dict.fromkeys(("class_report", "class_facts", "class_plays", "class_quick", "class_sums"), REPORT),
    **dict.fromkeys(("student_report", "student_sums", "student_family", "student_certificate"), CHILD_REPORT),
    "round_replay": REPLAY,
    **dict.fromkeys(("class_homework", "homework", "homework_sheets", "session_homework"), HOMEWORK),
    **dict.fromkeys(("class_sign_in", "class_cards"), CARDS),
    **dict.fromkeys(("class_teachers", "invitation"), TEACHERS),
    "school": SCHOOL,
    **dict.fromkeys(
        (
            "account", "account_voice", "account_email_confirm", "account_logout", "account_reauthenticate",
            "mfa_index", "mfa_authenticate", "mfa_reauthenticate", "mfa_activate_totp", "mfa_deactivate_totp",
            "mfa_generate_recovery_codes", "mfa_view_recovery_codes",
            "mfa_list_webauthn", "mfa_add_webauthn", "mfa_edit_webauthn", "mfa_remove_webauthn",
            "mfa_reauthenticate_webauthn",
        ),
        ACCOUNT,
    ),
}  # fmt: skip


def of(page: str, state: str = "") -> Help:
    """Return the help of the page with that URL name; of a session's page that of its state."""
    if page == "session" and state == "ended":
        return END
    return PAGES.get(page, HOME)
