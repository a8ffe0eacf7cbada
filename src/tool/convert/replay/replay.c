/* SPDX-License-Identifier: MIT */
#include "tool/convert/replay/replay.h"

#include <math.h>
#include <string.h>

/* ---- The bytes of a file ---- */

enum us_result tool_window_open(struct tool_window *window, const char *path,
                                struct us_error *error)
{
    memset(window, 0, sizeof *window);
    window->file.descriptor = -1;
    enum us_result result = us_file_open(path, &window->file, error);
    if (result == US_OK && window->file.size == 0)
        result = us_result_fail(error, US_ERROR_EMPTY, US_NO_BYTE, NULL, "the file is empty");
    return result;
}

void tool_window_close(struct tool_window *window)
{
    us_file_close(&window->file);
}

const uint8_t *tool_window_take(struct tool_window *window, uint32_t count)
{
    const uint64_t left = window->file.size - window->at;
    if (count > left || count > TOOL_WINDOW_SIZE)
        return NULL;
    if (window->at < window->begin || window->at + count > window->begin + window->filled) {
        const uint32_t filled = left < TOOL_WINDOW_SIZE ? (uint32_t)left : TOOL_WINDOW_SIZE;
        window->filled = 0;
        if (!us_file_get(&window->file, window->at, window->bytes, filled))
            return NULL;
        window->begin = window->at;
        window->filled = filled;
    }
    const uint8_t *bytes = window->bytes + (window->at - window->begin);
    window->at += count;
    return bytes;
}

bool tool_window_skip(struct tool_window *window, uint64_t count)
{
    if (count > window->file.size - window->at)
        return false;
    window->at += count;
    return true;
}

/* The controller that most replays are played with, and that every app knows. */
#define PROFILE "/interaction_profiles/oculus/touch_controller"
/* The longest replay, in seconds: 115 days. */
#define TIME_MOST_S 1e7

double tool_replay_rate(const char *modifiers, double speed)
{
    static const struct {
        const char *modifier;
        double rate;
    } rates[] = {{"SS", 0.85}, {"FS", 1.2}, {"SF", 1.5}};
    if (speed >= 0.1 && speed <= 10.0) /* false for NaN */
        return speed;
    for (const char *at = modifiers; *at != '\0';) {
        const size_t length = strcspn(at, ", ");
        for (unsigned i = 0; i < sizeof rates / sizeof rates[0]; i++)
            if (length == strlen(rates[i].modifier) && strncmp(at, rates[i].modifier, length) == 0)
                return rates[i].rate;
        at += length + (at[length] != '\0');
    }
    return 1.0;
}

/* ---- Frames ---- */

static struct us_session_location place(struct tool_replay *replay, const struct us_pose *pose)
{
    struct us_session_location out = {.is_recorded = true};
    out.flags = tool_convert_pose_flags(pose);
    out.is_active = out.flags != 0;
    replay->poses_off += out.flags == 0;
    if (out.flags != 0)
        out.pose =
            (struct us_pose){us_quat_mirror(pose->rotation), us_vec3_mirror(pose->position_m)};
    return out;
}

/* In STAGE. */
static void fill_frame(struct tool_replay *replay, const struct tool_replay_frame *from,
                       int64_t time_ns)
{
    struct us_session_frame *out = &replay->frame;
    memset(out, 0, sizeof *out);
    out->time_ns = time_ns;
    out->period_ns = replay->frames > 0 ? time_ns - replay->before_ns : 0;
    out->number = replay->frames + 1;
    out->should_render = true;
    if (!replay->lacks_head) {
        out->head = place(replay, &from->head);
        out->head.is_active = true;
    }
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++) {
        if (replay->lacks_hand[hand])
            continue;
        out->poses[hand][US_SESSION_POSE_AIM] = place(replay, &from->hands[hand]);
        out->poses[hand][US_SESSION_POSE_GRIP] = out->poses[hand][US_SESSION_POSE_AIM];
        replay->hands_given += out->poses[hand][US_SESSION_POSE_AIM].is_active;
    }
}

static enum us_result next_frame(struct tool_replay *replay, bool *out_end, struct us_error *error)
{
    struct tool_replay_frame frame;
    for (;;) {
        const struct tool_replay_kind *kind = replay->feed.kind;
        enum us_result result = kind->take(replay, &frame, out_end, error);
        if (result != US_OK || *out_end)
            return result;
        tool_convert_feed_show(&replay->feed, replay->window.at, replay->window.file.size);
        const double time_s = frame.time_s / replay->rate;
        const bool is_time = fabs(time_s) < TIME_MOST_S; /* false for NaN */
        const int64_t time_ns =
            TOOL_CONVERT_ORIGIN_NS + (is_time ? (int64_t)llround(time_s * 1e9) : 0);
        if (!is_time || (replay->frames > 0 && time_ns <= replay->before_ns)) {
            replay->frames_off++;
            continue;
        }
        fill_frame(replay, &frame, time_ns);
        replay->frames++;
        replay->before_ns = replay->input.time_ns = time_ns;
        return US_OK;
    }
}

static enum us_result get_moved(struct tool_convert_feed *feed, bool *out_end,
                                struct us_error *error)
{
    struct tool_replay *replay = (struct tool_replay *)feed;
    const enum us_result result = next_frame(replay, out_end, error);
    if (result == US_OK && !*out_end)
        tool_convert_stage_move(&replay->stage, &replay->frame);
    return result;
}

/* ---- The source ---- */

static void restart(struct tool_convert_feed *feed)
{
    struct tool_replay *replay = (struct tool_replay *)feed;
    ((const struct tool_replay_kind *)feed->kind)->rewind(replay);
    replay->frames = replay->frames_off = replay->poses_off = replay->hands_given = 0;
}

static enum us_result read_all(struct tool_replay *replay, struct us_error *error)
{
    struct tool_edit_outline *outline = &replay->feed.base.outline;
    bool is_end = false;
    enum us_result result = US_OK;
    while ((result = next_frame(replay, &is_end, error)) == US_OK && !is_end) {
        outline->last_ns = replay->frame.time_ns;
        if (replay->frames == 1)
            outline->origin_ns = outline->start_ns = outline->info.time_ns = outline->last_ns;
        tool_convert_stage_choose(&replay->stage, &replay->frame.head);
    }
    if (result == US_OK && replay->frames == 0)
        result = us_result_fail(error, US_ERROR_NOTHING, US_NO_BYTE, NULL,
                                "the replay has no frame: nothing would be played");
    return result;
}

static enum us_result check(struct tool_convert_feed *feed, struct us_error *error)
{
    struct tool_replay *replay = (struct tool_replay *)feed;
    struct tool_edit_outline *outline = &feed->base.outline;
    uint32_t place;
    feed->frame = &replay->frame;
    feed->input = &replay->input;
    outline->is_session = outline->has_components = true;
    outline->info.orientation_tracking = outline->info.position_tracking = true;
    enum us_result result = tool_window_open(&replay->window, feed->from.path, error);
    if (result == US_OK)
        result = ((const struct tool_replay_kind *)feed->kind)->open(replay, error);
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++)
        replay->input.profiles[US_SESSION_USER_LEFT + hand] = !replay->lacks_hand[hand];
    if (result == US_OK)
        result = read_all(replay, error);
    return result == US_OK ? tool_edit_profile_add(&outline->components, PROFILE, &place, error)
                           : result;
}

static void finish(struct tool_convert_feed *feed)
{
    tool_window_close(&((struct tool_replay *)feed)->window);
}

enum us_result tool_replay_open(size_t size, const struct tool_replay_kind *kind,
                                const struct tool_convert_input *input,
                                struct tool_convert_source **out, struct us_error *error)
{
    const struct tool_convert_feed feed = {.base = {.report = kind->report},
                                           .get = get_moved,
                                           .restart = restart,
                                           .finish = finish,
                                           .check = check,
                                           .kind = kind};
    return tool_convert_feed_open(size, &feed, input, out, error);
}

/* ---- The report ---- */

void tool_replay_report_dropped(const struct tool_replay *replay, struct tool_loss *loss)
{
    tool_loss_add(loss, TOOL_LOSS_DROPPED, replay->frames_off,
                  "%s whose time is not later than that of the frame before",
                  tool_edit_count(replay->frames_off, "frame").text);
    tool_loss_add(loss, TOOL_LOSS_DROPPED, replay->poses_off,
                  "%s without a place or with a quaternion whose length is not 1",
                  tool_edit_count(replay->poses_off, "pose").text);
}

void tool_replay_report_invented(const struct tool_replay *replay, struct tool_loss *loss)
{
    const double begin_s =
        (double)(replay->feed.base.outline.origin_ns - TOOL_CONVERT_ORIGIN_NS) * 1e-9;
    const unsigned hands = 2u - replay->lacks_hand[0] - replay->lacks_hand[1];
    if (replay->rate != 1.0)
        tool_loss_add(loss, TOOL_LOSS_RESAMPLED, replay->frames,
                      "all times: the song ran at %.3g of its speed, and they are divided by it",
                      replay->rate);
    tool_convert_stage_report(&replay->stage, loss);
    tool_loss_add(loss, TOOL_LOSS_INVENTED, replay->hands_given,
                  "%llu grip poses: the file has one pose of a controller, which is aim and grip",
                  (unsigned long long)replay->hands_given);
    tool_loss_add(loss, TOOL_LOSS_INVENTED, hands,
                  "the profile of the controllers, %s; the file has no buttons, and none is "
                  "pressed",
                  PROFILE);
    tool_loss_add(loss, TOOL_LOSS_INVENTED, replay->frames, "that each pose is tracked");
    tool_loss_add(loss, TOOL_LOSS_NOTE, replay->frames - 1,
                  "the periods of frames are the times since the frame before");
    if (begin_s != 0.0)
        tool_loss_add(loss, TOOL_LOSS_NOTE, 1,
                      "playback begins at %.9g s of the file, which is 0 in a recording", begin_s);
}
