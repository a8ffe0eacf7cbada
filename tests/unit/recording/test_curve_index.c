/* SPDX-License-Identifier: MIT */
/* Hazard: a recording that is played in pieces though a piece does not tell enough, or that is read
 * whole though it need not be. */
#include "support.h"

#include "core/repair/repair.h"
#include "core/base/file.h"
#include "core/recording/curve_index.h"

enum { KEYS = 9 };

/* Whether a file must be whole whose rotation at `pose` has these keys of W: `count` of them, the
 * second with this value; Z ends at 0.25. */
static bool needs_whole(unsigned pose, unsigned count, float second, int32_t wrap)
{
    struct animation_file take;
    uint64_t size;
    animation_init(&take);
    animation_wrap_all(&take, 8, 8);
    for (unsigned k = 0; k < KEYS; k++)
        for (unsigned c = 3; c < 6; c++)
            animation_add(&take, pose + c, k, c == 5 && k == KEYS - 1 ? 0.25 : 0.5);
    for (unsigned k = 0; k < count; k++)
        animation_add(&take, pose + 6, k, k == 1 ? second : 0.125f);
    take.curves[pose + 1].pre = wrap;
    animation_add(&take, pose + 1, 0, 1);
    animation_add(&take, pose + 1, 1, 1);
    uint8_t *bytes = animation_bytes(&take, &size);
    struct us_file file = us_file_in_memory(bytes, size);
    struct us_curve_index index;
    assert_int_equal(us_curve_index_read(&file, &index, NULL), US_OK);
    bool whole = us_repair_needs_whole(&index, &file);
    us_curve_index_finish(&index);
    animation_finish(&take);
    free(bytes);
    return whole;
}

TEST(a_lost_w_needs_the_whole_recording)
{
    const unsigned poses[] = {ANIMATION_CAMERA, animation_joint(0, 0), animation_joint(0, 1),
                              animation_joint(1, 26)};
    for (unsigned i = 0; i < 4; i++) {
        assert_false(needs_whole(poses[i], KEYS, 0.25f, 8));
        assert_false(needs_whole(poses[i], KEYS - 1, 0.25f, 8));
        assert_false(needs_whole(poses[i], 3, 0.25f, 8));
        assert_true(needs_whole(poses[i], 2, 0.25f, 8));
        assert_false(needs_whole(poses[i], 2, 0.375f, 8));
        assert_true(needs_whole(poses[i], 1, 0.25f, 8));
        assert_false(needs_whole(poses[i], 0, 0.25f, 8));
    }
}

TEST(what_repeats_needs_the_whole_recording)
{
    const int32_t wraps[] = {0, 1, 2, 4, 8, 77};
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(needs_whole(ANIMATION_CAMERA, KEYS, 0.25f, wraps[i]),
                         wraps[i] == 2 || wraps[i] == 4);
}

TESTS_MAIN(a_lost_w_needs_the_whole_recording, what_repeats_needs_the_whole_recording)
