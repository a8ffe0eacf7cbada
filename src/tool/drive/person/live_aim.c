/* SPDX-License-Identifier: MIT */
#include "tool/drive/person/live_aim.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "person/scripted_person.h"

static const char *const hands[] = {"left", "right"};

/* What a plan is made of. */
struct scene {
    const struct tool_live_person *person;
    const struct rt_script *script;
    const struct tool_live_aim *aim;
    double time_s;
    struct tool_live_aim_plan *plan;
};

static void add(const struct scene *scene, double over_s, double after_s, const char *format, ...)
{
    struct tool_live_aim_plan *plan = scene->plan;
    char *line = plan->lines[plan->count];
    double begin_s = scene->aim->after_s + after_s;
    va_list values;
    va_start(values, format);
    vsnprintf(line, TOOL_LIVE_AIM_LINE, format, values);
    va_end(values);
    plan->commands[plan->count++] =
        (struct tool_live_command){.line = line, .over_s = over_s, .after_s = begin_s};
    plan->seconds = fmax(plan->seconds, begin_s + over_s);
}

/* ---- The hand ---- */

static bool has_track(const struct scene *scene, const char *name)
{
    return rt_script_find(scene->script, rt_script_subject_of(scene->aim->hand), name) != NULL;
}

static const char *profile_of(const struct scene *scene)
{
    return rt_scripted_person_profile(scene->script, scene->aim->hand, scene->time_s);
}

/* Whether fingers do it, and not a controller. */
static bool is_bare(const struct scene *scene)
{
    const char *profile = profile_of(scene);
    return profile == NULL || strstr(profile, "hand_interaction") != NULL ||
           rt_scripted_person_has_joints(scene->script, scene->aim->hand, scene->time_s);
}

static struct rt_motion along_z(double z_m)
{
    return (struct rt_motion){.position_m = {0, 0, z_m}, .rotation = {0, 0, 0, 1}};
}

/* The pose of the hand that lines move, and with it the others. */
static bool moves_wrist(const struct scene *scene)
{
    return has_track(scene, "wrist") && (is_bare(scene) || !has_track(scene, "grip"));
}

static struct rt_motion from_wrist(const struct scene *scene, struct rt_motion m_wrist_tip)
{
    const struct rt_motion m_grip_wrist = along_z(RT_WRIST_TO_GRIP_M);
    return moves_wrist(scene) ? m_wrist_tip : rt_motion_compose(&m_grip_wrist, &m_wrist_tip);
}

static struct rt_motion from_grip(const struct scene *scene, struct rt_motion m_grip_tip)
{
    const struct rt_motion m_wrist_grip = along_z(-RT_WRIST_TO_GRIP_M);
    return moves_wrist(scene) ? rt_motion_compose(&m_wrist_grip, &m_grip_tip) : m_grip_tip;
}

static struct rt_motion joint_of(const struct scene *scene, const char *gesture,
                                 XrHandJointEXT joint)
{
    double bend_degrees[RT_GESTURE_FINGERS] = {0};
    rt_gesture_find(gesture, bend_degrees);
    const struct rt_gesture fingers = rt_gesture_make(bend_degrees);
    return rt_gesture_joint(&fingers, scene->aim->hand, joint);
}

/* Moves the hand until the tip, whose place in the hand this is, has a pose. */
static void move_tip(const struct scene *scene, const char *pose, struct rt_motion m_hand_tip,
                     struct rt_motion m_local_tip, double over_s, double after_s)
{
    const struct rt_motion identity = rt_motion_identity();
    const struct rt_motion m_tip_hand = rt_motion_relative(&m_hand_tip, &identity);
    const struct rt_motion to = rt_motion_compose(&m_local_tip, &m_tip_hand);
    const struct rt_vector p = to.position_m;
    const struct rt_quaternion q = to.rotation;
    add(scene, over_s, after_s, "%s %s %.9g %.9g %.9g %.9g %.9g %.9g %.9g", hands[scene->aim->hand],
        pose, p.x, p.y, p.z, q.x, q.y, q.z, q.w);
}

static struct rt_vector beside(struct rt_vector from, struct rt_vector way, double distance_m)
{
    return (struct rt_vector){from.x + way.x * distance_m, from.y + way.y * distance_m,
                              from.z + way.z * distance_m};
}

/* ---- What it does ---- */

static void poke(const struct scene *scene)
{
    const struct tool_live_aim *aim = scene->aim;
    const bool bare = is_bare(scene), has_own = !bare && has_track(scene, "poke");
    const char *pose = has_own ? "poke" : moves_wrist(scene) ? "wrist" : "grip";
    struct rt_motion m_hand_tip = rt_motion_identity();
    if (bare)
        m_hand_tip = from_wrist(scene, joint_of(scene, "point", XR_HAND_JOINT_INDEX_TIP_EXT));
    else if (!has_own)
        m_hand_tip = from_grip(scene, rt_geometry_grip_offset(US_HAND_POSE_POKE));
    /* The finger lies along the way, whatever the joint's own axes are. */
    if (bare)
        m_hand_tip.rotation = rt_motion_identity().rotation;
    const double places_m[] = {-TOOL_LIVE_POKE_FROM_M, aim->depth_m, -TOOL_LIVE_POKE_FROM_M};
    const double overs_s[] = {aim->over_s, TOOL_LIVE_POKE_S, TOOL_LIVE_POKE_S};
    double after_s = 0;
    if (bare)
        add(scene, aim->over_s, 0, "%s gesture point", hands[aim->hand]);
    for (int i = 0; i < 3; i++) {
        const struct rt_motion m_local_tip = {
            .position_m = beside(aim->point_m, aim->into, places_m[i]),
            .rotation = rt_geometry_yaw_pitch(atan2(-aim->into.x, -aim->into.z),
                                              asin(fmin(fmax(aim->into.y, -1), 1)))};
        move_tip(scene, pose, m_hand_tip, m_local_tip, overs_s[i], after_s);
        after_s += overs_s[i];
    }
}

/* Whether the profile of the hand has the input. */
static bool has_input(const struct scene *scene, const char *name)
{
    const char *profile = profile_of(scene);
    return profile != NULL &&
           tool_live_person_has_input(scene->person, scene->aim->hand, profile, name);
}

static void close_fingers(const struct scene *scene, const char *gesture)
{
    const char *hand = hands[scene->aim->hand];
    const char *input = strcmp(gesture, "pinch") == 0 ? "pinch_ext/value" : "grasp_ext/value";
    add(scene, TOOL_LIVE_CLOSE_S, scene->aim->over_s, "%s gesture %s", hand, gesture);
    if (has_input(scene, input))
        add(scene, TOOL_LIVE_CLOSE_S, scene->aim->over_s, "%s %s 1", hand, input);
}

static bool squeeze(const struct scene *scene, char *why, size_t size)
{
    static const char *const inputs[] = {"squeeze/value", "grasp_ext/value", "squeeze/click",
                                         "trigger/value", "select/click"};
    for (unsigned i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        bool is_click = strstr(inputs[i], "/click") != NULL;
        if (!has_input(scene, inputs[i]))
            continue;
        add(scene, is_click ? 0 : TOOL_LIVE_CLOSE_S, scene->aim->over_s, "%s %s %s",
            hands[scene->aim->hand], inputs[i], is_click ? "yes" : "1");
        return true;
    }
    snprintf(why, size,
             "the %s hand holds nothing that can be squeezed: give it a profile first, "
             "or say how it closes: \"pinch\" or \"fist\"",
             hands[scene->aim->hand]);
    return false;
}

/* The hand does not turn on its way. */
static bool grab(const struct scene *scene, char *why, size_t size)
{
    const struct tool_live_aim *aim = scene->aim;
    const bool bare = is_bare(scene);
    const char *shape = aim->shape != NULL ? aim->shape : bare ? "pinch" : "squeeze";
    const bool pinches = strcmp(shape, "pinch") == 0, by_fingers = strcmp(shape, "squeeze") != 0;
    const enum rt_script_subject subject = rt_script_subject_of(aim->hand);
    const char *pose = moves_wrist(scene) ? "wrist" : "grip";
    struct rt_motion m_local_tip =
        has_track(scene, pose)
            ? rt_scripted_person_pose(scene->script, subject, pose, scene->time_s)
            : rt_geometry_resting_grip(aim->hand);
    struct rt_motion m_hand_tip = from_grip(scene, rt_motion_identity());
    if (pinches) {
        const struct rt_motion thumb = joint_of(scene, "pinch", XR_HAND_JOINT_THUMB_TIP_EXT);
        m_hand_tip = joint_of(scene, "pinch", XR_HAND_JOINT_INDEX_TIP_EXT);
        const struct rt_vector a = thumb.position_m, b = m_hand_tip.position_m;
        m_hand_tip.position_m =
            (struct rt_vector){(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2};
        m_hand_tip = from_wrist(scene, m_hand_tip);
        m_hand_tip.rotation = rt_motion_identity().rotation;
    }
    m_local_tip.position_m = aim->point_m;
    if (by_fingers)
        add(scene, aim->over_s, 0, "%s gesture open", hands[aim->hand]);
    move_tip(scene, pose, m_hand_tip, m_local_tip, aim->over_s, 0);
    if (!by_fingers)
        return squeeze(scene, why, size);
    close_fingers(scene, shape);
    return true;
}

static void gaze(const struct scene *scene)
{
    const struct rt_motion m_local_head = rt_scripted_person_head(scene->script, scene->time_s);
    const struct rt_motion m_local_place = {.position_m = scene->aim->point_m,
                                            .rotation = {0, 0, 0, 1}};
    const struct rt_vector d = rt_motion_relative(&m_local_head, &m_local_place).position_m;
    add(scene, scene->aim->over_s, 0, "gaze direction %.9g %.9g",
        atan2(-d.x, -d.z) / US_POSE_RAD_IN_DEGREE,
        atan2(d.y, hypot(d.x, d.z)) / US_POSE_RAD_IN_DEGREE);
}

bool tool_live_aim_plan(const struct tool_live_person *person, uint64_t frame,
                        const struct tool_live_aim *aim, struct tool_live_aim_plan *out, char *why,
                        size_t size)
{
    const struct scene scene = {.person = person,
                                .script = tool_live_person_script(person),
                                .aim = aim,
                                .time_s = (double)frame / tool_live_person_hz(person),
                                .plan = out};
    const struct rt_vector p = aim->point_m;
    *out = (struct tool_live_aim_plan){0};
    switch (aim->kind) {
    case TOOL_LIVE_POINT_AT:
        add(&scene, aim->over_s, 0, "%s point_at %.9g %.9g %.9g", hands[aim->hand], p.x, p.y, p.z);
        return true;
    case TOOL_LIVE_POKE:
        poke(&scene);
        return true;
    case TOOL_LIVE_GRAB_AT:
        return grab(&scene, why, size);
    case TOOL_LIVE_LOOK_AT:
        add(&scene, aim->over_s, 0, "head look_at %.9g %.9g %.9g", p.x, p.y, p.z);
        return true;
    default:
        gaze(&scene);
        return true;
    }
}
