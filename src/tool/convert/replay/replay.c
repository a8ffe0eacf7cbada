/* SPDX-License-Identifier: MIT */
#include "tool/convert/replay/replay.h"

#include <math.h>
#include <string.h>

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

enum us_result tool_replay_get(struct tool_convert_feed *feed, bool *out_end,
                               struct us_error *error)
{
    struct tool_replay *replay = (struct tool_replay *)feed;
    struct tool_replay_frame frame;
    for (;;) {
        enum us_result result = replay->take(replay, &frame, out_end, error);
        if (result != US_OK || *out_end)
            return result;
        tool_convert_feed_show(feed, replay->window.at, replay->window.file.size);
        const double time_s = frame.time_s / replay->rate;
        const bool is_time = fabs(time_s) < TIME_MOST_S; /* false for NaN */
        const int64_t time_ns =
            TOOL_CONVERT_ORIGIN_NS + (is_time ? (int64_t)llround(time_s * 1e9) : 0);
        if (!is_time || (feed->frames > 0 && time_ns <= feed->before_ns)) {
            replay->frames_off++;
            continue;
        }
        fill_frame(replay, &frame, time_ns);
        return US_OK;
    }
}

/* ---- The source ---- */

enum us_result tool_replay_open(struct tool_replay *replay, struct us_error *error)
{
    replay->feed.frame = &replay->frame;
    replay->feed.input = &replay->input;
    replay->feed.is_in_stage = replay->feed.base.outline.has_components = true;
    return tool_window_open(&replay->window, replay->feed.from.path, TOOL_WINDOW_SIZE, error);
}

void tool_replay_restart(struct tool_replay *replay)
{
    replay->frames_off = replay->poses_off = replay->hands_given = 0;
}

enum us_result tool_replay_settle(struct tool_convert_feed *feed, struct us_error *error)
{
    struct tool_replay *replay = (struct tool_replay *)feed;
    uint32_t place;
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++)
        replay->input.profiles[US_SESSION_USER_LEFT + hand] = !replay->lacks_hand[hand];
    return tool_edit_profile_add(&feed->base.outline.components, PROFILE, &place, error);
}

void tool_replay_finish(struct tool_convert_feed *feed)
{
    tool_window_close(&((struct tool_replay *)feed)->window);
}

/* ---- The report ---- */

void tool_replay_report_dropped(const struct tool_replay *replay, struct tool_loss *loss)
{
    tool_loss_count(loss, TOOL_LOSS_DROPPED, replay->frames_off, "frame",
                    "# whose time is not later than that of the frame before");
    tool_loss_count(loss, TOOL_LOSS_DROPPED, replay->poses_off, "pose",
                    "# without a place or with a quaternion whose length is not 1");
}

void tool_replay_report_invented(const struct tool_replay *replay, struct tool_loss *loss)
{
    const double begin_s =
        (double)(replay->feed.base.outline.origin_ns - TOOL_CONVERT_ORIGIN_NS) * 1e-9;
    const unsigned hands = 2u - replay->lacks_hand[0] - replay->lacks_hand[1];
    if (replay->rate != 1.0)
        tool_loss_add(loss, TOOL_LOSS_RESAMPLED, replay->feed.frames,
                      "all times: the song ran at %.3g of its speed, and they are divided by it",
                      replay->rate);
    tool_convert_stage_report(&replay->feed.stage, loss);
    tool_loss_count(loss, TOOL_LOSS_INVENTED, replay->hands_given, NULL,
                    "# grip poses: the file has one pose of a controller, which is aim and grip");
    tool_loss_add(loss, TOOL_LOSS_INVENTED, hands,
                  "the profile of the controllers, %s; the file has no buttons, and none is "
                  "pressed",
                  PROFILE);
    tool_loss_add(loss, TOOL_LOSS_INVENTED, replay->feed.frames, "that each pose is tracked");
    tool_loss_add(loss, TOOL_LOSS_NOTE, replay->feed.periods,
                  "the periods of frames are the times since the frame before");
    if (begin_s != 0.0)
        tool_loss_add(loss, TOOL_LOSS_NOTE, 1,
                      "playback begins at %.9g s of the file, which is 0 in a recording", begin_s);
}
