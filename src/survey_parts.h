/* SPDX-License-Identifier: MIT */
/*
 * survey_parts: what the files of the survey share. Private to survey*.c.
 */
#ifndef US_SURVEY_PARTS_H
#define US_SURVEY_PARTS_H

#include "pages.h"
#include "repair_parts.h"
#include "survey.h"

enum { US_SURVEY_WINDOWS = 16, US_SURVEY_WINDOW_SIZE = 64 * 1024 };

struct us_survey_work {
    const struct us_file *file;
    const struct us_index *index;
    us_survey_progress_func_t *progress;
    void *context;
    struct us_repair_report *report; /* NULL: not wanted */
    struct us_survey_facts *facts;   /* NULL: not wanted */
    struct us_error *error;

    uint64_t done, total, told;                      /* of the progress */
    uint8_t *windows;                                /* US_SURVEY_WINDOWS of them */
    bool linear[US_CURVE_COUNT];                     /* every segment of the curve is */
    uint64_t times_hash[US_CURVE_COUNT];             /* of a float curve's key times */
    bool w_lost[1 + US_HAND_COUNT * US_JOINT_COUNT]; /* the camera, then the joints */
};

/* Window `slot` on a curve; whoever had the slot before has lost it. */
struct us_pages us_survey_pages(const struct us_survey_work *work, unsigned slot,
                                unsigned curve_index);
/* The same for `count` curves and slots that follow each other. */
void us_survey_pages_of(const struct us_survey_work *work, unsigned slot, unsigned curve_index,
                        unsigned count, struct us_pages *out);

void us_survey_advance(struct us_survey_work *work, uint64_t bytes);

enum us_result us_survey_note(struct us_survey_work *work, enum us_repair_kind kind,
                              unsigned curve_index, uint64_t count, double seconds);
enum us_result us_survey_out_of_memory(struct us_survey_work *work);
/* US_OK, or the failure if one of the `count` curves could not be read. */
enum us_result us_survey_was_read(struct us_survey_work *work, const struct us_pages *pages,
                                  unsigned count);

/* survey_w.c: the signs of the W that us_repair would rebuild, key by key at the times of X, Y and
 * Z. */
struct us_survey_w {
    uint8_t *steps; /* two bits a key; from malloc */
    uint32_t count; /* keys */
};
/* True if W of the rotation whose X curve is `curve_index` was lost. Needs nothing of what is
 * behind it in the file. */
bool us_survey_w_is_lost(const struct us_survey_work *work, unsigned curve_index);
enum us_result us_survey_w_find(struct us_survey_work *work, unsigned curve_index,
                                struct us_survey_w *out);
/* The rebuilt W at the key's time, from windows on X, Y and Z. */
float us_survey_w_at(const struct us_survey_w *w, uint32_t key, struct us_pages *xyz,
                     double time_s);
void us_survey_w_finish(struct us_survey_w *w);
/* survey_w.c has the slots from this one on; survey_rotation.c those before. */
enum { US_SURVEY_W_SLOT = 4 };

/* survey_rotation.c: signs, zeros and norms; `w` is NULL where W was not lost. */
enum us_result us_survey_rotation(struct us_survey_work *work, unsigned curve_index, bool expected,
                                  const struct us_survey_w *w);

/* survey_flags.c: gaps, the lost tail, and what is played of hands and gaze. */
enum us_result us_survey_gaps(struct us_survey_work *work, unsigned curve_index);
enum us_result us_survey_lost_tail(struct us_survey_work *work);
enum us_result us_survey_zero_gaze(struct us_survey_work *work);
enum us_result us_survey_played(struct us_survey_work *work);

/* survey_rate.c: how many frames a second there are. */
enum us_result us_survey_rate(struct us_survey_work *work);

#endif
