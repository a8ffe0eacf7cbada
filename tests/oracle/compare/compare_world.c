/* SPDX-License-Identifier: MIT */
#include "compare_world.h"

#include <math.h>

static struct world_start start_of(const struct world *world, double time_ns)
{
    struct world_start start = world->starts[0];
    for (int i = 1; i < world->start_count; i++)
        if (world->starts[i].time_ns <= time_ns)
            start = world->starts[i];
    return start;
}

struct moment world_moment(const struct world *world, double time_ns, double later_s)
{
    struct world_start start = start_of(world, time_ns);
    double since_s = (time_ns - start.time_ns) / 1e9 + later_s;
    double raw_s = start.from_s + fmax(0, since_s);
    double first_s = world->recording->start_s, last_s = world->recording->end_s;
    return (struct moment){
        fmin(fmax(raw_s, first_s), last_s),
        since_s >= 0 && raw_s >= first_s && raw_s < last_s,
    };
}

bool world_near_edge(const struct world *world, double time_ns, double within_s)
{
    struct world_start start = start_of(world, time_ns);
    double since_s = (time_ns - start.time_ns) / 1e9;
    double raw_s = start.from_s + since_s;
    return fabs(since_s) <= within_s || fabs(raw_s - world->recording->start_s) <= within_s ||
           fabs(raw_s - world->recording->end_s) <= within_s;
}

struct oracle_motion world_offset(struct oracle_motion motion, struct oracle_pose offset)
{
    struct oracle_vec3 lever = oracle_quat_rotate(motion.pose.q, offset.p_m);
    return (struct oracle_motion){
        oracle_pose_mul(motion.pose, offset),
        oracle_vec3_add(motion.linear_m_s, oracle_vec3_cross(motion.angular_rad_s, lever)),
        motion.angular_rad_s,
    };
}

struct oracle_motion world_relative(struct oracle_motion base, struct oracle_motion motion)
{
    struct oracle_quat into_base = oracle_quat_conjugate(base.pose.q);
    struct oracle_vec3 apart = oracle_vec3_sub(motion.pose.p_m, base.pose.p_m);
    struct oracle_vec3 linear = oracle_vec3_sub(oracle_vec3_sub(motion.linear_m_s, base.linear_m_s),
                                                oracle_vec3_cross(base.angular_rad_s, apart));
    struct oracle_vec3 angular = oracle_vec3_sub(motion.angular_rad_s, base.angular_rad_s);
    return (struct oracle_motion){
        oracle_pose_mul(oracle_pose_inverse(base.pose), motion.pose),
        oracle_quat_rotate(into_base, linear),
        oracle_quat_rotate(into_base, angular),
    };
}

static bool injected(const struct world *world, enum oracle_entity_kind kind)
{
    switch (kind) {
    case ORACLE_HEAD:
        return world->head && oracle_track_exists(&world->truth->camera);
    case ORACLE_JOINT:
        return world->hands && world->truth->has_hands;
    case ORACLE_GAZE:
        return world->gaze && world->truth->has_gaze;
    }
    return false;
}

struct placed world_entity(const struct world *world, struct oracle_entity entity,
                           struct moment moment)
{
    struct placed placed = {.known = injected(world, entity.kind)};
    if (!placed.known)
        return placed;
    placed.valid = oracle_entity_valid(world->truth, entity, moment.time_s);
    if (moment.moving)
        placed.motion = oracle_entity_motion(world->truth, entity, moment.time_s);
    else
        placed.motion.pose = oracle_entity_pose(world->truth, entity, moment.time_s);
    return placed;
}

/* The latest relation told up to this line, else the first; false where there is none. */
static bool pose_in_local(const struct world *world, enum log_space space, int line,
                          struct oracle_pose *out_T_local_space)
{
    *out_T_local_space = oracle_pose_identity;
    bool found = space == LOG_SPACE_LOCAL;
    for (int i = 0; i < world->relation_count; i++) {
        const struct world_relation *relation = &world->relations[i];
        if (relation->space == space && (!found || relation->line <= line)) {
            *out_T_local_space = relation->T_local_space;
            found = true;
        }
    }
    return found;
}

static struct placed place_live(const struct world *world, enum log_space space, int line)
{
    struct placed placed = {.motion = {.pose = oracle_pose_identity}};
    struct oracle_pose T_local_anchor, T_local_space;
    placed.known = placed.valid = true;
    if (space == world->anchor)
        return placed;
    bool anchor_known = pose_in_local(world, world->anchor, line, &T_local_anchor);
    bool space_known = pose_in_local(world, space, line, &T_local_space);
    placed.known = anchor_known && space_known;
    placed.motion.pose = oracle_pose_mul(oracle_pose_inverse(T_local_anchor), T_local_space);
    return placed;
}

struct placed world_place(const struct world *world, struct log_place place, struct moment moment,
                          int line)
{
    struct placed placed = {0};
    switch (place.space) {
    case LOG_SPACE_LOCAL:
    case LOG_SPACE_STAGE:
    case LOG_SPACE_LOCAL_FLOOR:
        placed = place_live(world, place.space, line);
        break;
    case LOG_SPACE_VIEW:
        placed = world_entity(world, (struct oracle_entity){.kind = ORACLE_HEAD}, moment);
        break;
    case LOG_SPACE_GAZE:
        placed = world_entity(world, (struct oracle_entity){.kind = ORACLE_GAZE}, moment);
        break;
    case LOG_SPACE_OTHER:
        return placed;
    }
    placed.motion = world_offset(placed.motion, place.offset);
    return placed;
}
