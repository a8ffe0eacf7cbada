/* SPDX-License-Identifier: MIT */
#include "status/summary.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/recording/channels.h"
#include "core/base/text.h"
#include "platform/numbers.h"

struct line {
    char text[600];
    size_t length;
};

US_FORMAT(2, 3)
static void add(struct line *line, const char *format, ...)
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

/* Parts of a line. */
struct words {
    char text[160];
};

static struct words number(uint64_t count, const char *one, const char *many)
{
    struct words out;
    snprintf(out.text, sizeof out.text, "%" PRIu64 " %s", count, count == 1 ? one : many);
    return out;
}

static struct words times(uint64_t count)
{
    return number(count, "time", "times");
}

static struct us_seconds seconds(double time_s)
{
    return us_seconds_text(time_s, 2);
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
    double at_s = atomic_load_explicit(&summary->at_s, memory_order_relaxed);
    const bool has_end = !ended && pass <= 0.0;
    const int decimals = has_end ? us_seconds_decimals(at_s, summary->to_s, 2) : 2;
    add(&line, "played %.*s from %s s", US_SUMMARY_NAME_SIZE - 1, summary->name,
        seconds(summary->from_s).text);
    if (pass > 0.0)
        add(&line, ", %.0f %s through, and then", pass, pass <= 1.0 ? "time" : "times");
    add(&line, " to %s s", us_seconds_text(at_s, decimals).text);
    if (has_end)
        add(&line, " of %s s", us_seconds_text(summary->to_s, decimals).text);
    if (frames > 0)
        add(&line, " in %s", number(frames, "frame", "frames").text);
    if (ended)
        add(&line, "; the recording's end was reached");
    else if (has_end)
        add(&line, "; the recording's end was not reached");
    tell(out, false, &line);
}

static bool was_asked(const struct us_summary *summary, enum us_status_summary_question question)
{
    return us_summary_get(&summary->questions[question].times) > 0;
}

/* "12 times in 10 of 20 frames" */
static struct words asked(const struct us_summary *summary,
                          enum us_status_summary_question question)
{
    const struct us_status_summary_count *count = &summary->questions[question];
    uint64_t frames = us_summary_get(&summary->frames), own = us_summary_get(&count->frames);
    struct words out = times(us_summary_get(&count->times));
    size_t length = strlen(out.text);
    if (frames > 0 && is_driven(summary))
        snprintf(out.text + length, sizeof out.text - length, " in %" PRIu64 " %s", own,
                 own == 1 ? "frame" : "frames");
    else if (frames > 0)
        snprintf(out.text + length, sizeof out.text - length,
                 " in %" PRIu64 " of %" PRIu64 " frames", own, frames);
    return out;
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
        if (views)
            add(&line, "located its views %s", asked(summary, US_SUMMARY_VIEWS).text);
        if (spaces)
            add(&line, "%slocated its VIEW space %s", views ? ", and " : "",
                asked(summary, US_SUMMARY_HEAD_SPACES).text);
        if (!views)
            add(&line, ", but never its views");
    }
    tell(out, false, &line);
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
    const struct us_status_summary_count *count = &summary->questions[input->question];
    const uint64_t found = us_summary_get(&count->found);
    if (!was_asked(summary, input->question))
        add(&line, "%s: the app %s", input->name, instead);
    else
        add(&line, "%s %s", input->asked, asked(summary, input->question).text);
    if (input->found != NULL && found < us_summary_get(&count->times))
        add(&line, "; %s was there %s", input->found, times(found).text);
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

static struct words span_of(const struct us_status_summary_span *span)
{
    struct words out;
    double from_s = atomic_load_explicit(&span->from_s, memory_order_relaxed);
    double to_s = atomic_load_explicit(&span->to_s, memory_order_relaxed);
    if (to_s != from_s)
        snprintf(out.text, sizeof out.text, "%s s to %s s", seconds(from_s).text,
                 seconds(to_s).text);
    else
        snprintf(out.text, sizeof out.text, "%s s", seconds(from_s).text);
    return out;
}

/* "1.00 s to 1.20 s (the app vibrated it 5 times), 3.00 s to 3.10 s and 12 more" */
static void add_spans(struct line *line, const struct us_status_summary_spans *spans,
                      const char *felt)
{
    uint64_t count = us_summary_get(&spans->count);
    for (uint64_t i = 0; i < count && i < US_SUMMARY_SPANS; i++) {
        uint64_t vibrations = us_summary_get(&spans->list[i].vibrations);
        add(line, "%s%s", i > 0 ? ", " : "", span_of(&spans->list[i]).text);
        if (vibrations > 0)
            add(line, " (%s%s)", felt, times(vibrations).text);
    }
    if (count > US_SUMMARY_SPANS)
        add(line, " and %" PRIu64 " more", count - US_SUMMARY_SPANS);
}

static void tell_pinches(const struct out *out, const char *name,
                         const struct us_status_summary_hand *hand)
{
    struct line line = {.length = 0};
    const struct us_status_summary_span *first = &hand->pinches.list[0];
    uint64_t pinches = us_summary_get(&hand->pinches.count);
    uint64_t in_first = us_summary_get(&first->vibrations);
    uint64_t inside = us_summary_get(&hand->vibrations_inside);
    if (pinches == 0)
        return;
    if (pinches == 1) {
        add(&line, "%s hand pinched at %s", name, span_of(first).text);
        if (in_first > 0)
            add(&line, "; the app vibrated it %s in that time", times(in_first).text);
    } else {
        add(&line, "%s hand pinched %" PRIu64 " times, at ", name, pinches);
        add_spans(&line, &hand->pinches, "the app vibrated it ");
        if (pinches > US_SUMMARY_SPANS && inside > 0)
            add(&line, "; it was vibrated %s in all of them", times(inside).text);
    }
    tell(out, false, &line);
}

static void tell_hand(const struct out *out, const char *name,
                      const struct us_status_summary_hand *hand)
{
    struct line line = {.length = 0};
    uint64_t vibrations = us_summary_get(&hand->vibrations_outside);
    tell_pinches(out, name, hand);
    if (vibrations == 0)
        return;
    add(&line, "the app vibrated the %s hand %s%s, at ", name, times(vibrations).text,
        us_summary_get(&hand->pinches.count) > 0 ? " while it did not pinch" : "");
    if (us_summary_get(&hand->bursts.count) == 1)
        add(&line, "%s", span_of(&hand->bursts.list[0]).text);
    else
        add_spans(&line, &hand->bursts, "");
    tell(out, false, &line);
}

static void tell_other_vibrations(const struct out *out)
{
    uint64_t early = us_summary_get(&out->summary->vibrations_early);
    uint64_t elsewhere = us_summary_get(&out->summary->vibrations_else);
    struct line line = {.length = 0};
    if (early == 0 && elsewhere == 0)
        return;
    add(&line, "the app vibrated ");
    if (early > 0)
        add(&line, "%s before playback started%s", times(early).text,
            elsewhere > 0 ? ", and " : "");
    if (elsewhere > 0)
        add(&line, "%s what is on no hand", times(elsewhere).text);
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
    if (left > 0)
        add(&line, "the left hand %s", times(left).text);
    if (right > 0)
        add(&line, "%sthe right hand %s", left > 0 ? " and " : "", times(right).text);
    add(&line, left > 0 && right > 0 ? "; they are not played" : "; it is not played");
    tell(out, false, &line);
}

static void tell_late(const struct out *out)
{
    uint64_t answers = us_summary_get(&out->summary->late_answers),
             frames = us_summary_get(&out->summary->late_frames),
             skipped = us_summary_get(&out->summary->skipped);
    struct line held = {.length = 0}, line = {.length = 0};
    if (answers > 0) {
        add(&held, "late: %s in %s held the last pose, because the recording was not read yet",
            number(answers, "answer", "answers").text, number(frames, "frame", "frames").text);
        tell(out, true, &held);
    }
    if (skipped > 0) {
        add(&line, "late: the app had no frame for %s",
            number(skipped, "display time", "display times").text);
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
