/* SPDX-License-Identifier: MIT */
/* Hazard: an answer that is not the recording's: from rows or without them, at, between and outside
 * keys. */
#include "support.h"
#include "sampled.h"

#include <pthread.h>

#include "core/keys/key_source.h"
#include "oracle.h"
#include "core/repair/repair.h"
#include "core/sampler/frame_table.h"
#include "core/sampler/sampler.h"

/* What a made recording is like. */
enum kind {
    SHARED,    /* one list of times, linear */
    SPLIT,     /* each curve thinned on its own, linear */
    BENT,      /* Hermite and weighted segments */
    STEPPED,   /* steps and repeated times */
    LOOPING,   /* all curves alike, so that one mapping of the time serves */
    BOUNCING,  /* the same, there and back */
    HALF,      /* alike: loops behind, clamped in front */
    MIXED,     /* each pose and each flag repeats in its own way and length, or not */
    SPARSE,    /* sections and components missing */
    SCATTERED, /* no two curves share a time: too many rows, so curve by curve */
    SCATTERED_MIXED,
    SINGLE, /* all keys at one time */
    EMPTY,
    KINDS
};

/* The file of a case, and what is made of it; world_init drops the last case's. */
static struct animation_file file;
static struct {
    struct us_recording recording;
    struct us_sampler *sampler;
    struct oracle_recording *oracle;
    double first_s, last_s;
} world;

static struct animation_key linear_key(double time_s, double value)
{
    return (struct animation_key){.time_s = (float)time_s, .value = (float)value, .mode = 3};
}

static void shape_key(struct animation_key *key, enum kind kind, uint64_t *seed)
{
    if (kind != BENT && kind != STEPPED)
        return;
    key->mode = (int32_t)random_between(seed, 0, 4);
    key->in_tangent = (float)random_between(seed, -1, 1);
    key->out_tangent = (float)random_between(seed, -1, 1);
    key->in_weight = (float)random_between(seed, 0, 1);
    key->out_weight = (float)random_between(seed, 0, 1);
    if (kind == STEPPED && random_share(seed) < 0.5)
        key->out_tangent = random_share(seed) < 0.7 ? INFINITY : -INFINITY;
}

/* Key `k` of `count` in a curve; the ends are common unless times are scattered or mixed. */
static double key_time_s(enum kind kind, unsigned pose, unsigned curve, unsigned k, unsigned count)
{
    if (kind == SINGLE)
        return 1.5;
    if (kind == SCATTERED || kind == SCATTERED_MIXED)
        return 0.25 * (double)k + 0.0005 * (double)curve;
    if (kind == MIXED)
        return 0.5 * (double)k + 0.125 * (pose % 5);
    if (kind == STEPPED && k % 4 == 2)
        k++; /* at the next key's time, which wins */
    return 10.0 * (double)k / (double)(count - 1);
}

/* Three or four curves that move together: a slow and smooth path for each component. */
static void add_group(enum kind kind, unsigned pose, unsigned first, unsigned curves,
                      uint64_t *seed)
{
    unsigned count = kind == SCATTERED || kind == SCATTERED_MIXED ? 24 : 9;
    double speed = random_between(seed, 0.3, 1.2), phase = random_between(seed, 0, 6);
    for (unsigned c = 0; c < curves; c++)
        for (unsigned k = 0; k < count; k++) {
            /* Rotations share their times where times are not the subject. */
            bool split = kind == SPLIT || (kind == SCATTERED && curves == 3);
            unsigned index =
                first + (kind == SCATTERED || (kind == SCATTERED_MIXED && curves == 3) ? c : 0);
            if (kind == SPLIT && split && k > 0 && k + 1 < count && random_share(seed) < 0.5)
                continue;
            double time_s = key_time_s(kind, pose, index, k, count);
            double path = sin(speed * time_s + phase + 1.7 * c);
            struct animation_key key =
                linear_key(time_s, curves == 4 && c == 3 ? 1.5 + 0.3 * path : path);
            shape_key(&key, kind, seed);
            animation_add_key(&file, first + c, key);
        }
    static const int32_t modes[] = {8, 2, 4, 1, 0};
    for (unsigned c = 0; c < curves && (kind == MIXED || kind == SCATTERED_MIXED); c++) {
        file.curves[first + c].pre = modes[(pose + curves) % 5];
        file.curves[first + c].post = modes[(pose + 2 * curves) % 5];
    }
}

static void add_flags(enum kind kind, unsigned curve)
{
    static const float values[] = {1, 1, 0, 1, 0, 0, 1, 1, 1};
    for (unsigned k = 0; k < 9; k++) {
        double time_s = kind == SINGLE ? 1.5 : key_time_s(SHARED, 0, 0, k, 9);
        if (kind == MIXED || kind == SCATTERED_MIXED)
            time_s = 0.75 * k + 0.1 * curve;
        animation_add_key(&file, curve, linear_key(time_s, (double)values[(k + curve) % 9]));
    }
    if (kind == MIXED || kind == SCATTERED_MIXED)
        file.curves[curve].pre = file.curves[curve].post = curve % 2 ? 2 : 8;
}

static void make_file(enum kind kind, uint64_t seed)
{
    animation_init(&file);
    file.key_size = kind == BENT || kind == STEPPED ? 28 : 8;
    if (kind == LOOPING)
        animation_wrap_all(&file, 2, 2);
    if (kind == BOUNCING)
        animation_wrap_all(&file, 4, 4);
    if (kind == HALF)
        animation_wrap_all(&file, 8, 2);
    if (kind == EMPTY)
        return;
    for (unsigned pose = 0; pose < 55; pose++) {
        unsigned first = pose == 0 ? ANIMATION_CAMERA : ANIMATION_JOINTS + 7 * (pose - 1);
        if (kind == SPARSE && (pose == 0 || pose % 3 == 1 || pose > 27))
            continue;
        if (!(kind == SPARSE && pose % 3 == 2))
            add_group(kind, pose, first, 3, &seed);
        add_group(kind, pose, first + 3, 4, &seed);
    }
    for (unsigned i = 0; i < 4; i++)
        if (kind != SPARSE || i % 2 == 0)
            add_flags(kind, ANIMATION_TRACKED + i);
    if (kind != SPARSE) {
        add_group(kind, 2, ANIMATION_GAZE, 3, &seed);
        add_group(kind, 2, ANIMATION_GAZE + 3, 3, &seed);
    }
}

static void world_init(void)
{
    us_sampler_destroy(world.sampler);
    us_recording_finish(&world.recording);
    oracle_destroy(world.oracle);
    uint64_t size;
    char why[200] = "";
    struct us_error error = {0};
    uint8_t *bytes = animation_bytes(&file, &size);
    animation_finish(&file);
    world.oracle = oracle_parse(bytes, (size_t)size, NULL, why, sizeof why);
    if (world.oracle == NULL)
        fail_msg("oracle: %s", why);
    if (us_recording_decode(bytes, size, &world.recording, &error) != US_OK ||
        us_repair(&world.recording, NULL, &error) != US_OK ||
        us_sampler_create(&world.recording, &world.sampler, &error) != US_OK)
        fail_msg("%s", error.text);
    world.first_s = world.recording.first_key_s;
    world.last_s = world.recording.last_key_s;
}

static void near_vec(struct us_vec3 got, struct oracle_vec3 want, double within, const char *what)
{
    check_near((double)got.x, want.x, within, what);
    check_near((double)got.y, want.y, within, what);
    check_near((double)got.z, want.z, within, what);
}

static void check_pose(struct us_pose got, const struct oracle_track *track, double time_s)
{
    struct oracle_pose want = oracle_track_pose(track, time_s);
    struct us_quat q = got.rotation;
    double dot = (double)q.x * want.q.x + (double)q.y * want.q.y + (double)q.z * want.q.z +
                 (double)q.w * want.q.w;
    near_vec(got.position_m, want.p_m, 3e-6, "position");
    check_near((double)us_quat_norm(q), 1, 1e-6, "norm");
    /* The sine of half the angle, from the components: 1 - |dot| would hide 1e-3. */
    double sign = dot < 0 ? -1 : 1, apart = 0;
    apart += fabs((double)q.x - sign * want.q.x) + fabs((double)q.y - sign * want.q.y);
    apart += fabs((double)q.z - sign * want.q.z) + fabs((double)q.w - sign * want.q.w);
    check_near(apart, 0, 1e-5, "rotation");
}

static void check_frame(double time_s)
{
    struct us_frame_sample frame;
    const struct oracle_recording *oracle = world.oracle;
    us_sampler_frame(world.sampler, time_s, US_SAMPLE_ALL, &frame);
    assert_int_equal(frame.head.how != US_HOW_ABSENT, oracle_track_exists(&oracle->camera));
    check_pose(frame.head.motion.pose, &oracle->camera, time_s);
    for (int hand = 0; hand < 2; hand++) {
        const struct us_hand_sample *got = &frame.hands[hand];
        if (got->how != US_HOW_ABSENT)
            assert_int_equal(got->tracked, oracle_hand_tracked(oracle, hand, time_s));
        assert_int_equal(got->pinching, oracle_hand_pinching(oracle, hand, time_s));
        for (int joint = 1; joint < ORACLE_JOINTS; joint++)
            check_pose(got->joints[joint].pose, &oracle->joints[hand][joint], time_s);
    }
    struct oracle_vec3 origin, direction;
    if (oracle->gaze_direction[0].pre_wrap == 8) {
        bool valid = oracle_gaze(oracle, time_s, &origin, &direction);
        assert_int_equal(frame.gaze.valid, valid);
        if (valid) {
            near_vec(frame.gaze.origin_m, origin, 3e-6, "gaze origin");
            near_vec(frame.gaze.direction, direction, 3e-5, "gaze direction");
        }
    }
}

static struct oracle_vec3 unity_angular(struct oracle_vec3 xr)
{
    return (struct oracle_vec3){-xr.x, -xr.y, xr.z};
}

static void check_velocities(double time_s)
{
    struct us_frame_sample frame;
    us_sampler_frame(world.sampler, time_s, US_SAMPLE_ALL, &frame);
    for (int i = -1; i < 52; i += 4) {
        struct oracle_entity entity = {i < 0 ? ORACLE_HEAD : ORACLE_JOINT, i / 26,
                                       i < 0 ? 0 : i % 26};
        if (oracle_entity_near_key(world.oracle, entity, time_s, 3e-6))
            continue;
        const struct us_motion *got =
            i < 0 ? &frame.head.motion
                  : &frame.hands[entity.hand].joints[oracle_file_joint(entity.xr_joint)];
        struct oracle_motion want = oracle_entity_motion(world.oracle, entity, time_s);
        struct oracle_vec3 linear = {want.linear_m_s.x, want.linear_m_s.y, -want.linear_m_s.z};
        struct oracle_vec3 angular = unity_angular(want.angular_rad_s);
        near_vec(got->linear_m_s, linear, 2e-3 + 2e-3 * oracle_vec3_norm(linear),
                 "linear velocity");
        near_vec(got->angular_rad_s, angular, 2e-3 + 2e-3 * oracle_vec3_norm(angular),
                 "angular velocity");
    }
}

/* The sampler against itself: what moves between two of its answers is what it says moves. */
static void check_own_differences(double time_s)
{
    const double h = 1e-3;
    struct us_frame_sample a, b, here;
    us_sampler_frame(world.sampler, time_s - h, US_SAMPLE_ALL, &a);
    us_sampler_frame(world.sampler, time_s + h, US_SAMPLE_ALL, &b);
    us_sampler_frame(world.sampler, time_s, US_SAMPLE_ALL, &here);
    for (int xr_joint = 0; xr_joint < 26; xr_joint += 5) {
        struct oracle_entity entity = {ORACLE_JOINT, 1, xr_joint};
        if (oracle_entity_near_key(world.oracle, entity, time_s, 1.5 * h))
            continue;
        int joint = oracle_file_joint(xr_joint);
        const struct us_motion *m0 = &a.hands[1].joints[joint], *m1 = &b.hands[1].joints[joint];
        const struct us_motion *m = &here.hands[1].joints[joint];
        struct us_vec3 moved =
            us_vec3_scale(us_vec3_sub(m1->pose.position_m, m0->pose.position_m), (float)(0.5 / h));
        check_near((double)us_vec3_norm(us_vec3_sub(moved, m->linear_m_s)), 0, 5e-3, "linear");
        struct us_quat turned =
            us_quat_multiply(m1->pose.rotation, us_quat_conjugate(m0->pose.rotation));
        struct us_vec3 turn = us_vec3_scale((struct us_vec3){turned.x, turned.y, turned.z},
                                            (turned.w < 0 ? -2.0f : 2.0f) * (float)(0.5 / h));
        check_near((double)us_vec3_norm(us_vec3_sub(turn, m->angular_rad_s)), 0, 5e-3, "angular");
    }
    struct oracle_entity gaze = {ORACLE_GAZE, 0, 0};
    if (!here.gaze.valid || !a.gaze.valid || !b.gaze.valid ||
        oracle_entity_near_key(world.oracle, gaze, time_s, 1.5 * h))
        return;
    struct us_vec3 rate =
        us_vec3_scale(us_vec3_sub(b.gaze.direction, a.gaze.direction), (float)(0.5 / h));
    float size = us_vec3_norm(here.gaze.direction_rate);
    check_near((double)us_vec3_norm(us_vec3_sub(rate, here.gaze.direction_rate)), 0,
               5e-3 + 0.01 * (double)size, "gaze direction's rate");
    check_near((double)us_vec3_dot(here.gaze.direction, here.gaze.direction_rate), 0,
               1e-5 + 1e-5 * (double)size, "at right angles");
}

static void check_kind(enum kind kind)
{
    uint64_t seed = 1000 + (uint64_t)kind;
    make_file(kind, seed);
    world_init();
    bool repeats = kind == LOOPING || kind == BOUNCING || kind == HALF || kind == MIXED ||
                   kind == SCATTERED_MIXED;
    double wide = repeats ? 25.0 : 2.0;
    for (int i = 0; i < 700; i++) {
        double time_s = random_between(&seed, world.first_s - wide, world.last_s + wide);
        check_frame(time_s);
        if (i % 3 == 0 && kind != EMPTY)
            check_velocities(time_s);
        if (i % 3 == 1 && kind != EMPTY && kind != STEPPED && kind != BENT)
            check_own_differences(time_s);
    }
    for (unsigned i = 0; i < ANIMATION_CURVES; i += 5)
        for (uint32_t k = 0; k < world.recording.curves[i].key_count; k++)
            check_frame((double)us_curve_time_s(&world.recording.curves[i], k));
    check_frame(-1e7);
    if (!repeats)
        check_frame(1e30);
}

#define KIND_TEST(name, kind)                                                                      \
    TEST(name)                                                                                     \
    {                                                                                              \
        check_kind(kind);                                                                          \
    }
KIND_TEST(shared_times, SHARED)
KIND_TEST(split_times, SPLIT)
KIND_TEST(bent_segments, BENT)
KIND_TEST(steps_and_repeated_times, STEPPED)
KIND_TEST(loops_alike, LOOPING)
KIND_TEST(there_and_back_alike, BOUNCING)
KIND_TEST(alike_on_one_side, HALF)
KIND_TEST(repeating_each_in_its_way, MIXED)
KIND_TEST(missing_sections, SPARSE)
KIND_TEST(scattered_times, SCATTERED)
KIND_TEST(scattered_and_repeating, SCATTERED_MIXED)
KIND_TEST(a_single_row, SINGLE)
KIND_TEST(an_empty_recording, EMPTY)
#undef KIND_TEST

/* The same recording with rows and, its size being a lie, without: one answer. */
TEST(with_rows_and_without_the_answer_is_the_same)
{
    static const enum kind kinds[] = {SCATTERED, SCATTERED_MIXED};
    for (unsigned n = 0; n < 2; n++) {
        uint64_t seed = 6;
        make_file(kinds[n], seed);
        world_init();
        struct us_frame_table table;
        assert_int_equal(us_frame_table_init(&table, &world.recording,
                                             (UINT64_C(4) << 20) + 32 * world.recording.file_size,
                                             NULL),
                         US_OK);
        assert_null(table.values); /* the sampler of this world does without */
        us_frame_table_finish(&table);
        struct us_recording larger = world.recording;
        larger.file_size = UINT32_MAX;
        struct us_sampler *with_rows;
        assert_int_equal(us_sampler_create(&larger, &with_rows, NULL), US_OK);
        for (int i = 0; i < 3000; i++) {
            struct us_frame_sample a, b;
            unsigned curve = 3 * (unsigned)(random_share(&seed) * 130);
            double time_s = random_between(&seed, world.first_s - 9, world.last_s + 9);
            if (i % 2 == 0 && world.recording.curves[curve].key_count > 0)
                time_s = (double)us_curve_time_s(&world.recording.curves[curve], 5);
            us_sampler_frame(world.sampler, time_s, US_SAMPLE_ALL, &a);
            us_sampler_frame(with_rows, time_s, US_SAMPLE_ALL, &b);
            assert_int_equal(a.head.how, b.head.how);
            assert_int_equal(a.gaze.how, b.gaze.how);
            assert_int_equal(a.gaze.valid, b.gaze.valid);
            for (unsigned hand = 0; hand < 2; hand++) {
                assert_int_equal(a.hands[hand].how, b.hands[hand].how);
                assert_int_equal(a.hands[hand].tracked, b.hands[hand].tracked);
                assert_int_equal(a.hands[hand].pinching, b.hands[hand].pinching);
                for (unsigned joint = 0; joint < US_JOINT_COUNT; joint++) {
                    struct us_pose p = a.hands[hand].joints[joint].pose;
                    struct us_pose q = b.hands[hand].joints[joint].pose;
                    struct us_vec3 apart = us_vec3_sub(p.position_m, q.position_m);
                    check_near((double)us_vec3_norm(apart), 0, 2e-6, "position");
                    check_near((double)us_quat_angle_rad(p.rotation, q.rotation), 0, 3e-6,
                               "rotation");
                }
            }
        }
        us_sampler_destroy(with_rows);
    }
}

TEST(parts_and_single_calls_agree)
{
    uint64_t seed = 8;
    make_file(BENT, seed);
    world_init();
    for (int i = 0; i < 500; i++) {
        struct us_frame_sample whole, parts;
        double time_s = random_between(&seed, -1, 11);
        us_sampler_frame(world.sampler, time_s, US_SAMPLE_ALL, &whole);
        us_sampler_head(world.sampler, time_s, &parts.head);
        us_sampler_frame(world.sampler, time_s, US_SAMPLE_LEFT, &parts);
        us_sampler_frame(world.sampler, time_s, US_SAMPLE_RIGHT, &parts);
        us_sampler_frame(world.sampler, time_s, US_SAMPLE_GAZE, &parts);
        assert_true(sampled_same(&whole, &parts));
    }
    struct us_frame_sample untouched;
    memset(&untouched, 0x5a, sizeof untouched);
    us_sampler_frame(world.sampler, 1.0, 0, &untouched);
    for (size_t i = 0; i < sizeof untouched; i++)
        assert_int_equal(((const uint8_t *)&untouched)[i], 0x5a);
}

static struct us_motion stilled(struct us_motion motion)
{
    return (struct us_motion){.pose = motion.pose};
}

/* What a frame is without its velocities. */
static void take_velocities(struct us_frame_sample *frame)
{
    frame->head.motion = stilled(frame->head.motion);
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++)
        for (unsigned i = 0; i < US_JOINT_COUNT; i++)
            frame->hands[hand].joints[i] = stilled(frame->hands[hand].joints[i]);
    frame->gaze.origin_m_s = frame->gaze.direction_rate = (struct us_vec3){0};
}

TEST(still_frames_lack_nothing_but_velocities)
{
    for (int kind = 0; kind < KINDS; kind++) {
        uint64_t seed = 9 + (uint64_t)kind;
        make_file((enum kind)kind, seed);
        world_init();
        for (int i = 0; i < 200; i++) {
            struct us_frame_sample moving, still;
            double time_s = random_between(&seed, -1, 11);
            us_sampler_frame(world.sampler, time_s, US_SAMPLE_ALL, &moving);
            us_sampler_frame(world.sampler, time_s, US_SAMPLE_ALL | US_SAMPLE_STILL, &still);
            take_velocities(&moving);
            assert_true(sampled_same(&moving, &still));
        }
    }
}

/* ---- By hand ---- */

static void add_simple(unsigned curve, double time_s, double x)
{
    const double q[4] = {0, 0, 0, 1}, p[3] = {x, 2 * x, 0};
    animation_add_pose(&file, curve, time_s, q, p);
}

static enum us_how head_how(double time_s)
{
    struct us_head_sample head;
    us_sampler_head(world.sampler, time_s, &head);
    return head.how;
}

TEST(how_each_value_was_made)
{
    static const struct {
        double time_s;
        enum us_how clamped, looped, half;
    } cases[] = {{0.5, US_HOW_BEFORE_START, US_HOW_INTERPOLATED, US_HOW_BEFORE_START},
                 {1.0, US_HOW_EXACT, US_HOW_EXACT, US_HOW_EXACT},
                 {1.5, US_HOW_INTERPOLATED, US_HOW_INTERPOLATED, US_HOW_INTERPOLATED},
                 {2.0, US_HOW_EXACT, US_HOW_EXACT, US_HOW_EXACT},
                 {3.5, US_HOW_HELD, US_HOW_INTERPOLATED, US_HOW_INTERPOLATED},
                 {-INFINITY, US_HOW_BEFORE_START, US_HOW_BEFORE_START, US_HOW_BEFORE_START},
                 {INFINITY, US_HOW_HELD, US_HOW_HELD, US_HOW_HELD},
                 {NAN, US_HOW_EXACT, US_HOW_EXACT, US_HOW_EXACT}};
    for (unsigned wrap = 0; wrap < 3; wrap++)
        for (unsigned alike = 0; alike < 2; alike++) {
            animation_init(&file);
            animation_wrap_all(&file, wrap == 1 ? 2 : 8, wrap > 0 ? 2 : 8);
            for (int k = 1; k <= 3; k++)
                add_simple(ANIMATION_CAMERA, k, k);
            if (!alike) { /* a flag that is held, so that curves do not all repeat alike */
                animation_add(&file, ANIMATION_PINCHING, 1, 1);
                animation_add(&file, ANIMATION_PINCHING, 2, 1);
                file.curves[ANIMATION_PINCHING].pre = file.curves[ANIMATION_PINCHING].post = 8;
            }
            world_init();
            for (unsigned i = 0; i < 8; i++) {
                if (wrap > 0 && !alike && isinf(cases[i].time_s))
                    continue;
                enum us_how want = wrap == 0   ? cases[i].clamped
                                   : wrap == 1 ? cases[i].looped
                                               : cases[i].half;
                assert_int_equal(head_how(cases[i].time_s), want);
            }
            struct us_frame_sample frame;
            us_sampler_frame(world.sampler, 1.5, US_SAMPLE_ALL, &frame);
            assert_int_equal(frame.hands[0].how, US_HOW_ABSENT);
            assert_int_equal(frame.gaze.how, US_HOW_ABSENT);
            assert_false(frame.hands[0].tracked);
            assert_false(frame.gaze.valid);
            check_near((double)frame.head.motion.pose.position_m.y, 3.0, 1e-6, "y");
            check_near((double)frame.head.motion.linear_m_s.y, 2.0, 1e-6, "y's rate");
        }
}

TEST(a_key_of_another_track_is_not_exact)
{
    animation_init(&file);
    add_simple(ANIMATION_CAMERA, 1, 1);
    add_simple(ANIMATION_CAMERA, 3, 3);
    animation_add(&file, ANIMATION_TRACKED, 2, 1);
    add_simple(animation_joint(0, 3), 2, 1);
    add_simple(animation_joint(0, 3), 4, 1);
    world_init();
    assert_int_equal(head_how(2.0), US_HOW_INTERPOLATED);
    assert_int_equal(head_how(3.0), US_HOW_EXACT);
    assert_int_equal(head_how(3.5), US_HOW_HELD);
    struct us_hand_sample hand;
    hand = sampled_hand(world.sampler, US_HAND_LEFT, 2.0);
    assert_int_equal(hand.how, US_HOW_EXACT);
    hand = sampled_hand(world.sampler, US_HAND_LEFT, 1.0);
    assert_int_equal(hand.how, US_HOW_BEFORE_START);
}

static bool gaze_at(double time_s)
{
    struct us_gaze_sample gaze;
    gaze = sampled_gaze(world.sampler, time_s);
    return gaze.valid;
}

TEST(where_the_gaze_is_valid)
{
    /* Directions at 0..5 s: there, none, there, there, none, there. A loop of 5 s: 5 is 0 again. */
    static const int there[] = {1, 0, 1, 1, 0, 1};
    static const struct {
        double time_s;
        bool clamped, looped;
    } cases[] = {{-0.5, true, false}, {0, true, true},   {0.5, false, false}, {1, false, false},
                 {1.5, false, false}, {2, true, true},   {2.5, true, true},   {3, true, true},
                 {3.5, false, false}, {4, false, false}, {4.5, false, false}, {5, true, true},
                 {5.5, true, false},  {7.5, true, true}, {9.5, true, false},  {-2.5, true, true}};
    for (unsigned variant = 0; variant < 4; variant++) {
        bool looped = variant == 1 || variant == 2; /* 2: beside a camera that does not repeat */
        animation_init(&file);
        for (unsigned c = 0; c < 6; c++) {
            for (int k = 0; k < 6; k++)
                animation_add(&file, ANIMATION_GAZE + c, k, c == 5 ? 2.0 * there[k] : 0.0);
            file.curves[ANIMATION_GAZE + c].pre = file.curves[ANIMATION_GAZE + c].post =
                looped ? 2 : 8;
        }
        for (int k = 0; k < 30 && variant >= 2; k++)
            add_simple(ANIMATION_CAMERA, 0.37 * k - 2, k); /* rows between and outside the gaze's */
        world_init();
        for (unsigned i = 0; i < 16; i++)
            if (gaze_at(cases[i].time_s) != (looped ? cases[i].looped : cases[i].clamped))
                fail_msg("variant %u at %g s", variant, cases[i].time_s);
    }
}

TEST(a_loop_does_not_hide_a_last_key_without_gaze)
{
    animation_init(&file);
    animation_wrap_all(&file, 2, 2);
    for (int k = 0; k < 3; k++)
        for (unsigned c = 0; c < 6; c++)
            animation_add(&file, ANIMATION_GAZE + c, k, c == 5 && k < 2);
    world_init();
    assert_true(gaze_at(0.5));
    assert_true(gaze_at(1.0));
    assert_false(gaze_at(1.5));
    assert_false(gaze_at(3.5));
}

TEST(rotations_take_the_short_way_and_have_the_right_rate)
{
    /* Two keys, q and then -q turned by 0.4 rad about Y: in the middle it is 0.2 rad. */
    animation_init(&file);
    const double a[4] = {0, 0, 0, 1}, b[4] = {0, -sin(0.2), 0, -cos(0.2)}, p[3] = {0, 0, 0};
    animation_add_pose(&file, ANIMATION_CAMERA, 0, a, p);
    animation_add_pose(&file, ANIMATION_CAMERA, 2, b, p);
    world_init();
    struct us_head_sample head;
    us_sampler_head(world.sampler, 1.0, &head);
    check_near((double)head.motion.pose.rotation.y, sin(0.1), 1e-6, "y");
    check_near((double)head.motion.pose.rotation.w, cos(0.1), 1e-6, "w");
    /* Along the chord at its middle: angle = 2 atan(s tan(..)), whose rate is tan(0.1) * 2 a
     * second. */
    check_near((double)head.motion.angular_rad_s.y, 2 * tan(0.1), 1e-6, "rate");
    check_near((double)head.motion.angular_rad_s.x, 0, 1e-7, "no other");
    us_sampler_head(world.sampler, 2.5, &head);
    check_near((double)head.motion.angular_rad_s.y, 0, 0, "held");
}

TEST(absurd_keys_give_finite_answers)
{
    const float most = 3.4e38f, least = 1e-45f;
    uint64_t seed = 10;
    animation_init(&file);
    file.key_size = 28;
    static const float times_s[] = {-1e30f, -1e-40f, 0.0f, 1e-45f, 1e-30f, 1e-10f, 1.0f, 1e30f};
    for (unsigned i = 0; i < ANIMATION_CURVES; i++)
        for (unsigned k = i % 3; k < 8; k++) {
            struct animation_key key = {times_s[k],
                                        random_share(&seed) < 0.5 ? most : -most,
                                        random_share(&seed) < 0.5 ? most : least,
                                        -most,
                                        most,
                                        -most,
                                        (int32_t)(i % 5)};
            if (i % 2)
                key = linear_key((double)times_s[k], (double)key.value * (i % 4 == 1 ? 1e-38 : 1));
            animation_add_key(&file, i, key);
        }
    world_init();
    for (int i = 0; i < 2000; i++) {
        struct us_frame_sample frame;
        double time_s = (double)times_s[i % 8];
        if (i >= 8)
            time_s += random_between(&seed, -1, 1) * pow(10, random_between(&seed, -45, 30));
        us_sampler_frame(world.sampler, time_s, US_SAMPLE_ALL, &frame);
        for (unsigned hand = 0; hand < 2; hand++) {
            const float *floats = (const float *)(const void *)frame.hands[hand].joints;
            for (size_t f = 0; f < sizeof frame.hands[hand].joints / (sizeof(float)); f++)
                assert_true(isfinite(floats[f]));
        }
        assert_true(isfinite(us_vec3_norm(frame.gaze.direction_rate)));
        assert_true(isfinite(frame.gaze.origin_m_s.x) && isfinite(frame.gaze.direction.x));
    }
}

/* Rows a hair apart, because of another curve's keys: a rate must not come out of rounding. */
TEST(a_still_hand_is_still_between_close_rows)
{
    animation_init(&file);
    add_simple(animation_joint(0, 1), 0, 1);
    add_simple(animation_joint(0, 1), 1, 1);
    animation_add(&file, ANIMATION_TRACKED, 0, 1);
    static const float close_s[] = {0.0f, 1e-40f, 0.5f, 0.50000006f, 1.0f};
    for (unsigned k = 0; k < 5; k++)
        add_simple(ANIMATION_CAMERA, (double)close_s[k], k);
    world_init();
    for (unsigned k = 0; k < 5; k++) {
        struct us_hand_sample hand;
        hand = sampled_hand(world.sampler, US_HAND_LEFT, (double)close_s[k]);
        check_near((double)us_vec3_norm(hand.joints[1].linear_m_s), 0, 0, "linear");
        check_near((double)us_vec3_norm(hand.joints[1].angular_rad_s), 0, 0, "angular");
    }
}

/* ---- Threads ---- */

enum { THREADS = 4, ASKED = 1500 };

struct asker {
    const struct us_sampler *sampler;
    const struct us_frame_sample *want;
    const double *times_s;
    unsigned offset;
    bool same;
};

static void *ask(void *argument)
{
    struct asker *asker = argument;
    asker->same = true;
    for (unsigned i = 0; i < ASKED; i++) {
        unsigned n = (i * 7 + asker->offset) % ASKED;
        struct us_frame_sample got;
        us_sampler_frame(asker->sampler, asker->times_s[n], US_SAMPLE_ALL, &got);
        asker->same = asker->same && sampled_same(&got, &asker->want[n]);
    }
    return NULL;
}

TEST(threads_get_the_same_bits)
{
    static const enum kind kinds[] = {BENT, MIXED, SCATTERED};
    for (unsigned n = 0; n < 3; n++) {
        uint64_t seed = 21;
        make_file(kinds[n], seed);
        world_init();
        static double times_s[ASKED];
        struct us_frame_sample *want = calloc(ASKED, sizeof *want);
        assert_non_null(want);
        for (unsigned i = 0; i < ASKED; i++) {
            times_s[i] = random_between(&seed, world.first_s - 5, world.last_s + 5);
            us_sampler_frame(world.sampler, times_s[i], US_SAMPLE_ALL, &want[i]);
        }
        pthread_t threads[THREADS];
        struct asker askers[THREADS];
        for (unsigned i = 0; i < THREADS; i++) {
            askers[i] = (struct asker){world.sampler, want, times_s, i * 311, false};
            assert_int_equal(pthread_create(&threads[i], NULL, ask, &askers[i]), 0);
        }
        for (unsigned i = 0; i < THREADS; i++) {
            assert_int_equal(pthread_join(threads[i], NULL), 0);
            assert_true(askers[i].same);
        }
        free(want);
    }
}

int main(void)
{
#ifdef __SANITIZE_THREAD__
    cmocka_set_test_filter("threads*"); /* the others have one thread */
#endif
    return RUN_TESTS(
        shared_times, split_times, bent_segments, steps_and_repeated_times, loops_alike,
        there_and_back_alike, alike_on_one_side, repeating_each_in_its_way, missing_sections,
        scattered_times, scattered_and_repeating, a_single_row, an_empty_recording,
        with_rows_and_without_the_answer_is_the_same, parts_and_single_calls_agree,
        still_frames_lack_nothing_but_velocities, how_each_value_was_made,
        a_key_of_another_track_is_not_exact, where_the_gaze_is_valid,
        a_loop_does_not_hide_a_last_key_without_gaze,
        rotations_take_the_short_way_and_have_the_right_rate, absurd_keys_give_finite_answers,
        a_still_hand_is_still_between_close_rows, threads_get_the_same_bits);
}
