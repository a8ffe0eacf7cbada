/* SPDX-License-Identifier: MIT */
/* speed, retime and resample: steps after which frames come at other times. */
#include <math.h>

#include "core/base/text.h"
#include "tool/edit/stage/frame_tracks.h"
#include "tool/edit/steps/steps.h"

/* ---- speed and retime: a part of the recording gets slower or faster ---- */

struct stretch {
    struct tool_edit_stage stage;
    int64_t from_ns, to_ns; /* the part that gets another length */
    int64_t new_to_ns;      /* where its end comes to */
    double ratio;           /* new length by old length */
    bool is_from_start;     /* the part has the first frame that plays */
};

static int64_t map(const void *data, int64_t time_ns)
{
    const struct stretch *stretch = data;
    if (time_ns <= stretch->from_ns)
        return time_ns;
    if (time_ns >= stretch->to_ns)
        return us_session_time_add(time_ns, stretch->new_to_ns - stretch->to_ns);
    return stretch->from_ns + llround((double)(time_ns - stretch->from_ns) * stretch->ratio);
}

static void scale_velocities(struct us_session_frame *frame, float factor)
{
    struct tool_edit_track track;
    for (unsigned i = 0; i < TOOL_EDIT_TRACKS; i++) {
        if (!tool_edit_track(frame, i, &track) || track.flags == NULL)
            continue;
        *track.linear = us_vec3_scale(*track.linear, factor);
        *track.angular = us_vec3_scale(*track.angular, factor);
    }
}

static enum us_result take(struct tool_edit_stage *stage, struct us_session_message *message,
                           struct us_error *error)
{
    const struct stretch *stretch = (const struct stretch *)stage;
    struct us_session_frame *frame = &message->of.frame;
    const bool is_behind = message->time_ns > stretch->from_ns ||
                           (stretch->is_from_start && message->time_ns == stretch->from_ns);
    const bool is_inside = is_behind && message->time_ns <= stretch->to_ns;
    if (is_inside && message->topic == US_SESSION_TOPIC_FRAME) {
        scale_velocities(frame, (float)(1.0 / stretch->ratio));
        frame->period_ns = llround((double)frame->period_ns * stretch->ratio);
    }
    tool_edit_map(message, map, stretch);
    return tool_edit_pass(stage, message, error);
}

static enum us_result add(struct tool_edit_making *making, int64_t from_ns, int64_t to_ns,
                          double ratio)
{
    struct tool_edit_outline *outline = &making->steps->outline;
    struct stretch *stretch = tool_edit_add(making, sizeof *stretch, take, NULL, NULL);
    if (stretch == NULL)
        return US_ERROR_MEMORY;
    stretch->from_ns = from_ns;
    stretch->to_ns = to_ns;
    stretch->ratio = ratio;
    stretch->is_from_start = from_ns == outline->start_ns;
    stretch->new_to_ns = from_ns + llround((double)(to_ns - from_ns) * ratio);
    tool_edit_say(&stretch->stage, "%s to %s lasts %s now, and lasted %s",
                  us_seconds_words(tool_edit_seconds(outline, from_ns)).text,
                  us_seconds_words(tool_edit_seconds(outline, to_ns)).text,
                  us_seconds_words(us_session_seconds_between(from_ns, stretch->new_to_ns)).text,
                  us_seconds_words(us_session_seconds_between(from_ns, to_ns)).text);
    for (uint32_t i = 0; i < outline->marker_count; i++)
        outline->markers[i].time_ns = map(stretch, outline->markers[i].time_ns);
    outline->last_ns = map(stretch, outline->last_ns);
    if (tool_edit_outline_lose_drive(outline))
        tool_edit_say(&stretch->stage, "the recording was driven; the new one is not, because its "
                                       "frames have other times");
    return US_OK;
}

/* What comes behind the last frame keeps its distance from it. */
enum us_result tool_edit_make_speed(struct tool_edit_making *making)
{
    const struct tool_edit_outline *outline = &making->steps->outline;
    return add(making, outline->start_ns, outline->last_ns, 1.0 / making->numbers[0]);
}

/* The part from the marker before it, or from the beginning, gets the length that is needed. */
enum us_result tool_edit_make_retime(struct tool_edit_making *making)
{
    const struct tool_edit_outline *outline = &making->steps->outline;
    const struct tool_edit_words *words = making->words;
    struct us_error *error = making->error;
    const struct tool_edit_marker *marker = tool_edit_marker_find(outline, words->words[0], error);
    double to_s;
    if (marker == NULL)
        return US_ERROR_USAGE;
    enum us_result result = tool_edit_number(words, 1, -1e6, 1e6, &to_s, error);
    if (result != US_OK)
        return result;
    int64_t from_ns = outline->start_ns;
    for (uint32_t i = 0; i < outline->marker_count; i++)
        if (outline->markers[i].time_ns < marker->time_ns && outline->markers[i].time_ns > from_ns)
            from_ns = outline->markers[i].time_ns;
    const int64_t at_ns = marker->time_ns, to_ns = outline->origin_ns + llround(to_s * 1e9);
    if (!(at_ns > from_ns) || at_ns > outline->last_ns)
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "the marker '%.40s' stands at the beginning, or behind the last "
                              "frame, where nothing can get slower or faster",
                              words->words[0]);
    if (!(to_ns > from_ns))
        return us_result_fail(
            error, US_ERROR_USAGE, US_NO_BYTE, NULL,
            "%s s is not behind %s, where the part before '%.40s' begins", words->words[1],
            us_seconds_words(tool_edit_seconds(outline, from_ns)).text, words->words[0]);
    return add(making, from_ns, at_ns, (double)(to_ns - from_ns) / (double)(at_ns - from_ns));
}

/* ---- resample: frames at other times ---- */

struct resample {
    struct tool_edit_stage stage;
    struct tool_edit_window window; /* a frame, and what came behind it */
    int64_t start_ns, last_ns;
    double period_ns;
    uint64_t number, before; /* of the next frame; of the old frames */
    struct us_session_message made;
};

static int64_t next_ns(const struct resample *resample)
{
    return resample->start_ns + llround((double)resample->number * resample->period_ns);
}

/* Hands on the frames from the window's first one up to a time, `next` being the frame behind. */
static enum us_result pass_up_to(struct resample *resample, const struct us_session_message *next,
                                 int64_t up_to_ns, struct us_error *error)
{
    const struct us_session_message *from = &resample->window.messages[0];
    enum us_result result = US_OK;
    for (int64_t at_ns = next_ns(resample); result == US_OK && at_ns < up_to_ns;
         at_ns = next_ns(resample)) {
        resample->made = *from;
        if (next != NULL && at_ns > from->time_ns + TOOL_EDIT_SAME_NS)
            tool_edit_mix(
                &resample->made.of.frame, &next->of.frame,
                (float)((double)(at_ns - from->time_ns) / (double)(next->time_ns - from->time_ns)));
        tool_edit_set_time(&resample->made, at_ns);
        resample->made.of.frame.period_ns = llround(resample->period_ns);
        resample->number++;
        result = tool_edit_pass(&resample->stage, &resample->made, error);
    }
    return result;
}

/* Hands on what is in the window, once the frame behind it is known; NULL: there is none. */
static enum us_result empty(struct resample *resample, const struct us_session_message *next,
                            struct us_error *error)
{
    struct tool_edit_window *window = &resample->window;
    const bool has_frame = window->count > 0 && tool_edit_is_frame(&window->messages[0]);
    const int64_t end_ns =
        next != NULL ? next->time_ns - TOOL_EDIT_SAME_NS : resample->last_ns + TOOL_EDIT_SAME_NS;
    enum us_result result = US_OK;
    for (uint32_t i = has_frame; i < window->count && result == US_OK; i++) {
        const int64_t time_ns = window->messages[i].time_ns;
        if (has_frame)
            result = pass_up_to(resample, next, time_ns < end_ns ? time_ns : end_ns, error);
        if (result == US_OK)
            result = tool_edit_pass(&resample->stage, &window->messages[i], error);
    }
    if (has_frame && result == US_OK)
        result = pass_up_to(resample, next, end_ns, error);
    window->count = window->next = 0;
    return result;
}

static enum us_result take_resample(struct tool_edit_stage *stage,
                                    struct us_session_message *message, struct us_error *error)
{
    struct resample *resample = (struct resample *)stage;
    if (tool_edit_is_frame(message) && message->time_ns < resample->start_ns - TOOL_EDIT_SAME_NS)
        return tool_edit_pass(stage, message, error);
    enum us_result result = US_OK;
    if (tool_edit_is_frame(message)) {
        resample->before++;
        result = empty(resample, message, error);
    }
    return result == US_OK ? tool_edit_window_add(&resample->window, message, error) : result;
}

static enum us_result end_resample(struct tool_edit_stage *stage, struct us_error *error)
{
    struct resample *resample = (struct resample *)stage;
    enum us_result result = empty(resample, NULL, error);
    tool_edit_say(stage, "%s of %s", tool_edit_count(resample->number, "frame").text,
                  tool_edit_count(resample->before, "frame").text);
    return result;
}

static void finish_resample(struct tool_edit_stage *stage)
{
    tool_edit_window_finish(&((struct resample *)stage)->window);
}

enum us_result tool_edit_make_resample(struct tool_edit_making *making)
{
    struct tool_edit_outline *outline = &making->steps->outline;
    struct resample *resample =
        tool_edit_add(making, sizeof *resample, take_resample, end_resample, finish_resample);
    const double hz = making->numbers[0];
    if (resample == NULL)
        return US_ERROR_MEMORY;
    resample->start_ns = outline->start_ns;
    resample->last_ns = outline->last_ns;
    resample->period_ns = 1e9 / hz;
    const double frames =
        ((double)(outline->last_ns - outline->start_ns) + (double)TOOL_EDIT_SAME_NS) /
        resample->period_ns;
    outline->last_ns = outline->start_ns + llround(floor(frames) * resample->period_ns);
    tool_edit_say(&resample->stage, "a frame each %.3f ms from time 0 on", 1000.0 / hz);
    tool_edit_steps_lose_drive(making->steps, &resample->stage);
    return US_OK;
}
