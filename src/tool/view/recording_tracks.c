/* SPDX-License-Identifier: MIT */
#include "tool/view/recording_data.h"

#include <stdio.h>
#include <stdlib.h>

#include "session/session_reader.h"
#include "tool/cli/progress.h"
#include "tool/recording/samples.h"
#include "tool/recording/session_survey.h"

enum { JOINTS = US_SESSION_JOINTS, WRIST = 1, PALM = 0 };

struct vector_tracks {
    int axes[3];
};

struct rotation_tracks {
    int axes[4];
    struct us_quat last; /* of q and -q, the one that is nearer to the last is written */
};

struct pose_tracks {
    struct vector_tracks position;
    struct rotation_tracks rotation;
};

struct hand_tracks {
    int flags;
    struct vector_tracks joints[JOINTS];
    struct rotation_tracks rotations[JOINTS];
    int joint_flags[JOINTS], radii[JOINTS];
};

struct controller_tracks {
    int flags; /* -1: not active; otherwise the flags of the pose */
    struct pose_tracks pose;
};

struct view_tracks {
    int position[3], rotation[4], fov[4]; /* steps */
};

struct input_tracks {
    int active, x, y;
};

struct recording_tracks {
    struct tool_track_set *set;
    int time, head_flags, gaze_flags, view_count;
    struct pose_tracks head;
    struct hand_tracks hands[US_HAND_COUNT];
    struct vector_tracks gaze_origin, gaze_direction;
    struct controller_tracks controllers[US_HAND_COUNT][US_CONTROLLER_POSES];
    struct view_tracks views[US_VIEWS_MAX];
    struct input_tracks inputs[US_INPUTS_MAX];
    int profiles[US_INPUT_USERS];
};

/* ---- The names ---- */

static int add(struct recording_tracks *tracks, enum tool_track_kind kind, double step, int follows,
               const char *of, const char *what)
{
    char name[TOOL_TRACK_NAME_SIZE];
    snprintf(name, sizeof name, "%s.%s", of, what);
    return tool_track_set_add(tracks->set, kind, step, follows, name);
}

static int add_steps(struct recording_tracks *tracks, double step, const char *of, const char *what)
{
    return add(tracks, TOOL_TRACK_STEPS, step, TOOL_TRACK_NONE, of, what);
}

static struct vector_tracks add_position(struct recording_tracks *tracks, const char *of,
                                         const struct vector_tracks *follows)
{
    static const char *const axes[] = {"x", "y", "z"};
    struct vector_tracks out;
    for (unsigned i = 0; i < 3; i++)
        out.axes[i] = add(tracks, TOOL_TRACK_SMOOTH, TOOL_RECORDING_TRACKS_POSITION_M,
                          follows != NULL ? follows->axes[i] : TOOL_TRACK_NONE, of, axes[i]);
    return out;
}

static struct rotation_tracks add_rotation(struct recording_tracks *tracks, double step,
                                           const char *of, const struct rotation_tracks *follows)
{
    static const char *const axes[] = {"qx", "qy", "qz", "qw"};
    struct rotation_tracks out = {.last = {0.0f, 0.0f, 0.0f, 1.0f}};
    for (unsigned i = 0; i < 4; i++)
        out.axes[i] = add(tracks, TOOL_TRACK_SMOOTH, step,
                          follows != NULL ? follows->axes[i] : TOOL_TRACK_NONE, of, axes[i]);
    return out;
}

static struct pose_tracks add_pose(struct recording_tracks *tracks, const char *of)
{
    struct pose_tracks out = {.position = add_position(tracks, of, NULL)};
    out.rotation = add_rotation(tracks, TOOL_RECORDING_TRACKS_DIRECTION, of, NULL);
    return out;
}

/* The joint that a joint moves with, as XrHandJointEXT: that before it on its finger, or the wrist.
 */
static int parent_of(int joint)
{
    enum { THUMB_METACARPAL = 2, INDEX_METACARPAL = 6, FINGER = 5 };
    if (joint == PALM || joint == THUMB_METACARPAL ||
        (joint >= INDEX_METACARPAL && (joint - INDEX_METACARPAL) % FINGER == 0))
        return WRIST;
    return joint - 1;
}

static void add_hand(struct recording_tracks *tracks, enum us_hand which, bool is_session)
{
    /* A joint comes after the one that it follows. */
    struct hand_tracks *hand = &tracks->hands[which];
    const char *const name = us_hand_name(which);
    hand->flags = add_steps(tracks, 1.0, name, "flags");
    for (int i = 0; i < JOINTS; i++) {
        int joint = i == 0 ? WRIST : i == 1 ? PALM : i;
        char of[32];
        snprintf(of, sizeof of, "%s.%d", name, joint);
        hand->joints[joint] =
            add_position(tracks, of, joint == WRIST ? NULL : &hand->joints[parent_of(joint)]);
        hand->rotations[joint] =
            add_rotation(tracks, TOOL_RECORDING_TRACKS_JOINT_ROTATION, of,
                         joint == WRIST ? NULL : &hand->rotations[parent_of(joint)]);
        hand->joint_flags[joint] =
            is_session ? add_steps(tracks, 1.0, of, "flags") : TOOL_TRACK_NONE;
        hand->radii[joint] = add_steps(tracks, TOOL_RECORDING_TRACKS_POSITION_M, of, "radius");
    }
}

static void add_controllers(struct recording_tracks *tracks, enum us_hand hand)
{
    for (unsigned i = 0; i < US_CONTROLLER_POSES; i++) {
        char of[32];
        snprintf(of, sizeof of, "%s.%s", us_hand_name(hand),
                 tool_session_pose_name((enum us_session_hand_pose)i));
        tracks->controllers[hand][i] = (struct controller_tracks){
            .flags = add_steps(tracks, 1.0, of, "flags"), .pose = add_pose(tracks, of)};
    }
}

static void add_view(struct recording_tracks *tracks, unsigned view)
{
    static const char *const poses[] = {"x", "y", "z", "qx", "qy", "qz", "qw"};
    static const char *const fovs[] = {"left", "right", "up", "down"};
    struct view_tracks *out = &tracks->views[view];
    char of[32];
    snprintf(of, sizeof of, "view.%u", view);
    for (unsigned i = 0; i < 3; i++)
        out->position[i] = add_steps(tracks, TOOL_RECORDING_TRACKS_POSITION_M, of, poses[i]);
    for (unsigned i = 0; i < 4; i++) {
        out->rotation[i] = add_steps(tracks, TOOL_RECORDING_TRACKS_DIRECTION, of, poses[3 + i]);
        out->fov[i] = add_steps(tracks, TOOL_RECORDING_TRACKS_DIRECTION, of, fovs[i]);
    }
}

static void add_session(struct recording_tracks *tracks, const struct us_session_summary *session)
{
    tracks->view_count = add_steps(tracks, 1.0, "view", "count");
    for (unsigned i = 0; i < US_VIEWS_MAX; i++)
        add_view(tracks, i);
    for (unsigned i = 0; i < US_HAND_COUNT; i++)
        add_controllers(tracks, (enum us_hand)i);
    for (uint32_t i = 0; i < session->components.count && i < US_INPUTS_MAX; i++) {
        char of[32];
        snprintf(of, sizeof of, "input.%u", (unsigned)i);
        tracks->inputs[i] =
            (struct input_tracks){.active = add_steps(tracks, 1.0, of, "active"),
                                  .x = add_steps(tracks, TOOL_RECORDING_TRACKS_INPUT, of, "x"),
                                  .y = add_steps(tracks, TOOL_RECORDING_TRACKS_INPUT, of, "y")};
    }
    for (unsigned i = 0; i < US_INPUT_USERS; i++)
        tracks->profiles[i] =
            add_steps(tracks, 1.0, "profile", us_session_user_path((enum us_session_user)i));
}

static void add_tracks(struct recording_tracks *tracks, const struct us_loaded_recording *loaded)
{
    tracks->time = tool_track_set_add(tracks->set, TOOL_TRACK_SMOOTH, TOOL_RECORDING_TRACKS_TIME_S,
                                      TOOL_TRACK_NONE, "time");
    tracks->head_flags = add_steps(tracks, 1.0, "head", "flags");
    tracks->head = add_pose(tracks, "head");
    for (unsigned i = 0; i < US_HAND_COUNT; i++)
        add_hand(tracks, (enum us_hand)i, loaded->session != NULL);
    tracks->gaze_flags = add_steps(tracks, 1.0, "gaze", "flags");
    tracks->gaze_origin = add_position(tracks, "gaze", NULL);
    tracks->gaze_direction = (struct vector_tracks){{
        add(tracks, TOOL_TRACK_SMOOTH, TOOL_RECORDING_TRACKS_DIRECTION, TOOL_TRACK_NONE, "gaze",
            "dx"),
        add(tracks, TOOL_TRACK_SMOOTH, TOOL_RECORDING_TRACKS_DIRECTION, TOOL_TRACK_NONE, "gaze",
            "dy"),
        add(tracks, TOOL_TRACK_SMOOTH, TOOL_RECORDING_TRACKS_DIRECTION, TOOL_TRACK_NONE, "gaze",
            "dz"),
    }};
    if (loaded->session != NULL)
        add_session(tracks, loaded->session);
}

/* ---- The values ---- */

static void put(struct recording_tracks *tracks, int track, float value)
{
    tool_track_set_put(tracks->set, track, (double)value);
}

static void put_vector(struct recording_tracks *tracks, const struct vector_tracks *to,
                       struct us_vec3 v)
{
    put(tracks, to->axes[0], v.x);
    put(tracks, to->axes[1], v.y);
    put(tracks, to->axes[2], v.z);
}

static void put_rotation(struct recording_tracks *tracks, struct rotation_tracks *to,
                         struct us_quat q)
{
    if (us_quat_dot(q, to->last) < 0.0f)
        q = (struct us_quat){-q.x, -q.y, -q.z, -q.w};
    to->last = q;
    put(tracks, to->axes[0], q.x);
    put(tracks, to->axes[1], q.y);
    put(tracks, to->axes[2], q.z);
    put(tracks, to->axes[3], q.w);
}

static void put_pose(struct recording_tracks *tracks, struct pose_tracks *to, struct us_pose pose)
{
    put_vector(tracks, &to->position, pose.position_m);
    put_rotation(tracks, &to->rotation, pose.rotation);
}

static void put_hand(struct recording_tracks *tracks, struct hand_tracks *to,
                     const struct us_hand_sample *hand)
{
    unsigned bits = (hand->how != US_HOW_ABSENT ? TOOL_RECORDING_HAND_PRESENT : 0U) |
                    (hand->tracked ? TOOL_RECORDING_HAND_TRACKED : 0U) |
                    (hand->pinching ? TOOL_RECORDING_HAND_PINCHING : 0U);
    put(tracks, to->flags, (float)bits);
    for (int i = 0; i < JOINTS; i++) {
        int joint = i == 0 ? WRIST : i == 1 ? PALM : i;
        enum us_joint from = us_joint_from_openxr(joint);
        put_vector(tracks, &to->joints[joint], hand->joints[from].pose.position_m);
        put_rotation(tracks, &to->rotations[joint], hand->joints[from].pose.rotation);
        if (hand->has_details)
            put(tracks, to->joint_flags[joint], (float)hand->flags[from]);
        put(tracks, to->radii[joint],
            hand->has_details ? hand->radius_m[from] : us_joint_radius_m(from));
    }
}

static void put_controllers(struct recording_tracks *tracks, enum us_hand hand,
                            const struct us_controller_sample *controller)
{
    for (unsigned i = 0; i < US_CONTROLLER_POSES; i++) {
        const struct us_controller_pose *pose = &controller->poses[i];
        struct controller_tracks *to = &tracks->controllers[hand][i];
        bool is_here = controller->how != US_HOW_ABSENT && pose->is_recorded && pose->is_active;
        bool has_pose = is_here && (pose->flags & US_POSE_ORIENTATION_VALID) != 0;
        put(tracks, to->flags, is_here ? (float)pose->flags : -1.0f);
        put_pose(tracks, &to->pose, has_pose ? pose->motion.pose : us_pose_identity);
    }
}

static void put_views(struct recording_tracks *tracks, const struct us_views_sample *views)
{
    uint32_t count = views->how != US_HOW_ABSENT ? views->count : 0;
    put(tracks, tracks->view_count, (float)count);
    for (uint32_t i = 0; i < count && i < US_VIEWS_MAX; i++) {
        const struct us_view_sample *view = &views->views[i];
        const struct us_quat q = us_quat_mirror(view->pose.rotation);
        const struct us_vec3 p = us_vec3_mirror(view->pose.position_m);
        const float position[] = {p.x, p.y, p.z}, rotation[] = {q.x, q.y, q.z, q.w};
        const float fov[] = {view->left_rad, view->right_rad, view->up_rad, view->down_rad};
        for (unsigned k = 0; k < 3; k++)
            put(tracks, tracks->views[i].position[k], position[k]);
        for (unsigned k = 0; k < 4; k++) {
            put(tracks, tracks->views[i].rotation[k], rotation[k]);
            put(tracks, tracks->views[i].fov[k], fov[k]);
        }
    }
}

static void put_inputs(struct recording_tracks *tracks, const struct us_input_sample *inputs,
                       uint32_t known)
{
    bool is_here = inputs->how != US_HOW_ABSENT && inputs->how != US_HOW_BEFORE_START;
    for (uint32_t i = 0; is_here && i < inputs->count && i < known; i++) {
        put(tracks, tracks->inputs[i].active, inputs->active[i] != 0 ? 1.0f : 0.0f);
        put(tracks, tracks->inputs[i].x, inputs->values[i].x);
        put(tracks, tracks->inputs[i].y, inputs->values[i].y);
    }
    for (unsigned i = 0; is_here && i < US_INPUT_USERS; i++)
        put(tracks, tracks->profiles[i], (float)inputs->profiles[i]);
}

static void put_row(struct recording_tracks *tracks, const struct us_loaded_recording *loaded,
                    double at_s)
{
    struct us_frame_sample frame;
    tool_sample_still(loaded, at_s, &frame);
    tool_track_set_put(tracks->set, tracks->time, at_s);
    put(tracks, tracks->head_flags,
        frame.head.how != US_HOW_ABSENT ? (float)frame.head.flags : 0.0f);
    put_pose(tracks, &tracks->head, frame.head.motion.pose);
    for (unsigned i = 0; i < US_HAND_COUNT; i++)
        put_hand(tracks, &tracks->hands[i], &frame.hands[i]);
    put(tracks, tracks->gaze_flags, frame.gaze.how != US_HOW_ABSENT && frame.gaze.valid);
    put_vector(tracks, &tracks->gaze_origin, frame.gaze.origin_m);
    put_vector(tracks, &tracks->gaze_direction, frame.gaze.direction);
    if (loaded->session == NULL)
        return;
    struct us_input_sample inputs;
    us_sampler_inputs(loaded->sampler, at_s, &inputs);
    put_views(tracks, &frame.views);
    for (unsigned i = 0; i < US_HAND_COUNT; i++)
        put_controllers(tracks, (enum us_hand)i, &frame.controllers[i]);
    put_inputs(tracks, &inputs, loaded->session->components.count);
}

bool tool_view_tracks_fill(struct tool_track_set *set, const char *path,
                           const struct us_loaded_recording *loaded,
                           const struct tool_row_times *times)
{
    struct recording_tracks *tracks = calloc(1, sizeof *tracks);
    if (tracks == NULL)
        return false;
    struct tool_progress progress;
    tool_progress_begin(&progress, path);
    tracks->set = set;
    add_tracks(tracks, loaded);
    for (size_t i = 0; i < times->count && !set->is_failed; i++) {
        put_row(tracks, loaded, times->at_s[i]);
        tool_track_set_end_row(set);
        tool_progress_show(&progress, i, times->count);
    }
    tool_progress_end(&progress);
    free(tracks);
    return !set->is_failed && !us_sampler_error(loaded->sampler, NULL);
}
