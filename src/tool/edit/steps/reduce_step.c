/* SPDX-License-Identifier: MIT */
/*
 * reduce: fewer frames or keys. Of a session it leaves out a frame if all its poses are within the
 * bound on the way between the frames that stay, and all else in it is as in the frame before. Keys
 * of an input animation file are left out one by one, by animation/animation_keys.h.
 */
#include <string.h>

#include "tool/edit/stage/frame_tracks.h"
#include "tool/edit/steps/steps.h"

/* The written file is rounded to float32. */
#define SHARE 0.999
/* The numbers and the times of an input animation file are float32. */
#define FILE_LEAST 0.01 /* mm and degrees */
#define FILE_SLACK_M 4e-6
#define FILE_SLACK_RAD 4e-5
enum { FRAMES_MOST = 64 };

struct reduce {
    struct tool_edit_stage stage;
    struct tool_edit_window window; /* the frame that stays, and what came behind it */
    unsigned waiting;               /* frames behind it */
    int64_t start_ns;
    struct tool_edit_distance bound;
    struct us_session_frame between, other;
    uint64_t kept, left_out;
};

/* Whether two frames tell the same of everything but poses, times and velocities. */
static bool is_alike(const struct us_session_frame *first, const struct us_session_frame *second)
{
    struct us_session_frame a = *first, b = *second;
    struct us_session_frame *both[] = {&a, &b};
    struct tool_edit_track track;
    for (unsigned side = 0; side < 2; side++) {
        struct us_session_frame *frame = both[side];
        frame->time_ns = frame->period_ns = frame->gaze_time_ns = 0;
        frame->number = 0;
        for (unsigned i = 0; i < TOOL_EDIT_TRACKS; i++) {
            const bool is_there = tool_edit_track(frame, i, &track);
            memset(track.pose, 0, sizeof *track.pose);
            if (!is_there || track.flags == NULL)
                continue;
            memset(track.linear, 0, sizeof *track.linear);
            memset(track.angular, 0, sizeof *track.angular);
        }
    }
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Whether the frames that wait are within the bound between the first one and `to`. */
static bool fits(struct reduce *reduce, const struct us_session_message *to)
{
    struct tool_edit_window *window = &reduce->window;
    const struct us_session_message *from = &window->messages[0];
    const double length_ns = (double)(to->time_ns - from->time_ns);
    for (uint32_t i = 1; i < window->count; i++) {
        struct us_session_message *message = &window->messages[i];
        struct tool_edit_distance distance;
        if (!tool_edit_is_frame(message))
            continue;
        reduce->between = from->of.frame;
        tool_edit_mix(&reduce->between, &to->of.frame,
                      (float)((double)(message->time_ns - from->time_ns) / length_ns));
        if (!tool_edit_frame_distance(&reduce->between, &message->of.frame, false, &distance) ||
            distance.metres > reduce->bound.metres || distance.radians > reduce->bound.radians)
            return false;
    }
    return is_alike(&from->of.frame, &to->of.frame);
}

/* Hands on the window but for the frames that wait; of these, the last one stays. */
static enum us_result empty(struct reduce *reduce, struct us_error *error)
{
    struct tool_edit_window *window = &reduce->window;
    enum us_result result = US_OK;
    unsigned left = reduce->waiting;
    uint32_t i = 0;
    for (; i < window->count && result == US_OK; i++) {
        struct us_session_message *message = &window->messages[i];
        const bool is_waiting = i > 0 && tool_edit_is_frame(message);
        if (is_waiting && left == 1)
            break;
        left -= is_waiting;
        reduce->left_out += is_waiting;
        reduce->kept += i == 0 && tool_edit_is_frame(message);
        if (!is_waiting)
            result = tool_edit_pass(&reduce->stage, message, error);
    }
    if (window->count > i)
        memmove(window->messages, window->messages + i,
                (window->count - i) * sizeof *window->messages);
    window->count -= i;
    reduce->waiting = 0;
    return result;
}

static enum us_result take(struct tool_edit_stage *stage, struct us_session_message *message,
                           struct us_error *error)
{
    struct reduce *reduce = (struct reduce *)stage;
    enum us_result result = US_OK;
    if (tool_edit_is_frame(message)) {
        const bool has_first = reduce->window.count > 0 &&
                               tool_edit_is_frame(&reduce->window.messages[0]) &&
                               reduce->window.messages[0].time_ns >= reduce->start_ns;
        if (has_first && reduce->waiting < FRAMES_MOST && fits(reduce, message)) {
            reduce->waiting++;
        } else {
            result = empty(reduce, error);
            /* The frame that was kept is alone now, or there is none: the new one waits behind it.
             */
            if (result == US_OK && reduce->window.count > 0 && !fits(reduce, message))
                result = empty(reduce, error);
            reduce->waiting = reduce->window.count > 0;
        }
    }
    return result == US_OK ? tool_edit_window_add(&reduce->window, message, error) : result;
}

static enum us_result end(struct tool_edit_stage *stage, struct us_error *error)
{
    struct reduce *reduce = (struct reduce *)stage;
    enum us_result result = US_OK;
    while (reduce->window.count > 0 && result == US_OK)
        result = empty(reduce, error);
    tool_edit_say(stage, "%s of %s stay", tool_edit_count(reduce->kept, "frame").text,
                  tool_edit_count(reduce->kept + reduce->left_out, "frame").text);
    return result;
}

static void finish(struct tool_edit_stage *stage)
{
    tool_edit_window_finish(&((struct reduce *)stage)->window);
}

enum us_result tool_edit_make_reduce(struct tool_edit_making *making)
{
    struct tool_edit_steps *steps = making->steps;
    const struct tool_edit_words *words = making->words;
    const bool is_session = steps->outline.is_session;
    const double least = is_session ? 0.001 : FILE_LEAST;
    double mm, degrees;
    enum us_result result = tool_edit_number(words, 0, least, 1000.0, &mm, making->error);
    if (result == US_OK)
        result = tool_edit_number(words, 1, least, 90.0, &degrees, making->error);
    if (result != US_OK)
        return result;
    steps->is_over = true;
    steps->bound_m = mm / 1000.0;
    steps->bound_rad = degrees * US_POSE_RAD_IN_DEGREE;
    steps->outline.reduce_m = steps->bound_m * SHARE - (is_session ? 0.0 : FILE_SLACK_M);
    steps->outline.reduce_rad = steps->bound_rad * SHARE - (is_session ? 0.0 : FILE_SLACK_RAD);
    const bool is_stage = is_session && !steps->is_proof;
    struct reduce *reduce = tool_edit_add(making, sizeof *reduce, is_stage ? take : NULL,
                                          is_stage ? end : NULL, finish);
    if (reduce == NULL)
        return US_ERROR_MEMORY;
    reduce->start_ns = steps->outline.start_ns;
    reduce->bound = (struct tool_edit_distance){steps->bound_m * SHARE, steps->bound_rad * SHARE};
    tool_edit_say(&reduce->stage, "within %s mm and %s degrees", words->words[0], words->words[1]);
    tool_edit_steps_lose_drive(steps, &reduce->stage);
    return US_OK;
}
