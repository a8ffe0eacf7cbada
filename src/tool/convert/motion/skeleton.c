/* SPDX-License-Identifier: MIT */
#include "tool/convert/motion/skeleton.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/pose.h"

/* Of XrHandJointEXT. */
enum { PALM = 0, WRIST = 1 };

const float tool_skeleton_ahead_m[TOOL_SKELETON_PARTS] = {
    [TOOL_SKELETON_HEAD] = 0.14f,  [TOOL_SKELETON_RAY] = 0.25f,  [TOOL_SKELETON_POSE] = 0.05f,
    [TOOL_SKELETON_JOINT] = 0.02f, [TOOL_SKELETON_TIP] = 0.008f,
};

/* ---- The tree ---- */

static struct tool_skeleton_node *add(struct tool_skeleton *skeleton, int parent, unsigned track,
                                      enum tool_skeleton_part part, int side, const char *name)
{
    struct tool_skeleton_node *node = &skeleton->nodes[skeleton->count++];
    node->parent = parent;
    node->track = track;
    node->part = part;
    node->side = side;
    node->rest = us_pose_identity;
    snprintf(node->name, sizeof node->name, "%s%s%s",
             side >= 0 ? us_hand_name((enum us_hand)side) : "", side >= 0 ? "_" : "", name);
    return node;
}

static void add_poses(struct tool_skeleton *skeleton, unsigned side)
{
    static const char *const names[US_SESSION_POSES] = {"grip", "aim", "palm_pose", "pinch_pose",
                                                        "poke_pose"};
    for (unsigned i = 0; i < US_SESSION_POSES; i++)
        add(skeleton, TOOL_SKELETON_LOCAL, TOOL_EDIT_TRACK_POSES + side * US_SESSION_POSES + i,
            i == US_SESSION_POSE_AIM ? TOOL_SKELETON_RAY : TOOL_SKELETON_POSE, (int)side, names[i]);
}

/* The wrist stands first, and the palm second. */
static void add_hand(struct tool_skeleton *skeleton, unsigned side)
{
    const int wrist = (int)skeleton->count;
    for (unsigned i = 0; i < US_SESSION_JOINTS; i++) {
        const unsigned joint = i == 0 ? WRIST : i == 1 ? PALM : i;
        const unsigned before = us_joint_openxr_before(joint);
        const int parent = joint == WRIST    ? TOOL_SKELETON_LOCAL
                           : before == WRIST ? wrist
                                             : (int)skeleton->count - 1;
        add(skeleton, parent, TOOL_EDIT_TRACK_JOINTS + side * US_SESSION_JOINTS + joint,
            us_joint_openxr_is_end(joint) ? TOOL_SKELETON_TIP : TOOL_SKELETON_JOINT, (int)side,
            us_joint_openxr_names[joint]);
    }
}

void tool_skeleton_init(struct tool_skeleton *skeleton)
{
    memset(skeleton, 0, sizeof *skeleton);
    add(skeleton, TOOL_SKELETON_LOCAL, TOOL_EDIT_TRACK_HEAD, TOOL_SKELETON_HEAD, -1, "head");
    add(skeleton, TOOL_SKELETON_LOCAL, TOOL_EDIT_TRACK_GAZE, TOOL_SKELETON_RAY, -1, "gaze");
    for (unsigned side = 0; side < US_SESSION_HANDS; side++)
        add_poses(skeleton, side);
    for (unsigned side = 0; side < US_SESSION_HANDS; side++)
        add_hand(skeleton, side);
}

/* ---- The survey ---- */

/* A position that is further away is none: its place in another node would not be finite. */
#define FAR_M 1e9f

static bool is_near(struct us_vec3 at)
{
    return fabsf(at.x) < FAR_M && fabsf(at.y) < FAR_M && fabsf(at.z) < FAR_M;
}

void tool_skeleton_read(const struct tool_skeleton *skeleton, struct us_session_frame *frame,
                        struct tool_skeleton_wanted *out)
{
    for (unsigned i = 0; i < TOOL_SKELETON_NODES; i++) {
        struct tool_edit_track track;
        const bool is_there = tool_edit_track(frame, skeleton->nodes[i].track, &track);
        out->valid[i] = is_there ? track.valid & US_SESSION_BOTH_VALID : 0;
        out->poses[i] = us_pose_identity;
        if (!is_near(track.pose->position_m))
            out->valid[i] &= (uint8_t)~US_SESSION_POSITION_VALID;
        if ((out->valid[i] & US_SESSION_ORIENTATION_VALID) != 0)
            out->poses[i].rotation = us_quat_normalize(track.pose->rotation);
        if ((out->valid[i] & US_SESSION_POSITION_VALID) != 0)
            out->poses[i].position_m = track.pose->position_m;
    }
}

static void widen(struct tool_skeleton_node *node, struct us_vec3 at_m)
{
    const struct us_vec3 least = node->spans > 0 ? node->least_m : at_m;
    const struct us_vec3 most = node->spans > 0 ? node->most_m : at_m;
    node->least_m =
        (struct us_vec3){fminf(least.x, at_m.x), fminf(least.y, at_m.y), fminf(least.z, at_m.z)};
    node->most_m =
        (struct us_vec3){fmaxf(most.x, at_m.x), fmaxf(most.y, at_m.y), fmaxf(most.z, at_m.z)};
    node->spans++;
}

/* A node rests where its parent first has it. */
static void find_rest(struct tool_skeleton_node *node, const struct us_pose *parent,
                      const struct us_pose *pose)
{
    const struct us_pose local =
        parent != NULL ? us_pose_multiply(us_pose_inverse(*parent), *pose) : *pose;
    if (!node->has_rest)
        node->rest = local;
    node->has_rest = true;
    widen(node, local.position_m);
}

void tool_skeleton_survey(struct tool_skeleton *skeleton, struct us_session_frame *frame)
{
    struct tool_skeleton_wanted wanted;
    const struct us_pose *poses = wanted.poses;
    const uint8_t *valid = wanted.valid;
    tool_skeleton_read(skeleton, frame, &wanted);
    skeleton->frames++;
    for (unsigned i = 0; i < TOOL_SKELETON_NODES; i++) {
        struct tool_skeleton_node *node = &skeleton->nodes[i];
        const int parent = node->parent;
        node->ever |= valid[i];
        node->lost += valid[i] != US_SESSION_BOTH_VALID;
        if (valid[i] == US_SESSION_BOTH_VALID && !node->has_first)
            node->first = poses[i];
        node->has_first |= valid[i] == US_SESSION_BOTH_VALID;
        if (valid[i] == US_SESSION_BOTH_VALID &&
            (parent < 0 || valid[parent] == US_SESSION_BOTH_VALID))
            find_rest(node, parent < 0 ? NULL : &poses[parent], &poses[i]);
    }
    for (unsigned side = 0; side < US_SESSION_HANDS; side++) {
        bool is_lost = false;
        for (unsigned i = 0; i < TOOL_SKELETON_NODES; i++)
            is_lost |= skeleton->nodes[i].side == (int)side && valid[i] != US_SESSION_BOTH_VALID &&
                       skeleton->nodes[i].track >= TOOL_EDIT_TRACK_JOINTS;
        skeleton->lost_frames[side] += is_lost;
    }
}

void tool_skeleton_settle(struct tool_skeleton *skeleton, struct tool_convert_sink *sink)
{
    skeleton->count = 0;
    for (unsigned i = 0; i < TOOL_SKELETON_NODES; i++) {
        struct tool_skeleton_node *node = &skeleton->nodes[i];
        skeleton->count += node->ever != 0;
        if (node->parent < 0 || skeleton->nodes[node->parent].ever != 0)
            continue;
        node->parent = TOOL_SKELETON_LOCAL;
        node->rest = node->has_first ? node->first : us_pose_identity;
        node->spans = 0; /* its places are not known */
    }
    if (skeleton->count == 0)
        tool_convert_sink_fail(sink, US_ERROR_NOTHING,
                               "it has no valid pose of the head, a hand or a controller in a "
                               "frame that plays; there is nothing to show");
}

/* ---- Each frame ---- */

void tool_skeleton_begin(const struct tool_skeleton *skeleton, struct tool_skeleton_pose *pose)
{
    memset(pose, 0, sizeof *pose);
    for (unsigned i = 0; i < TOOL_SKELETON_NODES; i++)
        pose->local[i] = skeleton->nodes[i].rest;
}

/* The rotation or its negative, which is the same one: the one that is nearer to the last. */
static struct us_quat near_to(struct us_quat last, struct us_quat turn)
{
    return us_quat_dot(last, turn) >= 0.0f ? turn
                                           : (struct us_quat){-turn.x, -turn.y, -turn.z, -turn.w};
}

void tool_skeleton_step(const struct tool_skeleton *skeleton,
                        const struct tool_skeleton_wanted *wanted, tool_skeleton_round *round,
                        void *data, struct tool_skeleton_pose *pose)
{
    for (unsigned i = 0; i < TOOL_SKELETON_NODES; i++) {
        const struct tool_skeleton_node *node = &skeleton->nodes[i];
        const struct us_pose parent =
            node->parent < 0 ? us_pose_identity : pose->world[node->parent];
        struct us_pose target = us_pose_multiply(parent, pose->local[i]);
        if (node->ever == 0)
            continue;
        const struct us_quat last = pose->local[i].rotation;
        const uint8_t valid = wanted->valid[i];
        if ((valid & US_SESSION_ORIENTATION_VALID) != 0)
            target.rotation = wanted->poses[i].rotation;
        if ((valid & US_SESSION_POSITION_VALID) != 0)
            target.position_m = wanted->poses[i].position_m;
        if (node->parent < 0 && valid == US_SESSION_BOTH_VALID)
            pose->local[i] = target;
        else if (valid != 0)
            pose->local[i] = us_pose_multiply(us_pose_inverse(parent), target);
        pose->local[i].rotation = near_to(last, pose->local[i].rotation);
        if (round != NULL)
            round(data, i, &pose->local[i]);
        pose->world[i] = us_pose_multiply(parent, pose->local[i]);
    }
}

void tool_skeleton_compare(const struct tool_skeleton *skeleton,
                           const struct us_pose made[TOOL_SKELETON_NODES],
                           const struct tool_skeleton_wanted *wanted,
                           struct tool_edit_distance *worst)
{
    for (unsigned i = 0; i < TOOL_SKELETON_NODES; i++) {
        if (skeleton->nodes[i].ever == 0)
            continue;
        if ((wanted->valid[i] & US_SESSION_POSITION_VALID) != 0)
            worst->metres = fmax(
                worst->metres,
                (double)us_vec3_norm(us_vec3_sub(made[i].position_m, wanted->poses[i].position_m)));
        if ((wanted->valid[i] & US_SESSION_ORIENTATION_VALID) != 0)
            worst->radians =
                fmax(worst->radians,
                     (double)us_quat_angle_rad(made[i].rotation, wanted->poses[i].rotation));
    }
}

/* ---- The report ---- */

static void report_hand(const struct tool_skeleton *skeleton, unsigned side, struct tool_loss *loss)
{
    unsigned there = 0;
    for (unsigned i = 0; i < TOOL_SKELETON_NODES; i++)
        there += skeleton->nodes[i].side == (int)side && skeleton->nodes[i].ever != 0 &&
                 skeleton->nodes[i].track >= TOOL_EDIT_TRACK_JOINTS;
    if (there == 0)
        return;
    tool_loss_add(loss, TOOL_LOSS_DROPPED, skeleton->lost_frames[side],
                  "the loss of the %s hand or of joints of it, in %llu of %llu frames; they keep "
                  "their last pose",
                  us_hand_name((enum us_hand)side), (unsigned long long)skeleton->lost_frames[side],
                  (unsigned long long)skeleton->frames);
    tool_loss_add(loss, TOOL_LOSS_NOTE, US_SESSION_JOINTS - there,
                  "%u joints of the %s hand that never have a pose are left out",
                  US_SESSION_JOINTS - there, us_hand_name((enum us_hand)side));
}

void tool_skeleton_report(const struct tool_skeleton *skeleton, struct tool_loss *loss)
{
    uint64_t positions = 0, rotations = 0;
    for (unsigned i = 0; i < TOOL_SKELETON_NODES; i++) {
        const struct tool_skeleton_node *node = &skeleton->nodes[i];
        if (node->ever == 0)
            continue;
        positions += (node->ever & US_SESSION_POSITION_VALID) == 0;
        rotations += (node->ever & US_SESSION_ORIENTATION_VALID) == 0;
        if (node->track < TOOL_EDIT_TRACK_JOINTS)
            tool_loss_add(loss, TOOL_LOSS_DROPPED, node->lost,
                          "the loss of %s or of a part of its pose, in %llu of %llu frames; it "
                          "keeps its last one",
                          node->name, (unsigned long long)node->lost,
                          (unsigned long long)skeleton->frames);
    }
    for (unsigned side = 0; side < US_SESSION_HANDS; side++)
        report_hand(skeleton, side, loss);
    tool_loss_count(loss, TOOL_LOSS_INVENTED, positions, NULL,
                    "the positions of # nodes that never have one: the origin of the parent");
    tool_loss_count(loss, TOOL_LOSS_INVENTED, rotations, NULL,
                    "the rotations of # nodes that never have one: that of the parent");
}
