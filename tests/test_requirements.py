"""The lists of requirements: exact versions with the hashes of their files, and the bill of materials made of them."""

import json
import re
from importlib import metadata
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

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
    bill = bill_of_materials()
    found = {part["name"] for part in bill["components"] if part["type"] == "library"}
    assert found == versions_of(RUN).keys()


def test_there_are_wheels_for_small_boxes_and_newer_pythons():
    """A package with compiled parts has far more than one file; which, pip download has shown (see the commit)."""
    text = (ROOT / RUN).read_text()
    for package in ("numpy", "scipy", "argon2-cffi-bindings", "cryptography", "psycopg-binary", "uvloop", "orjson"):
        (block,) = re.findall(rf"^{package}==.*\n((?:    --hash.*\n?)+)", text, re.MULTILINE)
        assert block.count("--hash") > 10


def test_the_bill_of_materials_names_versions_licences_and_what_needs_what():
    bill = bill_of_materials()
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    django = next(part for part in bill["components"] if part["name"] == "django")
    assert django["purl"] == f"pkg:pypi/django@{metadata.version('django')}"
    assert django["licenses"] == [{"license": {"name": "BSD-3-Clause"}}]
    references = {part["bom-ref"] for part in bill["components"]} | {"cardinal"}
    edges = {edge["ref"]: edge["dependsOn"] for edge in bill["dependencies"]}
    assert django["bom-ref"] in edges[f"pkg:pypi/django-allauth@{metadata.version('django-allauth')}"]
    assert {*edges, *(needed for needs in edges.values() for needed in needs)} <= references


def test_every_licence_is_known_and_none_forbids_what_a_school_does():
    out = StringIO()
    call_command("sbom", licences=True, stdout=out)
    rows = out.getvalue().splitlines()
    assert len(rows) == len(versions_of(RUN))
    assert [row for row in rows if re.search(r"unknown|AGPL|(?<!L)GPL|proprietary|non-?commercial", row, re.I)] == []


def bill_of_materials() -> dict:
    out = StringIO()
    call_command("sbom", stdout=out)
    return json.loads(out.getvalue())
