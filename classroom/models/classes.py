"""Classes, their students, standing groups and seating lines, and the days of substitutes."""

from typing import Any, ClassVar

from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from classroom.languages import choice
from classroom.models.name_keys import NameKeyField
from classroom.models.teachers import Teacher, Teaching
from classroom.naming.characters import hat_in
from classroom.naming.names import to_greet
from game.codes import card_code

BY_NAME = ["name_key", "pk"]
"""The order of names, to be asked for where rows are counted: a model's own order does not hold there."""
OF_A_PLATFORM = "lti:"
"""Prefix of children's numbers that stand for users of a learning platform."""


def owned_by(teacher: Teacher) -> models.Q:
    """Return the filter for the classes that a teacher owns."""
    return models.Q(teachings__teacher=teacher, teachings__is_owner=True)


class Present(models.Manager[Any]):
    """Rows that are not removed: a removed class is only on the page of removed classes, a removed student on no list,
    and both are kept for a while (`rosters.roster`)."""

    def get_queryset(self) -> models.QuerySet[Any]:
        return super().get_queryset().filter(removed_at=None)


class Classroom(models.Model):
    """A teacher's class; its students are the roster. An archived class can be read, but not played with any more.

    `sign_in` is the kind of secret that a child proves its name with; `own_secrets`: children choose it at their first
    sign-in, instead of finding it on the card (see joining.credentials); `typed_names`: they type their name, and the
    list of names is not shown to somebody who only has the code (`sign_in.typed_names`). `board_names` says how the
    projector names them. `source_id` is the number that the school's own system gives the class, `source_school` and
    `source_session` those of its school and of its part of the year, to which results belong; at `number_known_at` a
    file of that system has proved that it is this class (`rosters.imports.nightly`). `previous` is the class of last
    school year. `quick_seconds` is what "quick" means in the reports. `language` is that of the projector and of
    children who have chosen none. `cards_in_hours`: sign-in cards work only in the school's hours
    (`joining.device`). `album`: its children see their albums (`album.tiles`). Since `warned_at` its teachers are
    warned that it will be removed, because nobody plays (`rosters.retention`). `merged_into` is the class into which it
    was merged; `merged` lists the children and sessions that moved, to undo it. `objects` are the classes that are not
    removed, `everything` all of them.
    """

    QUICK = (2, 3, 4, 5, 6)

    class SignIn(models.TextChoices):
        NAME = "name", _("Name only: a child taps their name")
        PICTURES = "pictures", _("Pictures: 4 of 16, in order")
        FEW = "few", _("Fewer pictures: 3 of 12, for the youngest; easier to guess")
        WORDS = "words", _("Secret words: like boat fox 47, for ages 9 and up")

    class BoardNames(models.TextChoices):
        NAMES = "names", _("Names")
        ALIASES = "aliases", _("Made-up names")
        HIDDEN = "hidden", _("No names")

    name = models.CharField(_("class name"), max_length=60)
    name_key = NameKeyField()
    language = models.CharField(_("language"), max_length=8, default=choice.active)
    sign_in = models.CharField(max_length=8, choices=SignIn.choices, default=SignIn.NAME)
    own_secrets = models.BooleanField(default=False)
    typed_names = models.BooleanField(default=False)
    cards_in_hours = models.BooleanField(default=False)
    album = models.BooleanField(default=True, db_default=True)
    board_names = models.CharField(max_length=8, choices=BoardNames.choices, default=BoardNames.HIDDEN)
    teachers = models.ManyToManyField(Teacher, through=Teaching, related_name="classrooms")
    school_year = models.CharField(max_length=20, blank=True)
    source_id = models.CharField(max_length=255, blank=True, db_index=True)
    source_school = models.CharField(max_length=255, blank=True, default="")
    source_session = models.CharField(max_length=255, blank=True, default="")
    number_known_at = models.DateTimeField(null=True, blank=True)
    previous = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="following")
    quick_seconds = models.PositiveSmallIntegerField(default=3)
    created_at = models.DateTimeField(default=timezone.now)
    archived_at = models.DateTimeField(null=True, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True, db_index=True)
    taken_back_at = models.DateTimeField(null=True, blank=True)
    warned_at = models.DateTimeField(null=True, blank=True)
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="merged_here"
    )
    merged = models.JSONField(default=dict, blank=True)

    objects: ClassVar[models.Manager["Classroom"]] = Present()
    everything = models.Manager()

    class Meta:
        ordering = BY_NAME

    def __str__(self) -> str:
        return self.name

    def is_owned_by(self, teacher: Teacher) -> bool:
        return self.teachings.filter(teacher=teacher, is_owner=True).exists()


class Student(models.Model):
    """A child on a roster: a name and nothing else about them. Their number is the opaque `player` of `game`.

    `person` is the same on the rows of one child in several classes, and on no other row (see classroom.persons); ""
    where a worker of the release before has made the row, which then shares nothing. `card` is the code on the
    student's card, with which its holder may practise and join a lesson as them. `secret` is the hash of the pictures
    or words that the child chose; "" where it has chosen none (see joining.credentials). `source_id` is the child's
    number in the school's own system and `source_name` the name on the last imported list, by which the same list finds
    every child again, even after the teacher has renamed it. `previous` is the same child in last year's class.
    `objects` are those on a roster, `everybody` also the removed. `character` and `colour` are the picture beside the
    name (see naming.characters). `language` is the one the child has chosen; "" means its class's. `needs` are settings
    of this child alone, which no classmate ever sees (see sessions.accommodations); `chosen` are words for what the
    child chose for its own tables (see sessions.own_choices). `merged_into` is the record of the same child that has
    its results since both were merged; `merged` lists the rows that moved, to undo it (`rosters.merging`). `alone` are
    the row's own values before it was joined to a child in another class, to undo that (`rosters.merging.persons`).
    `group` is the child's standing group in this class; a group of another class never counts. `family_words` is the
    teacher's message on the page for the family, shown nowhere else. Since `family_since` the family has a link to that
    page; None: it has none (reports' `family_links`).
    """

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="students")
    name = models.CharField(_("name"), max_length=60)
    name_key = NameKeyField()
    person = models.CharField(max_length=24, default=card_code, db_default="", db_index=True)
    card = models.CharField(max_length=24, default=card_code, db_index=True)
    secret = models.CharField(max_length=128, blank=True)
    source_id = models.CharField(max_length=255, blank=True, db_index=True)
    source_name = models.CharField(max_length=60, blank=True)
    previous = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="following")
    language = models.CharField(max_length=8, blank=True, default="")
    needs = models.JSONField(default=dict, blank=True)
    chosen = models.CharField(max_length=80, blank=True, default="", db_default="")
    group = models.ForeignKey(
        "StandingGroup", null=True, blank=True, on_delete=models.SET_NULL, related_name="students"
    )
    character = models.CharField(max_length=12, blank=True, default="")
    colour = models.CharField(max_length=8, blank=True, default="")
    family_words = models.CharField(max_length=300, blank=True, default="")
    family_since = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    removed_at = models.DateTimeField(null=True, blank=True, db_index=True)
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.CASCADE, related_name="merged_here")
    merged = models.JSONField(default=dict, blank=True)
    alone = models.JSONField(default=dict, blank=True)

    objects: ClassVar[models.Manager["Student"]] = Present()
    everybody = models.Manager()

    class Meta:
        ordering = BY_NAME
        constraints = [
            models.UniqueConstraint(
                "classroom", Lower("name"), condition=models.Q(removed_at=None), name="one_student_per_name"
            ),
            models.UniqueConstraint(
                fields=["classroom", "source_id"],
                condition=models.Q(removed_at=None) & ~models.Q(source_id=""),
                name="one_student_per_source",
            ),
            models.UniqueConstraint(
                fields=["classroom", "person"],
                condition=models.Q(removed_at=None) & ~models.Q(person=""),
                name="one_student_per_person",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def school_number(self) -> str:
        """The number that the school's own system gives the child; "" where it has none, or has one from a platform."""
        return "" if self.source_id.startswith(OF_A_PLATFORM) else self.source_id

    @property
    def greeted_as(self) -> str:
        """The child's name for the end of a sentence, without the full stop of an abbreviation."""
        return to_greet(self.name)

    @property
    def reads_in(self) -> str:
        """The code of the language of this child's pages."""
        return self.language or self.classroom.language

    @property
    def face(self) -> str:
        """Both words of the picture beside the name, as a seat stores them; empty where none was given yet."""
        return f"{self.character} {self.colour}".strip()

    @property
    def hat(self) -> str:
        """The word of the hat that the child wears; "" for none, or where its class hides the album."""
        hat = hat_in(self.chosen)
        return hat if hat and self.classroom.album else ""


class StandingGroup(models.Model):
    """Some children of a class whom its teacher keeps together; a child is in at most one group (`Student.group`).

    `sign` is the picture beside the name (naming.word_lists). `options` are the settings in which its tables differ
    from the class, where a session lets each group play its own way (sessions.seating.by_group). Only the class's
    teachers see groups: no child's screen and no projector names them.
    """

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="groups")
    name = models.CharField(_("name"), max_length=40)
    sign = models.CharField(max_length=12)
    options = models.JSONField(default=dict, blank=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["made_at", "pk"]

    def __str__(self) -> str:
        return self.name


class SeatingLine(models.Model):
    """Two children of a class whom every proposal of tables keeps `together`, or apart. Only their teachers see it."""

    one = models.ForeignKey(Student, on_delete=models.CASCADE, related_name="seating_lines")
    other = models.ForeignKey(Student, on_delete=models.CASCADE, related_name="+")
    together = models.BooleanField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["one", "other"], name="one_line_between_two")]

    def __str__(self) -> str:
        return f"{self.one} {'with' if self.together else 'without'} {self.other}"


class SubstituteDay(models.Model):
    """The one day on which a person with its code may start, pause and end a session of the class (live.substitute)."""

    classroom = models.OneToOneField(Classroom, on_delete=models.CASCADE, related_name="substitute")
    day = models.DateField(db_index=True)
    given_by = models.ForeignKey(Teacher, on_delete=models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"substitute of {self.classroom} on {self.day}"
