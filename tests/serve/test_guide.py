"""The technician's guide: every command in it is one. Cardinal's own are run, on data of their own; the system's are
parsed by the shell."""

import re
import shlex
import subprocess
from html import unescape
from pathlib import Path

import pytest

from tests.browser.driving.server import ROOT, Server
from tests.browser.prepared import copied

pytestmark = pytest.mark.long

PAGE = (ROOT / "templates/classroom/help/technician.html").read_text()
PARTS = re.findall(r'{% include "(classroom/help/technician/\w+\.html)" %}', PAGE)
GUIDE = PAGE + "".join((ROOT / "templates" / part).read_text() for part in PARTS)
BLOCKS = [unescape(block) for block in re.findall(r'<pre class="command">(.*?)</pre>', GUIDE, re.DOTALL)]
DATA, DRILL = "/var/lib/cardinal", "/tmp/drill"
OF_THE_SYSTEM = {
    *(
        "adduser",
        "apt-get",
        "cd",
        "curl",
        "dpkg-reconfigure",
        "install",
        "journalctl",
        "make",
        "mv",
        "rm",
        "runuser",
        "systemctl",
        "timedatectl",
        "ufw",
    ),
    *("python3", ".venv/bin/pip"),
}
ASKS = {"changepassword"}
"""Commands that ask at the keyboard: their help is asked for instead."""


def commands() -> list[str]:
    """Every line that is a command, without the texts that are fed to one."""
    lines = [line for block in BLOCKS for line in re.sub(r"<<'END'\n.*?\nEND", "", block, flags=re.DOTALL).splitlines()]
    return sorted({line for line in lines if not re.match(r"CARDINAL_[A-Z_]+=\S+$", line)})


OURS = [line for line in commands() if line.startswith("cardinal ") or "manage.py" in line]


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Server:
    """A school with a teacher, and a backup of it."""
    school = Server(copied(prepared, tmp_path_factory.mktemp("school")))
    teacher = (
        "from classroom.models import Teacher; Teacher.objects.create_user('teacher@school.example', 'x', name='T')"
    )
    school.manages("shell", "-v", "0", "-c", teacher)
    school.manages("backup")
    return school


@pytest.fixture
def guided(school: Server) -> Server:
    """The school with the backups of which the guide speaks: of their day, commands before may have kept newer ones."""
    backups = school.data / "backups"
    newest = max(backups.iterdir(), key=lambda path: path.stat().st_mtime).read_bytes()
    for name in re.findall(rf"{DATA}/backups/(\S+\.zip)", GUIDE):
        (backups / name).write_bytes(newest)
    return school


def test_the_contents_lead_to_every_section_in_order():
    assert re.findall(r'<li><a href="#(\w+)">(.*?)</a>', GUIDE) == re.findall(r'<h2 id="(\w+)">(.*?)</h2>', GUIDE)


@pytest.mark.parametrize("block", BLOCKS)
def test_the_shell_understands_it(block):
    parsed = subprocess.run(["bash", "-n"], input=block, capture_output=True, text=True, check=False)
    assert (parsed.returncode, parsed.stderr) == (0, "")


def test_every_command_is_ours_or_the_systems():
    strangers = {line for line in commands() if line not in OURS and line.split()[0] not in OF_THE_SYSTEM}
    assert strangers == set()


@pytest.mark.parametrize("line", OURS)
def test_cardinals_own_commands_run(line, guided, tmp_path, monkeypatch):
    monkeypatch.setenv("CARDINAL_HOST", "play.school.example")
    words = shlex.split(line.replace(DATA, str(guided.data)).replace(DRILL, str(tmp_path)).partition(" > ")[0])
    own = words[words.index("manage.py") + 1 :] if "manage.py" in words else words[1:]
    own = [own[0], "--help"] if own[0] in ASKS else own
    server = Server(tmp_path) if DRILL in line else guided
    ran = subprocess.run(
        server._manage(*own),
        env=server._environment(),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "Traceback" not in ran.stderr
    assert ran.returncode == 0 or (own[0] == "doctor" and "To be mended" in ran.stdout), ran.stderr


def test_the_short_command_runs_what_it_is_given(school, tmp_path):
    (script,) = [block for block in BLOCKS if "/usr/local/bin/cardinal" in block]
    text = script.partition("<<'END'\n")[2].removesuffix("END")
    (tmp_path / "env").write_text(f"CARDINAL_DATA={school.data}\nCARDINAL_TIME_ZONE=Europe/Madrid\n")
    text = text.replace("/opt/cardinal", str(ROOT)).replace("/etc/cardinal.env", str(tmp_path / "env"))
    short = tmp_path / "cardinal"
    short.write_text(text.replace("runuser -u cardinal -- ", ""))
    ran = subprocess.run(
        ["sh", short, "doctor", "--port", "0"], capture_output=True, text=True, timeout=120, check=False
    )
    assert f"folder: {school.data}\n" in ran.stdout
    assert "time zone: Europe/Madrid\n" in ran.stdout


@pytest.mark.parametrize("line", [line for line in commands() if line.startswith("make ")])
def test_what_is_made_is_there(line):
    words = line.replace("/opt/cardinal", str(ROOT)).split()
    made = subprocess.run([*words, "--dry-run"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr


def test_every_variable_is_read():
    for variable in set(re.findall(r"CARDINAL_[A-Z_]+", GUIDE)):
        assert f'"{variable}"' in (ROOT / "classroom/settings.py").read_text()


def test_every_place_in_the_contents_is_there():
    places = re.findall(r'href="#(\w+)"', GUIDE)
    assert len(places) > 10
    assert [place for place in places if f'id="{place}"' not in GUIDE] == []
