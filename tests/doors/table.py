"""Who gets in where: every URL, every kind of person, and the status they get.

Ana is the teacher of 4B and its lesson, Ben is another teacher, Bea a student in the lesson, nobody is not signed in;
four more are like one of these but for a few pages (apart.py).
A new URL needs a row here, and where its view writes, a POST row too; the support pages have theirs in
classroom/teachers/test_admin.py. Things in a URL are named by its parameters; `laid_out.things_of` says which thing of
Ana's each of them stands for ("join_names code" is the code on that one page).
"""

from tests.doors.accounts import ACCOUNTS

DOORS = """
#      page                                  nobody ben  ana  bea
GET    classes                               302    200  200  302
POST   classes                               405    405  405  405
POST   help_tour                             302    302  302  302
GET    class_new                             302    200  200  302
POST   class_new                             302    200  200  302
POST   class_demo                            302    302  302  302
POST   session_as_last_time                  302    404  302  302
GET    class                                 302    404  200  302
GET    class_rename                          302    404  200  302
POST   class_rename                          302    404  200  302
GET    class_remove                          302    404  200  302
POST   class_remove                          302    404  409  302
GET    classes_removed                       302    200  200  302
POST   class_take_back                       302    404  302  302
GET    roster                                302    404  200  302
POST   roster                                302    404  200  302
GET    student_face                          302    404  200  302
POST   student_face                          302    404  200  302
GET    student_rename                        302    404  200  302
POST   student_rename                        302    404  200  302
GET    student_needs                         302    404  200  302
POST   student_needs                         302    404  302  302
GET    student_remove                        302    404  200  302
POST   student_remove                        302    404  409  302
GET    student_move                          302    404  200  302
POST   student_move                          302    404  200  302
GET    students_removed                      302    404  200  302
POST   students_take_back                    302    404  302  302
POST   student_take_back                     302    404  302  302
GET    student_forget                        302    404  200  302
POST   student_forget                        302    404  302  302

GET    import_several                        302    200  200  302
POST   import_several                        302    200  200  302
GET    import                                302    404  200  302
POST   import                                302    404  302  302
GET    import_classes                        302    404  200  302
POST   import_classes                        302    404  200  302
POST   import_discard                        302    404  302  302
GET    import_undo                           302    404  302  302
POST   import_undo                           302    404  302  302

GET    next_year                             302    200  200  302
POST   next_year                             302    200  200  302
GET    earlier                               302    200  200  302
POST   class_bring_back                      302    404  302  302

GET    session_on_paper                      302    404  200  302
POST   session_on_paper                      302    404  422  302
GET    session_on_paper_remove               302    404  404  302
POST   session_on_paper_remove               302    404  404  302

GET    class_teachers                        302    404  200  302
POST   class_teachers                        302    404  422  302
GET    class_leave                           302    404  200  302
POST   class_leave                           302    404  302  302
POST   teaching                              302    404  404  302
GET    invitation                            302    403  403  302
POST   invitation                            302    403  403  302
POST   invitation_take_back                  302    404  302  302

GET    accessibility                         200    200  200  200
GET    privacy                               200    200  200  200
GET    security_txt                          404    404  404  404

GET    healthz                               200    200  200  200
GET    readyz                                200    200  200  200
GET    metrics                               404    404  404  404
GET    websocket                             426    426  426  426
POST   websocket                             426    426  426  426

POST   language                              404    404  404  404
POST   letters                               302    302  302  302
GET    own_table                             404    404  404  200
POST   own_table                             404    404  404  302
GET    one_key                               404    404  404  404
POST   one_key                               404    404  404  404
GET    class_sessions                        302    404  200  302
GET    session_new                           302    404  302  302
POST   session_new                           302    404  302  302
POST   session_preset_remove                 302    404  302  302
GET    session                               302    404  302  302
GET    session_settings                      302    404  302  302
POST   session_settings                      302    404  302  302
GET    session_screen                        302    404  200  302
GET    session_ask                           302    404  200  302
POST   session_let_in                        302    404  404  302
POST   session_start                         302    404  302  302
GET    session_monitor                       302    404  200  302
GET    session_monitor_child                 302    404  200  302
GET    session_monitor_table                 302    404  200  302
POST   session_child_own                     302    404  302  302
POST   session_child_more                    302    404  302  302
POST   session_child_break                   302    404  302  302
POST   session_go                            302    404  302  302
POST   session_pause                         302    404  302  302
POST   session_resume                        302    404  302  302
POST   session_more_time                     302    404  302  302
POST   session_end_table                     302    404  302  302
POST   session_say                           302    404  302  302
POST   session_move                          302    404  302  302
POST   session_seat_waiting                  302    404  302  302
GET    session_tables                        302    404  302  302
POST   session_tables                        302    404  302  302
GET    session_attendance                    302    404  200  302
POST   session_note                          302    404  302  302
GET    session_homework                      302    404  200  302
POST   session_homework                      302    404  422  302
POST   session_podium                        302    404  302  302
GET    session_end                           302    404  200  302
POST   session_end                           302    404  302  302
POST   session_again                         302    404  302  302
GET    round_replay                          302    404  409  302

GET    class_report                          302    404  200  302
GET    class_facts                           302    404  200  302
GET    class_plays                           302    404  200  302
GET    class_quick                           302    404  200  302
POST   class_quick                           302    404  422  302
GET    student_report                        302    404  200  302
GET    student_family                        302    404  200  302
POST   student_family                        302    404  302  302
GET    class_substitute                      302    404  200  302
POST   class_substitute                      302    404  422  302
GET    substitute_ask                        200    200  200  200
GET    substitute                            200    200  200  200
POST   substitute                            404    404  404  404
POST   substitute_act                        302    302  302  302
GET    preset_shared                         302    200  200  302
POST   preset_shared                         302    302  302  302
POST   student_family_link                   302    404  302  302
GET    class_families                        302    404  200  302
POST   class_families                        302    404  302  302
GET    class_week                            302    404  200  302
GET    family                                200    200  200  200
GET    student_certificate                   302    404  200  302
GET    session_report                        302    404  200  302
GET    session_student                       302    404  200  302
GET    session_csv                           302    404  200  302
GET    class_sums                           302    404  200  302
GET    student_sums                           302    404  200  302
GET    session_xlsx                          302    404  200  302
GET    class_csv                             302    404  200  302
GET    class_xlsx                            302    404  200  302
GET    student_csv                           302    404  200  302
GET    student_xlsx                          302    404  200  302
GET    student_json                          302    404  200  302
GET    class_research                        302    404  200  302

GET    classes_mix                           302    200  200  302
POST   classes_mix                           302    302  302  302
GET    student_merge                         302    404  200  302
POST   student_merge                         302    404  200  302
POST   student_part                          302    404  404  302
POST   student_apart                         302    404  302  302
GET    class_merge                           302    404  200  302
POST   class_merge                           302    404  200  302
POST   teaching_known                        302    404  302  302
POST   class_keep                            302    404  302  302
GET    class_list_csv                        302    404  200  302
GET    class_list_xlsx                       302    404  200  302
GET    class_cards_csv                       302    404  200  302
GET    class_cards_xlsx                      302    404  200  302
GET    class_results                         302    404  200  302
GET    class_1_1_results                     302    404  200  302
GET    class_files                           302    404  200  302
GET    class_archive                         302    404  200  302
GET    class_read_in                         302    200  200  302
POST   class_read_in                         302    422  422  302
POST   class_hand_over                       302    404  404  302

POST   session_lock                          302    404  302  302
POST   session_board_names                   302    404  302  302
GET    session_knock                         302    404  200  302
POST   session_knock                         302    404  422  302
GET    session_child                         302    404  200  302
POST   session_child                         302    404  200  302
POST   session_child_remove                  302    404  302  302
POST   session_child_lift                    302    404  302  302
POST   session_lift                          302    404  302  302

POST   play                                  302    302  302  302
POST   demo_begin                            404    302  302  404
GET    join                                  200    200  200  200
POST   join                                  422    422  422  422
GET    join_pictures                         200    200  200  200
GET    join_names                            200    200  200  200
POST   join_names                            409    409  409  409
GET    join_ask                              200    200  200  200
POST   join_ask                              422    422  422  422
POST   join_shared                           302    302  302  302
GET    join_secret                           302    302  302  302
POST   join_secret                           302    302  302  302
POST   join_with_card                        302    302  302  302
POST   leave                                 302    302  302  302
POST   waiting_alone                         302    302  302  302
GET    connection                            200    200  200  200
GET    technician                            200    200  200  200
GET    connection_ask                        200    200  200  200
GET    waiting                               302    302  302  302
GET    waiting_ask                           200    200  200  200
GET    look_on                               204    204  204  200
GET    look_on_ask                           204    204  204  204

GET    card_typed                            302    302  302  302
GET    card                                  302    302  302  302
GET    waiting_break                         302    302  302  200
GET    how_to_play                           200    200  200  200
GET    print_shelf                           200    200  200  200
GET    print_sheets                          200    200  200  200
GET    game_page                             200    200  200  200
GET    manual                                200    200  200  200
GET    manual_topic                          200    200  200  200
GET    manual_booklet                        200    200  200  200
GET    how_to_play_try                       200    200  200  200
GET    meanwhile                             204    204  204  200
GET    own_picture                           204    204  204  200
GET    sums_found                            204    204  204  200
GET    sticker_found                         204    204  204  204
GET    warm_up                               200    200  200  200
GET    practice                              403    403  403  200
POST   practice                              403    403  403  422
POST   practice_answer                       403    403  403  302
GET    my_face                               302    302  302  200
POST   my_face                               302    302  302  200
GET    my_page                               403    403  403  200
GET    my_best_round                         403    403  403  404
GET    practice_end                          403    403  403  302
POST   practice_stop                         403    403  403  302
GET    practice_offline                      403    403  403  403
POST   practice_offline                      403    403  403  403
GET    practice_worker                       200    200  200  200
POST   practice_leave                        302    302  302  302
GET    practice_homework                     403    403  403  200
POST   practice_homework                     403    403  403  302
GET    class_homework                        302    404  200  302
POST   class_homework                        302    404  422  302
GET    homework                              302    404  200  302
GET    homework_sheets                       302    404  200  302
GET    homework_remove                       302    404  200  302
POST   homework_remove                       302    404  302  302
GET    class_groups                          302    404  200  302
GET    group_new                             302    404  200  302
POST   group_new                             302    404  200  302
GET    group                                 302    404  200  302
POST   group                                 302    404  200  302
GET    group_remove                          302    404  200  302
POST   group_remove                          302    404  302  302
GET    class_challenge                       302    404  200  302
POST   class_challenge                       302    404  422  302
POST   class_challenge_show                  302    404  302  302
GET    class_challenge_leave                 302    404  200  302
POST   class_challenge_leave                 302    404  302  302
POST   challenge                             302    404  302  302
GET    class_album                           302    404  200  302
POST   class_album                           302    404  422  302
GET    class_sign_in                         302    404  200  302
POST   class_sign_in                         302    404  422  302
POST   student_card_change                   302    404  302  302
GET    class_cards                           302    404  200  302
POST   class_cards_change                    302    404  302  302

GET    say                                   200    200  200  200
GET    recording                             404    404  200  200

GET    table_say                             404    404  404  200
GET    table                                 404    404  404  200
GET    table_board                           404    404  404  200
GET    table_try                             404    404  404  200
GET    table_move                            405    405  405  405
POST   table_move                            404    404  404  400
"""
PEOPLE = ("nobody", "ben", "ana", "bea")
ROWS = [line.split() for line in (ACCOUNTS + DOORS).splitlines() if line and not line.startswith("#")]
AT_TABLES = {"session_monitor", "session_monitor_child", "session_monitor_table", "session_go", "session_pause"}
AT_TABLES |= {"session_resume", "session_end", "table", "table_say", "table_board", "table_move", "table_try"}
AT_TABLES |= {"session_child_more", "session_child_break", "readyz"}
"""Pages that open a live table, and one that looks on a thread of its own: those see only what is committed, so that
every visitor needs a lesson of their own. At all others what a visitor did is rolled back before the next one comes; a
page that belongs here and is not named fails."""
