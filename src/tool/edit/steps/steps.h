/* SPDX-License-Identifier: MIT */
/*
 * steps: the steps of `understudy edit`, as the user wrote them, and the stages that they become.
 */
#ifndef TOOL_EDIT_STEPS_H
#define TOOL_EDIT_STEPS_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/result.h"
#include "tool/edit/stage/outline.h"
#include "tool/edit/stage/stage.h"

enum { TOOL_EDIT_STEPS_MOST = 64 };

/* Messages whose times are closer are of the same moment. */
#define TOOL_EDIT_SAME_NS INT64_C(2000)

/* The stages that were made so far, and the outline behind them. */
struct tool_edit_steps {
    struct tool_edit_outline outline;
    struct tool_edit_stage *stages[2 * TOOL_EDIT_STEPS_MOST];
    unsigned count;
    bool repairs;              /* the list has the step 'repair' */
    bool is_proof;             /* the messages are wanted without the reduction */
    bool is_over;              /* nothing may follow: the last step was 'reduce' */
    double bound_m, bound_rad; /* of the reduction; 0: there is none */
};

/* One step: its name and its arguments. */
struct tool_edit_words {
    const char *name;
    unsigned count;
    const char *const *words;
};

/*
 * Takes the first step of a list of words. How many words it has is in `out`; the rest of the list
 * is the caller's. US_ERROR_USAGE: there is no such step, or it has too few or too many words.
 */
enum us_result tool_edit_words_take(const char *const *words, unsigned count,
                                    struct tool_edit_words *out, struct us_error *error);

/* Adds a step's stages, and changes the outline. US_ERROR_USAGE for an argument. */
enum us_result tool_edit_steps_add_step(struct tool_edit_steps *steps,
                                        const struct tool_edit_words *words,
                                        struct us_error *error);
/* Links the stages, with `sink` behind them, and returns the first of them. */
struct tool_edit_stage *tool_edit_steps_link(const struct tool_edit_steps *steps,
                                             struct tool_edit_stage *sink);
void tool_edit_steps_finish(struct tool_edit_steps *steps);

/* ---- For the steps ---- */

/* Frames come or go at other times than those of a drive: says so, if the recording was one. */
void tool_edit_steps_lose_drive(struct tool_edit_steps *steps, struct tool_edit_stage *stage);

/* Argument `index`, which must be a number in [least, most]. */
enum us_result tool_edit_number(const struct tool_edit_words *words, unsigned index, double least,
                                double most, double *out, struct us_error *error);

/* One step on its way into the steps. */
struct tool_edit_making {
    struct tool_edit_steps *steps;
    const struct tool_edit_words *words;
    double numbers[3]; /* the arguments, if they are numbers in a range of their own */
    struct us_error *error;
};

/*
 * Adds a zeroed stage of `size` bytes, whose first member is its struct tool_edit_stage, with these
 * functions. Without a `take` the stage passes messages as they are: it changes only the outline.
 * NULL with an error. tool_edit_steps_finish frees it.
 */
void *tool_edit_add(const struct tool_edit_making *making, size_t size, tool_edit_take *take,
                    tool_edit_end_stage *end, tool_edit_finish_stage *finish);

/* A step's function: adds its stages, and changes the outline. US_ERROR_USAGE for an argument. */
typedef enum us_result tool_edit_make(struct tool_edit_making *making);

tool_edit_make tool_edit_make_cut, tool_edit_make_keep, tool_edit_make_join, tool_edit_make_speed,
    tool_edit_make_retime, tool_edit_make_resample, tool_edit_make_reduce, tool_edit_make_mirror,
    tool_edit_make_move, tool_edit_make_turn, tool_edit_make_scale_hands, tool_edit_make_smooth,
    tool_edit_make_only, tool_edit_make_without, tool_edit_make_mark, tool_edit_make_unmark,
    tool_edit_make_rename, tool_edit_make_repair, tool_edit_make_fill_gaps;

#endif
