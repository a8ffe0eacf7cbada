/* SPDX-License-Identifier: MIT */
/*
 * key_reducer: takes the keys of a position, a rotation or a direction one by one, and hands on the
 * keys that a file needs.
 *
 * Without a tolerance it hands on all keys. With one, it leaves out a key if the straight lines
 * between the remaining keys are nowhere farther from it than the tolerance. At most 64 keys in a
 * row are left out, so that memory and time are bounded. The signs of a rotation's keys are
 * aligned: each is the nearer one to the key before, so that interpolation takes the shorter way.
 */
#ifndef US_KEY_REDUCER_H
#define US_KEY_REDUCER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/result.h"

enum us_key_kind {
    US_KEY_POSITION,  /* X Y Z in metres */
    US_KEY_ROTATION,  /* X Y Z W, of length 1 */
    US_KEY_DIRECTION, /* X Y Z, of length 1; or 0 0 0: there is none */
    US_KEY_KINDS
};

struct us_key_row {
    float time_s;
    float values[4];
};

enum { US_KEY_REDUCER_MOST = 64 };

struct us_key_reducer {
    enum us_key_kind kind;
    unsigned first_curve; /* of 3, or of 4 for a rotation */
    bool has_last;        /* a row was added */
    bool has_anchor;      /* the row before those that wait was handed on */
    unsigned count;       /* of rows that wait: each fits the line from the anchor to the last */
    struct us_key_row last, anchor, rows[US_KEY_REDUCER_MOST];
};

/* Takes the key of `count` curves from `first_curve` on. */
typedef enum us_result us_key_take(void *data, unsigned first_curve, unsigned count,
                                   const struct us_key_row *row, struct us_error *error);

struct us_key_output {
    double tolerance_m, tolerance_rad; /* 0: keep every key of that kind */
    us_key_take *take;
    void *data;
    double worst_m, worst_rad;       /* the largest error of the keys that were left out */
    uint64_t left_out[US_KEY_KINDS]; /* keys of curves */
};

/* Adds a key, which must be later than the one before. */
enum us_result us_key_reducer_add(struct us_key_reducer *reducer, struct us_key_output *output,
                                  const struct us_key_row *row, struct us_error *error);
/* Adds a key with the values of the one before, if there is one that is earlier. */
enum us_result us_key_reducer_hold(struct us_key_reducer *reducer, struct us_key_output *output,
                                   float time_s, struct us_error *error);
/* Keeps the last key. No key is left out across this place. */
enum us_result us_key_reducer_break(struct us_key_reducer *reducer, struct us_key_output *output,
                                    struct us_error *error);

#endif
