"""Learning platforms (LTI 1.3 with django-lti): a course is a class, its people come in from there.

Loaded only where CARDINAL_LTI=1 is set. A launch is judged in `launch`; who somebody is, in `people`; names come by
`members`, results go by `gradebook`; a platform is made known by `registration`.
"""
