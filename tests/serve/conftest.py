"""The data directories that the browsers' tests copy, too: a first start is made once in a test run."""

from tests.browser.prepared import prepared, prepared_school

__all__ = ["prepared", "prepared_school"]
