"""The head rows of HTML tables."""

from typing import NamedTuple

from django import template
from django.template.base import FilterExpression, Parser, Token
from django.template.context import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

KINDS = {
    "plain": '<th scope="col">{}</th>',
    "number": '<th scope="col" class="number">{}</th>',
    "unseen": '<th scope="col"><span class="vh">{}</span></th>',
}


class TableColumn(NamedTuple):
    words: FilterExpression
    kind: str = "plain"


class Heads(template.Node):
    def __init__(self, columns: list[TableColumn]) -> None:
        self.columns = columns

    def render(self, context: Context) -> SafeString:
        said = ((column.words.resolve(context), KINDS[column.kind]) for column in self.columns)
        row = format_html_join("", "{}", ((format_html(kind, words),) for words, kind in said if words))
        return format_html("<thead><tr>{}</tr></thead>", row)


@register.tag
def heads(parser: Parser, token: Token) -> Heads:
    """Return the head row of a table: `{% heads _("Name") _("Cards") number _("What to do") unseen %}`.

    `number` marks the preceding head as one of numbers, `unseen` as one for screen readers only; an empty text makes no
    column.
    """
    columns: list[TableColumn] = []
    for bit in token.split_contents()[1:]:
        if bit in KINDS:
            columns[-1] = columns[-1]._replace(kind=bit)
        else:
            columns.append(TableColumn(parser.compile_filter(bit)))
    return Heads(columns)
