/* SPDX-License-Identifier: MIT */
/*
 * sample: the values of a recording at one time.
 *
 * Values are in the recording's own world: Unity's, left-handed, in metres and radians. Velocities
 * are the right-hand derivatives of the interpolated position and of the normalised rotation, per
 * second of recording time. They are 0 where a value is held. Rotations have w >= 0.
 */
#ifndef US_SAMPLE_H
#define US_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/pose.h"

enum us_how {
    US_HOW_ABSENT,       /* the recording lacks the track; the value is identity or zero */
    US_HOW_BEFORE_START, /* before the track's first key: the value of that key */
    US_HOW_EXACT,        /* on a key */
    US_HOW_INTERPOLATED, /* between keys, or outside of them if the curves repeat */
    US_HOW_HELD,         /* after the track's last key: the value of that key */
};

/*
 * Which parts of a recorded pose are valid and tracked. The first four have the values of
 * XrSpaceLocationFlags; the last two say which velocities are valid. A pose of an input animation
 * file has all of them.
 */
enum us_pose_flags {
    US_POSE_ORIENTATION_VALID = 1,
    US_POSE_POSITION_VALID = 2,
    US_POSE_ORIENTATION_TRACKED = 4,
    US_POSE_POSITION_TRACKED = 8,
    US_POSE_LINEAR_VALID = 16,
    US_POSE_ANGULAR_VALID = 32,
    US_POSE_ALL = 63,
    /* Of a pose that is known, but not tracked now, and whose velocity is not known. */
    US_POSE_INFERRED = US_POSE_ORIENTATION_VALID | US_POSE_POSITION_VALID
};

struct us_head_sample {
    enum us_how how;
    uint8_t flags; /* enum us_pose_flags */
    struct us_motion motion;
};

/* XrHandTrackingAimStateFB of a session recording. */
struct us_aim_sample {
    bool is_recorded; /* false: the other members have no meaning */
    uint64_t status;  /* XrHandTrackingAimFlagsFB */
    struct us_pose pose;
    float pinches[4]; /* strengths of index, middle, ring and little finger */
};

struct us_hand_sample {
    enum us_how how;
    bool tracked; /* the recorder tracked the hand; if false, the joints are what the curves
                     interpolate across the gap */
    bool pinching;
    bool inferred; /* a fault took the tracking: all poses are at most US_POSE_INFERRED */
    struct us_motion joints[US_JOINT_COUNT]; /* in the file's order; None is identity */
    /* True for a session recording only. If false, every joint has US_POSE_ALL, and `flags` and
     * `radius_m` are not set. */
    bool has_details;
    uint8_t flags[US_JOINT_COUNT];  /* enum us_pose_flags */
    float radius_m[US_JOINT_COUNT]; /* as recorded */
    uint32_t data_source;           /* XrHandTrackingDataSourceEXT; 0: unknown */
    struct us_aim_sample aim;
};

struct us_gaze_sample {
    enum us_how how;
    bool valid;     /* false: the recorder had no gaze; origin and direction are then meaningless */
    bool is_active; /* an action that is bound to it is active: of a session as recorded, of another
                       recording as `valid` */
    bool inferred;  /* as of a hand */
    struct us_vec3 origin_m;
    struct us_vec3 direction; /* unit */
    struct us_vec3 origin_m_s;
    struct us_vec3 direction_rate; /* d(direction)/dt, 1/s, perpendicular to it */
    /* True for a session recording only: `motion` is then the gaze as a pose, whose forward axis is
     * the direction. */
    bool has_pose;
    uint8_t flags; /* enum us_pose_flags of `motion` */
    struct us_motion motion;
};

/* The poses that an interaction profile has for a hand, in the order of enum us_hand_pose. */
enum { US_CONTROLLER_POSES = 5 };

struct us_controller_pose {
    bool is_recorded; /* false: the session lacks this pose */
    bool is_active;
    uint8_t flags; /* enum us_pose_flags */
    struct us_motion motion;
};

/* The controller poses of one hand. Only session recordings have them. */
struct us_controller_sample {
    enum us_how how;
    struct us_controller_pose poses[US_CONTROLLER_POSES];
};

/* Of a session only: the eyes in the head. */
enum { US_VIEWS_MAX = 4 };

struct us_view_sample {
    struct us_pose pose;                         /* in the head */
    float left_rad, right_rad, up_rad, down_rad; /* the field of view, as XrFovf has it */
};

struct us_views_sample {
    enum us_how how;
    uint32_t count; /* 0: the frame holds none */
    struct us_view_sample views[US_VIEWS_MAX];
};

/* Of a session only: how large STAGE is (xrGetReferenceSpaceBoundsRect). */
struct us_stage_sample {
    enum us_how how;
    bool has_bounds;        /* false: they were not known then */
    float width_m, depth_m; /* above 0 */
    double since_s;         /* the recording's time of the frame that says so */
};

/* Of a session only: where LOCAL, LOCAL_FLOOR and STAGE were, in the order of enum
 * us_session_space.
 */
enum { US_SPACES = 3 };

struct us_space_sample {
    bool is_recorded; /* false: the frame does not hold this space */
    uint8_t flags;    /* enum us_pose_flags; no velocities */
    struct us_pose pose;
};

struct us_spaces_sample {
    enum us_how how;
    struct us_space_sample spaces[US_SPACES];
};

/* The parts of a frame to sample, as bits. */
enum us_sample_parts {
    US_SAMPLE_HEAD = 1,
    US_SAMPLE_LEFT = 2,
    US_SAMPLE_RIGHT = 4,
    US_SAMPLE_GAZE = 8,
    US_SAMPLE_ALL = 15,
    US_SAMPLE_STILL = 16, /* combine with the others: do not compute velocities; they are 0 */
    US_SAMPLE_LEFT_CONTROLLER = 32,
    US_SAMPLE_RIGHT_CONTROLLER = 64,
    US_SAMPLE_VIEWS = 128,
    US_SAMPLE_STAGE = 256,
    US_SAMPLE_SPACES = 512,
};

struct us_frame_sample {
    struct us_head_sample head;
    struct us_hand_sample hands[US_HAND_COUNT];
    struct us_gaze_sample gaze;
    struct us_controller_sample controllers[US_HAND_COUNT];
    struct us_views_sample views;
    struct us_stage_sample stage;
    struct us_spaces_sample spaces;
};

/* The inputs of a session at one time. They are steps, and are never interpolated. */
enum { US_INPUTS_MAX = 256, US_INPUT_USERS = 6 };

/* The truth value that a runtime made of a number for a boolean action, if it was recorded. */
enum us_input_truth { US_INPUT_TRUTH_UNKNOWN, US_INPUT_FALSE, US_INPUT_TRUE };

struct us_input_value {
    float x, y; /* a boolean is 0 or 1 in x; only a 2D vector sets y */
};

struct us_input_sample {
    enum us_how how;   /* US_HOW_ABSENT: the recording holds no inputs */
    bool lacked_focus; /* the recorded app had no focus: nothing is active */
    /* 0: no profile; otherwise 1 + its index in the recording's list. The left hand, the right
     * hand, then the session's other top-level user paths. */
    uint8_t profiles[US_INPUT_USERS];
    uint32_t count; /* of components, in the order of the recording's list */
    uint8_t active[US_INPUTS_MAX];
    struct us_input_value values[US_INPUTS_MAX];
    uint8_t truths[US_INPUTS_MAX]; /* enum us_input_truth */
};

#endif
