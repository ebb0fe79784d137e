"""Which package uses which: the table that `tests/test_arrows.py` holds against the source, both ways."""

PACKAGES: dict[str, set[str]] = {
    # the rules and the table
    "game.rules": set(),
    "game.clock": set(),
    "game.codes": set(),
    "game.metrics": set(),
    "game.sockets": set(),
    "game.postgresql": set(),
    "game.workers": {"game.metrics", "game.postgresql"},
    "game.rooms": {"game.metrics", "game.sockets", "game.workers"},
    "game.models": {"game.codes"},
    "game.log": {"game.clock", "game.metrics", "game.models", "game.postgresql", "game.rules", "game.workers"},
    "game.wire": {"game.log", "game.rules"},
    "game.tables": {"game.codes", "game.log", "game.models", "game.rules"},
    "game.screens": {"game.log", "game.models", "game.rules"},
    "game.around_the_corner": {
        "game.clock", "game.codes", "game.log", "game.models", "game.rules", "game.screens", "game.tables",
    },
    "game.nine_to_nothing": {"game.log", "game.models", "game.rules", "game.screens"},
    "game.catalogue": {
        "game.around_the_corner", "game.log", "game.nine_to_nothing", "game.screens",
    },
    "game.projection": {"game.catalogue", "game.log", "game.models"},
    "game.live": {
        "game.catalogue", "game.clock", "game.log", "game.models", "game.projection", "game.rooms",
        "game.rules", "game.screens", "game.sockets", "game.tables", "game.wire", "game.workers",
    },
    "game.consumers": {
        "game.clock", "game.live", "game.models", "game.rooms", "game.screens", "game.sockets",
        "game.wire",
    },
    "game.views": {"game.live", "game.models", "game.rooms", "game.screens", "game.wire"},
    "game.urls": {"game.views"},
    "game.apps": set(),
    "game.migrations": {"game.codes"},
    # the classroom, lowest first
    "classroom.cookies": set(),
    "classroom.languages": {"classroom.cookies"},
    "classroom.naming": {"classroom.languages"},
    "classroom.server": {
        "classroom.cookies", "classroom.languages", "classroom.naming", "game.codes", "game.live", "game.log",
        "game.metrics", "game.postgresql", "game.projection", "game.wire", "game.workers",
    },
    "classroom.models": {"classroom.languages", "classroom.naming", "game.codes", "game.models"},
    "classroom.measures": set(),
    "classroom.help": {"classroom.access", "classroom.models", "classroom.server"},
    "classroom.sign_ins": {"classroom.models", "classroom.server"},
    "classroom.known_browsers": {"classroom.cookies"},
    "classroom.typed": {"classroom.known_browsers", "classroom.models", "classroom.server"},
    "classroom.access": {"classroom.languages", "classroom.models", "classroom.sign_ins", "classroom.typed"},
    "classroom.forms": {
        "classroom.languages", "classroom.models", "classroom.naming", "classroom.server", "game.screens",
    },
    "classroom.teachers": {
        "classroom.access", "classroom.forms", "classroom.known_browsers", "classroom.languages", "classroom.models",
        "classroom.naming", "classroom.persons", "classroom.server", "classroom.sign_ins", "classroom.typed",
        "game.catalogue",
    },
    "classroom.persons": {"classroom.models", "classroom.server"},
    "classroom.rosters": {
        "classroom.access", "classroom.forms", "classroom.languages", "classroom.models", "classroom.naming",
        "classroom.persons", "classroom.server", "game.models",
    },
    "classroom.album": {
        "classroom.access", "classroom.forms", "classroom.models", "classroom.naming", "classroom.persons",
        "classroom.server", "game.clock", "game.log", "game.models", "game.rules",
    },
    "classroom.sessions": {
        "classroom.access", "classroom.album", "classroom.forms", "classroom.help", "classroom.languages",
        "classroom.measures", "classroom.models", "classroom.naming", "classroom.persons", "classroom.server",
        "game.catalogue", "game.clock", "game.live", "game.log", "game.models", "game.nine_to_nothing", "game.rooms",
        "game.rules", "game.screens", "game.tables",
    },
    "classroom.printed": {"classroom.access", "game.catalogue", "game.screens"},
    "classroom.guests": {
        "classroom.cookies", "classroom.models", "classroom.naming", "classroom.server", "game.catalogue", "game.live",
        "game.models", "game.rooms", "game.screens", "game.tables",
    },
    "classroom.demo": {
        "classroom.guests", "classroom.joining", "classroom.management", "classroom.models", "classroom.server",
        "classroom.sessions", "game.codes", "game.live", "game.models", "game.rooms", "game.rules", "game.wire",
    },
    "classroom.joining": {
        "classroom.access", "classroom.forms", "classroom.guests", "classroom.known_browsers", "classroom.languages",
        "classroom.models", "classroom.naming", "classroom.persons", "classroom.rosters", "classroom.server",
        "classroom.sessions", "game.catalogue", "game.clock", "game.codes", "game.log", "game.rooms", "game.screens",
        "game.sockets", "game.views", "game.wire",
    },
    "classroom.homework": {
        "classroom.access", "classroom.album", "classroom.cookies", "classroom.forms", "classroom.joining",
        "classroom.measures", "classroom.models", "classroom.persons", "classroom.server", "classroom.sessions",
        "game.around_the_corner", "game.clock", "game.codes", "game.log", "game.models", "game.projection",
        "game.rules", "game.screens", "game.tables",
    },
    "classroom.groups": {
        "classroom.access", "classroom.forms", "classroom.homework", "classroom.languages", "classroom.models",
        "classroom.naming", "classroom.rosters", "classroom.server", "classroom.sessions", "game.rules",
        "game.screens",
    },
    "classroom.reports": set(),
    "classroom.reports.kit": {
        "classroom.forms", "classroom.homework", "classroom.joining", "classroom.measures", "classroom.models",
        "classroom.naming", "classroom.persons", "classroom.rosters", "classroom.server", "classroom.sessions",
        "game.catalogue", "game.log", "game.models", "game.projection", "game.screens",
    },
    "classroom.reports.around_the_corner": {
        "classroom.access", "classroom.album", "classroom.forms", "classroom.homework", "classroom.joining",
        "classroom.languages", "classroom.measures", "classroom.models", "classroom.persons", "classroom.reports.kit",
        "classroom.server", "classroom.sessions", "game.around_the_corner", "game.clock", "game.log", "game.models",
        "game.rules", "game.screens",
    },
    "classroom.reports.nine_to_nothing": {
        "classroom.measures", "classroom.models", "classroom.persons", "classroom.reports.kit", "classroom.server",
        "classroom.sessions", "game.log", "game.models", "game.nine_to_nothing", "game.rules", "game.screens",
    },
    "classroom.reports.pages": {
        "classroom.access", "classroom.album", "classroom.forms", "classroom.models",
        "classroom.reports.around_the_corner", "classroom.reports.kit", "classroom.reports.nine_to_nothing",
        "classroom.server", "classroom.sessions", "game.catalogue", "game.clock", "game.models", "game.projection",
        "game.rules", "game.screens",
    },
    "classroom.audit": {"classroom.access", "classroom.models", "classroom.reports.kit", "classroom.reports.pages"},
    "classroom.challenges": {
        "classroom.access", "classroom.forms", "classroom.homework", "classroom.measures", "classroom.models",
        "classroom.reports.kit", "classroom.reports.pages", "classroom.server",
    },
    "classroom.preferences": {
        "classroom.joining", "classroom.languages", "classroom.models", "classroom.persons", "classroom.server",
        "classroom.sessions", "game.clock", "game.rules",
    },
    "classroom.manual": {
        "classroom.access", "classroom.help", "classroom.models", "classroom.naming", "classroom.reports.kit",
        "classroom.rosters", "classroom.sessions", "game.catalogue",
    },
    "classroom.speech": {
        "classroom.access", "classroom.album", "classroom.joining", "classroom.languages", "classroom.models",
        "classroom.server", "game.catalogue", "game.screens", "game.views",
    },
    "classroom.upkeep": {
        "classroom.audit", "classroom.challenges", "classroom.models", "classroom.reports.pages", "classroom.rosters",
        "classroom.server", "classroom.sign_ins", "classroom.teachers", "game.live",
    },
    "classroom.live": {
        "classroom.access", "classroom.challenges", "classroom.demo", "classroom.forms", "classroom.guests",
        "classroom.homework", "classroom.joining", "classroom.languages", "classroom.models", "classroom.naming",
        "classroom.persons", "classroom.reports.kit", "classroom.reports.pages", "classroom.rosters",
        "classroom.server", "classroom.sessions", "classroom.upkeep", "game.catalogue", "game.clock",
        "game.codes", "game.consumers", "game.live", "game.log", "game.models", "game.rooms", "game.screens",
        "game.wire", "game.workers",
    },
    "classroom.home": {
        "classroom.access", "classroom.challenges", "classroom.live", "classroom.models",
        "classroom.reports.pages", "classroom.rosters", "classroom.server", "classroom.sessions", "classroom.teachers",
        "game.catalogue",
    },
    "classroom.transfer": {
        "classroom.access", "classroom.forms", "classroom.models", "classroom.naming", "classroom.persons",
        "classroom.reports.kit", "classroom.reports.pages", "classroom.rosters", "classroom.server",
        "classroom.sessions", "game.catalogue", "game.log", "game.models", "game.projection", "game.rules",
    },
    "classroom.lti": {
        "classroom.access", "classroom.audit", "classroom.forms", "classroom.homework", "classroom.joining",
        "classroom.models", "classroom.naming", "classroom.reports.pages", "classroom.rosters", "classroom.server",
        "classroom.sessions", "classroom.sign_ins", "classroom.teachers",
    },
    "classroom.admin": {"classroom.models", "classroom.server", "classroom.teachers", "game.models"},
    "classroom.templatetags": {
        "classroom.album", "classroom.challenges", "classroom.help", "classroom.languages", "classroom.manual",
        "classroom.models", "classroom.reports.kit", "classroom.reports.pages", "classroom.server",
        "classroom.sessions", "classroom.speech", "classroom.teachers", "game.catalogue", "game.screens",
    },
    "classroom.management": {
        "classroom.audit", "classroom.challenges", "classroom.homework", "classroom.languages", "classroom.models",
        "classroom.rosters", "classroom.server", "classroom.sessions", "classroom.speech", "classroom.teachers",
        "classroom.transfer", "classroom.upkeep", "game.clock", "game.codes", "game.log", "game.models",
        "game.postgresql",
        "game.projection", "game.rules", "game.tables",
    },
    "classroom.migrations": {"classroom.languages", "classroom.models", "game.codes"},
    "classroom.apps": {"classroom.languages", "classroom.reports.kit", "classroom.server"},
    "classroom.command": {"classroom.server", "game.postgresql"},
    "classroom.settings": {"classroom.languages", "classroom.server"},
    "classroom.routing": {"classroom.live"},
    "classroom.urls": {
        "classroom.admin", "classroom.album", "classroom.audit", "classroom.challenges", "classroom.demo",
        "classroom.groups", "classroom.guests", "classroom.help", "classroom.home", "classroom.manual",
        "classroom.preferences", "classroom.printed", "classroom.sign_ins", "classroom.speech", "classroom.teachers",
        "classroom.transfer",
    },
    "classroom.asgi": {"classroom.joining", "classroom.live", "classroom.routing", "classroom.server", "game.live"},
}  # fmt: skip
"""Each package, or module that stands alone, and what it may import; of the reports, each storey."""
