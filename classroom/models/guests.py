"""Tables of guests, who have no name, no class and no account."""

from django.db import models
from django.utils import timezone

from game.models import Table


class GuestTable(models.Model):
    """A table at which one guest plays against computers, until it is deleted (guests.rounds)."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="guest")
    laid_at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"guest at {self.table}"
