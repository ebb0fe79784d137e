"""How passwords are hashed."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class SmallArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2id with 19 MiB, t=2, p=1 (OWASP ASVS 5.0, appendix C).

    Django's default of 100 MiB would let ten teachers who sign in together fill a small box.
    """

    memory_cost = 19 * 1024
    time_cost = 2
    parallelism = 1
