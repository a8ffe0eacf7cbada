/* SPDX-License-Identifier: MIT */
#include "core/faults/fault_frame.h"

/* The source of the answer about one of `who`. */
struct origin {
    double time_s;
    bool is_still; /* the time does not move, so all velocities are 0 */
};

static bool applies(const struct us_fault *fault, enum us_fault_kind kind, unsigned who,
                    double time_s)
{
    return fault->kind == kind && (fault->who & who) != 0 && us_fault_is_active(fault, time_s);
}

static struct origin find_origin(const struct us_faults *faults, unsigned who, double time_s)
{
    struct origin origin = {time_s, false};
    for (unsigned i = 0; i < faults->count; i++) {
        const struct us_fault *fault = &faults->list[i];
        bool is_frozen = applies(fault, US_FAULT_FREEZE, who, time_s) ||
                         (fault->untracked && applies(fault, US_FAULT_LOSE, who, time_s));
        if (is_frozen)
            origin = (struct origin){fault->from_s, true};
        if (applies(fault, US_FAULT_LATENCY, who, time_s))
            origin.time_s -= fault->numbers[0] * 0.001;
    }
    return origin;
}

static bool is_swapped(const struct us_faults *faults, double time_s)
{
    bool swapped = false;
    for (unsigned i = 0; i < faults->count; i++)
        swapped ^= faults->list[i].kind == US_FAULT_SWAP_HANDS &&
                   us_fault_is_active(&faults->list[i], time_s);
    return swapped;
}

static enum us_hand recorded_hand(const struct us_faults *faults, enum us_hand hand, double time_s)
{
    enum us_hand other = hand == US_HAND_LEFT ? US_HAND_RIGHT : US_HAND_LEFT;
    return is_swapped(faults, time_s) ? other : hand;
}

/* Calls `displace` for each displacement that is in force, in the order of the list. Drift turns
 * everything about the origin, so that what drifts together stays together. */
static void each_displacement(const struct us_faults *faults, unsigned who, double time_s,
                              void (*displace)(const struct us_displacement *by, bool about_origin,
                                               void *data),
                              void *data)
{
    for (unsigned i = 0; i < faults->count; i++) {
        const struct us_fault *fault = &faults->list[i];
        struct us_displacement by;
        if (applies(fault, US_FAULT_JITTER, who, time_s)) {
            by = us_fault_jitter(fault, who, time_s);
            displace(&by, false, data);
        } else if (applies(fault, US_FAULT_DRIFT, who, time_s)) {
            by = us_fault_drift(fault, time_s);
            displace(&by, true, data);
        }
    }
}

static const struct us_motion at_origin = {.pose = {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f}}};

static void displace_head(const struct us_displacement *by, bool about_origin, void *data)
{
    struct us_head_sample *head = data;
    struct us_motion pivot = about_origin ? at_origin : head->motion;
    head->motion = us_fault_motion_displace(by, &pivot, head->motion);
}

static void displace_hand(const struct us_displacement *by, bool about_origin, void *data)
{
    struct us_hand_sample *hand = data;
    struct us_motion pivot = about_origin ? at_origin : hand->joints[US_JOINT_WRIST];
    for (int i = 1; i < US_JOINT_COUNT; i++)
        hand->joints[i] = us_fault_motion_displace(by, &pivot, hand->joints[i]);
}

static void displace_controller(const struct us_displacement *by, bool about_origin, void *data)
{
    struct us_controller_sample *controller = data;
    struct us_motion pivot = about_origin ? at_origin : controller->poses[0].motion;
    for (int i = 0; i < US_CONTROLLER_POSES; i++)
        controller->poses[i].motion =
            us_fault_motion_displace(by, &pivot, controller->poses[i].motion);
}

static void displace_gaze(const struct us_displacement *by, bool about_origin, void *data)
{
    struct us_gaze_sample *gaze = data;
    struct us_motion ray = {
        .pose = {.rotation = us_pose_identity.rotation, .position_m = gaze->origin_m},
        .linear_m_s = gaze->origin_m_s};
    struct us_motion pivot = about_origin ? at_origin : ray;
    struct us_motion moved = us_fault_motion_displace(by, &pivot, ray);
    struct us_vec3 direction = us_quat_rotate(by->turn, gaze->direction);
    gaze->origin_m = moved.pose.position_m;
    gaze->origin_m_s = moved.linear_m_s;
    gaze->direction_rate = us_vec3_add(us_quat_rotate(by->turn, gaze->direction_rate),
                                       us_vec3_cross(by->turn_rad_s, direction));
    gaze->direction = direction;
    gaze->motion = us_fault_motion_displace(by, &pivot, gaze->motion);
}

enum loss { TRACKED, UNTRACKED, LOST };

static enum loss find_loss(const struct us_faults *faults, unsigned who, double time_s)
{
    enum loss loss = TRACKED;
    for (unsigned i = 0; i < faults->count; i++) {
        const struct us_fault *fault = &faults->list[i];
        enum loss this_one = fault->untracked ? UNTRACKED : LOST;
        if (applies(fault, US_FAULT_LOSE, who, time_s) && this_one > loss)
            loss = this_one;
    }
    return loss;
}

/* The parts of a pose, enum us_pose_flags, that are left. */
static uint8_t flags_after(enum loss loss)
{
    static const uint8_t left[] = {US_POSE_ALL, US_POSE_INFERRED, 0};
    return left[loss];
}

static unsigned still_if(const struct origin *origin, unsigned parts)
{
    return parts | (origin->is_still ? (unsigned)US_SAMPLE_STILL : 0u);
}

static void sample_head(const struct us_faults *faults, const struct us_sampler *sampler,
                        double time_s, unsigned still, struct us_frame_sample *out)
{
    struct origin origin = find_origin(faults, US_FAULT_HEAD, time_s);
    us_sampler_frame(sampler, origin.time_s, still_if(&origin, still | US_SAMPLE_HEAD), out);
    each_displacement(faults, US_FAULT_HEAD, time_s, displace_head, &out->head);
    out->head.flags &= flags_after(find_loss(faults, US_FAULT_HEAD, time_s));
}

static void sample_gaze(const struct us_faults *faults, const struct us_sampler *sampler,
                        double time_s, unsigned still, struct us_frame_sample *out)
{
    struct us_gaze_sample *gaze = &out->gaze;
    struct origin origin = find_origin(faults, US_FAULT_GAZE, time_s);
    enum loss loss = find_loss(faults, US_FAULT_GAZE, time_s);
    us_sampler_frame(sampler, origin.time_s, still_if(&origin, still | US_SAMPLE_GAZE), out);
    each_displacement(faults, US_FAULT_GAZE, time_s, displace_gaze, gaze);
    gaze->valid &= loss != LOST;
    gaze->is_active &= loss != LOST;
    gaze->inferred = loss == UNTRACKED;
}

static bool find_pinch(const struct us_faults *faults, unsigned who, double time_s, bool recorded)
{
    bool pinching = recorded;
    for (unsigned i = 0; i < faults->count; i++) {
        if (applies(&faults->list[i], US_FAULT_NO_PINCH, who, time_s))
            pinching = false;
        if (applies(&faults->list[i], US_FAULT_GHOST_PINCH, who, time_s))
            pinching = true;
    }
    return pinching;
}

static void sample_hand(const struct us_faults *faults, const struct us_sampler *sampler,
                        double time_s, enum us_hand hand, unsigned still,
                        struct us_frame_sample *out)
{
    unsigned who = 1u << hand;
    struct us_hand_sample *sample = &out->hands[hand];
    struct origin origin = find_origin(faults, who, time_s);
    enum us_hand recorded = recorded_hand(faults, hand, time_s);
    enum loss loss = find_loss(faults, who, time_s);
    struct us_frame_sample frame;
    us_sampler_frame(sampler, origin.time_s,
                     still_if(&origin, still | (unsigned)US_SAMPLE_LEFT << recorded), &frame);
    *sample = frame.hands[recorded];
    each_displacement(faults, who, time_s, displace_hand, sample);
    sample->tracked &= loss != LOST;
    sample->inferred = loss == UNTRACKED;
    sample->pinching = find_pinch(faults, who, time_s, sample->pinching);
}

static bool has_power(const struct us_faults *faults, unsigned who, double time_s)
{
    for (unsigned i = 0; i < faults->count; i++)
        if (applies(&faults->list[i], US_FAULT_BATTERY, who, time_s))
            return false;
    return true;
}

/* A controller whose tracking is lost is still there, and its buttons work. One without power is
 * not. */
static void sample_controller(const struct us_faults *faults, const struct us_sampler *sampler,
                              double time_s, enum us_hand hand, unsigned still,
                              struct us_frame_sample *out)
{
    unsigned who = 1u << hand;
    struct us_controller_sample *sample = &out->controllers[hand];
    struct origin origin = find_origin(faults, who, time_s);
    enum us_hand recorded = recorded_hand(faults, hand, time_s);
    struct us_frame_sample frame;
    us_sampler_frame(sampler, origin.time_s,
                     still_if(&origin, still | (unsigned)US_SAMPLE_LEFT_CONTROLLER << recorded),
                     &frame);
    *sample = frame.controllers[recorded];
    if (!has_power(faults, who, time_s))
        sample->how = US_HOW_ABSENT;
    if (sample->how == US_HOW_ABSENT)
        return;
    each_displacement(faults, who, time_s, displace_controller, sample);
    uint8_t flags = flags_after(find_loss(faults, who, time_s));
    for (int i = 0; i < US_CONTROLLER_POSES; i++)
        sample->poses[i].flags &= flags;
}

void us_fault_frame(const struct us_faults *faults, const struct us_sampler *sampler, double time_s,
                    unsigned parts, struct us_frame_sample *out)
{
    unsigned still = parts & US_SAMPLE_STILL;
    if (parts & US_SAMPLE_HEAD)
        sample_head(faults, sampler, time_s, still, out);
    if (parts & US_SAMPLE_GAZE)
        sample_gaze(faults, sampler, time_s, still, out);
    for (int hand = 0; hand < US_HAND_COUNT; hand++) {
        if (parts & (unsigned)US_SAMPLE_LEFT << hand)
            sample_hand(faults, sampler, time_s, (enum us_hand)hand, still, out);
        if (parts & (unsigned)US_SAMPLE_LEFT_CONTROLLER << hand)
            sample_controller(faults, sampler, time_s, (enum us_hand)hand, still, out);
    }
    const unsigned rest = parts & (US_SAMPLE_VIEWS | US_SAMPLE_STAGE | US_SAMPLE_SPACES);
    if (rest != 0)
        us_sampler_frame(sampler, time_s, rest, out);
}

/* The next time after `time_s` at which a fault begins or ends; `to_s` if there is none before. */
static double next_change(const struct us_faults *faults, double time_s, double to_s)
{
    double next_s = to_s;
    for (unsigned i = 0; i < faults->count; i++) {
        const struct us_fault *fault = &faults->list[i];
        if (fault->from_s > time_s && fault->from_s < next_s)
            next_s = fault->from_s;
        if (fault->to_s > time_s && fault->to_s < next_s)
            next_s = fault->to_s;
    }
    return next_s;
}

/* The same from a time up to another without a change in between. */
static bool pinched_between(const struct us_faults *faults, const struct us_sampler *sampler,
                            enum us_hand hand, double from_s, double to_s)
{
    unsigned who = 1u << hand;
    struct origin origin = find_origin(faults, who, from_s);
    double later_s = origin.is_still ? origin.time_s : origin.time_s + (to_s - from_s);
    bool recorded =
        us_sampler_pinched(sampler, recorded_hand(faults, hand, from_s), origin.time_s, later_s);
    return find_pinch(faults, who, from_s, recorded);
}

bool us_fault_pinched(const struct us_faults *faults, const struct us_sampler *sampler,
                      enum us_hand hand, double from_s, double to_s)
{
    double at_s = from_s < to_s ? from_s : to_s, end_s = from_s < to_s ? to_s : from_s;
    if (at_s == end_s)
        return pinched_between(faults, sampler, hand, at_s, at_s);
    bool pinched = false;
    while (!pinched && at_s < end_s) {
        double next_s = next_change(faults, at_s, end_s);
        pinched = pinched_between(faults, sampler, hand, at_s, next_s);
        at_s = next_s;
    }
    return pinched || pinched_between(faults, sampler, hand, end_s, end_s);
}

void us_fault_inputs(const struct us_faults *faults, const struct us_sampler *sampler,
                     enum us_hand hand, double time_s, struct us_input_sample *out)
{
    us_sampler_inputs(sampler, find_origin(faults, 1u << hand, time_s).time_s, out);
}
