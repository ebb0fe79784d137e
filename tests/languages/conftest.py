"""The language that does not exist, for these tests."""

from tests.languages.fixtures import extracted, pseudo_catalogue, pseudo_language

__all__ = ["extracted", "pseudo_catalogue", "pseudo_language"]
