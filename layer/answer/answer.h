/* SPDX-License-Identifier: MIT */
/*
 * answer: who answered a call of the app, and how, for the event log.
 *
 * A hook resolves each space or action once, answers the app with the result, and reports the same
 * result to whoever asked for reports on this thread. The event log therefore never computes an
 * answer again. A second computation could differ: another thread may sync actions in between, or
 * the stream reader may have read more of the recording.
 */
#ifndef US_ANSWER_H
#define US_ANSWER_H

#include <math.h>
#include <stdint.h>

#include "core/sampler/sample.h"
#include "eventlog/log_event.h"

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
 * Between begin and end the answers that hooks report on this thread are written to `out`, which
 * the event log does around the app's call. Without it a report goes nowhere. No allocation, lock
 * or system call.
 */
void us_answers_begin(struct us_answers *out);
void us_answers_end(void);

/* A hook answered an element of its call; other calls than xrLocateSpaces have the one element 0.
 * The elements are reported in order. */
void us_answers_report(uint32_t index, struct us_answer answer);

/* An element; the runtime's answer if no hook reported it. */
struct us_answer us_answers_get(const struct us_answers *answers, uint32_t index);

#endif
