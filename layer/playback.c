/* SPDX-License-Identifier: MIT */
#include "playback.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "convert.h"

/* Seconds as text without the locale's decimal point. */
struct seconds_text {
    char text[32];
};

static struct seconds_text to_text(double seconds)
{
    int64_t ns = (int64_t)(seconds * 1e9 + (seconds < 0.0 ? -0.5 : 0.5));
    uint64_t magnitude = ns < 0 ? (uint64_t)0 - (uint64_t)ns : (uint64_t)ns;
    struct seconds_text out;
    snprintf(out.text, sizeof out.text, "%s%" PRIu64 ".%09" PRIu64, ns < 0 ? "-" : "",
             magnitude / 1000000000u, magnitude % 1000000000u);
    return out;
}

static void start(struct us_session *session, XrTime time)
{
    int64_t expected = US_SESSION_NOT_STARTED;
    if (!atomic_compare_exchange_strong(&session->start_ns, &expected, time))
        return;
    const struct us_instance *instance = session->instance;
    const char *slash = strrchr(instance->settings.play, '/');
    us_log(&instance->log, US_LOG_INFO,
           "playback starts at time=%" PRId64 " from=%s to=%s file=%s anchor=%s", (int64_t)time,
           to_text(instance->clock.from_s).text, to_text(instance->clock.to_s).text,
           slash != NULL ? slash + 1 : instance->settings.play,
           us_settings_anchor_name(session->anchor_kind));
}

static bool may_start(const struct us_session *session, XrTime time)
{
    return session->places && time > 0 &&
           atomic_load_explicit(&session->start_ns, memory_order_relaxed) ==
               US_SESSION_NOT_STARTED &&
           atomic_load_explicit(&session->focused, memory_order_acquire);
}

void us_playback_on_frame(struct us_session *session, XrTime time)
{
    /* Monado's headless sessions answer one xrWaitFrame with time 0 and then wait no more: that is
     * no frame. */
    if (time <= 0)
        return;
    atomic_store_explicit(&session->latest_ns, time, memory_order_relaxed);
    if (may_start(session, time))
        start(session, time);
}

void us_playback_on_locate(struct us_session *session, XrTime time)
{
    if (!session->headless || time <= 0)
        return;
    int64_t latest = atomic_load_explicit(&session->latest_ns, memory_order_relaxed);
    if (time > latest)
        atomic_store_explicit(&session->latest_ns, time, memory_order_relaxed);
    if (may_start(session, time))
        start(session, time);
}

void us_playback_reset(struct us_session *session)
{
    atomic_store(&session->start_ns, US_SESSION_NOT_STARTED);
    atomic_store(&session->latest_ns, 0);
}

struct us_clock_time us_playback_time(const struct us_session *session, XrTime time)
{
    struct us_instance *instance = session->instance;
    int64_t start_ns = atomic_load_explicit(&session->start_ns, memory_order_acquire);
    int64_t elapsed_ns =
        start_ns == US_SESSION_NOT_STARTED || time < start_ns ? -1 : time - start_ns;
    struct us_clock_time at = us_clock_map(&instance->clock, elapsed_ns);
    if (at.phase == US_CLOCK_ENDED &&
        !atomic_load_explicit(&instance->counts.ended, memory_order_relaxed))
        atomic_store_explicit(&instance->counts.ended, true, memory_order_relaxed);
    return at;
}

bool us_playback_pinched(const struct us_session *session, enum us_hand hand, XrTime since,
                         XrTime time)
{
    double to_s = us_playback_time(session, time).recording_s, from_s = to_s;
    if (since > 0) {
        struct us_clock_time before = us_playback_time(session, since);
        if (before.pass == us_playback_time(session, time).pass)
            from_s = before.recording_s;
    }
    return us_sampler_pinched(session->instance->take.sampler, hand, from_s, to_s);
}

/* From the recording's world to the anchor's, and to the app's seconds. */
static inline struct us_motion place(const struct us_session *session, struct us_motion recorded,
                                     double rate)
{
    struct us_motion converted = us_convert_motion(recorded, rate);
    struct us_pose T_anchor_recording = session->T_anchor_recording;
    converted.pose.position_m =
        us_vec3_add(converted.pose.position_m, T_anchor_recording.position_m);
    return converted;
}

void us_playback_head(const struct us_session *session, XrTime time, struct us_motion *out_head)
{
    struct us_clock_time at = us_playback_time(session, time);
    struct us_frame_sample frame;
    us_sampler_frame(session->instance->take.sampler, at.recording_s, US_SAMPLE_HEAD, &frame);
    *out_head = place(session, frame.head.motion, at.rate);
}

bool us_playback_gaze(const struct us_session *session, XrTime time, struct us_motion *out_gaze)
{
    struct us_clock_time at = us_playback_time(session, time);
    struct us_gaze_sample gaze;
    us_sampler_gaze(session->instance->take.sampler, at.recording_s, &gaze);
    if (gaze.how == US_HOW_ABSENT || !gaze.valid)
        return false;
    *out_gaze = us_convert_gaze(&gaze, at.rate);
    out_gaze->pose.position_m =
        us_vec3_add(out_gaze->pose.position_m, session->T_anchor_recording.position_m);
    return true;
}

const struct us_hand_sample *us_playback_recorded_hand(const struct us_session *session,
                                                       enum us_hand hand, XrTime time, bool moving,
                                                       struct us_frame_sample *room,
                                                       double *out_rate)
{
    struct us_clock_time at = us_playback_time(session, time);
    const struct us_hand_sample *sample = &room->hands[hand];
    unsigned parts = (unsigned)US_SAMPLE_LEFT << hand;
    us_sampler_frame(session->instance->take.sampler, at.recording_s,
                     moving ? parts : parts | US_SAMPLE_STILL, room);
    *out_rate = at.rate;
    return sample->how != US_HOW_ABSENT && sample->tracked ? sample : NULL;
}

void us_playback_place_hand(const struct us_session *session, const struct us_hand_sample *recorded,
                            double rate, struct us_motion out_joints[XR_HAND_JOINT_COUNT_EXT])
{
    for (int joint = 0; joint < XR_HAND_JOINT_COUNT_EXT; joint++)
        out_joints[joint] =
            place(session, recorded->joints[us_convert_joint((XrHandJointEXT)joint)], rate);
}

bool us_playback_hand(const struct us_session *session, enum us_hand hand, XrTime time,
                      struct us_motion out_joints[XR_HAND_JOINT_COUNT_EXT])
{
    struct us_frame_sample frame;
    double rate;
    const struct us_hand_sample *sample =
        us_playback_recorded_hand(session, hand, time, true, &frame, &rate);
    if (sample != NULL)
        us_playback_place_hand(session, sample, rate, out_joints);
    return sample != NULL;
}
