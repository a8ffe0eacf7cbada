/* SPDX-License-Identifier: MIT */
#include "tool/view/recording_data.h"

#include <stdio.h>
#include <stdlib.h>

#include "tool/cli/progress.h"
#include "tool/recording/samples.h"
#include "tool/recording/session_survey.h"

enum { JOINTS = US_SESSION_JOINTS, WRIST = 1, PALM = 0, AXES = 7 };
/* Of the head, the joints and the controllers. */
enum { POSES = 1 + US_HAND_COUNT * (JOINTS + US_CONTROLLER_POSES) };

/* A row while it is put: every row has the same tracks in the same order, and the first row adds
 * them. */
struct row {
    struct tool_track_set *set;
    int next;                    /* the index of the next track */
    unsigned pose;               /* how many poses of this row were put */
    struct us_quat turns[POSES]; /* of q and -q, the one that is nearer to the last is written */
};

/* What tracks are named after: "OF.", and "PART." or "NUMBER.". */
struct label {
    const char *of;
    const char *part; /* NULL: the number; with -1 neither */
    int number;
};

static struct label of_whole(const char *of)
{
    return (struct label){of, NULL, -1};
}

/* ---- Values ---- */

/* The place of the next track, which the first row adds. */
static int track(struct row *row, enum tool_track_kind kind, double step, int follows,
                 struct label label, const char *what)
{
    char name[TOOL_TRACK_NAME_SIZE];
    if (row->set->rows > 0)
        return row->next++;
    if (label.part != NULL)
        snprintf(name, sizeof name, "%s.%s.%s", label.of, label.part, what);
    else if (label.number >= 0)
        snprintf(name, sizeof name, "%s.%d.%s", label.of, label.number, what);
    else
        snprintf(name, sizeof name, "%s.%s", label.of, what);
    tool_track_set_add(row->set, kind, step, follows, name);
    return row->next++;
}

static void put_smooth(struct row *row, double step, int follows, struct label label,
                       const char *what, float value)
{
    tool_track_set_put(row->set, track(row, TOOL_TRACK_SMOOTH, step, follows, label, what),
                       (double)value);
}

/* Without `is_there`, the track keeps its value. */
static void put_steps(struct row *row, double step, struct label label, const char *what,
                      float value, bool is_there)
{
    const int place = track(row, TOOL_TRACK_STEPS, step, TOOL_TRACK_NONE, label, what);
    if (is_there)
        tool_track_set_put(row->set, place, (double)value);
}

static void put_flags(struct row *row, struct label label, float value)
{
    put_steps(row, 1.0, label, "flags", value, true);
}

/* `follows` is the first track of the pose that it moves with. */
static void put_pose(struct row *row, struct label label, double turn_step, int follows,
                     struct us_pose pose)
{
    static const char *const names[AXES] = {"x", "y", "z", "qx", "qy", "qz", "qw"};
    const struct us_vec3 p = pose.position_m;
    struct us_quat *last = &row->turns[row->pose++], q = pose.rotation;
    if (us_quat_dot(q, *last) < 0.0f)
        q = (struct us_quat){-q.x, -q.y, -q.z, -q.w};
    *last = q;
    const float values[AXES] = {p.x, p.y, p.z, q.x, q.y, q.z, q.w};
    for (int i = 0; i < AXES; i++)
        put_smooth(row, i < 3 ? TOOL_RECORDING_TRACKS_POSITION_M : turn_step,
                   follows != TOOL_TRACK_NONE ? follows + i : TOOL_TRACK_NONE, label, names[i],
                   values[i]);
}

/* ---- The parts of a row ---- */

/* A joint comes after the one that it follows. */
static void put_hand(struct row *row, const char *name, const struct us_hand_sample *hand,
                     bool is_session)
{
    int firsts[JOINTS];
    unsigned bits = (hand->how != US_HOW_ABSENT ? TOOL_RECORDING_HAND_PRESENT : 0U) |
                    (hand->tracked ? TOOL_RECORDING_HAND_TRACKED : 0U) |
                    (hand->pinching ? TOOL_RECORDING_HAND_PINCHING : 0U);
    put_flags(row, of_whole(name), (float)bits);
    for (int i = 0; i < JOINTS; i++) {
        const int joint = i == 0 ? WRIST : i == 1 ? PALM : i;
        const enum us_joint from = us_joint_from_openxr(joint);
        const struct label label = {name, NULL, joint};
        firsts[joint] = row->next;
        put_pose(row, label, TOOL_RECORDING_TRACKS_JOINT_ROTATION,
                 joint == WRIST ? TOOL_TRACK_NONE : firsts[us_joint_openxr_before((unsigned)joint)],
                 hand->joints[from].pose);
        if (is_session)
            put_steps(row, 1.0, label, "flags", (float)hand->flags[from], hand->has_details);
        put_steps(row, TOOL_RECORDING_TRACKS_POSITION_M, label, "radius",
                  hand->has_details ? hand->radius_m[from] : us_joint_radius_m(from), true);
    }
}

static void put_gaze(struct row *row, const struct us_gaze_sample *gaze)
{
    static const char *const names[] = {"x", "y", "z", "dx", "dy", "dz"};
    const struct us_vec3 p = gaze->origin_m, d = gaze->direction;
    const float values[] = {p.x, p.y, p.z, d.x, d.y, d.z};
    put_flags(row, of_whole("gaze"), gaze->how != US_HOW_ABSENT && gaze->valid);
    for (unsigned i = 0; i < 6; i++)
        put_smooth(row, i < 3 ? TOOL_RECORDING_TRACKS_POSITION_M : TOOL_RECORDING_TRACKS_DIRECTION,
                   TOOL_TRACK_NONE, of_whole("gaze"), names[i], values[i]);
}

static void put_controllers(struct row *row, const char *hand,
                            const struct us_controller_sample *controller)
{
    for (unsigned i = 0; i < US_CONTROLLER_POSES; i++) {
        const struct us_controller_pose *pose = &controller->poses[i];
        const struct label label = {hand, tool_session_pose_name((enum us_session_hand_pose)i), -1};
        bool is_here = controller->how != US_HOW_ABSENT && pose->is_recorded && pose->is_active;
        bool has_pose = is_here && (pose->flags & US_POSE_ORIENTATION_VALID) != 0;
        put_flags(row, label, is_here ? (float)pose->flags : -1.0f); /* -1: not active */
        put_pose(row, label, TOOL_RECORDING_TRACKS_DIRECTION, TOOL_TRACK_NONE,
                 has_pose ? pose->motion.pose : us_pose_identity);
    }
}

static void put_view(struct row *row, int number, const struct us_view_sample *view, bool is_there)
{
    static const char *const names[] = {"x",  "y",    "z",     "qx", "qy",  "qz",
                                        "qw", "left", "right", "up", "down"};
    const struct us_quat q = us_quat_mirror(view->pose.rotation);
    const struct us_vec3 p = us_vec3_mirror(view->pose.position_m);
    const float values[] = {
        p.x,          p.y,           p.z, q.x, q.y, q.z, q.w, view->left_rad, view->right_rad,
        view->up_rad, view->down_rad};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        put_steps(row, i < 3 ? TOOL_RECORDING_TRACKS_POSITION_M : TOOL_RECORDING_TRACKS_DIRECTION,
                  (struct label){"view", NULL, number}, names[i], values[i], is_there);
}

static void put_inputs(struct row *row, const struct us_input_sample *inputs, uint32_t known)
{
    bool is_here = inputs->how != US_HOW_ABSENT && inputs->how != US_HOW_BEFORE_START;
    for (uint32_t i = 0; i < known && i < US_INPUTS_MAX; i++) {
        const struct label label = {"input", NULL, (int)i};
        const bool is_there = is_here && i < inputs->count;
        put_steps(row, 1.0, label, "active", inputs->active[i] != 0 ? 1.0f : 0.0f, is_there);
        put_steps(row, TOOL_RECORDING_TRACKS_INPUT, label, "x", inputs->values[i].x, is_there);
        put_steps(row, TOOL_RECORDING_TRACKS_INPUT, label, "y", inputs->values[i].y, is_there);
    }
    for (unsigned i = 0; i < US_INPUT_USERS; i++)
        put_steps(row, 1.0, of_whole("profile"), us_session_user_path((enum us_session_user)i),
                  (float)inputs->profiles[i], is_here);
}

static void put_session(struct row *row, const struct us_loaded_recording *loaded,
                        const struct us_frame_sample *frame, double at_s)
{
    const struct us_views_sample *views = &frame->views;
    const uint32_t count = views->how != US_HOW_ABSENT ? views->count : 0;
    struct us_input_sample inputs = {.how = US_HOW_ABSENT};
    us_sampler_inputs(loaded->sampler, at_s, &inputs);
    put_steps(row, 1.0, of_whole("view"), "count", (float)count, true);
    for (unsigned i = 0; i < US_VIEWS_MAX; i++)
        put_view(row, (int)i, &views->views[i], i < count);
    for (unsigned i = 0; i < US_HAND_COUNT; i++)
        put_controllers(row, us_hand_name((enum us_hand)i), &frame->controllers[i]);
    put_inputs(row, &inputs, loaded->session->components.count);
}

static void put_row(struct row *row, const struct us_loaded_recording *loaded, double at_s)
{
    struct us_frame_sample frame;
    tool_sample_still(loaded, at_s, &frame);
    row->next = 0;
    row->pose = 0;
    if (row->set->rows == 0)
        tool_track_set_add(row->set, TOOL_TRACK_SMOOTH, TOOL_RECORDING_TRACKS_TIME_S,
                           TOOL_TRACK_NONE, "time");
    tool_track_set_put(row->set, row->next++, at_s);
    put_flags(row, of_whole("head"),
              frame.head.how != US_HOW_ABSENT ? (float)frame.head.flags : 0.0f);
    put_pose(row, of_whole("head"), TOOL_RECORDING_TRACKS_DIRECTION, TOOL_TRACK_NONE,
             frame.head.motion.pose);
    for (unsigned i = 0; i < US_HAND_COUNT; i++)
        put_hand(row, us_hand_name((enum us_hand)i), &frame.hands[i], loaded->session != NULL);
    put_gaze(row, &frame.gaze);
    if (loaded->session != NULL)
        put_session(row, loaded, &frame, at_s);
    tool_track_set_end_row(row->set);
}

bool tool_view_tracks_fill(struct tool_track_set *set, const char *path,
                           const struct us_loaded_recording *loaded,
                           const struct tool_row_times *times)
{
    struct row row = {.set = set};
    struct tool_progress progress;
    for (unsigned i = 0; i < POSES; i++)
        row.turns[i] = us_pose_identity.rotation;
    tool_progress_begin(&progress, path);
    for (size_t i = 0; i < times->count && !set->is_failed; i++) {
        put_row(&row, loaded, times->at_s[i]);
        tool_progress_show(&progress, i, times->count);
    }
    tool_progress_end(&progress);
    return !set->is_failed && !us_sampler_error(loaded->sampler, NULL);
}
