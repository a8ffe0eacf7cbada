/* SPDX-License-Identifier: MIT */
#include "core/playback/capture_schedule.h"

#include <math.h>
#include <string.h>

#include "core/base/text.h"
#include "core/playback/play_choices.h"

/* Frame times are sums of rounded numbers, so a frame may miss a time by this much. */
#define SLACK_S 1e-6

static bool read_frame(const char *text, size_t length, uint64_t *out_frame)
{
    uint64_t frame = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        frame = frame * 10 + (uint64_t)(text[i] - '0');
    }
    *out_frame = frame;
    return length > 0 && length < 19;
}

static bool begins_with(const char *text, size_t length, const char *prefix)
{
    return length >= strlen(prefix) && strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Returns NULL, or what is wrong with the text. */
static const char *read_moment(const char *text, size_t length,
                               struct us_capture_schedule_moment *out)
{
    static const char frame[] = "frame:", marker[] = "marker:", every[] = "every:";
    *out = (struct us_capture_schedule_moment){
        .kind = US_CAPTURE_SCHEDULE_TIME, .text = text, .length = (int)length};
    if (begins_with(text, length, frame)) {
        out->kind = US_CAPTURE_SCHEDULE_FRAME;
        if (!read_frame(text + strlen(frame), length - strlen(frame), &out->frame))
            return "is not a frame; write a whole number of up to 18 digits, like frame:90";
    } else if (begins_with(text, length, marker)) {
        out->kind = US_CAPTURE_SCHEDULE_MARKER;
        if (length == strlen(marker))
            return "names no marker";
    } else if (begins_with(text, length, every)) {
        out->kind = US_CAPTURE_SCHEDULE_EVERY;
        if (!us_play_range_seconds(text + strlen(every), length - strlen(every), &out->time_s) ||
            out->time_s < 0.001)
            return "is not an interval of 0.001 s or more in plain digits; write it like "
                   "every:0.5s";
    } else if (!us_play_range_seconds(text, length, &out->time_s)) {
        /* A bare name is a marker's, as everywhere; a number that goes wrong is none. */
        out->kind = US_CAPTURE_SCHEDULE_MARKER;
        if (length == 0 || memchr(text, ':', length) != NULL || strchr("+-.0123456789", text[0]))
            return "is none of 1.5s, a marker's name, marker:NAME, frame:90 and every:0.5s";
    }
    return NULL;
}

bool us_capture_schedule_parse(const char *text, struct us_capture_schedule *out,
                               struct us_capture_schedule_error *out_error)
{
    out->count = 0;
    for (const char *word = text;; word++) {
        size_t length = strcspn(word, ",");
        struct us_capture_schedule_moment moment;
        const char *why = out->count == US_CAPTURE_SCHEDULE_MAX
                              ? "is one moment too many: 32 are allowed"
                              : read_moment(word, length, &moment);
        if (why != NULL) {
            *out_error = (struct us_capture_schedule_error){why, word, us_text_shown(word, length)};
            out->count = 0;
            return false;
        }
        out->moments[out->count++] = moment;
        word += length;
        if (*word == '\0')
            return true;
    }
}

enum us_result us_capture_schedule_resolve(struct us_capture_schedule_moment *moment,
                                           const struct us_recording *recording,
                                           const struct us_clock *clock, struct us_error *error)
{
    enum us_result result = US_OK;
    if (moment->kind == US_CAPTURE_SCHEDULE_MARKER)
        result = us_play_range_moment(recording, moment->text, (size_t)moment->length,
                                      &moment->time_s, error);
    bool is_time =
        moment->kind == US_CAPTURE_SCHEDULE_MARKER || moment->kind == US_CAPTURE_SCHEDULE_TIME;
    if (result == US_OK && is_time &&
        !(moment->time_s >= clock->from_s - SLACK_S && moment->time_s <= clock->to_s + SLACK_S))
        result =
            us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                           "'%.*s' is outside of the played range", moment->length, moment->text);
    moment->possible = result == US_OK;
    return result;
}

/* Whether playback started or entered another interval. */
static bool enters_interval(const struct us_capture_schedule_moment *moment,
                            struct us_capture_schedule_state *state, unsigned index, double from_s,
                            const struct us_clock_time *at)
{
    double interval = floor((at->recording_s - from_s + SLACK_S) / moment->time_s);
    bool reached = (state->reached & (UINT32_C(1) << index)) != 0;
    if (reached && state->interval[index] == interval && state->pass[index] == at->pass)
        return false;
    state->interval[index] = interval;
    state->pass[index] = at->pass;
    return true;
}

static bool is_now(const struct us_capture_schedule_moment *moment,
                   struct us_capture_schedule_state *state, unsigned index, double from_s,
                   uint64_t frame, const struct us_clock_time *at)
{
    if (moment->kind == US_CAPTURE_SCHEDULE_EVERY)
        return enters_interval(moment, state, index, from_s, at);
    if ((state->reached & (UINT32_C(1) << index)) != 0)
        return false;
    if (moment->kind == US_CAPTURE_SCHEDULE_FRAME)
        return frame == moment->frame;
    return at->recording_s >= moment->time_s - SLACK_S;
}

uint32_t us_capture_schedule_wants(const struct us_capture_schedule *schedule,
                                   struct us_capture_schedule_state *state, double from_s,
                                   uint64_t frame, const struct us_clock_time *at)
{
    uint32_t wanted = 0;
    for (unsigned i = 0; i < schedule->count; i++) {
        if (schedule->moments[i].possible &&
            is_now(&schedule->moments[i], state, i, from_s, frame, at))
            wanted |= UINT32_C(1) << i;
    }
    state->reached |= wanted;
    return wanted;
}
