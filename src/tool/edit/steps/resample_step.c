/* SPDX-License-Identifier: MIT */
/* resample: a step that gives frames at other times. */
#include <math.h>

#include "tool/edit/stage/frame_tracks.h"
#include "tool/edit/steps/steps.h"

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

static enum us_result take_resampled(struct tool_edit_stage *stage,
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

enum us_result tool_edit_make_resample(struct tool_edit_chain *chain,
                                       const struct tool_edit_words *words, struct us_error *error)
{
    struct tool_edit_outline *outline = &chain->outline;
    double hz;
    enum us_result result = tool_edit_number(words, 0, 1.0, 1000.0, &hz, error);
    struct resample *resample =
        result == US_OK ? tool_edit_chain_add(chain, words, sizeof *resample, error) : NULL;
    if (resample == NULL)
        return result == US_OK ? US_ERROR_MEMORY : result;
    resample->stage.take = take_resampled;
    resample->stage.end = end_resample;
    resample->stage.finish = finish_resample;
    resample->start_ns = outline->start_ns;
    resample->last_ns = outline->last_ns;
    resample->period_ns = 1e9 / hz;
    const double frames =
        ((double)(outline->last_ns - outline->start_ns) + (double)TOOL_EDIT_SAME_NS) /
        resample->period_ns;
    outline->last_ns = outline->start_ns + llround(floor(frames) * resample->period_ns);
    tool_edit_say(&resample->stage, "a frame each %.3f ms from time 0 on", 1000.0 / hz);
    tool_edit_chain_lose_drive(chain, &resample->stage);
    return US_OK;
}
