"""The chapters on the time after a lesson, and on a class and its school over the year."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from classroom.manual.topic import Chapter, HelpTopic
from classroom.models import Classroom
from classroom.reports.kit.contract import LEVEL_WORDS, LEVELS, SIGNS
from classroom.rosters.roster import KEPT_AFTER_REMOVAL

AFTER = Chapter(
    _("After the lesson"),
    "chart",
    (
        HelpTopic(
            "teach-next",
            _("What to teach next"),
            (
                _("The sentence on top says what to teach next and to whom."),
                _("Perhaps stands before a name that is less sure; nobody is named of whom too little is seen."),
                _("Press a number or a name to see the cards behind it."),
            ),
            of=("class_report", "class_quick"),
        ),
        HelpTopic(
            "signs",
            _("What the signs say"),
            (
                _("A sign stands for one sum, or one kind of sums, and one child."),
                _("Filled, it rests on cards of that sum; an outline is expected, from sums like it."),
                _("Known are the first two, filled."),
            ),
            lines=tuple((SIGNS[level], LEVEL_WORDS[level]) for level in LEVELS),
            of=("class_sums", "student_sums"),
        ),
        HelpTopic(
            "one-child",
            _("One child"),
            (
                _("What this child knows, what comes next, and how sure that is."),
                _("It is compared with its own weeks before, never with a place in the class."),
                _("Its album turns a tile for each round played to its end; you can hide it for the class."),
                _("By playing it finds hats, felts and backs of cards, never by being first."),
                _("The family page says the same in words for parents."),
            ),
            of=("student_report", "class_album"),
        ),
        HelpTopic(
            "replay",
            _("A round once more"),
            (
                _("Every number leads to its cards, and every card to its round."),
                _("A round card by card, as it was played."),
                _("Use it to talk about one moment, not to rank children."),
            ),
            of=("round_replay", "class_plays", "class_facts"),
        ),
        HelpTopic(
            "family",
            _("For the family"),
            (
                _("One sheet: what the child knows, what goes well, one thing to play at home."),
                _("It names no other child, no seconds and no place."),
                _("A link opens one child's page and nothing else, until you end it or the class is a year older."),
                _("A certificate is a second sheet, to be given away."),
            ),
            of=("student_family", "student_certificate", "class_families", "class_week"),
        ),
        HelpTopic(
            "homework",
            _("Practice and homework"),
            (
                _("Homework is practice at home with the child's own card."),
                _("Over HTTPS it works without a connection, too; and there are sheets on paper."),
                _("You see who has done how much; nobody is compared."),
                _("A check-up takes three minutes, alone and without a clock: it asks what is most in doubt."),
            ),
            of=(
                "class_homework",
                "class_groups",
                "group_new",
                "group",
                "group_remove",
                "homework",
                "homework_remove",
                "homework_sheets",
                "session_homework",
            ),
        ),
    ),
)

SCHOOL = Chapter(
    _("Class and school"),
    "people",
    (
        HelpTopic(
            "challenge",
            _("Week, season and challenge"),
            (
                _("A class sees its week and its season of six weeks, beside its own last season alone."),
                _("Two classes of a school can have a friendly challenge: both teachers agree, either ends it."),
                _("It counts new sums per child on the list, never speed, up to the end of yesterday."),
                _("The other class is told that one number: no child, no class name."),
            ),
            of=("class_challenge", "class_challenge_leave"),
        ),
        HelpTopic(
            "cards",
            _("Cards and secrets"),
            (
                _("How children prove who they are is chosen for each class:"),
                _("Print their cards once; a new card makes the old one worthless."),
            ),
            lines=tuple(("•", words) for words in Classroom.SignIn.labels),
            of=("class_sign_in", "class_cards"),
        ),
        HelpTopic(
            "changes",
            _("Children come, go and move"),
            (
                _("Everything a child has played stays with it, under every name and in every class of yours."),
                _("A child in several classes, a homeroom and a set, has one card, one face and one practice."),
                _("A new school year is a new class with the same children."),
                _("Two records of one child, or two classes, become one with all results."),
                format_lazy(
                    ngettext_lazy(
                        "What you remove can be brought back for {days} day.",
                        "What you remove can be brought back for {days} days.",
                        KEPT_AFTER_REMOVAL.days,
                    ),
                    days=KEPT_AFTER_REMOVAL.days,
                ),
            ),
            of=(
                "class", "class_rename", "class_remove", "student_face", "student_rename", "student_remove",
                "student_move", "student_merge", "class_merge", "next_year", "earlier", "classes_mix",
                "classes_removed", "students_removed", "student_forget",
            ),
        ),
        HelpTopic(
            "account",
            _("You and your colleagues"),
            (
                _("Several teachers can run the same class."),
                _("Invite another one by e-mail; owners may also rename and remove the class."),
                _("Your name is what children see; language and look are yours alone."),
                _("E-mail and password ask for the present password."),
            ),
            of=(
                "class_leave", "class_teachers", "invitation",
                "account", "account_voice", "account_email_confirm", "account_logout", "account_reauthenticate",
                "mfa_index", "mfa_authenticate", "mfa_reauthenticate", "mfa_activate_totp", "mfa_deactivate_totp",
                "mfa_generate_recovery_codes", "mfa_view_recovery_codes",
                "mfa_list_webauthn", "mfa_add_webauthn", "mfa_edit_webauthn", "mfa_remove_webauthn",
                "mfa_reauthenticate_webauthn",
            ),
        ),
        HelpTopic(
            "school",
            _("Files, moves and the school"),
            (
                _("Lists, cards and results of the class as files."),
                _("One file holds all of it and moves the class to another school."),
                _("The school’s page has no child’s name: it says how old the last backup is and who has an account."),
            ),
            of=("class_files", "class_read_in", "school", "school_growth"),
        ),
    ),
)  # fmt: skip
