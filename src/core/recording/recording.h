/* SPDX-License-Identifier: MIT */
/*
 * recording: the channels of one input animation, and the layout they came from.
 *
 * A recording owns the bytes that its curves look into. After it has been decoded (and, if wanted,
 * repaired) nothing changes it, and any number of threads may read it. World space is Unity's:
 * left-handed, +Y up, +Z forward, metres.
 */
#ifndef US_RECORDING_H
#define US_RECORDING_H

#include <stdbool.h>
#include <stdint.h>

#include "core/curve/curve.h"
#include "core/base/pose.h"

/* Components of a pose's curves, in file order; a ray (the gaze) has origin X Y Z, direction X Y Z.
 */
enum {
    US_POSE_PX,
    US_POSE_PY,
    US_POSE_PZ,
    US_POSE_QX,
    US_POSE_QY,
    US_POSE_QZ,
    US_POSE_QW,
    US_POSE_CURVES
};
enum { US_RAY_OX, US_RAY_OY, US_RAY_OZ, US_RAY_DX, US_RAY_DY, US_RAY_DZ, US_RAY_CURVES };

/* The index of each curve, in the order of the file. The curves of absent sections have 0 keys.
 */
enum {
    US_CURVE_CAMERA = 0,
    US_CURVE_TRACKED = US_CURVE_CAMERA + US_POSE_CURVES,
    US_CURVE_PINCHING = US_CURVE_TRACKED + US_HAND_COUNT,
    US_CURVE_JOINTS = US_CURVE_PINCHING + US_HAND_COUNT,
    US_CURVE_GAZE = US_CURVE_JOINTS + US_HAND_COUNT * US_JOINT_COUNT * US_POSE_CURVES,
    US_CURVE_COUNT = US_CURVE_GAZE + US_RAY_CURVES
};

struct us_layout {
    int32_t version_major, version_minor;
    bool headerless;   /* a recording of 2019: without the 16-byte header; version reads 1.0 */
    uint32_t key_size; /* of float keys: 8 or 28 */
    bool has_markers;  /* the file has a marker list, which may be empty */
    bool has_camera, has_hands, has_gaze;
    /* 1.1 only: the three bytes of the file, where any non-zero value is true; 0 for a recording
     * that was made in memory. */
    uint8_t flag_bytes[3];
};

/* The most markers that are read, and the most bytes of their names together. Files with more are
 * refused. */
enum { US_MARKERS_MOST = 1 << 16, US_MARKERS_NAMES_MOST = 4 << 20 };

struct us_marker {
    float time_s;
    char *name;           /* UTF-8, NUL-terminated; owned by the recording */
    uint32_t name_length; /* bytes, without the NUL */
};

struct us_recording {
    struct us_layout layout;
    struct us_curve curves[US_CURVE_COUNT];
    struct us_marker *markers;
    uint32_t marker_count;
    uint32_t repaired_names; /* names of markers that were not UTF-8 in the file */
    /* How many curves had keys that were not sorted by time, and the first of them. */
    uint32_t unsorted_curves;
    unsigned first_unsorted;
    bool is_session;      /* a session recording: no curve has keys in memory */
    bool has_controllers; /* of a session: poses or components of controllers */
    uint64_t file_size;
    /* The first and the last key of all curves; both 0 if there are no keys. */
    double first_key_s, last_key_s;
    uint64_t key_count;

    /* Memory behind the curves: the file's bytes, and the keys that a repair replaced. */
    uint8_t *bytes;
    void **owned;
    uint32_t owned_count;
};

/* The poses that a recording holds: the camera is pose 0, then come the joints of the left and of
 * the right hand, in file order. */
enum { US_RECORDING_POSES = 1 + US_HAND_COUNT * US_JOINT_COUNT };

/* The index of the first of a pose's seven curves. */
unsigned us_recording_pose_curve(unsigned pose);
/* False for the joint None, which carries no data in most recordings. */
bool us_recording_pose_is_expected(unsigned pose);

/* The index of the first of a joint's seven curves. */
unsigned us_recording_joint_curve(enum us_hand hand, enum us_joint joint);
/* True for the four Boolean curves: tracked and pinching. */
bool us_recording_curve_is_bool(unsigned curve_index);
/* "camera position X", "left tracked", "right IndexTip rotation W", "gaze direction Z". */
void us_recording_curve_name(unsigned curve_index, char *out, unsigned out_size);

/*
 * Where playback begins: 0, or the first key where all keys are later than 0 (recordings of 2019
 * keep absolute times) or all are earlier. Keys before it only take part in interpolation. The end
 * is last_key_s.
 */
double us_recording_start_s(const struct us_recording *recording);

/* A head that starts higher than this starts in a space whose origin is on the floor: the eyes of a
 * seated person are higher, and a head that starts near the origin is lower. */
#define US_RECORDING_FLOOR_HEIGHT_M 0.8f

/* True if the section has a key to play. A hand needs one that says whether it is tracked, and one
 * of a joint other than None. */
bool us_recording_has_head(const struct us_recording *recording);
bool us_recording_has_hand(const struct us_recording *recording, enum us_hand hand);
bool us_recording_has_gaze(const struct us_recording *recording);

/* Recompute first_key_s, last_key_s and key_count from the curves. */
void us_recording_measure(struct us_recording *recording);

/* Give the recording an allocation to free with itself. False (and `memory` freed) if that fails.
 */
bool us_recording_own(struct us_recording *recording, void *memory);

/* Gives `curve`, one of the recording's or a copy of one, `count` new keys of `key_size` bytes, and
 * returns where the caller writes them. The recording owns them; the wrap modes stay. NULL if
 * memory runs out. */
uint8_t *us_recording_new_keys(struct us_recording *recording, struct us_curve *curve,
                               uint32_t count, uint32_t key_size);

/* Frees all it owns and leaves it zeroed; a zeroed recording is fine. */
void us_recording_finish(struct us_recording *recording);

#endif
