"""A class's challenge on the page of its children."""

from django import template

from classroom.challenges.standing import ChallengeStanding, shown_to
from classroom.models import Student

register = template.Library()


@register.simple_tag
def challenge_of(student: Student) -> ChallengeStanding | None:
    """Return the challenge of the child's class, None where its teacher does not show it."""
    return shown_to(student.classroom_id)
