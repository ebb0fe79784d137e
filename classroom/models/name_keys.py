"""The order of names as a column: a sort key beside each name, which SQLite and PostgreSQL order alike, by its
bytes."""

from typing import Any, TypedDict

from django.db import models, transaction

from classroom.naming import collation

AT_ONCE = 500


class Named(TypedDict):
    """The two columns of a name."""

    name: str
    name_key: bytes


def named(name: str) -> Named:
    """Return the columns to write where a name is changed by an UPDATE; when a whole row is saved, the key fills itself
    in."""
    return {"name": name, "name_key": collation.key(name)}


class NameKeyField(models.BinaryField):
    """The sort key of the row's `name`, filled in whenever the row is saved. Migrations see it as a BinaryField."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"default": b"", **options})

    def pre_save(self, model_instance: Any, add: bool) -> bytes:
        model_instance.name_key = collation.key(model_instance.name)
        return super().pre_save(model_instance, add)

    def deconstruct(self) -> Any:
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.BinaryField", args, options


def keep_in_order(rows: models.Manager[Any]) -> int:
    """Compute all keys anew that belong to another alphabet or are missing; return how many."""
    keys = rows.order_by("name_key").values_list("name_key", flat=True)
    ends = [bytes(key) for key in (keys.first(), keys.last()) if key is not None]
    if all(key.startswith(collation.key_prefix()) for key in ends):
        return 0
    everybody = list(rows.order_by("pk").only("pk", "name"))
    for row in everybody:
        row.name_key = collation.key(row.name)
    with transaction.atomic():
        rows.bulk_update(everybody, ["name_key"], batch_size=AT_ONCE)
    return len(everybody)
