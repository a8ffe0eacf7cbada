/* SPDX-License-Identifier: MIT */
/*
 * A person that grows: where motions are at which frame, what commands replace, what is refused,
 * and what of it is in the messages of a frame. Expected values are closed forms, but for
 * test_every_component, which reads the table of profiles.
 */
#include "support.h"

#include "core/base/pose.h"
#include "counting.h"
#include "openxr/xr.h"
#include "profiles/bindings.h"
#include "tool/drive/person/live_person.h"

#define HZ 60.0

enum {
    STILL = 15,
    MOVING = 63
}; /* flags of a location that is tracked, without and with velocities */

static const double pi = 3.14159265358979323846;

struct scene {
    struct tool_live_person *person;
    uint64_t now;
    struct us_session_frame frame;
    struct us_session_input input;
};

static struct scene begin(void)
{
    struct scene scene = {.person = tool_live_person_make(HZ)};
    assert_non_null(scene.person);
    tool_live_person_compose(scene.person, 0, &scene.frame, &scene.input);
    return scene;
}

static void advance(struct scene *scene, uint64_t frames)
{
    for (uint64_t i = 0; i < frames; i++)
        tool_live_person_compose(scene->person, ++scene->now, &scene->frame, &scene->input);
}

static void command(struct scene *scene, const char *line, double over_s, double after_s)
{
    const struct tool_live_command command = {line, over_s, after_s};
    char why[512] = "";
    size_t wrong = 0;
    if (!tool_live_person_do(scene->person, &command, 1, scene->now, &wrong, why, sizeof why))
        fail_msg("%s: %s", line, why);
}

static uint32_t find(const struct scene *scene, const char *path)
{
    const struct us_session_components *table = tool_live_person_components(scene->person);
    for (uint32_t i = 0; i < table->count; i++)
        if (strcmp(table->components[i].path, path) == 0)
            return i;
    fail_msg("there is no %s", path);
    return 0;
}

static double value(const struct scene *scene, const char *path)
{
    return (double)scene->input.values[find(scene, path)].x;
}

static double way(double t)
{
    return 10 * pow(t, 3) - 15 * pow(t, 4) + 6 * pow(t, 5);
}

static void check_vec3(struct us_vec3 v, double x, double y, double z, double within)
{
    check_near((double)v.x, x, within, "x");
    check_near((double)v.y, y, within, "y");
    check_near((double)v.z, z, within, "z");
}

/* -Z and +X of a pose. */
static struct us_vec3 ahead(struct us_pose pose)
{
    return us_quat_rotate(pose.rotation, (struct us_vec3){0, 0, -1});
}
static struct us_vec3 to_the_right(struct us_pose pose)
{
    return us_quat_rotate(pose.rotation, (struct us_vec3){1, 0, 0});
}

TEST(test_minimum_jerk)
{
    const char *path = "/user/hand/right/input/squeeze/value";
    struct scene scene = begin();
    command(&scene, "right profile oculus/touch_controller", 0, 0);
    command(&scene, "right grip 0 0 0", 0, 0);
    advance(&scene, 10);
    command(&scene, "right squeeze/value 1", 1, 0);
    command(&scene, "right grip 2 0 -4", 1, 0);
    for (int frame = 0; frame <= 70; frame++) {
        const double now = frame < 60 ? way(frame / 60.0) : 1;
        const double next = frame < 59 ? way((frame + 1) / 60.0) : 1;
        const struct us_session_location *grip = &scene.frame.poses[1][US_SESSION_POSE_GRIP];
        check_near(value(&scene, path), now, 1e-7, "squeeze");
        check_vec3(grip->pose.position_m, 2 * now, 0, -4 * now, 1e-6);
        /* The velocity is that of the way to the next frame; frame 0 was told before. */
        if (frame > 0)
            check_vec3(grip->linear_m_s, 2 * HZ * (next - now), 0, -4 * HZ * (next - now), 1e-5);
        assert_int_equal(grip->flags, MOVING);
        if (frame == 15)
            check_near(value(&scene, path), 0.103515625, 1e-7, "a quarter");
        if (frame == 30)
            check_near(value(&scene, path), 0.5, 1e-7, "half");
        if (frame == 45)
            check_near(value(&scene, path), 0.896484375, 1e-7, "three quarters");
        advance(&scene, 1);
    }
    tool_live_person_free(scene.person);
}

/* The head turns by the shorter way, over +-180 degrees, while a hand goes elsewhere and closes. */
TEST(test_two_at_once)
{
    struct scene scene = begin();
    command(&scene, "head pose 0 0 0 170 0 0", 0, 0);
    advance(&scene, 1);
    command(&scene, "head pose 0 1 0 -170 0 0", 0.5, 0);
    command(&scene, "left wrist -0.2 -0.3 -1.3", 2, 0);
    command(&scene, "left gesture fist", 1, 0);
    for (int frame = 1; frame <= 120; frame++) {
        advance(&scene, 1);
        const double turned = frame < 30 ? way(frame / 30.0) : 1;
        const double yaw = (170 + 20 * turned) * pi / 180;
        const double bend = (frame < 60 ? way(frame / 60.0) : 1) * 80 * pi / 180;
        const double gone = frame < 120 ? way(frame / 120.0) : 1;
        const struct us_session_joint *joints = scene.frame.hands[0].joints;
        /* From the hand at rest: the grip at (-0.2, -0.4, -0.35), the wrist 5 cm behind. */
        check_vec3(joints[XR_HAND_JOINT_WRIST_EXT].pose.position_m, -0.2, -0.4 + 0.1 * gone,
                   -0.3 - gone, 1e-6);
        check_vec3(scene.frame.head.pose.position_m, 0, turned, 0, 1e-6);
        check_vec3(ahead(scene.frame.head.pose), -sin(yaw), 0, -cos(yaw), 1e-6);
        check_vec3(ahead(joints[XR_HAND_JOINT_INDEX_PROXIMAL_EXT].pose), 0, -sin(bend), -cos(bend),
                   1e-6);
    }
    tool_live_person_free(scene.person);
}

TEST(test_replaced)
{
    const char *path = "/user/hand/right/input/trigger/value";
    const char *click = "/user/hand/right/input/a/click";
    struct scene scene = begin();
    command(&scene, "right profile oculus/touch_controller", 0, 0);
    command(&scene, "right trigger/value 1", 1, 0);
    /* A click of six frames: the second command does not replace the first. */
    command(&scene, "right a/click yes", 0, 0);
    command(&scene, "right a/click no", 0, 0.1);
    for (int frame = 1; frame <= 30; frame++) {
        advance(&scene, 1);
        check_near(value(&scene, path), way(frame / 60.0), 1e-7, "forth");
        check_near(value(&scene, click), frame <= 6, 0, "click");
    }
    command(&scene, "right trigger/value 0", 0.5, 0);
    command(&scene, "right trigger/value 0.75", 0, 1);
    for (int frame = 1; frame <= 70; frame++) {
        advance(&scene, 1);
        const double back = frame < 30 ? 0.5 * (1 - way(frame / 30.0)) : 0;
        check_near(value(&scene, path), frame <= 60 ? back : 0.75, 1e-7, "back");
    }
    /* Of two jumps to the same frame the second counts; what comes before it does not change. */
    command(&scene, "right trigger/value 0.1", 0, 0.5);
    command(&scene, "right trigger/value 0.2", 0, 0.5);
    advance(&scene, 30);
    check_near(value(&scene, path), 0.75, 1e-7, "before");
    advance(&scene, 1);
    check_near(value(&scene, path), 0.2, 1e-7, "after");
    tool_live_person_free(scene.person);
}

/* The person after everything that is planned. */
static char *describe(const struct scene *scene)
{
    cJSON *json = tool_live_person_describe(scene->person, scene->now + 200000);
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    assert_non_null(text);
    return text;
}

static void check_refused(struct scene *scene, const struct tool_live_command *commands,
                          size_t count, size_t wrong, const char *message)
{
    char why[512] = "";
    size_t at = 99;
    char *before = describe(scene);
    assert_false(
        tool_live_person_do(scene->person, commands, count, scene->now, &at, why, sizeof why));
    assert_int_equal(at, wrong);
    if (strstr(why, message) == NULL)
        fail_msg("%s\n  gives: %s\n  not: %s", commands[wrong].line, why, message);
    char *after = describe(scene);
    assert_string_equal(before, after);
    free(before);
    free(after);
}

TEST(test_refused)
{
    static const struct {
        struct tool_live_command command;
        const char *message;
    } cases[] = {
        {{"", 0, 0}, "the line is too short"},
        {{"right", 0, 0}, "the line is too short"},
        {{"hed pose 0 0 0", 0, 0}, "\"hed\" is unknown: write head, left, right, gaze or session"},
        {{"0 head pose 0 0 0", 0, 0}, "\"0\" is unknown"},
        {{"head pose 0 0", 0, 0}, "\"head pose\" needs X Y Z in metres"},
        {{"head pose 0 0 nan", 0, 0}, "\"nan\" is not a number"},
        {{"head pose 1e39 0 0 0 0 0", 0, 0}, "\"1e39\" is too large"},
        {{"head pose 0 0 0\nhead pose 1 1 1", 0, 0}, "is not a number"},
        {{"right squeeze/value 2", 0, 0}, "squeeze/value is a number from 0 to 1, not 2"},
        {{"right thumbstick 0 7", 0, 0}, "thumbstick/y is a number from -1 to 1, not 7"},
        {{"right x/click yes", 0, 0}, "oculus/touch_controller has no x/click on the right hand"},
        {{"left trigger/value 1", 0, 0}, "the left hand has no profile at 0.0166667 s: give it"},
        {{"right profile oculus/touch", 0, 0}, "there is no interaction profile"},
        {{"right gesture wave", 0, 0}, "there is no gesture \"wave\": write open, relaxed, pinch"},
        {{"right gesture pinch 2", 0, 0}, "\"2\" is not how far a gesture goes"},
        {{"right finger toe 1", 0, 0}, "there is no finger \"toe\": write thumb, index"},
        {{"right finger index -1", 0, 0}, "\"-1\" is not how far bent a finger is"},
        {{"right joint index_proximal 91", 0, 0},
         "index_proximal bends from -30 to 90 degrees, not 91"},
        {{"right joint index_proximal 0 -20.5", 0, 0},
         "index_proximal is spread from -20 to 20 degrees, not -20.5"},
        {{"right joint index_distal 5 1", 0, 0}, "index_distal only bends: it has no second angle"},
        {{"right joint index_distal five", 0, 0}, "\"five\" is not a number"},
        {{"right joint index_proximal 0 1 2", 0, 0},
         "\"right joint\" needs a joint such as index_proximal, the degrees that it bends"},
        {{"right joint index_proximal", 0, 0}, "the line has 1 value"},
        {{"right joint index_tip 5", 0, 0}, "index_tip has no angle of its own: bend index_distal"},
        {{"right joint palm 5", 0, 0}, "the palm has no angle of its own: it follows the hand"},
        {{"right joint middle_metacarpal 5", 0, 0},
         "middle_metacarpal does not move in the hand: bend middle_proximal"},
        {{"right joint pinky_distal 5", 0, 0},
         "there is no joint \"pinky_distal\": write one of thumb_metacarpal, thumb_proximal, "},
        {{"head joint index_proximal 5", 0, 0}, "\"head\" has no \"joint\""},
        {{"right a/click yes", 1, 0}, "\"right a/click\" has nothing between its values"},
        {{"right squeeze/value 1", -1, 0}, "over is a number of seconds from 0 to 3600"},
        {{"right squeeze/value 1", 0, NAN}, "after is a number of seconds from 0 to 3600"},
        {{"session state stopping", 1, 0}, "\"session state\" has nothing between its values"},
        {{"session recentre 1 2 3", 1, 0}, "\"session recentre\" has nothing between its values"},
        {{"session state away", 0, 0}, "\"away\" is not a session state"},
        {{"fault", 0, 0}, "\"fault\" needs one fault as --fault has it, without a moment"},
        {{"fault lose:left@1s", 0, 0}, "begins at once, so it has no moment"},
        {{"fault lose:left,freeze", 0, 0}, "has another one behind it"},
        {{"fault loose:left", 0, 0}, "'loose:left' is no fault; the faults are lose, freeze"},
        {{"fault lose:left", 1, 0}, "a fault has its length behind '+', not \"over\""},
        {{"fault end refresh:72", 0, 0}, "no fault 'refresh:72' of this drive is in force"},
        {{"fault latency:9000", 0, 0}, "while an app is driven, latency is at most 8533 ms"},
        {{"head look_at 0 0 0", 0, 0}, "0 0 0 is too near to the head, which is at 0 0 0"},
        {{"right point_at 0.2 -0.4 -0.36", 0, 0}, "is too near to the right hand, which is at"},
    };
    struct scene scene = begin();
    command(&scene, "right profile oculus/touch_controller", 0, 0);
    command(&scene, "right squeeze/value 0.5", 0, 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_refused(&scene, &cases[i].command, 1, 0, cases[i].message);
    char line[2000];
    memset(line, 'a', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    check_refused(&scene, &(struct tool_live_command){line, 0, 0}, 1, 0, "more than 1023 bytes");
    const struct tool_live_command list[] = {{"left profile valve/index_controller", 0, 0},
                                             {"left trackpad/force 1", 0.5, 0},
                                             {"left x/click yes", 0, 1}};
    check_refused(&scene, list, 3, 2, "valve/index_controller has no x/click on the left hand");
    char why[512];
    size_t wrong = 0;
    /* The refused list did nothing. */
    check_refused(&scene, &list[1], 1, 0, "the left hand has no profile");
    assert_true(tool_live_person_do(scene.person, list, 2, scene.now, &wrong, why, sizeof why));
    tool_live_person_free(scene.person);
}

/* How far the point is from the ray, which begins in front of it. */
static void check_ray(struct us_pose pose, const double point[3])
{
    const struct us_vec3 d = ahead(pose);
    const double to[3] = {point[0] - (double)pose.position_m.x,
                          point[1] - (double)pose.position_m.y,
                          point[2] - (double)pose.position_m.z};
    const double along = to[0] * (double)d.x + to[1] * (double)d.y + to[2] * (double)d.z;
    const double off = hypot(hypot(to[0] - along * (double)d.x, to[1] - along * (double)d.y),
                             to[2] - along * (double)d.z);
    assert_true(along > 0);
    check_near(off, 0, 1e-6, "the distance from the ray");
    check_near((double)to_the_right(pose).y, 0, 1e-6, "the roll");
}

TEST(test_point_at)
{
    /* What carries the aim: the hand at rest, a grip, a wrist, and an aim of its own. */
    static const char *const before[] = {"left tracked yes", "left grip -0.1 0.2 -0.3 50 20 10",
                                         "left wrist -0.1 0.2 -0.3 50 20 10",
                                         "left aim -0.3 0.1 0.2 50 20 10"};
    uint64_t random = 20260;
    for (int i = 0; i < 4; i++) {
        struct scene scene = begin();
        command(&scene, "left profile oculus/touch_controller", 0, 0);
        command(&scene, before[i], 0, 0);
        advance(&scene, 1);
        const struct us_vec3 start = scene.frame.poses[0][US_SESSION_POSE_GRIP].pose.position_m;
        for (int n = 0; n < 250; n++) {
            double point[3];
            char line[128];
            for (int axis = 0; axis < 3; axis++)
                point[axis] = random_between(&random, -1.5, 1.5);
            snprintf(line, sizeof line, "left point_at %.17g %.17g %.17g", point[0], point[1],
                     point[2]);
            command(&scene, line, n % 2 == 0 ? 0 : 0.1, 0);
            advance(&scene, n % 2 == 0 ? 1 : 6);
            check_ray(scene.frame.poses[0][US_SESSION_POSE_AIM].pose, point);
        }
        const struct us_vec3 end = scene.frame.poses[0][US_SESSION_POSE_GRIP].pose.position_m;
        if (i != 2) /* the grip is in front of the wrist, which turns */
            check_vec3(end, (double)start.x, (double)start.y, (double)start.z, 1e-6);
        tool_live_person_free(scene.person);
    }
}

TEST(test_look_at)
{
    uint64_t random = 7;
    struct scene scene = begin();
    command(&scene, "head pose 0.1 0.2 0.3 20 30 40", 0, 0);
    for (int n = 0; n < 200; n++) {
        double point[3];
        char line[128];
        for (int axis = 0; axis < 3; axis++)
            point[axis] = random_between(&random, -1.5, 1.5);
        snprintf(line, sizeof line, "head look_at %.17g %.17g %.17g", point[0], point[1], point[2]);
        command(&scene, line, 0, 0);
        advance(&scene, 1);
        check_ray(scene.frame.head.pose, point);
        check_vec3(scene.frame.head.pose.position_m, 0.1, 0.2, 0.3, 1e-6);
    }
    tool_live_person_free(scene.person);
}

/* 0.7 of a pinch, a whole one, one with the ring finger, and a fist, which is none. */
TEST(test_gestures)
{
    struct scene scene = begin();
    const struct us_session_hand_aim *aim = &scene.frame.aims[1];
    const struct us_session_hand_joints *hand = &scene.frame.hands[1];
    assert_true(aim->is_recorded && aim->status == 0 && hand->is_recorded && !hand->is_active);
    command(&scene, "right gesture pinch 0.7", 0, 0);
    advance(&scene, 1);
    assert_true(hand->is_active && hand->data_source != 0);
    check_near((double)aim->pinch_index, 0.7, 1e-6, "strength");
    assert_int_equal(aim->status, 3);
    command(&scene, "right gesture pinch", 0, 0);
    advance(&scene, 1);
    check_near((double)aim->pinch_index, 1, 1e-6, "strength");
    check_near((double)aim->pinch_ring, 0, 1e-6, "strength");
    assert_int_equal(aim->status, 7);
    for (int i = 0; i < US_SESSION_JOINTS; i++) {
        assert_int_equal(hand->joints[i].flags, MOVING);
        assert_true(hand->joints[i].radius_m > 0);
    }
    command(&scene, "right finger index 0", 0, 0);
    command(&scene, "right finger ring 0.875", 0, 0); /* 70 degrees */
    advance(&scene, 1);
    check_near((double)aim->pinch_ring, 1, 1e-6, "strength");
    assert_int_equal(aim->status, 3 + 16);
    command(&scene, "right gesture fist", 1, 0);
    for (int frame = 0; frame < 60; frame++) {
        advance(&scene, 1);
        assert_true((aim->status & 4) == 0);
    }
    assert_int_equal(aim->status, 3);
    command(&scene, "right joints no", 0, 0);
    advance(&scene, 1);
    assert_true(!hand->is_active && aim->status == 0);
    tool_live_person_free(scene.person);
}

static void check_direction(struct us_vec3 from, struct us_vec3 to, const double expected[3])
{
    const struct us_vec3 bone = us_vec3_sub(to, from);
    const double length_m = (double)us_vec3_norm(bone);
    check_vec3(bone, expected[0] * length_m, expected[1] * length_m, expected[2] * length_m, 1e-6);
}

/* The right hand's joints that move, the most that they can do, and 1 where a spread leads to -X,
 * towards the thumb, and -1 where it leads to +X. The wrist is not turned, so that a bone of the
 * flat hand is along -Z, and this one along Ry(spread) Rx(-bend) of it. */
static const struct moving_joint {
    const char *name;
    XrHandJointEXT joint, first, last; /* first and last of the finger */
    double bend, spread, side;
} moving_joints[] = {
#define JOINT(name, FINGER, JOINT, bend, spread, side)                                             \
    {                                                                                              \
        name, XR_HAND_JOINT_##FINGER##_##JOINT##_EXT, XR_HAND_JOINT_##FINGER##_METACARPAL_EXT,     \
            XR_HAND_JOINT_##FINGER##_TIP_EXT, bend, spread, side                                   \
    }
    JOINT("thumb_metacarpal", THUMB, METACARPAL, 45, 60, 1),
    JOINT("thumb_proximal", THUMB, PROXIMAL, 60, 0, 0),
    JOINT("thumb_distal", THUMB, DISTAL, 85, 0, 0),
    JOINT("index_proximal", INDEX, PROXIMAL, 90, 20, 1),
    JOINT("index_intermediate", INDEX, INTERMEDIATE, 110, 0, 0),
    JOINT("index_distal", INDEX, DISTAL, 90, 0, 0),
    JOINT("middle_proximal", MIDDLE, PROXIMAL, 90, 20, 1),
    JOINT("middle_intermediate", MIDDLE, INTERMEDIATE, 110, 0, 0),
    JOINT("middle_distal", MIDDLE, DISTAL, 90, 0, 0),
    JOINT("ring_metacarpal", RING, METACARPAL, 10, 0, 0),
    JOINT("ring_proximal", RING, PROXIMAL, 90, 20, -1),
    JOINT("ring_intermediate", RING, INTERMEDIATE, 110, 0, 0),
    JOINT("ring_distal", RING, DISTAL, 90, 0, 0),
    JOINT("little_metacarpal", LITTLE, METACARPAL, 20, 0, 0),
    JOINT("little_proximal", LITTLE, PROXIMAL, 90, 20, -1),
    JOINT("little_intermediate", LITTLE, INTERMEDIATE, 110, 0, 0),
    JOINT("little_distal", LITTLE, DISTAL, 90, 0, 0),
};
enum { MOVING_JOINTS = sizeof moving_joints / sizeof moving_joints[0] };

/* The finger is straight up to the joint and behind it; bones are as long as in the flat hand, and
 * the other fingers stay. */
static void check_joint(const struct us_session_joint *flat, const struct us_session_joint *bent,
                        const struct moving_joint *moving, double side, double share)
{
    const double bend = share * moving->bend * pi / 180, yaw = share * moving->spread * pi / 180;
    const double ahead[] = {-side * sin(yaw) * cos(bend), -sin(bend), -cos(yaw) * cos(bend)};
    for (int i = 0; i < US_SESSION_JOINTS; i++) {
        const struct us_vec3 at = bent[i].pose.position_m, was = flat[i].pose.position_m;
        if (i <= (int)moving->joint || i > (int)moving->last) {
            check_vec3(at, (double)was.x, (double)was.y, (double)was.z, 1e-7);
            continue;
        }
        const struct us_vec3 before = bent[i - 1].pose.position_m;
        check_direction(before, at, ahead);
        check_near((double)us_vec3_norm(us_vec3_sub(at, before)),
                   (double)us_vec3_norm(us_vec3_sub(was, flat[i - 1].pose.position_m)), 1e-7,
                   "the bone");
    }
}

/* Each joint that moves, on both hands: a jump, and a motion. Then the gesture takes it over. */
TEST(test_joints)
{
    for (int i = 0; i < 2 * MOVING_JOINTS; i++) {
        const struct moving_joint *moving = &moving_joints[i / 2];
        const char *hand = i % 2 == 0 ? "left" : "right";
        const double side = i % 2 == 0 ? -moving->side : moving->side;
        char line[96];
        struct scene scene = begin();
        struct us_session_joint flat[US_SESSION_JOINTS];
        const struct us_session_joint *joints = scene.frame.hands[i % 2].joints;
        snprintf(line, sizeof line, "%s gesture open", hand);
        command(&scene, line, 0, 0);
        advance(&scene, 1);
        memcpy(flat, joints, sizeof flat);
        snprintf(line, sizeof line, moving->spread > 0 ? "%s joint %s %g %g" : "%s joint %s %g",
                 hand, moving->name, moving->bend, moving->spread);
        command(&scene, line, 0.5, 0);
        for (int frame = 1; frame <= 31; frame++) {
            advance(&scene, 1);
            check_joint(flat, joints, moving, side, frame < 30 ? way(frame / 30.0) : 1);
        }
        snprintf(line, sizeof line, "%s joint %s 0", hand, moving->name);
        command(&scene, line, 0, 0);
        advance(&scene, 1);
        check_joint(flat, joints, moving, side, 0);
        snprintf(line, sizeof line, "%s joint %s %g", hand, moving->name, moving->bend);
        command(&scene, line, 0, 0);
        snprintf(line, sizeof line, "%s gesture open", hand);
        command(&scene, line, 0, 0.1);
        advance(&scene, 7);
        check_joint(flat, joints, moving, side, 0);
        tool_live_person_free(scene.person);
    }
}

/* A finger's line takes over its joints, and a joint's line one of those that a finger bent. */
TEST(test_joint_after_finger)
{
    struct scene scene = begin();
    const struct us_session_joint *joints = scene.frame.hands[1].joints;
    command(&scene, "right gesture fist", 0, 0);
    command(&scene, "right joint index_proximal 40 5", 0, 0);
    command(&scene, "right joint index_distal -10", 0, 0);
    advance(&scene, 1);
    const double spread = 5 * pi / 180, bends[] = {40, 120, 110}; /* 80 of the fist in between */
    for (int i = 0; i < 3; i++) {
        const double bend = bends[i] * pi / 180;
        /* The spread turns what comes behind it. */
        check_vec3(ahead(joints[XR_HAND_JOINT_INDEX_PROXIMAL_EXT + i].pose),
                   -sin(spread) * cos(bend), -sin(bend), -cos(spread) * cos(bend), 1e-6);
    }
    const double fist = 240 * pi / 180;
    check_vec3(ahead(joints[XR_HAND_JOINT_LITTLE_TIP_EXT].pose), 0, -sin(fist), -cos(fist), 1e-6);
    command(&scene, "right finger index 0", 0, 0);
    advance(&scene, 1);
    check_vec3(ahead(joints[XR_HAND_JOINT_INDEX_TIP_EXT].pose), 0, 0, -1, 1e-6);
    tool_live_person_free(scene.person);
}

TEST(test_tracking)
{
    struct scene scene = begin();
    const struct us_session_location *grip = &scene.frame.poses[0][US_SESSION_POSE_GRIP];
    const struct us_session_frame *frame = &scene.frame;
    assert_int_equal(frame->session_state, XR_SESSION_STATE_FOCUSED);
    assert_int_equal(frame->time_ns, INT64_C(1000000000));
    assert_int_equal(frame->head.flags, MOVING);
    assert_int_equal(frame->spaces[US_SESSION_SPACE_STAGE].flags, STILL);
    check_vec3(frame->spaces[US_SESSION_SPACE_STAGE].pose.position_m, 0, -1.6, 0, 1e-7);
    assert_true(frame->gaze.is_recorded && !frame->gaze.is_active && grip->is_recorded);
    assert_true(!grip->is_active && scene.input.profiles[US_SESSION_USER_EYES] == 0);
    command(&scene, "left profile khr/simple_controller", 0, 0);
    command(&scene, "gaze direction 90 0", 0, 0);
    command(&scene, "head tracked no", 0, 0);
    advance(&scene, 1);
    assert_true(grip->is_active && grip->flags == MOVING && frame->gaze.is_active);
    check_vec3(ahead(frame->gaze.pose), -1, 0, 0, 1e-6);
    assert_int_equal(frame->head.flags & STILL, 3);
    assert_int_equal(frame->number, 2);
    assert_int_equal(frame->time_ns, INT64_C(1016666667));
    assert_int_equal(frame->gaze_time_ns, frame->time_ns);
    assert_int_equal(scene.input.time_ns, frame->time_ns);
    const struct us_session_components *table = tool_live_person_components(scene.person);
    assert_string_equal(table->profiles[scene.input.profiles[US_SESSION_USER_EYES] - 1],
                        "/interaction_profiles/ext/eye_gaze_interaction");
    command(&scene, "left tracked no", 0, 0);
    command(&scene, "gaze tracked no", 0, 0);
    advance(&scene, 1);
    assert_true(grip->is_active && grip->flags == 0 && !frame->gaze.is_active);
    command(&scene, "left connected no", 0, 0);
    advance(&scene, 1);
    assert_true(!grip->is_active && scene.input.profiles[US_SESSION_USER_LEFT] == 0);
    tool_live_person_free(scene.person);
}

static bool is_value(XrActionType type)
{
    return type == XR_ACTION_TYPE_BOOLEAN_INPUT || type == XR_ACTION_TYPE_FLOAT_INPUT ||
           type == XR_ACTION_TYPE_VECTOR2F_INPUT;
}

/* Sets the component, and checks that no other has a value. */
static void check_component(struct scene *scene, const char *hand,
                            const struct us_component *component)
{
    const char *name = component->path + strlen("/input/");
    const bool is_vector = component->type == XR_ACTION_TYPE_VECTOR2F_INPUT;
    const bool is_truth = component->type == XR_ACTION_TYPE_BOOLEAN_INPUT;
    const bool is_ready = strstr(name, "/ready_ext") != NULL;
    char line[128], path[128];
    snprintf(path, sizeof path, "/user/hand/%s%s", hand, component->path);
    const uint32_t index = find(scene, path);
    snprintf(line, sizeof line, "%s %s %s", hand, name,
             is_ready    ? "no"
             : is_truth  ? "yes"
             : is_vector ? "0.25 -0.5"
                         : "0.75");
    command(scene, line, 0, 0);
    advance(scene, 1);
    const struct us_session_value value = scene->input.values[index];
    assert_true(scene->input.active[index]);
    assert_true(value.x == (is_ready ? 0.0f : is_truth ? 1.0f : is_vector ? 0.25f : 0.75f));
    assert_true(value.y == (is_vector ? -0.5f : 0.0f));
    assert_int_equal(scene->input.truths[index],
                     component->type == XR_ACTION_TYPE_FLOAT_INPUT ? US_SESSION_TRUTH_TRUE : 0);
    snprintf(line, sizeof line, "%s %s %s", hand, name,
             is_ready    ? "yes"
             : is_truth  ? "no"
             : is_vector ? "0 0"
                         : "0");
    command(scene, line, 0, 0);
    advance(scene, 1);
}

/* How many components are active, and how many of them are neither zero nor a hand's readiness. */
static void count(const struct scene *scene, int *out_active, int *out_used)
{
    const struct us_session_components *table = tool_live_person_components(scene->person);
    *out_active = *out_used = 0;
    assert_int_equal(scene->input.count, table->count);
    for (uint32_t i = 0; i < table->count; i++) {
        const struct us_session_value value = scene->input.values[i];
        *out_active += scene->input.active[i];
        *out_used += (value.x != 0 || value.y != 0) &&
                     strstr(table->components[i].path, "/ready_ext") == NULL;
        assert_true(scene->input.active[i] || (value.x == 0 && value.y == 0));
    }
}

TEST(test_every_component)
{
    int profiles = 0;
    for (size_t p = 0; p < us_profile_table_count; p++) {
        const struct us_profile *profile = &us_profile_table[p];
        if (strcmp(profile->users[0], "/user/hand/left") != 0)
            continue;
        struct scene scene = begin();
        int expected = 0, active = 0, used = 0;
        for (int right = 0; right < 2; right++) {
            const char *hand = right ? "right" : "left";
            char line[128];
            snprintf(line, sizeof line, "%s profile %s", hand, profile->path);
            command(&scene, line, 0, 0);
            for (size_t i = 0; i < profile->component_count; i++) {
                const struct us_component *component = &profile->components[i];
                if (!is_value(component->type) || !(right ? component->right : component->left))
                    continue;
                check_component(&scene, hand, component);
                count(&scene, &active, &used);
                assert_int_equal(used, 0);
                expected++;
            }
            const uint8_t number = scene.input.profiles[right];
            assert_string_equal(tool_live_person_components(scene.person)->profiles[number - 1],
                                profile->path);
        }
        assert_int_equal(active, expected);
        profiles++;
        tool_live_person_free(scene.person);
    }
    assert_int_equal(profiles, 32);
}

static const cJSON *member(const cJSON *object, const char *name)
{
    const cJSON *found = cJSON_GetObjectItemCaseSensitive(object, name);
    if (found == NULL)
        fail_msg("there is no member \"%s\"", name);
    return found;
}

static double number(const cJSON *object, const char *name, int index)
{
    const cJSON *found = member(object, name);
    const char *raw =
        index < 0 ? found->valuestring : cJSON_GetArrayItem(found, index)->valuestring;
    return strtod(raw, NULL);
}

TEST(test_described)
{
    struct scene scene = begin();
    command(&scene, "head pose 1 2 3", 0, 0);
    command(&scene, "right profile oculus/touch_controller", 0, 0);
    command(&scene, "right thumbstick 0.5 -1", 0, 0);
    command(&scene, "right trigger/value 0.25", 0, 0);
    command(&scene, "right gesture thumb_up", 0, 0);
    command(&scene, "left finger middle 0.5", 0, 0);
    command(&scene, "left joint little_proximal 12.5 -5", 0, 0);
    advance(&scene, 1);
    cJSON *json = tool_live_person_describe(scene.person, scene.now);
    const cJSON *left = member(json, "left"), *right = member(json, "right");
    const cJSON *values = member(right, "values");
    check_near(number(member(json, "head"), "pose", 2), 3, 0, "z of the head");
    assert_true(cJSON_IsNull(member(left, "profile")) && cJSON_IsNull(member(left, "gesture")));
    assert_string_equal(member(right, "profile")->valuestring, "oculus/touch_controller");
    assert_string_equal(member(right, "gesture")->valuestring, "thumb_up");
    check_near(number(member(left, "fingers"), "middle", -1), 0.5, 1e-9, "finger");
    check_near(number(member(left, "angles"), "little_proximal", 1), -5, 1e-6, "spread");
    check_near(number(member(left, "angles"), "middle_distal", 0), 40, 1e-5, "bend");
    assert_null(cJSON_GetObjectItemCaseSensitive(member(left, "angles"), "index_distal"));
    check_near(number(values, "trigger/value", -1), 0.25, 0, "trigger");
    check_near(number(values, "thumbstick", 1), -1, 0, "thumbstick");
    assert_null(cJSON_GetObjectItemCaseSensitive(values, "squeeze/value"));
    cJSON_Delete(json);
    tool_live_person_free(scene.person);
}

#ifdef SANITIZED
enum { LONG_DRIVE = 100000 };
#else
enum { LONG_DRIVE = 1000000 }; /* frames: 4.6 hours */
#endif

/* With a command every third frame: keys do not gather. */
TEST(test_a_long_drive)
{
    static const char *const lines[] = {"right grip %g 0 0", "right squeeze/value %g",
                                        "right thumbstick 0 %g", "head pose 0 %g 0"};
    static const double overs[] = {0, 0.1, 0.5, 2};
    struct scene scene = begin();
    command(&scene, "right profile oculus/touch_controller", 0, 0);
    counting_reset();
    const int live = counting.live;
    for (int frame = 0; frame < LONG_DRIVE; frame++) {
        char line[64];
        snprintf(line, sizeof line, lines[frame / 3 % 4], frame % 7 / 7.0);
        if (frame % 3 == 0)
            command(&scene, line, overs[frame / 12 % 4], 0);
        advance(&scene, 1);
    }
    assert_true(counting.largest < 64 << 10);
    assert_true(counting.live < live + 20);
    tool_live_person_free(scene.person);
    /* While the app waits, each command replaces the one before. */
    scene = begin();
    for (int i = 0; i < 70000; i++)
        command(&scene, i % 2 == 0 ? "head pose 1 1 1" : "head pose 0 0 0", 0, 0);
    tool_live_person_free(scene.person);
    /* No more is planned than fits. */
    struct scene full = begin();
    command(&full, "head pose 1 1 1", 1000, 0);
    const struct tool_live_command more = {"head pose 0 0 0", 1000, 999};
    check_refused(&full, &more, 1, 0, "more than 65536 values of \"head pose\" are planned");
    /* Not even for the last of five fingers, after four had room. */
    command(&full, "left finger little 1", 1000, 0);
    const struct tool_live_command fingers = {"left gesture fist", 1000, 999};
    check_refused(&full, &fingers, 1, 0, "more than 65536 values of \"left gesture\" are planned");
    tool_live_person_free(full.person);
}

TESTS_MAIN(test_minimum_jerk, test_two_at_once, test_replaced, test_refused, test_point_at,
           test_look_at, test_gestures, test_joints, test_joint_after_finger, test_tracking,
           test_every_component, test_described, test_a_long_drive)
