/* SPDX-License-Identifier: MIT */
/* Which frame the lines of a pipelined app belong to: frame n + 1 is waited for and asked about
 * while another thread still submits frame n. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "actions.h"
#include "record_log.h"

static void submit(struct scene *scene, XrTime time)
{
    (void)scene_submit(scene, time, 0, NULL);
}

static void begin_frame(struct scene *scene)
{
    PFN_xrVoidFunction function;
    assert_success(scene->get(scene->instance, "xrBeginFrame", &function));
    assert_success(((PFN_xrBeginFrame)function)(scene->session, NULL));
}

/* The `index`-th line of this kind is of frame `frame`; -1: it has none. */
static void check_frame(const struct record *record, int index, const char *kind, int frame)
{
    char name[32], text[32];
    snprintf(name, sizeof name, "\"e\":\"%s\"", kind);
    snprintf(text, sizeof text, "\"frame\":%d,", frame);
    const char *line = record_need(record, index, name, "");
    if (frame >= 0)
        record_check_has(line, text);
    else
        assert_null(strstr(line, "\"frame\""));
}

RECORD_TEST(a_submission_belongs_to_its_display_time, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    scene_play(scene, SCENE_ALL);
    scene_wait_frame(scene, SCENE_AT(0.01));
    submit(scene, SCENE_AT(0));
    scene_wait_frame(scene, SCENE_AT(0.02));
    submit(scene, SCENE_AT(0.01));
    submit(scene, SCENE_AT(0.02));
    fake_fail("xrEndFrame", XR_ERROR_LAYER_LIMIT_EXCEEDED);
    submit(scene, SCENE_AT(0.01));
    record_end(record);
    for (int frame = 0; frame < 3; frame++)
        check_frame(record, frame, "submit", frame);
    record_check(record, 1, "'e':'submit'", "'ask':1,'at_s':0.01,");
    check_frame(record, 0, "layers", 0);
    check_frame(record, 0, "error", 1);
    assert_int_equal(record_count(record, "'stray'", ""), 0);
    assert_int_equal(record_count(record, "'e':'odd'", ""), 0);
}

RECORD_TEST(a_frame_before_playback_is_none_of_it, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    scene_open(scene, NULL, 0);
    scene_wait_frame(scene, SCENE_AT(-0.01));
    scene_focus(scene);
    scene_locate(scene, scene->view, scene->local, SCENE_AT(-0.01), NULL);
    submit(scene, SCENE_AT(-0.01));
    submit(scene, SCENE_AT(0));
    record_end(record);
    assert_null(strstr(record_need(record, 0, "'e':'wait'", ""), "at_s"));
    record_check(record, 1, "'e':'wait'", "'at_s':0");
    check_frame(record, 0, "locate", -1);
    check_frame(record, 0, "submit", -1);
    check_frame(record, 1, "submit", 0);
}

RECORD_TEST(the_time_of_no_frame_is_said, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    scene_play(scene, SCENE_ALL);
    scene_wait_frame(scene, SCENE_AT(0.01));
    begin_frame(scene);
    scene_wait_frame(scene, SCENE_AT(0.02));
    submit(scene, SCENE_AT(0.0145));  /* between two frames */
    submit(scene, SCENE_AT(0.03));    /* not waited for yet */
    submit(scene, SCENE_AT(0.01009)); /* near enough to frame 1 */
    record_end(record);
    for (int i = 0; i < 2; i++) {
        check_frame(record, i, "submit", 1); /* the frame that was begun */
        record_check(record, i, "'e':'submit'", "'stray':true");
    }
    check_frame(record, 2, "submit", 1);
    assert_null(strstr(record_need(record, 2, "'e':'submit'", ""), "stray"));
    assert_int_equal(record_count(record, "'e':'odd'", ""), 1);
    record_check(record, 0, "'e':'odd'",
                 "xrEndFrame: displayTime is the time of no frame that the app waited for");
}

RECORD_TEST(a_question_belongs_to_the_time_asked_for, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    scene_play(scene, SCENE_ALL);
    scene_wait_frame(scene, SCENE_AT(0.01));
    const struct {
        double at_s;
        int frame;
    } asked[] = {{0, 0},    {0.01, 1}, {0.0145, 1}, {0.0055, 0},
                 {0.03, 3}, {0.09, 9}, {0.2, 1},    {5, 1}};
    int count = (int)(sizeof asked / sizeof asked[0]);
    for (int i = 0; i < count; i++)
        scene_locate(scene, scene->view, scene->local, SCENE_AT(asked[i].at_s), NULL);
    scene_locate_views(scene, scene->local, SCENE_AT(0));
    record_end(record);
    for (int i = 0; i < count; i++)
        check_frame(record, i, "locate", asked[i].frame);
    check_frame(record, 0, "views", 0);
}

/* A failure that belongs to no session: each is of the newest frame of any. */
RECORD_TEST(a_call_of_no_session_belongs_to_the_newest_frame, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    scene_open(scene, NULL, 0);
    XrActionSetCreateInfo info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO};
    XrActionSet set;
    fake_fail("xrCreateActionSet", XR_ERROR_LIMIT_REACHED);
    for (int i = 0; i < 4; i++) {
        if (i == 1)
            scene_focus(scene);
        else if (i > 1)
            scene_wait_frame(scene, SCENE_AT(0.01 * (i - 1)));
        assert_int_equal(scene->calls.xrCreateActionSet(scene->instance, &info, &set),
                         XR_ERROR_LIMIT_REACHED);
    }
    record_end(record);
    for (int i = 0; i < 4; i++)
        check_frame(record, i, "error", i - 1);
    assert_int_equal(record_count(record, "'e':'error'", ""), 4);
}

struct render {
    struct scene *scene;
    XrHapticActionInfo where;
    pthread_barrier_t *begun, *waited;
};

static void *render(void *data)
{
    struct render *render = data;
    begin_frame(render->scene);
    pthread_barrier_wait(render->begun);
    pthread_barrier_wait(render->waited);
    render->scene->calls.xrStopHapticFeedback(render->scene->session, &render->where);
    return NULL;
}

/* What carries no time, on the thread that renders frame 1 while frame 2 has been waited for. */
RECORD_TEST(the_render_thread_is_in_the_frame_it_began, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    scene_play(scene, SCENE_ALL);
    XrPath hand = actions_path(scene, RIGHT);
    XrActionSet set = actions_set(scene, 0);
    XrActionCreateInfo make = {.type = XR_TYPE_ACTION_CREATE_INFO,
                               .actionName = "buzz",
                               .actionType = XR_ACTION_TYPE_VIBRATION_OUTPUT,
                               .countSubactionPaths = 1,
                               .subactionPaths = &hand};
    XrAction buzz;
    assert_success(scene->calls.xrCreateAction(set, &make, &buzz));
    actions_attach(scene, &set, 1);
    scene_wait_frame(scene, SCENE_AT(0.01));
    pthread_barrier_t begun, waited;
    pthread_barrier_init(&begun, NULL, 2);
    pthread_barrier_init(&waited, NULL, 2);
    struct render data = {
        scene,
        {.type = XR_TYPE_HAPTIC_ACTION_INFO, .action = buzz, .subactionPath = hand},
        &begun,
        &waited};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, render, &data), 0);
    pthread_barrier_wait(&begun);
    scene_wait_frame(scene, SCENE_AT(0.02));
    scene->calls.xrStopHapticFeedback(scene->session, &data.where);
    pthread_barrier_wait(&waited);
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&begun);
    pthread_barrier_destroy(&waited);
    record_end(record);
    check_frame(record, 0, "haptic", 2);
    check_frame(record, 1, "haptic", 1);
}

/* Another session's frames begin at 0, and what comes before them is before playback. */
RECORD_TEST(another_session_starts_anew, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    scene_play(scene, SCENE_ALL);
    scene_wait_frame(scene, SCENE_AT(0.01));
    scene->calls.xrEndSession(scene->session);
    scene->calls.xrDestroySession(scene->session);
    scene_begin(scene);
    XrSystemProperties properties = {.type = XR_TYPE_SYSTEM_PROPERTIES};
    scene->calls.xrGetSystemProperties(scene->instance, 1, &properties);
    scene_focus(scene);
    submit(scene, SCENE_AT(0));
    record_end(record);
    check_frame(record, 0, "system", -1);
    check_frame(record, 0, "submit", 0);
}

RECORD_TEST(properties_are_said_where_they_change, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    scene_play(scene, SCENE_ALL);
    XrSystemHandTrackingPropertiesEXT hands = {.type = XR_TYPE_SYSTEM_HAND_TRACKING_PROPERTIES_EXT};
    for (int i = 0; i < 5; i++) {
        XrSystemProperties plain = {.type = XR_TYPE_SYSTEM_PROPERTIES};
        XrSystemProperties with_hands = {.type = XR_TYPE_SYSTEM_PROPERTIES, .next = &hands};
        scene->calls.xrGetSystemProperties(scene->instance, 1, &plain);
        scene->calls.xrGetSystemProperties(scene->instance, 1, &with_hands);
        scene_wait_frame(scene, SCENE_AT(0.01 * (i + 1)));
    }
    record_end(record);
    assert_int_equal(record_count(record, "'e':'system'", ""), 2);
    assert_int_equal(record_count(record, "'e':'system'", "'hands':true"), 1);
}

TESTS_MAIN(a_submission_belongs_to_its_display_time, a_frame_before_playback_is_none_of_it,
           the_time_of_no_frame_is_said, a_question_belongs_to_the_time_asked_for,
           the_render_thread_is_in_the_frame_it_began, another_session_starts_anew,
           properties_are_said_where_they_change, a_call_of_no_session_belongs_to_the_newest_frame)
