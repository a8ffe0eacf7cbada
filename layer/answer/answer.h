/* SPDX-License-Identifier: MIT */
/*
 * answer: who answered a call of the app, and how, for the event log.
 *
 * A hook resolves each space or action once, answers with that, and reports the same. The event log
 * therefore never computes an answer again: a sync or a newly read part of the recording between
 * two computations could make the log differ from what the app got.
 */
#ifndef US_ANSWER_H
#define US_ANSWER_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/sampler/sample.h"
#include "eventlog/log_event.h"
#include "openxr/xr.h"

/* `how` and `at_s` describe the recorded part, if `from` is US_SOURCE_RECORDING or
 * US_SOURCE_BOTH. */
struct us_answer {
    enum us_source from;
    enum us_how how;
    double at_s; /* recording time; NaN: nothing recorded is in the answer */
};

/* The runtime alone answered. */
static inline struct us_answer us_answer_runtime(void)
{
    return (struct us_answer){US_SOURCE_RUNTIME, US_HOW_ABSENT, (double)NAN};
}

/* The answers of one call of xrLocateSpaces, at one time. Elements from US_ANSWERS_MAX on, which is
 * as many lines as the event log's ring has room for, are not reported. */
enum { US_ANSWERS_MAX = 4096 };
struct us_answers {
    double at_s; /* recording time, of the elements that have something recorded in them */
    struct {
        uint8_t from, how; /* enum us_source, enum us_how */
    } of[US_ANSWERS_MAX];
};

/*
 * The hooks of calls whose answers the event log describes. They do what the hook of the OpenXR
 * function does, and report the answer in one more output, which may be NULL. The caller sets that
 * output to us_answer_runtime() (US_SOURCE_RUNTIME) before the call: a hook that passes the call on
 * leaves it as it is. After a failure its content has no meaning.
 */
struct us_answer_hooks {
    XrResult (*locate_space)(XrSpace space, XrSpace base, XrTime time, XrSpaceLocation *location,
                             struct us_answer *out_answer);
    /* `is_khr`: the extension's function. Sets the elements of `out_answers` itself. */
    XrResult (*locate_spaces)(XrSession session, const XrSpacesLocateInfo *info,
                              XrSpaceLocations *locations, bool is_khr,
                              struct us_answers *out_answers);
    XrResult (*locate_views)(XrSession session, const XrViewLocateInfo *info, XrViewState *state,
                             uint32_t capacity, uint32_t *out_count, XrView *views,
                             struct us_answer *out_answer);
    XrResult (*locate_hand_joints)(XrHandTrackerEXT tracker, const XrHandJointsLocateInfoEXT *info,
                                   XrHandJointLocationsEXT *locations,
                                   struct us_answer *out_answer);
    /* `state` is the struct of xrGetActionState* for actions of `type`. */
    XrResult (*get_action_state)(XrSession session, const XrActionStateGetInfo *info,
                                 XrActionType type, void *state, enum us_source *out_from);
};

#endif
