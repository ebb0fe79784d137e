"""Collecting static files: only when something has changed, and then all of it."""

import gzip
import json
import os
import re
import time
from pathlib import Path

import pytest
from django.conf import settings
from django.templatetags.static import static
from django.test import AsyncClient
from pytest_django.fixtures import Settings
from whitenoise.middleware import WhiteNoiseMiddleware

from classroom.server.http import static_files


@pytest.fixture
def sources(settings: Settings, tmp_path: Path) -> Path:
    """A folder with one style sheet, which is all there is to collect."""
    source = tmp_path / "source"
    source.mkdir()
    (source / "page.css").write_text("main { margin: 0 }")
    settings.STATICFILES_DIRS = [source]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = tmp_path / "served"
    return source


def collected(root: Path) -> dict[str, str]:
    """Collect; return which name each file is served under, nothing where nothing was done."""
    manifest = root / "staticfiles.json"
    before = manifest.stat().st_mtime_ns if manifest.exists() else None
    static_files.collect()
    after = manifest.stat().st_mtime_ns
    return {} if after == before else dict(json.loads(manifest.read_text())["paths"])


def test_what_is_there_already_is_not_collected_again(sources: Path) -> None:
    root = sources.parent / "served"
    assert list(collected(root)) == ["page.css"]
    assert collected(root) == {}


def test_a_change_that_leaves_the_length_alone_is_collected(sources: Path) -> None:
    root, sheet = sources.parent / "served", sources / "page.css"
    before = collected(root)["page.css"]
    sheet.write_text("main { margin: 1 }")
    os.utime(sheet, (time.time() + 2, time.time() + 2))  # Django copies what is newer by a second
    assert collected(root)["page.css"] != before


def test_a_file_that_came_or_went_or_got_another_name_is_a_change(sources: Path) -> None:
    root = sources.parent / "served"
    collected(root)
    (sources / "more.css").write_text("p { margin: 0 }")
    assert sorted(collected(root)) == ["more.css", "page.css"]
    (sources / "more.css").rename(sources / "other.css")
    assert sorted(collected(root)) == ["other.css", "page.css"]
    (sources / "other.css").unlink()
    assert sorted(collected(root)) == ["page.css"]


def test_another_version_of_what_names_and_compresses_is_a_change(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = sources.parent / "served"
    collected(root)
    monkeypatch.setattr(static_files, "version", lambda maker: "other")
    assert collected(root)


def test_who_was_interrupted_collects_anew(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = sources.parent / "served"
    collected(root)
    (sources / "more.css").write_text("p { margin: 0 }")

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(static_files, "call_command", interrupted)
        with pytest.raises(KeyboardInterrupt):
            static_files.collect()
    (sources / "more.css").unlink()
    assert collected(root)


def test_our_style_sheets_and_modules_are_sent_without_what_only_people_read(sources: Path) -> None:
    for folder in ("css", "js"):
        (sources / folder).mkdir()
    (sources / "css" / "page.css").write_text('/* Why. */\nmain, p {\n  content: "a  b"; /* so */\n  margin: 0;\n}\n')
    (sources / "js" / "page.js").write_text(
        '/* Why:\n   so. */\nconst address = "either // or"; // ours\n  // alone\n  call(`${a}  b`);\n'
    )
    names, root = collected(sources.parent / "served"), sources.parent / "served"
    assert (root / names["css/page.css"]).read_text() == 'main,p{content:"a  b";margin:0}'
    assert (root / names["js/page.js"]).read_text() == 'const address="either // or";call(`${a}  b`);'


def test_no_module_has_a_pattern_where_its_spaces_would_be_taken_out() -> None:
    """rjsmin takes the slash after an arrow for a division. Such a pattern gets a name."""
    modules = list((settings.BASE_DIR / "static" / "js").rglob("*.js"))
    assert modules
    assert [path.name for path in modules if re.search(r"=>\s*/(?![/*])", path.read_text())] == []


def test_a_selector_of_what_lies_inside_stays_one(sources: Path) -> None:
    (sources / "css").mkdir()
    (sources / "css" / "page.css").write_text(
        "@layer page {\n  .turns :is(.circle, .hops), [open] :not(p) ::before, p:is(.x) > :where(b) { margin: 0; }\n}\n"
    )
    name, root = collected(sources.parent / "served")["css/page.css"], sources.parent / "served"
    inside = ".turns *:is(.circle,.hops),[open] *:not(p) *::before,p:is(.x)>:where(b)"
    assert (root / name).read_text() == f"@layer page{{{inside}{{margin:0}}}}"


@pytest.mark.parametrize(("name", "start"), [("manifest", "/"), ("practice", "/practice/")])
def test_a_manifest_starts_at_its_page_and_its_icons_are_there_in_their_sizes(name: str, start: str) -> None:
    static = settings.BASE_DIR / "static"
    manifest = json.loads((static / f"{name}.webmanifest").read_text())
    assert (manifest["id"], manifest["start_url"], manifest["scope"]) == (start, start, "/")
    icons = manifest["icons"]
    assert {"180x180", "192x192", "512x512"} <= {icon["sizes"] for icon in icons}
    assert "maskable" in {icon["purpose"] for icon in icons}
    for icon in icons[1:]:
        head = (static / icon["src"]).read_bytes()[:24]
        wide, high = int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
        assert (head[:4], f"{wide}x{high}") == (b"\x89PNG", icon["sizes"])


@pytest.mark.django_db
def test_no_address_in_the_head_of_a_page_has_a_space(client):
    head = client.get("/").content.decode().split("</head>")[0]
    links = re.findall(r'href="([^"]*)"', head)
    assert links
    assert not [link for link in links if " " in link]


def test_what_is_packed_already_is_not_packed_again(sources: Path) -> None:
    (sources / "one.mp3").write_bytes(b"\0" * 5000)
    collected(sources.parent / "served")
    packed = {path.name for path in (sources.parent / "served").iterdir() if path.suffix in (".gz", ".br")}
    assert not any(name.startswith("one.") for name in packed)


def test_a_file_of_a_package_that_no_page_names_is_left_out(sources: Path) -> None:
    (sources / "jquery.js").write_text("let long")
    (sources / "jquery.min.js").write_text("let short")
    assert sorted(collected(sources.parent / "served")) == ["jquery.min.js", "page.css"]


def test_what_is_sent_with_a_file_is_whitenoises_and_is_put_together_once(sources: Path, settings: Settings) -> None:
    root = sources.parent / "served"
    collected(root)
    (root / "page.css.gz").write_bytes(gzip.compress((root / "page.css").read_bytes()))
    settings.WHITENOISE_AUTOREFRESH = False
    theirs = WhiteNoiseMiddleware(lambda request: None)
    ours = static_files.StaticFilesMiddleware(lambda request: None).process_request
    assert theirs.files.keys() == ours.files.keys() >= {"/static/page.css"}
    for path, file in theirs.files.items():
        found = ours.files.get(path)
        assert found is not None
        assert found.alternatives == file.alternatives
        assert ours.files.get(path) is found
    assert ours.files.get("/static/page.css.gz") is ours.files.get("/static/") is None


async def test_a_file_says_by_one_mark_alone_which_one_it_is_and_is_for_our_own_pages() -> None:
    path = static("css/base.css")
    answer = await AsyncClient().get(path)
    assert (answer.status_code, "ETag" in answer, "Last-Modified" in answer) == (200, True, False)
    assert "Access-Control-Allow-Origin" not in answer
    again = await AsyncClient().get(path, headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
