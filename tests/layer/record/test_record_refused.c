/* SPDX-License-Identifier: MIT */
/* Hazard: a runtime that refuses the recorder an action set, an action or a space, and an app that
 * pays for it. Every test runs on the headless runtime. */
#include "runtime_app.h"
#include "sink.h"

#include <string.h>

#include "actions.h"

enum { NOTHING, SETS, ACTIONS, SPACES };

/* What of the recorder's own the runtime refuses, from the number `from` on. */
static int refuses;
static int from;
/* The recorder's own: how many it asked for since `refuses` was set, and how many sets there are.
 */
static int asked, living_sets;
static XrActionSet own_sets[64];
static int own_set_count;

static PFN_xrCreateActionSet next_set;
static PFN_xrDestroyActionSet next_destroy;
static PFN_xrCreateAction next_action;
static PFN_xrCreateActionSpace next_space;

static XRAPI_ATTR XrResult XRAPI_CALL create_set(XrInstance instance,
                                                 const XrActionSetCreateInfo *info,
                                                 XrActionSet *set)
{
    bool is_own = strncmp(info->actionSetName, "understudy_recorder", 19) == 0;
    if (is_own && refuses == SETS && asked++ >= from)
        return XR_ERROR_RUNTIME_FAILURE;
    XrResult result = next_set(instance, info, set);
    if (is_own && XR_SUCCEEDED(result)) {
        own_sets[own_set_count++] = *set;
        living_sets++;
    }
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL destroy_set(XrActionSet set)
{
    for (int i = 0; i < own_set_count; i++)
        living_sets -= own_sets[i] == set;
    return next_destroy(set);
}

static XRAPI_ATTR XrResult XRAPI_CALL create_action(XrActionSet set, const XrActionCreateInfo *info,
                                                    XrAction *action)
{
    bool is_own = strncmp(info->actionName, "source_", 7) == 0;
    if (is_own && refuses == ACTIONS && asked++ >= from)
        return XR_ERROR_RUNTIME_FAILURE;
    return next_action(set, info, action);
}

static XRAPI_ATTR XrResult XRAPI_CALL create_space(XrSession session,
                                                   const XrActionSpaceCreateInfo *info,
                                                   XrSpace *space)
{
    if (refuses == SPACES && asked++ >= from)
        return XR_ERROR_RUNTIME_FAILURE;
    return next_space(session, info, space);
}

static PFN_xrVoidFunction wrap(const char *name, PFN_xrVoidFunction function)
{
    RUNTIME_APP_WRAP(xrCreateActionSet, next_set, create_set)
    RUNTIME_APP_WRAP(xrDestroyActionSet, next_destroy, destroy_set)
    RUNTIME_APP_WRAP(xrCreateAction, next_action, create_action)
    RUNTIME_APP_WRAP(xrCreateActionSpace, next_space, create_space)
    return function;
}

struct app {
    struct runtime_app runtime;
    XrActionSet low, high;
    XrAction trigger, squeeze;
};

static XrAction make_action(struct app *app, XrActionSet set, const char *name)
{
    struct scene *scene = &app->runtime.scene;
    const XrPath hands[] = {actions_path(scene, LEFT), actions_path(scene, RIGHT)};
    return actions_make_named(scene, set, XR_ACTION_TYPE_FLOAT_INPUT, name, hands, 2);
}

/* An app that attaches two sets, the second of which has a twin, and syncs both. */
static void run(struct app *app, int what, int first)
{
    memset(app, 0, sizeof *app);
    refuses = NOTHING;
    from = first;
    asked = living_sets = own_set_count = 0;
    sink_reset();
    runtime_app_wrap = wrap;
    runtime_app_begin(&app->runtime, true, "moving", NULL, 0);
    struct scene *scene = &app->runtime.scene;
    app->low = actions_set_named(&app->runtime.scene, "low", 0);
    app->high = actions_set_named(&app->runtime.scene, "high", 5);
    app->trigger = make_action(app, app->low, "trigger");
    app->squeeze = make_action(app, app->high, "squeeze");
    const struct actions_binding touch[] = {{app->trigger, LEFT "/input/trigger/value"},
                                            {app->trigger, RIGHT "/input/trigger/value"},
                                            {app->squeeze, LEFT "/input/squeeze/value"}};
    assert_success(actions_suggest(scene, TOUCH, touch, 3));
    refuses = what;
    const XrActionSet sets[] = {app->low, app->high};
    assert_success(actions_attach(scene, sets, 2));
    runtime_app_focus(&app->runtime);
    const XrActiveActionSet both[] = {{app->low, XR_NULL_PATH}, {app->high, XR_NULL_PATH}};
    assert_success(actions_sync_many(scene, both, 2, NULL));
    /* Whatever the recorder got: the app has its input. */
    assert_true(actions_float(scene, app->trigger, LEFT).isActive);
    assert_true(actions_float(scene, app->trigger, RIGHT).isActive);
    assert_true(actions_float(scene, app->squeeze, LEFT).isActive);
    (void)runtime_app_frame(&app->runtime);
    (void)runtime_app_frame(&app->runtime);
    assert_true(sink_frame(-1)->head.is_recorded);
}

static void end(struct app *app)
{
    runtime_app_end(&app->runtime);
    runtime_app_wrap = NULL;
}

TEST(test_nothing_refused)
{
    struct app app;
    run(&app, NOTHING, 0);
    assert_int_equal(living_sets, 2);
    assert_int_equal(sink.components_count, 1);
    assert_true(sink_frame(-1)->poses[0][US_SESSION_POSE_GRIP].is_active);
    end(&app);
}

/* Half of what the recorder wanted is of no use: it takes nothing, and leaves nothing behind. */
TEST(test_refused_sets_and_actions)
{
    static const struct {
        int what, from;
    } rows[] = {{SETS, 0}, {SETS, 1}, {ACTIONS, 0}, {ACTIONS, 3}, {ACTIONS, 20}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct app app;
        run(&app, rows[i].what, rows[i].from);
        assert_int_equal(living_sets, 0);
        assert_int_equal(sink.components_count, 0);
        assert_int_equal(sink_count(US_SESSION_TOPIC_INPUT), 0);
        end(&app);
    }
    /* The last action is the twin's: the base's are all there already. */
    struct app app;
    run(&app, ACTIONS, 10000);
    assert_int_equal(living_sets, 2);
    end(&app);
    run(&app, ACTIONS, asked - 1);
    assert_int_equal(living_sets, 0);
    assert_int_equal(sink.components_count, 0);
    end(&app);
}

/* Without spaces the components are recorded, and the poses are not. */
TEST(test_refused_spaces)
{
    struct app app;
    run(&app, SPACES, 0);
    assert_int_equal(living_sets, 2);
    assert_int_equal(sink.components_count, 1);
    assert_int_equal(sink_input(-1)->active[sink_component(LEFT "/input/trigger/value")], 1);
    assert_int_equal(sink_frame(-1)->poses[0][US_SESSION_POSE_GRIP].flags, 0);
    assert_true(sink_frame(-1)->poses[0][US_SESSION_POSE_GRIP].is_recorded);
    end(&app);
}

TESTS_MAIN(test_nothing_refused, test_refused_sets_and_actions, test_refused_spaces)
