"""Matching of a platform's people with teachers and students here: a hash per registration, a linked account, a child
of the course's class.

No address and no number of the platform is kept. A child is found by `source_id`, as one of any school's list.
"""

import hashlib
import hmac

from lti_tool.models import LtiContext, LtiRegistration

from classroom.models import OF_A_PLATFORM, Classroom, PlatformCourse, PlatformTeacher, Student, Teacher


def key_of(registration: LtiRegistration, person: str) -> str:
    """Return what stands for a person of this platform; another platform's same number gives another key."""
    digest = hmac.digest(registration.uuid.bytes, person.encode(), hashlib.sha256).hex()
    return f"{OF_A_PLATFORM}{digest[:40]}"


def teacher_of(key: str) -> Teacher | None:
    known = PlatformTeacher.objects.select_related("teacher").filter(key=key, teacher__is_active=True).first()
    return known.teacher if known else None


def link(key: str, teacher: Teacher) -> None:
    """Let this person of the platform sign in to the account from now on."""
    PlatformTeacher.objects.update_or_create(key=key, defaults={"teacher": teacher})


def class_of(context: int) -> Classroom | None:
    """Return the class that is the course of this number."""
    known = PlatformCourse.objects.select_related("classroom").filter(
        context=context, classroom__removed_at=None, classroom__archived_at=None
    )
    course = known.first()
    return course.classroom if course else None


def join(context: LtiContext, classroom: Classroom) -> None:
    """Join a platform's course to a class; either of them leaves the one it was joined to before."""
    PlatformCourse.objects.filter(context=context.pk).delete()
    PlatformCourse.objects.update_or_create(classroom=classroom, defaults={"context": context.pk})


def child_of(classroom: Classroom, key: str) -> Student | None:
    return Student.objects.select_related("classroom").filter(classroom=classroom, source_id=key).first()
