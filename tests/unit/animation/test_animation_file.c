/* SPDX-License-Identifier: MIT */
/* Hazard: the input animation file of a session is another one than the session, or is no such
 * file. */
#include "support.h"

#include <fcntl.h>
#include <unistd.h>

#include "animation_scene.h"
#include "core/recording/recording.h"
#include "oracle.h"

#define HOUR_NS INT64_C(3600000000000)
#define PERIOD_NS INT64_C(11111111)
enum { FRAMES = 300, ALL = 15, AIM_INDEX_PINCHING = 4 };

/* A frame an hour after the first one, in which everything comes and goes. */
static int64_t time_of(int n)
{
    return n == 0 ? BEGIN_NS : BEGIN_NS + HOUR_NS + n * PERIOD_NS;
}

static double seconds_of(int n)
{
    return (double)(time_of(n) - BEGIN_NS) * 1e-9;
}

static bool is_tracked(int n)
{
    return n % 7 < 4;
}

static bool is_gazing(int n)
{
    return n % 5 != 0;
}

static bool is_pinching(int n)
{
    return n % 3 == 0;
}

/* As fast as 3 m/s; the speed changes by at most 20 m/s in a second. */
static double place_of(double time_s)
{
    return 0.5 * sin(6.283185307179586 * time_s);
}

/* Of the joint `joint`, or of the head. */
static struct us_pose pose_of(int n, int joint)
{
    const double angle = 0.5 * seconds_of(n) + (double)joint;
    struct us_pose pose = us_pose_identity;
    pose.position_m.x = (float)place_of(seconds_of(n));
    pose.position_m.y = (float)joint;
    pose.position_m.z = -0.25f;
    pose.rotation.x = (float)sin(angle / 2.0);
    pose.rotation.w = (float)cos(angle / 2.0);
    return pose;
}

static struct us_session_frame frame_of(int n)
{
    struct us_session_frame frame = {.time_ns = time_of(n), .session_state = 5};
    frame.head = (struct us_session_location){
        .is_recorded = true, .is_active = true, .flags = ALL, .pose = pose_of(n, 0)};
    struct us_session_hand_joints *hand = &frame.hands[US_SESSION_LEFT];
    hand->is_recorded = true;
    hand->is_active = is_tracked(n);
    for (int i = 0; i < US_SESSION_JOINTS && hand->is_active; i++)
        hand->joints[i] = (struct us_session_joint){.flags = ALL, .pose = pose_of(n, i)};
    frame.aims[US_SESSION_LEFT].is_recorded = true;
    frame.aims[US_SESSION_LEFT].status = is_pinching(n) ? AIM_INDEX_PINCHING : 0;
    frame.gaze = frame.head;
    frame.gaze.flags = is_gazing(n) ? ALL : 0;
    return frame;
}

static void record(int frames)
{
    scene_record(frames, frame_of);
}

static enum us_result convert(uint32_t key_size, struct us_animation_file_report *report,
                              struct us_error *error)
{
    const struct us_animation_file_options options = {.key_size = key_size, .origin_ns = BEGIN_NS};
    return scene_convert(&options, report, error);
}

static struct oracle_recording *load(void)
{
    char why[256];
    struct oracle_recording *out = oracle_load(scene_file, NULL, why, sizeof why);
    if (out == NULL)
        fail_msg("%s", why);
    return out;
}

/* What a frame must be told; the place may be off by what float32 makes of the times. */
static void check_frame(const struct oracle_recording *file, int n, double within_m)
{
    const double time_s = seconds_of(n);
    struct oracle_vec3 origin, direction;
    assert_int_equal(oracle_hand_tracked(file, 0, time_s), is_tracked(n));
    assert_int_equal(oracle_hand_tracked(file, 1, time_s), false);
    assert_int_equal(oracle_hand_pinching(file, 0, time_s), is_pinching(n));
    assert_int_equal(oracle_gaze(file, time_s, &origin, &direction), is_gazing(n));
    for (int joint = 0; joint < US_SESSION_JOINTS && is_tracked(n); joint++) {
        const struct us_pose want = pose_of(n, joint);
        const struct oracle_entity entity = {ORACLE_JOINT, 0, joint};
        struct oracle_pose got = oracle_entity_pose(file, entity, time_s);
        check_near(got.p_m.x, (double)want.position_m.x, within_m, "x");
        check_near(got.p_m.y, (double)joint, 1e-6, "y");
        check_near(got.p_m.z, -0.25, 1e-6, "z");
        double dot = got.q.x * (double)want.rotation.x + got.q.w * (double)want.rotation.w;
        assert_true(fabs(dot) > 1.0 - 1e-7);
    }
    const struct oracle_entity head = {.kind = ORACLE_HEAD};
    check_near(oracle_entity_pose(file, head, time_s).p_m.x, place_of(time_s), within_m, "head");
    if (is_gazing(n)) /* OpenXR's -Z, turned about X by the frame's angle, in Unity's axes */
        check_near(direction.y, sin(0.5 * time_s), 1e-3, "gaze");
}

/* A float32 is up to 0.25 ms early after an hour: at 3 m/s that would be 0.7 mm. */
TEST(every_frame_is_there_after_an_hour)
{
    static const uint32_t sizes[] = {8, 28};
    record(FRAMES);
    for (unsigned i = 0; i < 2; i++) {
        struct us_animation_file_report report;
        struct us_error error;
        assert_int_equal(convert(sizes[i], &report, &error), US_OK);
        assert_int_equal(report.facts.frames, FRAMES);
        assert_true(report.has_head && report.has_hands && report.has_gaze);
        struct oracle_recording *file = load();
        assert_int_equal(file->key_size, (int)sizes[i]);
        assert_int_equal(file->marker_count, 1);
        assert_string_equal(file->markers[0].name, "an hour");
        check_near(file->markers[0].time_s, 3600.0, 1e-9, "the marker");
        for (int n = 0; n < FRAMES; n++)
            check_frame(file, n, n < 2 ? 1e-3 : 6e-5);
        oracle_destroy(file);
    }
}

/* The oracle's values between the frames are the session's: a hand rests until it is lost. */
TEST(a_hand_rests_until_it_is_lost)
{
    struct us_animation_file_report report;
    struct us_error error;
    record(40);
    assert_int_equal(convert(8, &report, &error), US_OK);
    struct oracle_recording *file = load();
    for (int n = 1; n + 1 < 40; n++) {
        const double between_s = 0.5 * (seconds_of(n) + seconds_of(n + 1));
        const struct oracle_entity palm = {ORACLE_JOINT, 0, 0};
        if (!is_tracked(n))
            continue;
        double next = (double)pose_of(is_tracked(n + 1) ? n + 1 : n, 0).position_m.x;
        double want = 0.5 * ((double)pose_of(n, 0).position_m.x + next);
        check_near(oracle_entity_pose(file, palm, between_s).p_m.x, want, 2e-3, "palm");
        assert_true(oracle_hand_tracked(file, 0, between_s));
    }
    oracle_destroy(file);
}

TEST(a_file_that_cannot_be_written_is_told_from_a_session_of_nothing)
{
    struct us_animation_file_report report;
    struct us_error error;
    record(60);
    int full = open("/dev/full", O_WRONLY);
    if (full >= 0) {
        const struct us_animation_file_options options = {
            .file = full, .key_size = 8, .origin_ns = BEGIN_NS};
        assert_int_equal(scene_convert(&options, &report, &error), US_ERROR_FILE);
        assert_true(report.in_output);
        assert_non_null(strstr(error.text, "No space"));
        close(full);
    }
    record(0);
    assert_int_equal(convert(8, &report, &error), US_ERROR_NOTHING);
    assert_false(report.in_output);
}

/* Byte for byte what the support's own writer makes of the same keys. */
static void check_bytes(unsigned key_size)
{
    static struct animation_file want;
    struct us_animation_file_report report;
    struct us_recording made;
    uint64_t size;
    assert_int_equal(convert(key_size, &report, NULL), US_OK);
    scene_decode(&made);
    animation_init(&want);
    want.key_size = key_size;
    want.marker_count = 1;
    want.markers[0] = (struct animation_marker){3600.0f, "an hour", 7};
    for (unsigned i = 0; i < ANIMATION_CURVES; i++)
        for (uint32_t k = 0; k < made.curves[i].key_count; k++) {
            const struct us_key key = us_curve_key(&made.curves[i], k);
            animation_add(&want, i, (double)key.time_s, (double)key.value);
        }
    uint8_t *bytes = animation_bytes(&want, &size);
    assert_int_equal(size, report.bytes);
    FILE *stream = fopen(scene_file, "rb");
    for (uint64_t i = 0; i < size; i++)
        if (getc(stream) != bytes[i])
            fail_msg("keys of %u bytes: byte %llu", key_size, (unsigned long long)i);
    assert_int_equal(getc(stream), EOF);
    fclose(stream);
    free(bytes);
    us_recording_finish(&made);
    animation_finish(&want);
}

/* Some curves have more keys than are written at once, and others fewer. */
TEST(the_file_has_the_format)
{
    record(1500);
    check_bytes(8);
    check_bytes(28);
}

int main(void)
{
    return RUN_TESTS_WITHIN(
        scene_begin, scene_end, every_frame_is_there_after_an_hour, a_hand_rests_until_it_is_lost,
        a_file_that_cannot_be_written_is_told_from_a_session_of_nothing, the_file_has_the_format);
}
