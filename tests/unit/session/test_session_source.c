/* SPDX-License-Identifier: MIT */
/* Hazard: a session file is played with the wrong frame, in unbounded memory, or not to its end. */
#include "support.h"

#include <unistd.h>

#include "core/faults/fault_frame.h"
#include "session/open_recording.h"
#include "session/session_recorder.h"

#define BEGIN_NS INT64_C(77000000000)
#define PERIOD_NS INT64_C(11111111)
enum { FRAMES = 2700 }; /* 30 s at 90 Hz */

static char path[64];
static int focus_frame;     /* the session has the focus from this frame on */
static bool has_slow_clock; /* events have the time of a clock that hardly moves */

/* The head goes one metre a second along X, and 2 to the left; the trigger counts frames. */
static struct us_session_frame frame_at(int number)
{
    float at_s = (float)((double)number * (double)PERIOD_NS * 1e-9);
    struct us_session_frame frame = {.time_ns = BEGIN_NS + number * PERIOD_NS,
                                     .period_ns = PERIOD_NS,
                                     .number = (uint64_t)number + 1,
                                     .session_state = number >= focus_frame ? 5 : 3};
    frame.head = (struct us_session_location){
        .is_recorded = true, .is_active = true, .flags = 15, .pose = us_pose_identity};
    frame.head.pose.position_m = (struct us_vec3){at_s, 2.0f * at_s, -1.0f};
    frame.poses[US_SESSION_LEFT][US_SESSION_POSE_GRIP] = frame.head;
    struct us_session_hand_joints *hand = &frame.hands[US_SESSION_LEFT];
    hand->is_recorded = hand->is_active = true;
    for (int i = 0; i < US_SESSION_JOINTS; i++)
        hand->joints[i] = (struct us_session_joint){
            .flags = 15, .pose = frame.head.pose, .radius_m = 0.001f * (float)(i + 1)};
    return frame;
}

static struct us_session_input input_at(int number)
{
    struct us_session_input input = {.time_ns = BEGIN_NS + number * PERIOD_NS, .count = 1};
    input.profiles[US_SESSION_USER_LEFT] = number < 900 ? 1 : 2;
    input.profiles[US_SESSION_USER_RIGHT] = number < 40 ? 0 : 2;
    input.active[0] = 1;
    input.values[0].x = (float)number;
    return input;
}

static void put_marker(struct us_session_recorder *recorder, int number, const char *name)
{
    struct us_session_marker marker = {.time_ns = BEGIN_NS + number * PERIOD_NS,
                                       .source = US_SESSION_MARKER_USER};
    snprintf(marker.name, sizeof marker.name, "%s", name);
    assert_true(us_session_recorder_put_marker(recorder, &marker));
}

static void put_event(struct us_session_recorder *recorder, int64_t time_ns)
{
    const struct us_session_event event = {
        .time_ns = time_ns, .kind = US_SESSION_EVENT_STATE, .value = 5};
    assert_true(us_session_recorder_put_event(recorder, &event));
}

static void put_frame(struct us_session_recorder *recorder, int number)
{
    struct us_session_frame frame = frame_at(number);
    struct us_session_input input = input_at(number);
    assert_true(us_session_recorder_put_frame(recorder, &frame));
    assert_true(us_session_recorder_put_input(recorder, &input));
}

static void record(int frames)
{
    const struct us_session_recorder_options options = {.path = path, .version = "test"};
    struct us_session_info info = {.time_ns = BEGIN_NS - 1000};
    static struct us_session_components components = {.profile_count = 2, .count = 1};
    snprintf(components.profiles[0], sizeof components.profiles[0], "/interaction_profiles/a/b");
    snprintf(components.profiles[1], sizeof components.profiles[1], "/interaction_profiles/c/d");
    snprintf(components.components[0].path, sizeof components.components[0].path,
             "/user/hand/left/input/trigger/value");
    components.components[0].type = US_SESSION_COMPONENT_FLOAT;
    struct us_session_recorder *recorder;
    struct us_error error;
    (void)unlink(path);
    assert_int_equal(us_session_recorder_open(&options, &recorder, &error), US_OK);
    assert_true(us_session_recorder_put_session(recorder, &info));
    assert_true(us_session_recorder_put_components(recorder, &components));
    for (int i = 0; i < frames; i++) {
        us_session_recorder_wait(recorder);
        put_frame(recorder, i);
        if (i == 450)
            put_marker(recorder, i, "five seconds");
        if (has_slow_clock && i % 30 == 0)
            put_event(recorder, BEGIN_NS + i);
    }
    assert_true(us_session_recorder_close(recorder));
}

static void check_frame(const struct us_sampler *sampler, int number)
{
    struct us_frame_sample sample;
    double time_s = (double)((int64_t)number * PERIOD_NS) * 1e-9;
    us_sampler_frame(sampler, time_s, US_SAMPLE_HEAD | US_SAMPLE_LEFT_CONTROLLER, &sample);
    struct us_session_frame want = frame_at(number);
    assert_int_equal(sample.head.how, US_HOW_EXACT);
    assert_true(sample.head.motion.pose.position_m.x == want.head.pose.position_m.x);
    assert_true(sample.head.motion.pose.position_m.y == want.head.pose.position_m.y);
    assert_true(sample.head.motion.pose.position_m.z == 1.0f);
    assert_int_equal(sample.head.flags, 15);
    assert_true(sample.controllers[0].poses[US_SESSION_POSE_GRIP].is_recorded);
    struct us_input_sample inputs;
    us_sampler_inputs(sampler, time_s, &inputs);
    assert_int_equal(inputs.how, US_HOW_EXACT);
    assert_true(inputs.values[0].x == (float)number);
    assert_int_equal(inputs.profiles[0], number < 900 ? 1 : 2);
}

static void open_session(struct us_loaded_recording *out)
{
    struct us_error error;
    enum us_result result = us_open_recording(path, NULL, out, &error);
    if (result != US_OK)
        fail_msg("%s", error.text);
    us_sampler_set_wait(out->sampler, true);
}

TEST(every_frame_is_played_in_any_order)
{
    record(FRAMES);
    struct us_loaded_recording loaded;
    open_session(&loaded);
    assert_non_null(loaded.session);
    assert_true(loaded.streams && loaded.recording.is_session && loaded.recording.has_controllers);
    assert_false(us_loaded_recording_is_floor_based(&loaded));
    assert_true(us_recording_start_s(&loaded.recording) == 0.0);
    check_near(loaded.recording.last_key_s, (FRAMES - 1) * (double)PERIOD_NS * 1e-9, 1e-9, "end");
    for (int i = 0; i < FRAMES; i++)
        check_frame(loaded.sampler, i);
    uint64_t random = 12345;
    for (int i = 0; i < 60; i++)
        check_frame(loaded.sampler, (int)(random_share(&random) * FRAMES));
    us_loaded_recording_close(&loaded);
}

/* A fault of a hand moves each of its joints and of its controller's poses, and nothing that lies
 * behind them. The right hand is the left one, which alone was recorded. */
TEST(a_fault_moves_one_hand)
{
    static const char *const lists[] = {"drift:left:40,0@1s", "swap-hands,drift:right:40,0@1s"};
    const unsigned parts = US_SAMPLE_LEFT | US_SAMPLE_LEFT_CONTROLLER;
    struct us_loaded_recording loaded;
    open_session(&loaded);
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++) {
        struct us_faults faults;
        struct us_faults_error wrong;
        struct us_frame_sample plain, moved, before;
        assert_true(us_faults_parse(lists[hand], &faults, &wrong));
        assert_true(us_faults_resolve(&faults, &loaded.recording, 0.0, 9.0, 31, &wrong));
        us_sampler_frame(loaded.sampler, 3.0, parts, &plain);
        memset(&before, 0x5a, sizeof before);
        moved = before;
        us_fault_frame(&faults, loaded.sampler, 3.0, parts << hand, &moved);
        const struct us_hand_sample *joints = &moved.hands[hand], *there = &plain.hands[0];
        for (int i = 1; i < US_JOINT_COUNT; i++)
            check_near((double)joints->joints[i].pose.position_m.x,
                       (double)there->joints[i].pose.position_m.x + 0.08, 1e-6, "a joint");
        assert_true(there->has_details && joints->has_details);
        assert_memory_equal(joints->flags, there->flags, sizeof there->flags);
        assert_memory_equal(joints->radius_m, there->radius_m, sizeof there->radius_m);
        for (int i = 0; i < US_CONTROLLER_POSES; i++)
            check_near((double)moved.controllers[hand].poses[i].motion.pose.position_m.x,
                       (double)plain.controllers[0].poses[i].motion.pose.position_m.x + 0.08, 1e-6,
                       "a pose of the controller");
        moved.controllers[hand] = before.controllers[hand];
        moved.hands[hand] = before.hands[hand];
        assert_memory_equal(&moved, &before, sizeof moved);
    }
    us_loaded_recording_close(&loaded);
}

TEST(markers_and_profiles_are_known_at_once)
{
    struct us_loaded_recording loaded;
    open_session(&loaded);
    assert_int_equal(loaded.recording.marker_count, 1);
    assert_string_equal(loaded.recording.markers[0].name, "five seconds");
    check_near((double)loaded.recording.markers[0].time_s, 450 * (double)PERIOD_NS * 1e-9, 1e-5,
               "marker");
    assert_string_equal(loaded.profiles[US_HAND_LEFT], "/interaction_profiles/a/b");
    assert_string_equal(loaded.profiles[US_HAND_RIGHT], "/interaction_profiles/c/d");
    us_loaded_recording_close(&loaded);
}

/* An app waits for frames before it has the focus; playback does not begin there. */
TEST(time_begins_with_the_focus)
{
    focus_frame = 30;
    record(400);
    struct us_loaded_recording loaded;
    open_session(&loaded);
    struct us_head_sample head;
    us_sampler_head(loaded.sampler, 0.0, &head);
    assert_int_equal(head.how, US_HOW_EXACT);
    assert_true(head.motion.pose.position_m.x == frame_at(30).head.pose.position_m.x);
    check_near(loaded.recording.last_key_s, 369 * (double)PERIOD_NS * 1e-9, 1e-9, "end");
    us_loaded_recording_close(&loaded);
    focus_frame = 0;
    record(FRAMES);
}

/* The inputs of a frame count just before it, also where one block ends and the next begins: a
 * fault, for example, begins a nanosecond before its frame. */
TEST(inputs_count_just_before_their_frame)
{
    struct us_loaded_recording loaded;
    open_session(&loaded);
    for (int i = 1; i < FRAMES; i++) {
        struct us_input_sample inputs;
        us_sampler_inputs(loaded.sampler, (double)(i * PERIOD_NS) * 1e-9 - 1e-9, &inputs);
        assert_int_equal(inputs.how, US_HOW_EXACT);
        assert_true(inputs.values[0].x == (float)i);
    }
    us_loaded_recording_close(&loaded);
}

/* Halfway between two frames everywhere, also where one block ends and the next begins. */
TEST(there_is_no_seam_between_blocks)
{
    struct us_loaded_recording loaded;
    open_session(&loaded);
    for (int i = 0; i + 1 < FRAMES; i++) {
        struct us_head_sample head;
        double time_s = ((double)((int64_t)i * PERIOD_NS) + 0.5 * (double)PERIOD_NS) * 1e-9;
        us_sampler_head(loaded.sampler, time_s, &head);
        assert_int_equal(head.how, US_HOW_INTERPOLATED);
        check_near((double)head.motion.pose.position_m.x, time_s, 4e-6, "between frames");
    }
    us_loaded_recording_close(&loaded);
}

TEST(a_cut_file_is_played_as_far_as_it_is_whole)
{
    uint8_t *bytes;
    uint64_t size;
    struct us_error error;
    assert_int_equal(us_file_read(path, &bytes, &size, &error), US_OK);
    assert_int_equal(truncate(path, (off_t)(size / 2)), 0);
    free(bytes);
    struct us_loaded_recording loaded;
    open_session(&loaded);
    assert_true(loaded.recording.last_key_s > 10.0 && loaded.recording.last_key_s < 20.0);
    for (int i = 0; i < 800; i++)
        check_frame(loaded.sampler, i);
    us_loaded_recording_close(&loaded);
}

/* Frames as fast as the app draws them, 66 s within milliseconds of the clock: each part of the
 * file begins with an event of the first moments. */
TEST(every_frame_is_played_whatever_time_the_events_have)
{
    enum { FAST_FRAMES = 6000 };
    has_slow_clock = true;
    record(FAST_FRAMES);
    has_slow_clock = false;
    struct us_loaded_recording loaded;
    open_session(&loaded);
    for (int i = 0; i < FAST_FRAMES; i++)
        check_frame(loaded.sampler, i);
    for (int i = FAST_FRAMES - 1; i > 0; i -= 701)
        check_frame(loaded.sampler, i);
    us_loaded_recording_close(&loaded);
}

TEST(a_session_without_frames_is_refused)
{
    struct us_loaded_recording loaded;
    struct us_error error;
    record(0);
    assert_int_not_equal(us_open_recording(path, NULL, &loaded, &error), US_OK);
    assert_non_null(strstr(error.text, "frame"));
}

static int end(void **state)
{
    (void)state;
    (void)unlink(path);
    return 0;
}

int main(void)
{
    snprintf(path, sizeof path, "/tmp/understudy-source-%ld.mcap", (long)getpid());
    return RUN_TESTS_WITHIN(NULL, end, every_frame_is_played_in_any_order, a_fault_moves_one_hand,
                            markers_and_profiles_are_known_at_once, time_begins_with_the_focus,
                            inputs_count_just_before_their_frame, there_is_no_seam_between_blocks,
                            a_cut_file_is_played_as_far_as_it_is_whole,
                            every_frame_is_played_whatever_time_the_events_have,
                            a_session_without_frames_is_refused);
}
