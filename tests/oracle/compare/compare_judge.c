/* SPDX-License-Identifier: MIT */
#include "compare_judge.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

enum {
    VALID_BITS = 0x3,
    TRACKED_BITS = 0xc,
    ALL_BITS = 0xf,
    VELOCITY_BITS = 0x3,
};

static const double boundary_s = 1e-6;

static void object(struct judgement *out, enum verdict verdict, const char *format, ...)
{
    if (out->verdict < verdict) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(out->why, sizeof out->why, format, arguments);
        va_end(arguments);
        out->verdict = verdict;
    }
}

static double largest(double so_far, double value)
{
    return isnan(so_far) || value <= so_far ? so_far : value; /* a NaN is the largest */
}

/* A length that the single-precision numbers behind a pose can be as long as: their rounding is
 * relative to it. */
static double reach(struct oracle_motion base, struct oracle_motion motion)
{
    return oracle_vec3_norm(base.pose.p_m) + oracle_vec3_norm(motion.pose.p_m);
}

static bool judge_pose(const struct judge *judge, struct oracle_pose want, double reach_m,
                       const struct log_located *got, const char *name, struct judgement *out)
{
    double position = oracle_vec3_norm(oracle_vec3_sub(want.p_m, got->pose.p_m));
    double rotation = oracle_quat_angle_rad(want.q, oracle_quat_normalise(got->pose.q));
    double norm = oracle_quat_norm(got->pose.q);
    bool fits = got->has_pose &&
                position <= judge->position_tolerance_m + 4 * (double)FLT_EPSILON * reach_m &&
                rotation <= judge->rotation_tolerance_rad && fabs(norm - 1) <= 1e-3;
    out->poses++;
    out->position_m = largest(out->position_m, position);
    out->rotation_rad = largest(out->rotation_rad, rotation);
    if (!fits) {
        object(out, VERDICT_OFF,
               "%s off by %.3g m, %.3g rad: expected p (%.7g %.7g %.7g) q (%.7g %.7g %.7g %.7g), "
               "got p (%.7g %.7g %.7g) q (%.7g %.7g %.7g %.7g)",
               name, position, rotation, want.p_m.x, want.p_m.y, want.p_m.z, want.q.x, want.q.y,
               want.q.z, want.q.w, got->pose.p_m.x, got->pose.p_m.y, got->pose.p_m.z, got->pose.q.x,
               got->pose.q.y, got->pose.q.z, got->pose.q.w);
    }
    return fits;
}

/* A relative velocity is a difference of larger ones: its rounding is relative to those. */
static bool judge_velocity(struct oracle_motion base, struct oracle_motion motion,
                           const struct log_located *got, const char *name, struct judgement *out)
{
    struct oracle_motion want = world_relative(base, motion);
    double apart = oracle_vec3_norm(oracle_vec3_sub(motion.pose.p_m, base.pose.p_m));
    double base_angular = oracle_vec3_norm(base.angular_rad_s);
    double linear_scale = oracle_vec3_norm(motion.linear_m_s) + oracle_vec3_norm(base.linear_m_s) +
                          base_angular * apart;
    double angular_scale = oracle_vec3_norm(motion.angular_rad_s) + base_angular;
    double linear = oracle_vec3_norm(oracle_vec3_sub(want.linear_m_s, got->linear_m_s));
    double angular = oracle_vec3_norm(oracle_vec3_sub(want.angular_rad_s, got->angular_rad_s));
    out->linear_m_s = largest(out->linear_m_s, linear);
    out->angular_rad_s = largest(out->angular_rad_s, angular);
    bool fits = linear <= 1e-3 + 1e-3 * linear_scale && angular <= 1e-3 + 1e-3 * angular_scale;
    if (!fits) {
        object(out, VERDICT_OFF,
               "%s velocity off by %.3g m/s, %.3g rad/s: expected linear (%.6g %.6g %.6g) angular "
               "(%.6g %.6g %.6g), got linear (%.6g %.6g %.6g) angular (%.6g %.6g %.6g)",
               name, linear, angular, want.linear_m_s.x, want.linear_m_s.y, want.linear_m_s.z,
               want.angular_rad_s.x, want.angular_rad_s.y, want.angular_rad_s.z, got->linear_m_s.x,
               got->linear_m_s.y, got->linear_m_s.z, got->angular_rad_s.x, got->angular_rad_s.y,
               got->angular_rad_s.z);
    }
    return fits;
}

/* A location that is expected: flags, pose, velocity. */
static void judge_located(const struct judge *judge, struct oracle_motion base,
                          struct oracle_motion motion, const struct log_located *got,
                          const char *name, struct judgement *out)
{
    if (got->flags != ALL_BITS) {
        object(out, VERDICT_WRONG, "%s: expected flags 15, got %u", name, got->flags);
        return;
    }
    bool fits =
        judge_pose(judge, world_relative(base, motion).pose, reach(base, motion), got, name, out);
    if (got->has_velocity && (got->velocity_flags & VELOCITY_BITS) != VELOCITY_BITS) {
        object(out, VERDICT_WRONG, "%s: expected velocity flags 3, got %u", name,
               got->velocity_flags);
    } else if (got->has_velocity) {
        fits = judge_velocity(base, motion, got, name, out) && fits;
    }
    out->poses_off += !fits;
}

static void judge_absent(const struct log_located *got, unsigned forbidden, const char *name,
                         struct judgement *out)
{
    if (got->flags & forbidden) {
        object(out, VERDICT_WRONG, "%s: expected none of the flags %u, got %u", name, forbidden,
               got->flags);
    }
    if (got->has_velocity && (got->velocity_flags & VELOCITY_BITS) && (forbidden & VALID_BITS)) {
        object(out, VERDICT_WRONG, "%s: expected velocity flags 0, got %u", name,
               got->velocity_flags);
    }
}

static bool is_live(enum log_space space)
{
    return space == LOG_SPACE_LOCAL || space == LOG_SPACE_STAGE || space == LOG_SPACE_LOCAL_FLOOR;
}

static void judge_space(const struct judge *judge, const struct log_line *line,
                        struct moment moment, struct judgement *out)
{
    struct placed base = world_place(judge->world, line->base, moment, line->number);
    struct placed space = world_place(judge->world, line->space, moment, line->number);
    const struct log_located *got = &line->located[0];
    bool gaze = line->space.space == LOG_SPACE_GAZE || line->base.space == LOG_SPACE_GAZE;
    if (is_live(line->space.space) && is_live(line->base.space)) {
        object(out, VERDICT_NOT_JUDGED, "both spaces are live");
    } else if (!base.known || !space.known) {
        object(out, VERDICT_NOT_JUDGED, "the oracle does not know where these spaces are");
    } else if (gaze && !(judge->focused && judge->synced) && got->flags == 0) {
        return; /* the action is not active yet */
    } else if (base.valid && space.valid) {
        out->present = true;
        judge_located(judge, base.motion, space.motion, got, "space", out);
    } else {
        judge_absent(got, TRACKED_BITS, "space", out);
    }
}

/* Of the same time; else the latest of an earlier time, else the first told. */
static const struct eye_offsets *find_eyes(const struct judge *judge, double time_ns)
{
    const struct eye_offsets *best = judge->eye_count > 0 ? &judge->eyes[0] : NULL;
    for (int i = 1; i < judge->eye_count; i++) {
        const struct eye_offsets *eyes = &judge->eyes[i];
        if (eyes->time_ns <= time_ns && (best->time_ns > time_ns || eyes->time_ns >= best->time_ns))
            best = eyes;
    }
    return best;
}

static void judge_views(const struct judge *judge, const struct log_line *line,
                        struct moment moment, struct judgement *out)
{
    struct log_place view = {LOG_SPACE_VIEW, oracle_pose_identity};
    struct placed base = world_place(judge->world, line->base, moment, line->number);
    struct placed head = world_place(judge->world, view, moment, line->number);
    const struct eye_offsets *eyes = find_eyes(judge, line->time_ns);
    if (!base.known || !head.known) {
        object(out, VERDICT_NOT_JUDGED, "the oracle does not know where these spaces are");
        return;
    }
    if (!eyes) {
        object(out, VERDICT_NOT_JUDGED, "no line tells the eyes in VIEW");
        return;
    }
    if (!base.valid || !head.valid) {
        judge_absent(&line->located[0], TRACKED_BITS, "views", out);
        return;
    }
    out->present = true;
    if (line->count != eyes->count) {
        object(out, VERDICT_WRONG, "expected %d views, got %d", eyes->count, line->count);
        return;
    }
    for (int i = 0; i < line->count; i++) {
        char name[24];
        snprintf(name, sizeof name, "view %d", i);
        judge_located(judge, base.motion, world_offset(head.motion, eyes->T_view_eye[i]),
                      &line->located[i], name, out);
    }
}

static void judge_active_hand(const struct judge *judge, const struct log_line *line,
                              struct oracle_motion base, struct moment moment,
                              struct judgement *out)
{
    if (!line->active) {
        object(out, VERDICT_WRONG, "expected an active hand, got an inactive one");
        return;
    }
    if (line->count != ORACLE_XR_JOINTS) {
        object(out, VERDICT_WRONG, "expected 26 joints, got %d", line->count);
        return;
    }
    out->present = true;
    for (int i = 0; i < ORACLE_XR_JOINTS; i++) {
        char name[24];
        snprintf(name, sizeof name, "joint %d", i);
        struct oracle_entity entity = {ORACLE_JOINT, line->hand, i};
        struct moment pose_moment = {moment.time_s, moment.moving && line->located[i].has_velocity};
        struct placed joint = world_entity(judge->world, entity, pose_moment);
        judge_located(judge, base, joint.motion, &line->located[i], name, out);
        if (!(line->located[i].radius_m > 0)) {
            object(out, VERDICT_WRONG, "%s: expected a radius, got %g", name,
                   line->located[i].radius_m);
        }
    }
}

static void judge_joints(const struct judge *judge, const struct log_line *line,
                         struct moment moment, struct judgement *out)
{
    struct placed base = world_place(judge->world, line->base, moment, line->number);
    struct moment still = {moment.time_s, false};
    if (line->hand < 0) {
        object(out, VERDICT_WRONG, "the hand is neither left nor right");
        return;
    }
    struct oracle_entity palm = {ORACLE_JOINT, line->hand, 0};
    struct placed hand = world_entity(judge->world, palm, still);
    if (!base.known || !hand.known) {
        object(out, VERDICT_NOT_JUDGED, "the oracle does not know where base or hand is");
        return;
    }
    if (hand.valid && base.valid && judge->focused) {
        judge_active_hand(judge, line, base.motion, moment, out);
        return;
    }
    if (line->active)
        object(out, VERDICT_WRONG, "expected an inactive hand, got an active one");
    for (int i = 0; i < line->count; i++)
        judge_absent(&line->located[i], VALID_BITS, "joint of an inactive hand", out);
}

static void judge_at(const struct judge *judge, const struct log_line *line, double later_s,
                     struct judgement *out)
{
    struct moment moment = world_moment(judge->world, line->time_ns, later_s);
    *out = (struct judgement){.verdict = VERDICT_FITS};
    switch (line->call) {
    case LOG_LOCATE_SPACE:
        judge_space(judge, line, moment, out);
        break;
    case LOG_LOCATE_VIEWS:
        judge_views(judge, line, moment, out);
        break;
    case LOG_LOCATE_JOINTS:
        judge_joints(judge, line, moment, out);
        break;
    default:
        object(out, VERDICT_NOT_JUDGED, "not a call that is judged");
        break;
    }
}

static bool near_boundary(const struct judge *judge, const struct log_line *line)
{
    const struct oracle_recording *truth = judge->world->truth;
    double time_s = world_moment(judge->world, line->time_ns, 0).time_s;
    struct oracle_entity head = {.kind = ORACLE_HEAD}, gaze = {.kind = ORACLE_GAZE};
    bool is_near = world_near_edge(judge->world, line->time_ns, boundary_s) ||
                   oracle_entity_near_key(truth, head, time_s, boundary_s) ||
                   oracle_entity_near_key(truth, gaze, time_s, boundary_s);
    for (int i = 0; i < ORACLE_XR_JOINTS && line->call == LOG_LOCATE_JOINTS; i++) {
        struct oracle_entity joint = {ORACLE_JOINT, line->hand, i};
        is_near = is_near || oracle_entity_near_key(truth, joint, time_s, boundary_s);
    }
    return is_near;
}

void judge_line(const struct judge *judge, const struct log_line *line, struct judgement *out)
{
    judge_at(judge, line, 0, out);
    if ((out->verdict != VERDICT_OFF && out->verdict != VERDICT_WRONG) ||
        (line->call == LOG_LOCATE_JOINTS && line->hand < 0) || !near_boundary(judge, line))
        return;
    /* A curve has no derivative at its key, and beside one a weighted segment's may change without
     * bound: the last try leaves the velocities out. */
    struct log_line still = *line;
    for (int i = 0; i < still.count; i++)
        still.located[i].has_velocity = false;
    const struct log_line *lines[] = {line, line, &still};
    const double sides[] = {-1.5, 1.5, 0.0};
    for (int i = 0; i < 3; i++) {
        struct judgement other;
        judge_at(judge, lines[i], sides[i] * boundary_s, &other);
        if (other.verdict == VERDICT_FITS) {
            other.verdict = VERDICT_BOUNDARY;
            *out = other;
            return;
        }
    }
}
