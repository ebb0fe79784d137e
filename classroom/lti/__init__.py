"""Learning platforms (LTI 1.3 with django-lti): a course becomes a class, and its teachers and students sign in from
there.

Loaded only where CARDINAL_LTI=1 is set. Begin with `views_launch`: `launch` validates a launch, `people` finds the
account or student it belongs to, `members` reads the names of a course, `gradebook` sends results, `registration` adds
a platform.
"""

from django.core.cache import caches
from django.utils.connection import ConnectionProxy

cache = ConnectionProxy(caches, "platforms")
"""Sign-ins under way, keys of platforms, refusals. Anybody may begin a sign-in, so that whoever begins ten thousand of
them drives out others of these, and not the limits of tries at a password, which are in the default one. Several
workers have one table for all of it."""
