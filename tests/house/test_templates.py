"""Holds templates to what Django does not check."""

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.template import Template
from django.template.loader import get_template
from django.template.loader_tags import BlockNode, ExtendsNode

ROOT = Path(settings.BASE_DIR) / "templates"
PAGES = sorted(str(path.relative_to(ROOT)) for path in ROOT.rglob("*.html"))


def _compiled(page: str) -> Template:
    return get_template(page).template  # type: ignore[attr-defined]


def _parent_of(template: Template) -> Template | None:
    extended = next((node for node in template.nodelist if isinstance(node, ExtendsNode)), None)
    return _compiled(str(extended.parent_name).strip('"')) if extended else None


def _blocks(part: Template | BlockNode) -> list[BlockNode]:
    return [node for node in part.nodelist.get_nodes_by_type(BlockNode) if isinstance(node, BlockNode)]


def _ancestors(template: Template) -> Iterator[Template]:
    while parent := _parent_of(template):
        yield parent
        template = parent


def test_no_block_begins_under_a_name_that_has_another_place_already():
    """What a page puts into such a block stands in both places: in the middle of the page, and at its end."""
    twice = set()
    for page in PAGES:
        template = _compiled(page)
        begun = {inner.name for outer in _blocks(template) for inner in _blocks(outer)}
        for parent in _ancestors(template):
            twice |= {(page, parent.name, name) for name in begun & {block.name for block in _blocks(parent)}}
    assert sorted(twice) == []
