/* SPDX-License-Identifier: MIT */
/* When the frames of a drive with --clock real are due: on a grid of periods, never in a burst.
 * White-box: the clock is the test's, so that no machine is too slow for it. */
#include "support.h"

#include "tool/drive/drive_world.h"

enum { PERIOD = 1000 };

/* Grants a frame so long after it was due, and returns when. */
static int64_t grant(struct tool_drive_pace *pace, int64_t late)
{
    int64_t now = pace->due_ns + late;
    tool_drive_pace_granted(pace, now);
    return now;
}

TEST(test_grid)
{
    struct tool_drive_pace pace = {PERIOD, 0};
    /* The first frame comes whenever the app asks for it, and begins the grid. */
    tool_drive_pace_granted(&pace, 50000);
    assert_int_equal(tool_drive_pace_left_ns(&pace, 50000), PERIOD);
    assert_int_equal(tool_drive_pace_left_ns(&pace, 50999), 1);
    assert_int_equal(tool_drive_pace_left_ns(&pace, 51000), 0);
    /* Frames that are a little late do not add up: n frames take n periods. */
    for (int i = 0; i < 600; i++)
        grant(&pace, i * 7 % (PERIOD - 1));
    assert_int_equal(pace.due_ns, 51000 + 600 * PERIOD);
}

TEST(test_slow_app)
{
    struct tool_drive_pace pace = {PERIOD, 51000};
    /* A frame that is three and a half periods late: the next one is due a whole period later. */
    int64_t now = grant(&pace, 3 * PERIOD + PERIOD / 2);
    assert_int_equal(now, 54500);
    assert_int_equal(tool_drive_pace_left_ns(&pace, now), PERIOD);
    /* One that is late by exactly a period, too. */
    now = grant(&pace, PERIOD);
    assert_int_equal(tool_drive_pace_left_ns(&pace, now), PERIOD);
}

TEST(test_no_pace)
{
    struct tool_drive_pace pace = {0};
    for (int64_t now = 5; now < 10; now++) {
        assert_int_equal(tool_drive_pace_left_ns(&pace, now), 0);
        tool_drive_pace_granted(&pace, now);
        assert_int_equal(tool_drive_pace_left_ns(&pace, now), 0);
    }
}

TESTS_MAIN(test_grid, test_slow_app, test_no_pace)
