/* SPDX-License-Identifier: MIT */
/*
 * answer: who answered a call of the app, and how, for the event log.
 *
 * A hook resolves each space or action once, answers the app with the result, and reports the same
 * result. The event log therefore never computes an answer again. A second computation could
 * differ: another thread may sync actions in between, or the stream reader may have read more of
 * the recording.
 */
#ifndef US_ANSWER_H
#define US_ANSWER_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/sampler/sample.h"
#include "eventlog/log_event.h"
#include "openxr/xr.h"

/* `how` and `at_s` have a meaning only if `from` is US_SOURCE_RECORDING or US_SOURCE_BOTH. They
 * describe the recorded part of the answer. */
struct us_answer {
    enum us_source from;
    enum us_how how;
    double at_s; /* recording time, s; NaN: the answer contains no recorded data */
};

/* The runtime alone answered. */
static inline struct us_answer us_answer_runtime(void)
{
    return (struct us_answer){US_SOURCE_RUNTIME, US_HOW_ABSENT, (double)NAN};
}

/* The answers of one call of xrLocateSpaces, which all have the same time. The hook reports only
 * the first US_ANSWERS_MAX elements; the ring of the event log has no room for more lines. The
 * chain below answered every element from `count` on. */
enum { US_ANSWERS_MAX = 4096 };
struct us_answers {
    double at_s; /* recording time, s, of the elements that contain recorded data */
    uint32_t count;
    struct {
        uint8_t from, how; /* enum us_source, enum us_how */
    } of[US_ANSWERS_MAX];
};

/*
 * The hooks of calls whose answers the event log describes. Each does what the hook of the OpenXR
 * function does, and reports the answer in one more output. That output may be NULL. The caller
 * sets it to us_answer_runtime() or US_SOURCE_RUNTIME before the call, because a hook that only
 * passes the call on does not write it. After a failure it has no meaning.
 */
struct us_answer_hooks {
    XrResult (*locate_space)(XrSpace space, XrSpace base, XrTime time, XrSpaceLocation *location,
                             struct us_answer *out_answer);
    /* `is_khr`: call xrLocateSpacesKHR instead of xrLocateSpaces. This hook sets `out_answers`; the
     * caller need not. */
    XrResult (*locate_spaces)(XrSession session, const XrSpacesLocateInfo *info,
                              XrSpaceLocations *locations, bool is_khr,
                              struct us_answers *out_answers);
    XrResult (*locate_views)(XrSession session, const XrViewLocateInfo *info, XrViewState *state,
                             uint32_t capacity, uint32_t *out_count, XrView *views,
                             struct us_answer *out_answer);
    XrResult (*locate_hand_joints)(XrHandTrackerEXT tracker, const XrHandJointsLocateInfoEXT *info,
                                   XrHandJointLocationsEXT *locations,
                                   struct us_answer *out_answer);
    /* `state` is the output struct of xrGetActionState* for actions of `type`. */
    XrResult (*get_action_state)(XrSession session, const XrActionStateGetInfo *info,
                                 XrActionType type, void *state, enum us_source *out_from);
};

#endif
