"""Standing groups that go along into another class."""

from collections.abc import Collection

from classroom.models import Classroom, StandingGroup
from classroom.naming import names
from classroom.server.database import changes


def bring(groups: Collection[int], to: Classroom) -> None:
    """Put these groups into the class. Where a group there has the name already, the one that comes gets a number."""
    coming = list(StandingGroup.objects.filter(pk__in=groups).order_by("pk"))
    taken = {names.key(name) for name in to.groups.exclude(pk__in=groups).values_list("name", flat=True)}
    for group in coming:
        group.name, group.classroom = names.first_free(group.name, taken), to
        taken.add(names.key(group.name))
    changes.write_each(coming, "name", "classroom")
