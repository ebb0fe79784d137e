"""Four more people, and the few pages where they get something else than whom they are like."""

from tests.doors.table import PEOPLE

LIKE = {"cleo": "ana", "dora": "ben", "eli": "bea", "gus": "nobody"}
"""Four more, and whom they are like: Cleo teaches 4B, too, and owns nothing; Dora is an admin of the school without a
class; Eli is a student in Ben's lesson; Gus's account was closed while he was signed in."""
APART = """
GET    class_rename           cleo  404
POST   class_rename           cleo  404
GET    class_remove           cleo  404
POST   class_remove           cleo  404
POST   class_take_back        cleo  404
GET    import                 cleo  404
POST   import                 cleo  404
GET    import_classes         cleo  404
POST   import_classes         cleo  404
POST   import_discard         cleo  404
GET    import_undo            cleo  404
POST   import_undo            cleo  404
POST   class_bring_back       cleo  404
POST   class_teachers         cleo  404
POST   invitation_take_back   cleo  404
POST   school_word            dora  302
POST   school_keep_years      dora  302
POST   school_hours           dora  422
GET    school                 dora  200
GET    audit_log              dora  200
GET    audit_csv              dora  200
POST   school_admin           dora  302
POST   school_time_zone       dora  302
POST   session_preset_remove  cleo  404
GET    class_research         cleo  404
GET    school_research        dora  200
GET    school_growth          dora  200
GET    class_merge            cleo  404
POST   class_merge            cleo  404
POST   teaching_known         cleo  404
GET    class_archive          cleo  404
GET    school_lists           dora  200
GET    school_archive         dora  200
GET    school_read_in         dora  200
POST   school_read_in         dora  422
GET    student_forget         cleo  404
POST   student_forget         cleo  404
GET    practice_homework      eli   404
POST   practice_homework      eli   404
POST   challenge              cleo  404
GET    recording              cleo  404
GET    recording              eli   404
"""
UNLIKE = {(method, page, who): int(status) for method, page, who, status in map(str.split, APART.strip().splitlines())}


def due_to(method: str, page: str, row: list[int]) -> dict[str, int]:
    """Return what everybody gets: the row of the table, and for the other four what those get whom they are like."""
    four = dict(zip(PEOPLE, row, strict=True))
    return four | {who: UNLIKE.get((method, page, who), four[like]) for who, like in LIKE.items()}
