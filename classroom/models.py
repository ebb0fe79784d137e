"""Teachers, their classes and students, and the class sessions in which they play."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from game.codes import card_code, join_code
from game.models import Round, Seat


class TeacherManager(BaseUserManager["Teacher"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "Teacher":
        teacher = self.model(email=self.normalize_email(email), **fields)
        teacher.set_password(password)
        teacher.save()
        return teacher


class Teacher(AbstractBaseUser):
    """The user model: an adult who signs in with an e-mail address. Students never do."""

    email = models.EmailField(_("e-mail"), unique=True)
    name = models.CharField(_("name to show to students"), max_length=60)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]
    objects = TeacherManager()

    def __str__(self) -> str:
        return self.name


class Classroom(models.Model):
    """A teacher's class; its students are the roster."""

    name = models.CharField(_("class name"), max_length=60)
    teachers = models.ManyToManyField(Teacher, related_name="classrooms")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class Student(models.Model):
    """A child on a roster: a name and nothing else about them. Their number is the opaque `player` of `game`.

    `card` is what the student's card says: whoever holds it may practise as them, and nothing more (see homework).
    """

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="students")
    name = models.CharField(_("name"), max_length=60)
    card = models.CharField(max_length=24, unique=True, default=card_code)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = [Lower("name"), "pk"]
        constraints = [models.UniqueConstraint("classroom", Lower("name"), name="one_student_per_name")]

    def __str__(self) -> str:
        return self.name


class ClassSession(models.Model):
    """One sitting of a class, from opening the lobby to the end. `options` are those of its tables' rounds."""

    class State(models.TextChoices):
        LOBBY = "lobby", _("lobby open")
        PLAYING = "playing", _("playing")
        ENDED = "ended", _("ended")

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="sessions")
    game = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    table_size = models.PositiveSmallIntegerField(default=4)
    code = models.CharField(max_length=6, default=join_code)
    state = models.CharField(max_length=8, choices=State.choices, default=State.LOBBY)
    opened_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    previous = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="following")

    class Meta:
        ordering = ["-opened_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["code"], condition=~models.Q(state="ended"), name="one_open_session_per_code"
            )
        ]

    def __str__(self) -> str:
        return f"{self.classroom}, {self.opened_at:%Y-%m-%d %H:%M}"


class Attendance(models.Model):
    """A student who came to a class session, and the browser they sit at (`device`, a random token in its cookie).

    A student plays from one device at a time; whoever takes over the name changes the token.
    """

    session = models.ForeignKey(ClassSession, on_delete=models.CASCADE, related_name="attendances")
    student = models.ForeignKey(Student, on_delete=models.CASCADE, related_name="attendances")
    device = models.CharField(max_length=32, db_index=True)
    arrived_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "student"], name="one_attendance_per_session")]

    def __str__(self) -> str:
        return f"{self.student} in {self.session}"


class Sitting(models.Model):
    """A student in a seat of a session's table."""

    session = models.ForeignKey(ClassSession, on_delete=models.CASCADE, related_name="sittings")
    student = models.ForeignKey(Student, on_delete=models.CASCADE, related_name="sittings")
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="sitting")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "student"], name="one_sitting_per_session")]

    def __str__(self) -> str:
        return f"{self.student} at {self.seat}"


class Homework(models.Model):
    """Practice that a teacher sets for a class: `amount` cards or minutes, with these options, until a moment."""

    class Unit(models.TextChoices):
        CARDS = "cards", _("cards")
        MINUTES = "minutes", _("minutes")

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="homework")
    options = models.JSONField(default=dict)
    unit = models.CharField(max_length=8, choices=Unit.choices, default=Unit.CARDS)
    amount = models.PositiveSmallIntegerField()
    until = models.DateTimeField()
    set_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-until", "-pk"]

    def __str__(self) -> str:
        return f"{self.amount} {self.unit} for {self.classroom}"


class Practice(models.Model):
    """A round that a student practises alone, for a homework or for nobody but themselves."""

    student = models.ForeignKey(Student, on_delete=models.CASCADE, related_name="practices")
    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="practice")
    homework = models.ForeignKey(Homework, null=True, blank=True, on_delete=models.SET_NULL, related_name="practices")

    def __str__(self) -> str:
        return f"practice of {self.student}"
