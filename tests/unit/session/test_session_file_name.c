/* SPDX-License-Identifier: MIT */
/* Hazard: the file of a later session is not where its user looks for it. */
#include "support.h"

#include "session/open_recording.h"

static void check(const char *first, unsigned number, const char *expected)
{
    char out[64];
    assert_true(us_session_file_name(first, number, out, sizeof out));
    assert_string_equal(out, expected);
}

TEST(the_number_is_before_the_ending)
{
    check("/a/session.mcap", 0, "/a/session.mcap");
    check("/a/session.mcap", 1, "/a/session.mcap");
    check("/a/session.mcap", 2, "/a/session-2.mcap");
    check("/a.b/session", 12, "/a.b/session-12");
    check("/a/.session", 2, "/a/.session-2");
    check("a.b.mcap", 3, "a.b-3.mcap");
    check("take.", 4, "take-4.");
}

TEST(what_has_no_room_is_refused)
{
    char out[12];
    assert_true(us_session_file_name("take.mcap", 2, out, sizeof out));
    assert_string_equal(out, "take-2.mcap");
    assert_false(us_session_file_name("take.mcap", 10, out, sizeof out));
    assert_false(us_session_file_name("longer-take.mcap", 1, out, sizeof out));
}

TESTS_MAIN(the_number_is_before_the_ending, what_has_no_room_is_refused)
