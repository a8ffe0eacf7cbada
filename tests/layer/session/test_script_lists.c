/* SPDX-License-Identifier: MIT */
/* Hazard: the lists of a script are not in the order of the times, answer for another time or for
 * another level, or lose something when memory runs out. */
#include <math.h>
#include <stdlib.h>

#include "testing.h"
#include "counting.h"
#include "layer/session_script/session_script.h"

enum { CASES = 300, STEPS = 40 };

static uint64_t seed = 1;

static uint32_t chance(uint32_t below)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33) % below;
}

static struct us_session_script *script;

static int begin(void **state)
{
    (void)state;
    script = us_session_script_create();
    assert_non_null(script);
    return 0;
}

static int end(void **state)
{
    (void)state;
    us_session_script_destroy(script);
    return 0;
}

/* The second method: every step is looked at. The one in force is the last one added among those of
 * the latest time that is not more than 2 us away. */
TEST(a_level_is_a_step_function)
{
    end(NULL);
    for (int i = 0; i < CASES; i++) {
        struct us_session_script_step steps[STEPS];
        uint32_t count = chance(STEPS + 1);
        begin(NULL);
        for (uint32_t k = 0; k < count; k++) {
            steps[k] = (struct us_session_script_step){(double)chance(10), chance(2) == 0,
                                                       us_pose_identity, (float)(k + 1)};
            assert_true(us_session_script_add_level(script, US_SCRIPT_LEVEL_RATE, &steps[k]));
            assert_true(us_session_script_add_level(script, US_SCRIPT_LEVEL_LEFT, &steps[k]));
        }
        for (int at = -1; at <= 10; at++) {
            static const double near_s[] = {-3e-6, -1e-6, 0.0, 0.5};
            for (size_t n = 0; n < sizeof near_s / sizeof near_s[0]; n++) {
                double time_s = (double)at + near_s[n];
                const struct us_session_script_step *found = NULL;
                for (uint32_t k = 0; k < count; k++)
                    if (steps[k].at_s < time_s + 2e-6 &&
                        (found == NULL || steps[k].at_s >= found->at_s))
                        found = &steps[k];
                float number = us_session_script_number(script, US_SCRIPT_LEVEL_RATE, time_s);
                assert_true(number == (found != NULL ? found->number : 0.0f));
                assert_int_equal(us_session_script_is(script, US_SCRIPT_LEVEL_LEFT, time_s),
                                 found == NULL || found->truth);
                assert_true(us_session_script_is(script, US_SCRIPT_LEVEL_RIGHT, time_s));
            }
        }
        end(NULL);
    }
    begin(NULL);
}

/* Sorted by time, then by their order, and of both the same by when they were added. */
TEST(events_are_in_order)
{
    end(NULL);
    for (int i = 0; i < CASES; i++) {
        uint32_t count = chance(STEPS + 1);
        begin(NULL);
        for (uint32_t k = 0; k < count; k++) {
            const struct us_session_script_event event = {
                .at_s = (double)chance(6), .order = chance(3), .rate_hz = (float)k};
            assert_true(i % 2 == 0 ? us_session_script_add_event(script, &event)
                                   : us_session_script_append_event(script, &event));
        }
        if (i % 2 != 0)
            us_session_script_sort_events(script);
        assert_int_equal(script->event_count, count);
        for (uint32_t k = 1; k < count; k++) {
            const struct us_session_script_event *a = &script->events[k - 1], *b = a + 1;
            bool is_sorted = a->at_s != b->at_s     ? a->at_s < b->at_s
                             : a->order != b->order ? a->order < b->order
                                                    : a->rate_hz < b->rate_hz;
            assert_true(is_sorted);
        }
        for (int at = -1; at <= 6; at++) {
            size_t until = 0, shortly_before = 0;
            for (uint32_t k = 0; k < count; k++) {
                until += script->events[k].at_s <= (double)at;
                shortly_before += script->events[k].at_s < (double)at - 0.5;
            }
            assert_int_equal(us_session_script_count_until(script, (double)at), until);
            assert_int_equal(us_session_script_count_until(script, (double)at - 1e-6), until);
            assert_int_equal(us_session_script_count_until(script, (double)at - 3e-6),
                             shortly_before);
        }
        end(NULL);
    }
    begin(NULL);
}

TEST(a_script_that_is_full)
{
    const struct us_session_script_step step = {1.0, false, us_pose_identity, 0.0f};
    struct us_session_script_steps *steps = &script->levels[US_SCRIPT_LEVEL_INPUT];
    for (size_t i = 0; i < US_SESSION_SCRIPT_MOST; i++)
        if (!us_session_script_add_level(script, US_SCRIPT_LEVEL_INPUT, &step))
            fail_msg("full after %zu", i);
    assert_false(us_session_script_add_level(script, US_SCRIPT_LEVEL_INPUT, &step));
    assert_int_equal(steps->count, US_SESSION_SCRIPT_MOST);
    assert_int_equal(steps->room, US_SESSION_SCRIPT_MOST); /* no memory in vain */
    assert_true(us_session_script_add_level(script, US_SCRIPT_LEVEL_RENDER, &step));
}

/* Nothing is lost, and it goes on once there is memory again. */
TEST(no_memory)
{
    const struct us_session_script_step step = {1.0, false, us_pose_identity, 0.0f};
    for (int i = 0; i < 16; i++)
        assert_true(us_session_script_add_device(script, (double)i, US_HAND_LEFT, i == 15));
    counting.fails_from = 1;
    assert_false(us_session_script_add_level(script, US_SCRIPT_LEVEL_LEFT, &step));
    assert_false(us_session_script_add_state(script, 1.0, XR_SESSION_STATE_VISIBLE));
    assert_false(us_session_script_add_presence(script, 1.0, false));
    assert_false(us_session_script_add_recentring(script, 1.0, 1.0, us_pose_identity));
    assert_false(us_session_script_add_refresh_rate(script, 1.0, 72.0f));
    counting_reset();
    assert_false(us_session_script_is(script, US_SCRIPT_LEVEL_LEFT, 14.0));
    assert_true(us_session_script_is(script, US_SCRIPT_LEVEL_LEFT, 15.0));
    assert_int_equal(script->event_count, 0);
    assert_true(us_session_script_add_level(script, US_SCRIPT_LEVEL_LEFT, &step));
    assert_int_equal(script->levels[US_SCRIPT_LEVEL_LEFT].count, 17);
    us_session_script_destroy(NULL);
}

/* Which states have a meaning, and what holds in them. */
TEST(levels_of_states)
{
    for (int i = XR_SESSION_STATE_UNKNOWN; i <= XR_SESSION_STATE_EXITING + 1; i++) {
        bool has_meaning = i >= XR_SESSION_STATE_SYNCHRONIZED && i <= XR_SESSION_STATE_EXITING;
        bool is_limit = i >= XR_SESSION_STATE_SYNCHRONIZED && i <= XR_SESSION_STATE_FOCUSED;
        end(NULL);
        begin(NULL);
        assert_int_equal(us_session_script_add_state(script, 1.0, (XrSessionState)i), has_meaning);
        assert_int_equal(script->event_count, has_meaning);
        assert_int_equal(script->levels[US_SCRIPT_LEVEL_INPUT].count, is_limit);
        assert_int_equal(us_session_script_is(script, US_SCRIPT_LEVEL_INPUT, 1.0),
                         !is_limit || i == XR_SESSION_STATE_FOCUSED);
        assert_int_equal(us_session_script_is(script, US_SCRIPT_LEVEL_RENDER, 1.0),
                         i != XR_SESSION_STATE_SYNCHRONIZED);
    }
}

TEST(the_spaces_that_can_move)
{
    static const XrReferenceSpaceType types[US_SCRIPT_SPACES] = {
        [US_SCRIPT_SPACE_LOCAL] = XR_REFERENCE_SPACE_TYPE_LOCAL,
        [US_SCRIPT_SPACE_LOCAL_FLOOR] = XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR,
        [US_SCRIPT_SPACE_STAGE] = XR_REFERENCE_SPACE_TYPE_STAGE};
    enum us_script_space space = US_SCRIPT_SPACES;
    for (int i = 0; i < US_SCRIPT_SPACES; i++) {
        assert_int_equal(us_script_space_type((enum us_script_space)i), types[i]);
        assert_true(us_script_space_of_type(types[i], &space));
        assert_int_equal(space, i);
    }
    assert_false(us_script_space_of_type(XR_REFERENCE_SPACE_TYPE_VIEW, &space));
    assert_false(us_script_space_of_type(XR_REFERENCE_SPACE_TYPE_UNBOUNDED_MSFT, &space));
}

/* Less than a tenth of a millimetre, and less than a tenth of a milliradian. */
TEST(places_that_are_the_same)
{
    static const struct {
        float x_m, turn_rad;
        bool is_same;
    } cases[] = {{0.0f, 0.0f, true},    {0.9e-4f, 0.0f, true},   {1.1e-4f, 0.0f, false},
                 {0.0f, 0.9e-4f, true}, {0.0f, 1.1e-4f, false},  {1.0f, 0.0f, false},
                 {0.0f, 3.0f, false},   {0.9e-4f, 0.9e-4f, true}};
    const struct us_pose place = {{0.0f, 0.6f, 0.0f, 0.8f}, {1.0f, 2.0f, 3.0f}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        float half_rad = 0.5f * cases[i].turn_rad;
        struct us_pose moved =
            us_pose_multiply(place, (struct us_pose){{0.0f, sinf(half_rad), 0.0f, cosf(half_rad)},
                                                     {cases[i].x_m, 0.0f, 0.0f}});
        assert_int_equal(us_session_script_is_same_place(place, moved), cases[i].is_same);
        assert_int_equal(us_session_script_is_same_place(moved, place), cases[i].is_same);
    }
}

/* All scripts must give input; both move a space, the recorded one first. */
TEST(two_scripts)
{
    static const float h = 0.70710678f;
    const struct us_pose turn = {{0.0f, h, 0.0f, h}, {0.0f, 0.0f, 0.0f}},
                         ahead = {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, -1.0f}};
    struct us_session_script *other = us_session_script_create();
    struct us_session_scripts scripts = {{NULL}};
    assert_false(us_session_scripts_any(&scripts));
    assert_true(us_session_scripts_is(&scripts, US_SCRIPT_LEVEL_INPUT, 1.0));
    assert_false(us_session_scripts_move(&scripts, US_SCRIPT_SPACE_LOCAL, 0.0));
    assert_false(us_session_scripts_tell_presence(&scripts));
    scripts.of[US_SCRIPT_FAULTS] = script;
    assert_true(us_session_scripts_any(&scripts));
    scripts.of[US_SCRIPT_RECORDED] = other;
    assert_false(us_session_scripts_tell_presence(&scripts));
    assert_true(us_session_script_add_state(other, 1.0, XR_SESSION_STATE_VISIBLE));
    assert_true(us_session_scripts_is(&scripts, US_SCRIPT_LEVEL_INPUT, 0.5));
    assert_false(us_session_scripts_is(&scripts, US_SCRIPT_LEVEL_INPUT, 1.0));
    assert_true(us_session_script_add_recentring(script, 2.0, 2.0, ahead));
    assert_true(us_session_scripts_move(&scripts, US_SCRIPT_SPACE_LOCAL, 0.0));
    assert_false(us_session_scripts_move(&scripts, US_SCRIPT_SPACE_STAGE, 0.0));
    assert_true(us_session_script_add_recentring(other, 1.0, 1.0, turn));
    /* A metre ahead in a space that is turned to the left is a metre to the left. */
    struct us_pose place = us_session_scripts_space(&scripts, US_SCRIPT_SPACE_LOCAL, 2.0);
    assert_float_equal(place.position_m.x, -1.0f, 1e-6);
    assert_float_equal(place.position_m.z, 0.0f, 1e-6);
    assert_float_equal(place.rotation.y, h, 1e-6);
    assert_true(us_session_script_add_presence(other, 3.0, false));
    assert_true(us_session_scripts_tell_presence(&scripts));
    us_session_script_destroy(other);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(begin, end, a_level_is_a_step_function, events_are_in_order,
                             a_script_that_is_full, no_memory, levels_of_states,
                             the_spaces_that_can_move, places_that_are_the_same, two_scripts);
}
