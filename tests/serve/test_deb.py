"""The Debian package, built with a stand-in for the wheels: what it puts where, and that its scripts are right."""

import os
import shlex
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DEB = ROOT / "packaging/deb"
SCRIPTS = ("postinst", "prerm", "postrm")

pytestmark = pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="dpkg-deb is not installed")


def said(*command: str | Path) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("deb")
    (folder / "wheels").mkdir()
    (folder / "wheels/cardinal-1.2.3-py3-none-any.whl").touch()
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHON", sys.executable)
        said(DEB / "build", folder / "wheels", folder / "built", "1.2.3")
    return next((folder / "built").glob("cardinal_1.2.3_*.deb"))


def test_it_names_the_python_of_its_wheels(package):
    minor = sys.version_info.minor
    needed = said("dpkg-deb", "--field", package, "Depends")
    assert needed == f"python3 (>= 3.{minor}), python3 (<< 3.{minor + 1}), python3-venv, adduser\n"
    assert said("dpkg-deb", "--field", package, "Version") == "1.2.3\n"


def test_the_settings_are_roots_alone_and_kept_when_they_were_changed(package, tmp_path):
    said("dpkg-deb", "--control", package, tmp_path / "control")
    assert (tmp_path / "control/conffiles").read_text() == "/etc/cardinal/environment\n"
    (settings,) = [line for line in said("dpkg-deb", "--contents", package).splitlines() if "environment" in line]
    assert settings.startswith("-rw------- root/root")


def test_files_stand_in_their_places_and_no_data_is_among_them(package):
    files = {line.split()[5] for line in said("dpkg-deb", "--contents", package).splitlines() if line[0] == "-"}
    assert files == {
        "./etc/cardinal/environment",
        "./usr/bin/cardinal",
        "./usr/lib/cardinal/units",
        "./usr/lib/cardinal/wheelhouse/cardinal-1.2.3-py3-none-any.whl",
        "./usr/share/doc/cardinal/copyright",
    }


def test_the_shell_understands_its_scripts(package, tmp_path):
    said("dpkg-deb", "--control", package, tmp_path / "control")
    for script in [*(tmp_path / "control" / name for name in SCRIPTS), DEB / "build", DEB / "cardinal", DEB / "units"]:
        assert script.stat().st_mode & 0o111, script
        said("sh", "-n", script)


@pytest.mark.parametrize(
    ("settings", "file", "units", "said_in_it"),
    [
        ("", "cardinal.service", ["cardinal.service"], "--port 8000"),
        (
            "CARDINAL_DATABASE=postgresql://cardinal@/cardinal?host=/run/postgresql\nCARDINAL_WORKERS=2\n",
            "cardinal@.service",
            ["cardinal@8000.service", "cardinal@8001.service"],
            "--port %i",
        ),
    ],
    ids=["one worker", "two workers"],
)
def test_its_units_are_those_of_the_settings(settings, file, units, said_in_it, tmp_path, monkeypatch):
    (tmp_path / "environment").write_text(settings)
    (tmp_path / "cardinal@.service").touch()
    (tmp_path / "cardinal").write_text(
        f'#!/bin/sh\nset -a\n. {tmp_path}/environment\nexec {sys.executable} {ROOT}/manage.py "$@"\n'
    )
    (tmp_path / "cardinal").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("CARDINAL_DATA", str(tmp_path / "data"))
    assert said(DEB / "units", tmp_path / "environment", tmp_path / "units").split() == units
    assert [path.name for path in (tmp_path / "units").iterdir()] == [file]
    assert said_in_it in (tmp_path / "units" / file).read_text()


def test_only_a_purge_removes_the_data():
    told = {name: (DEB / name).read_text() for name in SCRIPTS}
    removing = [(name, line.strip()) for name in told for line in told[name].splitlines() if "rm -r" in line]
    assert [name for name, line in removing if "/var/lib/cardinal" in line] == ["postrm"]
    assert 'if [ "$1" = purge ]; then\n  rm -rf /var/lib/cardinal ' in told["postrm"]


def test_units_that_are_not_there_do_not_fail_an_upgrade():
    """systemd ends with status 5 where a named unit is not there, as the single one is not beside several workers."""
    (stopping,) = [line for line in (DEB / "prerm").read_text().splitlines() if " stop " in line]
    units = shlex.split(stopping)[2:]
    assert [unit for unit in units if not set(unit) & set("*[")] == []
    assert all(any(fnmatch(name, unit) for unit in units) for name in ("cardinal.service", "cardinal@8001.service"))


def test_it_asks_nothing_and_fetches_nothing():
    installing = (DEB / "postinst").read_text()
    assert "--no-index" in installing
    assert "--require-hashes" in installing
    assert [name for name in ("config", "templates") if (DEB / name).exists()] == []
