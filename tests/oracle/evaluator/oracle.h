/* SPDX-License-Identifier: MIT */
/*
 * The oracle: a second, independent reading of Mixed Reality Toolkit input animation files, against
 * which the product's decoder, sampler and layer are judged. It shares no code with them. Simple
 * and slow on purpose: linear searches, bisection, double precision throughout.
 *
 * Written from "The MRTK input animation file" (docs/format.md); the chapter names below are its. A
 * recording is immutable after oracle_load or oracle_parse, so all other functions may be called
 * from any thread.
 *
 * Units: metres, seconds, radians. "Unity" is the file's left-handed world, +Z forward; "OpenXR" is
 * right-handed, -Z forward.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oracle_math.h"

enum {
    ORACLE_HANDS = 2,      /* 0 left, 1 right, as in the file */
    ORACLE_JOINTS = 27,    /* file order: 0 None, 1 Wrist, 2 Palm, 3.. */
    ORACLE_XR_JOINTS = 26, /* XrHandJointEXT order: 0 palm, 1 wrist, 2.. */
    ORACLE_CURVES = 395,   /* of a file with everything in it */
};

enum oracle_wrap {
    ORACLE_WRAP_DEFAULT =
        0, /* clamps here: the playback decides, and it clamps unless told otherwise */
    ORACLE_WRAP_ONCE = 1,
    ORACLE_WRAP_LOOP = 2,
    ORACLE_WRAP_PING_PONG = 4,
    ORACLE_WRAP_CLAMP_FOREVER = 8,
};

enum oracle_weighted {
    ORACLE_WEIGHTED_IN = 1,
    ORACLE_WEIGHTED_OUT = 2,
};

struct oracle_key {
    double time_s, value;
    double in_tangent, out_tangent;
    double in_weight, out_weight;
    int weighted_mode;
};

/* Keys sorted by time, no time twice. is_boolean: the left key's value holds (8-byte Boolean
 * curves). */
struct oracle_curve {
    int pre_wrap, post_wrap;
    bool is_boolean;
    size_t count;
    struct oracle_key *keys;
};

enum oracle_rotation_repair {
    ORACLE_ROTATION_AS_READ,   /* left alone: neither shared key times nor linear */
    ORACLE_ROTATION_SHARED,    /* signs aligned on the key times that all four share */
    ORACLE_ROTATION_RESAMPLED, /* linear: resampled at the union of key times, signs aligned */
    ORACLE_ROTATION_ABSENT,    /* no key holds a rotation: identity */
};

/* The seven curves of a pose: as read, and the four rotation curves after sign alignment, which are
 * what is played. */
struct oracle_track {
    struct oracle_curve position[3];
    struct oracle_curve rotation_raw[4];
    struct oracle_curve rotation[4];
    enum oracle_rotation_repair rotation_repair;
    int flips;     /* keys whose sign was changed */
    int zero_keys; /* keys that held no rotation and took a neighbour's */
    bool w_mended; /* had the rotation-W defect, and W was rebuilt */
};

struct oracle_marker {
    double time_s;
    char *name; /* UTF-8 */
};

struct oracle_recording {
    bool headerless;
    int major, minor;
    int key_size; /* of float curves: 8 or 28 */
    bool has_marker_list;
    bool has_camera, has_hands, has_gaze;
    struct oracle_track camera;
    struct oracle_curve tracked[ORACLE_HANDS], pinching[ORACLE_HANDS];
    struct oracle_track joints[ORACLE_HANDS][ORACLE_JOINTS];
    struct oracle_curve gaze_origin[3], gaze_direction[3];
    size_t marker_count;
    struct oracle_marker *markers;
    double start_s, end_s; /* what is played: see oracle_load */
};

/* How to read. Zero is the default. */
struct oracle_options {
    bool keep_w; /* do not mend the rotation-W defect */
};

/*
 * Read a whole file, or bytes in memory. The layouts are tried in the order of chapter "Layout";
 * the first that ends exactly at the end of the file is taken. Then: keys are stable-sorted and of
 * each time only the last is kept, rotation W is mended where it has defect 1 (unless keep_w),
 * rotations are sign-aligned (defect 3).
 *
 * start_s is the earliest key time over all curves, but not below 0 unless every key is; end_s is
 * the largest last-key time. Both 0 with no keys.
 *
 * Returns NULL and words in `out_why` when the bytes are no such file. Free with oracle_destroy;
 * NULL is fine there.
 */
struct oracle_recording *oracle_load(const char *path, const struct oracle_options *options,
                                     char *out_why, size_t why_size);
struct oracle_recording *oracle_parse(const uint8_t *bytes, size_t size,
                                      const struct oracle_options *options, char *out_why,
                                      size_t why_size);
void oracle_destroy(struct oracle_recording *recording);

/* ---- Curves: chapter "Evaluation" ---- */

double oracle_curve_value(const struct oracle_curve *curve, double time_s);
/* Is a key (or the seam of a loop) within `within_s` of time_s, either side? */
bool oracle_curve_near_key(const struct oracle_curve *curve, double time_s, double within_s);
/* Seconds from time_s to the next key strictly after it, through the wrap modes; INFINITY when
 * there is none. */
double oracle_curve_gap_s(const struct oracle_curve *curve, double time_s);
/* Is every segment a Bezier of weights 0 with finite tangents, which is a straight line? */
bool oracle_curve_is_linear(const struct oracle_curve *curve);
/* Value of the 2D Bezier with normalised time controls 0, ow, 1 - iw, 1 and value controls v[0..3]
 * at normalised time s, 0 <= s <= 1: at the smallest u in [0, 1] with time(u) = s. */
double oracle_bezier_value(double ow, double iw, const double v[4], double s);

/* ---- Repairs, applied by oracle_load ---- */

/* Sign alignment: fills rotation, rotation_repair, flips and zero_keys from rotation_raw. False:
 * out of memory. */
bool oracle_align_track(struct oracle_track *track);
/* Does the track have defect 1: W with 1 key while X has more, or W with 2 keys, X with more, and
 * the last value of W equal to the last value of Z? */
bool oracle_w_is_defective(const struct oracle_track *track);
/* Rebuild W in every defective track. Joints: the sign whose rotated +Z best follows the bone, with
 * a small continuity term. Camera: continuity. False: out of memory. */
bool oracle_mend_w(struct oracle_recording *recording);

/* ---- Samples in Unity's world. Time is recording time; it is not clamped to [start_s, end_s] here
 * ---- */

struct oracle_pose oracle_track_pose(const struct oracle_track *track, double time_s);
/* Is there any key in the track? */
bool oracle_track_exists(const struct oracle_track *track);
bool oracle_hand_tracked(const struct oracle_recording *recording, int hand, double time_s);
bool oracle_hand_pinching(const struct oracle_recording *recording, int hand, double time_s);
/* Gaze origin and unit direction. False when the gaze is not valid at that time: no keys in the
 * direction, or the direction is zero (norm <= 1e-3) at the key at or before time_s or, unless
 * time_s is exactly that key, at the next one. Keys are the union of the three direction curves'.
 * Before the first key that one alone decides, and from the last on the last. */
bool oracle_gaze(const struct oracle_recording *recording, double time_s,
                 struct oracle_vec3 *out_origin_m, struct oracle_vec3 *out_direction);

/* ---- Conversion to OpenXR: chapters "Coordinates" and "Joints" ---- */

struct oracle_vec3 oracle_xr_position(struct oracle_vec3 unity);
struct oracle_quat oracle_xr_rotation(struct oracle_quat unity);
struct oracle_vec3 oracle_xr_angular(struct oracle_vec3 unity);
struct oracle_pose oracle_xr_pose(struct oracle_pose unity);
/* XrHandJointEXT of a file joint; -1 for None. And the reverse. */
int oracle_xr_joint(int file_joint);
int oracle_file_joint(int xr_joint);
/* Orientation of a gaze along the unit `direction`, both in OpenXR's world: -Z is the direction, X
 * = normalize(up x Z), Y = Z x X. `up` is +Y; where the gaze is vertical (|up x Z| < 1e-4), it is
 * +Z looking up and -Z looking down, which is where the top of a head points then. */
struct oracle_quat oracle_xr_gaze_rotation(struct oracle_vec3 direction);

/* ---- What an app should be told: OpenXR's world ---- */

enum oracle_entity_kind {
    ORACLE_HEAD,
    ORACLE_JOINT,
    ORACLE_GAZE,
};

struct oracle_entity {
    enum oracle_entity_kind kind;
    int hand;     /* of ORACLE_JOINT */
    int xr_joint; /* of ORACLE_JOINT */
};

/* Is the entity there at this time: head recorded, hand tracked, gaze valid? */
bool oracle_entity_valid(const struct oracle_recording *recording, struct oracle_entity entity,
                         double time_s);
struct oracle_pose oracle_entity_pose(const struct oracle_recording *recording,
                                      struct oracle_entity entity, double time_s);
/* Pose, and velocity as the right-hand derivative of the interpolated and normalised pose.
 * Meaningful where oracle_entity_valid; defined everywhere. */
struct oracle_motion oracle_entity_motion(const struct oracle_recording *recording,
                                          struct oracle_entity entity, double time_s);
/* Is any key that the entity's pose or validity depends on within `within_s` of time_s? */
bool oracle_entity_near_key(const struct oracle_recording *recording, struct oracle_entity entity,
                            double time_s, double within_s);

#endif
