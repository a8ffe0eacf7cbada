/* SPDX-License-Identifier: MIT */
/* The event log of an app over the fake: which line each call leaves, that its values are what the
 * app was told, levels, and that without a log no call is any different. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "actions.h"
#include "eventlog/log_event.h"
#include "record_log.h"

/* The numbers behind `"name":[`, `skip` of them left out. */
static void read_numbers(const char *line, const char *name, int skip, float *out, int number)
{
    char begin[32];
    snprintf(begin, sizeof begin, "\"%s\":[", name);
    const char *at = strstr(line, begin);
    if (at == NULL)
        fail_msg("no %s in %s", name, line);
    at += strlen(begin);
    for (int i = 0; i < skip + number; i++) {
        char *after;
        at += strspn(at, "[],");
        float value = strtof(at, &after);
        assert_ptr_not_equal(at, after);
        at = after;
        if (i >= skip)
            out[i - skip] = value;
    }
}

/* Nine digits hold every bit of a float. */
static void check_pose(const char *line, const char *name, int index, XrPosef told)
{
    float pose[7];
    read_numbers(line, name, 7 * index, pose, 7);
    const float expected[7] = {told.position.x,    told.position.y,    told.position.z,
                               told.orientation.x, told.orientation.y, told.orientation.z,
                               told.orientation.w};
    for (int i = 0; i < 7; i++)
        assert_true(pose[i] == expected[i]);
}

RECORD_TEST(a_life_has_its_lines, SCENE_ALL)
{
    setenv("UNDERSTUDY_SPEED", "2", 1);
    scene_play(&record->scene, SCENE_ALL);
    record->scene.calls.xrEndSession(record->scene.session);
    record->scene.calls.xrDestroySession(record->scene.session);
    record_end(record);
    record_check_has(record_need(record, 0, "'n':1,", "'e':'log'"), "'version':1");
    const char *line = record_need(record, 0, "'n':2,", "'e':'instance'");
    record_check_has(line, "'app':'scene'");
    record_check_has(line, "'api':'1.0.0'");
    record_check_has(line, "'asked':['XR_EXT_hand_tracking','XR_EXT_eye_gaze_interaction']");
    record_check_has(line, "'supplied':['XR_EXT_hand_tracking','XR_EXT_eye_gaze_interaction']");
    record_check_has(line, "'play':'understudy-layer-");
    record_check_has(line, "'settings':{'UNDERSTUDY_SPEED':'2'}");
    line = record_need(record, 0, "'e':'session'", "'what':'created'");
    record_check_has(line, "'e':'session','session':1");
    record_check_has(line, "'graphics':'none'");
    record_need(record, 0, "'e':'session'", "'what':'begun'");
    record_check_has(record_need(record, 0, "'e':'space'", "'space':1"), "'type':'VIEW'");
    record_check_has(record_need(record, 0, "'e':'space'", "'space':3"), "'type':'STAGE'");
    record_check_has(record_need(record, 0, "'e':'state'", "FOCUSED"), "'session':1");
    line = record_need(record, 0, "'e':'play'", "'what':'start'");
    record_check_has(line, "'frame':0");
    record_check_has(line, "'from_s':0,'to_s':10,'speed':2,'clock':'wall','end':'hold'");
    line = record_need(record, 0, "'e':'wait'", "");
    record_check_has(line, "'frame':0");
    record_check_has(line, "'wall_count':1");
    record_check_has(line, "'wall_time_ns':5000000000");
    record_check_has(line, "'at_s':0");
    record_need(record, 0, "'e':'session'", "'what':'ended'");
    record_check_has(record_need(record, 0, "'e':'session'", "'what':'destroyed'"), "'session':1");
    record_check(record, 0, "'e':'end'", "'reached_end':false");
    assert_int_equal(record_count(record, "'e':'error'", ""), 0);
    assert_int_equal(record_count(record, "'e':'odd'", ""), 0);
    /* Numbered without gaps. */
    char number[32];
    int lines = record_count(record, "", "");
    snprintf(number, sizeof number, "{\"n\":%d,", lines);
    record_need(record, 0, number, "'e':'end'");
}

RECORD_TEST(poses_are_those_that_were_told, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    scene_play(scene, SCENE_ALL);
    scene_wait_frame(scene, SCENE_AT(0.01));
    XrSpaceVelocity velocity;
    XrSpaceLocation told =
        scene_locate(scene, scene->view, scene->local, SCENE_AT(3.337), &velocity);
    XrSpaceLocation live = scene_locate(scene, scene->stage, scene->local, SCENE_AT(1), NULL);
    XrSpaceLocation mixed = scene_locate(scene, scene->view, scene->stage, SCENE_AT(0), NULL);
    scene_locate(scene, scene->view, scene->local, SCENE_AT(-1), NULL);
    scene_locate(scene, scene->view, scene->local, SCENE_AT(11), NULL);
    scene_locate(scene, scene->local, scene->view, SCENE_AT(3.337), NULL);
    scene_locate(scene, scene->stage, scene->view, SCENE_AT(3.337), NULL);
    struct scene_views views;
    assert_success(scene_ask_views(scene, scene->local, SCENE_AT(0.02), 0, &views));
    views = scene_locate_views(scene, scene->local, SCENE_AT(0.02));
    record_end(record);

    const char *line = record_need(record, 0, "'e':'locate'", "");
    record_check_has(line, "'session':1,'call':'xrLocateSpace','space':1,'base':2");
    record_check_has(line, "'frame':1");
    record_check_has(line, "'ask':333.7");
    record_check_has(line, "'at_s':3.337,'from':'recording','how':'interpolated'");
    record_check_has(line, "'flags':'opOPvw'");
    check_pose(line, "pose", 0, told.pose);
    float moving[6];
    read_numbers(line, "velocity", 0, moving, 6);
    assert_true(moving[0] == velocity.linearVelocity.x && moving[4] == velocity.angularVelocity.y);
    line = record_need(record, 1, "'e':'locate'", "");
    record_check_has(line, "'from':'runtime','flags'");
    assert_null(strstr(line, "at_s"));
    assert_null(strstr(line, "velocity"));
    check_pose(line, "pose", 0, live.pose);
    line = record_need(record, 2, "'e':'locate'", "");
    record_check_has(line, "'ask':0,'at_s':0,'from':'both','how':'exact'");
    check_pose(line, "pose", 0, mixed.pose);
    record_check(record, 3, "'e':'locate'", "'how':'before'");
    record_check(record, 4, "'e':'locate'", "'at_s':10,'from':'recording','how':'held'");
    /* A space of the runtime in a recorded one: how the recorded value was made. */
    record_check(record, 5, "'e':'locate'", "'at_s':3.337,'from':'recording','how':'interpolated'");
    record_check(record, 6, "'e':'locate'", "'at_s':3.337,'from':'both','how':'interpolated'");

    assert_int_equal(record_count(record, "'e':'views'", ""), 1);
    line = record_need(record, 0, "'e':'views'", "");
    record_check_has(line, "'base':2,'ask':2,'at_s':0.02,'from':'recording'");
    check_pose(line, "poses", 0, views.views[0].pose);
    check_pose(line, "poses", 1, views.views[1].pose);
    float fov[8];
    read_numbers(line, "fovs", 0, fov, 8);
    assert_true(fov[1] == views.views[0].fov.angleRight && fov[6] == views.views[1].fov.angleUp);
}

/* A script that moves no space leaves the runtime's spaces to the runtime. */
RECORD_TEST(spaces_that_no_script_moves, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    setenv("UNDERSTUDY_FAULT", "focus-lost@5s", 1);
    scene_play(scene, SCENE_ALL);
    scene_locate(scene, scene->stage, scene->local, SCENE_AT(1), NULL);
    record_end(record);
    const char *line = record_need(record, 0, "'e':'locate'", "");
    record_check_has(line, "'from':'runtime','flags'");
    assert_null(strstr(line, "at_s"));
}

RECORD_TEST(many_spaces_have_a_line_each, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    const char *names[] = {"XR_KHR_locate_spaces"};
    scene_start(scene, names, 1);
    XrSpace spaces[] = {scene->view, scene->stage};
    XrSpaceLocationData data[2];
    XrSpaceVelocityData moving[2];
    XrSpaceVelocities velocities = {
        .type = XR_TYPE_SPACE_VELOCITIES, .velocityCount = 2, .velocities = moving};
    LOCATE_SPACES(info, locations, scene->local, SCENE_AT(2.5), 2, spaces, data, &velocities);
    assert_success(scene->calls.xrLocateSpacesKHR(scene->session, &info, &locations));
    record_end(record);
    assert_int_equal(record_count(record, "'e':'locate'", ""), 2);
    const char *line = record_need(record, 0, "xrLocateSpacesKHR", "'space':1");
    record_check_has(line, "'ask':250,'at_s':2.5,'from':'recording'");
    check_pose(line, "pose", 0, data[0].pose);
    float velocity[6];
    read_numbers(line, "velocity", 0, velocity, 6);
    assert_true(velocity[0] == moving[0].linearVelocity.x);
    assert_null(
        strstr(record_need(record, 0, "xrLocateSpacesKHR", "'from':'runtime'"), "\"at_s\""));
    check_pose(record_need(record, 0, "xrLocateSpacesKHR", "'from':'runtime'"), "pose", 0,
               data[1].pose);
}

RECORD_TEST(hands_have_their_joints, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    scene_play(scene, SCENE_ALL);
    XrHandTrackerEXT tracker = scene_hand(scene, XR_HAND_RIGHT_EXT);
    HAND_JOINTS(locations, joints);
    scene_joints(scene, tracker, scene->local, SCENE_AT(9), &locations);
    scene_joints(scene, tracker, scene->local, SCENE_AT(1), &locations);
    record_end(record);
    const char *line = record_need(record, 0, "'e':'hand'", "");
    record_check_has(line, "'hand':'right','base':2");
    record_check_has(line, "'active':false");
    assert_null(strstr(line, "joints"));
    line = record_need(record, 1, "'e':'hand'", "");
    record_check_has(line, "'at_s':1,'from':'recording','how':'interpolated','active':true");
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++)
        check_pose(line, "joints", i, joints[i].pose);
}

RECORD_TEST(actions_are_said_where_they_change, SCENE_ALL | SCENE_PINCHES)
{
    struct scene *scene = &record->scene;
    scene_play(scene, SCENE_ALL | SCENE_PINCHES);
    XrPath hands[] = {actions_path(scene, LEFT), actions_path(scene, RIGHT)};
    XrActionSet set = actions_set(scene, 0);
    XrAction grab = actions_make_named(scene, set, XR_ACTION_TYPE_BOOLEAN_INPUT, "grab", hands, 2);
    XrAction buzz =
        actions_make_named(scene, set, XR_ACTION_TYPE_VIBRATION_OUTPUT, "buzz", hands, 2);
    XrSpace space = actions_space(
        scene, actions_make_named(scene, set, XR_ACTION_TYPE_POSE_INPUT, "hold", hands, 2), LEFT);
    assert_true(space != XR_NULL_HANDLE);
    XrAction look = actions_make_named(scene, set, XR_ACTION_TYPE_POSE_INPUT, "look", NULL, 0);
    actions_suggest_one(scene, SIMPLE, grab, LEFT "/input/select/click");
    actions_suggest_one(scene, EYE_GAZE_PROFILE, look, EYE_GAZE);
    actions_attach(scene, &set, 1);
    for (int i = 0; i < 8; i++) {
        actions_frame(scene, set, 1.8 + 0.05 * i); /* the pinch begins at 2.0 */
        actions_boolean(scene, grab, LEFT);
        actions_boolean(scene, grab, LEFT);
        actions_boolean(scene, grab, RIGHT);
    }
    actions_profile(scene, LEFT);
    actions_profile(scene, LEFT);
    fake.live_profile = actions_path(scene, TOUCH);
    actions_profile(scene, PAD);
    XrHapticActionInfo where = {
        .type = XR_TYPE_HAPTIC_ACTION_INFO, .action = buzz, .subactionPath = hands[1]};
    XrHapticVibration vibration = {
        .type = XR_TYPE_HAPTIC_VIBRATION, .duration = -1, .frequency = 0, .amplitude = 0.5f};
    scene->calls.xrApplyHapticFeedback(scene->session, &where, (XrHapticBaseHeader *)&vibration);
    scene->calls.xrStopHapticFeedback(scene->session, &where);
    record_end(record);

    /* Not pinched, then pinched; that it changed is over a sync later, which is no news. */
    assert_int_equal(record_count(record, "'e':'action'", "'subaction':'/user/hand/left'"), 2);
    record_check_has(record_need(record, 0, "'e':'action'", "/user/hand/left"),
                     "'action':'grab','subaction':'/user/hand/left','active':true,'value':"
                     "false,'changed':false,'from':'recording'");
    record_check_has(record_need(record, 1, "'e':'action'", "/user/hand/left"),
                     "'active':true,'value':true,'changed':true");
    assert_int_equal(record_count(record, "'e':'action'", "'subaction':'/user/hand/right'"), 1);
    assert_int_equal(record_count(record, "'e':'sync'", "XR_SUCCESS"), 8);
    record_check_has(record_need(record, 0, "'e':'space'", "'kind':'action'"),
                     "'space':4,'kind':'action','action':'hold','subaction':'/user/hand/left'");
    record_check(record, 0, "'e':'bindings'",
                 "'profile':'" SIMPLE "','count':1,"
                 "'bound':['/user/hand/left/input/select/click'],"
                 "'actions':[{'action':'grab','set':'set','type':'boolean','paths':[0]}],"
                 "'result':'XR_SUCCESS'");
    record_check(record, 1, "'e':'bindings'",
                 "'profile':'" EYE_GAZE_PROFILE "','count':1,'gaze':['look'],"
                 "'bound':['/user/eyes_ext/input/gaze_ext/pose'],"
                 "'actions':[{'action':'look','set':'set','type':'pose','paths':[0]}],"
                 "'result':'XR_SUCCESS'");
    assert_int_equal(record_count(record, "'e':'profile'", ""), 2);
    record_check(record, 0, "'e':'profile'", "'user':'/user/hand/left','profile':'" SIMPLE "'");
    record_check(record, 1, "'e':'profile'", "'user':'/user/gamepad','profile':'" TOUCH "'");
    record_check_has(record_need(record, 0, "'e':'haptic'", "apply"),
                     "'action':'buzz','subaction':'/user/hand/right','what':'apply',"
                     "'duration_ns':-1,'frequency':0,'amplitude':0.5,'result':'XR_SUCCESS'");
    record_check_has(record_need(record, 0, "'e':'haptic'", "stop"), "'result':'XR_SUCCESS'");
}

/* A thumbstick that goes from one side to the other changes nothing but the sign. */
RECORD_TEST(a_value_of_another_sign_is_another, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    scene_play(scene, SCENE_ALL);
    XrPath pad = actions_path(scene, PAD);
    XrActionSet set = actions_set(scene, 0);
    XrAction push = actions_make_named(scene, set, XR_ACTION_TYPE_FLOAT_INPUT, "push", &pad, 1);
    XrAction lean = actions_make_named(scene, set, XR_ACTION_TYPE_VECTOR2F_INPUT, "lean", &pad, 1);
    actions_attach(scene, &set, 1);
    static const float numbers[] = {0.5f, 0.5f, -0.5f, -0.5f};
    for (int i = 0; i < 4; i++) {
        fake.live_pad = (struct fake_live){true, false, false, numbers[i], 66};
        actions_frame(scene, set, 0.1 * i);
        actions_float(scene, push, PAD);
        actions_vector(scene, lean, PAD);
    }
    record_end(record);
    assert_int_equal(record_count(record, "'e':'action'", "'push'"), 2);
    assert_int_equal(record_count(record, "'e':'action'", "'lean'"), 2);
    record_check_has(record_need(record, 1, "'e':'action'", "'push'"), "'value':-0.5");
    record_check_has(record_need(record, 1, "'e':'action'", "'lean'"), "'value':[-0.5,0.5]");
}

/* More than a line holds: what is left out is left out at its end, and the line is whole. */
RECORD_TEST(very_many_bindings_fit, SCENE_ALL)
{
    enum { ACTIONS = 40, EACH = 20 };
    struct actions_binding bindings[ACTIONS * EACH];
    struct scene *scene = &record->scene;
    scene_play(scene, SCENE_ALL);
    XrActionSet set = actions_set(scene, 0);
    for (int i = 0; i < ACTIONS; i++) {
        char name[XR_MAX_ACTION_NAME_SIZE];
        snprintf(name, sizeof name, "a_name_that_is_nearly_as_long_as_a_name_may_be_number_%02u",
                 (unsigned)i % 100u);
        XrAction action =
            actions_make_named(scene, set, XR_ACTION_TYPE_BOOLEAN_INPUT, name, NULL, 0);
        for (int k = 0; k < EACH; k++)
            bindings[i + ACTIONS * k] =
                (struct actions_binding){action, LEFT "/input/select/click"};
    }
    assert_success(actions_suggest(scene, SIMPLE, bindings, ACTIONS * EACH));
    record_end(record);
    assert_int_equal(record_count(record, "'e':'odd'", ""), 0);
    const char *line = record_need(record, 0, "'e':'bindings'", "");
    record_check_has(line, "'count':800,'bound':['/user/hand/left/input/select/click',");
    record_check_has(line, "number_00','set':'set','type':'boolean','paths':[0,40,80,");
    record_check_has(line, "],'result':'XR_SUCCESS'");
}

/* The names of the actions of the gaze, 8 at most. */
RECORD_TEST(many_actions_of_the_gaze, SCENE_ALL)
{
    static const char eight[] = "\"count\":9,\"gaze\":[\"look_0\",\"look_1\",\"look_2\",\"look_3\","
                                "\"look_4\",\"look_5\",\"look_6\",\"look_7\"],";
    struct actions_binding bindings[9];
    struct scene *scene = &record->scene;
    scene_play(scene, SCENE_ALL);
    XrActionSet set = actions_set(scene, 0);
    for (unsigned i = 0; i < 9; i++) {
        char name[] = "look_0";
        name[5] = (char)('0' + i);
        bindings[i] = (struct actions_binding){
            actions_make_named(scene, set, XR_ACTION_TYPE_POSE_INPUT, name, NULL, 0), EYE_GAZE};
    }
    assert_success(actions_suggest(scene, EYE_GAZE_PROFILE, bindings, 9));
    record_end(record);
    record_check(record, 0, "'e':'bindings'", eight);
}

static void submit(struct scene *scene, XrTime time, bool with_quad)
{
    XrCompositionLayerProjectionView views[2] = {
        {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW, .pose = scene_identity},
        {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW, .pose = {{0, 0, 0, 1}, {1, 2, 3}}}};
    XrCompositionLayerProjection projection = {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION,
                                               .space = scene->local,
                                               .viewCount = 2,
                                               .views = views};
    XrCompositionLayerQuad quad = {
        .type = XR_TYPE_COMPOSITION_LAYER_QUAD, .space = scene->view, .pose = scene_identity};
    const XrCompositionLayerBaseHeader *layers[] = {(void *)&projection, (void *)&quad};
    scene_submit(scene, time, with_quad ? 2 : 1, layers);
}

RECORD_TEST(frames_have_their_layers, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    scene_play(scene, SCENE_ALL);
    submit(scene, SCENE_AT(0), false);
    submit(scene, SCENE_AT(0.01), false);
    submit(scene, SCENE_AT(0.02), true);
    fake_fail("xrEndFrame", XR_ERROR_LAYER_LIMIT_EXCEEDED);
    submit(scene, SCENE_AT(0.03), false);
    record_end(record);
    assert_int_equal(record_count(record, "'e':'submit'", ""), 4);
    record_check(record, 0, "'e':'submit'",
                 "'ask':0,'at_s':0,'result':'XR_SUCCESS','blend':'opaque','layers':[{'kind':"
                 "'projection','space':2,"
                 "'poses':[[0,0,0,0,0,0,1],[1,2,3,0,0,0,1]]}]");
    record_check(record, 2, "'e':'submit'", "{'kind':'quad','space':1,'pose':[0,0,0,0,0,0,1]}]");
    record_check(record, 3, "'e':'submit'", "'result':'XR_ERROR_LAYER_LIMIT_EXCEEDED','layers':[]");
    assert_int_equal(record_count(record, "'e':'layers'", ""), 2);
    record_check(record, 0, "'e':'layers'", "'kinds':['projection']");
    record_check(record, 1, "'e':'layers'", "'kinds':['projection','quad']");
    record_check(record, 0, "'e':'error'", "'call':'xrEndFrame'");
}

/* Each kind of layer with its pose, and more layers and poses than a line has room for. */
TEST(layers_of_all_kinds)
{
    enum { MOST = 40 };
    static const XrStructureType types[] = {
        XR_TYPE_COMPOSITION_LAYER_QUAD,         XR_TYPE_COMPOSITION_LAYER_CYLINDER_KHR,
        XR_TYPE_COMPOSITION_LAYER_EQUIRECT_KHR, XR_TYPE_COMPOSITION_LAYER_EQUIRECT2_KHR,
        XR_TYPE_COMPOSITION_LAYER_CUBE_KHR,     XR_TYPE_COMPOSITION_LAYER_PASSTHROUGH_FB,
        XR_TYPE_COMPOSITION_LAYER_PROJECTION};
    static const char *const posed[] = {"[1,2,3,0,0,0,1]", "[1,2,3,0,0,0,1]", "[1,2,3,0,0,0,1]",
                                        "[1,2,3,0,0,0,1]", "[0,0,0,0,0,0,1]"};
    enum { TYPES = sizeof types / sizeof types[0] };
    struct record record;
    struct scene *scene = &record.scene;
    record_begin(&record, SCENE_ALL);
    scene_play(scene, SCENE_ALL);
    union {
        XrCompositionLayerBaseHeader header;
        XrCompositionLayerQuad quad;
        XrCompositionLayerCylinderKHR cylinder;
        XrCompositionLayerEquirectKHR equirect;
        XrCompositionLayerEquirect2KHR equirect2;
        XrCompositionLayerCubeKHR cube;
        XrCompositionLayerProjection projection;
    } all[MOST];
    const XrCompositionLayerBaseHeader *layers[MOST];
    const XrPosef pose = {{0, 0, 0, 1}, {1, 2, 3}};
    XrCompositionLayerProjectionView views[4];
    memset(all, 0, sizeof all);
    for (int i = 0; i < 4; i++)
        views[i] = (XrCompositionLayerProjectionView){
            .type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW, .pose = pose};
    for (int i = 0; i < MOST; i++) {
        all[i].header.type = types[i < TYPES ? i : TYPES - 1];
        all[i].header.space = scene->local;
        layers[i] = &all[i].header;
        if (i >= TYPES - 1) {
            all[i].projection.viewCount = 4;
            all[i].projection.views = views;
        }
    }
    all[0].quad.pose = all[1].cylinder.pose = all[2].equirect.pose = all[3].equirect2.pose = pose;
    all[4].cube.orientation.w = 1.0f;
    XrFrameEndInfo info = {.type = XR_TYPE_FRAME_END_INFO,
                           .displayTime = SCENE_AT(0),
                           .layerCount = TYPES,
                           .layers = layers};
    scene->calls.xrEndFrame(scene->session, &info);
    layers[1] = NULL;
    info.layerCount = MOST;
    scene->calls.xrEndFrame(scene->session, &info);
    record_end(&record);
    const char *line = record_need(&record, 0, "'e':'submit'", "");
    for (int i = 0; i < 5; i++) {
        line = strstr(line, "\"pose\":");
        assert_non_null(line);
        line += strlen("\"pose\":");
        assert_memory_equal(line, posed[i], strlen(posed[i]));
    }
    assert_null(strstr(line, "\"pose\":"));
    assert_non_null(strstr(line, "\"poses\":[[1,2,3,0,0,0,1],[1,2,3"));
    int kinds = 0;
    for (line = record_need(&record, 1, "'e':'submit'", "");
         (line = strstr(line, "\"kind\":")) != NULL; line++)
        kinds++;
    assert_int_equal(kinds, US_LOG_EVENT_LAYERS_MAX);
    record_finish(&record);
}

RECORD_TEST(failures_are_said_once_a_frame, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    scene_play(scene, SCENE_ALL);
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
    fake_fail("xrLocateSpace", XR_ERROR_TIME_INVALID);
    for (int i = 0; i < 5; i++)
        scene->calls.xrLocateSpace(scene->view, scene->local, SCENE_AT(0), &location);
    scene_wait_frame(scene, SCENE_AT(0.01));
    scene->calls.xrLocateSpace(scene->view, scene->local, SCENE_AT(0.01), &location);
    scene->calls.xrLocateSpace(scene->view, scene->local, SCENE_AT(0.01), &location);
    fake.fails_with = XR_ERROR_HANDLE_INVALID;
    scene->calls.xrLocateSpace(scene->view, scene->local, SCENE_AT(0.01), &location);
    scene->calls.xrLocateSpace(scene->view, scene->local, SCENE_AT(0.01), &location);
    /* A function that is not the layer's. */
    fake_fail("xrStringToPath", XR_ERROR_PATH_FORMAT_INVALID);
    PFN_xrVoidFunction function;
    XrPath path;
    scene->get(scene->instance, "xrStringToPath", &function);
    assert_int_equal(((PFN_xrStringToPath)function)(scene->instance, "x", &path),
                     XR_ERROR_PATH_FORMAT_INVALID);
    record_end(record);
    const char *line = record_need(record, 0, "'e':'error'", "xrLocateSpace");
    record_check_has(line, "'frame':0");
    record_check_has(line, "'result':'XR_ERROR_TIME_INVALID'}");
    line = record_need(record, 1, "'e':'error'", "xrLocateSpace");
    record_check_has(line, "'frame':1");
    record_check_has(line, "'result':'XR_ERROR_TIME_INVALID','repeated':4}");
    record_check_has(record_need(record, 2, "'e':'error'", "xrLocateSpace"),
                     "'result':'XR_ERROR_HANDLE_INVALID','repeated':1}");
    record_check_has(record_need(record, 3, "'e':'error'", "xrLocateSpace"), "'repeated':1}");
    assert_int_equal(record_count(record, "'e':'error'", "xrLocateSpace"), 4);
    record_need(record, 0, "'e':'error'", "'call':'xrStringToPath'");
    assert_int_equal(record_count(record, "'e':'locate'", ""), 0);
}

/* What an app draws with, by the type of what it chains: OpenXR's and its extensions' numbers. */
TEST(a_session_has_its_graphics)
{
    static const struct {
        int64_t type;
        const char *name;
    } cases[] = {
        {0, "none"},
        {XR_TYPE_GRAPHICS_BINDING_VULKAN_KHR, "vulkan"},
        {XR_TYPE_GRAPHICS_BINDING_VULKAN2_KHR, "vulkan"},
        {XR_TYPE_GRAPHICS_BINDING_OPENGL_WIN32_KHR, "opengl"},
        {XR_TYPE_GRAPHICS_BINDING_OPENGL_XLIB_KHR, "opengl"},
        {XR_TYPE_GRAPHICS_BINDING_OPENGL_XCB_KHR, "opengl"},
        {XR_TYPE_GRAPHICS_BINDING_OPENGL_WAYLAND_KHR, "opengl"},
        {XR_TYPE_GRAPHICS_BINDING_OPENGL_ES_ANDROID_KHR, "opengl"},
        {XR_TYPE_GRAPHICS_BINDING_EGL_MNDX, "opengl"},
        {XR_TYPE_GRAPHICS_BINDING_D3D11_KHR, "d3d11"},
        {XR_TYPE_GRAPHICS_BINDING_D3D12_KHR, "d3d12"},
        {XR_TYPE_GRAPHICS_BINDING_OPENGL_WIN32_KHR - 1, "other"},
        {XR_TYPE_GRAPHICS_BINDING_OPENGL_ES_ANDROID_KHR + 1, "other"},
        {XR_TYPE_GRAPHICS_BINDING_D3D11_KHR + 1, "other"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct record record;
        char expected[32];
        record_begin(&record, 0);
        assert_success(scene_create(&record.scene, NULL, 0));
        XrBaseInStructure binding[8] = {{.type = (XrStructureType)cases[i].type}};
        XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO,
                                    .next = i > 0 ? binding : NULL};
        assert_success(record.scene.calls.xrCreateSession(record.scene.instance, &info,
                                                          &record.scene.session));
        record_end(&record);
        snprintf(expected, sizeof expected, "\"graphics\":\"%s\"", cases[i].name);
        record_check(&record, 0, "'what':'created'", expected);
        record_finish(&record);
    }
}

/* What the app was told of the system, as far as it asked. */
TEST(a_system_has_what_was_told)
{
    for (int has = 0; has < 4; has++) {
        struct record record;
        record_begin(&record, 0);
        fake.has_hands = fake.has_eyes = fake.tells_system = true;
        fake.sees_hands = (has & 1) != 0;
        fake.sees_eyes = (has & 2) != 0;
        const char *names[] = {SCENE_HAND_AND_EYES};
        assert_success(scene_create(&record.scene, names, 2));
        XrSystemEyeGazeInteractionPropertiesEXT eyes = {
            .type = XR_TYPE_SYSTEM_EYE_GAZE_INTERACTION_PROPERTIES_EXT};
        XrSystemHandTrackingPropertiesEXT hands = {
            .type = XR_TYPE_SYSTEM_HAND_TRACKING_PROPERTIES_EXT, .next = &eyes};
        XrSystemProperties told = {.type = XR_TYPE_SYSTEM_PROPERTIES, .next = &hands};
        XrSystemProperties plain = {.type = XR_TYPE_SYSTEM_PROPERTIES};
        struct us_dispatch *calls = &record.scene.calls;
        calls->xrGetSystemProperties(record.scene.instance, 1, &told);
        calls->xrGetSystemProperties(record.scene.instance, 1, &plain);
        record_end(&record);
        const char *line = record_need(&record, 0, "'e':'system'", "");
        record_check_has(line, has & 1 ? "'hands':true" : "'hands':false");
        record_check_has(line, has & 2 ? "'eyes':true" : "'eyes':false");
        line = record_need(&record, 1, "'e':'system'", "");
        assert_null(strstr(line, "hands"));
        assert_null(strstr(line, "eyes"));
        record_finish(&record);
    }
}

TEST(levels_leave_out)
{
    static const char *const levels[] = {"events", "frames", "calls"};
    for (int level = 0; level < 3; level++) {
        struct record record;
        record_begin(&record, SCENE_ALL);
        setenv("UNDERSTUDY_EVENTS_LEVEL", levels[level], 1);
        scene_play(&record.scene, SCENE_ALL);
        scene_locate(&record.scene, record.scene.view, record.scene.local, SCENE_AT(0), NULL);
        submit(&record.scene, SCENE_AT(0), false);
        record_end(&record);
        record_check(&record, 0, "'e':'log'", levels[level]);
        assert_int_equal(record_count(&record, "'e':'play'", ""), 1);
        assert_int_equal(record_count(&record, "'e':'layers'", ""), 1);
        assert_int_equal(record_count(&record, "'e':'wait'", ""), level >= 1);
        assert_int_equal(record_count(&record, "'e':'submit'", ""), level >= 1);
        assert_int_equal(record_count(&record, "'e':'locate'", ""), level >= 2);
        record_finish(&record);
    }
}

RECORD_TEST(without_a_log_nothing_is_watched, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    unsetenv("UNDERSTUDY_EVENTS");
    scene_play(scene, SCENE_ALL);
    PFN_xrVoidFunction above, below;
    scene->get(scene->instance, "xrStringToPath", &above);
    fake_get(scene->instance, "xrStringToPath", &below);
    assert_true(above == below);
    scene->calls.xrDestroyInstance(scene->instance);
    assert_int_not_equal(access(record->path, F_OK), 0);
}

RECORD_TEST(a_log_needs_no_recording, 0)
{
    struct scene *scene = &record->scene;
    unsetenv("UNDERSTUDY_PLAY");
    fake.has_hands = true;
    const char *names[] = {XR_EXT_HAND_TRACKING_EXTENSION_NAME};
    scene_start(scene, names, 1);
    XrSpaceLocation told = scene_locate(scene, scene->view, scene->local, SCENE_AT(0), NULL);
    assert_true(told.pose.position.x == FAKE_LIVE_HEAD_M);
    XrHandTrackerEXT tracker = scene_hand(scene, XR_HAND_LEFT_EXT);
    HAND_JOINTS(locations, joints);
    scene_joints(scene, tracker, scene->local, SCENE_AT(0), &locations);
    record_end(record);
    record_check(record, 0, "'e':'instance'", "'play':null");
    const char *line = record_need(record, 0, "'e':'locate'", "");
    record_check_has(line, "'call':'xrLocateSpace','space':1,'base':2,'from':'runtime'");
    check_pose(line, "pose", 0, told.pose);
    assert_int_equal(record_count(record, "'frame':", ""), 0);
    assert_int_equal(record_count(record, "'ask':", ""), 0);
    line = record_need(record, 0, "'e':'hand'", "");
    record_check_has(line, "'hand':'left'");
    record_check_has(line, "'from':'runtime'");
}

RECORD_TEST(several_sessions_have_numbers, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    scene_play(scene, SCENE_ALL);
    XrSession first = scene->session;
    scene_begin(scene);
    scene_focus(scene);
    scene_locate(scene, scene->view, scene->local, SCENE_AT(0), NULL);
    scene->calls.xrEndSession(first);
    scene->calls.xrDestroySession(first);
    record_end(record);
    record_check(record, 1, "'what':'created'", "'session':2");
    record_check(record, 0, "'e':'locate'",
                 "'session':2,'call':'xrLocateSpace','space':4,'base':5");
    record_check(record, 0, "'what':'destroyed'", "'session':1");
    assert_int_equal(record_count(record, "'what':'start'", ""), 2);
}

TEST(several_instances_share_a_file)
{
    struct record record, other;
    record_begin(&record, SCENE_ALL);
    other = record;
    /* At one time. */
    assert_success(scene_create(&record.scene, NULL, 0));
    assert_success(scene_create(&other.scene, NULL, 0));
    scene_begin(&record.scene);
    scene_begin(&other.scene);
    assert_success(other.scene.calls.xrDestroyInstance(other.scene.instance));
    record_end(&record);
    assert_int_equal(record_count(&record, "'e':'instance'", ""), 2);
    assert_int_equal(record_count(&record, "'e':'end'", ""), 2);
    record_check(&record, 1, "'what':'created'", "'session':2");
    assert_int_equal(record_count(&record, "'e':'space'", "'space':6,"), 1);
    int lines = record_count(&record, "", "");
    /* One after the other: the lines' numbers go on. */
    assert_success(scene_create(&record.scene, NULL, 0));
    record_end(&record);
    char number[32];
    int more = record_count(&record, "", "");
    assert_true(more > lines);
    for (int i = 0; i < more; i++) {
        snprintf(number, sizeof number, "{\"n\":%d,", i + 1);
        record_need(&record, i, "", "");
        assert_memory_equal(record_find(&record, i, "", ""), number, strlen(number));
    }
    record_finish(&record);
}

RECORD_TEST(a_log_that_cannot_be_opened_is_said, SCENE_ALL)
{
    setenv("UNDERSTUDY_EVENTS", "/nowhere/at/all", 1);
    scene_play(&record->scene, SCENE_ALL);
    XrSpaceLocation told =
        scene_locate(&record->scene, record->scene.view, record->scene.local, SCENE_AT(5), NULL);
    assert_true(told.pose.position.x < 1.0f);
    submit(&record->scene, SCENE_AT(0), true);
    assert_success(record->scene.calls.xrDestroyInstance(record->scene.instance));
    scene_expect_log(&record->scene, "UNDERSTUDY_EVENTS=/nowhere/at/all cannot be written");
}

RECORD_TEST(very_many_extensions_fit, SCENE_ALL)
{
    const char *list[60];
    for (int i = 0; i < 60; i++)
        list[i] = XR_EXT_HAND_TRACKING_EXTENSION_NAME;
    assert_success(scene_create(&record->scene, list, 60));
    record_end(record);
    const char *line = record_need(record, 0, "'e':'instance'", "");
    int found = 0;
    for (; (line = strstr(line, list[0])) != NULL; line++)
        found++;
    assert_int_equal(found, 61); /* and it is supplied */
    record_finish(record);

    /* More than fit are said, and the log goes on. */
    const char *many[600];
    for (int i = 0; i < 600; i++)
        many[i] = XR_EXT_HAND_TRACKING_EXTENSION_NAME;
    record_begin(record, SCENE_ALL);
    assert_success(scene_create(&record->scene, many, 600));
    record_end(record);
    assert_int_equal(record_count(record, "'e':'instance'", ""), 0);
    record_need(record, 0, "'e':'odd'", "the line of the instance was too long");
    record_need(record, 0, "'e':'end'", "");
}

RECORD_TEST(warnings_are_odd, SCENE_ALL | SCENE_FLOOR)
{
    struct scene *scene = &record->scene;
    fake.lacks_stage = true;
    scene_play(scene, 0);
    record_end(record);
    record_check(record, 0, "'e':'odd'", "'what':'the runtime has no STAGE");
}

static void push_event(XrStructureType type)
{
    fake.events[fake.event_count] = (XrEventDataBuffer){.type = type};
    fake.event_count++;
}

/* Of the runtime's other events only those are said that explain why a run is not as expected. */
RECORD_TEST(events_of_the_runtime_are_odd, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    XrEventDataBuffer event;
    scene_play(scene, SCENE_ALL);
    do
        event = (XrEventDataBuffer){.type = XR_TYPE_EVENT_DATA_BUFFER};
    while (scene->calls.xrPollEvent(scene->instance, &event) == XR_SUCCESS);
    push_event(XR_TYPE_EVENT_DATA_EVENTS_LOST);
    push_event(XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING);
    push_event(XR_TYPE_EVENT_DATA_INSTANCE_LOSS_PENDING);
    for (int i = 0; i < 3; i++) {
        event = (XrEventDataBuffer){.type = XR_TYPE_EVENT_DATA_BUFFER};
        assert_success(scene->calls.xrPollEvent(scene->instance, &event));
    }
    record_end(record);
    assert_int_equal(record_count(record, "'e':'odd'", ""), 2);
    record_check(record, 0, "'e':'odd'", "'what':'the runtime lost events'");
    record_check(record, 1, "'e':'odd'", "'what':'the runtime is about to end the instance'");
}

TESTS_MAIN(a_life_has_its_lines, poses_are_those_that_were_told, spaces_that_no_script_moves,
           many_spaces_have_a_line_each, hands_have_their_joints,
           actions_are_said_where_they_change, a_value_of_another_sign_is_another,
           very_many_bindings_fit, many_actions_of_the_gaze, frames_have_their_layers,
           layers_of_all_kinds, failures_are_said_once_a_frame, a_session_has_its_graphics,
           a_system_has_what_was_told, levels_leave_out, without_a_log_nothing_is_watched,
           a_log_needs_no_recording, several_sessions_have_numbers, several_instances_share_a_file,
           a_log_that_cannot_be_opened_is_said, very_many_extensions_fit, warnings_are_odd,
           events_of_the_runtime_are_odd)
