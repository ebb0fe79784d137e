"""The bill of materials (SBOM) in CycloneDX 1.6: what runs on this box besides our code, its versions and licences.

It is read from what is installed, not from a list of what should be.
"""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from importlib import metadata
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ANDIKA = {
    "type": "file",
    "bom-ref": "font:andika",
    "name": "Andika",
    "licenses": [{"license": {"id": "OFL-1.1"}}],
}
"""The font that lies among our files."""
LONGEST = 60
"""Letters of a licence's name; some packages put the whole text there."""


@dataclass(frozen=True, slots=True)
class Library:
    """An installed distribution, its licence, and which others it needs."""

    name: str
    version: str
    licence: str
    needs: tuple[str, ...] = field(default=())

    @property
    def reference(self) -> str:
        return f"pkg:pypi/{self.name}@{self.version}"


def libraries(wanted: tuple[str, ...]) -> list[Library]:
    """Return these distributions and all that they need, where it is installed, by name."""
    found: dict[str, Library] = {}
    waiting: list[str] = [canonicalize_name(name) for name in wanted]
    while waiting:
        name = waiting.pop()
        if name not in found and (library := _installed(name)):
            found[name] = library
            waiting.extend(library.needs)
    return [found[name] for name in sorted(found)]


def _installed(name: str) -> Library | None:
    try:
        told = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return None
    return Library(name, told.version, _licence(told.metadata), tuple(_needs(told.requires or [])))


def _needs(lines: list[str]) -> Iterator[str]:
    """Yield what is needed here without any extra."""
    for need in map(Requirement, lines):
        if need.marker is None or need.marker.evaluate({"extra": ""}):
            yield canonicalize_name(need.name)


def _licence(told: metadata.PackageMetadata) -> str:
    named = told.json.get("license_expression") or told.json.get("license") or ""
    if named and "\n" not in named and len(named) <= LONGEST:
        return str(named)
    classifiers = (line for line in told.get_all("Classifier") or [] if line.startswith("License ::"))
    return ", ".join(line.rsplit(" :: ", 1)[-1] for line in classifiers) or "unknown"


def bill(found: list[Library], version: str, now: datetime) -> dict[str, Any]:
    """Return the document for these libraries."""
    ours = {"type": "application", "bom-ref": "cardinal", "name": "cardinal", "version": version}
    present = {library.name: library.reference for library in found}
    edges = [
        {"ref": library.reference, "dependsOn": sorted(present[name] for name in library.needs if name in present)}
        for library in found
    ]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid4()}",
        "version": 1,
        "metadata": {"timestamp": now.isoformat(timespec="seconds"), "component": ours},
        "components": [*map(_component, found), ANDIKA],
        "dependencies": [{"ref": "cardinal", "dependsOn": [*present.values(), ANDIKA["bom-ref"]]}, *edges],
    }


def _component(library: Library) -> dict[str, Any]:
    return {
        "type": "library",
        "bom-ref": library.reference,
        "name": library.name,
        "version": library.version,
        "purl": library.reference,
        "licenses": [{"license": {"name": library.licence}}],
    }
