/* SPDX-License-Identifier: MIT */
#include "tool/convert/bsor/bsor_source.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/convert/base/stage_space.h"
#include "tool/convert/bsor/bsor_file.h"

/* The controller that most replays are played with, and that every app knows. */
#define PROFILE "/interaction_profiles/oculus/touch_controller"
/* The longest song that a replay is of, in seconds: 115 days. */
#define TIME_MOST_S 1e7

struct bsor_source {
    struct tool_convert_source base; /* the first member */
    struct tool_convert_input input;
    struct tool_bsor file;
    struct tool_bsor_rest rest;
    struct tool_convert_stage stage;
    double rate; /* song time goes so much faster than the clock */
    int64_t before_ns;
    uint64_t frames;     /* that were given */
    uint64_t frames_off; /* whose times are not later than those before, or no times */
    uint64_t poses_off;  /* that are no poses */
    uint64_t hands_given;
    bool gave_input;
    struct us_session_message message;
};

/* ---- Times ---- */

/* How fast the song runs: the game's modifiers Slower, Faster and Super Fast Song. */
static double rate_of(const struct tool_bsor *file)
{
    static const struct {
        const char *modifier;
        double rate;
    } rates[] = {{"SS", 0.85}, {"FS", 1.2}, {"SF", 1.5}};
    if (file->speed >= 0.1f && file->speed <= 10.0f) /* false for NaN */
        return (double)file->speed;
    for (const char *at = file->modifiers; *at != '\0';) {
        const size_t length = strcspn(at, ", ");
        for (unsigned i = 0; i < sizeof rates / sizeof rates[0]; i++)
            if (length == strlen(rates[i].modifier) && strncmp(at, rates[i].modifier, length) == 0)
                return rates[i].rate;
        at += length + (at[length] != '\0');
    }
    return 1.0;
}

/* ---- Frames ---- */

static struct us_session_location place(struct bsor_source *source, const struct us_pose *pose)
{
    struct us_session_location out = {.is_recorded = true};
    out.flags = tool_convert_pose_flags(pose);
    out.is_active = out.flags != 0;
    source->poses_off += out.flags == 0;
    if (out.flags != 0)
        out.pose =
            (struct us_pose){us_quat_mirror(pose->rotation), us_vec3_mirror(pose->position_m)};
    return out;
}

/* In STAGE. */
static void fill_frame(struct bsor_source *source, const struct tool_bsor_frame *from,
                       int64_t time_ns, struct us_session_frame *out)
{
    memset(out, 0, sizeof *out);
    out->time_ns = time_ns;
    out->period_ns = source->frames > 0 ? time_ns - source->before_ns : 0;
    out->number = source->frames + 1;
    out->should_render = true;
    out->head = place(source, &from->head);
    out->head.is_active = true;
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++) {
        out->poses[hand][US_SESSION_POSE_AIM] = place(source, &from->hands[hand]);
        out->poses[hand][US_SESSION_POSE_GRIP] = out->poses[hand][US_SESSION_POSE_AIM];
        source->hands_given += out->poses[hand][US_SESSION_POSE_AIM].is_active;
    }
}

static enum us_result next_frame(struct bsor_source *source, struct us_session_frame *out,
                                 bool *out_end, struct us_error *error)
{
    struct tool_bsor *file = &source->file;
    struct tool_bsor_frame frame;
    for (*out_end = false; file->frame < file->frame_count;) {
        enum us_result result = tool_bsor_next(file, &frame, error);
        if (result != US_OK)
            return result;
        if (source->input.progress != NULL)
            source->input.progress(source->input.data, file->at, file->file.size);
        const double time_s = (double)frame.time_s / source->rate;
        const bool is_time = fabs(time_s) < TIME_MOST_S; /* false for NaN */
        const int64_t time_ns =
            TOOL_CONVERT_ORIGIN_NS + (is_time ? (int64_t)llround(time_s * 1e9) : 0);
        if (!is_time || (source->frames > 0 && time_ns <= source->before_ns)) {
            source->frames_off++;
            continue;
        }
        fill_frame(source, &frame, time_ns, out);
        source->frames++;
        source->before_ns = time_ns;
        return US_OK;
    }
    *out_end = true;
    return US_OK;
}

static void rewind_replay(struct tool_convert_source *base)
{
    struct bsor_source *source = (struct bsor_source *)base;
    tool_bsor_rewind(&source->file);
    source->frames = source->frames_off = source->poses_off = source->hands_given = 0;
    source->gave_input = false;
}

/* Reads the whole replay. */
static enum us_result check(struct bsor_source *source, struct us_error *error)
{
    struct tool_edit_outline *outline = &source->base.outline;
    struct us_session_frame frame;
    bool is_end = false;
    uint32_t place;
    enum us_result result = US_OK;
    while (result == US_OK) {
        result = next_frame(source, &frame, &is_end, error);
        if (result != US_OK || is_end)
            break;
        if (source->frames == 1)
            outline->origin_ns = outline->start_ns = outline->info.time_ns = frame.time_ns;
        outline->last_ns = frame.time_ns;
        tool_convert_stage_choose(&source->stage, &frame.head);
    }
    if (result == US_OK && source->frames == 0)
        result = us_result_fail(error, US_ERROR_NOTHING, US_NO_BYTE, NULL,
                                "the replay has no frame: nothing would be played");
    if (result == US_OK)
        source->rest = tool_bsor_read_rest(&source->file);
    outline->is_session = outline->has_components = true;
    outline->info.orientation_tracking = outline->info.position_tracking = true;
    return result == US_OK ? tool_edit_profile_add(&outline->components, PROFILE, &place, error)
                           : result;
}

/* ---- The messages ---- */

/* The profile, after the first frame. There is no control. */
static void give_input(struct bsor_source *source)
{
    struct us_session_input *input = &source->message.of.input;
    memset(input, 0, sizeof *input);
    source->gave_input = true;
    source->message.topic = US_SESSION_TOPIC_INPUT;
    source->message.time_ns = input->time_ns = source->before_ns;
    input->profiles[US_SESSION_USER_LEFT] = input->profiles[US_SESSION_USER_RIGHT] = 1;
}

static enum us_result next(struct tool_convert_source *base, struct us_session_message **out,
                           struct us_error *error)
{
    struct bsor_source *source = (struct bsor_source *)base;
    struct us_session_frame *frame = &source->message.of.frame;
    bool is_end = false;
    *out = &source->message;
    if (source->frames == 1 && !source->gave_input) {
        give_input(source);
        return US_OK;
    }
    enum us_result result = next_frame(source, frame, &is_end, error);
    if (result != US_OK || is_end) {
        *out = NULL;
        return result;
    }
    tool_convert_stage_move(&source->stage, frame);
    source->message.topic = US_SESSION_TOPIC_FRAME;
    source->message.time_ns = frame->time_ns;
    return US_OK;
}

/* ---- The report ---- */

static void report_rest(const struct bsor_source *source, struct tool_loss *loss)
{
    const struct tool_bsor_rest *rest = &source->rest;
    tool_loss_add(loss, TOOL_LOSS_DROPPED, rest->notes + rest->walls + rest->heights,
                  "what happened in the game: %s, %s, %s",
                  tool_edit_count(rest->notes, "note").text,
                  tool_edit_count(rest->walls, "wall").text,
                  tool_edit_count(rest->heights, "change of height").text);
    tool_loss_add(loss, TOOL_LOSS_DROPPED, rest->pauses,
                  "%s of %.3g s in all, for which the file has no frames",
                  tool_edit_count(rest->pauses, "pause").text, rest->paused_s);
    tool_loss_add(loss, TOOL_LOSS_DROPPED, rest->has_offsets,
                  "the offsets of the sabers from the controllers");
    tool_loss_add(loss, TOOL_LOSS_DROPPED, rest->has_user_data, "data of other programs");
    tool_loss_add(loss, TOOL_LOSS_DROPPED, rest->is_cut,
                  "what follows the frames: it is cut or damaged");
    tool_loss_add(loss, TOOL_LOSS_NOTE, 1, "player, song and score are left out");
}

static void report(const struct tool_convert_source *base, struct tool_loss *loss)
{
    const struct bsor_source *source = (const struct bsor_source *)base;
    const double begin_s = (double)(base->outline.origin_ns - TOOL_CONVERT_ORIGIN_NS) * 1e-9;
    tool_loss_add(loss, TOOL_LOSS_DROPPED, source->frames_off,
                  "%s whose time is not later than that of the frame before",
                  tool_edit_count(source->frames_off, "frame").text);
    tool_loss_add(loss, TOOL_LOSS_DROPPED, source->poses_off,
                  "%s without a place or with a quaternion whose length is not 1",
                  tool_edit_count(source->poses_off, "pose").text);
    report_rest(source, loss);
    if (source->rate != 1.0)
        tool_loss_add(loss, TOOL_LOSS_RESAMPLED, source->frames,
                      "all times: the song ran at %.3g of its speed, and they are divided by it",
                      source->rate);
    tool_convert_stage_report(&source->stage, loss);
    tool_loss_add(loss, TOOL_LOSS_INVENTED, source->hands_given,
                  "%llu grip poses: the file has the sabers alone, which are aim and grip",
                  (unsigned long long)source->hands_given);
    tool_loss_add(loss, TOOL_LOSS_INVENTED, 2,
                  "the profile of both hands, %s; the file has no buttons, and none is pressed",
                  PROFILE);
    tool_loss_add(loss, TOOL_LOSS_INVENTED, source->frames, "that each pose is tracked");
    tool_loss_add(loss, TOOL_LOSS_NOTE, source->frames - 1,
                  "the periods of frames are the times since the frame before");
    if (begin_s != 0.0)
        tool_loss_add(loss, TOOL_LOSS_NOTE, 1,
                      "playback begins at %.9g s of the file, which is 0 in a recording", begin_s);
}

/* ---- The file ---- */

static void close_replay(struct tool_convert_source *base)
{
    struct bsor_source *source = (struct bsor_source *)base;
    tool_edit_outline_finish(&base->outline);
    tool_bsor_close(&source->file);
    free(source);
}

enum us_result tool_bsor_source_open(const struct tool_convert_input *input,
                                     struct tool_convert_source **out, struct us_error *error)
{
    struct bsor_source *source = calloc(1, sizeof *source);
    *out = NULL;
    if (source == NULL)
        return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL, "out of memory");
    source->base.next = next;
    source->base.rewind = rewind_replay;
    source->base.report = report;
    source->base.close = close_replay;
    source->input = *input;
    enum us_result result = tool_bsor_open(&source->file, input->path, error);
    if (result == US_OK) {
        source->rate = rate_of(&source->file);
        result = check(source, error);
    }
    if (result == US_OK) {
        rewind_replay(&source->base);
        *out = &source->base;
    } else {
        close_replay(&source->base);
    }
    return result;
}
