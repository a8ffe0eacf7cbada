/* SPDX-License-Identifier: MIT */
/* Hazard: a fault that is in force at another time, or that changes what does not play. */
#include "support.h"

#include "core/faults/fault_list.h"

static struct us_faults faults;
static struct us_faults_error wrong;

/* A recording of a head and a left hand, from 0 to 4 s, with a marker at 1.5 s. */
static void make_recording(struct us_recording *recording, uint8_t *keys, struct us_marker *marker)
{
    *recording = (struct us_recording){.last_key_s = 4.0};
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        bool right =
            (i >= US_CURVE_JOINTS + US_JOINT_COUNT * US_POSE_CURVES && i < US_CURVE_GAZE) ||
            i == US_CURVE_TRACKED + US_HAND_RIGHT || i >= US_CURVE_GAZE;
        recording->curves[i].keys = keys;
        recording->curves[i].key_count = right ? 0 : 1;
        recording->curves[i].key_size = 8;
    }
    *marker = (struct us_marker){1.5f, (char *)"grab", 4};
    recording->markers = marker;
    recording->marker_count = 1;
}

static bool resolve(const char *text, unsigned channels)
{
    struct us_recording recording;
    struct us_marker marker;
    uint8_t keys[8] = {0};
    make_recording(&recording, keys, &marker);
    assert_true(us_faults_parse(text, &faults, &wrong));
    return us_faults_resolve(&faults, &recording, 0.5, 3.0, channels, &wrong);
}

static void not_resolved(const char *text, unsigned channels, const char *why)
{
    assert_false(resolve(text, channels));
    if (strstr(wrong.why, why) == NULL)
        fail_msg("%s: '%s' is not in '%s'", text, why, wrong.why);
}

TEST(test_times)
{
    const unsigned all = 31;
    assert_true(resolve("freeze,lose:left@1s+0.5s,lose:head@grab+1s,"
                        "fail:xrEndFrame=XR_ERROR_RUNTIME_FAILURE@2",
                        all));
    assert_true(faults.list[0].from_s == 0.5 && faults.list[0].to_s == INFINITY);
    assert_true(faults.list[1].from_s == 1.0 && faults.list[1].to_s == 1.5);
    assert_true(faults.list[2].from_s == 1.5 && faults.list[2].to_s == 2.5);
    assert_int_equal(us_faults_active(&faults, 0.4), 0);
    assert_int_equal(us_faults_active(&faults, 0.5), 1);
    assert_int_equal(us_faults_active(&faults, 1.0), 3);
    assert_int_equal(us_faults_active(&faults, 1.5), 5);
    assert_int_equal(us_faults_active(&faults, 2.5), 1);
    not_resolved("freeze@0.4s", all, "outside of the played range");
    not_resolved("freeze@3.1s", all, "outside of the played range");
    not_resolved("freeze@2s+", all, "no marker '2s+'");
    not_resolved("freeze@drop", all, "no marker 'drop'");
    not_resolved("lose:gaze", all, "changes nothing");
    not_resolved("lose:right", all, "changes nothing");
    not_resolved("lose:head", all & ~1u, "changes nothing");
    not_resolved("no-pinch", all & ~8u, "no pinch");
    not_resolved("ghost-pinch", all & ~8u, "no pinch");
    assert_true(resolve("freeze@0.5s,lose:left@3s", all)); /* both ends of the range belong to it */
    assert_true(faults.list[1].from_s == 3.0);
}

/* A fault that counts calls is in force for these, at no time. */
TEST(test_calls_are_no_times)
{
    assert_true(resolve("fail:xrEndFrame=XR_ERROR_RUNTIME_FAILURE@2,"
                        "fail:xrEndFrame=XR_ERROR_RUNTIME_FAILURE@1s+3,"
                        "fail:xrEndFrame=XR_ERROR_RUNTIME_FAILURE@1s",
                        31));
    assert_int_equal(us_faults_active(&faults, 2.0), 4);
    assert_int_equal(us_faults_active(&faults, 0.9), 0);
}

/* Whose input plays: the head, the gaze, and what the hands hold or are. */
TEST(test_who_is_played)
{
    const unsigned head = 1, hands = 2, gaze = 4, pinch = 8, controllers = 16;
    struct us_recording session = {.is_session = true, .has_controllers = true, .last_key_s = 4.0};
    struct us_recording recording;
    struct us_marker marker;
    uint8_t keys[8] = {0};
    make_recording(&recording, keys, &marker);
    for (unsigned i = 0; i < US_RAY_CURVES; i++)
        recording.curves[US_CURVE_GAZE + i].key_count = 1;
    const struct {
        const char *fault;
        const struct us_recording *recording;
        unsigned channels;
        bool plays;
    } cases[] = {{"lose:head", &recording, head, true},
                 {"lose:head", &recording, hands | gaze, false},
                 {"lose:gaze", &recording, gaze, true},
                 {"lose:gaze", &recording, head | hands, false},
                 {"lose:left", &recording, hands, true},
                 {"lose:left", &recording, head | gaze | controllers, false},
                 {"lose:right", &recording, head | hands, false},
                 {"lose:hands", &recording, hands, true},
                 {"freeze", &recording, hands, true},
                 {"freeze", &recording, head, true},
                 {"freeze", &recording, pinch, false},
                 {"swap-hands", &recording, hands, true},
                 {"swap-hands", &recording, head, false},
                 {"no-pinch:left", &recording, hands | pinch, true},
                 {"no-pinch:left", &recording, hands, false},
                 {"ghost-pinch:left", &recording, hands, false},
                 {"battery:left", &recording, hands, true},
                 {"focus-lost", &recording, 0, true},
                 {"lose:left", &session, controllers, true},
                 {"lose:left", &session, hands, false},
                 {"lose:head", &session, controllers, false},
                 {"lose:gaze", &session, controllers, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(us_faults_parse(cases[i].fault, &faults, &wrong));
        if (us_faults_resolve(&faults, cases[i].recording, 0.0, 4.0, cases[i].channels, &wrong) !=
            cases[i].plays)
            fail_msg("%s with the channels %u", cases[i].fault, cases[i].channels);
    }
}

/* Which kinds change poses and inputs, and that any of a list is found. */
TEST(test_questions)
{
    static const char *const change[] = {"lose:left", "freeze",      "jitter:3,1",
                                         "drift:1,1", "latency:5",   "swap-hands",
                                         "no-pinch",  "ghost-pinch", "battery"};
    static const char *const others[] = {"focus-lost",     "not-visible",  "headset-off",
                                         "recenter:9,0,0", "loss-pending", "stopping",
                                         "refresh:72",     "frame-drop:3"};
    for (size_t i = 0; i < sizeof change / sizeof change[0]; i++) {
        assert_true(us_faults_parse(change[i], &faults, &wrong));
        assert_true(us_faults_change_input(&faults));
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_true(us_faults_parse(others[i], &faults, &wrong));
        assert_false(us_faults_change_input(&faults));
    }
    assert_true(us_faults_parse("focus-lost,freeze", &faults, &wrong));
    assert_true(us_faults_change_input(&faults));
    faults.count = 0;
    assert_false(us_faults_change_input(&faults));
    assert_false(us_faults_has(&faults, US_FAULT_FOCUS_LOST));
    assert_true(us_faults_refresh_hz(&faults, 1.0) == 0.0f);
}

/* What an earlier list left behind the last fault is no fault. */
TEST(test_what_lies_behind_the_list)
{
    assert_true(us_faults_parse("focus-lost,freeze@99s,refresh:72", &faults, &wrong));
    faults.count = 1;
    const struct us_recording recording = {.last_key_s = 4.0};
    assert_true(us_faults_resolve(&faults, &recording, 0.0, 4.0, 0, &wrong));
    for (unsigned i = 1; i < 3; i++)
        faults.list[i].from_s = 0.0, faults.list[i].to_s = INFINITY;
    assert_int_equal(us_faults_active(&faults, 1.0), 1);
    assert_false(us_faults_change_input(&faults));
    assert_false(us_faults_has(&faults, US_FAULT_FREEZE));
    faults.count = 2;
    assert_true(us_faults_refresh_hz(&faults, 1.0) == 0.0f);
}

int main(void)
{
    return RUN_TESTS(test_times, test_calls_are_no_times, test_who_is_played, test_questions,
                     test_what_lies_behind_the_list);
}
