"""Every option of every game is known in every place (docs/add_an_option.md): set-up, presets, settings line,
comparison, one table, how-to-play, homework, practice without a connection, files, and a class as a file."""

import re
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse

from classroom.homework.around_the_corner.forms import HomeworkForm, PracticeForm
from classroom.homework.around_the_corner.offline.packs import packs_for
from classroom.homework.around_the_corner.presets import in_words
from classroom.models import ClassSession, Homework, SessionPreset
from classroom.reports.around_the_corner.sources.columns import COLUMNS
from classroom.reports.kit.exports.columns import SETTINGS
from classroom.sessions import lifecycle, table_options, teams
from classroom.sessions.games import catalogue
from classroom.sessions.games.contract import SessionGame
from classroom.sessions.set_up import ways
from classroom.transfer.checking import Contents, _session
from game import catalogue as shown
from game.around_the_corner.options import OPTIONS, PRACTISED
from game.models import Attempt
from game.rules.around_the_corner.position import SUMS
from game.screens.options import Option, key_of
from tests.conftest import words
from tests.third_game.conftest import third_game as third_game
from tests.third_game.rules import NAME as THIRD

DECIDED_BY_TABLES = {"dealer", "own", "check_window"}
"""Options of the rules that no teacher chooses."""
CASES = [(game.name, option.name) for game in catalogue.all_games() for option in game.options]
MOST_FILES = 7
"""Files of code and templates that may name an option: its declaration, two of the rules, its columns, its words."""
SOURCES = {
    path: path.read_text()
    for top, ending in (("classroom", "py"), ("game", "py"), ("templates", "html"))
    for path in (settings.BASE_DIR / top).rglob(f"*.{ending}")
    if path.parent.name != "migrations"
}
every_option = pytest.mark.parametrize(("game", "name"), CASES, ids=[".".join(case) for case in CASES])


@dataclass(frozen=True)
class Choices:
    """Options of the third game, of which nothing but the rules is known."""

    best: int = 3
    ask: bool = False


@pytest.fixture
def third(third_game, monkeypatch) -> SessionGame:
    monkeypatch.setattr(third_game, "Options", Choices, raising=False)
    return catalogue.of(THIRD)


def option_of(game: str, name: str) -> tuple[SessionGame, Option]:
    played = catalogue.of(game)
    return played, next(option for option in played.options if option.name == name)


def values_of(option: Option) -> list:
    """Return what may be chosen: every value, of several each alone and all, of a number another one."""
    return [each.value for each in option.at_one_table()] + [None] * any(v.value is None for v in option.values) or [7]


def posted(game: SessionGame, option: Option, value: Any) -> dict[str, Any]:
    """Return what a page sends where this value is chosen, in a way of playing that uses the option."""
    keys: dict[str, Any] = {} if option.name == "mode" or not option.modes else {"mode": option.modes[0]}
    keys[option.name] = [key_of(each) for each in value] if option.several else key_of(value)
    usual = {
        each.name: [key_of(v) for v in each.usual] if each.several else key_of(each.usual) for each in game.options
    }
    return {"table_size": "2", **usual, **keys}


def session_with(class_4b, game: SessionGame, options: dict) -> ClassSession:
    return ClassSession.objects.create(classroom=class_4b, game=game.name, options=options, table_size=2, code="abc")


def check_round_trip(game: SessionGame, option: Option, class_4b) -> None:
    for value in values_of(option):
        form = game.form(posted(game, option, value))
        assert form.is_valid(), form.errors
        options = form.options()
        assert options[option.name] == value
        kept = SessionPreset(teacher=class_4b.teachers.first(), game=game.name, options=options, table_size=2)
        again = game.form({name: each for name, each in ways.kept(kept)[1].items() if each != ""})
        assert again.is_valid(), again.errors
        assert again.options() == options
        assert not _session(Contents(), {"game": game.name, "options": options})


def check_words(game: SessionGame, option: Option) -> None:
    """A value unlike the usual one is said in the settings line, and beside Fine-tune where it is folded away."""
    for value in values_of(option):
        form = game.form(posted(game, option, value))
        assert form.is_valid()
        summed = " · ".join(map(str, game.form(initial=form.chosen_before(form.options())).in_words))
        if not option.is_usual(value) or option.always:
            assert str(option.said(value) or option.in_words(value)) in summed
        if not option.is_usual(value) and option.name in {f.name for group in form.groups for f in group.fields}:
            assert str(option.said(value)) in [str(said.words) for said in form.summary]


@every_option
def test_a_choice_comes_back_as_it_was_and_can_be_dealt_and_moved(game, name, class_4b):
    check_round_trip(*option_of(game, name), class_4b)


@pytest.mark.parametrize("way", ["around_the_corner.race", "around_the_corner.turns", "nine_to_nothing.tables"])
def test_the_set_up_asks_for_every_choice_once(ana_client, class_4b, way):
    """A template takes `form.steps` for the field before anything else of that name."""
    page = ana_client.get(reverse("session_new", args=[class_4b.pk]), {"way": way})
    form, shown = page.context["form"], page.content.decode()
    asked = [*form.in_view, *(field for group in form.groups for field in group.fields)]
    drawn = re.findall(r' id="(id_[^"]+)"', shown)
    assert len(drawn) == len(set(drawn))
    assert [field.name for field in asked if not any(one.startswith(field.auto_id) for one in drawn)] == []


@every_option
def test_a_choice_is_said_where_settings_are_summed_up(game, name):
    check_words(*option_of(game, name))


def test_options_of_a_game_with_rules_alone_come_back_and_are_said(third, class_4b):
    assert [option.name for option in third.options] == ["best", "ask"]
    for option in third.options:
        check_round_trip(third, option, class_4b)
        check_words(third, option)


@pytest.mark.parametrize("game", [game.name for game in catalogue.all_games() if hasattr(game.rules, "Options")])
def test_the_rules_have_the_same_options_and_the_same_value_where_none_is_kept(game):
    rules = catalogue.of(game).rules.Options
    declared = {option.name: option.of({}) for option in catalogue.of(game).options}
    usual = {name: getattr(rules(), name) for name in rules.__dataclass_fields__}
    assert declared == {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in usual.items()
        if name not in DECIDED_BY_TABLES
    }


@every_option
def test_a_class_is_compared_across_no_two_values(game, name, class_4b):
    played, option = option_of(game, name)
    one, other = ({**{each.name: each.usual for each in played.options}, name: v} for v in values_of(option)[:2])
    assert (played.compared(one) == played.compared(other)) is not option.compared
    without = {key: value for key, value in one.items() if key != name}
    assert played.compared(without) == played.compared(without | {name: option.of({})})


def test_a_session_before_an_option_is_compared_with_one_that_has_its_usual_value(class_4b, lobby_4b):
    earlier = dict(lobby_4b.options)
    lifecycle.end(session=lobby_4b)
    later = lifecycle.open_session(
        classroom=class_4b, game=lobby_4b.game, options={**earlier, "highest": 10, "only_plus": False}, table_size=2
    )
    assert list(teams.alike_before(later)) == [lobby_4b]
    later.options["highest"] = 5
    assert list(teams.alike_before(later)) == []


@every_option
def test_how_to_play_tells_it(game, name):
    played, option = option_of(game, name)
    mode = {"mode": option.modes[0]} if option.modes else {}
    told = {str(option.told({**mode, name: value})) for value in values_of(option)}
    assert told - {""}
    for value in values_of(option):
        sentence = str(option.told({**mode, name: value}))
        assert not sentence or sentence in shown.of(game).how_to_play({**mode, name: value}).options


@every_option
def test_files_say_it_of_every_round(game, name):
    """The column of settings; what is judged otherwise under an option has columns of its own beside it."""
    _played, option = option_of(game, name)
    row = SimpleNamespace(played=SimpleNamespace(options={name: option.usual}))
    column = next(column for column in SETTINGS if column.name == "settings")
    assert str(column.value(row)).startswith(f"{name}=")


def test_every_attempt_keeps_the_options_under_which_answers_are_other_answers():
    declared = {option.name: option.column for option in OPTIONS if option.column}
    assert declared.keys() == {"mode", *SUMS} <= {field.name for field in Attempt._meta.get_fields()}
    assert {column.name: column.meaning for column in COLUMNS if column.name in declared} == declared


@pytest.mark.parametrize("name", sorted({name for _game, name in CASES if "_" in name}))
def test_its_name_stands_in_its_declaration_its_rules_and_its_words_alone(name):
    """What follows from it is asked of the declaration, or of a value of the rules. A name that is a plain word stands
    for other things, too, and is not counted."""
    named = [path for path, text in SOURCES.items() if re.search(rf"\b{name}\b", text)]
    assert 1 < len(named) <= MOST_FILES, named


@every_option
def test_one_table_may_differ_in_it_and_takes_it_home_where_it_says_so(game, name, class_4b):
    played, option = option_of(game, name)
    assert (option in table_options.own_options(game)) == bool(option.at_table)
    if not option.at_table:
        return
    session = session_with(class_4b, played, {})
    for each in option.at_one_table():
        form = table_options.TableOptionsForm({f"table_1_{name}": key_of(each.value)}, session=session, numbers=[1])
        assert form.is_valid(), form.errors
        assert form.chosen() == {"1": {name: each.value}}
        (row,) = form.rows()
        assert row.said == [str(each.said or each.words)]
        dealt = SimpleNamespace(table=SimpleNamespace(game=game), options={**form.chosen()["1"], "away": "wait"})
        assert table_options.at_home(dealt) == {name: each.value}


@pytest.mark.parametrize("option", PRACTISED, ids=lambda option: option.name)
def test_what_is_practised_is_asked_packed_and_said(option, class_4b, bea):
    game, said = catalogue.of("around_the_corner"), set()
    for value in values_of(option):
        sent = posted(game, option, value)
        practice = PracticeForm(sent)
        homework = HomeworkForm(class_4b, sent | {"unit": "cards", "amount": "5", "until": "2126-05-31"})
        for form in (practice, homework):
            assert form.is_valid() or set(form.errors) == {"until"}
        options = practice.options()
        assert options[option.name] == value
        said.add(in_words(options))
        Homework.objects.all().delete()
        Homework.objects.create(classroom=class_4b, options=options, unit="cards", amount=5, until="2126-05-31T00:00Z")
        pack, _task = packs_for(bea)[0]
        assert pack.options[option.name] == value
    assert len(said) == len(values_of(option))


def test_the_page_after_a_session_says_its_settings(ana_client, lobby_4b):
    lobby_4b.options |= {"highest": 5, "only_plus": True, "hints": True, "wrong_pause": 0}
    lobby_4b.save()
    lifecycle.end(session=lobby_4b)
    page = words(ana_client.get(reverse("session", args=[lobby_4b.pk])))
    assert "Race · ±1, ±2, ±3 · tables of 2 · " in page
    for said in (
        "round the corner",
        "Numbers on the cards: 1–5",
        "only plus",
        "with hints",
        "Wait after a wrong card: 0 s",
    ):
        assert said in page
