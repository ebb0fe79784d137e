"""The teacher to whom a command is applied."""

from django.core.management.base import CommandError

from classroom.models import Teacher


def teacher_with(email: str) -> Teacher:
    """Return the teacher with this e-mail address, in whatever case. Raises CommandError."""
    teacher = Teacher.objects.filter(email__lower=email.lower()).first()
    if teacher is None:
        raise CommandError(f"There is no teacher with the e-mail address {email}.")
    return teacher
