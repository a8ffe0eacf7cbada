/* SPDX-License-Identifier: MIT */
/* Hazard: two spaces are taken for one, and the app gets the identity where the runtime has another
 * pose; or one space is not the same as itself. */
#include "scene.h"

#include <string.h>

#include "layer/answer/space.h"

static struct us_session sessions[2];

static struct us_space stage_at(struct us_pose offset)
{
    return (struct us_space){.session = &sessions[0],
                             .is_reference = true,
                             .reference = XR_REFERENCE_SPACE_TYPE_STAGE,
                             .T_entity_space = offset};
}

static void check(const struct us_space *a, const struct us_space *b, bool expected)
{
    assert_int_equal(us_space_is_same_frame(a, b), expected);
    assert_int_equal(us_space_is_same_frame(b, a), expected);
}

TEST(test_reference_spaces)
{
    const struct us_pose offset = {{0.5f, 0.5f, 0.5f, 0.5f}, {1, 2, 3}};
    const struct us_space one = stage_at(offset);
    struct us_space other = one;
    check(&one, &one, true);
    check(&one, &other, true);
    other.session = &sessions[1];
    check(&one, &other, false);
    other = one;
    other.reference = XR_REFERENCE_SPACE_TYPE_LOCAL;
    check(&one, &other, false);
    /* Each component of the offset counts. */
    for (size_t i = 0; i < sizeof offset / sizeof(float); i++) {
        struct us_pose moved = offset;
        const float elsewhere = 9.0f;
        memcpy((char *)&moved + i * sizeof elsewhere, &elsewhere, sizeof elsewhere);
        other = stage_at(moved);
        check(&one, &other, false);
    }
}

/* Two action spaces may be of different actions: only a space and itself are the same. */
TEST(test_action_spaces)
{
    const struct us_space one = {.session = &sessions[0], .T_entity_space = us_pose_identity};
    const struct us_space other = one;
    struct us_space reference = one;
    reference.is_reference = true;
    check(&one, &one, true);
    check(&one, &other, false);
    check(&one, &reference, false);
}

int main(void)
{
    return RUN_TESTS(test_reference_spaces, test_action_spaces);
}
