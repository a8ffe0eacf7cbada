/* SPDX-License-Identifier: MIT */
#include "tool/verdict/watch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/base/text.h"
#include "tool/cli/json.h"

void tool_pace_reset(struct tool_pace *pace)
{
    free(pace->times_ms);
    *pace = (struct tool_pace){0};
}

static void note_worst(struct tool_pace *pace, double value, int64_t frame)
{
    if (pace->has_worst && value <= pace->worst)
        return;
    pace->has_worst = pace->is_worse = true;
    pace->worst = value;
    pace->worst_frame = frame;
}

static void add_time(struct tool_pace *pace, const struct tool_expectation *expectation,
                     double time_ms)
{
    pace->failed |= !US_GROW(pace->times_ms, pace->count);
    if (pace->failed)
        return;
    pace->times_ms[pace->count++] = time_ms;
    note_worst(pace, time_ms, pace->timed_frame);
    if (time_ms > expectation->times.longest_ms && pace->over_count++ == 0) {
        pace->over_frame = pace->timed_frame;
        pace->over_ms = time_ms;
    }
}

bool tool_pace_watch_time(struct tool_pace *pace, const struct tool_expectation *expectation,
                          const struct tool_log_event *event, bool in_span)
{
    const char *field = expectation->times.is_processor ? "wall_processor_ms" : "wall_spent_ms";
    double time_ms = tool_log_event_number(event, field, -1.0);
    pace->is_worse = false;
    if (strcmp(event->name, "wait") != 0)
        return false;
    if (pace->is_timed && time_ms >= 0.0)
        add_time(pace, expectation, time_ms);
    pace->is_timed = in_span && event->frame != TOOL_LOG_READER_BEFORE;
    pace->timed_frame = event->frame;
    return pace->is_worse;
}

/* Display times that lie between those of two frames in a row. The period of a frame says when the
 * next one is due. */
static void watch_missed(struct tool_pace *pace, const struct tool_log_event *event)
{
    double time_ns = tool_log_event_number(event, "wall_time_ns", 0.0);
    double period_ns = tool_log_event_number(event, "wall_period_ns", 0.0);
    if (strcmp(event->name, "wait") != 0 || event->frame == TOOL_LOG_READER_BEFORE ||
        !(time_ns > 0.0 && time_ns < 9e18 && period_ns > 0.0))
        return;
    double periods = pace->last_time_ns > 0
                         ? (double)((int64_t)time_ns - pace->last_time_ns) / pace->last_period_ns
                         : 0.0;
    if (periods > 1.5) {
        pace->missed += (uint64_t)llround(periods) - 1;
        note_worst(pace, periods, event->frame);
    }
    pace->last_time_ns = (int64_t)time_ns;
    pace->last_period_ns = period_ns;
}

/* Without markers: from the first line that tells the memory to the last one. */
static void watch_memory(struct tool_pace *pace, const struct tool_expectation *expectation,
                         const struct tool_log_event *event)
{
    const char *from = expectation->from.marker, *to = expectation->to.marker;
    double resident_kb = tool_log_event_number(event, "wall_resident_kb", 0.0);
    if (!(resident_kb > 0.0) || pace->has_to)
        return;
    if (!(pace->first_kb > 0.0)) {
        if (from == NULL || tool_log_event_is_marker(event, from))
            pace->first_kb = resident_kb;
        return;
    }
    if (to != NULL && !tool_log_event_is_marker(event, to))
        return;
    pace->now_kb = resident_kb;
    bool is_over = (resident_kb - pace->first_kb) / 1024.0 > expectation->most_mb;
    if (is_over && !pace->has_worst)
        note_worst(pace, resident_kb, event->frame);
    pace->has_to = to != NULL;
}

static bool counts(const struct tool_expectation *expectation, const char *kind)
{
    const cJSON *handles = expectation->handles;
    if (handles == NULL) /* actions end with their sets in nearly every app */
        return strcmp(kind, "actions") != 0;
    for (const cJSON *item = handles->child; item != NULL; item = item->next)
        if (strcmp(item->valuestring, kind) == 0)
            return true;
    return false;
}

static double member(const cJSON *object, const char *name)
{
    double value = tool_json_number(object, name, 0.0);
    return value >= 0.0 && value < 1e15 ? value : 0.0;
}

static void watch_balance(struct tool_pace *pace, const struct tool_expectation *expectation,
                          const struct tool_log_event *event)
{
    const cJSON *handles = tool_json_get(event->json, "wall_handles");
    if (strcmp(event->name, "end") != 0 || !cJSON_IsObject(handles))
        return;
    pace->has_end = true;
    for (const cJSON *kind = handles->child; kind != NULL; kind = kind->next) {
        double created = member(kind, "created"), destroyed = member(kind, "destroyed");
        size_t length = strlen(pace->handles);
        if (!counts(expectation, kind->string) || !(created > destroyed))
            continue;
        pace->leaked += (uint64_t)(created - destroyed);
        snprintf(pace->handles + length, sizeof pace->handles - length,
                 "%s%.0f %.20s created, %.0f destroyed", length > 0 ? "; " : "", created,
                 kind->string, destroyed);
    }
}

bool tool_pace_watch(struct tool_pace *pace, const struct tool_expectation *expectation,
                     const struct tool_log_event *event)
{
    pace->is_worse = false;
    switch (expectation->what.kind) {
    case TOOL_EXPECT_MISSED:
        watch_missed(pace, event);
        break;
    case TOOL_EXPECT_MEMORY:
        watch_memory(pace, expectation, event);
        break;
    case TOOL_EXPECT_BALANCE:
        watch_balance(pace, expectation, event);
        break;
    default:
        break;
    }
    return pace->is_worse;
}

static int compare_times(const void *a, const void *b)
{
    double of_a = *(const double *)a, of_b = *(const double *)b;
    return of_a < of_b ? -1 : of_a > of_b;
}

/* By the nearest rank: the least time that so large a share of the frames does not exceed. */
static double percentile(const struct tool_pace *pace, double share)
{
    size_t rank = (size_t)ceil(share * (double)pace->count);
    return pace->times_ms[rank > 0 ? rank - 1 : 0];
}

static bool judge_times(struct tool_pace *pace, const struct tool_expectation *expectation,
                        char *measured, char *reason)
{
    const struct tool_expect_times *limits = &expectation->times;
    const char *clock = limits->is_processor ? "processor" : "wall";
    if (pace->count == 0) {
        snprintf(reason, TOOL_PACE_TEXT, "the log has no %s times of frames%s", clock,
                 limits->is_processor
                     ? "; 'run --expect' measures them, and UNDERSTUDY_EVENTS_PROCESSOR=1"
                     : "");
        return false;
    }
    qsort(pace->times_ms, pace->count, sizeof *pace->times_ms, compare_times);
    const struct {
        const char *name;
        double time_ms, limit_ms;
    } all[] = {{"median", percentile(pace, 0.5), limits->median_ms},
               {"95th percentile", percentile(pace, 0.95), limits->p95_ms},
               {"99th percentile", percentile(pace, 0.99), limits->p99_ms},
               {"longest", percentile(pace, 1.0), (double)INFINITY}};
    snprintf(measured, TOOL_PACE_TEXT,
             "%s time of %zu frames: median %.3f ms, 95 %% %.3f ms, 99 %% %.3f ms, longest %.3f ms",
             clock, pace->count, all[0].time_ms, all[1].time_ms, all[2].time_ms, all[3].time_ms);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i].time_ms <= all[i].limit_ms)
            continue;
        snprintf(reason, TOOL_PACE_TEXT,
                 "the %s %s time is %.3f ms, at most %g ms is expected; frame %lld is the longest",
                 all[i].name, clock, all[i].time_ms, all[i].limit_ms, (long long)pace->worst_frame);
        return false;
    }
    if (pace->over_count > 0)
        snprintf(reason, TOOL_PACE_TEXT,
                 "frame %lld has %.3f ms of %s time, at most %g ms is expected; %zu of %zu frames "
                 "exceed it",
                 (long long)pace->over_frame, pace->over_ms, clock, limits->longest_ms,
                 pace->over_count, pace->count);
    return pace->over_count == 0;
}

static bool judge_missed(const struct tool_pace *pace, const struct tool_expectation *expectation,
                         char *measured, char *reason)
{
    if (pace->last_time_ns == 0) {
        snprintf(reason, TOOL_PACE_TEXT, "there was no frame");
        return false;
    }
    snprintf(measured, TOOL_PACE_TEXT, "%llu display times were skipped",
             (unsigned long long)pace->missed);
    if (pace->missed > expectation->at_most)
        snprintf(reason, TOOL_PACE_TEXT,
                 "%s, at most %llu are expected; most of them at once before frame %lld", measured,
                 (unsigned long long)expectation->at_most, (long long)pace->worst_frame);
    return pace->missed <= expectation->at_most;
}

static bool judge_memory(const struct tool_pace *pace, const struct tool_expectation *expectation,
                         char *measured, char *reason)
{
    double grown_mb = (pace->now_kb - pace->first_kb) / 1024.0;
    const char *marker =
        !(pace->first_kb > 0.0) ? expectation->from.marker : expectation->to.marker;
    if (!(pace->now_kb > 0.0)) {
        if (marker != NULL)
            snprintf(reason, TOOL_PACE_TEXT, "no memory is known at the marker '%.100s'", marker);
        else
            snprintf(reason, TOOL_PACE_TEXT, "the log does not tell the memory of the app twice");
        return false;
    }
    snprintf(measured, TOOL_PACE_TEXT, "the resident memory grew by %s MB, from %.1f to %.1f MB",
             us_seconds_text(grown_mb, us_seconds_decimals(grown_mb, expectation->most_mb, 1)).text,
             pace->first_kb / 1024.0, pace->now_kb / 1024.0);
    char frame[48] = "before playback";
    if (pace->worst_frame != TOOL_LOG_READER_BEFORE)
        snprintf(frame, sizeof frame, "in frame %lld", (long long)pace->worst_frame);
    if (grown_mb > expectation->most_mb)
        snprintf(reason, TOOL_PACE_TEXT, "%.120s, at most %g MB are expected; more than that %s",
                 measured, expectation->most_mb, frame);
    return grown_mb <= expectation->most_mb;
}

static bool judge_balance(const struct tool_pace *pace, const struct tool_expectation *expectation,
                          char *measured, char *reason)
{
    uint64_t most = expectation->at_most != UINT64_MAX ? expectation->at_most : 0;
    if (!pace->has_end) {
        snprintf(reason, TOOL_PACE_TEXT, "the log has no last line, which counts the handles");
        return false;
    }
    snprintf(measured, TOOL_PACE_TEXT, "%s",
             pace->leaked > 0 ? pace->handles : "every handle was destroyed");
    if (pace->leaked > most)
        snprintf(reason, TOOL_PACE_TEXT, "%llu handles were not destroyed: %s",
                 (unsigned long long)pace->leaked, pace->handles);
    return pace->leaked <= most;
}

bool tool_pace_judge(struct tool_pace *pace, const struct tool_expectation *expectation,
                     char measured[TOOL_PACE_TEXT], char reason[TOOL_PACE_TEXT])
{
    measured[0] = reason[0] = '\0';
    if (pace->failed) {
        snprintf(reason, TOOL_PACE_TEXT, "out of memory");
        return false;
    }
    switch (expectation->what.kind) {
    case TOOL_EXPECT_FRAME_TIME:
        return judge_times(pace, expectation, measured, reason);
    case TOOL_EXPECT_MISSED:
        return judge_missed(pace, expectation, measured, reason);
    case TOOL_EXPECT_MEMORY:
        return judge_memory(pace, expectation, measured, reason);
    case TOOL_EXPECT_BALANCE:
        return judge_balance(pace, expectation, measured, reason);
    default:
        return false;
    }
}
