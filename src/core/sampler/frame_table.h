/* SPDX-License-Identifier: MIT */
/*
 * frame_table: the values of all curves in rows, one row for each key time. Sampling then needs one
 * search for all curves. Private to the sampler.
 *
 * A row holds the value of every curve at one key time. There is a row for each time at which any
 * curve has a key, so a straight segment of a curve is the straight line between any two rows. The
 * table lists the segments that are not straight with their rows; sampling evaluates them exactly.
 * Rotations are not normalised. Times are recording times in seconds, lengths are metres, and poses
 * are in the recording's own world (sample.h).
 *
 * A table does not change after us_frame_table_init, so any number of threads may read it.
 */
#ifndef US_FRAME_TABLE_H
#define US_FRAME_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/curve/curved_segment.h"
#include "core/sampler/pose_simd.h"
#include "core/recording/recording.h"
#include "core/base/result.h"
#include "core/curve/curve.h"

/*
 * The floats of one pose in a row: rotation X Y Z W, position X Y Z, 0. The gaze has direction X Y
 * Z, 0, origin X Y Z, 0.
 */
enum { US_FRAME_TABLE_POSE_FLOATS = 8, US_FRAME_TABLE_HAND_POSES = US_JOINT_COUNT - 1 };

/* A segment that rises more than this from one row to the next counts as curved. */
#define US_FRAME_TABLE_MOST_RISE US_POSE_SIMD_MOST_RISE

enum us_frame_table_track {
    US_FRAME_TABLE_HEAD,
    US_FRAME_TABLE_LEFT,
    US_FRAME_TABLE_RIGHT,
    US_FRAME_TABLE_GAZE,
    US_FRAME_TABLE_TRACKS
};

/* Bits of a row. */
enum us_frame_table_flags {
    US_FRAME_TABLE_TRACKED = 1 << 0,    /* << hand */
    US_FRAME_TABLE_PINCHING = 1 << 2,   /* << hand */
    US_FRAME_TABLE_GAZE_AT = 1 << 4,    /* the gaze has a direction at the row's time */
    US_FRAME_TABLE_GAZE_AFTER = 1 << 5, /* the gaze has one up to the next row */
    US_FRAME_TABLE_ON_KEY = 1 << 6,     /* << track: the track has a key at the row's time */
};

struct us_frame_table {
    struct us_curve_key_times times;
    uint32_t width; /* floats in a row */
    float *values;  /* times.count rows; NULL if the table was too large: sample curve by curve */
    size_t value_bytes;
    float excess;    /* the size of the values in multiples of the limit; above 1 there are none */
    uint16_t *flags; /* enum us_frame_table_flags of each row */
    /* The uses of curved segments, by row, track and kind; see us_frame_table_curved. NULL if all
     * segments are straight. A use's place counts from the track's first float. */
    uint32_t *use_begin;
    size_t use_bytes;
    struct us_curved_segment_use *uses;
    struct us_curved_segment *curved_segments; /* by the first row that each covers */
    uint32_t *bucket;                          /* see us_frame_table_find */
    uint32_t bucket_count;
    double buckets_per_s;
    int32_t first_place[US_FRAME_TABLE_TRACKS]; /* of the track's first pose in a row; -1: the
                                                   recording lacks the track */
    float track_first_s[US_FRAME_TABLE_TRACKS], track_last_s[US_FRAME_TABLE_TRACKS];
};

/* The number of poses of a track. */
uint32_t us_frame_table_track_poses(enum us_frame_table_track track);

/* The index of the curve that a float of a track comes from, or -1 for padding. `place` counts from
 * the track's first float. */
int us_frame_table_curve(enum us_frame_table_track track, uint32_t place);

/*
 * Makes the table of a repaired recording, which it does not keep. If the rows would be larger than
 * `limit_bytes`, `values` is NULL, and the caller evaluates curve by curve. Fails if memory runs
 * out; the table is then empty.
 */
enum us_result us_frame_table_init(struct us_frame_table *table,
                                   const struct us_recording *recording, uint64_t limit_bytes,
                                   struct us_error *error);
void us_frame_table_finish(struct us_frame_table *table);

/* The last row at or before `time_s`; 0 if all rows are later. The table must have a row. The cost
 * hardly depends on the time. */
uint32_t us_frame_table_find(const struct us_frame_table *table, double time_s);

/* The uses of curved segments of one kind between a row and the next. `use_begin` must not be NULL.
 */
static inline const struct us_curved_segment_use *
us_frame_table_curved(const struct us_frame_table *table, uint32_t row,
                      enum us_frame_table_track track, enum us_curved_segment_kind kind,
                      uint32_t *out_count)
{
    size_t slot = ((size_t)row * US_FRAME_TABLE_TRACKS + (size_t)track) * US_CURVED_SEGMENT_KINDS +
                  (size_t)kind;
    *out_count = table->use_begin[slot + 1] - table->use_begin[slot];
    return table->uses + table->use_begin[slot];
}

/* The finite float that is nearest to a value. */
float us_frame_table_narrow(double value);

/* Whether the gaze has a direction at `time_s`. `*out_after` is whether it has one from there to
 * the next key. Ignores wrap modes. */
bool us_frame_table_gaze_valid(const struct us_recording *recording, double time_s,
                               bool *out_after);

#endif
