/* SPDX-License-Identifier: MIT */
/* Hazard: real files, which are not what the specification says. Facts are from docs/format.md and
 * README.md beside the samples, or counted here byte by byte. */
#include "support.h"

#include "core/keys/key_source.h"
#include "encode.h"
#include "core/base/pose.h"
#include "core/repair/repair.h"
#include "core/playback/loaded_recording.h"

struct opened {
    struct us_recording recording;
    uint8_t *copy;
    uint64_t size;
};

static void open_sample(struct opened *opened, const char *name)
{
    struct us_error error;
    uint8_t *bytes = sample_bytes(name, &opened->size);
    opened->copy = malloc((size_t)opened->size);
    assert_non_null(opened->copy);
    memcpy(opened->copy, bytes, (size_t)opened->size);
    if (us_recording_decode(bytes, opened->size, &opened->recording, &error) != US_OK)
        fail_msg("%s: %s", name, error.text);
}

static void close_sample(struct opened *opened)
{
    free(opened->copy);
    us_recording_finish(&opened->recording);
}

/* Walk the file's curves by their counts alone: how many there are, their keys, and where they end.
 */
static uint64_t walk(const struct opened *opened, uint64_t at, unsigned curves, unsigned key_size,
                     uint64_t *out_keys)
{
    *out_keys = 0;
    for (unsigned i = 0; i < curves; i++) {
        unsigned size = i >= ANIMATION_TRACKED && i < ANIMATION_JOINTS ? 8 : key_size;
        unsigned count = (unsigned)peek_i32(opened->copy + at + 8);
        assert_int_equal(opened->recording.curves[i].key_count, count);
        assert_int_equal(opened->recording.curves[i].byte, at);
        *out_keys += count;
        at += 12 + (uint64_t)count * size;
    }
    return at;
}

static void check_round_trip(const struct opened *opened)
{
    uint8_t *again;
    uint64_t size;
    assert_int_equal(us_encode(&opened->recording, &opened->recording.layout, &again, &size, NULL),
                     US_OK);
    assert_int_equal(size, opened->size);
    assert_memory_equal(again, opened->copy, (size_t)size);
    free(again);
}

TEST(the_old_file)
{
    struct opened opened;
    open_sample(&opened, "hololens2-v1.0.bin");
    const struct us_layout *layout = &opened.recording.layout;
    assert_int_equal(layout->version_minor, 0);
    assert_int_equal(layout->key_size, 28);
    assert_true(layout->has_markers && layout->has_camera && layout->has_hands);
    assert_false(layout->has_gaze || layout->headerless);
    uint64_t keys, end = walk(&opened, 16, ANIMATION_GAZE, 28, &keys);
    assert_int_equal(opened.recording.key_count, keys);
    assert_int_equal(opened.size - end, 4 + 0);
    assert_int_equal(opened.recording.marker_count, 0);
    check_near(opened.recording.first_key_s, 41.2, 0.05, "first key");
    check_near(opened.recording.last_key_s, 62.4, 0.05, "last key");
    check_near(us_recording_start_s(&opened.recording), opened.recording.first_key_s, 0, "start");
    check_round_trip(&opened);
    close_sample(&opened);
}

TEST(the_new_file)
{
    struct opened opened;
    open_sample(&opened, "hololens2-v1.1.bin");
    const struct us_recording *recording = &opened.recording;
    assert_int_equal(recording->layout.version_minor, 1);
    assert_int_equal(recording->layout.key_size, 8);
    assert_true(recording->layout.has_markers && recording->layout.has_camera);
    assert_true(recording->layout.has_hands && recording->layout.has_gaze);
    uint64_t keys, end = walk(&opened, 19, ANIMATION_CURVES, 8, &keys);
    assert_int_equal(recording->key_count, keys);
    assert_int_equal(keys, 74148);
    check_near(recording->first_key_s, 0, 0, "first key");
    check_near(recording->last_key_s, 20.85, 1e-6, "duration: a pinch's last key");

    /* Two markers, one of them not ASCII, to the file's last byte. */
    assert_int_equal(peek_i32(opened.copy + end), 2);
    assert_int_equal(recording->marker_count, 2);
    const uint8_t *at = opened.copy + end + 4;
    bool beyond_ascii = false;
    for (unsigned i = 0; i < 2; i++) {
        const struct us_marker *marker = &recording->markers[i];
        int32_t bits;
        memcpy(&bits, &marker->time_s, 4);
        assert_int_equal(bits, peek_i32(at));
        assert_int_equal(marker->name_length, at[4]);
        assert_memory_equal(marker->name, at + 5, at[4]);
        for (unsigned c = 0; c < at[4]; c++)
            beyond_ascii = beyond_ascii || at[5 + c] >= 0x80;
        at += 5 + at[4];
    }
    assert_ptr_equal(at, opened.copy + opened.size);
    assert_true(beyond_ascii);
    check_round_trip(&opened);
    close_sample(&opened);
}

TEST(the_file_with_the_defect)
{
    struct opened opened;
    open_sample(&opened, "hololens2-v1.1-w-defect.bin");
    assert_int_equal(opened.recording.layout.version_minor, 1);
    assert_int_equal(opened.recording.layout.key_size, 8);
    check_round_trip(&opened);
    close_sample(&opened);
}

TEST(a_file_without_its_header_is_recognised)
{
    struct us_recording recording;
    uint64_t size;
    uint8_t *bytes = sample_bytes("hololens2-v1.0.bin", &size);
    memmove(bytes, bytes + 16, (size_t)size - 16);
    struct us_error error;
    assert_int_equal(us_recording_decode(bytes, size - 16, &recording, &error), US_OK);
    assert_true(recording.layout.headerless);
    assert_int_equal(recording.curves[0].byte, 0);
    check_near(recording.last_key_s, 62.4, 0.05, "last key");
    us_recording_finish(&recording);
}

TEST(every_sample_can_be_played)
{
    static const char *const names[] = {"hololens2-v1.0.bin", "hololens2-v1.1.bin",
                                        "hololens2-v1.1-w-defect.bin"};
    for (unsigned i = 0; i < 3; i++) {
        char path[512];
        struct us_loaded_recording take;
        struct us_error error;
        snprintf(path, sizeof path, "%s/%s", samples_folder(), names[i]);
        if (us_loaded_recording_load(path, &take, &error) != US_OK)
            fail_msg("%s: %s", names[i], error.text);
        assert_false(us_loaded_recording_is_floor_based(&take)); /* a HoloLens starts at its head */
        bool flips = false, defect = false, tail = false;
        for (uint32_t n = 0; n < take.report.item_count; n++) {
            enum us_repair_kind kind = take.report.items[n].kind;
            flips = flips || kind == US_REPAIR_SIGN_FLIP;
            defect = defect || kind == US_REPAIR_W_DEFECT;
            tail = tail || kind == US_REPAIR_LOST_TAIL;
        }
        assert_true(flips);
        assert_int_equal(defect, i == 2);
        /* The 1.1 writer keeps the last pose at multiples of 32 frames: 20.8 s is frame 39 * 32. */
        assert_int_equal(tail, i >= 1);
        us_loaded_recording_close(&take);
    }
}

static struct us_quat rotation_at(const struct us_recording *recording, unsigned curve,
                                  double time_s)
{
    float q[4];
    for (unsigned i = 0; i < 4; i++)
        q[i] = (float)us_curve_evaluate(&recording->curves[curve + 3 + i], time_s, NULL);
    return us_quat_normalize((struct us_quat){q[0], q[1], q[2], q[3]});
}

TEST(the_lost_w_comes_back)
{
    struct opened defect, truth;
    open_sample(&defect, "hololens2-v1.1-w-defect.bin");
    open_sample(&truth, "hololens2-v1.1.bin");
    assert_int_equal(us_repair(&defect.recording, NULL, NULL), US_OK);
    unsigned keys = 0, off = 0, checked_joints = 0;
    for (unsigned hand = 0; hand < 2; hand++)
        for (unsigned joint = 1; joint < ANIMATION_JOINT_COUNT; joint++) {
            unsigned curve = animation_joint(hand, joint);
            const struct us_curve *x = &defect.recording.curves[curve + 3];
            checked_joints += x->key_count > 1;
            for (uint32_t k = 0; k < x->key_count; k++) {
                double time_s = (double)us_curve_time_s(x, k);
                float angle = us_quat_angle_rad(rotation_at(&defect.recording, curve, time_s),
                                                rotation_at(&truth.recording, curve, time_s));
                keys++;
                off += angle > 5.0f * 3.14159265f / 180.0f;
            }
        }
    print_message("%u of %u keys of %u joints are off by more than 5 degrees (%.2f %%)\n", off,
                  keys, checked_joints, 100.0 * off / keys);
    assert_true(keys > 5000);
    assert_true(off * 1000 <= keys * 15);
    close_sample(&defect);
    close_sample(&truth);
}

int main(void)
{
    samples_folder(); /* skips where there are none */
    return RUN_TESTS(the_old_file, the_new_file, the_file_with_the_defect,
                     a_file_without_its_header_is_recognised, every_sample_can_be_played,
                     the_lost_w_comes_back);
}
