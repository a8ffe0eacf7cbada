/* SPDX-License-Identifier: MIT */
#include "tool/compare/recordings/recording_compare.h"

#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/recording/samples.h"
#include "tool/recording/session_survey.h"

enum {
    VALID = US_POSE_ORIENTATION_VALID | US_POSE_POSITION_VALID,
    TRACKED = US_POSE_ORIENTATION_TRACKED | US_POSE_POSITION_TRACKED
};

/* The flags that both files can hold. */
static unsigned common_flags(const struct tool_recording_difference *difference, uint8_t flags)
{
    bool both = difference->a_is_session && difference->b_is_session;
    return flags & (both ? (unsigned)VALID | (unsigned)TRACKED : (unsigned)VALID);
}

static void count(struct tool_recording_difference *difference,
                  enum tool_recording_difference_channel channel, bool a, bool b)
{
    difference->channels[channel].a += a;
    difference->channels[channel].b += b;
}

static const char *flag_words(unsigned flags, char out[64])
{
    static const char *const names[] = {"orientation valid", "position valid",
                                        "orientation tracked", "position tracked"};
    out[0] = '\0';
    if ((flags & VALID) == 0)
        return "not valid";
    if ((flags & VALID) == VALID && (flags & TRACKED) == 0)
        return "valid";
    if ((flags & (VALID | TRACKED)) == (VALID | TRACKED))
        return "valid, tracked";
    for (unsigned i = 0; i < 4; i++)
        if ((flags & 1U << i) != 0)
            us_text_add_word(out, 64, names[i]);
    return out;
}

static void add_pose(struct tool_recording_difference *difference,
                     enum tool_recording_difference_channel channel, const char *part,
                     const struct us_pose *a, uint8_t a_flags, const struct us_pose *b,
                     uint8_t b_flags)
{
    char a_words[64], b_words[64];
    const unsigned both = a_flags & b_flags;
    tool_recording_difference_words(difference, channel, part, "flags",
                                    flag_words(common_flags(difference, a_flags), a_words),
                                    flag_words(common_flags(difference, b_flags), b_words));
    if ((both & US_POSE_POSITION_VALID) != 0)
        tool_recording_difference_position(difference, channel, part, a->position_m, b->position_m);
    if ((both & US_POSE_ORIENTATION_VALID) != 0)
        tool_recording_difference_rotation(difference, channel, part, a->rotation, b->rotation);
}

static void add_head(struct tool_recording_difference *difference, const struct us_head_sample *a,
                     const struct us_head_sample *b)
{
    const bool has_a = a->how != US_HOW_ABSENT, has_b = b->how != US_HOW_ABSENT;
    count(difference, TOOL_RECORDING_DIFFERENCE_HEAD, has_a, has_b);
    if (tool_recording_difference_presence(difference, TOOL_RECORDING_DIFFERENCE_HEAD, "", has_a,
                                           has_b, "recorded"))
        add_pose(difference, TOOL_RECORDING_DIFFERENCE_HEAD, "", &a->motion.pose, a->flags,
                 &b->motion.pose, b->flags);
}

static uint8_t joint_flags(const struct us_hand_sample *hand, enum us_joint joint)
{
    return hand->has_details ? hand->flags[joint] : US_POSE_ALL;
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
    count(difference, hand, has_a, has_b);
    count(difference, pinch, a->pinching, b->pinching);
    tool_recording_difference_presence(difference, pinch, "", a->pinching, b->pinching, "pinching");
    if (!tool_recording_difference_presence(difference, hand, "", has_a, has_b, "tracked"))
        return;
    for (unsigned i = 0; i < TOOL_SAMPLE_JOINTS; i++) {
        const enum us_joint joint = us_joint_from_openxr((int)i);
        const char *name = tool_sample_joint_name(i);
        add_pose(difference, hand, name, &a->joints[joint].pose, joint_flags(a, joint),
                 &b->joints[joint].pose, joint_flags(b, joint));
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
    count(difference, TOOL_RECORDING_DIFFERENCE_GAZE, has_a, has_b);
    if (!tool_recording_difference_presence(difference, TOOL_RECORDING_DIFFERENCE_GAZE, "", has_a,
                                            has_b, "valid"))
        return;
    tool_recording_difference_position(difference, TOOL_RECORDING_DIFFERENCE_GAZE, "origin",
                                       a->origin_m, b->origin_m);
    tool_recording_difference_direction(difference, TOOL_RECORDING_DIFFERENCE_GAZE, "",
                                        a->direction, b->direction);
    if (a->has_pose && b->has_pose)
        add_pose(difference, TOOL_RECORDING_DIFFERENCE_GAZE, "", &a->motion.pose, a->flags,
                 &b->motion.pose, b->flags);
}

/* ---- Of two sessions ---- */

static bool is_active(const struct us_controller_sample *controller, unsigned pose)
{
    return controller->how != US_HOW_ABSENT && controller->poses[pose].is_recorded &&
           controller->poses[pose].is_active;
}

static void add_controller(struct tool_recording_difference *difference, unsigned which,
                           const struct us_controller_sample *a,
                           const struct us_controller_sample *b)
{
    const enum tool_recording_difference_channel channel =
        which == US_HAND_LEFT ? TOOL_RECORDING_DIFFERENCE_LEFT_CONTROLLER
                              : TOOL_RECORDING_DIFFERENCE_RIGHT_CONTROLLER;
    bool any_a = false, any_b = false;
    for (unsigned i = 0; i < US_CONTROLLER_POSES; i++) {
        const bool has_a = is_active(a, i), has_b = is_active(b, i);
        const char *name = tool_session_pose_name((enum us_session_hand_pose)i);
        any_a = any_a || has_a;
        any_b = any_b || has_b;
        if (tool_recording_difference_presence(difference, channel, name, has_a, has_b, "active"))
            add_pose(difference, channel, name, &a->poses[i].motion.pose, a->poses[i].flags,
                     &b->poses[i].motion.pose, b->poses[i].flags);
    }
    count(difference, channel, any_a, any_b);
}

static void add_views(struct tool_recording_difference *difference, const struct us_views_sample *a,
                      const struct us_views_sample *b)
{
    const enum tool_recording_difference_channel channel = TOOL_RECORDING_DIFFERENCE_VIEWS;
    const uint32_t a_count = a->how != US_HOW_ABSENT ? a->count : 0,
                   b_count = b->how != US_HOW_ABSENT ? b->count : 0;
    count(difference, channel, a_count > 0, b_count > 0);
    tool_recording_difference_number(difference, channel, "", "count", (double)a_count,
                                     (double)b_count, "");
    for (uint32_t i = 0; i < a_count && i < b_count && i < US_VIEWS_MAX; i++) {
        const struct us_view_sample *of_a = &a->views[i], *of_b = &b->views[i];
        char name[32];
        snprintf(name, sizeof name, "view %u", (unsigned)i);
        tool_recording_difference_position(difference, channel, name,
                                           us_vec3_mirror(of_a->pose.position_m),
                                           us_vec3_mirror(of_b->pose.position_m));
        tool_recording_difference_rotation(difference, channel, name,
                                           us_quat_mirror(of_a->pose.rotation),
                                           us_quat_mirror(of_b->pose.rotation));
        tool_recording_difference_number(difference, channel, name, "left angle",
                                         (double)of_a->left_rad, (double)of_b->left_rad, "rad");
        tool_recording_difference_number(difference, channel, name, "right angle",
                                         (double)of_a->right_rad, (double)of_b->right_rad, "rad");
        tool_recording_difference_number(difference, channel, name, "up angle",
                                         (double)of_a->up_rad, (double)of_b->up_rad, "rad");
        tool_recording_difference_number(difference, channel, name, "down angle",
                                         (double)of_a->down_rad, (double)of_b->down_rad, "rad");
    }
}

/* The inputs in a file at one time. */
struct inputs {
    const struct us_session_components *table;
    struct us_input_sample sample;
    uint32_t count;
};

static void read_inputs(struct inputs *out, const struct us_loaded_recording *loaded, double at_s)
{
    memset(out, 0, sizeof *out);
    out->table = &loaded->session->components;
    us_sampler_inputs(loaded->sampler, at_s, &out->sample);
    if (out->sample.how == US_HOW_ABSENT || out->sample.how == US_HOW_BEFORE_START)
        return;
    out->count = out->sample.count < out->table->count ? out->sample.count : out->table->count;
}

static const char *profile_of(const struct inputs *inputs, unsigned user)
{
    const char *path = us_session_profile_path(inputs->table, inputs->sample.profiles[user]);
    return path[0] != '\0' ? path : "none";
}

/* The place of an active component with this path, or -1. The search tries the same place first. */
static int find_active(const struct inputs *inputs, const char *path, uint32_t hint)
{
    const uint32_t place = us_session_component_find(inputs->table, path, hint);
    return place < inputs->count && inputs->sample.active[place] != 0 ? (int)place : -1;
}

static const char *truth_word(uint8_t truth)
{
    return truth == US_INPUT_TRUE ? "true" : truth == US_INPUT_FALSE ? "false" : "unknown";
}

/* Compares a component that is active in both. */
static void add_component(struct tool_recording_difference *difference, const char *path,
                          const struct inputs *a, uint32_t in_a, const struct inputs *b,
                          uint32_t in_b)
{
    const enum tool_recording_difference_channel channel = TOOL_RECORDING_DIFFERENCE_COMPONENTS;
    const struct us_input_value of_a = a->sample.values[in_a], of_b = b->sample.values[in_b];
    tool_recording_difference_number(difference, channel, path, "value", (double)of_a.x,
                                     (double)of_b.x, "");
    tool_recording_difference_number(difference, channel, path, "y", (double)of_a.y, (double)of_b.y,
                                     "");
    tool_recording_difference_words(difference, channel, path, "boolean",
                                    truth_word(a->sample.truths[in_a]),
                                    truth_word(b->sample.truths[in_b]));
}

static void add_inputs(struct tool_recording_difference *difference, const struct inputs *a,
                       const struct inputs *b)
{
    bool any_a = false, any_b = false;
    for (unsigned user = 0; user < US_INPUT_USERS; user++) {
        any_a = any_a || a->sample.profiles[user] != 0;
        any_b = any_b || b->sample.profiles[user] != 0;
        tool_recording_difference_words(difference, TOOL_RECORDING_DIFFERENCE_PROFILES,
                                        us_session_user_path((enum us_session_user)user), "profile",
                                        profile_of(a, user), profile_of(b, user));
    }
    count(difference, TOOL_RECORDING_DIFFERENCE_PROFILES, any_a, any_b);
    any_a = any_b = false;
    for (uint32_t i = 0; i < a->count; i++) {
        const char *path = a->table->components[i].path;
        if (a->sample.active[i] == 0)
            continue;
        any_a = true;
        const int in_b = find_active(b, path, i);
        const bool in_both = tool_recording_difference_presence(
            difference, TOOL_RECORDING_DIFFERENCE_COMPONENTS, path, true, in_b >= 0, "active");
        if (in_both && in_b >= 0)
            add_component(difference, path, a, i, b, (uint32_t)in_b);
    }
    for (uint32_t i = 0; i < b->count; i++) {
        const char *path = b->table->components[i].path;
        if (b->sample.active[i] == 0)
            continue;
        any_b = true;
        if (find_active(a, path, i) < 0)
            (void)tool_recording_difference_presence(
                difference, TOOL_RECORDING_DIFFERENCE_COMPONENTS, path, false, true, "active");
    }
    count(difference, TOOL_RECORDING_DIFFERENCE_COMPONENTS, any_a, any_b);
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
    if (a->session == NULL || b->session == NULL)
        return;
    for (unsigned i = 0; i < US_HAND_COUNT; i++)
        add_controller(difference, i, &of_a.controllers[i], &of_b.controllers[i]);
    add_views(difference, &of_a.views, &of_b.views);
    struct inputs a_inputs, b_inputs;
    read_inputs(&a_inputs, a, a_s);
    read_inputs(&b_inputs, b, b_s);
    add_inputs(difference, &a_inputs, &b_inputs);
}
