"""Teachers: their classes, invitations, recordings, and the lists that they have imported.

Part of `models`: import these from there. Classes and students are in `models` and are referred to by their names here.
"""

from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from game.codes import card_code

IMPORT_IS_UNDONE_WITHIN = timedelta(hours=24)

models.EmailField.register_lookup(Lower)
"""Addresses are compared in small letters: on PostgreSQL `iexact` compares capitals, and those of ſ and ı are S and I.
"""


class TeacherManager(BaseUserManager["Teacher"]):
    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        """Return the address in small letters, of which PostgreSQL would make others: of İ an i."""
        return super().normalize_email(email).lower()

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "Teacher":
        teacher = self.model(email=self.normalize_email(email), **fields)
        teacher.set_password(password)
        teacher.save()
        return teacher

    def of_school(self) -> models.QuerySet["Teacher"]:
        """Return the teachers who are not visitors of the demo (classroom.demo)."""
        return self.exclude(email__endswith=Teacher.OF_DEMO)


class Teacher(AbstractBaseUser):
    """The user model: an adult who signs in with an e-mail address. Students never do.

    `language` is what their pages are written in and `theme` how they look; "" as their browser says. The tour of a
    first lesson is on since `tour_began`. `is_school_admin` sees the school's numbers
    and no child's name; `is_staff` gets into the support pages.
    """

    OF_DEMO = "@demo.invalid"
    """Domain of the addresses of the demo's visitors, which nobody can own (RFC 2606)."""

    class Theme(models.TextChoices):
        SYSTEM = "", _("As this device")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")
        CALM = "calm", _("Calm")
        CONTRAST = "contrast", _("More contrast")

    email = models.EmailField(_("e-mail"), unique=True)
    name = models.CharField(_("name to show to students"), max_length=60)
    language = models.CharField(_("language"), max_length=8, blank=True, default="")
    theme = models.CharField(_("look of the pages"), max_length=8, blank=True, default="", choices=Theme)
    tour_began = models.DateTimeField(null=True, blank=True)
    is_active = models.BooleanField(default=True)
    is_school_admin = models.BooleanField(default=False)
    is_staff = models.BooleanField(default=False)
    date_joined = models.DateTimeField(default=timezone.now)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]
    objects = TeacherManager()

    def __str__(self) -> str:
        return self.name

    def has_perm(self, perm: str, obj: object = None) -> bool:
        """Return whether the teacher is active staff, as Django's admin asks; what staff may do is defined in
        `admin`."""
        return self.is_active and self.is_staff

    has_module_perms = has_perm


class BrowserSession(models.Model):
    """A browser in which a teacher is signed in, by the key of Django's session; `browser` is its name as it reports
    it."""

    teacher = models.ForeignKey(Teacher, on_delete=models.CASCADE, related_name="sign_ins")
    session_key = models.CharField(max_length=40, unique=True)
    browser = models.CharField(max_length=40, blank=True)
    since = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-seen_at", "-pk"]

    def __str__(self) -> str:
        return self.browser


class Teaching(models.Model):
    """A teacher of a class. An owner made it or was made an owner: only owners invite, rename, archive and remove.

    `came_with_list`: joined by importing the same list of the school, and no owner has confirmed it yet.
    """

    classroom = models.ForeignKey("classroom.Classroom", on_delete=models.CASCADE, related_name="teachings")
    teacher = models.ForeignKey(Teacher, on_delete=models.CASCADE, related_name="teachings")
    is_owner = models.BooleanField(default=True)
    came_with_list = models.BooleanField(default=False)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-is_owner", "since", "pk"]
        constraints = [models.UniqueConstraint(fields=["classroom", "teacher"], name="one_teaching_per_class")]

    def __str__(self) -> str:
        return f"{self.teacher} of {self.classroom}"


class Invitations(models.QuerySet["Invitation"]):
    """All invitations, those that are no longer valid included."""

    def open(self) -> "Invitations":
        return self.filter(self._valid(), classroom__removed_at=None)

    def over(self) -> "Invitations":
        return self.exclude(self._valid())

    @staticmethod
    def _valid() -> models.Q:
        """Return the filter for those that have not expired, and whose teacher still may invite: a teacher who was
        taken off the class, is no owner any more, or whose account was closed, opens it to nobody."""
        owns = Teaching.objects.filter(teacher=models.OuterRef("invited_by"), is_owner=True)
        still = models.Exists(owns.filter(classroom=models.OuterRef("classroom"), teacher__is_active=True))
        return models.Q(still, invited_at__gt=timezone.now() - Invitation.HOLDS)


class Invitation(models.Model):
    """An e-mail address that is invited to teach a class too. It is deleted when it is answered or withdrawn, and is
    invalid after `HOLDS`, or once the inviting teacher does not own the class any more.

    On a server that does not verify addresses an account proves nothing about its e-mail. So a teacher whose account is
    older than the invitation finds it on their page; one who signs up later needs the link with `token` from the
    inviting teacher.
    """

    classroom = models.ForeignKey("classroom.Classroom", on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField()
    token = models.CharField(max_length=24, unique=True, default=card_code)
    invited_by = models.ForeignKey(Teacher, on_delete=models.CASCADE, related_name="invitations")
    invited_at = models.DateTimeField(default=timezone.now)

    objects = Invitations.as_manager()
    HOLDS = timedelta(days=14)

    class Meta:
        ordering = ["invited_at", "pk"]
        constraints = [models.UniqueConstraint("classroom", Lower("email"), name="one_invitation_per_address")]

    def __str__(self) -> str:
        return f"invitation to {self.classroom}"

    @property
    def open_until(self) -> datetime:
        return self.invited_at + self.HOLDS


class RosterImport(models.Model):
    """A list of students that a teacher read in: a draft, until it is applied; for 24 hours it can be undone.

    `rows`, `rooms` (the classes of the list) and `notes` are the fields of `rosters.imports.plan`'s ListRow,
    DraftSection and DraftNotes: names and the school's numbers, no other column. When the list is applied the rows are
    emptied; then `changes` says what was done, to be undone: numbers of students and classes, and former names.
    """

    teacher = models.ForeignKey(Teacher, on_delete=models.CASCADE, related_name="roster_imports")
    classroom = models.ForeignKey("classroom.Classroom", null=True, blank=True, on_delete=models.CASCADE)
    rows = models.JSONField(default=list)
    rooms = models.JSONField(default=list)
    notes = models.JSONField(default=dict)
    changes = models.JSONField(default=dict)
    started_at = models.DateTimeField(default=timezone.now)
    applied_at = models.DateTimeField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-started_at", "-pk"]

    def __str__(self) -> str:
        return f"list of {self.started_at:%Y-%m-%d %H:%M}"

    @classmethod
    def waiting(cls) -> models.QuerySet["RosterImport"]:
        """Return the drafts of the school's nightly files that wait for a teacher's decision, the oldest first."""
        return cls.objects.filter(applied_at=None, notes__by_night=True).order_by("started_at", "pk")

    @property
    def can_be_undone(self) -> bool:
        recent = self.applied_at and timezone.now() - self.applied_at < IMPORT_IS_UNDONE_WITHIN
        return bool(recent) and self.undone_at is None and bool(self.changes)


class Recording(models.Model):
    """A teacher's own recording, used instead of a file of `static/audio` in the classes of that teacher.

    `sound` is a WAV file as `speech.recordings` writes it; it is exported with the teacher's data, and deleted with the
    account.
    """

    teacher = models.ForeignKey(Teacher, on_delete=models.CASCADE, related_name="recordings")
    language = models.CharField(max_length=8)
    name = models.CharField(max_length=40)
    sound = models.BinaryField()
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["teacher", "language", "name"], name="one_recording_of_each_text")
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.language})"
