"""Database models of the games: tables with seats, rounds with their log, and the evidence projected from it.

`game` knows a player only as an opaque number (`player`), assigned by its caller.
"""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from game.codes import table_code


class Table(models.Model):
    """Seats of two to four players who play together. `options` are those of the next round (see rules and live).

    Tables with the same `seed` get the same cards in every round (tables.seed_of_round).
    """

    code = models.CharField(max_length=12, unique=True, default=table_code)
    number = models.PositiveSmallIntegerField(default=1)
    game = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    seed = models.BigIntegerField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"table {self.number} ({self.code})"


class Seat(models.Model):
    """A chair, numbered from 0. Without a player, a computer of level `computer` plays it.

    `language` is that of its screen; "" is the server's default. `name` and `face` are those of its player at the time
    of sitting down (see screens.table_view).
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.BigIntegerField(null=True, blank=True, db_index=True)
    name = models.CharField(max_length=60)
    computer = models.CharField(max_length=20, blank=True)
    language = models.CharField(max_length=8, blank=True, default="")
    face = models.CharField(max_length=40, blank=True, default="")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(fields=["table", "player"], name="one_seat_per_player"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number}: {self.name}"


class Round(models.Model):
    """One deal until it is over. Seed, options and number of seats determine the deal, the events everything else.

    `projected_at` is when its evidence was written; the reports still lack a finished round without it.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(default=1)
    seed = models.BigIntegerField()
    seats = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    dealt_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    projected_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_round_per_number")]
        indexes = [models.Index(fields=["projected_at", "finished_at"])]

    def __str__(self) -> str:
        return f"round {self.number} at {self.table}"


class Event(models.Model):
    """One entry of a round's log. Only `journal` writes here, and no entry is ever changed or deleted.

    `at` is server time in ms since 1970; `client` is what the browser measured (see wire.Frame), as JSON text. `cards`
    are card ids joined by spaces, for an event with several (see `log.codec`).
    """

    id = models.BigAutoField(primary_key=True)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="events")
    n = models.PositiveIntegerField()
    kind = models.CharField(max_length=12)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    card = models.PositiveSmallIntegerField(null=True, blank=True)
    top = models.PositiveIntegerField(null=True, blank=True)
    at = models.BigIntegerField()
    move_id = models.CharField(max_length=40, null=True, blank=True)  # noqa: DJ001 -- NULL is "no id": not unique
    client = models.TextField(blank=True)
    cards = models.TextField(blank=True)

    class Meta:
        ordering = ["n"]
        constraints = [
            models.UniqueConstraint(fields=["round", "n"], name="one_event_per_place"),
            models.UniqueConstraint(fields=["round", "seat", "move_id"], name="one_event_per_move"),
        ]

    def __str__(self) -> str:
        return f"{self.n} {self.kind}"


LONGEST_MS = 2**31 - 1
"""The longest time that a column of evidence holds, 24.8 days."""


class Evidence(models.Model):
    """One thing that a student showed in a round: the columns common to all games.

    A game that is measured has a subclass with its own columns and an `ending` with its choices; `projection` fills
    them from the log and can do so again at any time. Code that deletes, exports or counts a student's evidence
    iterates over `kinds()`, so that no game's rows are left out. `line` is the place in the log of the event that ended
    it, where the replay shows it. `hand` are card ids. `milliseconds` may be used as a time if `timed` is true. `rung`
    is how number pictures were shown to the student (rules.picture_ladder, 0: not at all), `pictured` whether one was
    shown before the answer: like an answer after a hint it is no evidence of knowing the sum without it.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="%(class)ss")
    seat = models.PositiveSmallIntegerField()
    player = models.BigIntegerField()
    line = models.PositiveIntegerField()
    hand = models.JSONField(default=list)
    ending = models.CharField(max_length=1)
    retry = models.BooleanField(default=False)
    started_at = models.BigIntegerField()
    milliseconds = models.PositiveIntegerField(null=True, blank=True)
    timed = models.BooleanField(default=False)
    modality = models.CharField(max_length=8, blank=True)
    rung = models.PositiveSmallIntegerField(default=0)
    pictured = models.BooleanField(default=False)

    class Meta:
        abstract = True

    @classmethod
    def kinds(cls) -> tuple[type["Evidence"], ...]:
        """Return the models of all games, in the order of their declaration."""
        return tuple(cls.__subclasses__())

    NO_DECISION = Q()
    """First answers that do not count as decisions all the same."""
    TIMES: tuple[str, ...] = ("milliseconds",)
    """The columns that hold times in ms."""

    def limit_times(self) -> None:
        """Limit the times to what their columns hold on PostgreSQL. They may be longer: an answer may come a month
        after its question, and a browser may report any time."""
        for name in self.TIMES:
            if (time := getattr(self, name)) is not None:
                setattr(self, name, min(time, LONGEST_MS))

    @classmethod
    def is_decision(cls) -> Q:
        """Return the filter for first answers, right ("C") or wrong ("W"), given without a picture: every page and file
        counts these as *tried*."""
        return Q(retry=False, pictured=False, ending__in=("C", "W")) & ~cls.NO_DECISION


class Attempt(Evidence):
    """One exposure: a top card in front of a student who could answer it, and its outcome.

    `own` names the settings that only this student had (classroom.sessions.accommodations), separated by spaces.

    The columns are those of measurement 0.1.
    """

    NO_DECISION = Q(directions="")
    """A card tapped while no card of the hand fitted: the right answer was to draw."""
    TIMES = ("milliseconds", "hidden_ms")

    class Ending(models.TextChoices):
        RIGHT = "C", "right"
        WRONG = "W", "wrong"
        DREW = "D", "missed"
        OTHER = "O", "lost"
        VOID = "X", "void"

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="attempts")
    line = models.PositiveIntegerField(default=0)
    top = models.PositiveIntegerField()
    top_number = models.PositiveSmallIntegerField()
    top_step = models.PositiveSmallIntegerField()
    previous_number = models.PositiveSmallIntegerField(null=True, blank=True)
    previous_step = models.PositiveSmallIntegerField(null=True, blank=True)
    corner = models.BooleanField()
    highest = models.PositiveSmallIntegerField(default=10, db_default=10)
    only_plus = models.BooleanField(default=False, db_default=False)
    mode = models.CharField(max_length=8)
    own_top = models.BooleanField(default=False)
    fitting = models.JSONField(default=list)
    directions = models.CharField(max_length=4)
    opponents = models.PositiveSmallIntegerField()
    ending = models.CharField(max_length=1, choices=Ending.choices)
    late = models.BooleanField(default=False)
    played = models.PositiveSmallIntegerField(null=True, blank=True)
    sign = models.CharField(max_length=1, blank=True)
    stratum = models.CharField(max_length=12)
    hidden_ms = models.PositiveIntegerField(default=0)
    own = models.CharField(max_length=80, blank=True)
    clock_off = models.BooleanField(default=False)

    class Meta:
        ordering = ["round", "started_at", "seat", "pk"]
        indexes = [
            models.Index(fields=["player", "started_at"]),
            models.Index(fields=["player", "ending", "started_at"]),
            models.Index(
                fields=["player", "ending", "started_at"], condition=Q(pictured=True), name="attempts_with_pictures"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.top_number}±{self.top_step}: {self.get_ending_display()}"


class Claim(Evidence):
    """A lay of Nine to Nothing that a student claimed to make the target, or a possible lay that they missed.

    The columns are explained in `claims`. It is a separate model, as the columns of Attempt about a top card do not
    apply to a lay. `cards` and `hand` are card ids; `total` is the sum of the cards; `points` are 0 unless it is right,
    `possible` the most that the hand allowed; `milliseconds` run from the hand to the tap.
    """

    class Ending(models.TextChoices):
        RIGHT = "C", "right"
        WRONG = "W", "wrong"
        MISSED = "D", "missed"

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="claims")
    target = models.PositiveSmallIntegerField()
    cards = models.JSONField(default=list)
    total = models.SmallIntegerField(null=True, blank=True)
    ending = models.CharField(max_length=1, choices=Ending.choices)
    points = models.PositiveSmallIntegerField()
    possible = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, blank=True)
    size = models.PositiveSmallIntegerField(default=0)
    codes = models.JSONField(default=list)
    checking = models.CharField(max_length=12)
    asked = models.BooleanField(default=False)
    noticed = models.CharField(max_length=12, blank=True)
    came_back = models.BooleanField(default=False)

    class Meta:
        ordering = ["round", "line", "pk"]
        indexes = [
            models.Index(fields=["player", "started_at"]),
            models.Index(
                fields=["player", "ending", "started_at"], condition=Q(pictured=True), name="claims_with_pictures"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.target}: {self.get_ending_display()}"


class AnswerSheet(models.Model):
    """Answers of a player at a table in one mode, packed by `answer_sheets`: reports read these instead of attempts.

    `began_at` is the start of the first answer, server time in ms since 1970.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="sheets")
    player = models.BigIntegerField()
    mode = models.CharField(max_length=8)
    began_at = models.BigIntegerField()
    answers = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "player", "mode"], name="one_sheet_per_mode")]
        indexes = [models.Index(fields=["player", "mode", "began_at"])]

    def __str__(self) -> str:
        return f"{self.mode} of player {self.player} at {self.table}"
