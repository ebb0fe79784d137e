"""The lists of requirements: exact versions with the hashes of their files, nothing missing, licences that allow it."""

import re
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
RUN, TEST = "requirements.txt", "requirements-test.txt"
REQUIREMENT = re.compile(r"([a-z0-9-]+)==(\S+)( ; sys_platform != 'win32')? \\")
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")


def lines_of(name: str) -> list[str]:
    return [line for line in (ROOT / name).read_text().splitlines() if not line.startswith("#")]


def versions_of(name: str) -> dict[str, str]:
    matches = (REQUIREMENT.fullmatch(line) for line in lines_of(name))
    return {match[1]: match[2] for match in matches if match}


@pytest.mark.parametrize("name", [RUN, TEST])
def test_every_requirement_has_one_version_and_hashes(name):
    strange = [line for line in lines_of(name) if not (REQUIREMENT.fullmatch(line) or HASH.fullmatch(line))]
    assert strange == []
    text = "\n".join(lines_of(name))
    assert re.findall(r"\\\n(?! )", text) == [], "a requirement without hashes"
    assert len(versions_of(name)) > 20


def test_no_requirement_stands_in_both_lists():
    assert versions_of(RUN).keys() & versions_of(TEST).keys() == set()


@pytest.mark.parametrize("name", [RUN, TEST])
def test_what_is_installed_is_what_the_list_says(name):
    listed = versions_of(name)
    assert {package: metadata.version(package) for package in listed} == listed


def test_nothing_is_needed_that_is_not_listed():
    needed = {canonicalize_name(need.name) for package in versions_of(RUN) for need in needs_of(package)}
    assert needed <= versions_of(RUN).keys()


def needs_of(package: str) -> list[Requirement]:
    """Return what the package needs here, without any extra."""
    needs = map(Requirement, metadata.requires(package) or [])
    return [need for need in needs if need.marker is None or need.marker.evaluate({"extra": ""})]


def test_there_are_wheels_for_small_boxes_and_newer_pythons():
    """A package with compiled parts has far more than one file; which, pip download has shown (see the commit)."""
    text = (ROOT / RUN).read_text()
    for package in ("numpy", "scipy", "argon2-cffi-bindings", "cryptography", "psycopg-binary", "uvloop", "orjson"):
        (block,) = re.findall(rf"^{package}==.*\n((?:    --hash.*\n?)+)", text, re.MULTILINE)
        assert block.count("--hash") > 10


def test_every_licence_is_known_and_none_forbids_what_a_school_does():
    licences = {name: licence_of(metadata.metadata(name)) for name in versions_of(RUN)}
    forbidding = r"^$|UNKNOWN|AGPL|(?<!L)GPL|proprietary|non-?commercial"
    assert {name: said for name, said in licences.items() if re.search(forbidding, said, re.IGNORECASE)} == {}


def licence_of(told: metadata.PackageMetadata) -> str:
    """Return what the package says of its licence, where it is a name and not the whole text."""
    named = str(told.json.get("license_expression") or told.json.get("license") or "")
    classified = [line for line in told.get_all("Classifier") or [] if line.startswith("License ::")]
    return named if named and "\n" not in named else ", ".join(classified)
