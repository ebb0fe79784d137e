"""OWASP ASVS 5.0, level 2 and the cheap parts of level 3 (security 3.1): each requirement, and the test that holds it.

A row that no test holds says "not:" and why. It is for the reader of a security review: first column the requirement's
number (v5.0.0-…), then what it asks here in our words, then the test's name.
"""
# ruff: noqa: E501  (a line of the table is one row)

import re
from pathlib import Path

import pytest

TABLE = """
1.2.10  text is no formula in a spreadsheet               test_whatever_a_spreadsheet_takes_for_a_formula_is_guarded
1.3.6   nobody is asked where a platform leads to         test_nobody_is_followed_to_another_place
1.5.1   entities in a list are not followed               test_entities_in_a_workbook_are_not_followed
2.2.1   frames are checked against what they may hold     test_nothing_but_a_bad_frame_comes_of_nonsense
2.3.1   acts come in their order                          test_none_of_fifty_tables_is_stuck_or_behind_its_log
2.3.3   an act is done whole or not at all                test_what_was_asked_for_on_a_socket_that_is_dropped_is_done_whole
2.3.4   two at once: one wins                             test_two_teachers_who_pause_at_once_pause_once
2.4.1   nobody guesses without end                        test_an_address_that_guesses_without_end_is_told_nothing_more
3.3.1   cookies are secure under a public name            test_cookies_are_secure_and_bound_to_this_host
3.4.1   HSTS                                              test_browsers_keep_to_https_for_a_year
3.4.3   a strict Content-Security-Policy                  test_no_page_loads_anything_from_elsewhere
3.4.5   the referrer stays with us                        test_no_page_is_put_into_a_frame_or_guessed_at_or_named_to_others
3.4.6   no page in a frame                                test_no_page_is_put_into_a_frame_or_guessed_at_or_named_to_others
3.5.1   a form without its token is refused               test_a_form_without_its_token_is_refused_on_a_page_of_its_own
4.4.1   sockets are wss where pages are https             test_over_https_the_socket_is_secure_too
4.4.2   sockets of foreign pages are refused              test_a_foreign_socket_is_closed_before_it_is_accepted
4.4.3   a socket is opened by the session's cookie alone  test_a_stranger_is_shown_out
5.2.1   uploads have a size                               test_an_upload_larger_than_any_list_is_refused_before_it_is_read
5.2.2   what a file is, is looked at                      test_a_picture_and_a_workbook_are_refused_in_words
5.2.3   zips unpack to no more than they may              test_a_bomb_is_refused_in_words
6.2.1   passwords of 8 letters and more                   test_a_sign_up_that_fails_says_why_and_keeps_what_was_typed
6.2.4   common passwords are refused                      test_a_sign_up_that_fails_says_why_and_keeps_what_was_typed
6.2.10  an address is confirmed where mail is sent        test_an_address_is_confirmed_by_its_link_before_it_signs_in
6.2.12  breached passwords are refused                    test_a_password_of_a_theft_is_refused_without_asking_anybody
6.3.1   guessing is slowed for account and place          test_guessing_one_password_is_stopped_but_not_the_school_behind_the_same_address
6.3.3   a second factor                                   test_a_sign_in_needs_the_code_then
6.3.4   no other way round it                             test_a_teacher_with_a_second_factor_is_asked_for_it_there_too
6.3.8   no page says which addresses have accounts        test_known_and_unknown_addresses_get_the_same_words_and_cost_as_many_hashes
6.4.3   the reset link works once                         test_a_forgotten_password_is_changed_by_a_link_that_works_once
6.4.6   later accounts need the school's word             test_the_first_account_is_made_by_anybody_and_later_ones_with_the_schools_word
6.5.1   codes on paper work once                          test_a_code_on_paper_opens_the_account_once
6.5.2   codes and secrets are not kept as they are        test_what_the_database_holds_opens_nothing
7.2.4   a new session at a sign-in                        test_signing_in_gives_the_browser_a_new_session_key
7.4.1   signing out ends everything of that browser       test_signing_out_closes_every_socket_of_that_browser_and_of_no_other
7.4.2   a closed account is out at once                   test_a_closed_account_listens_no_longer
7.4.3   a new password ends other sessions                test_a_new_password_signs_every_other_browser_out
7.4.5   admins end others' sessions                       test_an_account_is_closed_and_its_teacher_is_out
7.5.1   the password again before the second factor       test_switching_it_on_asks_for_the_password_once_more_when_the_sign_in_is_ten_minutes_old
7.5.2   one sees and ends one's own sessions              test_one_browser_is_signed_out_from_another
7.5.3   the password again before exports and forgetting  test_the_password_is_asked_for_again_before_data_leave
8.2.1   pages by role                                     test_everybody_gets_just_what_is_theirs
8.2.2   rows by owner                                     test_everybody_gets_just_what_is_theirs
8.3.2   rights that are taken end at once                 test_a_teacher_taken_off_a_class_hears_nothing_more_of_it
8.4.1   one class's things open for no other              test_the_socket_of_one_table_is_no_door_to_another
11.4.2  passwords are hashed with argon2id                test_a_password_is_kept_as_argon2id
12.1.1  TLS 1.2 and newer, wherever there is HTTPS        test_a_proxy_speaks_no_old_tls
12.2.1  no page over plain HTTP                           not: nobody certifies an address in the room, so there it is plain HTTP (the technician's guide says what to do); with a name test_browsers_keep_to_https_for_a_year holds it
13.1.2  limits of connections                             test_a_thousand_idle_connections_from_one_address_keep_no_child_out_even_there
13.1.3  what happens beyond them                          test_who_does_not_say_it_all_in_time_is_cut
13.3.4  the secret key is changed by a command            test_the_secret_key_is_changed_and_the_phone_still_opens_the_account
13.4.1  the data folder is closed to others               test_an_old_folder_is_closed_to_others
14.2.1  no names in addresses, a card's code leads on     test_addresses_hold_numbers_and_codes_but_no_name
14.2.4  removed means gone from the file                  test_a_server_that_is_never_stopped_forgets_children_who_are_due_and_has_the_right_time
14.2.7  data are kept for a set time                      test_a_class_of_which_the_last_game_is_two_years_ago_is_announced_removed_and_then_forgotten
14.3.2  nothing in a cache after signing out              test_a_teachers_page_is_kept_in_no_cache
15.1.2  one list of exact versions                        test_there_is_a_command_and_one_list_of_requirements
15.2.1  a list with hashes                                test_every_requirement_has_one_version_and_hashes
16.2.5  no secret and no name in logs                     test_no_secret_and_no_name_stands_in_the_log
16.3.1  sign-ins are recorded, failed ones too            test_signing_in_failing_and_out_are_recorded_and_nothing_that_was_typed
16.3.2  refused rights are told from given ones           test_a_right_that_was_refused_is_not_said_to_be_given
16.3.3  exports and deletions are recorded                test_whoever_takes_data_out_is_in_the_log_with_the_number_of_the_class
16.4.2  the log cannot be changed or cut                  test_doctor_finds_an_entry_that_was_cut_out
16.5.4  the last resort needs nothing                     test_the_last_resort_needs_neither_session_nor_database
"""
ROWS = [re.split(r"\s{2,}", line) for line in TABLE.strip().splitlines()]
HERE = Path(__file__).parent
TEST = re.compile(r"^ *(?:async )?def (\w+)", re.MULTILINE)


@pytest.fixture(scope="module")
def our_tests() -> set[str]:
    return {name for path in HERE.rglob("test_*.py") for name in TEST.findall(path.read_text())}


def test_every_requirement_names_a_test_that_is_there_or_says_why_not(our_tests):
    held = [(number, by) for number, _asked, by in ROWS if not by.startswith("not: ")]
    assert [(number, by) for number, by in held if by not in our_tests] == []
    assert len(held) > 45


def test_numbers_are_in_order_and_stand_once():
    numbers = [tuple(map(int, number.split("."))) for number, *_rest in ROWS]
    assert numbers == sorted(set(numbers))
