/* SPDX-License-Identifier: MIT */
/* Hazard: what happens to a driven session comes in another frame than the commanded one, twice or
 * never, or more is planned than the app can be told. Expected values are closed forms. */
#include "support.h"

#include <math.h>

#include "core/faults/fault_list.h"
#include "openxr/xr.h"
#include "tool/drive/person/live_person.h"

#define HZ 60.0

static struct tool_live_person *person;
static uint64_t now;
static struct us_session_frame frame;
static struct us_session_input input;

static void advance(void)
{
    tool_live_person_compose(person, ++now, &frame, &input);
}

static int begin(void **state)
{
    (void)state;
    now = 0;
    person = tool_live_person_make(HZ);
    assert_non_null(person);
    tool_live_person_compose(person, 0, &frame, &input);
    return 0;
}

static int end(void **state)
{
    (void)state;
    tool_live_person_free(person);
    return 0;
}

static bool try_to(const char *line, double after_s, char why[512])
{
    const struct tool_live_command command = {line, 0, after_s};
    size_t wrong;
    return tool_live_person_do(person, &command, 1, now, &wrong, why, 512);
}

static void command(const char *line, double after_s)
{
    char why[512] = "";
    if (!try_to(line, after_s, why))
        fail_msg("%s: %s", line, why);
}

/* The events of the newest frame, all of which are told in it. */
static const struct us_session_event *events(size_t expected)
{
    size_t count;
    const struct us_session_event *list = tool_live_person_events(person, &count);
    assert_int_equal(count, expected);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(list[i].time_ns, frame.time_ns);
        assert_int_equal(list[i].frame_time_ns, frame.time_ns);
    }
    return list;
}

TEST(test_lines)
{
    events(0);
    command("session state visible", 0);
    command("session presence no", 1 / HZ);
    command("session mask off", 1 / HZ);
    advance();
    assert_int_equal(events(1)[0].kind, US_SESSION_EVENT_STATE);
    assert_int_equal(events(1)[0].value, XR_SESSION_STATE_VISIBLE);
    assert_int_equal(frame.session_state, XR_SESSION_STATE_VISIBLE);
    assert_true(frame.should_render);
    advance();
    assert_int_equal(events(2)[0].kind, US_SESSION_EVENT_PRESENCE);
    assert_int_equal(events(2)[0].value, 0);
    assert_int_equal(events(2)[1].kind, US_SESSION_EVENT_VISIBILITY);
    assert_true(events(2)[1].number == 0.0f);
    assert_int_equal(events(2)[1].order, 3);
    assert_int_equal(frame.presence, US_SESSION_PRESENCE_ABSENT);
    command("session state synchronized", 0);
    command("session state focused", 0); /* the last line about one thing counts */
    advance();
    assert_int_equal(events(1)[0].value, XR_SESSION_STATE_FOCUSED);
    advance();
    events(0);
}

/* To the head, which is at (1, 2, 3) and looks to the left, and to its right from there. */
TEST(test_recentre)
{
    command("head pose 1 2 3 90 20 0", 0);
    command("session recentre", 0);
    advance();
    const struct us_session_event *moves = events(2);
    assert_int_equal(moves[0].value, XR_REFERENCE_SPACE_TYPE_LOCAL);
    assert_int_equal(moves[1].value, XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR);
    assert_true(moves[0].has_pose);
    check_near((double)moves[0].pose.position_m.x, 1, 1e-6, "x");
    check_near((double)moves[0].pose.position_m.y, 0, 1e-6, "y");
    check_near((double)moves[0].pose.position_m.z, 3, 1e-6, "z");
    check_near((double)moves[0].pose.rotation.y, sqrt(0.5), 1e-6, "turn");
    assert_int_equal(moves[0].change_time_ns, US_LIVE_PERSON_ORIGIN_NS + INT64_C(50000000));
    command("session recentre 1 2 90", 0);
    for (int i = 0; i < 2; i++) {
        assert_true(frame.spaces[US_SESSION_SPACE_LOCAL].pose.position_m.x == 0.0f);
        advance();
        if (i == 0) /* 1 m ahead of where LOCAL is: that looks along -X */
            check_near((double)events(2)[0].pose.position_m.x, 1, 1e-6, "second x");
    }
    check_near((double)frame.spaces[US_SESSION_SPACE_LOCAL].pose.position_m.z, 3, 1e-6, "moved");
    check_near((double)frame.spaces[US_SESSION_SPACE_LOCAL_FLOOR].pose.position_m.y, -1.6, 1e-6,
               "floor");
}

TEST(test_faults)
{
    command("fault lose:left+0.5s", 0);
    command("fault focus-lost+0.05s", 0);
    advance();
    assert_int_equal(events(2)[0].value, XR_SESSION_STATE_VISIBLE);
    assert_int_equal(events(2)[1].kind, US_SESSION_EVENT_FAULT);
    assert_string_equal(events(2)[1].text, "lose:left+0.5s");
    advance();
    advance();
    events(0);
    advance(); /* 3 frames later */
    assert_int_equal(events(1)[0].value, XR_SESSION_STATE_FOCUSED);
    command("right profile oculus/touch_controller", 0);
    advance();
    command("fault battery:right+0.02s", 0);
    advance();
    assert_null(tool_live_person_profile(person, US_HAND_RIGHT, now));
    assert_non_null(tool_live_person_profile(person, US_HAND_RIGHT, now + 1));
}

static void refused(const char *line, const char *expected)
{
    char why[512] = "";
    assert_false(try_to(line, 0, why));
    if (strstr(why, expected) == NULL)
        fail_msg("%s: '%s' is not in '%s'", line, expected, why);
}

/* Those of which the app is told when they end have no length, but an end of their own. */
TEST(test_faults_of_the_layer)
{
    static const char *const once[] = {"events-lost:3", "loss-pending", "instance-loss"};
    char line[64];
    command("fault bounds:2,1.5+0.05s", 0);
    command("fault refresh:30", 0);
    for (int i = 0; i < 3; i++) {
        snprintf(line, sizeof line, "fault %s", once[i]);
        command(line, 0);
    }
    advance();
    assert_string_equal(events(5)[0].text, "bounds:2,1.5");
    assert_string_equal(events(5)[1].text, "refresh:30");
    for (int i = 0; i < 3; i++) {
        assert_string_equal(events(5)[2 + i].text, once[i]);
        snprintf(line, sizeof line, "fault end %s", once[i]);
        refused(line, "happens once");
    }
    advance();
    advance();
    events(0);
    command("fault end refresh:30", 0);
    advance();
    assert_string_equal(events(2)[0].text, "end bounds:2,1.5");
    assert_string_equal(events(2)[1].text, "end refresh:30");
    advance();
    events(0);
}

TEST(test_ends_of_faults)
{
    command("fault freeze:left", 0);
    command("fault lose:right+0.5s", 0);
    command("fault end lose:right", 2 / HZ);
    command("fault end freeze:left", 1 / HZ);
    advance();
    events(2);
    advance();
    assert_string_equal(events(1)[0].text, "end freeze:left");
    refused("fault end freeze:left", "no fault 'freeze:left' of this drive is in force");
    refused("fault end lose:right", "in force"); /* it is over in the next frame */
    advance();
    assert_string_equal(events(1)[0].text, "end lose:right");
    command("fault lose:gaze", 0);
    command("fault drift:10,0", 1 / HZ);
    refused("fault end lose:left", "in force: lose:gaze");
    refused("fault end lose:gaze+1s", "write it without '+'");
    refused("fault end nonsense", "is no fault");
    refused("fault end", "needs one fault");
    command("fault end lose:gaze", 0); /* it never was */
    advance();
    events(0);
    command("fault end drift:10,0", 0.05);
    advance();
    assert_string_equal(events(1)[0].text, "drift:10,0");
    command("fault end drift:10,0", 0); /* earlier than it was planned */
    advance();
    assert_string_equal(events(1)[0].text, "end drift:10,0");
    for (int i = 0; i < 4; i++) {
        advance();
        events(0);
    }
}

static const struct us_session_event *next(size_t expected)
{
    advance();
    return events(expected);
}

/* The same fault once more is one fault, which lasts until the last of them is over. */
TEST(test_same_fault_again)
{
    tool_live_person_start_faults(person, "lose:left");
    command("fault refresh:30+0.05s", 0);
    command("fault refresh:30+0.1s", 1 / HZ);
    command("fault bounds:2,1.5", 0);
    command("fault bounds:2,1.5+0.05s", 0);
    command("fault freeze:left", 0);
    command("fault end freeze:left", 2 / HZ);
    command("fault freeze:left+0.1s", 1 / HZ);
    unsigned ends = 0;
    for (int i = 0; i < 12; i++) {
        size_t count;
        advance();
        const struct us_session_event *list = tool_live_person_events(person, &count);
        for (size_t k = 0; k < count; k++)
            if (strncmp(list[k].text, "end ", 4) == 0) {
                ends++;
                check_near(i, 1 + 0.1 * HZ, 1e-9, "end");
            }
    }
    assert_int_equal(ends, 2);
    refused("fault end refresh:30", "in force: bounds:2,1.5");
}

/* Faults that are lines: the end brings back what was there before. */
TEST(test_ends_of_lines)
{
    tool_live_person_start_faults(person, "lose:left");
    command("session state visible", 0);
    command("session recentre 1 0 0", 0);
    next(3);
    command("fault headset-off", 0);
    next(2);
    command("fault headset-off", 0); /* the same once more */
    next(2);
    command("fault end headset-off", 0);
    assert_int_equal(next(2)[0].value, 1);
    assert_int_equal(events(2)[1].value, XR_SESSION_STATE_VISIBLE);
    refused("fault end headset-off", "none is in force");
    command("fault recenter:90,0,-1", 0);
    check_near((double)next(2)[0].pose.position_m.z, -1, 1e-6, "there");
    command("fault end recenter:90,0,-1", 0);
    next(2);
    advance();
    advance();
    check_near((double)frame.spaces[US_SESSION_SPACE_LOCAL].pose.position_m.x, 1, 1e-6, "back");
    check_near((double)frame.spaces[US_SESSION_SPACE_LOCAL].pose.position_m.z, 0, 1e-6, "back");
    check_near((double)frame.spaces[US_SESSION_SPACE_LOCAL].pose.rotation.y, 0, 1e-6, "turned");
    command("right profile oculus/touch_controller", 0);
    command("fault battery:right", 1 / HZ);
    advance();
    advance();
    assert_null(tool_live_person_profile(person, US_HAND_RIGHT, now));
    refused("fault end battery", "in force: battery:right");
    command("fault end battery:right", 0);
    advance();
    assert_non_null(tool_live_person_profile(person, US_HAND_RIGHT, now));
    command("fault mask", 0);
    command("session mask no", 1 / HZ); /* a later line takes its place */
    command("fault focus-lost+0.5s", 0);
    next(2);
    command("fault end focus-lost", 0);
    assert_int_equal(next(2)[0].value, XR_SESSION_STATE_VISIBLE);
    refused("fault end mask", "none is in force");
    refused("fault end stopping", "happens once");
}

/* Whoever ends a fault by the name that it had learns what took its place. */
TEST(test_end_of_a_replaced_fault)
{
    command("fault focus-lost", 0);
    advance();
    command("fault not-visible", 0);
    advance();
    refused("fault end focus-lost", "was replaced by 'not-visible'");
    command("fault headset-off", 0);
    advance();
    refused("fault end focus-lost", "write 'fault end headset-off'");
    refused("fault end not-visible", "write 'fault end headset-off'");
    command("fault end headset-off", 0);
    advance();
    refused("fault end not-visible", "none is in force");
    command("fault focus-lost", 0);
    command("fault end focus-lost", 1 / HZ); /* once more in force, it has its own end */
}

TEST(test_room)
{
    char why[512] = "";
    tool_live_person_start_faults(person, "recenter:90,0,0@1s,lose:left");
    assert_false(try_to("session recentre", 0, why));
    assert_non_null(strstr(why, "this drive was started with --fault recenter"));
    tool_live_person_start_faults(person, "recenter:90,0,0@1s,refresh:72");
    assert_false(try_to("fault refresh:30", 0, why));
    assert_non_null(strstr(why, "this drive was started with --fault refresh"));
    for (int i = 0; i < US_FAULTS_MAX - 2; i++)
        command("fault no-pinch+1s", 0);
    assert_false(try_to("fault no-pinch+1s", 0, why));
    assert_non_null(strstr(why, "a drive has at most 32 faults of this kind"));
    int lines = 0;
    while (try_to("session mask no", lines / HZ, why))
        lines++;
    assert_int_equal(lines, TOOL_LIVE_PERSON_EVENTS - (US_FAULTS_MAX - 2));
    assert_non_null(strstr(why, "a drive has room for 3072 events"));
    uint32_t told = 0;
    for (int i = 0; i < lines; i++) {
        size_t count;
        advance();
        const struct us_session_event *list = tool_live_person_events(person, &count);
        for (size_t k = 0; k < count; k++)
            assert_int_equal(list[k].order, ++told);
    }
    assert_int_equal(told, TOOL_LIVE_PERSON_EVENTS);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(begin, end, test_lines, test_recentre, test_faults,
                             test_faults_of_the_layer, test_ends_of_faults, test_same_fault_again,
                             test_ends_of_lines, test_end_of_a_replaced_fault, test_room);
}
