/* SPDX-License-Identifier: MIT */
#include "tool/compare/recordings/recording_compare.h"

#include <stdio.h>

#include "tool/recording/samples.h"

static void add_head(struct tool_recording_difference *difference, const struct us_head_sample *a,
                     const struct us_head_sample *b)
{
    const bool has_a = a->how != US_HOW_ABSENT, has_b = b->how != US_HOW_ABSENT;
    tool_recording_difference_held(difference, TOOL_RECORDING_DIFFERENCE_HEAD, has_a, has_b);
    if (tool_recording_difference_presence(difference, TOOL_RECORDING_DIFFERENCE_HEAD, "", has_a,
                                           has_b, "recorded"))
        tool_recording_difference_pose(difference, TOOL_RECORDING_DIFFERENCE_HEAD, "",
                                       &a->motion.pose, a->flags, &b->motion.pose, b->flags);
}

static uint8_t joint_flags(const struct us_hand_sample *hand, enum us_joint joint)
{
    return hand->has_details ? hand->flags[joint] : US_POSE_ALL;
}

static const char *source_words(uint32_t source, char out[64])
{
    static const char *const names[] = {"not known", "unobstructed", "controller"};
    if (source < sizeof names / sizeof names[0])
        return names[source];
    snprintf(out, 64, "%u", (unsigned)source);
    return out;
}

/* XrHandTrackingDataSourceEXT, which an input animation file has no place for. */
static void add_source(struct tool_recording_difference *difference,
                       enum tool_recording_difference_channel hand, const struct us_hand_sample *a,
                       const struct us_hand_sample *b)
{
    char a_words[64], b_words[64];
    if (a->has_details && b->has_details)
        tool_recording_difference_words(difference, hand, "", "source",
                                        source_words(a->data_source, a_words),
                                        source_words(b->data_source, b_words));
}

static void add_hand(struct tool_recording_difference *difference, unsigned which,
                     const struct us_hand_sample *a, const struct us_hand_sample *b)
{
    const enum tool_recording_difference_channel hand = which == US_HAND_LEFT
                                                            ? TOOL_RECORDING_DIFFERENCE_LEFT_HAND
                                                            : TOOL_RECORDING_DIFFERENCE_RIGHT_HAND,
                                                 pinch =
                                                     which == US_HAND_LEFT
                                                         ? TOOL_RECORDING_DIFFERENCE_LEFT_PINCH
                                                         : TOOL_RECORDING_DIFFERENCE_RIGHT_PINCH;
    const bool has_a = a->how != US_HOW_ABSENT && a->tracked,
               has_b = b->how != US_HOW_ABSENT && b->tracked;
    tool_recording_difference_held(difference, hand, has_a, has_b);
    tool_recording_difference_held(difference, pinch, a->pinching, b->pinching);
    tool_recording_difference_presence(difference, pinch, "", a->pinching, b->pinching, "pinching");
    const bool has_both =
        tool_recording_difference_presence(difference, hand, "", has_a, has_b, "tracked");
    add_source(difference, hand, a, b);
    if (!has_both)
        return;
    for (unsigned i = 0; i < TOOL_SAMPLE_JOINTS; i++) {
        const enum us_joint joint = us_joint_from_openxr((int)i);
        const char *name = tool_sample_joint_name(i);
        tool_recording_difference_pose(difference, hand, name, &a->joints[joint].pose,
                                       joint_flags(a, joint), &b->joints[joint].pose,
                                       joint_flags(b, joint));
        if (a->has_details && b->has_details)
            tool_recording_difference_number(difference, hand, name, "radius",
                                             (double)a->radius_m[joint], (double)b->radius_m[joint],
                                             "m");
    }
}

static void add_gaze(struct tool_recording_difference *difference, const struct us_gaze_sample *a,
                     const struct us_gaze_sample *b)
{
    const bool has_a = a->how != US_HOW_ABSENT && a->valid,
               has_b = b->how != US_HOW_ABSENT && b->valid;
    tool_recording_difference_held(difference, TOOL_RECORDING_DIFFERENCE_GAZE, has_a, has_b);
    if (!tool_recording_difference_presence(difference, TOOL_RECORDING_DIFFERENCE_GAZE, "", has_a,
                                            has_b, "valid"))
        return;
    tool_recording_difference_position(difference, TOOL_RECORDING_DIFFERENCE_GAZE, "origin",
                                       a->origin_m, b->origin_m);
    tool_recording_difference_direction(difference, TOOL_RECORDING_DIFFERENCE_GAZE, "",
                                        a->direction, b->direction);
    if (a->has_pose && b->has_pose)
        tool_recording_difference_pose(difference, TOOL_RECORDING_DIFFERENCE_GAZE, "",
                                       &a->motion.pose, a->flags, &b->motion.pose, b->flags);
}

void tool_sample_compare(struct tool_recording_difference *difference,
                         const struct us_loaded_recording *a, double a_s,
                         const struct us_loaded_recording *b, double b_s)
{
    struct us_frame_sample of_a, of_b;
    tool_sample_still(a, a_s, &of_a);
    tool_sample_still(b, b_s, &of_b);
    add_head(difference, &of_a.head, &of_b.head);
    for (unsigned i = 0; i < US_HAND_COUNT; i++)
        add_hand(difference, i, &of_a.hands[i], &of_b.hands[i]);
    add_gaze(difference, &of_a.gaze, &of_b.gaze);
    if (a->session != NULL && b->session != NULL)
        tool_recording_compare_sessions(difference, &of_a, a, a_s, &of_b, b, b_s);
}
