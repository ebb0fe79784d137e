"""Learning platforms (LTI 1.3 with django-lti): a course becomes a class, and its teachers and students sign in from
there.

Loaded only where CARDINAL_LTI=1 is set. Begin with `views_launch`: `launch` validates a launch, `people` finds the
account or student it belongs to, `members` reads the names of a course, `gradebook` sends results, `registration` adds
a platform.
"""

from django.core.cache import caches
from django.utils.connection import ConnectionProxy

cache = ConnectionProxy(caches, "platforms")
"""Sign-ins in progress, keys of platforms, refusals. Anybody may begin sign-ins: ten thousand of them evict only
entries of this cache, and not the limits of password tries, which are in the default one. Several workers share one
table."""
