"""Columns of the models that are in no file.

Keys (passwords, cards, secrets, codes, tokens of browsers), rights, what is made again where a file is read, what a
child chooses anew in two presses (`chosen`), and who is in which standing group: that is this teacher's view of the
children, as the lines between seats are, and goes to nobody else with a file. Challenges have no table here: two
teachers of one box have agreed, and the other class is not in the file.
"""

LEFT_OUT: dict[str, frozenset[str]] = {
    "teacher": frozenset(
        {"password", "last_login", "tour_began", "is_active", "is_school_admin", "is_staff", "date_joined"}
    ),
    "classroom": frozenset(
        {
            "name_key",
            "number_known_at",
            "removed_at",
            "taken_back_at",
            "warned_at",
            "merged",
            "merged_into",
            "source_school",
            "source_session",
        }
    ),
    "teaching": frozenset({"came_with_list"}),
    "student": frozenset(
        {"name_key", "card", "chosen", "family_since", "group", "secret", "alone", "merged", "merged_into"}
    ),
    "homework": frozenset({"group"}),
    "session": frozenset(
        {"code", "state", "locked", "paused_at", "timer_seconds", "timer_ends_at", "ends_at", "placed"}
    ),
    "attendance": frozenset({"device"}),
    "table": frozenset({"code"}),
    "round": frozenset({"projected_at"}),
}
