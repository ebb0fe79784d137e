"""Changes of a row that somebody else may be changing or removing at the same moment.

A page is read, then a button is pressed: between the two the child may have been removed, or the class. A change here
holds only where its row is still there; otherwise the page says so in a sentence (views.errors).
"""

from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from django.db import models
from django.http import Http404

Row = TypeVar("Row", bound=models.Model)


class Gone(Http404):
    """The row was removed after the page had been read; nothing was changed."""


def change(row: models.Model, **values: Any) -> None:
    """Set these columns of the row, there and in hand. Raises Gone; a child off the roster is gone, too."""
    if not type(row)._default_manager.filter(pk=row.pk).update(**values):
        raise Gone
    for name, value in values.items():
        setattr(row, name, value)


achange = sync_to_async(change)


def locked(row: Row) -> Row:
    """Return the row as it stands now, for the transaction that is open. Raises Gone."""
    found = type(row)._default_manager.select_for_update().filter(pk=row.pk).first()
    if found is None:
        raise Gone
    return found
