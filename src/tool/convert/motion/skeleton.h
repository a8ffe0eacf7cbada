/* SPDX-License-Identifier: MIT */
/*
 * skeleton: the poses of a recording as a tree of nodes, for files that show motion.
 *
 * The head, the gaze and the pose actions are children of LOCAL, the recording's reference. The
 * wrist of a hand is one, too; the palm and the five metacarpals are children of the wrist, and
 * every other joint is a child of the joint before it. A joint whose parent never has a pose is a
 * child of LOCAL. A parent stands before its children in the list of nodes.
 *
 * Everything is read twice: a survey of all frames finds which nodes there are and where they rest,
 * and then each frame gives a pose to each node. Metres, OpenXR's axes, unit quaternions. Belongs
 * to one thread.
 */
#ifndef TOOL_CONVERT_MOTION_SKELETON_H
#define TOOL_CONVERT_MOTION_SKELETON_H

#include <stdbool.h>
#include <stdint.h>

#include "session/codec/session_message.h"
#include "tool/convert/base/format.h"
#include "tool/convert/base/loss.h"
#include "tool/edit/stage/frame_tracks.h"

enum {
    TOOL_SKELETON_NODES =
        2 + US_SESSION_HANDS * US_SESSION_POSES + US_SESSION_HANDS * US_SESSION_JOINTS,
    TOOL_SKELETON_NAME_SIZE = 32,
    TOOL_SKELETON_LOCAL = -1
};

enum tool_skeleton_part {
    TOOL_SKELETON_HEAD,
    TOOL_SKELETON_RAY,   /* the gaze and the aim poses: what counts is -Z */
    TOOL_SKELETON_POSE,  /* another pose action */
    TOOL_SKELETON_JOINT, /* a joint of a hand that has one in front of it */
    TOOL_SKELETON_TIP,   /* a tip of a finger, or the palm */
    TOOL_SKELETON_PARTS
};

/* How far a node of a part is drawn ahead, along its -Z, in metres. */
extern const float tool_skeleton_ahead_m[TOOL_SKELETON_PARTS];

struct tool_skeleton_node {
    char name[TOOL_SKELETON_NAME_SIZE]; /* "head", "left_grip", "right_index_tip", ... */
    enum tool_skeleton_part part;
    int side;   /* enum us_session_hand; -1: neither */
    int parent; /* an earlier node, or TOOL_SKELETON_LOCAL */
    unsigned track;
    uint8_t ever;        /* which parts of its pose were ever valid; 0: it is not there */
    struct us_pose rest; /* in its parent, before the first valid one; what never is valid is 0 */
    /* How far its place in its parent goes, in frames that have both; of `spans` such frames. */
    struct us_vec3 least_m, most_m;
    uint64_t spans;
    bool has_rest, has_first;
    struct us_pose first; /* its first whole pose, in LOCAL */
    uint64_t lost;        /* frames in which a part of it that it has in others is not valid */
};

struct tool_skeleton {
    struct tool_skeleton_node nodes[TOOL_SKELETON_NODES];
    uint64_t frames;
    uint64_t lost_frames[US_SESSION_HANDS]; /* in which a joint of the hand is lost */
    unsigned count;                         /* of nodes that are there, after the survey */
};

void tool_skeleton_init(struct tool_skeleton *skeleton);
/* Takes one frame into the survey. */
void tool_skeleton_survey(struct tool_skeleton *skeleton, struct us_session_frame *frame);
/* Ends the survey; the sink fails if no node has a pose. */
void tool_skeleton_settle(struct tool_skeleton *skeleton, struct tool_convert_sink *sink);

/* ---- Each frame ---- */

/* What the recording says, in LOCAL. A part that is not valid is that of the identity. */
struct tool_skeleton_wanted {
    struct us_pose poses[TOOL_SKELETON_NODES];
    uint8_t
        valid[TOOL_SKELETON_NODES]; /* US_SESSION_ORIENTATION_VALID, US_SESSION_POSITION_VALID */
};
void tool_skeleton_read(const struct tool_skeleton *skeleton, struct us_session_frame *frame,
                        struct tool_skeleton_wanted *out);

/* What a file says. Poses of nodes that are not there mean nothing. */
struct tool_skeleton_pose {
    struct us_pose local[TOOL_SKELETON_NODES]; /* in the parent */
    struct us_pose world[TOOL_SKELETON_NODES]; /* in LOCAL, by the chain of parents */
};

/* Turns a pose in the parent into what the file can say. */
typedef void tool_skeleton_round(void *data, unsigned node, struct us_pose *local);

/* The rest. */
void tool_skeleton_begin(const struct tool_skeleton *skeleton, struct tool_skeleton_pose *pose);
/* Goes from the last frame to this one. What is not valid stays as it was in its parent. `round`
 * may be NULL. */
void tool_skeleton_step(const struct tool_skeleton *skeleton,
                        const struct tool_skeleton_wanted *wanted, tool_skeleton_round *round,
                        void *data, struct tool_skeleton_pose *pose);
/* Widens `worst` by the distance of what a file says, `made`, from the valid parts of what a
 * recording says, both in LOCAL. */
void tool_skeleton_compare(const struct tool_skeleton *skeleton,
                           const struct us_pose made[TOOL_SKELETON_NODES],
                           const struct tool_skeleton_wanted *wanted,
                           struct tool_edit_distance *worst);

/* Adds which nodes are lost for a time, and which parts of poses are made up. */
void tool_skeleton_report(const struct tool_skeleton *skeleton, struct tool_loss *loss);

#endif
