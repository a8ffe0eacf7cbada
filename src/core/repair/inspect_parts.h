/* SPDX-License-Identifier: MIT */
/*
 * inspect_parts: what the files of the survey share. Private to survey*.c.
 */
#ifndef US_INSPECT_PARTS_H
#define US_INSPECT_PARTS_H

#include "core/keys/curve_reader.h"
#include "core/repair/repair_parts.h"
#include "core/repair/inspect.h"

enum { US_INSPECT_WINDOWS = 16, US_INSPECT_WINDOW_SIZE = 64 * 1024 };

struct us_inspect_work {
    const struct us_file *file;
    const struct us_curve_index *index;
    us_inspect_progress_func_t *progress;
    void *context;
    struct us_repair_report *report; /* NULL: not wanted */
    struct us_inspect_facts *facts;  /* NULL: not wanted */
    struct us_error *error;

    uint64_t done, total, told;                      /* of the progress */
    uint8_t *windows;                                /* US_INSPECT_WINDOWS of them */
    bool linear[US_CURVE_COUNT];                     /* every segment of the curve is */
    uint64_t times_hash[US_CURVE_COUNT];             /* of a float curve's key times */
    bool w_lost[1 + US_HAND_COUNT * US_JOINT_COUNT]; /* the camera, then the joints */
};

/* Window `slot` on a curve; whoever had the slot before has lost it. */
struct us_curve_reader us_inspect_pages(const struct us_inspect_work *work, unsigned slot,
                                        unsigned curve_index);
/* The same for `count` curves and slots that follow each other. */
void us_inspect_pages_of(const struct us_inspect_work *work, unsigned slot, unsigned curve_index,
                         unsigned count, struct us_curve_reader *out);

void us_inspect_advance(struct us_inspect_work *work, uint64_t bytes);

enum us_result us_inspect_note(struct us_inspect_work *work, enum us_repair_kind kind,
                               unsigned curve_index, uint64_t count, double seconds);
enum us_result us_inspect_out_of_memory(struct us_inspect_work *work);
/* US_OK, or the failure if one of the `count` curves could not be read. */
enum us_result us_inspect_was_read(struct us_inspect_work *work,
                                   const struct us_curve_reader *pages, unsigned count);

/* inspect_w.c: the signs of the W that us_repair would rebuild, key by key at the times of X, Y and
 * Z. */
struct us_inspect_w {
    uint8_t *steps; /* two bits a key; from malloc */
    uint32_t count; /* keys */
};
/* True if W of the rotation whose X curve is `curve_index` was lost. Needs nothing of what is
 * behind it in the file. */
bool us_inspect_w_is_lost(const struct us_inspect_work *work, unsigned curve_index);
enum us_result us_inspect_w_find(struct us_inspect_work *work, unsigned curve_index,
                                 struct us_inspect_w *out);
/* The rebuilt W at the key's time, from windows on X, Y and Z. */
float us_inspect_w_at(const struct us_inspect_w *w, uint32_t key, struct us_curve_reader *xyz,
                      double time_s);
void us_inspect_w_finish(struct us_inspect_w *w);
/* inspect_w.c has the slots from this one on; inspect_rotation.c those before. */
enum { US_INSPECT_W_SLOT = 4 };

/* inspect_rotation.c: signs, zeros and norms; `w` is NULL where W was not lost. */
enum us_result us_inspect_rotation(struct us_inspect_work *work, unsigned curve_index,
                                   bool expected, const struct us_inspect_w *w);

/* inspect_flags.c: gaps, the lost tail, and what is played of hands and gaze. */
enum us_result us_inspect_gaps(struct us_inspect_work *work, unsigned curve_index);
enum us_result us_inspect_lost_tail(struct us_inspect_work *work);
enum us_result us_inspect_zero_gaze(struct us_inspect_work *work);
enum us_result us_inspect_played(struct us_inspect_work *work);

/* inspect_rate.c: how many frames a second there are. */
enum us_result us_inspect_rate(struct us_inspect_work *work);

#endif
