"""The order of names as a column: a key beside each name, which SQLite and PostgreSQL order alike, by its bytes."""

from typing import Any, TypedDict

from django.db import models, transaction

from classroom.naming import collation

AT_ONCE = 500


class Named(TypedDict):
    """The two columns of a name."""

    name: str
    name_key: bytes


def named(name: str) -> Named:
    """Return what is to be written where a row gets this name by an update; whole rows fill their key in themselves."""
    return {"name": name, "name_key": collation.key(name)}


class NameKeyField(models.BinaryField):
    """The key of the row's `name`, filled in whenever the row is saved or made. Migrations know it as a BinaryField."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"default": b"", **options})

    def pre_save(self, model_instance: Any, add: bool) -> bytes:
        model_instance.name_key = collation.key(model_instance.name)
        return super().pre_save(model_instance, add)

    def deconstruct(self) -> Any:
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.BinaryField", args, options


def keep_in_order(rows: models.Manager[Any]) -> int:
    """Make all keys anew where they belong to another alphabet, or there are none yet; return how many were made."""
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
