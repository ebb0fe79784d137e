"""The key that signs what Cardinal says to platforms: kept encrypted with the box's own, as second factors are."""

from django.conf import settings
from lti_tool.models import Key, LtiRegistration
from pylti1p3.registration import Registration

from classroom.teachers.second_factor import cipher

PLAIN = "-----BEGIN"


def ready() -> None:
    """Make the key where there is none yet; encrypt what django-lti has written as it is (also its `rotate_keys`)."""
    if not Key.objects.active().exists():
        Key.objects.generate()
    for key in Key.objects.filter(private_key__startswith=PLAIN):
        key.private_key = cipher(settings.SECRET_KEY).encrypt(key.private_key.encode()).decode()
        key.save(update_fields=["private_key"])


def registration_of(platform: LtiRegistration) -> Registration:
    """Return what pylti1p3 speaks to a platform with."""
    ready()
    registration: Registration = platform.to_registration()
    kept = registration.get_tool_private_key() or ""
    return registration.set_tool_private_key(cipher(settings.SECRET_KEY).decrypt(kept.encode()).decode())
