"""Matching of a platform's users with teachers and students here: by a hash per registration, a teacher has a linked
account and a child is in the course's class.

No e-mail address and no user id of the platform is kept. A child is found by `source_id`, as with any school's list.
"""

import hashlib
import hmac

from lti_tool.models import LtiContext, LtiRegistration

from classroom.models import OF_A_PLATFORM, Classroom, PlatformCourse, PlatformTeacher, Student, Teacher


def key_of(registration: LtiRegistration, person: str) -> str:
    """Return the hash that stands for a user of this platform; the same id at another platform gives another hash."""
    digest = hmac.digest(registration.uuid.bytes, person.encode(), hashlib.sha256).hex()
    return f"{OF_A_PLATFORM}{digest[:40]}"


def teacher_of(key: str) -> Teacher | None:
    known = PlatformTeacher.objects.select_related("teacher").filter(key=key, teacher__is_active=True).first()
    return known.teacher if known else None


def link(key: str, teacher: Teacher) -> None:
    """Let this user of the platform sign in to the account from now on."""
    PlatformTeacher.objects.update_or_create(key=key, defaults={"teacher": teacher})


def class_of(context: int) -> Classroom | None:
    """Return the class that belongs to the course of this number, or of which that has become part."""
    course = PlatformCourse.objects.select_related("classroom__merged_into").filter(context=context).first()
    classroom = course.classroom if course else None
    while classroom and classroom.merged_into:
        classroom = classroom.merged_into
    return classroom if classroom and not (classroom.removed_at or classroom.archived_at) else None


def join(context: LtiContext, classroom: Classroom) -> None:
    """Connect a platform's course with a class; either of them loses the connection it had before."""
    PlatformCourse.objects.filter(context=context.pk).delete()
    PlatformCourse.objects.update_or_create(classroom=classroom, defaults={"context": context.pk})


def child_of(classroom: Classroom, key: str) -> Student | None:
    return Student.objects.select_related("classroom").filter(classroom=classroom, source_id=key).first()
