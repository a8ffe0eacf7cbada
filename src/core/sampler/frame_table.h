/* SPDX-License-Identifier: MIT */
/*
 * frame_table: a recording laid out frame by frame, for sampling with one search. Private to the
 * sampler.
 *
 * A row is the value of every channel at one key time; the rows stand at the union of all key
 * times, so that a straight segment of any curve stays the straight line between two rows. What is
 * not straight between two rows is listed with the row and evaluated as its curve's own segment:
 * nothing is baked. Rotations are left unnormalised.
 */
#ifndef US_FRAME_TABLE_H
#define US_FRAME_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/curve/curved_segment.h"
#include "core/sampler/pose_simd.h"
#include "core/recording/recording.h"
#include "core/base/result.h"
#include "core/curve/key_times.h"

/*
 * The floats of one pose in a row: rotation X Y Z W, position X Y Z, 0. The gaze has direction X Y
 * Z, 0, origin X Y Z, 0.
 */
enum { US_FRAME_TABLE_POSE_FLOATS = 8, US_FRAME_TABLE_HAND_POSES = US_JOINT_COUNT - 1 };

/* No channel rises more than this from one row to the next in a straight line. */
#define US_FRAME_TABLE_MOST_RISE US_POSE_SIMD_MOST_RISE

enum us_frame_table_track {
    US_FRAME_TABLE_HEAD,
    US_FRAME_TABLE_LEFT,
    US_FRAME_TABLE_RIGHT,
    US_FRAME_TABLE_GAZE,
    US_FRAME_TABLE_TRACKS
};

/* Bits of a row. A bit of US_FRAME_TABLE_ON_KEY << track says that the track has a key at this
 * row's time.
 */
enum us_frame_table_flags {
    US_FRAME_TABLE_TRACKED = 1 << 0,    /* << hand */
    US_FRAME_TABLE_PINCHING = 1 << 2,   /* << hand */
    US_FRAME_TABLE_GAZE_AT = 1 << 4,    /* the gaze has a direction at this very time */
    US_FRAME_TABLE_GAZE_AFTER = 1 << 5, /* and all the way to the next row */
    US_FRAME_TABLE_ON_KEY = 1 << 6,     /* << track */
};

struct us_frame_table {
    struct us_key_times times;
    uint32_t width; /* floats in a row */
    float *values;  /* times.count rows; 0 if the recording is sampled curve by curve */
    size_t value_bytes;
    float excess; /* how many times the limit the values would take; at most 1 if they are there */
    uint16_t *flags; /* one a row */
    /* What is not the straight line from a row to the next, by row, track and kind (see
     * us_frame_table_bent); NULL if there is none. Places count from the track's first float. */
    uint32_t *use_begin;
    size_t use_bytes;
    struct us_curved_segment_use *uses;
    struct us_curved_segment *bends; /* by the first row that they cover */
    uint32_t *bucket;                /* see us_frame_table_find */
    uint32_t bucket_count;
    double buckets_per_s;
    int32_t first_place[US_FRAME_TABLE_TRACKS]; /* of the track's first pose; -1 if the track is
                                                   absent */
    float track_first_s[US_FRAME_TABLE_TRACKS], track_last_s[US_FRAME_TABLE_TRACKS];
};

/* How many poses a track has. */
uint32_t us_frame_table_track_poses(enum us_frame_table_track track);

/* Which curve feeds a float of a track, or -1 for padding. `place` counts from the track's first
 * float. */
int us_frame_table_curve(enum us_frame_table_track track, uint32_t place);

/*
 * Lay `recording` out. Rows larger than `limit_bytes` in all are not made: `values` is then NULL,
 * and the caller evaluates curve by curve.
 */
enum us_result us_frame_table_init(struct us_frame_table *rows,
                                   const struct us_recording *recording, uint64_t limit_bytes,
                                   struct us_error *error);
void us_frame_table_finish(struct us_frame_table *rows);

/* The last row at or before `time_s`; 0 if it is before all. Needs one row or more. Costs about the
 * same wherever it is. */
uint32_t us_frame_table_find(const struct us_frame_table *rows, double time_s);

/* The uses of one kind from a row to the next; only where there are any at all. */
static inline const struct us_curved_segment_use *
us_frame_table_bent(const struct us_frame_table *rows, uint32_t row,
                    enum us_frame_table_track track, enum us_curved_segment_kind kind,
                    uint32_t *out_count)
{
    size_t slot = ((size_t)row * US_FRAME_TABLE_TRACKS + (size_t)track) * US_CURVED_SEGMENT_KINDS +
                  (size_t)kind;
    *out_count = rows->use_begin[slot + 1] - rows->use_begin[slot];
    return rows->uses + rows->use_begin[slot];
}

/* The nearest finite float. */
float us_frame_table_narrow(double value);

/* Whether the gaze has a direction at `time_s` (exactly on a key) and around it. Wrap modes do not
 * count. */
bool us_frame_table_gaze_valid(const struct us_recording *recording, double time_s,
                               bool *out_after);

#endif
