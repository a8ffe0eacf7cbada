/* SPDX-License-Identifier: MIT */
/* Hazard: a reduced file is farther off than it says, or joins what must stay apart. */
#include "support.h"

#include "animation_scene.h"
#include "core/recording/recording.h"

enum { ROWS = 600, CURVES = 7, DIRECTION = ANIMATION_GAZE + 3, MOST = 64 };

/* Keys in Unity's axes. */
struct row {
    float time_s;
    float values[4];
};

static struct row rows[ROWS], kept[ROWS];
static unsigned kept_count;
static struct us_animation_file_report report;

/* The time of a frame's key: the last one that is a nanosecond earlier, which a player may be. */
static float time_of(unsigned i)
{
    const double time_s = i > 0 ? (double)i * 11111111 * 1e-9 - 1e-9 : 0.0;
    return (double)(float)time_s > time_s ? nextafterf((float)time_s, 0.0f) : (float)time_s;
}

/* The value of a component on the line between the kept keys around a row. */
static double on_line(unsigned component, float time_s)
{
    unsigned i = 0;
    while (i + 2 < kept_count && kept[i + 1].time_s <= time_s)
        i++;
    const struct row *a = &kept[i], *b = &kept[i + 1];
    double share = ((double)time_s - (double)a->time_s) / ((double)b->time_s - (double)a->time_s);
    return (1.0 - share) * (double)a->values[component] + share * (double)b->values[component];
}

static struct us_session_frame frame_at(int n)
{
    return (struct us_session_frame){.time_ns = BEGIN_NS + n * INT64_C(11111111),
                                     .session_state = 5};
}

static struct us_session_location location(const float position[3], const float rotation[4])
{
    return (struct us_session_location){
        .is_recorded = true,
        .is_active = true,
        .flags = 15,
        .pose = {{-rotation[0], -rotation[1], rotation[2], rotation[3]},
                 {position[0], position[1], -position[2]}}};
}

static const float nowhere[4] = {0, 0, 0, 0}, straight[4] = {0, 0, 0, 1};

static struct us_session_frame position_of(int n)
{
    struct us_session_frame frame = frame_at(n);
    frame.head = location(rows[n].values, straight);
    return frame;
}

static struct us_session_frame rotation_of(int n)
{
    struct us_session_frame frame = frame_at(n);
    frame.head = location(nowhere, rows[n].values);
    return frame;
}

static struct us_session_frame direction_of(int n)
{
    struct us_session_frame frame = frame_at(n);
    frame.gaze = location(nowhere, straight);
    frame.gaze.flags = rows[n].values[2] > 0.0f ? 15 : 0;
    return frame;
}

/* A hand at rest that is lost for one frame. */
static struct us_session_frame hand_of(int n)
{
    static const float there[] = {1.0f, 2.0f, 3.0f};
    struct us_session_frame frame = frame_at(n);
    struct us_session_hand_joints *hand = &frame.hands[US_SESSION_LEFT];
    hand->is_recorded = true;
    hand->is_active = n != 10;
    for (int i = 0; i < US_SESSION_JOINTS && hand->is_active; i++)
        hand->joints[i] =
            (struct us_session_joint){.flags = 15, .pose = location(there, straight).pose};
    return frame;
}

/* The keys that are left of `count` curves from `first` on. */
static void reduce(int frames, struct us_session_frame (*frame_of)(int n), double tolerance_m,
                   double tolerance_rad, unsigned first, unsigned count)
{
    const struct us_animation_file_options options = {.key_size = 8,
                                                      .origin_ns = BEGIN_NS,
                                                      .tolerance_m = tolerance_m,
                                                      .tolerance_rad = tolerance_rad};
    struct us_recording made;
    scene_record(frames, frame_of);
    assert_int_equal(scene_convert(&options, &report, NULL), US_OK);
    scene_decode(&made);
    kept_count = made.curves[first].key_count;
    assert_true(kept_count <= ROWS);
    for (unsigned c = 0; c < count; c++)
        for (unsigned k = 0; k < kept_count; k++) {
            const struct us_key key = us_curve_key(&made.curves[first + c], k);
            assert_int_equal(made.curves[first + c].key_count, kept_count);
            assert_true(c == 0 || kept[k].time_s == key.time_s);
            kept[k].time_s = key.time_s;
            kept[k].values[c] = key.value;
        }
    us_recording_finish(&made);
}

/* A walk of random speed that stands still for a while. */
TEST(positions_stay_within_the_tolerance)
{
    uint64_t random = 11;
    double at[3] = {0.0, 0.0, 0.0}, speed[3] = {0.0, 0.0, 0.0};
    for (unsigned i = 0; i < ROWS; i++) {
        rows[i].time_s = time_of(i);
        for (unsigned c = 0; c < 3; c++) {
            if (i % 40 == 0)
                speed[c] = i % 120 == 0 ? 0.0 : random_between(&random, -2.0, 2.0);
            at[c] += speed[c] / 90.0;
            rows[i].values[c] = (float)at[c];
        }
    }
    reduce(ROWS, position_of, 0.001, 0.0, ANIMATION_CAMERA, 3);
    double worst = 0.0;
    for (unsigned i = 0; i < ROWS; i++) {
        double sum = 0.0;
        for (unsigned c = 0; c < 3; c++)
            sum += pow(on_line(c, rows[i].time_s) - (double)rows[i].values[c], 2.0);
        worst = fmax(worst, sqrt(sum));
    }
    assert_true(worst <= 0.001);
    check_near(report.worst_m, worst, 1e-9, "the worst that is told");
    /* The walk is 15 lines. */
    assert_true(kept_count < 2 * 15 && kept_count >= ROWS / MOST);
    assert_int_equal(report.keys_left_out, 3 * (ROWS - kept_count));
    assert_int_equal(report.keys, CURVES * ROWS - report.keys_left_out);
    assert_true(kept[0].time_s == rows[0].time_s);
    assert_true(kept[kept_count - 1].time_s == rows[ROWS - 1].time_s);
}

/* A turn about a fixed axis by an angle that is known; every third key has the other sign. */
TEST(rotations_stay_within_the_tolerance)
{
    const double tolerance_rad = 0.01;
    double angles[ROWS];
    for (unsigned i = 0; i < ROWS; i++) {
        const double sign = i % 3 == 0 ? -1.0 : 1.0;
        angles[i] = 6.0 * sin((double)i / 50.0);
        rows[i].time_s = time_of(i);
        rows[i].values[0] = (float)(sign * sin(angles[i] / 2.0) * 0.6);
        rows[i].values[1] = (float)(sign * sin(angles[i] / 2.0) * 0.8);
        rows[i].values[2] = 0.0f;
        rows[i].values[3] = (float)(sign * cos(angles[i] / 2.0));
    }
    reduce(ROWS, rotation_of, 0.0, tolerance_rad, ANIMATION_CAMERA + 3, 4);
    double worst = 0.0;
    for (unsigned i = 0; i < ROWS; i++) {
        /* On the circle of this axis, the rotation's half angle is that of the plane. */
        double sine = on_line(0, rows[i].time_s) * 0.6 + on_line(1, rows[i].time_s) * 0.8;
        double half = atan2(sine, on_line(3, rows[i].time_s));
        double off = fabs(remainder(2.0 * half - angles[i], 6.283185307179586));
        worst = fmax(worst, off);
        /* No line comes near zero: every reader can play it. */
        assert_true(hypot(sine, on_line(3, rows[i].time_s)) > 0.8);
    }
    assert_true(worst <= tolerance_rad);
    check_near(report.worst_rad, worst, 1e-6, "the worst that is told");
    assert_true(kept_count < ROWS / 3);
}

TEST(without_a_tolerance_every_key_stays)
{
    for (unsigned i = 0; i < ROWS; i++)
        rows[i] = (struct row){time_of(i), {0.0f, 0.0f, 0.0f, i % 2 == 0 ? 1.0f : -1.0f}};
    reduce(ROWS, rotation_of, 0.0, 0.0, ANIMATION_CAMERA + 3, 4);
    assert_int_equal(kept_count, ROWS);
    for (unsigned i = 0; i < ROWS; i++)
        assert_true(kept[i].values[3] == 1.0f && kept[i].time_s == time_of(i));
    assert_true(report.worst_rad == 0.0 && report.keys_left_out == 0);
}

/* No direction for a while: the keys at both ends of it stay. */
TEST(what_is_lost_is_lost_at_the_same_keys)
{
    for (unsigned i = 0; i < ROWS; i++)
        rows[i] = (struct row){time_of(i), {0.0f, 0.0f, i >= 200 && i < 230 ? 0.0f : 1.0f}};
    reduce(ROWS, direction_of, 0.0, 0.1, DIRECTION, 3);
    for (unsigned i = 0; i < ROWS; i++)
        check_near(on_line(2, rows[i].time_s), (double)rows[i].values[2], 1e-9, "direction");
    assert_true(kept_count < 20);
}

TEST(nothing_is_left_out_across_a_break)
{
    reduce(30, hand_of, 0.01, 0.01, animation_joint(0, 1), 3);
    assert_int_equal(kept_count, 4);
    assert_true(kept[0].time_s == time_of(0) && kept[1].time_s == time_of(10));
    assert_true(kept[2].time_s == time_of(11) && kept[3].time_s == time_of(29));
    assert_true(kept[1].values[2] == 3.0f);
}

int main(void)
{
    return RUN_TESTS_WITHIN(
        scene_begin, scene_end, positions_stay_within_the_tolerance,
        rotations_stay_within_the_tolerance, without_a_tolerance_every_key_stays,
        what_is_lost_is_lost_at_the_same_keys, nothing_is_left_out_across_a_break);
}
