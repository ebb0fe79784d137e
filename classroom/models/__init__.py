"""Database tables of the classroom: teachers and the school, classes, students, sessions and homework. Import all
models from here."""

from classroom.models.audit import AuditEntry
from classroom.models.challenges import Challenge, ChallengeEntry
from classroom.models.classes import (
    BY_NAME,
    OF_A_PLATFORM,
    Classroom,
    SeatingLine,
    StandingGroup,
    Student,
    SubstituteDay,
    owned_by,
)
from classroom.models.guests import GuestTable
from classroom.models.homework import Homework, Practice
from classroom.models.name_keys import keep_in_order, named
from classroom.models.platforms import PlatformCourse, PlatformTeacher
from classroom.models.sessions import Attendance, ClassSession, Guesses, Knock, SessionPreset, Sitting
from classroom.models.teachers import BrowserSession, Invitation, Recording, RosterImport, Teacher, Teaching
