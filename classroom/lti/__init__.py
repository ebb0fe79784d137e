"""Learning platforms (LTI 1.3 with django-lti): a course is a class, its people come in from there.

Loaded only where CARDINAL_LTI=1 is set. A launch is judged in `launch`; who somebody is, in `people`; names come by
`members`, results go by `gradebook`; a platform is made known by `registration`.
"""

from django.core.cache import caches
from django.utils.connection import ConnectionProxy

cache = ConnectionProxy(caches, "platforms")
"""Sign-ins under way, keys of platforms, refusals. Anybody may begin a sign-in, so that whoever begins ten thousand of
them drives out others of these, and not the limits of tries at a password, which are in the default one. Several
workers have one table for all of it."""
