"""Class sessions: attendance, join requests, seats, guesses of secrets, and stored settings."""

from datetime import date

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from classroom.models.classes import Classroom, Student
from classroom.models.teachers import Teacher
from game.codes import join_code
from game.models import Seat


class SessionsOnScreens(models.Manager["ClassSession"]):
    """Sessions played on screens. Counts, comparisons and repetitions use only these."""

    def get_queryset(self) -> models.QuerySet["ClassSession"]:
        return super().get_queryset().filter(on_paper=False)


class ClassSession(models.Model):
    """One sitting of a class, from opening the lobby to the end. `options` are those of its tables' rounds.

    While it is `locked` nobody new can join with the code; children who have joined stay and may come back. `paused_at`
    is when the teacher paused all tables, `timer_seconds` and `timer_ends_at` the timer that the projector shows
    meanwhile, if one was chosen; `ends_at` is when the time limit ends the session, moved on by every pause. `placed`
    is the number of cards that all children put down, stored after the end (sessions.counts.placed_in). `note` is for
    teachers only; `podium`: the teacher lets the projector show the first places; `lesson_over`: a teacher has ended
    the lesson with this session, so that no other short round follows (sessions.lesson). `on_paper`: one round with
    printed cards that a teacher has entered (sessions.on_paper); it has neither tables nor evidence. `objects` are the
    sessions on screens, `everything` includes those on paper.
    """

    class State(models.TextChoices):
        LOBBY = "lobby", _("lobby open")
        PLAYING = "playing", _("playing")
        ENDED = "ended", _("ended")

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="sessions")
    game = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    table_size = models.PositiveSmallIntegerField(default=4)
    code = models.CharField(max_length=6, default=join_code)
    opened_by = models.ForeignKey(Teacher, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    state = models.CharField(max_length=8, choices=State.choices, default=State.LOBBY)
    locked = models.BooleanField(default=False)
    opened_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    timer_seconds = models.PositiveSmallIntegerField(null=True, blank=True)
    timer_ends_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    placed = models.PositiveIntegerField(null=True, blank=True)
    note = models.TextField(_("note"), max_length=2000, blank=True)
    podium = models.BooleanField(default=False)
    lesson_over = models.BooleanField(default=False, db_default=False)
    on_paper = models.BooleanField(default=False, db_default=False)
    previous = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="following")

    objects = SessionsOnScreens()
    everything = models.Manager()

    class Meta:
        ordering = ["-opened_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["code"], condition=~models.Q(state="ended"), name="one_open_session_per_code"
            )
        ]

    def __str__(self) -> str:
        return f"{self.classroom}, {self.opened_at:%Y-%m-%d %H:%M}"

    @property
    def day(self) -> date:
        """The day at the school on which it was opened."""
        return timezone.localdate(self.opened_at)


class Attendance(models.Model):
    """A student who came to a class session, and the browser they sit at (`device`, a random token in its cookie).

    A student plays from one device at a time; another device that takes over the name changes the token. A token that
    begins with AT_NO_DEVICE is in no browser: its student has given a shared device to the next one. `table` is the
    number of the table where they sit from its next deal on, `team` the number of their team from 0. For a round on
    paper, `won` says who won, and `cards_left` how many cards each other child had left, where that was entered.
    """

    AT_NO_DEVICE = "~"
    """No token has this character (lifecycle.new_device)."""

    session = models.ForeignKey(ClassSession, on_delete=models.CASCADE, related_name="attendances")
    student = models.ForeignKey(Student, on_delete=models.CASCADE, related_name="attendances")
    device = models.CharField(max_length=32, db_index=True)
    arrived_at = models.DateTimeField(default=timezone.now)
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    team = models.PositiveSmallIntegerField(null=True, blank=True)
    won = models.BooleanField(default=False, db_default=False)
    cards_left = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "student"], name="one_attendance_per_session")]

    def __str__(self) -> str:
        return f"{self.student} in {self.session}"


class Knock(models.Model):
    """A child who cannot sign in and asks the teacher to be let in: one of the roster, or a name that is not on it.

    `device` is the token of the waiting browser; once let in, it becomes that of the attendance.
    """

    session = models.ForeignKey(ClassSession, on_delete=models.CASCADE, related_name="knocks")
    student = models.ForeignKey(Student, null=True, blank=True, on_delete=models.CASCADE, related_name="knocks")
    name = models.CharField(max_length=60)
    device = models.CharField(max_length=32, unique=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.name} at the door of {self.session}"


class Guesses(models.Model):
    """Failed tries at one thing (`key`, see sign_in.throttling) since a moment, and the time until which no further try
    is allowed."""

    key = models.CharField(max_length=64, unique=True)
    failures = models.PositiveIntegerField(default=0)
    since = models.DateTimeField(default=timezone.now, db_index=True)
    until = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.failures} at {self.key}"


class Sitting(models.Model):
    """A student in a seat of a session's table, until they left it for another one (`left_at`)."""

    session = models.ForeignKey(ClassSession, on_delete=models.CASCADE, related_name="sittings")
    student = models.ForeignKey(Student, on_delete=models.CASCADE, related_name="sittings")
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="sitting")
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["session", "student"], condition=models.Q(left_at=None), name="one_sitting_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.student} at {self.seat}"


class SessionPreset(models.Model):
    """Game, options and table size for another day and any class; only its teacher sees it."""

    teacher = models.ForeignKey(Teacher, on_delete=models.CASCADE, related_name="presets")
    name = models.CharField(_("name"), max_length=40)
    game = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    table_size = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["teacher", "name"], name="one_preset_per_name")]

    def __str__(self) -> str:
        return self.name
