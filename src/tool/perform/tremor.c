/* SPDX-License-Identifier: MIT */
#include "tool/perform/tremor.h"

#include <math.h>

#include "core/base/random.h"
#include "core/faults/fault_motion.h"
#include "tool/edit/stage/frame_tracks.h"

#define TWO_PI 6.28318530717958647692
/* A hand turns by so much where it moves by 1 mm, and the head sways by so much more. */
#define TURN_RAD_PER_MM 0.004
#define SWAY 6.0

enum { SINES = 4, AXES = 6, BODIES = US_SESSION_HANDS + 1, HEAD = US_SESSION_HANDS };

/* A displacement along an axis, or about it. */
struct axis {
    double amplitude[SINES], rad_s[SINES], phase[SINES];
};

struct tremor {
    struct tool_edit_stage stage;
    struct axis axes[BODIES][AXES]; /* first those along x, y and z */
};

/* Frequencies are spread over the band, so that no two are alike. */
static void fill_axis(struct axis *axis, uint64_t seed, double rms, double low_hz, double high_hz)
{
    for (unsigned i = 0; i < SINES; i++) {
        const double place = 0.5 + 0.5 * us_random_of(us_random_mix(seed + 2 * i));
        axis->amplitude[i] = rms * sqrt(2.0 / SINES);
        axis->rad_s[i] = TWO_PI * (low_hz + (high_hz - low_hz) * (i + place) / SINES);
        axis->phase[i] = TWO_PI * us_random_of(us_random_mix(seed + 2 * i + 1));
    }
}

static double value_at(const struct axis *axis, double time_s, double *out_rate)
{
    double value = 0.0;
    *out_rate = 0.0;
    for (unsigned i = 0; i < SINES; i++) {
        const double angle_rad = axis->rad_s[i] * time_s + axis->phase[i];
        value += axis->amplitude[i] * sin(angle_rad);
        *out_rate += axis->amplitude[i] * axis->rad_s[i] * cos(angle_rad);
    }
    return value;
}

/* Angles are so small that the rate of the angles is the angular velocity. */
static struct us_displacement displacement_at(const struct axis axes[AXES], double time_s)
{
    double at[AXES], rate[AXES];
    for (unsigned i = 0; i < AXES; i++)
        at[i] = value_at(&axes[i], time_s, &rate[i]);
    return (struct us_displacement){
        .turn = us_quat_normalize(
            (struct us_quat){(float)(at[3] / 2), (float)(at[4] / 2), (float)(at[5] / 2), 1.0f}),
        .move_m = {(float)at[0], (float)at[1], (float)at[2]},
        .turn_rad_s = {(float)rate[3], (float)rate[4], (float)rate[5]},
        .move_m_s = {(float)rate[0], (float)rate[1], (float)rate[2]}};
}

/* The body that a track belongs to; BODIES: none. */
static unsigned body_of(unsigned track)
{
    if (track == TOOL_EDIT_TRACK_HEAD || track == TOOL_EDIT_TRACK_GAZE)
        return HEAD;
    if (track < TOOL_EDIT_TRACK_AIMS)
        return (track - TOOL_EDIT_TRACK_POSES) / US_SESSION_POSES;
    if (track < TOOL_EDIT_TRACK_JOINTS)
        return track - TOOL_EDIT_TRACK_AIMS;
    return (track - TOOL_EDIT_TRACK_JOINTS) / US_SESSION_JOINTS;
}

static struct us_motion motion_of(const struct us_session_location *location)
{
    return (struct us_motion){location->pose, location->linear_m_s, location->angular_rad_s};
}

static void displace(const struct tool_edit_track *track, const struct us_displacement *by,
                     const struct us_motion *pivot)
{
    struct us_motion motion = {.pose = *track->pose};
    if (track->flags != NULL) {
        motion.linear_m_s = *track->linear;
        motion.angular_rad_s = *track->angular;
    }
    motion = us_fault_motion_displace(by, pivot, motion);
    *track->pose = motion.pose;
    if (track->flags == NULL)
        return;
    *track->linear = motion.linear_m_s;
    *track->angular = motion.angular_rad_s;
}

static enum us_result take(struct tool_edit_stage *stage, struct us_session_message *message,
                           struct us_error *error)
{
    struct tremor *tremor = (struct tremor *)stage;
    struct us_session_frame *frame = &message->of.frame;
    if (!tool_edit_is_frame(message))
        return tool_edit_pass(stage, message, error);
    const double time_s = us_session_seconds_between(0, message->time_ns);
    struct us_displacement by[BODIES];
    const struct us_motion pivots[BODIES] = {motion_of(&frame->poses[0][US_SESSION_POSE_GRIP]),
                                             motion_of(&frame->poses[1][US_SESSION_POSE_GRIP]),
                                             motion_of(&frame->head)};
    for (unsigned i = 0; i < BODIES; i++)
        by[i] = displacement_at(tremor->axes[i], time_s);
    for (unsigned i = 0; i < TOOL_EDIT_TRACKS; i++) {
        struct tool_edit_track track;
        if (tool_edit_track(frame, i, &track))
            displace(&track, &by[body_of(i)], &pivots[body_of(i)]);
    }
    return tool_edit_pass(stage, message, error);
}

enum us_result tool_perform_tremor_add(struct tool_edit_chain *chain,
                                       const struct tool_perform_person *person,
                                       struct us_error *error)
{
    const struct tool_edit_words words = {.name = "tremor"};
    struct tremor *tremor = tool_edit_chain_add(chain, &words, sizeof *tremor, error);
    if (tremor == NULL)
        return US_ERROR_MEMORY;
    tremor->stage.take = take;
    for (unsigned body = 0; body < BODIES; body++)
        for (unsigned axis = 0; axis < AXES; axis++) {
            const double unit = axis < 3 ? 1e-3 : TURN_RAD_PER_MM;
            const double rms = person->tremor_mm * unit * (body == HEAD && axis < 3 ? SWAY : 1.0);
            const bool is_head = body == HEAD;
            fill_axis(&tremor->axes[body][axis], us_random_mix(person->noise + body * AXES + axis),
                      rms, is_head ? 0.2 : 4.0, is_head ? 1.0 : 12.0);
        }
    return US_OK;
}
