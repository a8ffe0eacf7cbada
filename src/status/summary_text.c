/* SPDX-License-Identifier: MIT */
#include "status/summary.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "core/recording/channels.h"
#include "core/base/text.h"

struct line {
    char text[600];
    size_t length;
};

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
add(struct line *line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int added =
        vsnprintf(line->text + line->length, sizeof line->text - line->length, format, arguments);
    va_end(arguments);
    if (added > 0)
        line->length += (size_t)added;
    if (line->length >= sizeof line->text)
        line->length = sizeof line->text - 1;
}

/* Where the lines go. */
struct out {
    const struct us_summary *summary;
    us_status_summary_line_func_t *tell;
    void *data;
};

static void tell(const struct out *out, bool is_warning, const struct line *line)
{
    out->tell(out->data, is_warning, line->text);
}

static bool has_step(const struct us_summary *summary, unsigned step)
{
    return (atomic_load_explicit(&summary->steps, memory_order_relaxed) & step) != 0;
}

static void add_number(struct line *line, uint64_t count, const char *one, const char *many)
{
    add(line, "%" PRIu64 " %s", count, count == 1 ? one : many);
}

static void add_seconds(struct line *line, double time_s)
{
    add(line, "%s s", us_seconds_text(time_s, 2).text);
}

/* Nobody knows the end: the recording grows, and the drive says itself how long it is. */
static bool is_driven(const struct us_summary *summary)
{
    return !isfinite(summary->to_s);
}

static void tell_playback(const struct out *out)
{
    const struct us_summary *summary = out->summary;
    struct line line = {.length = 0};
    double pass = atomic_load_explicit(&summary->pass, memory_order_relaxed);
    bool ended = atomic_load_explicit(&summary->ended, memory_order_relaxed);
    uint64_t frames = us_summary_get(&summary->frames);
    if (!atomic_load_explicit(&summary->started, memory_order_relaxed) || is_driven(summary))
        return;
    add(&line, "played %.*s from ", US_SUMMARY_NAME_SIZE - 1, summary->name);
    add_seconds(&line, summary->from_s);
    if (pass > 0.0)
        add(&line, ", %.0f %s through, and then", pass, pass <= 1.0 ? "time" : "times");
    add(&line, " to ");
    add_seconds(&line, atomic_load_explicit(&summary->at_s, memory_order_relaxed));
    if (!ended && pass <= 0.0) {
        add(&line, " of ");
        add_seconds(&line, summary->to_s);
    }
    if (frames > 0) {
        add(&line, " in ");
        add_number(&line, frames, "frame", "frames");
    }
    if (ended)
        add(&line, "; the recording's end was reached");
    else if (pass <= 0.0)
        add(&line, "; the recording's end was not reached");
    tell(out, false, &line);
}

static bool was_asked(const struct us_summary *summary, enum us_status_summary_question question)
{
    return us_summary_get(&summary->questions[question].times) > 0;
}

static void add_count(struct line *line, const struct us_summary *summary,
                      enum us_status_summary_question question)
{
    const struct us_status_summary_count *count = &summary->questions[question];
    uint64_t frames = us_summary_get(&summary->frames);
    add_number(line, us_summary_get(&count->times), "time", "times");
    if (frames > 0 && is_driven(summary)) {
        add(line, " in ");
        add_number(line, us_summary_get(&count->frames), "frame", "frames");
    } else if (frames > 0) {
        add(line, " in %" PRIu64 " of %" PRIu64 " frames", us_summary_get(&count->frames), frames);
    }
}

static void tell_head(const struct out *out)
{
    const struct us_summary *summary = out->summary;
    struct line line = {.length = 0};
    bool views = was_asked(summary, US_SUMMARY_VIEWS);
    bool spaces = was_asked(summary, US_SUMMARY_HEAD_SPACES);
    if ((summary->played & US_CHANNEL_HEAD) == 0)
        return;
    if (!views && !spaces) {
        add(&line, "head: the app located neither its views nor its VIEW space");
    } else {
        add(&line, "head: the app ");
        if (views) {
            add(&line, "located its views ");
            add_count(&line, summary, US_SUMMARY_VIEWS);
        }
        if (spaces) {
            add(&line, "%slocated its VIEW space ", views ? ", and " : "");
            add_count(&line, summary, US_SUMMARY_HEAD_SPACES);
        }
        if (!views)
            add(&line, ", but never its views");
    }
    tell(out, false, &line);
}

/* Names the answer that was there, if it is not all of them. */
static void add_found(struct line *line, const struct us_summary *summary,
                      enum us_status_summary_question question, const char *what)
{
    const struct us_status_summary_count *count = &summary->questions[question];
    if (us_summary_get(&count->found) < us_summary_get(&count->times)) {
        add(line, "; %s was there ", what);
        add_number(line, us_summary_get(&count->found), "time", "times");
    }
}

/* What the app asks for in one way, if it is played. */
struct input {
    unsigned channel;
    enum us_status_summary_question question;
    const char *asked; /* how the line begins where the app asked */
    const char *found; /* what may be there; NULL: it always is */
    const char *name;  /* how the line begins where it did not */
};

/* `instead` is what the app did if it did not ask. */
static void tell_input(const struct out *out, const struct input *input, const char *instead)
{
    const struct us_summary *summary = out->summary;
    struct line line = {.length = 0};
    if ((summary->played & input->channel) == 0)
        return;
    if (was_asked(summary, input->question)) {
        add(&line, "%s ", input->asked);
        add_count(&line, summary, input->question);
        if (input->found != NULL)
            add_found(&line, summary, input->question, input->found);
    } else {
        add(&line, "%s: the app %s", input->name, instead);
    }
    tell(out, false, &line);
}

static void tell_joints(const struct out *out)
{
    static const struct input joints = {US_CHANNEL_HANDS, US_SUMMARY_JOINTS,
                                        "hand joints: the app located them", "the hand", "hands"};
    tell_input(out, &joints,
               !has_step(out->summary, US_SUMMARY_ENABLED_HANDS)
                   ? "did not enable XR_EXT_hand_tracking, so it got no joints"
               : !has_step(out->summary, US_SUMMARY_MADE_TRACKER)
                   ? "enabled XR_EXT_hand_tracking, but made no hand tracker"
                   : "made a hand tracker, but never located joints");
}

static void tell_hand_poses(const struct out *out)
{
    static const struct input poses = {US_CHANNEL_HANDS, US_SUMMARY_HAND_POSES,
                                       "hand poses: the app located spaces of actions", "the hand",
                                       "hands"};
    tell_input(out, &poses,
               !has_step(out->summary, US_SUMMARY_ATTACHED)
                   ? "attached no actions, so it got no grip or aim"
               : !has_step(out->summary, US_SUMMARY_BOUND_POSE)
                   ? "suggested no pose action for a hand in a profile that is played"
                   : "suggested a pose action for a hand, but never located its space");
}

static void tell_gaze(const struct out *out)
{
    static const struct input gaze = {US_CHANNEL_GAZE, US_SUMMARY_GAZES, "gaze: the app located it",
                                      "the gaze", "gaze"};
    tell_input(out, &gaze,
               !has_step(out->summary, US_SUMMARY_ENABLED_GAZE)
                   ? "did not enable XR_EXT_eye_gaze_interaction"
               : !has_step(out->summary, US_SUMMARY_ATTACHED)
                   ? "enabled XR_EXT_eye_gaze_interaction, but attached no actions"
               : !has_step(out->summary, US_SUMMARY_BOUND_GAZE)
                   ? "enabled XR_EXT_eye_gaze_interaction, but suggested no action for it"
                   : "suggested an action for it, but never located its space");
}

static void tell_buttons(const struct out *out)
{
    static const struct input buttons = {US_CHANNEL_PINCH, US_SUMMARY_BUTTONS,
                                         "buttons and triggers of a hand: the app read them", NULL,
                                         "pinches"};
    tell_input(out, &buttons,
               has_step(out->summary, US_SUMMARY_READ_AIM) ? "read them by XR_FB_hand_tracking_aim"
               : !has_step(out->summary, US_SUMMARY_ATTACHED) ? "attached no actions"
               : !has_step(out->summary, US_SUMMARY_BOUND_BUTTON)
                   ? "suggested no button or trigger for a hand in a profile that is played"
                   : "suggested a button or trigger for a hand, but never read it");
}

static void add_span(struct line *line, const struct us_status_summary_span *span)
{
    double from_s = atomic_load_explicit(&span->from_s, memory_order_relaxed);
    double to_s = atomic_load_explicit(&span->to_s, memory_order_relaxed);
    add_seconds(line, from_s);
    if (to_s != from_s) {
        add(line, " to ");
        add_seconds(line, to_s);
    }
}

/* "1.00 s to 1.20 s (the app vibrated it 5 times), 3.00 s to 3.10 s and 12 more" */
static void add_spans(struct line *line, const struct us_status_summary_spans *spans,
                      const char *felt)
{
    uint64_t count = us_summary_get(&spans->count);
    for (uint64_t i = 0; i < count && i < US_SUMMARY_SPANS; i++) {
        uint64_t vibrations = us_summary_get(&spans->list[i].vibrations);
        add(line, "%s", i > 0 ? ", " : "");
        add_span(line, &spans->list[i]);
        if (vibrations > 0) {
            add(line, " (%s", felt);
            add_number(line, vibrations, "time)", "times)");
        }
    }
    if (count > US_SUMMARY_SPANS)
        add(line, " and %" PRIu64 " more", count - US_SUMMARY_SPANS);
}

static void tell_one_pinch(const struct out *out, const char *name,
                           const struct us_status_summary_span *pinch)
{
    struct line line = {.length = 0};
    uint64_t vibrations = us_summary_get(&pinch->vibrations);
    add(&line, "%s hand pinched at ", name);
    add_span(&line, pinch);
    if (vibrations > 0) {
        add(&line, "; the app vibrated it ");
        add_number(&line, vibrations, "time", "times");
        add(&line, " in that time");
    }
    tell(out, false, &line);
}

static void tell_hand(const struct out *out, const char *name,
                      const struct us_status_summary_hand *hand)
{
    struct line line = {.length = 0}, outside = {.length = 0};
    uint64_t pinches = us_summary_get(&hand->pinches.count),
             vibrations = us_summary_get(&hand->vibrations_outside);
    if (pinches == 1)
        tell_one_pinch(out, name, &hand->pinches.list[0]);
    if (pinches > 1) {
        add(&line, "%s hand pinched %" PRIu64 " times, at ", name, pinches);
        add_spans(&line, &hand->pinches, "the app vibrated it ");
        if (pinches > US_SUMMARY_SPANS && us_summary_get(&hand->vibrations_inside) > 0) {
            add(&line, "; it was vibrated ");
            add_number(&line, us_summary_get(&hand->vibrations_inside), "time", "times");
            add(&line, " in all of them");
        }
        tell(out, false, &line);
    }
    if (vibrations > 0) {
        add(&outside, "the app vibrated the %s hand ", name);
        add_number(&outside, vibrations, "time", "times");
        add(&outside, "%s, at ", pinches > 0 ? " while it did not pinch" : "");
        if (us_summary_get(&hand->bursts.count) == 1)
            add_span(&outside, &hand->bursts.list[0]);
        else
            add_spans(&outside, &hand->bursts, "");
        tell(out, false, &outside);
    }
}

static void tell_other_vibrations(const struct out *out)
{
    uint64_t early = us_summary_get(&out->summary->vibrations_early);
    uint64_t elsewhere = us_summary_get(&out->summary->vibrations_else);
    struct line line = {.length = 0};
    if (early == 0 && elsewhere == 0)
        return;
    add(&line, "the app vibrated ");
    if (early > 0) {
        add_number(&line, early, "time", "times");
        add(&line, " before playback started%s", elsewhere > 0 ? ", and " : "");
    }
    if (elsewhere > 0) {
        add_number(&line, elsewhere, "time", "times");
        add(&line, " what is on no hand");
    }
    tell(out, false, &line);
}

static void tell_live_vibrations(const struct out *out)
{
    const uint64_t left = us_summary_get(&out->summary->hands[0].vibrations_live);
    const uint64_t right = us_summary_get(&out->summary->hands[1].vibrations_live);
    struct line line = {.length = 0};
    if (left == 0 && right == 0)
        return;
    add(&line, "the app vibrated ");
    if (left > 0) {
        add(&line, "the left hand ");
        add_number(&line, left, "time", "times");
    }
    if (right > 0) {
        add(&line, "%sthe right hand ", left > 0 ? " and " : "");
        add_number(&line, right, "time", "times");
    }
    add(&line, left > 0 && right > 0 ? "; they are not played" : "; it is not played");
    tell(out, false, &line);
}

static void tell_late(const struct out *out)
{
    uint64_t answers = us_summary_get(&out->summary->late_answers),
             skipped = us_summary_get(&out->summary->skipped);
    struct line held = {.length = 0}, line = {.length = 0};
    if (answers > 0) {
        uint64_t frames = us_summary_get(&out->summary->late_frames);
        add(&held, "late: ");
        add_number(&held, answers, "answer", "answers");
        add(&held, " in ");
        add_number(&held, frames, "frame", "frames");
        add(&held, " held the last pose, because the recording was not read yet");
        tell(out, true, &held);
    }
    if (skipped > 0) {
        add(&line, "late: the app had no frame for ");
        add_number(&line, skipped, "display time", "display times");
        tell(out, false, &line);
    }
}

void us_status_summary_describe(const struct us_summary *summary, us_status_summary_line_func_t *to,
                                void *data)
{
    const struct out out = {summary, to, data};
    tell_playback(&out);
    tell_head(&out);
    tell_joints(&out);
    tell_hand_poses(&out);
    tell_gaze(&out);
    tell_buttons(&out);
    tell_hand(&out, "left", &summary->hands[0]);
    tell_hand(&out, "right", &summary->hands[1]);
    tell_other_vibrations(&out);
    tell_live_vibrations(&out);
    tell_late(&out);
}

void us_status_summary_describe_question(const struct us_summary *summary,
                                         enum us_status_summary_question question,
                                         us_status_summary_line_func_t *to, void *data)
{
    static void (*const tellers[US_SUMMARY_QUESTION_COUNT])(const struct out *out) = {
        [US_SUMMARY_VIEWS] = tell_head,    [US_SUMMARY_HEAD_SPACES] = tell_head,
        [US_SUMMARY_JOINTS] = tell_joints, [US_SUMMARY_HAND_POSES] = tell_hand_poses,
        [US_SUMMARY_GAZES] = tell_gaze,    [US_SUMMARY_BUTTONS] = tell_buttons,
    };
    const struct out out = {summary, to, data};
    tellers[question](&out);
}
